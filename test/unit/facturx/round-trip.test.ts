import { describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/facturx/check-invoice.ts'
import { writeCii } from '../../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import { readReport } from '../../../src/facturx/invoice-report.ts'
import type { Invoice } from '../../../src/facturx/model/invoice.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { roundTrip } from '../../support/round-trip.ts'
import { fullInvoice, plainInvoice } from './sample-invoices.ts'

const written = (json: Invoice): string => writeCii(completeInvoice(json).invoice).xml

describe('XML that is read to JSON and written again', () => {
  test.each<[string, Invoice]>([
    ['a plain invoice', { ...plainInvoice, profile: 'en16931' }],
    ['an invoice that uses all of EXTENDED', { ...fullInvoice, profile: 'extended' }],
  ])('%s loses nothing', async (_, json) => {
    expect(await roundTrip(Buffer.from(written(json)))).toEqual({
      refused: [],
      lost: [],
      named: [],
    })
  })

  test('a charge on a price, which the model has not, is named and never taken for a discount', async () => {
    const line = { ...plainInvoice.lines?.[0], grossPrice: '100', discount: '10', netPrice: '90' }
    const xml = written({ ...plainInvoice, profile: 'extended', lines: [line] }).replace(
      /(<ram:AppliedTradeAllowanceCharge>.*?<udt:Indicator>)false/,
      '$1true',
    )
    const report = await readReport(Buffer.from(xml), {})
    expect(report.invoice.lines).not.toMatchObject([{ discount: '10' }])
    const named = report.warnings
      .filter(({ code }) => code === 'NOT-READ')
      .map((each) => each.detail)
    expect(named.join()).toMatch(/ChargeIndicator\/Indicator.*ActualAmount/s)
  })

  test('a MINIMUM invoice that was paid in part is accepted again, with the rules it was judged by', async () => {
    const xml = written({ ...plainInvoice, profile: 'minimum' }).replace(
      /(<ram:DuePayableAmount>)[^<]+/,
      '$11.00',
    )
    expect((await readReport(Buffer.from(xml), {})).errors).toEqual([])
    expect((await roundTrip(Buffer.from(xml))).refused).toEqual([])
  })

  test('what has no place is named in the answer', async () => {
    const xml = written({ ...plainInvoice, profile: 'extended' }).replace(
      '<ram:BilledQuantity',
      '<ram:ChargeFreeQuantity unitCode="C62">7.7</ram:ChargeFreeQuantity><ram:BilledQuantity',
    )
    const { lost, named } = await roundTrip(Buffer.from(xml))
    expect(lost).toHaveLength(1)
    expect(named).toEqual(lost)
  })
})

describe('the lines of an invoice that states every amount', () => {
  const xml = written({ ...plainInvoice, profile: 'en16931' })
  /** Read from a file whose line does not come about by quantity × price, which no official rule calculates. */
  const stranger = async (): Promise<JsonObject> => {
    const changed = xml.replace(/(<ram:BilledQuantity[^>]*>)[^<]*/, '$17')
    const report = await readReport(Buffer.from(changed), {})
    expect(report.errors).toEqual([])
    return report.invoice
  }

  test('may come about in any way, with a warning: the totals hold', async () => {
    const { errors, warnings } = checkInvoice(await stranger(), {})
    expect(errors).toEqual([])
    expect(warnings).toMatchObject([{ code: 'PARAPH-LINE', pointer: '/lines/0/netAmount' }])
  })

  test('must add up where any amount is left to be computed', async () => {
    const { totals: _, ...rest } = await stranger()
    expect(checkInvoice(rest, {}).errors).toMatchObject([{ code: 'LINE-AMOUNT' }])
  })

  test('never excuse a total that is wrong', async () => {
    const json = await stranger()
    const totals = { ...(json.totals as JsonObject), withVat: '1.00' }
    const codes = checkInvoice({ ...json, totals }, {}).errors.map(({ code }) => code)
    expect(codes).toContain('BR-CO-15')
  })
})
