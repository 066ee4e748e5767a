import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { writeCii } from '../../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import { type Answer, startTestApp, type TestApp } from '../../support/app.ts'
import { shippedInvoice } from '../../support/invoices.ts'

interface Reading {
  valid: boolean
  kind: string
  xml?: string
  invoice: Record<string, unknown>
  not_carried: string[]
  attachments: { name: string; mime_type?: string; size?: number; content?: string }[]
  errors: { code: string }[]
}

let service: TestApp
let key: string
beforeAll(async () => {
  service = await startTestApp()
})
beforeEach(async () => {
  key = await service.newKey()
})
afterAll(() => service.close())

const NOTE = Buffer.from('%PDF-1.7 delivery note')
const withNote = () => ({
  ...shippedInvoice(),
  attachments: [
    {
      id: 'BL-7',
      description: 'BORDEREAU_SUIVI',
      content: NOTE.toString('base64'),
      mimeType: 'application/pdf',
      filename: 'note.pdf',
    },
  ],
})
const xmlOf = (json: object): string => writeCii(completeInvoice(json).invoice).xml

const read = (
  file: string | Uint8Array,
  {
    parts = [],
    headers = {},
  }: { parts?: [string, string][]; headers?: Record<string, string> } = {},
): Promise<Answer> =>
  service.call('POST', '/read-facturx', {
    key,
    headers,
    form: [
      ['file', { filename: 'invoice', bytes: Buffer.from(file), type: 'application/octet-stream' }],
      ...parts,
    ],
  })

test('gives the JSON, the XML, the attachments and the verdict, and the JSON is accepted again', async () => {
  const xml = xmlOf(withNote())
  const answer = await read(xml)
  expect(answer.status).toBe(200)
  const reading = answer.json<Reading>()
  expect(reading).toMatchObject({ valid: true, kind: 'xml', xml, not_carried: [] })
  expect(reading.attachments).toEqual([
    {
      name: 'note.pdf',
      mime_type: 'application/pdf',
      description: 'BORDEREAU_SUIVI',
      size: NOTE.length,
      content: NOTE.toString('base64'),
    },
  ])
  const again = await service.call('POST', '/validate-facturx', {
    key,
    json: { data: reading.invoice },
  })
  expect(again.json<Reading>()).toMatchObject({ valid: true })
})

test('a PDF lists a file of XML and PDF once, and gives the XML as it is in the file', async () => {
  const made = await service.call('POST', '/render-facturx', {
    key,
    form: [
      ['template', { filename: 't.docx', bytes: readFileSync('templates/facturx-invoice.docx') }],
      ['data', JSON.stringify(withNote())],
    ],
  })
  expect(made.status).toBe(200)
  const reading = (await read(made.bytes)).json<Reading>()
  expect(reading).toMatchObject({ valid: true, kind: 'pdf' })
  expect(reading.attachments.map(({ name }) => name)).toEqual(['note.pdf'])
  for (const how of [
    { parts: [['format', 'xml'] as [string, string]] },
    { headers: { accept: 'application/xml' } },
  ]) {
    const xml = await read(made.bytes, how)
    expect(xml.headers['content-type']).toMatch(/^application\/xml/)
    expect(Buffer.from(xml.bytes).toString()).toBe(reading.xml)
  }
})

test('names what the JSON cannot carry', async () => {
  const xml = xmlOf(shippedInvoice()).replace(
    /<ram:BuyerOrderReferencedDocument>/,
    '$&<ram:LineID>12</ram:LineID>',
  )
  const { not_carried } = (await read(xml)).json<Reading>()
  expect(not_carried.join()).toContain('BuyerOrderReferencedDocument/LineID')
})

test('a wrong check digit is no reason to refuse what was valid as a file', async () => {
  const json = shippedInvoice() as Record<string, unknown> & { payment: { means: object[] } }
  const wrong = {
    ...json,
    payment: { ...json.payment, means: [{ code: '58', iban: 'FR7630004000031234567890144' }] },
  }
  const reading = (await read(xmlOf(wrong))).json<Reading>()
  expect(reading.valid).toBe(true)
  const again = await service.call('POST', '/validate-facturx', {
    key,
    json: { data: reading.invoice },
  })
  expect(again.json()).toMatchObject({ valid: true, warnings: [{ code: 'PARAPH-IBAN' }] })
})

test.each([
  ['no file', undefined, 422],
  ['a page without an invoice, as XML', '%PDF-1.7\n%%EOF', 422],
  ['other XML', '<order/>', 422],
])('%s is a problem that names the part', async (_, file, status) => {
  const answer =
    file === undefined
      ? await service.call('POST', '/read-facturx', { key, form: [['format', 'json']] })
      : await read(file, { parts: [['format', 'xml']] })
  expect(answer.status).toBe(status)
  expect(answer.json<Reading & { errors: { pointer: string }[] }>().errors[0]?.pointer).toBe(
    '/file',
  )
})
