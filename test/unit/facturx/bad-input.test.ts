import { deflateRawSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/facturx/check-invoice.ts'
import { writeCii } from '../../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import { invoiceJsonSchema } from '../../../src/facturx/complete/read-json.ts'
import { creditFrom } from '../../../src/facturx/credit/credit-note.ts'
import { readReport } from '../../../src/facturx/invoice-report.ts'
import { type Invoice, LINES_MAX } from '../../../src/facturx/model/invoice.ts'
import { CALLS_BY_KIND } from '../../../src/http/other-files.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { LOCALES } from '../../../src/kernel/languages.ts'
import { otherFile } from '../../../src/pdf/opening.ts'
import { docxWith } from '../../support/docx-package.ts'
import { plainInvoice } from './sample-invoices.ts'

const asJson = (invoice: Invoice): JsonObject =>
  JSON.parse(JSON.stringify({ ...plainInvoice, ...invoice })) as JsonObject
const errorsOf = (invoice: Invoice) => checkInvoice(asJson(invoice), {}).errors
const placesOf = (invoice: Invoice): string[] =>
  errorsOf(invoice).map(({ code, pointer }) => `${code} ${pointer}`)
const line = { name: 'Article', quantity: '1', netPrice: '10.00' }

describe('a mistake in an invoice', () => {
  test('of shape says what to do, in every language', () => {
    const wrong = {
      issueDate: '2026-02-30',
      profile: 'gold',
      notes: {},
      lines: [{ ...line, name: 1, vat: {} }],
      totals: {},
    }
    const errors = errorsOf(wrong as unknown as Invoice)
    expect(errors.length).toBeGreaterThan(4)
    for (const { wording } of errors)
      for (const locale of LOCALES) expect(wording?.fix?.[locale]?.length).toBeGreaterThan(10)
  })

  test('in a VAT rate is said at the rate, with the rate, and not at the amounts computed from it', () => {
    const invoice = { lines: [{ ...line, vat: { category: 'S' as const, rate: '-5' } }] }
    const errors = errorsOf(invoice)
    expect(new Set(errors.map(({ pointer }) => pointer))).toEqual(new Set(['/lines/0/vat/rate']))
    const [first] = errors
    expect(first).toMatchObject({ code: 'BR-S-05', fix: 'Correct the rate or the category.' })
    expect(first?.detail).toMatch(/must be greater than 0\. Given: "-5.00"\.$/)
  })

  test('in the VAT category of a line names the line and BT-151, once', () => {
    const vat = { category: 'X' as 'S', rate: '20' }
    const errors = errorsOf({ lines: [{ ...line, vat }] }).filter(({ code }) => code === 'BR-CL-18')
    expect(errors).toHaveLength(1)
    expect(errors[0]?.pointer).toBe('/lines/0/vat/category')
    expect(errors[0]?.detail).toMatch(/VAT category of a line \(BT-151\).*Given: "X"\.$/)
    expect(errors[0]?.fix).toMatch(/^Give lines\[\]\.vat\.category a code/)
  })

  test('in a price that cannot be read is not said again at the amount of its line', () => {
    const vat = { category: 'S' as const, rate: '20' }
    for (const netPrice of ['100.', '1.00.', '.5', '1,5', '1 000', '1e3'])
      expect(placesOf({ lines: [{ ...line, netPrice, vat }] })).toEqual([
        'DECIMAL /lines/0/netPrice',
      ])
  })

  test('in the number of lines is refused at once, with the number', () => {
    const lines = Array.from({ length: 2 * LINES_MAX }, () => line)
    const errors = errorsOf({ lines })
    expect(errors.map(({ pointer }) => pointer)).toEqual(['/lines'])
    expect(errors[0]?.detail).toBe('The list has 10000 entries; at most 5000 are accepted.')
  })
})

interface Node {
  properties?: Record<string, Node>
  items?: Node
  type?: string
}

/** Every text and decimal of the schema, each as the path of its members. */
function placesIn(node: Node, path: (string | number)[]): (string | number)[][] {
  if (node.items !== undefined) return placesIn(node.items, [...path, 0])
  if (node.properties === undefined) return [path]
  return Object.entries(node.properties).flatMap(([name, member]) =>
    placesIn(member, [...path, name]),
  )
}

function withValue(value: unknown, [name, ...rest]: (string | number)[], put: unknown): unknown {
  if (name === undefined) return put
  if (typeof name === 'number') {
    const [first, ...others] = Array.isArray(value) ? (value as unknown[]) : []
    return [withValue(first, rest, put), ...others]
  }
  const members = (value ?? {}) as Record<string, unknown>
  return { ...members, [name]: withValue(members[name], rest, put) }
}

describe('a value of 10,000 characters', () => {
  const places = placesIn(invoiceJsonSchema() as Node, [])
  // An invoice with an error is not written, so the official rules have nothing to say about it.
  const { number: _number, ...incomplete } = asJson({ profile: 'extended' })

  test('is repeated by no message, wherever it stands', () => {
    const long = '7'.repeat(10_000)
    expect(places.length).toBeGreaterThan(200)
    for (const place of places) {
      const invoice = withValue(incomplete, place, long) as JsonObject
      const { errors, warnings } = checkInvoice(invoice, {})
      for (const finding of [...errors, ...warnings])
        for (const text of Object.values(finding))
          expect(String(text).length, `${place.join('/')}: ${finding.code}`).toBeLessThan(2_000)
    }
  })

  test('as a name of a member is neither in the message nor in the pointer', () => {
    const [error] = errorsOf({ ['x'.repeat(10_000)]: 1 } as Invoice)
    expect(error).toMatchObject({ code: 'FIELD-UNKNOWN', pointer: '' })
    expect(error?.detail.length).toBeLessThan(200)
  })
})

describe('what follows from a mistake', () => {
  test('is not said beside it: a line without price has no amount either', () => {
    const [line] = plainInvoice.lines ?? []
    const { netPrice: _price, grossPrice: _gross, ...rest } = line ?? {}
    const priceless = { ...rest, allowances: [{ percent: '5', reason: 'x' }] }
    const errors = errorsOf({ ...plainInvoice, lines: [priceless] })
    expect(errors.map(({ code }) => code)).not.toContain('BR-24')
    expect(errors).toContainEqual(
      expect.objectContaining({ code: 'BR-26', pointer: '/lines/0/netPrice' }),
    )
  })

  test('is explained: a percentage of lines that are not there', () => {
    const vat = { category: 'S', rate: '2.1' } as const
    const allowances = [{ percent: '3', reason: 'x', vat }]
    const found = errorsOf({ ...plainInvoice, allowances }).find(({ code }) => code === 'BR-31')
    expect(found?.pointer).toBe('/allowances/0/amount')
    expect(found?.detail).toMatch(/The 3 % cannot be computed: no line has VAT S 2\.1 %\.$/)
    expect(found?.wording?.detail.fr).toMatch(/aucune ligne n’est soumise à la TVA S 2\.1 %\.$/)
  })
})

describe('a file that is no invoice', () => {
  const refusal = async (file: Uint8Array): Promise<unknown> =>
    readReport(file, {}).then(
      () => 'read',
      (error: unknown) => error,
    )
  const docx = docxWith('<w:p/>')

  test.each<[what: string, file: Uint8Array, says: RegExp]>([
    ['a Word document', docx, /Word document \(\.docx\).*POST \/render-facturx/],
    ['JSON', Buffer.from('\ufeff{"number": "F-1"}'), /is JSON.*"data" of POST \/validate-facturx/],
    ['an image', Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1'), /is an image/],
    ['an HTML page', Buffer.from('<!DOCTYPE html><html></html>'), /is an HTML page/],
    ['a zip archive', Buffer.from('PK\u0003\u0004 a.txt'), /is a zip archive/],
    ['empty', Buffer.alloc(0), /is empty/],
    ['a table as text', Buffer.from('a;b\n1;2'), /is neither a PDF nor XML/],
    ['compressed', gzipSync('<a/>'), /is neither a PDF nor XML/],
    ['another root', Buffer.from('<Invoice xmlns="urn:oasis:names:x"/>'), /is no invoice/],
    ['XML that was cut off', Buffer.from('<a><b>'), /cannot be read: .*[^.]\. Send a Factur-X/],
    ['a damaged PDF', Buffer.from('%PDF-1.7 nothing'), /The PDF is damaged/],
  ])('is refused as what it is: %s', async (_what, file, says) => {
    expect(await refusal(file)).toMatchObject({
      code: 'data_invalid',
      message: expect.stringMatching(says),
      errors: [{ pointer: '/file', fix: expect.stringMatching(/^(Send|An? )/) }],
    })
  })

  test('is named by its place among the credit notes of an invoice', async () => {
    const { xml } = writeCii(completeInvoice(plainInvoice).invoice)
    const earlier = [Buffer.from(xml), docx]
    await expect(
      creditFrom({
        file: Buffer.from(xml),
        earlier,
        credit: { number: 'A-1', issueDate: '2026-12-01', typeCode: '381' },
      }),
    ).rejects.toMatchObject({ code: 'data_invalid', errors: [{ pointer: '/credit_notes/1' }] })
  })

  test('is named too where a PDF is expected, with the call that takes it', () => {
    expect(otherFile(docx)).toMatch(/Word document \(\.docx\), not a PDF\. Send a PDF\.$/)
    expect(otherFile(docx, CALLS_BY_KIND)).toMatch(/not a PDF\. POST \/render makes/)
    expect(otherFile(Buffer.from('[{"a": 1}]'))).toMatch(/^The file is JSON, not a PDF\./)
    expect(otherFile(Buffer.from('%PDF-1.7'))).toBeUndefined()
    expect(otherFile(deflateRawSync('unknown'))).toBeUndefined()
  })
})

describe('the XML of an invoice', () => {
  const { xml } = writeCii(completeInvoice(plainInvoice).invoice)

  test('read to JSON has decimals that our JSON takes', async () => {
    const changed = xml.replace(/(<ram:BilledQuantity[^>]*>)[^<]*/, '$1+100.')
    expect(changed).not.toBe(xml)
    const { invoice } = await readReport(Buffer.from(changed), {})
    expect((invoice.lines as { quantity: string }[])[0]?.quantity).toBe('100')
  })

  test('gets a pointer to the member of a line that breaks the schema or a sheet', async () => {
    const changed = xml
      .replace(/(<ram:BilledQuantity[^>]*>)[^<]*/, '$1many')
      .replace(/(<ram:IncludedSupplyChainTradeLineItem>.*?<ram:CategoryCode>)[^<]*/s, '$1XX')
    const { errors } = await readReport(Buffer.from(changed), {})
    const pointers = errors.map(({ pointer }) => pointer)
    expect(pointers).toContain('/lines/0/quantity')
    expect(pointers).toContain('/lines/0/vat/category')
    expect(pointers).not.toContain('/lines/0')
  })
})
