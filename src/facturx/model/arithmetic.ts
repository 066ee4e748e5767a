/** Compares given amounts with what they must be, and fills in absent ones. */
import Big from 'big.js'
import { type Finding, inLanguage, type Wording } from '../../kernel/coded-error.ts'
import { amountText, toBig, ZERO } from './amounts.ts'
import { fault } from './fields.ts'
import type { Profile } from './invoice.ts'

/** What an amount must be, and how to report it if it is not. */
interface Expectation {
  /** Rule id of EN 16931, or one of ours where the standard's artefacts have no check. */
  code: string
  pointer: string
  /** The formula in words, e.g. "the sum of the line amounts". */
  formula: Wording
  /**
   * Number of amounts in the sum. EXTENDED allows a cent of difference for each (BR-FXEXT-CO-10 to 15, BR-FXEXT-S-08
   * …), the other profiles none.
   */
  summed?: number
}

const CENT = new Big('0.01')

/** Collects the findings of one invoice's arithmetic. */
export class Arithmetic {
  readonly findings: Finding[] = []
  private readonly profile: Profile

  constructor(profile: Profile) {
    this.profile = profile
  }

  report(finding: Finding): void {
    this.findings.push(finding)
  }

  /**
   * @returns the given amount if there is one (later sums use it, so that one mistake is reported once), else the
   *   computed one. They must be equal, except for what {@link Expectation.summed} allows.
   */
  amount(given: string | undefined, computed: Big, expectation: Expectation): string {
    const text = amountText(computed)
    const value = toBig(given)
    if (value === undefined) return text
    const { code, pointer, formula, summed = 0 } = expectation
    const allowed = this.profile === 'extended' ? CENT.times(summed) : ZERO
    if (value.minus(computed).abs().lte(allowed)) return amountText(value)
    this.report(
      fault(code, pointer, 'sum', (locale) => ({
        value: amountText(value),
        formula: inLanguage(formula, locale),
        expected: text,
      })),
    )
    return amountText(value)
  }
}
