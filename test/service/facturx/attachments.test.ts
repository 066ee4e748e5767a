import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName } from 'pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { docxWith } from '../../support/docx-package.ts'
import { shippedInvoice } from '../../support/invoices.ts'

let service: TestApp
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

const at = (dictionary: PDFDict, key: string) => dictionary.lookup(PDFName.of(key))
const textOf = (value: unknown): string | undefined =>
  value instanceof PDFHexString || value instanceof PDFName ? value.decodeText() : undefined

test('a supporting document stands in the XML and in the PDF, and the invoice is still found', async () => {
  const key = await service.newKey()
  const content = Buffer.from('article;quantité\nOPA-40;6\n')
  const attachment = {
    id: 'BL-77',
    description: 'BORDEREAU_SUIVI',
    content: content.toString('base64'),
    mimeType: 'text/csv',
    filename: 'Livraison été.csv',
  }
  const elsewhere = { id: 'DOC-2', description: 'LISIBLE', url: 'https://example.fr/plan.pdf' }
  const invoice = { ...shippedInvoice(), attachments: [attachment, elsewhere] }
  const answer = await service.call('POST', '/render-facturx', {
    key,
    form: [
      ['template', { filename: 't.docx', bytes: docxWith('{title} {number}') }],
      ['data', JSON.stringify(invoice)],
    ],
  })
  expect(answer.status).toBe(200)

  const document = await PDFDocument.load(answer.bytes)
  const associated = document.catalog.lookup(PDFName.of('AF'), PDFArray)
  const files = associated.asArray().map((_, index) => associated.lookup(index, PDFDict))
  const facts = files.map((file) => {
    const stream = file.lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F'))
    const { dict } = stream as unknown as { dict: PDFDict }
    return [
      textOf(at(file, 'UF')),
      textOf(at(file, 'Desc')),
      textOf(at(file, 'AFRelationship')),
      textOf(at(dict, 'Subtype')),
    ]
  })
  expect(facts).toEqual([
    ['Livraison été.csv', 'BORDEREAU_SUIVI', 'Supplement', 'text/csv'],
    ['factur-x.xml', 'Factur-X invoice', 'Alternative', 'text/xml'],
  ])

  const report = await service.call('POST', '/validate-facturx', {
    key,
    form: [['file', { filename: 'a.pdf', bytes: answer.bytes, type: 'application/pdf' }]],
  })
  expect(report.json()).toMatchObject({
    valid: true,
    pdf: { file_name: 'factur-x.xml' },
    invoice: { attachments: [attachment, elsewhere] },
  })
})
