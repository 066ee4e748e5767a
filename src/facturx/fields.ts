/** The names of the invoice's fields as messages call them: EN 16931 number, English and French words. */

import FIELDS from './fields.json' with { type: 'json' }
import type { Bilingual } from './finding-collector.ts'

const NAMES: Readonly<Record<string, string[]>> = FIELDS

/** A pattern as people write it: `/lines/+/vat?/rate` is `lines[].vat.rate`. */
export const fieldPath = (pattern: string): string =>
  pattern
    .slice(1)
    .replaceAll(/\/[*+]/g, '[]')
    .replaceAll('?', '')
    .replaceAll('/', '.')

/**
 * What a field is called, with its number: "the due date (BT-9)", "la date d'échéance (BT-9)".
 * @throws Error when fields.json does not name it: rules are made at start, so this is seen at once.
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

/** A sentence's first letter. */
export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
