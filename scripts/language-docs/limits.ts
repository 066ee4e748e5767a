/** The tables of what is refused and of the limits, out of the constants that the service uses. */

import * as merge from '../../src/docx/engine/merge-limits.ts'
import { EXPRESSION_LENGTH_MAX } from '../../src/docx/language/expression-tokens.ts'
import { EXPRESSION_DEPTH_MAX } from '../../src/docx/language/expression-tree.ts'
import { DOCX_LIMITS } from '../../src/docx/lint/limits.ts'
import { LINT_FINDINGS } from '../../src/docx/lint/lint-findings.ts'
import { JSON_LIMITS } from '../../src/kernel/parse-json.ts'

const MIB = 1024 * 1024
const count = (value: number): string => value.toLocaleString('en-GB')
const mib = (value: number): string => `${count(value / MIB)} MB`

const rows = (lines: ReadonlyArray<readonly [string, string]>): string =>
  lines.map(([what, most]) => `| ${what} | ${most} |`).join('\n')

/** Limits of templates, data and renders. */
export function limitTable(): string {
  return [
    '| of the template | at most |',
    '| --- | --- |',
    rows([
      ['tags', count(merge.TAGS_MAX)],
      ['sections inside each other', count(merge.SECTION_DEPTH_MAX)],
      ['characters of one expression', count(EXPRESSION_LENGTH_MAX)],
      ['parentheses and filters inside each other', count(EXPRESSION_DEPTH_MAX)],
      ['tables inside each other', count(DOCX_LIMITS.tableDepth)],
      ['paragraphs', count(DOCX_LIMITS.paragraphs)],
      ['XML elements', count(DOCX_LIMITS.elements)],
      ['files in the .docx', count(DOCX_LIMITS.parts)],
      ['size unpacked', mib(DOCX_LIMITS.unpackedBytes)],
      ['pixels of one picture', `${count(DOCX_LIMITS.picturePixels / 1e6)} million`],
    ]),
    '',
    '| of the data | at most |',
    '| --- | --- |',
    rows([
      ['characters of the JSON', count(JSON_LIMITS.chars)],
      ['characters of one text, other than a picture as base64', count(JSON_LIMITS.textChars)],
      ['objects and lists inside each other', count(merge.DATA_DEPTH_MAX)],
    ]),
    '',
    '| of one document | at most |',
    '| --- | --- |',
    rows([
      ['tags and turns of loops carried out', count(merge.EXPANSION_MAX)],
      ['list items that filters look at', count(merge.WORK_MAX)],
      ['characters one tag may print', count(merge.VALUE_LENGTH_MAX)],
      ['XML written', mib(merge.OUTPUT_LENGTH_MAX)],
    ]),
  ].join('\n')
}

/** Everything the check of a template refuses, with what to do. */
export function refusalTable(): string {
  return [
    '| `errors[].code` | answered as | what to do |',
    '| --- | --- | --- |',
    ...Object.entries(LINT_FINDINGS).map(
      ([code, { problem, fix }]) =>
        `| \`${code}\` | \`${problem}\` | ${fix.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`,
    ),
  ].join('\n')
}
