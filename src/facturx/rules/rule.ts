/** What a rule of ours is, and the vocabulary in which they are written: sets of profiles, places, breaches, builders. */
import Big from 'big.js'
import { membersOf } from '../../kernel/type-guards.ts'
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import type { MendableName } from '../model/fields.ts'
import { PROFILES, type Profile } from '../model/invoice.ts'

/** A place where an invoice breaks a rule, with both values if two values differ. */
export interface RuleViolation {
  /** JSON pointer into the invoice JSON. */
  pointer: string
  given?: string
  expected?: string
}

/** One rule of ours; the catalogues have its words under its id. */
export interface Rule {
  id: MendableName
  level: 'error' | 'warning'
  profiles: readonly Profile[]
  check: (invoice: CheckedInvoice) => readonly RuleViolation[]
  /** Most characters, for a text that names it. */
  max?: number
}

/** Every profile. */
export const ALL = PROFILES
/** BASIC WL and above. */
export const FROM_WL: readonly Profile[] = ['basic-wl', 'basic', 'en16931', 'extended']
/** BASIC and above: the profiles with lines. */
export const FROM_BASIC: readonly Profile[] = ['basic', 'en16931', 'extended']

/** A rule with its level; `error` by default. */
export const rule = (
  id: MendableName,
  profiles: readonly Profile[],
  check: Rule['check'],
  more: Partial<Pick<Rule, 'level' | 'max'>> = {},
): Rule => ({ id, profiles, check, level: 'error', ...more })

/** No breach. */
export const HOLDS: readonly RuleViolation[] = []

/** A breach at a place when something is wrong. */
export const brokenIf = (wrong: boolean, pointer: string): readonly RuleViolation[] =>
  wrong ? [{ pointer }] : HOLDS

/** A place in the invoice, with its value. */
interface Place {
  pointer: string
  value: unknown
}

/** The position of a walk; turned into a pointer only for places that are reported. */
type Trail = { parent: Trail; key: string | number } | undefined

const pointerOf = (trail: Trail): string =>
  trail === undefined ? '' : `${pointerOf(trail.parent)}/${trail.key}`

type Visitor = (value: unknown, trail: Trail) => void

function visit(value: unknown, segments: string[], at: number, trail: Trail, see: Visitor): void {
  const segment = segments[at]
  if (segment === undefined) {
    see(value, trail)
    return
  }
  if (segment === '*') {
    for (const [key, item] of Object.entries(membersOf(value)))
      visit(item, segments, at + 1, { parent: trail, key }, see)
    return
  }
  const optional = segment.endsWith('?')
  const key = optional ? segment.slice(0, -1) : segment
  const member = membersOf(value)[key]
  if (!optional || member !== undefined)
    visit(member, segments, at + 1, { parent: trail, key }, see)
}

const segmentsOf = (pattern: string): string[] => pattern.split('/').slice(1)

/**
 * The places a pattern names. A segment is a member; `*` is each item of a list or each member; `name?` stops if the member is
 * absent. Other absent members yield one place without a value.
 */
export function placesAt(invoice: CheckedInvoice, pattern: string): Place[] {
  const places: Place[] = []
  visit(invoice, segmentsOf(pattern), 0, undefined, (value, trail) => {
    places.push({ pointer: pointerOf(trail), value })
  })
  return places
}

/** A missing value, a blank text, or an empty list. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** A check: each of the places has a value that passes; absent values pass. */
export function eachAt(
  patterns: readonly string[],
  passes: (value: string) => boolean,
): Rule['check'] {
  const walks = patterns.map(segmentsOf)
  return (invoice) => {
    const violations: RuleViolation[] = []
    for (const segments of walks)
      visit(invoice, segments, 0, undefined, (value, trail) => {
        if (typeof value === 'string' && !passes(value))
          violations.push({ pointer: pointerOf(trail), ...(value === '' ? {} : { given: value }) })
      })
    return violations
  }
}

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/

/** A decimal text as a number; undefined when absent or not a decimal. */
export const decimal = (text: string | undefined): Big | undefined =>
  text !== undefined && DECIMAL.test(text) ? new Big(text.replace('+', '')) : undefined
