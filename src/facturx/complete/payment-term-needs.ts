/** What payment terms lack, and which of them a profile holds as a sentence only. */
import type { Finding } from '../../kernel/coded-error.ts'
import { amountText, sum, toBig, ZERO } from '../model/amounts.ts'
import type { CompleteInvoice, Normalised } from '../model/complete-invoice.ts'
import { fault } from '../model/fields.ts'
import type { Discount, Installment } from '../model/invoice-payment.ts'
import { includes } from '../model/profiles.ts'

const CODE = 'PAYMENT-TERMS'

/** A discount must have days, and a percentage or an amount, all greater than 0. */
function discountNeeds({ days, percent, amount }: Normalised<Discount>, index: number): Finding[] {
  const pointer = `/payment/discounts/${index}`
  return [
    ...(days === undefined ? [fault(CODE, `${pointer}/days`, 'termPart', { part: 'days' })] : []),
    ...(percent === undefined && amount === undefined
      ? [fault(CODE, `${pointer}/percent`, 'termPart', { part: 'percent' })]
      : []),
    ...([days, percent, amount].some((value) => toBig(value)?.lte(ZERO))
      ? [fault(CODE, pointer, 'discountSign')]
      : []),
  ]
}

/** Parts that have amounts come to the amount due. */
function sumNeeds(installments: readonly Normalised<Installment>[], due: string): Finding[] {
  const amounts = installments.map(({ amount }) => toBig(amount))
  const total = sum(amounts)
  const all = amounts.length > 0 && amounts.every((amount) => amount !== undefined)
  const isOff = all ? !total.eq(due) : amounts.some((amount) => amount !== undefined)
  if (!isOff) return []
  return [fault(CODE, '/payment/installments', 'parts', { total: amountText(total), due })]
}

/** Findings about due dates and discounts that cannot be kept. */
export function termNeeds({ payment, totals }: CompleteInvoice): Finding[] {
  const { installments = [], discounts = [], dueDate } = payment
  const isOther = dueDate !== undefined && !installments.some((each) => each.dueDate === dueDate)
  return [
    ...installments.flatMap((each, index) =>
      each.dueDate === undefined
        ? [fault(CODE, `/payment/installments/${index}/dueDate`, 'termPart', { part: 'dueDate' })]
        : [],
    ),
    ...discounts.flatMap(discountNeeds),
    ...sumNeeds(installments, totals.due),
    ...(installments.length > 0 && isOther
      ? [fault(CODE, '/payment/dueDate', 'otherDueDate')]
      : []),
  ]
}

/** Warnings about what the profile holds in words only. */
export function termWarnings({ payment, profile }: CompleteInvoice): Finding[] {
  if (profile === 'extended' || !includes(profile, 'basic-wl')) return []
  const { installments = [], discounts = [] } = payment
  const worded = [
    ...(installments.length > 1 ? ['installments'] : []),
    ...(discounts.length > 0 ? ['discounts'] : []),
  ]
  return worded.map((name) =>
    fault('TERMS-IN-WORDS', `/payment/${name}`, 'termsInWords', { profile }),
  )
}
