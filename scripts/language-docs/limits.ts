/** The tables of what is refused and of the limits, out of the constants that the service uses. */

import * as merge from '../../src/docx/engine/merge-limits.ts'
import { EXPRESSION_LENGTH_MAX } from '../../src/docx/language/expression-tokens.ts'
import { EXPRESSION_DEPTH_MAX } from '../../src/docx/language/expression-tree.ts'
import { DOCX_LIMITS } from '../../src/docx/lint/limits.ts'
import { LINT_FINDINGS } from '../../src/docx/lint/lint-findings.ts'
import type { Locale } from '../../src/kernel/languages.ts'
import { JSON_LIMITS } from '../../src/kernel/parse-json.ts'
import { findingIn } from '../../src/translations/findings.ts'
import { phrase } from './french/words.ts'

const MIB = 1024 * 1024

/** Limits of templates, data and renders. */
export function limitTable(locale: Locale): string {
  const say = (english: string): string => phrase(locale, english)
  const count = (value: number): string =>
    value.toLocaleString('en-GB').replaceAll(',', locale === 'en' ? ',' : '\u00a0')
  const unit = (value: number, name: string): string =>
    `${count(value)}${locale === 'en' ? ' ' : '\u00a0'}${say(name)}`
  const table = (title: string, lines: ReadonlyArray<readonly [string, string]>): string[] => [
    `| ${say(title)} | ${say('at most')} |`,
    '| --- | --- |',
    ...lines.map(([what, most]) => `| ${say(what)} | ${most} |`),
  ]
  return [
    ...table('of the template', [
      ['tags', count(merge.TAGS_MAX)],
      ['sections inside each other', count(merge.SECTION_DEPTH_MAX)],
      ['characters of one expression', count(EXPRESSION_LENGTH_MAX)],
      ['parentheses and filters inside each other', count(EXPRESSION_DEPTH_MAX)],
      ['tables inside each other', count(DOCX_LIMITS.tableDepth)],
      ['paragraphs', count(DOCX_LIMITS.paragraphs)],
      ['XML elements', count(DOCX_LIMITS.elements)],
      ['files in the .docx', count(DOCX_LIMITS.parts)],
      ['size unpacked', unit(DOCX_LIMITS.unpackedBytes / MIB, 'MB')],
      ['pixels of one picture', unit(DOCX_LIMITS.picturePixels / 1e6, 'million')],
    ]),
    '',
    ...table('of the data', [
      ['characters of the JSON', count(JSON_LIMITS.chars)],
      ['characters of one text, other than a picture as base64', count(JSON_LIMITS.textChars)],
      ['objects and lists inside each other', count(merge.DATA_DEPTH_MAX)],
    ]),
    '',
    ...table('of one document', [
      ['tags and turns of loops carried out', count(merge.EXPANSION_MAX)],
      ['list items that filters look at', count(merge.WORK_MAX)],
      ['characters one tag may print', count(merge.VALUE_LENGTH_MAX)],
      ['XML written', unit(merge.OUTPUT_LENGTH_MAX / MIB, 'MB')],
    ]),
  ].join('\n')
}

/** Everything the check of a template refuses, with what to do. */
export function refusalTable(locale: Locale): string {
  return [
    `| \`errors[].code\` | ${phrase(locale, 'answered as')} | ${phrase(locale, 'what to do')} |`,
    '| --- | --- | --- |',
    ...Object.entries(LINT_FINDINGS).map(([code, { problem, fix: english }]) => {
      const fix = findingIn(locale, { code, detail: '', fix: english }).fix ?? english
      return `| \`${code}\` | \`${problem}\` | ${fix.replaceAll('|', '\\|').replaceAll('<', '&lt;')} |`
    }),
  ].join('\n')
}
