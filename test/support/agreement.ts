/** Compares what our rules say of an invoice with what the official schematrons say. */

import { readCii } from '../../src/facturx/cii/read-cii.ts'
import type { CheckedInvoice } from '../../src/facturx/model/complete-invoice.ts'
import type { Profile } from '../../src/facturx/model/invoice.ts'
import { checkRules } from '../../src/facturx/rules/check-rules.ts'
import type { SheetFinding, Verdict } from './judges.ts'

/** Who says that a rule is broken. */
export type Side = 'both' | 'official' | 'ours'

/** The ids broken in one invoice. */
export interface Comparison {
  invoice: CheckedInvoice
  profile: Profile
  sides: Map<string, Side>
  /** Whether the XML breaks the XSD. */
  xsd: boolean
  /** Whether the French sheet itself failed. */
  frenchCrash: boolean
  /** Elements our model has no place for. */
  unread: string[]
}

/** Our profiles by the judge's names. */
export const PROFILES: Record<NonNullable<Verdict['profile']>, Profile> = {
  minimum: 'minimum',
  basicwl: 'basic-wl',
  basic: 'basic',
  en16931: 'en16931',
  extended: 'extended',
}

const idsOf = (findings: readonly SheetFinding[] | undefined, wanted: RegExp): string[] =>
  (findings ?? [])
    .filter(({ id, flag }) => flag !== 'warning' && wanted.test(id))
    .map(({ id }) => id)

/** The French sheet numbers each place (BR-FR-16_BT-119): the rule is what stands before. */
const frenchRule = (id: string): string => id.replace(/^(BR-FR-(?:[A-Z]+-)?\d+).*$/, '$1')

/**
 * The business rules the official sheets find broken. The EN 16931 sheet counts for BASIC and EN 16931, and its code lists
 * for all profiles; the other profiles have their own sheet. CII-SR, CII-DT and FX-SCH rules are on the XML syntax.
 */
export function officialIds(verdict: Verdict, profile: Profile): Set<string> {
  const isCore = profile === 'basic' || profile === 'en16931'
  return new Set([
    ...idsOf(verdict.cen, isCore ? /^BR-/ : /^BR-CL-/),
    ...idsOf(verdict.profileRules, /^BR-/),
    ...idsOf(verdict.fr, /^BR-FR-/).map(frenchRule),
  ])
}

/** @throws AppError when the XML of the verdict is no CII invoice. */
export function compare(verdict: Verdict): Comparison {
  const { invoice, unread } = readCii(Buffer.from(verdict.xml ?? '', 'utf8'))
  const profile = PROFILES[verdict.profile ?? 'en16931']
  const official = officialIds(verdict, profile)
  const ours = new Set(
    checkRules(invoice, { profile, rules: 'fr' })
      .filter(({ level, code }) => level === 'error' && !code.startsWith('PARAPH-'))
      .map(({ code }) => code),
  )
  const side = (id: string): Side =>
    !ours.has(id) ? 'official' : official.has(id) ? 'both' : 'ours'
  return {
    invoice,
    profile,
    sides: new Map([...official, ...ours].sort().map((id) => [id, side(id)])),
    xsd: (verdict.xsd ?? []).length > 0,
    unread,
    frenchCrash: idsOf(verdict.fr, /^CRASH$/).length > 0,
  }
}
