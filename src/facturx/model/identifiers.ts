/** Check digits and shapes of identifiers that no schematron checks: SIREN, SIRET, VAT numbers, IBAN, BIC, GTIN. */
import VAT_SHAPES from './vat-shapes.json' with { type: 'json' }

const DIGITS = /^\d+$/

/** Sum of the Luhn algorithm: every second digit from the right doubled, its digits added. */
function luhnSum(digits: string): number {
  return [...digits].reverse().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1)
    return sum + (value > 9 ? value - 9 : value)
  }, 0)
}

/** Nine digits that satisfy Luhn. */
export const isSiren = (value: string): boolean =>
  /^\d{9}$/.test(value) && luhnSum(value) % 10 === 0

/** La Poste has too many establishments for Luhn: the sum of their digits is a multiple of 5 instead. */
const LA_POSTE = '356000000'

/** Fourteen digits that satisfy Luhn, or the exception of La Poste, and start with a SIREN. */
export function isSiret(value: string): boolean {
  if (!/^\d{14}$/.test(value) || !isSiren(value.slice(0, 9))) return false
  if (luhnSum(value) % 10 === 0) return true
  const plainSum = [...value].reduce((sum, digit) => sum + Number(digit), 0)
  return value.startsWith(LA_POSTE) && plainSum % 5 === 0
}

/**
 * A French VAT number: FR, two characters, SIREN. Numeric keys are (12 + 3 × (SIREN mod 97)) mod 97; keys with
 * letters (not I or O) exist but cannot be checked further. Monaco uses FR with a number of its own starting in 000.
 */
export function isFrenchVatId(value: string): boolean {
  const [, key, siren] = /^FR([0-9A-HJ-NP-Z]{2})(\d{9})$/.exec(value) ?? []
  if (key === undefined || siren === undefined) return false
  if (!siren.startsWith('000') && !isSiren(siren)) return false
  return !DIGITS.test(key) || Number(key) === (12 + 3 * (Number(siren) % 97)) % 97
}

/** Shape of the VAT numbers of the Union and Northern Ireland after their prefix (European Commission, VIES FAQ). */
const EU_VAT_SHAPES: Readonly<Record<string, string>> = VAT_SHAPES

/** Whether a VAT number has the shape of its country; countries outside the Union pass. */
export function isVatId(value: string): boolean {
  if (value.startsWith('FR')) return isFrenchVatId(value)
  const shape = EU_VAT_SHAPES[value.slice(0, 2)]
  return shape === undefined || new RegExp(shape).test(value.slice(2))
}

/**
 * ISO 13616: two letters, two check digits, at most 30 more; with the first four moved to the end, the value modulo
 * 97 is 1.
 */
export function isIban(value: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/.test(value)) return false
  if (value.startsWith('FR') && value.length !== 27) return false
  const digits = `${value.slice(4)}${value.slice(0, 4)}`.replaceAll(/[A-Z]/g, (letter) =>
    String(letter.charCodeAt(0) - 55),
  )
  let rest = 0
  for (const digit of digits) rest = (rest * 10 + Number(digit)) % 97
  return rest === 1
}

/** ISO 9362: bank, country, place, and optionally a branch. */
export const isBic = (value: string): boolean =>
  /^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$/.test(value)

/** GS1: 8, 12, 13 or 14 digits, weights 3 and 1 from the right, sum a multiple of 10. */
export function isGtin(value: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(value)) return false
  const sum = [...value]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}

/** A calendar day, `2026-02-28`. */
export function isDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const time = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(value)
}
