/** Runs the rules that are ours, where no official artefact has one; official/ has all others. */
import type { Finding } from '../../kernel/coded-error.ts'
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import { comparing, faultWords, findingOf } from '../model/fields.ts'
import type { Profile, RuleSet } from '../model/invoice.ts'
import type { Rule, RuleViolation } from './rule.ts'
import { CHORUS_RULES, isPublicBuyer } from './rules-chorus.ts'
import { FRENCH_OWN_RULES, OWN_RULES } from './rules-own.ts'

const FRENCH: readonly Rule[] = [...OWN_RULES, ...FRENCH_OWN_RULES]
const CHORUS_WARNINGS: readonly Rule[] = CHORUS_RULES.map((each) => ({ ...each, level: 'warning' }))

/** The rules of a set; those of Chorus Pro only warn where nobody but the buyer's identifiers say that it is public. */
function rulesOf(rules: RuleSet, invoice: CheckedInvoice): readonly Rule[] {
  if (rules === 'en16931') return OWN_RULES
  if (rules === 'fr-public') return [...FRENCH, ...CHORUS_RULES]
  return isPublicBuyer(invoice) ? [...FRENCH, ...CHORUS_WARNINGS] : FRENCH
}

/** Most places reported for one rule; 10,000 wrong lines are one mistake. */
const POINTERS_LISTED_MAX = 20

/** A broken rule: `code` is its id, `pointer` the place in the invoice JSON. */
export interface RuleFinding extends Finding {
  code: string
  pointer: string
  /** Errors make the invoice invalid; warnings are only reported. */
  level: Rule['level']
}

function report(rule: Rule, { pointer, given, expected }: RuleViolation): RuleFinding {
  const { id: code, level, max } = rule
  const { detail, ...fix } = faultWords(code, { max })
  const finding = findingOf({ code, pointer, detail: comparing(detail, given, expected), ...fix })
  return { ...finding, code, pointer, level }
}

/**
 * Returns all of our rules that an invoice breaks.
 * @param invoice a completed invoice, or one read by `readInvoiceXml`.
 * @param rules `fr-public` adds what Chorus Pro asks for.
 */
export function checkOwnRules(
  invoice: CheckedInvoice,
  { profile, rules }: { profile: Profile; rules: RuleSet },
): RuleFinding[] {
  return rulesOf(rules, invoice)
    .filter(({ profiles }) => profiles.includes(profile))
    .flatMap((rule) =>
      rule
        .check(invoice)
        .slice(0, POINTERS_LISTED_MAX)
        .map((violation) => report(rule, violation)),
    )
}
