import { PDFDocument, StandardFonts } from 'pdf-lib'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeCii } from '../../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import { type Answer, startTestApp, type TestApp } from '../../support/app.ts'
import { shippedInvoice } from '../../support/invoices.ts'
import { signedByOthers } from '../../support/odd-uploads.ts'

let service: TestApp
let key: string
beforeAll(async () => {
  service = await startTestApp()
})
beforeEach(async () => {
  key = await service.newKey()
})
afterAll(() => service.close())

const { invoice, xml } = writeCiiOf(shippedInvoice())
function writeCiiOf(json: object) {
  const completed = completeInvoice(json).invoice
  return { invoice: completed, xml: writeCii(completed).xml }
}
const total = Number(invoice.totals.withVat)
const net = Number(invoice.totals.withoutVat)
const french = (amount: number): string =>
  amount
    .toFixed(2)
    .replace('.', ',')
    .replace(/\B(?=(\d{3})+,)/g, ' ')

/** A page as accounting programs print it, with fonts that are only named. */
async function page(
  lines: readonly string[],
  font = StandardFonts.Helvetica,
): Promise<PDFDocument> {
  const document = await PDFDocument.create()
  const sheet = document.addPage()
  const named = await document.embedFont(font)
  for (const [at, line] of lines.entries())
    sheet.drawText(line, { x: 40, y: 700 - 20 * at, size: 11, font: named })
  return document
}
const right = () =>
  page([
    'Facture',
    `Total HT ${french(net)} €`,
    'Acompte 1,00',
    `TVA ${french(total - net)}`,
    `Total TTC ${french(total)} €`,
  ])

type Parts = [string, string | { filename: string; bytes: Buffer; type: string }][]
const embed = (pdf: Uint8Array, parts: Parts): Promise<Answer> =>
  service.call('POST', '/embed-facturx', {
    key,
    form: [
      ['file', { filename: 'invoice.pdf', bytes: Buffer.from(pdf), type: 'application/pdf' }],
      ...parts,
    ],
  })
const asJson: Parts = [['data', JSON.stringify(shippedInvoice())]]
const asXml = (text = xml): Parts => [
  ['xml', { filename: 'invoice.xml', bytes: Buffer.from(text), type: 'application/xml' }],
]
const used = async (): Promise<number> =>
  (await service.call('GET', '/usage', { key })).json<{
    monthly: { documents: { used: number } }
  }>().monthly.documents.used
const read = async (pdf: Uint8Array) =>
  (
    await service.call('POST', '/read-facturx', {
      key,
      form: [['file', { filename: 'a.pdf', bytes: Buffer.from(pdf), type: 'application/pdf' }]],
    })
  ).json<{
    valid: boolean
    xml: string
    errors: unknown[]
    attachments: { name: string }[]
    pdf: object
  }>()

test.each([
  ['our JSON', asJson],
  ['CII XML, which is embedded as it is', asXml()],
])('a PDF of any program becomes a Factur-X with the invoice as %s', async (_form, parts) => {
  const answer = await embed(await (await right()).save(), parts)
  expect(answer.status).toBe(200)
  expect(answer.headers['x-facturx-profile']).toBe('EN 16931')
  expect(answer.headers['paraph-warnings']).toBeUndefined()
  expect(await used()).toBe(1)
  const report = await read(answer.bytes)
  expect(report).toMatchObject({
    valid: true,
    errors: [],
    pdf: { file_name: 'factur-x.xml', is_associated: true },
  })
  if (parts !== asJson) expect(report.xml).toBe(xml)
})

test('totals that no page shows are named; a picture of a page says nothing', async () => {
  const wrong = await embed(await (await page(['HT 1,00', 'TVA 2,00', 'TTC 3,00'])).save(), asJson)
  expect(wrong.headers['paraph-warnings']).toContain(
    `amount_not_on_page;text="${total.toFixed(2)} EUR"`,
  )
  const picture = await embed(await (await page([])).save(), asJson)
  expect(picture.headers['paraph-warnings']).toBeUndefined()
})

test('an invoice that is in the PDF already is replaced', async () => {
  const first = await embed(await (await right()).save(), asJson)
  const second = await embed(first.bytes, [
    ['data', JSON.stringify({ ...shippedInvoice(), number: 'NEU-2' })],
  ])
  const report = await read(second.bytes)
  expect(report.valid).toBe(true)
  expect(report.xml).toContain('NEU-2')
  expect(report.attachments).toEqual([])
})

test('an encrypted PDF opens with its password', async () => {
  const document = await right()
  document.encrypt({ userPassword: 'geheim', ownerPassword: 'o', algorithm: 'AES-256' })
  const pdf = await document.save()
  expect((await embed(pdf, asJson)).json()).toMatchObject({ code: 'pdf_encrypted' })
  expect((await embed(pdf, [...asJson, ['password', 'geheim']])).status).toBe(200)
  expect(await used()).toBe(1)
})

test.each([
  ['a signed PDF', async () => signedByOthers('00'), asJson, 'pdf_not_archivable'],
  [
    'a font that nothing looks like',
    async () => (await page(['\u2714'], StandardFonts.ZapfDingbats)).save(),
    asJson,
    'pdf_not_archivable',
  ],
  ['a file that is no PDF', async () => Buffer.from('hello'), asJson, 'pdf_invalid'],
  [
    'XML that breaks a rule',
    async () => (await right()).save(),
    asXml(xml.replace(/<ram:GrandTotalAmount>[^<]*/, '<ram:GrandTotalAmount>1.00')),
    'facturx_invalid',
  ],
  [
    'an invoice that breaks a rule',
    async () => (await right()).save(),
    [['data', '{"number": "1"}']] as Parts,
    'facturx_invalid',
  ],
  ['no invoice', async () => (await right()).save(), [], 'validation_failed'],
  [
    'two invoices',
    async () => (await right()).save(),
    [...asJson, ...asXml()],
    'validation_failed',
  ],
])('%s is refused, and costs nothing', async (_what, pdf, parts, code) => {
  const answer = await embed(await pdf(), parts)
  expect(answer.status).toBe(422)
  expect(answer.json()).toMatchObject({ code })
  expect(await used()).toBe(0)
})
