/** The scalar kinds of the invoice JSON (texts, codes, decimals, dates) and the builder of its groups. */
import { type TProperties, Type } from 'typebox'

// Values as messages repeat them.

/** Most characters of a wrong value that a finding repeats. */
const SHOWN_MAX = 60

/** The text, cut where it is longer than a reader needs to recognise it. */
export function shown(text: string): string {
  if (text.length <= SHOWN_MAX) return text
  return `${Array.from(text.slice(0, 2 * SHOWN_MAX))
    .slice(0, SHOWN_MAX)
    .join('')}…`
}

/** Pattern of a decimal as text: a dot, no exponent, no thousands separator. */
export const DECIMAL_PATTERN = '^-?[0-9]{1,17}(\\.[0-9]{1,10})?$'

/** Pattern of a calendar date. */
export const DATE_PATTERN = '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'

/**
 * A group whose members may all be absent (rules determine which ones a profile needs, by rule id) but which rejects
 * unknown names, so that typing errors are found.
 * @param title name of its type in openapi.yaml
 */
export const group = <P extends TProperties>(properties: P, description: string, title: string) =>
  Type.Partial(Type.Object(properties), { additionalProperties: false, title, description })

/** A text; a blank one counts as absent. */
export const text = (description: string) => Type.String({ description })

/** A code from a list; rules check it. */
export const code = (description: string) => Type.String({ minLength: 1, description })

/** An amount, price, quantity or percentage: a decimal as text or a JSON number. */
export const decimal = (description: string) =>
  Type.Union([Type.String({ pattern: DECIMAL_PATTERN }), Type.Number()], {
    title: 'Decimal',
    description,
  })

/** An ISO 8601 calendar date; whether it exists is checked by the rules. */
export const isoDate = (description: string) => Type.String({ pattern: DATE_PATTERN, description })

/** An identifier with the scheme it belongs to. */
export const identifier = (description: string) =>
  group(
    { value: text('The identifier itself'), scheme: code('Code of the identification scheme') },
    description,
    'Identifier',
  )
