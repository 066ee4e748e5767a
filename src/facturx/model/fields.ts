/** What findings say: the names of the invoice's fields (EN 16931 number, English and French wording), and their shape. */
import { type Finding, saying, type Wording } from '../../kernel/coded-error.ts'
import FIELDS from './fields.json' with { type: 'json' }

const NAMES: Readonly<Record<string, string[]>> = FIELDS

/** A pattern in readable form: `/lines/*\/vat/rate` is `lines[].vat.rate`. */
export const fieldPath = (pattern: string): string =>
  pattern.slice(1).replaceAll('/*', '[]').replaceAll('/', '.')

/** The name of a field, with its number: "the due date (BT-9)", "la date d'échéance (BT-9)"; its path when it has none. */
export function fieldName(pattern: string): Wording {
  const [term, en, fr] = NAMES[pattern.replace(/^(\/otherParties)\/\w+/, '$1/*')] ?? []
  const path = fieldPath(pattern)
  if (term === undefined) return { en: `the field ${path}`, fr: `le champ ${path}` }
  return { en: `${en} (${term})`, fr: `${fr} (${term})` }
}

/** Capitalises the first letter of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** A finding under construction: the rule or check id, the pointer, what is wrong, what to do. */
export interface WordedFinding {
  code: string
  pointer: string
  detail: Wording
  fix?: Wording
}

/** @returns the finding as callers see it */
export const findingOf = ({ code, pointer, detail, fix }: WordedFinding): Finding => ({
  code,
  pointer,
  ...saying(detail, fix),
})

/** Both languages of a sentence, English first. */
export const say = (en: string, fr: string): Wording => ({ en, fr })
