/** Which invoices cannot be credited, and why. */

import { type Finding, saying } from '../../kernel/coded-error.ts'
import { say } from '../../translations/texts.ts'
import { throwIfInvalid } from '../facturx-error.ts'
import type { CheckedInvoice } from '../model/complete-invoice.ts'
import { shown } from '../model/invoice-values.ts'
import { isCreditNote } from '../page/words.ts'

/** The invoice must be one, and have a number to refer to. */
export function refuseSource({ typeCode = '380', number }: CheckedInvoice): void {
  if (isCreditNote(typeCode))
    throwIfInvalid([
      {
        pointer: '/file',
        ...saying(say('credit.isNote', { type: typeCode }), say('credit.isNoteFix')),
      },
    ])
  if (number === undefined)
    throwIfInvalid([{ pointer: '/file', ...saying(say('credit.noNumber')) }])
}

/** Each earlier credit note refers to the invoice, has lines of it, and is sent once. */
export function refuseEarlier(invoice: CheckedInvoice, earlier: readonly CheckedInvoice[]): void {
  const ids = new Set((invoice.lines ?? []).map(({ id }) => id))
  const numbers = new Set<string | undefined>()
  const findings = earlier.flatMap((note, index): Finding[] => {
    const pointer = `/credit_notes/${index}`
    const name = shown(note.number ?? '')
    const refers = (note.precedingInvoices ?? []).some(({ number }) => number === invoice.number)
    const isNew = !numbers.has(note.number) && numbers.add(note.number) !== undefined
    if (!isCreditNote(note.typeCode ?? '380') || !refers)
      return [
        {
          pointer,
          ...saying(
            say('credit.other', { name, invoice: shown(invoice.number ?? '') }),
            say('credit.otherFix'),
          ),
        },
      ]
    if (!isNew) return [{ pointer, ...saying(say('credit.twice', { name })) }]
    const strange = (note.lines ?? []).find(({ id }) => !ids.has(id))
    return strange === undefined
      ? []
      : [
          {
            pointer,
            ...saying(say('credit.strangeLine', { name, line: shown(strange.id ?? '') })),
          },
        ]
  })
  throwIfInvalid(findings)
}
