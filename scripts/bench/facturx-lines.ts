/** Long invoices as files, for what a verdict costs: schema, sheets and our rules. */
import { checkInvoice } from '../../src/facturx/check-invoice.ts'
import type { JsonObject } from '../../src/kernel/json.ts'

/** Most lines that our JSON takes; a file may have more. */
const JSON_LINES_MAX = 5000
const LINE = { name: 'Article', quantity: 2, netPrice: '10.00', vat: { category: 'S', rate: 20 } }
const LINES = /<ram:IncludedSupplyChainTradeLineItem>.*<\/ram:IncludedSupplyChainTradeLineItem>/s

/** The same lines twice, each of half the quantity: no sum changes. */
function doubled(xml: string): string {
  let count = 0
  const half = (lines: string): string =>
    lines
      .replaceAll('>2</ram:BilledQuantity>', '>1</ram:BilledQuantity>')
      .replaceAll('<ram:LineTotalAmount>20.00<', '<ram:LineTotalAmount>10.00<')
      .replaceAll(/(?<=<ram:LineID>)\d+/g, () => {
        count += 1
        return String(count)
      })
  return xml.replace(LINES, (lines) => half(lines) + half(lines))
}

/** A valid invoice of EN 16931 of so many lines. @throws Error when it is not valid */
export function invoiceFile(sample: JsonObject, count: number): Buffer {
  const inJson = Math.min(count, JSON_LINES_MAX)
  const lines = Array.from({ length: inJson }, () => LINE)
  const { xml, errors } = checkInvoice({ ...sample, lines, totals: {} }, {})
  if (errors.length > 0) throw new Error(`The invoice is not valid: ${errors[0]?.detail}`)
  return Buffer.from(count === 2 * inJson ? doubled(xml) : xml)
}
