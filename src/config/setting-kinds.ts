/** Parsers of settings: numbers with bounds, choices, lists, addresses. */
import { keysOf } from '../kernel/type-guards.ts'
import texts from './settings.json' with { type: 'json' }

/** Definition of one setting. */
interface Setting<T> {
  /** Text used when the variable is absent. */
  default: string
  /** One line for the operator. */
  about: string
  parse(text: string): T
}

class BadSetting extends Error {}

/** A whole number within bounds. */
export function integer(min: number, max: number) {
  return (text: string): number => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < min || value > max) {
      throw new BadSetting(`must be a whole number from ${min} to ${max}`)
    }
    return value
  }
}

/** One of these words. */
export function oneOf<const T extends string>(...values: readonly T[]) {
  return (text: string): T => {
    const found = values.find((value) => value === text)
    if (found === undefined) throw new BadSetting(`must be one of ${values.join(', ')}`)
    return found
  }
}

/** Any text. */
export const anyText = (text: string): string => text

/** Text of a form. */
export const matching =
  (pattern: RegExp, problem: string) =>
  (text: string): string => {
    if (pattern.test(text)) return text
    throw new BadSetting(problem)
  }

/** Words of a form, separated by commas. */
export const list =
  (pattern: RegExp, problem: string) =>
  (text: string): string[] => {
    const items = text
      .split(',')
      .map((item) => item.trim().toLowerCase())
      .filter((item) => item !== '')
    if (items.every((item) => pattern.test(item))) return items
    throw new BadSetting(problem)
  }

const PATH = /^(?:\/[\w.~-]+)*$/

/** An http(s) origin, below which there may be a path; or nothing. Without a trailing slash. */
export function publicUrl(text: string): string {
  if (text === '') return text
  try {
    const url = new URL(text)
    const path = url.pathname.replace(/\/$/, '')
    const isPlain = url.href.replace(/\/$/, '') === `${url.origin}${path}`
    if (/^https?:$/.test(url.protocol) && isPlain && PATH.test(path)) return `${url.origin}${path}`
  } catch {
    // Falls through to the common error for invalid addresses.
  }
  throw new BadSetting(
    'must be an http(s) address such as https://api.example.com or https://example.com/paraph',
  )
}

type Parsers = { readonly [Name in keyof typeof texts]?: (text: string) => unknown }

/** Rows of the table: what reads each setting here, beside its meaning and default in settings.json. */
export const settings = <T extends Parsers>(parsers: T) =>
  Object.fromEntries(
    keysOf(texts).flatMap((name) => {
      const parse = parsers[name]
      return parse === undefined ? [] : [[name, { ...texts[name], parse }]]
    }),
  ) as {
    readonly [Name in keyof T]: Setting<T[Name] extends (text: string) => infer V ? V : never>
  }
