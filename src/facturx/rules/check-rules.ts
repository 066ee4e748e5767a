/** Runs the rules of a profile and country on an invoice. */
import type { Finding } from '../../kernel/coded-error.ts'
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import { findingOf } from '../model/finding-collector.ts'
import type { Profile, RuleSet } from '../model/invoice.ts'
import { shown } from '../model/invoice-values.ts'
import type { Breach, Rule } from './rule.ts'
import { CHORUS_RULES, isPublicBuyer } from './rules-chorus.ts'
import { CODE_RULES } from './rules-codes.ts'
import { CONDITION_RULES } from './rules-conditions.ts'
import { CORE_RULES } from './rules-core.ts'
import { DECIMAL_RULES } from './rules-decimals.ts'
import { EXTENDED_RULES } from './rules-extended.ts'
import { FRENCH_RULES } from './rules-french.ts'
import { FRENCH_CONDITION_RULES } from './rules-french-conditions.ts'
import { FRENCH_SHAPE_RULES } from './rules-french-shapes.ts'
import { OWN_RULES } from './rules-own.ts'
import { TOTAL_RULES } from './rules-totals.ts'
import { VAT_RULES } from './rules-vat.ts'
import { SPECIAL_VAT_RULES } from './rules-vat-special.ts'

/** EN 16931 and Factur-X, then ours. */
const EUROPEAN: readonly Rule[] = [
  ...CORE_RULES,
  ...TOTAL_RULES,
  ...CONDITION_RULES,
  ...VAT_RULES,
  ...SPECIAL_VAT_RULES,
  ...CODE_RULES,
  ...DECIMAL_RULES,
  ...EXTENDED_RULES,
  ...OWN_RULES,
]
const FRENCH: readonly Rule[] = [
  ...EUROPEAN,
  ...FRENCH_RULES,
  ...FRENCH_CONDITION_RULES,
  ...FRENCH_SHAPE_RULES,
]

const CHORUS_WARNINGS: readonly Rule[] = CHORUS_RULES.map((each) => ({ ...each, level: 'warning' }))

/** The rules of a set; those of Chorus Pro only warn where nobody but the buyer's identifiers say that it is public. */
function rulesOf(rules: RuleSet, invoice: CheckedInvoice): readonly Rule[] {
  if (rules === 'en16931') return EUROPEAN
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

/** What was found and what was expected, for rules that compare two values. */
function comparison({ given, expected }: Breach): { en: string; fr: string } {
  if (expected !== undefined)
    return {
      en: ` Given: ${shown(given ?? '–')}; expected: ${shown(expected)}.`,
      fr: ` Indiqué : ${shown(given ?? '–')} ; attendu : ${shown(expected)}.`,
    }
  return given === undefined
    ? { en: '', fr: '' }
    : { en: ` Given: "${shown(given)}".`, fr: ` Indiqué : « ${shown(given)} ».` }
}

function report(rule: Rule, profile: Profile, breach: Breach): RuleFinding {
  const code = profile === 'extended' ? (rule.extendedId ?? rule.id) : rule.id
  const { pointer } = breach
  const { en, fr } = comparison(breach)
  const detail = { en: `${rule.says.en}${en}`, fr: `${rule.says.fr}${fr}` }
  return {
    ...findingOf({ code, pointer, detail, fix: rule.fix }),
    code,
    pointer,
    level: rule.level,
  }
}

/**
 * Returns all rules that an invoice breaks, in the order of the standard.
 * @param invoice a completed invoice, or one read by `readCii`.
 * @param rules `fr` adds the French BR-FR-* to EN 16931, `fr-public` also those of Chorus Pro.
 */
export function checkRules(
  invoice: CheckedInvoice,
  { profile, rules }: { profile: Profile; rules: RuleSet },
): RuleFinding[] {
  return rulesOf(rules, invoice)
    .filter(({ profiles }) => profiles.includes(profile))
    .flatMap((rule) =>
      rule
        .check(invoice, profile)
        .slice(0, POINTERS_LISTED_MAX)
        .map((breach) => report(rule, profile, breach)),
    )
}

/** Ids of all rules, as EN 16931 or France call them; including EXTENDED's own names. */
export const RULE_IDS: readonly string[] = [
  ...new Set(
    FRENCH.flatMap(({ id, extendedId }) => (extendedId === undefined ? [id] : [id, extendedId])),
  ),
]
