/** Invoices of EXTENDED whose lines stand in groups, as large as wanted. */
import { writeCii } from '../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../src/facturx/complete/complete.ts'
import type { Invoice } from '../../src/facturx/model/invoice.ts'
import { plainInvoice } from '../unit/facturx/sample-invoices.ts'

const GROUP = 10
const LINE = /<ram:IncludedSupplyChainTradeLineItem>[\s\S]*<\/ram:IncludedSupplyChainTradeLineItem>/
const AMOUNT = /<ram:LineTotalAmount>([^<]*)/

function placed(line: string, index: number, total: number): string {
  const first = index - (index % GROUP)
  const isGroup = index === first
  const status = isGroup
    ? '<ram:LineStatusReasonCode>GROUP</ram:LineStatusReasonCode>'
    : `<ram:ParentLineID>${first + 1}</ram:ParentLineID><ram:LineStatusReasonCode>DETAIL</ram:LineStatusReasonCode>`
  const children = Math.min(GROUP, total - first) - 1
  const amount = Number(AMOUNT.exec(line)?.[1])
  return line
    .replace(/<ram:LineID>[^<]*<\/ram:LineID>/, `<ram:LineID>${index + 1}</ram:LineID>${status}`)
    .replace(AMOUNT, `<ram:LineTotalAmount>${(isGroup ? amount * children : amount).toFixed(2)}`)
}

/** @param lines how many; each tenth is the group of the nine after it */
export function groupedXml(lines: number): string {
  const [line] = plainInvoice.lines ?? []
  const { totals: _totals, vatBreakdown: _rows, ...rest } = plainInvoice
  const json = { ...rest, profile: 'extended', lines: [line] } as Invoice
  const { xml } = writeCii(completeInvoice(json).invoice)
  const own = LINE.exec(xml)?.[0] ?? ''
  const all = Array.from({ length: lines }, (_, index) => placed(own, index, lines))
  return xml.replace(LINE, () => all.join('\n'))
}
