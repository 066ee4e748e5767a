/** EN 16931-1, 6.5: BR-DEC-*, amounts have at most two decimals; unit prices, quantities and rates are unrestricted. */
import { capital, fieldName, fieldPath } from '../model/fields.ts'
import type { Profile } from '../model/invoice.ts'
import { ALL, decimalsOf, eachAt, FROM_BASIC, FROM_WL, type Rule, rule, say } from './rule.ts'

const MAX_DECIMALS = 2

const AMOUNTS: [id: string, profiles: readonly Profile[], place: string][] = [
  ['BR-DEC-01', FROM_WL, '/allowances/*/amount'],
  ['BR-DEC-02', FROM_WL, '/allowances/*/base'],
  ['BR-DEC-05', FROM_WL, '/charges/*/amount'],
  ['BR-DEC-06', FROM_WL, '/charges/*/base'],
  ['BR-DEC-09', FROM_WL, '/totals/lines'],
  ['BR-DEC-10', FROM_WL, '/totals/allowances'],
  ['BR-DEC-11', FROM_WL, '/totals/charges'],
  ['BR-DEC-12', ALL, '/totals/withoutVat'],
  ['BR-DEC-13', ALL, '/totals/vat'],
  ['BR-DEC-14', ALL, '/totals/withVat'],
  ['BR-DEC-15', FROM_WL, '/totals/vatInTaxCurrency'],
  ['BR-DEC-16', FROM_WL, '/totals/prepaid'],
  ['BR-DEC-17', FROM_WL, '/totals/rounding'],
  ['BR-DEC-18', ALL, '/totals/due'],
  ['BR-DEC-19', FROM_WL, '/vatBreakdown/*/base'],
  ['BR-DEC-20', FROM_WL, '/vatBreakdown/*/amount'],
  ['BR-DEC-23', FROM_BASIC, '/lines/*/netAmount'],
  ['BR-DEC-24', FROM_BASIC, '/lines/*/allowances/*/amount'],
  ['BR-DEC-25', FROM_BASIC, '/lines/*/allowances/*/base'],
  ['BR-DEC-27', FROM_BASIC, '/lines/*/charges/*/amount'],
  ['BR-DEC-28', FROM_BASIC, '/lines/*/charges/*/base'],
]

/** BR-DEC-01 to BR-DEC-28. */
export const DECIMAL_RULES: readonly Rule[] = AMOUNTS.map(([id, profiles, place]) => {
  const { en, fr } = fieldName(place)
  return rule(
    id,
    profiles,
    eachAt([place], (value) => decimalsOf(value) <= MAX_DECIMALS),
    say(`${capital(en)} has more than two decimals.`, `${capital(fr)} a plus de deux décimales.`),
    say(
      `Round ${fieldPath(place)} to two decimals.`,
      `Arrondissez ${fieldPath(place)} à deux décimales.`,
    ),
  )
})
