/** Random invoices: any number of lines, rates, discounts, allowances and charges. */
import fc from 'fast-check'
import type { Invoice } from '../../../src/facturx/model/invoice.ts'
import { plainInvoice } from './sample-invoices.ts'

/** A decimal text made of an integer and a number of places. */
const decimal = (min: number, max: number, places: number) =>
  fc.integer({ min, max }).map((units) => (units / 10 ** places).toFixed(places))

const vat = fc.oneof(
  fc.constantFrom('20', '10', '5.5', '2.1', '8.5', '0.9').map((rate) => ({ category: 'S', rate })),
  fc.constant({ category: 'E', exemptionCode: 'VATEX-EU-132' }),
  fc.constant({ category: 'Z' }),
)

const adjustment = fc.oneof(
  decimal(1, 9_999, 2).map((amount) => ({ amount, reason: 'Geste' })),
  decimal(1, 5_000, 2).map((percent) => ({ percent, reason: 'Remise' })),
)

const price = fc.oneof(
  decimal(0, 10_000_000, 4).map((netPrice) => ({ netPrice })),
  fc
    .tuple(decimal(100, 1_000_000, 2), decimal(0, 100, 2))
    .map(([grossPrice, discount]) => ({ grossPrice, discount })),
)

const line = fc
  .tuple(
    price,
    vat,
    decimal(-5_000, 100_000, 3),
    fc.constantFrom(undefined, '1', '12', '100', '1000'),
    fc.array(adjustment, { maxLength: 2 }),
    fc.array(adjustment, { maxLength: 2 }),
  )
  .map(([prices, rate, quantity, baseQuantity, allowances, charges]) => ({
    name: 'Article',
    ...prices,
    vat: rate,
    quantity,
    ...(baseQuantity === undefined ? {} : { baseQuantity }),
    allowances,
    charges,
  }))

/** A valid invoice without any computed amount. */
export const anyInvoice: fc.Arbitrary<Invoice> = fc
  .tuple(
    fc.array(line, { minLength: 1, maxLength: 12 }),
    fc.array(fc.tuple(adjustment, fc.nat()), { maxLength: 3 }),
    fc.array(fc.tuple(adjustment, fc.nat()), { maxLength: 3 }),
    fc.option(decimal(0, 100_000, 2), { nil: undefined }),
    fc.option(decimal(-5, 5, 2), { nil: undefined }),
  )
  .map(([lines, allowances, charges, prepaid, rounding]) => {
    // allowances and charges of the document take their VAT from a line: other rates have no base
    const ofLine = <A extends object>(adjustments: [A, number][]) =>
      adjustments.map(([each, at]) => ({ ...each, vat: lines[at % lines.length]!.vat }))
    return {
      ...plainInvoice,
      lines,
      allowances: ofLine(allowances),
      charges: ofLine(charges),
      totals: {
        ...(prepaid === undefined ? {} : { prepaid }),
        ...(rounding === undefined ? {} : { rounding }),
      },
    }
  })
