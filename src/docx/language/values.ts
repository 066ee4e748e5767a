/** The values of a template: exact decimals alongside JSON values, and how each is read. */

import Big from 'big.js'
import { isRecord, membersOf } from '../../kernel/type-guards.ts'
import { FilterError } from './filter-contract.ts'

/** Decimal arithmetic of the templates: 20 digits after the point in divisions, half rounds up. */
export const Decimal = Big()
Decimal.DP = 20
Decimal.RM = 1
// Exponents stay far from sizes whose plain notation would fill the memory.
const EXPONENT_MAX = 400
const DIGITS_MAX = 1000

const DECIMAL_TEXT = /^[+-]?\d+(?:\.\d+)?$/

/** A decimal that arithmetic produced. */
export type DecimalValue = InstanceType<typeof Decimal>

/** Whether a value is a decimal. */
export const isDecimal = (value: unknown): value is DecimalValue => value instanceof Decimal

/**
 * Reads a number, a decimal, or a text such as "12.50" as an exact decimal; undefined for anything else. Texts use a
 * point and no spaces, as JSON numbers do.
 */
export function toDecimal(value: unknown): DecimalValue | undefined {
  if (isDecimal(value)) return value
  if (typeof value === 'number') return Number.isFinite(value) ? Decimal(value) : undefined
  if (typeof value !== 'string' || value.length > DIGITS_MAX) return undefined
  const text = value.trim()
  return DECIMAL_TEXT.test(text) ? Decimal(text.replace(/^\+/, '')) : undefined
}

/** Whether a decimal is too long to print or compute with. */
export const isOutsize = (value: DecimalValue): boolean =>
  value.c.length > DIGITS_MAX || Math.abs(value.e) > EXPONENT_MAX

/** Whether a condition is true for the value: it is not missing, false, 0, "" or an empty list. */
export function isTruthy(value: unknown): boolean {
  if (isDecimal(value)) return !value.eq(0)
  if (Array.isArray(value)) return value.length > 0
  return Boolean(value)
}

/** True for a missing member; null counts as missing. */
export const isMissing = (value: unknown): value is null | undefined =>
  value === undefined || value === null

/** A decimal without exponent and without trailing zeros. */
export const plainDecimal = (value: DecimalValue): string => value.toFixed()

/** Whether a text is a number, as `Intl` takes one: by its digits, without passing through a float. */
export const isNumeral = (text: string): text is `${number}` => !Number.isNaN(Number(text))

/** The text a tag prints for a value; undefined when the value is not text (a list, an object). */
export function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (isDecimal(value)) return plainDecimal(value)
  if (typeof value === 'number') {
    return Number.isFinite(value) ? plainDecimal(Decimal(value)) : undefined
  }
  if (typeof value === 'boolean') return String(value)
  return undefined
}

/** An object with members, as in JSON: not a list, number, picture or formatted content. */
export const isPlainObject = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !isDecimal(value) &&
  !('rich' in value)

/** The kind of a value, for messages; never the value itself. */
export function kindOf(value: unknown): string {
  if (isMissing(value)) return 'missing'
  if (Array.isArray(value)) return 'a list'
  if (isDecimal(value) || typeof value === 'number') return 'a number'
  if (typeof value === 'string') return value === '' ? 'an empty text' : 'a text'
  if (typeof value === 'boolean') return 'true or false'
  return 'rich' in membersOf(value) ? 'a picture or formatted content' : 'an object'
}

/** The own member of an object, list or text by name; everything inherited is undefined. */
export function memberOf(owner: unknown, name: string): unknown {
  if (typeof owner === 'string') return name === 'length' ? [...owner].length : undefined
  if (!isRecord(owner) || isDecimal(owner)) return undefined
  return Object.hasOwn(owner, name) ? owner[name] : undefined
}

/** The own member at a path of names. */
export function memberAt(owner: unknown, path: readonly string[]): unknown {
  let value = owner
  for (const name of path) value = memberOf(value, name)
  return value
}

const LOOSE = new WeakMap<object, ReadonlyMap<string, string>>()
const loosened = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '_')

/**
 * The own member of an object whose name differs from the given one in letter case, or in `_` for a space, at most: as
 * Word finds the columns of a mail merge. Undefined when there is none.
 */
export function looseName(owner: object, name: string): string | undefined {
  if (Object.hasOwn(owner, name)) return name
  let names = LOOSE.get(owner)
  if (names === undefined) {
    // Of several the first counts.
    names = new Map(
      Object.keys(owner)
        .reverse()
        .map((own) => [loosened(own), own]),
    )
    LOOSE.set(owner, names)
  }
  return names.get(loosened(name))
}

/** Compares two values as `<` does: decimals by size (also as texts), other texts by code unit. */
export function compareValues(left: unknown, right: unknown): number | undefined {
  const [a, b] = [toDecimal(left), toDecimal(right)]
  if (a !== undefined && b !== undefined) return a.cmp(b)
  if (typeof left === 'string' && typeof right === 'string') {
    if (left === right) return 0
    return left < right ? -1 : 1
  }
  return undefined
}

/** Equality as in `==`: a number equals the text of that number, two texts only themselves. */
export function equalValues(left: unknown, right: unknown): boolean {
  if (isMissing(left) || isMissing(right)) return isMissing(left) && isMissing(right)
  if (typeof left === 'string' && typeof right === 'string') return left === right
  if (typeof left === 'boolean' || typeof right === 'boolean') return left === right
  const [a, b] = [toDecimal(left), toDecimal(right)]
  return a !== undefined && b !== undefined ? a.eq(b) : left === right
}

/** A decimal as a JSON number where nothing is lost, so that filters see plain numbers. */
export function settle(value: DecimalValue): number | DecimalValue {
  if (isOutsize(value)) throw new FilterError('the result of the calculation is too large')
  const number = value.toNumber()
  return Number.isSafeInteger(number) && value.eq(number) ? number : value
}
