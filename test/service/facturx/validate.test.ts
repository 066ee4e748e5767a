import { deflateSync } from 'node:zlib'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { writeCii } from '../../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import { type Answer, startTestApp, type TestApp } from '../../support/app.ts'
import { docxWith } from '../../support/docx-package.ts'
import { shippedInvoice } from '../../support/invoices.ts'

interface Report {
  valid: boolean
  kind: string
  profile: string | null
  errors: { code: string; pointer?: string; source?: string }[]
  warnings: { code: string }[]
  counts: { errors: number; warnings: number }
  totals: Record<string, string>
  invoice: Record<string, unknown>
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

const validate = (file: Uint8Array | string, filename = 'invoice.xml'): Promise<Answer> =>
  service.call('POST', '/validate-facturx', {
    key,
    form: [['file', { filename, bytes: Buffer.from(file), type: 'application/octet-stream' }]],
  })
const check = (json: object): Promise<Answer> =>
  service.call('POST', '/validate-facturx', { key, json })
const codes = (answer: Answer): string[] => answer.json<Report>().errors.map(({ code }) => code)

describe('POST /validate-facturx', () => {
  test('completes our JSON and says that it is valid', async () => {
    const answer = await check({ data: shippedInvoice() })
    expect(answer.status).toBe(200)
    expect(answer.json<Report>()).toMatchObject({
      valid: true,
      kind: 'json',
      profile: 'en16931',
      facturx_version: '1.09',
      rules: 'fr',
      errors: [],
      totals: { withVat: '3786.19', due: '2786.19' },
      counts: { errors: 0, warnings: 0 },
    })
  })

  test('accepts a profile, and reports what that profile leaves out', async () => {
    const { valid, warnings } = (
      await check({
        data: { ...shippedInvoice(), profile: undefined },
        profile: 'basic-wl',
      })
    ).json<Report>()
    expect(valid).toBe(true)
    expect(warnings.map(({ code }) => code)).toContain('PROFILE-DROPS')
  })

  test('lists every broken rule of an invoice, and costs nothing', async () => {
    const answer = await check({ data: { number: '1' } })
    expect(answer.status).toBe(200)
    expect(answer.json<Report>().valid).toBe(false)
    expect(codes(answer)).toEqual(expect.arrayContaining(['BR-03', 'BR-06', 'BR-07', 'BR-16']))
    const usage = (await service.call('GET', '/usage', { key })).json<{
      monthly: { documents: { used: number } }
    }>()
    expect(usage.monthly.documents.used).toBe(0)
  })

  test('reads CII XML back into our JSON', async () => {
    const { xml } = writeCii(completeInvoice(shippedInvoice()).invoice)
    const report = (await validate(xml)).json<Report>()
    expect(report).toMatchObject({ valid: true, kind: 'xml', profile: 'en16931', warnings: [] })
    expect(report.invoice).toMatchObject({
      number: 'F-2026-0142',
      seller: { name: 'Lumen & Fils' },
    })
    const wrong = await validate(xml.replace('3786.19', '3786.20'))
    expect(codes(wrong)).toContain('BR-CO-15')
  })

  test('reads a PDF we made: XML, XMP and embedding', async () => {
    const made = await service.call('POST', '/render-facturx', {
      key,
      form: [
        ['template', { filename: 'a.docx', bytes: docxWith('{number}') }],
        ['data', JSON.stringify(shippedInvoice())],
      ],
    })
    expect((await validate(made.bytes, 'a.pdf')).json()).toMatchObject({
      valid: true,
      kind: 'pdf',
      profile: 'en16931',
      pdf: {
        file_name: 'factur-x.xml',
        relationship: 'Alternative',
        is_associated: true,
        mime_type: 'text/xml',
        xmp: { part: '3', conformance: 'B', conformance_level: 'EN 16931' },
      },
    })
  })

  test('says what is wrong with the PDF around a good invoice', async () => {
    const { xml } = writeCii(completeInvoice(shippedInvoice()).invoice)
    const document = await PDFDocument.create()
    document.addPage()
    await document.attach(Buffer.from(xml), 'factur-x.xml', { mimeType: 'text/plain' })
    const answer = await validate(await document.save(), 'a.pdf')
    expect(codes(answer)).toEqual(expect.arrayContaining(['PARAPH-PDF-PART', 'PARAPH-XMP-TYPE']))
    // no judge refuses a file for it
    expect(codes(answer)).not.toContain('PARAPH-PDF-MIME')
    const { warnings, counts } = answer.json<Report>()
    expect(warnings.map(({ code }) => code)).toContain('PARAPH-PDF-MIME')
    expect(counts.warnings).toBe(warnings.length)
  })

  test('names an unknown guideline', async () => {
    const { xml } = writeCii(completeInvoice(shippedInvoice()).invoice)
    const report = (
      await validate(xml.replace('urn:cen.eu:en16931:2017<', 'urn:example:own<'))
    ).json<Report>()
    expect(report.profile).toBeNull()
    // The sheet of EN 16931 refuses it by its own id; that we know no such profile is a remark of ours.
    expect(report.errors.map(({ code }) => code)).toEqual(['FX-SCH-A-000556'])
    expect(report.warnings.map(({ code }) => code)).toContain('PROFILE-UNKNOWN')
  })

  test('takes MINIMUM as we make it', async () => {
    const { xml } = writeCii(completeInvoice({ ...shippedInvoice(), profile: 'minimum' }).invoice)
    expect((await validate(xml)).json()).toMatchObject({ valid: true, profile: 'minimum' })
  })
})

/** A PDF whose only object stream grows by a factor of a thousand. */
const bombPdf = (): Buffer => {
  const bomb = deflateSync(Buffer.alloc(200_000_000), { level: 9 })
  return Buffer.concat([
    Buffer.from(
      `%PDF-1.7\n1 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${bomb.length}>>\nstream\n`,
    ),
    bomb,
    Buffer.from('\nendstream\nendobj\nstartxref\n0\n%%EOF'),
  ])
}

const entities = Array.from(
  { length: 20 },
  (_, index) => `<!ENTITY a${index + 1} "&a${index};&a${index};">`,
).join('')

describe('a hostile file', () => {
  test.each([
    ['nothing at all', () => Buffer.alloc(0)],
    ['no XML', () => Buffer.from('hello')],
    ['XML that is no invoice', () => Buffer.from('<a/>')],
    ['a document type', () => Buffer.from('<!DOCTYPE a SYSTEM "file:///etc/passwd"><a/>')],
    [
      'entities that multiply',
      () => Buffer.from(`<!DOCTYPE a [<!ENTITY a0 "ha">${entities}]><a>&a20;</a>`),
    ],
    ['XML nested without end', () => Buffer.from('<a>'.repeat(100_000))],
    ['a PDF without an invoice', () => Buffer.from('%PDF-1.7\n%%EOF')],
    ['a PDF that inflates to 200 MB', bombPdf],
    [
      'bombs behind filters behind filters',
      () =>
        Buffer.concat([
          Buffer.from('%PDF-1.7\nstream\n'),
          deflateSync(deflateSync(Buffer.alloc(200_000_000))),
        ]),
    ],
  ])('%s is refused in plain words', async (_, file) => {
    const answer = await validate(file(), 'a.pdf')
    expect(answer.json<{ code: string; detail: string }>()).toMatchObject({
      code: 'data_invalid',
      detail: expect.stringMatching(/^"file": The (PDF|XML|file) /),
      errors: [{ pointer: '/file' }],
    })
    expect(answer.status).toBe(422)
  })

  test('nothing sent is said so', async () => {
    const answer = await service.call('POST', '/validate-facturx', { key, form: [['rules', 'fr']] })
    expect(answer.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/file' }],
    })
  })
})
