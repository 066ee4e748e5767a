/** Values as people read them, in the language of the signer who filled them in. */
import { INPUT_LIMITS, traitsOf } from '../../kernel/field-types.ts'
import { type Language, languageFacts } from '../../kernel/languages.ts'
import type { Input, InputValue } from '../model/fields.ts'

/** A value as it is written into the document; a box to tick has none. */
export function shownValue(
  { type, decimals = 0 }: Pick<Input, 'type' | 'decimals'>,
  value: InputValue | undefined,
  locale: Language,
): string | undefined {
  if (value === undefined || typeof value === 'boolean') return undefined
  const kind = traitsOf(type).value
  if (kind === 'number')
    return new Intl.NumberFormat(languageFacts(locale).tag, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: INPUT_LIMITS.digits,
      useGrouping: false,
    }).format(Number(value))
  // The month in words: 11/12 is another day in another country.
  if (kind === 'date')
    return new Intl.DateTimeFormat(languageFacts(locale).tag, {
      dateStyle: 'long',
      timeZone: 'UTC',
    }).format(new Date(`${value}T00:00:00Z`))
  return String(value)
}
