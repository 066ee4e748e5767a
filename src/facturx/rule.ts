/** What a business rule is, and the few words rules are written in: sets of profiles, places, breaches, builders. */
import Big from 'big.js'
import type { CheckedInvoice } from './checked-invoice.ts'
import type { Bilingual } from './complaints.ts'
import { PROFILES, type Profile } from './invoice.ts'

/** A place where an invoice breaks a rule, with the two values where two values differ. */
export interface Breach {
  /** JSON pointer into the invoice JSON. */
  pointer: string
  given?: string
  expected?: string
}

/** One rule of EN 16931, of Factur-X EXTENDED, of France, or ours. */
export interface Rule {
  id: string
  /** Its id in EXTENDED, where that profile has a rule of its own in its place. */
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

/** A rule with its level; `error` unless told otherwise. */
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

/** What stands at a place of the invoice. */
export interface Place {
  pointer: string
  value: unknown
}

/** Lines that count in the sums; groups and information lines of EXTENDED do not. */
export const isDetail = (line: { kind?: string }): boolean =>
  line.kind === undefined || line.kind === 'DETAIL'

/**
 * The places a pattern names. A segment is a member; `*` is each item of a list or each member, `+` each detail line;
 * `name?` stops where the member is absent. Other absent members give one place without a value.
 */
export function placesAt(invoice: CheckedInvoice, pattern: string): Place[] {
  let places: Place[] = [{ pointer: '', value: invoice }]
  for (const segment of pattern.split('/').slice(1))
    places = places.flatMap((place) => step(place, segment))
  return places
}

function step({ pointer, value }: Place, segment: string): Place[] {
  if (segment === '*' || segment === '+') {
    if (typeof value !== 'object' || value === null) return []
    const items = Object.entries(value).map(([key, item]: [string, unknown]) => ({
      pointer: `${pointer}/${key}`,
      value: item,
    }))
    return segment === '*'
      ? items
      : items.filter((item) => isDetail(item.value as { kind?: string }))
  }
  const optional = segment.endsWith('?')
  const name = optional ? segment.slice(0, -1) : segment
  const member =
    typeof value === 'object' && value !== null
      ? (value as Record<string, unknown>)[name]
      : undefined
  return optional && member === undefined ? [] : [{ pointer: `${pointer}/${name}`, value: member }]
}

/** A text without anything in it, or nothing at all. */
export const isBlank = (value: unknown): boolean =>
  value === undefined || (typeof value === 'string' && value.trim() === '')

/** A check: each of the places has a value that passes; absent values pass. */
export const eachAt =
  (patterns: readonly string[], passes: (value: string, invoice: CheckedInvoice) => boolean) =>
  (invoice: CheckedInvoice): readonly Breach[] =>
    patterns.flatMap((pattern) =>
      placesAt(invoice, pattern).flatMap(({ pointer, value }) =>
        typeof value !== 'string' || passes(value, invoice) ? [] : [{ pointer, given: value }],
      ),
    )

/** A check: none of the places is blank. */
export const filledAt =
  (...patterns: string[]) =>
  (invoice: CheckedInvoice): readonly Breach[] =>
    patterns.flatMap((pattern) =>
      placesAt(invoice, pattern)
        .filter(({ value }) => isBlank(value))
        .map(({ pointer }) => ({ pointer })),
    )

/** A check: of several members of each group at a pattern, at least one is there. */
export const oneOf =
  (pattern: string, ...members: string[]) =>
  (invoice: CheckedInvoice): readonly Breach[] =>
    placesAt(invoice, pattern).flatMap(({ pointer, value }) =>
      members.some(
        (member) => (value as Record<string, unknown> | undefined)?.[member] !== undefined,
      )
        ? []
        : [{ pointer: `${pointer}/${members[0]}` }],
    )

const DECIMAL = /^[+-]?(\d+(\.\d*)?|\.\d+)$/

/** A decimal text as a number; undefined when absent or no decimal. */
export const decimal = (text: string | undefined): Big | undefined =>
  text !== undefined && DECIMAL.test(text) ? new Big(text) : undefined

/** How many digits stand after the decimal point. */
export const decimalsOf = (text: string): number => {
  const point = text.indexOf('.')
  return point < 0 ? 0 : text.length - point - 1
}
