import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/facturx/check-invoice.ts'
import { writeCii } from '../../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import type { CreditInput, CreditLine } from '../../../src/facturx/credit/credit-input.ts'
import { creditNoteOf } from '../../../src/facturx/credit/credit-note.ts'
import type {
  CheckedInvoice,
  CompleteInvoice,
} from '../../../src/facturx/model/complete-invoice.ts'
import { type Invoice, PROFILES } from '../../../src/facturx/model/invoice.ts'
import { readInvoiceXml } from '../../../src/facturx/ubl/read-ubl.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { fittedTo, shippedInvoice } from '../../support/invoices.ts'
import { anyInvoice } from './arbitrary-invoice.ts'
import { plainInvoice } from './sample-invoices.ts'

const ORDER: CreditInput = { number: 'A2026-1', issueDate: '2026-11-20', typeCode: '381' }

const asRead = (invoice: Invoice): CheckedInvoice =>
  readInvoiceXml(Buffer.from(writeCii(completeInvoice(invoice).invoice).xml)).invoice

/** The finished note, as its file is read; every official rule holds for it. */
function noteOf(json: JsonObject): CheckedInvoice {
  const { errors, xml, checked } = checkInvoice(json, {})
  expect(errors).toEqual([])
  expect(checked).toContain('xml-schema')
  return readInvoiceXml(Buffer.from(xml)).invoice
}

const credit = (
  invoice: CheckedInvoice,
  order: Partial<CreditInput> = {},
  earlier: readonly CheckedInvoice[] = [],
): CheckedInvoice => noteOf(creditNoteOf(invoice, earlier, { ...ORDER, ...order }))

const cents = (text: string | undefined): number => Math.round(Number(text ?? 0) * 100)
const sumOf = (notes: readonly CheckedInvoice[], name: 'lines' | 'withoutVat' | 'allowances') =>
  notes.reduce((sum, { totals }) => sum + cents(totals?.[name]), 0)

describe('a credit note of a whole invoice', () => {
  test('has its parties, lines, rates and totals, and refers to it', () => {
    const invoice = asRead(plainInvoice)
    const note = credit(invoice, { reason: 'Marchandise retournée' })
    expect(note).toMatchObject({
      typeCode: '381',
      number: 'A2026-1',
      issueDate: '2026-11-20',
      precedingInvoices: [{ number: 'F2026-0042', issueDate: '2026-11-05' }],
      seller: invoice.seller,
      buyer: invoice.buyer,
      vatBreakdown: invoice.vatBreakdown,
      payment: { terms: 'À déduire de la facture F2026-0042, ou à rembourser.' },
    })
    expect(note.lines).toEqual(invoice.lines)
    expect(note.totals).toMatchObject({ withVat: invoice.totals?.withVat })
    expect(note.notes?.at(-1)?.text).toBe('Marchandise retournée')
    expect(note.payment?.means).toBeUndefined()
  })

  test.each(PROFILES)('keeps all official rules in profile %s', (profile) => {
    const invoice = asRead(fittedTo(profile, shippedInvoice()))
    const note = credit(invoice)
    expect(note).toMatchObject({ profile, typeCode: '381' })
    expect(note.totals?.withVat).toBe(invoice.totals?.withVat)
  })

  test.each([
    ['E', { exemptionCode: 'VATEX-EU-132' }],
    ['AE', {}],
    ['G', {}],
    ['K', {}],
  ] as const)('carries the exemption of category %s', (category, more) => {
    const vat = { category, ...more }
    const buyer = {
      name: 'Holz GmbH',
      vatId: 'DE136695976',
      legalId: { value: '12345', scheme: '0198' },
      address: { line1: 'Weg 1', postalCode: '10115', city: 'Berlin', country: 'DE' },
    }
    const invoice = asRead({
      ...plainInvoice,
      rules: 'en16931',
      buyer,
      charges: [],
      delivery: { date: '2026-11-04', address: buyer.address },
      lines: [{ name: 'Table', quantity: '3', netPrice: '99.99', vat }],
    })
    const json = creditNoteOf(invoice, [], ORDER)
    expect(checkInvoice(json, { rules: 'en16931' }).errors).toEqual([])
  })
})

interface Step {
  at: number
  parts: number
  money: boolean
}

/** A part of one of the lines, by quantity or by amount. */
function partOf({ lines }: CompleteInvoice, { at, parts, money }: Step): CreditLine {
  const { id, quantity, netAmount } = lines[at % lines.length]!
  return money
    ? { id, amount: (Math.trunc(cents(netAmount) / parts) / 100).toFixed(2) }
    : { id, quantity: (Math.trunc((Number(quantity) * 1000) / parts) / 1000).toFixed(3) }
}

/** Adds the next credit note; false when it is refused, which it is with a finding. */
function creditNext(
  source: CompleteInvoice,
  notes: CheckedInvoice[],
  lines: CreditLine[] | undefined,
): boolean {
  const order = { ...ORDER, number: `A${notes.length}`, ...(lines && { lines }) }
  let json: JsonObject
  try {
    json = creditNoteOf(source as CheckedInvoice, notes, order)
  } catch (error) {
    expect(error).toMatchObject({ code: 'validation_failed' })
    return false
  }
  const made = completeInvoice(json)
  expect(made.findings).toEqual([])
  notes.push(made.invoice as CheckedInvoice)
  return true
}

describe('a credit note of some lines', () => {
  const invoice = asRead(plainInvoice)

  test('takes a quantity at the price of the line, or an amount, or a line wholly', () => {
    const note = credit(invoice, {
      lines: [{ id: '1', quantity: '2.5' }, { id: '2', amount: '10' }, { id: '3' }],
    })
    expect(note.lines?.map(({ id, quantity, netAmount }) => [id, quantity, netAmount])).toEqual([
      ['1', '2.5', '212.50'],
      ['2', '1', '10.00'],
      ['3', '2', '56.67'],
    ])
    expect(note.lines?.map(({ vat }) => vat)).toEqual(invoice.lines?.map(({ vat }) => vat))
    expect(note.charges).toBeUndefined()
  })

  test('and one of what is left come to the invoice together, to the cent', () => {
    const first = credit(invoice, {
      lines: [
        { id: '1', quantity: '2.5' },
        { id: '2', amount: '10' },
        { id: '3', quantity: '1' },
      ],
    })
    const rest = credit(invoice, { number: 'A2026-2' }, [first])
    const all = cents(invoice.totals?.withVat)
    expect(cents(first.totals?.withVat) + cents(rest.totals?.withVat)).toBe(all)
    const third = () => creditNoteOf(invoice, [first, rest], { ...ORDER, number: 'A2026-3' })
    expect(third).toThrow('Nothing is left of the invoice')
  })

  test.each<[what: string, lines: CreditLine[], pointer: string]>([
    [
      'a quantity larger than the invoiced one',
      [{ id: '1', quantity: '12.501' }],
      '/lines/0/quantity',
    ],
    ['a quantity of the other sign', [{ id: '1', quantity: '-1' }], '/lines/0/quantity'],
    ['a quantity of zero', [{ id: '1', quantity: '0' }], '/lines/0/quantity'],
    ['an amount larger than that of the line', [{ id: '3', amount: '56.68' }], '/lines/0/amount'],
    ['an amount that is no number of cents', [{ id: '3', amount: '1.001' }], '/lines/0/amount'],
    ['a line that the invoice lacks', [{ id: '3' }, { id: '9' }], '/lines/1/id'],
    ['a line twice', [{ id: '3' }, { id: '3' }], '/lines/1/id'],
  ])('is refused at its pointer for %s', (_what, lines, pointer) => {
    expect(() => creditNoteOf(invoice, [], { ...ORDER, lines })).toThrow(
      expect.objectContaining({
        code: 'validation_failed',
        errors: [expect.objectContaining({ pointer, fix: expect.any(String) })],
      }),
    )
  })

  test('is refused for more than earlier credit notes have left', () => {
    const first = credit(invoice, { lines: [{ id: '1', quantity: '12' }] })
    const again = (line: CreditLine) => () =>
      creditNoteOf(invoice, [first], { ...ORDER, number: 'A2', lines: [line] })
    expect(again({ id: '1', quantity: '1' })).toThrow('0.5 of 12.5 is left')
    expect(again({ id: '1', amount: '42.51' })).toThrow('42.50 of 1062.50 is left')
    expect(again({ id: '1', quantity: '0.5' })).not.toThrow()
  })

  test('is refused with credit notes of another invoice, or one sent twice', () => {
    const other = credit(asRead({ ...plainInvoice, number: 'F2026-0043' }))
    expect(() => creditNoteOf(invoice, [other], ORDER)).toThrow('is no credit note of invoice')
    expect(() => creditNoteOf(invoice, [invoice], ORDER)).toThrow('is no credit note of invoice')
    const own = credit(invoice, { lines: [{ id: '3' }] })
    expect(() => creditNoteOf(invoice, [own, own], ORDER)).toThrow('is sent twice')
    expect(() => creditNoteOf(own, [], ORDER)).toThrow('a credit note is made from an invoice')
  })

  test('of any invoice, in any order: never more than its lines, and all of them in the end', () => {
    fc.assert(
      fc.property(
        anyInvoice,
        fc.array(
          fc.record({ at: fc.nat(), parts: fc.integer({ min: 1, max: 4 }), money: fc.boolean() }),
          {
            maxLength: 3,
          },
        ),
        (given, steps) => {
          const source = completeInvoice({ ...given, rules: 'en16931', totals: {} }).invoice
          const notes: CheckedInvoice[] = []
          for (const step of steps) creditNext(source, notes, [partOf(source, step)])
          const left = cents(source.totals.lines) - sumOf(notes, 'lines')
          if (creditNext(source, notes, undefined)) {
            expect(sumOf(notes, 'lines')).toBe(cents(source.totals.lines))
            expect(sumOf(notes, 'withoutVat')).toBe(cents(source.totals.withoutVat))
          } else expect(left).toBe(0)
          for (const { id, netAmount } of source.lines) {
            const taken = notes.flatMap(({ lines = [] }) => lines.filter((line) => line.id === id))
            const sum = taken.reduce((all, each) => all + cents(each.netAmount), 0)
            expect(Math.abs(sum)).toBeLessThanOrEqual(Math.abs(cents(netAmount)))
          }
        },
      ),
      { numRuns: 200 },
    )
  })
})

describe('a corrected invoice', () => {
  test('has all lines, those that differ as they should have been, and is paid as the first one', () => {
    const invoice = asRead(plainInvoice)
    const lines = [
      { id: '1', quantity: '10' },
      { id: '3', quantity: '0' },
    ]
    const note = credit(invoice, { typeCode: '384', lines })
    expect(note).toMatchObject({
      typeCode: '384',
      precedingInvoices: [{ number: 'F2026-0042' }],
      payment: { dueDate: '2026-12-05', means: invoice.payment?.means },
    })
    expect(note.lines?.map(({ id, netAmount }) => [id, netAmount])).toEqual([
      ['1', '850.00'],
      ['2', '398.71'],
    ])
    expect(note.charges).toHaveLength(1)
  })

  test('that is dated after the due date says so in words', () => {
    const note = credit(
      asRead({ ...plainInvoice, payment: { ...plainInvoice.payment, terms: '' } }),
      {
        typeCode: '384',
        issueDate: '2026-12-24',
      },
    )
    expect(note.payment).toMatchObject({ terms: 'Échéance de la facture F2026-0042.' })
    expect(note.payment?.dueDate).toBeUndefined()
  })
})
