/**
 * What a business rule is, and the vocabulary in which rules are written: sets of profiles, places, breaches,
 * builders.
 */

import Big from 'big.js'
import { membersOf } from '../../kernel/type-guards.ts'
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import type { Bilingual } from '../model/finding-collector.ts'
import { PROFILES, type Profile } from '../model/invoice.ts'

/** A place where an invoice breaks a rule, with both values if two values differ. */
export interface Breach {
  /** JSON pointer into the invoice JSON. */
  pointer: string
  given?: string
  expected?: string
}

/** One rule of EN 16931, of Factur-X EXTENDED, of France, or ours. */
export interface Rule {
  id: string
  /** Its id in EXTENDED, if that profile has a rule of its own instead. */
  extendedId?: string
  level: 'error' | 'warning'
  profiles: readonly Profile[]
  says: Bilingual
  fix: Bilingual
  check: (invoice: CheckedInvoice, profile: Profile) => readonly Breach[]
}

/** Every profile. */
export const ALL = PROFILES
/** BASIC WL and above. */
export const FROM_WL: readonly Profile[] = ['basic-wl', 'basic', 'en16931', 'extended']
/** BASIC WL to EN 16931: EXTENDED has a weaker rule, or none. */
export const WL_TO_EN: readonly Profile[] = ['basic-wl', 'basic', 'en16931']
/** BASIC and above: the profiles with lines. */
export const FROM_BASIC: readonly Profile[] = ['basic', 'en16931', 'extended']
/** BASIC and EN 16931. */
export const BASIC_AND_EN: readonly Profile[] = ['basic', 'en16931']
/** EN 16931 and above. */
export const FROM_EN: readonly Profile[] = ['en16931', 'extended']
/** EXTENDED alone. */
export const EXTENDED: readonly Profile[] = ['extended']

/** Both languages of a sentence, English first. */
export const say = (en: string, fr: string): Bilingual => ({ en, fr })

/** A rule with its level; `error` by default. */
export const rule = (
  id: string,
  profiles: readonly Profile[],
  check: Rule['check'],
  says: Bilingual,
  fix: Bilingual,
  more: Partial<Pick<Rule, 'level' | 'extendedId'>> = {},
): Rule => ({ id, profiles, check, says, fix, level: 'error', ...more })

/** No breach. */
export const HOLDS: readonly Breach[] = []

/** A breach at a place when something is wrong. */
export const brokenIf = (wrong: boolean, pointer: string): readonly Breach[] =>
  wrong ? [{ pointer }] : HOLDS

/** A place in the invoice, with its value. */
interface Place {
  pointer: string
  value: unknown
}

/** Lines that count towards the sums; groups and information lines of EXTENDED do not. */
export const isDetail = (line: { kind?: string }): boolean =>
  line.kind === undefined || line.kind === 'DETAIL'

/** The position of a walk; turned into a pointer only for places that are reported. */
type Trail = { parent: Trail; key: string | number } | undefined

const pointerOf = (trail: Trail): string =>
  trail === undefined ? '' : `${pointerOf(trail.parent)}/${trail.key}`

type Visitor = (value: unknown, trail: Trail) => void

function visitItems(
  value: unknown,
  segments: string[],
  at: number,
  trail: Trail,
  see: Visitor,
): void {
  if (typeof value !== 'object' || value === null) return
  const detailOnly = segments[at] === '+'
  for (const [key, item] of Object.entries(value))
    if (!detailOnly || isDetail(item as { kind?: string }))
      visit(item, segments, at + 1, { parent: trail, key }, see)
}

function visit(value: unknown, segments: string[], at: number, trail: Trail, see: Visitor): void {
  const segment = segments[at]
  if (segment === undefined) {
    see(value, trail)
    return
  }
  if (segment === '*' || segment === '+') {
    visitItems(value, segments, at, trail, see)
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
 * The places a pattern names. A segment is a member; `*` is each item of a list or each member, `+` each detail line;
 * `name?` stops if the member is absent. Other absent members yield one place without a value.
 */
export function placesAt(invoice: CheckedInvoice, pattern: string): Place[] {
  const places: Place[] = []
  visit(invoice, segmentsOf(pattern), 0, undefined, (value, trail) => {
    places.push({ pointer: pointerOf(trail), value })
  })
  return places
}

/** A check: reports the places of several patterns whose value is wrong. */
function wrongAt(
  patterns: readonly string[],
  isWrong: (value: unknown, invoice: CheckedInvoice) => boolean,
): (invoice: CheckedInvoice) => Breach[] {
  const walks = patterns.map(segmentsOf)
  return (invoice) => {
    const breaches: Breach[] = []
    for (const segments of walks)
      visit(invoice, segments, 0, undefined, (value, trail) => {
        if (isWrong(value, invoice))
          breaches.push({
            pointer: pointerOf(trail),
            ...(typeof value === 'string' && value !== '' ? { given: value } : {}),
          })
      })
    return breaches
  }
}

/** A missing value, a blank text, or an empty list. */
export const isBlank = (value: unknown): boolean =>
  value === undefined ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0)

/** A check: each of the places has a value that passes; absent values pass. */
export const eachAt = (
  patterns: readonly string[],
  passes: (value: string, invoice: CheckedInvoice) => boolean,
): ((invoice: CheckedInvoice) => readonly Breach[]) =>
  wrongAt(patterns, (value, invoice) => typeof value === 'string' && !passes(value, invoice))

/** A check: none of the places is blank. */
export const filledAt = (...patterns: string[]): ((invoice: CheckedInvoice) => readonly Breach[]) =>
  wrongAt(patterns, isBlank)

/** A check: of several members of each group at a pattern, at least one is present. */
export const oneOf =
  (pattern: string, ...members: string[]) =>
  (invoice: CheckedInvoice): readonly Breach[] =>
    placesAt(invoice, pattern).flatMap(({ pointer, value }) =>
      members.some((member) => membersOf(value)[member] !== undefined)
        ? []
        : [{ pointer: `${pointer}/${members[0]}` }],
    )

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/

/** A decimal text as a number; undefined when absent or not a decimal. */
export const decimal = (text: string | undefined): Big | undefined =>
  text !== undefined && DECIMAL.test(text) ? new Big(text.replace('+', '')) : undefined

/** Number of digits after the decimal point. */
export const decimalsOf = (text: string): number => {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}
