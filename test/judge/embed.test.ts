/** What POST /embed-facturx makes of PDFs of many kinds, before veraPDF, Mustang, the schema and the official sheets. */
import { cmyk, PDFDocument, StandardFonts } from 'pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkInvoice } from '../../src/facturx/check-invoice.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { ODD_BUT_PLAIN } from '../support/damaged-pdfs.ts'
import { objectionsToPdf } from '../support/invoice-objections.ts'
import { shippedInvoice, shippedXml } from '../support/invoices.ts'
import { type Judges, type Layer, startJudges } from '../support/judges.ts'
import { encryptedPdf } from '../support/odd-uploads.ts'
import { PACKINGS, packedPdf } from '../support/packed-pdfs.ts'
import { SAMPLES } from '../support/pdf-samples.ts'

const LAYERS: readonly Layer[] = ['xsd', 'profile', 'cen', 'fr', 'pdfa', 'mustang']
const { businessProcess: _process, ...shipped } = shippedInvoice()
const invoice = JSON.stringify({ ...shipped, businessProcess: 'M1' })

let service: TestApp
let judges: Judges
beforeAll(async () => {
  judges = startJudges()
  service = await startTestApp()
})
afterAll(async () => {
  judges.close()
  await service.close()
})

/** An invoice as simple programs print it: fonts by name, ink, a script, a form, a link, a see-through stamp. */
async function printed(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage()
  for (const [at, name] of Object.values(StandardFonts).entries()) {
    if (/Symbol|Zapf/.test(name)) continue
    page.drawText('Facture n° 7 : 1 234,50 €, été, Œuvre', {
      x: 40,
      y: 760 - 30 * at,
      size: 12,
      opacity: at % 2 === 0 ? 1 : 0.4,
      font: await document.embedFont(name),
      color: cmyk(0.8, 0.2, 0, 0.3),
    })
  }
  document.addJavaScript('print', 'this.print()')
  const field = document.getForm().createTextField('Total')
  field.setText('1 234,50')
  field.addToPage(page, { x: 40, y: 300, width: 120, height: 24 })
  await document.attach(Buffer.from('a;b'), 'lines.csv', { mimeType: 'text/csv' })
  return document.save()
}

const KINDS: [string, () => Promise<Uint8Array>][] = [
  ['fonts that are only named, ink, a form, a script, an attachment', printed],
  ...Object.entries(SAMPLES),
  ...Object.entries(ODD_BUT_PLAIN),
  ...PACKINGS.map((each): (typeof KINDS)[number] => [
    `objects packed with ${each.filter}`,
    async () => packedPdf(each),
  ]),
  ['encryption of AES-128', () => encryptedPdf('AES-128')],
]

type Part = [string, string | { filename: string; bytes: Uint8Array; type: string }]

async function objections(pdf: Uint8Array, part: Part = ['data', invoice]): Promise<string[]> {
  const answer = await service.call('POST', '/embed-facturx', {
    key: await service.newKey(),
    form: [
      ['file', { filename: 'invoice.pdf', bytes: Buffer.from(pdf), type: 'application/pdf' }],
      part as never,
    ],
  })
  if (answer.status !== 200) return [answer.bytes.toString()]
  return objectionsToPdf(await judges.judge(answer.bytes, LAYERS))
}

test.each(KINDS)('%s: every judge accepts it', async (_, pdf) => {
  expect(await objections(await pdf())).toEqual([])
})

test('with CII as it was sent, and with UBL written as CII', async () => {
  const pdf = await printed()
  const xml = (bytes: Uint8Array): Part => [
    'xml',
    { filename: 'i.xml', bytes, type: 'application/xml' },
  ]
  expect(await objections(pdf, xml(shippedXml().bytes))).toEqual([])
  const ubl = checkInvoice(JSON.parse(invoice) as JsonObject, { format: 'ubl' })
  expect(ubl.errors).toEqual([])
  expect(await objections(pdf, xml(Buffer.from(ubl.xml)))).toEqual([])
})

test('a Factur-X whose invoice is replaced', async () => {
  const first = await service.call('POST', '/render-facturx', {
    key: await service.newKey(),
    json: { data: JSON.parse(invoice) },
  })
  expect(first.status).toBe(200)
  expect(await objections(first.bytes)).toEqual([])
})
