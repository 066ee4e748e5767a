/** A warning of a negative total: the standard allows it, but some recipients book it wrongly. */
import type { Finding } from '../kernel/coded-error.ts'
import type { CompleteInvoice } from './model/complete-invoice.ts'
import { findingOf } from './model/finding-collector.ts'
import { isCreditNote } from './page/words.ts'

/** A finding when the total with VAT is below zero; the amount due may be negative, after a prepayment. */
export function negativeTotal({ totals, typeCode }: CompleteInvoice): Finding[] {
  if (Number(totals.withVat) >= 0) return []
  const fix = isCreditNote(typeCode)
    ? {
        en: 'Write the amounts of a credit note as positive amounts.',
        fr: "Écrivez les montants d'un avoir en montants positifs.",
      }
    : {
        en: 'Make it a credit note (typeCode 381) with positive amounts.',
        fr: 'Faites-en un avoir (typeCode 381) avec des montants positifs.',
      }
  return [
    findingOf({
      code: 'PARAPH-NEGATIVE',
      pointer: '/totals/withVat',
      detail: {
        en: `The total with VAT (BT-112) is negative: ${totals.withVat}.`,
        fr: `Le total TTC (BT-112) est négatif : ${totals.withVat}.`,
      },
      fix,
    }),
  ]
}
