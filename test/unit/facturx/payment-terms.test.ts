import { describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/facturx/check-invoice.ts'
import type { Payment } from '../../../src/facturx/model/invoice-payment.ts'
import { readInvoiceXml } from '../../../src/facturx/ubl/read-ubl.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { plainInvoice } from './sample-invoices.ts'

const { dueDate: _dueDate, terms: _terms, ...payment } = plainInvoice.payment ?? {}
const check = (profile: string, more: Payment) =>
  checkInvoice(
    { ...plainInvoice, profile, payment: { ...payment, ...more } } as unknown as JsonObject,
    {},
  )
const installments = [
  { dueDate: '2026-12-05', amount: '1000' },
  { dueDate: '2027-01-05', amount: '831.24', text: 'Solde' },
]
const discounts = [{ percent: '2', days: '10' }]

describe('several due dates and a discount for early payment', () => {
  test('have their own places in EXTENDED, and come back from there', () => {
    const { errors, warnings, xml } = check('extended', { installments, discounts, terms: 'Merci' })
    expect([errors, warnings]).toEqual([[], []])
    const { unread, invoice } = readInvoiceXml(Buffer.from(xml))
    expect(unread).toEqual([])
    expect(invoice.payment).toMatchObject({
      dueDate: '2026-12-05',
      terms: 'Merci',
      installments: [
        { dueDate: '2026-12-05', amount: '1000.00' },
        { dueDate: '2027-01-05', amount: '831.24', text: 'Solde' },
      ],
      discounts,
    })
  })

  test('stand in the terms in EN 16931, with a warning, and once', () => {
    const { errors, warnings, invoice, xml } = check('en16931', {
      installments,
      discounts,
      terms: 'Par virement.',
    })
    expect(errors).toEqual([])
    expect(warnings.map(({ code, pointer }) => `${code} ${pointer}`)).toEqual([
      'TERMS-IN-WORDS /payment/installments',
      'TERMS-IN-WORDS /payment/discounts',
    ])
    expect(readInvoiceXml(Buffer.from(xml)).invoice.payment).toMatchObject({
      dueDate: '2026-12-05',
      terms:
        'Par virement.\nÉchéances : 1000,00 EUR le 05/12/2026 ; 831,24 EUR le 05/01/2027 (Solde).\nEscompte de 2 % en cas de paiement sous 10 jours.',
    })
    const again = checkInvoice(invoice as unknown as JsonObject, {})
    expect(again.invoice.payment.terms).toBe(invoice.payment.terms)
  })

  test('give the French mention of the discount, unless it is given', () => {
    const { earlyDiscount: _early, ...rest } = payment
    const given = { ...rest, terms: 'x', discounts }
    const { errors, invoice } = checkInvoice(
      { ...plainInvoice, profile: 'extended', payment: given } as unknown as JsonObject,
      {},
    )
    expect(errors).toEqual([])
    expect(invoice.notes.find(({ subjectCode }) => subjectCode === 'AAB')?.text).toBe(
      'Escompte de 2 % en cas de paiement sous 10 jours.',
    )
  })

  test.each<[what: string, more: Payment, pointer: string]>([
    [
      'parts that are not the amount due',
      { installments: [{ dueDate: '2026-12-05', amount: '1' }] },
      '/payment/installments',
    ],
    [
      'a part without date',
      { installments: [{ amount: '1831.24' }], terms: 'x' },
      '/payment/installments/0/dueDate',
    ],
    [
      'a due date that is none of them',
      { installments, dueDate: '2026-12-06' },
      '/payment/dueDate',
    ],
    [
      'a discount without days',
      { discounts: [{ percent: '2' }], terms: 'x' },
      '/payment/discounts/0/days',
    ],
    [
      'a discount of nothing',
      { discounts: [{ days: '5' }], terms: 'x' },
      '/payment/discounts/0/percent',
    ],
    [
      'a negative discount',
      { discounts: [{ days: '5', percent: '-2' }], terms: 'x' },
      '/payment/discounts/0',
    ],
  ])('are refused with %s', (_what, more, pointer) => {
    for (const profile of ['extended', 'en16931']) {
      const { errors } = check(profile, more)
      expect(
        errors.map((each) => `${each.code} ${each.pointer}`),
        profile,
      ).toEqual([`PAYMENT-TERMS ${pointer}`])
    }
  })
})
