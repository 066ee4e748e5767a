/** The names of the invoice's fields in messages: EN 16931 number, English and French wording. */

import type { Wording } from '../../kernel/coded-error.ts'
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
