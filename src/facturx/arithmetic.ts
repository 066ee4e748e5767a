/** Compares the amounts a caller gave with what they must be, and fills the ones that are absent. */
import type Big from 'big.js'
import type { Finding } from '../kernel/errors.ts'
import { amountText, toBig } from './amounts.ts'
import { type Bilingual, type Complaint, findingOf } from './complaints.ts'

/** What an amount must be, and how to say so when it is not. */
export interface Expectation {
  /** Rule id of EN 16931, or one of ours where the standard's artefacts check nothing. */
  code: string
  pointer: string
  /** The formula in words, e.g. "the sum of the line amounts". */
  formula: Bilingual
}

const FIX: Bilingual = {
  en: 'Correct the amount, or leave it out: it is then computed.',
  fr: 'Corrigez ce montant, ou omettez-le : il sera alors calculé.',
}

/** Collects the findings of one invoice's arithmetic. */
export class Arithmetic {
  readonly findings: Finding[] = []

  complain(complaint: Complaint): void {
    this.findings.push(findingOf(complaint))
  }

  /**
   * @returns the given amount if there is one (later sums use it, so one mistake is told once),
   * else the computed one. They must be equal to the cent and beyond.
   */
  amount(given: string | undefined, computed: Big, expectation: Expectation): string {
    const text = amountText(computed)
    const value = toBig(given)
    if (value === undefined) return text
    if (value.eq(computed)) return amountText(value)
    const { code, pointer, formula } = expectation
    this.complain({
      code,
      pointer,
      detail: {
        en: `${amountText(value)} is given, but ${formula.en} is ${text}.`,
        fr: `${amountText(value)} est indiqué, mais ${formula.fr} donne ${text}.`,
      },
      fix: FIX,
    })
    return amountText(value)
  }
}
