/** Which invoices cannot be credited, and why. */
import type { Finding } from '../../kernel/coded-error.ts'
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
        detail: `"file" is a credit note (type ${typeCode}); a credit note is made from an invoice.`,
        fix: 'Send the invoice that it credits.',
      },
    ])
  if (number === undefined)
    throwIfInvalid([{ pointer: '/file', detail: 'The invoice in "file" has no number (BT-1).' }])
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
          detail: `"${name}" is no credit note of invoice "${shown(invoice.number ?? '')}".`,
          fix: 'Send only the credit notes that the invoice already has.',
        },
      ]
    if (!isNew) return [{ pointer, detail: `Credit note "${name}" is sent twice.` }]
    const strange = (note.lines ?? []).find(({ id }) => !ids.has(id))
    return strange === undefined
      ? []
      : [
          {
            pointer,
            detail: `Credit note "${name}" has a line "${shown(strange.id ?? '')}" that the invoice does not have, so what is left cannot be computed.`,
          },
        ]
  })
  throwIfInvalid(findings)
}
