/** The names of the invoice's fields in messages: EN 16931 number, English and French wording. */

import FIELDS from './fields.json' with { type: 'json' }
import type { Bilingual } from './finding-collector.ts'

const NAMES: Readonly<Record<string, string[]>> = FIELDS

/** A pattern in readable form: `/lines/+/vat?/rate` is `lines[].vat.rate`. */
export const fieldPath = (pattern: string): string =>
  pattern
    .slice(1)
    .replaceAll(/\/[*+]/g, '[]')
    .replaceAll('?', '')
    .replaceAll('/', '.')

/**
 * The name of a field, with its number: "the due date (BT-9)", "la date d'échéance (BT-9)".
 * @throws Error when it is missing from fields.json; rules are built at start-up, so this shows immediately
 */
export function fieldName(pattern: string): Bilingual {
  const [term, en, fr] = NAMES[pattern.replaceAll('+', '*').replaceAll('?', '')] ?? []
  if (term === undefined) throw new Error(`fields.json has no name for ${pattern}.`)
  return { en: `${en} (${term})`, fr: `${fr} (${term})` }
}

/** Several fields in one sentence. */
export function fieldNames(patterns: readonly string[]): Bilingual {
  const names = patterns.map(fieldName)
  return { en: names.map(({ en }) => en).join(', '), fr: names.map(({ fr }) => fr).join(', ') }
}

/** Capitalises the first letter of a sentence. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
