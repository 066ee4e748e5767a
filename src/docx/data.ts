/** Checks the data of a render before anything reads it: depth, numbers, and characters that XML allows. */
import type { Finding } from '../kernel/coded-error.ts'
import { isJsonObject, type JsonObject } from '../kernel/json.ts'
import { pointerStep } from '../kernel/json-errors.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { firstDetail } from '../translations/findings.ts'
import { say } from '../translations/texts.ts'
import { DocxError } from './docx-error.ts'
import { DATA_DEPTH_MAX, FINDINGS_MAX } from './engine/merge-limits.ts'

// Everything XML 1.0 (production 2) does not allow, lone surrogates included.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/u

/** What filters put into the member `rich`: data must not pass for a checked picture or link. */
const FORGED: ReadonlySet<unknown> = new Set(['picture', 'markup', 'link', 'break'])

function textFinding(text: string, pointer: string): Finding | undefined {
  const match = FORBIDDEN.exec(text)
  if (match === null) return undefined
  const code = (match[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  const surrogate = match[0] >= '\ud800' && match[0] <= '\udfff'
  return {
    pointer,
    code: 'character_invalid',
    detail: surrogate
      ? `The text contains half of a character (U+${code}) at position ${match.index}.`
      : `The text contains the character U+${code} at position ${match.index}, which a document cannot contain.`,
    fix: 'Remove the character before sending the data.',
  }
}

class Checker {
  readonly findings: Finding[] = []

  value(value: unknown, pointer: string, depth: number): void {
    if (this.findings.length >= FINDINGS_MAX) return
    if (typeof value === 'string') {
      const finding = textFinding(value, pointer)
      if (finding !== undefined) this.findings.push(finding)
    } else if (typeof value === 'number') this.number(value, pointer)
    else if (typeof value === 'object' && value !== null) this.members(value, pointer, depth)
    else if (value !== null && typeof value !== 'boolean') {
      this.add(
        pointer,
        'value_invalid',
        'The value is none that JSON has.',
        'Send JSON values only.',
      )
    }
  }

  number(value: number, pointer: string): void {
    if (Number.isFinite(value)) return
    this.add(
      pointer,
      'number_out_of_range',
      'The number is too large to be kept exactly.',
      'Send it as a text, for example "1234567890123456789.12".',
    )
  }

  members(value: object, pointer: string, depth: number): void {
    if (depth > DATA_DEPTH_MAX) {
      this.add(
        pointer,
        'data_too_deep',
        `Objects and lists are nested more than ${DATA_DEPTH_MAX} levels deep.`,
        'Send flatter data.',
      )
      return
    }
    if (Object.hasOwn(value, 'rich') && FORGED.has(membersOf(value).rich)) {
      this.add(
        pointer,
        'object_refused',
        'The object has a member "rich" as the results of picture and link filters have, and could be taken for one.',
        'Rename the member "rich", or change its value.',
      )
    }
    for (const [name, member] of Object.entries(value)) {
      this.value(member, pointer + pointerStep(name), depth + 1)
    }
  }

  add(pointer: string, code: string, detail: string, fix: string): void {
    this.findings.push({ pointer, code, detail, fix })
  }
}

/**
 * Checks that data can be merged and printed.
 * @throws DocxError data_invalid with a JSON pointer for each finding
 */
export function checkData(data: unknown): asserts data is JsonObject {
  if (!isJsonObject(data)) {
    throw new DocxError('data_invalid', say('data.notObject'))
  }
  const checker = new Checker()
  checker.value(data, '', 1)
  const { findings } = checker
  if (findings.length === 0) return
  throw new DocxError(
    'data_invalid',
    findings.length === 1
      ? say('data.unusable', (locale) => ({
          detail: firstDetail(locale, findings),
          pointer: findings[0]?.pointer || 'root',
        }))
      : say('data.unusables', { count: findings.length }),
    { errors: findings },
  )
}
