/** What a test key makes can never pass for a real document. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import PizZip from 'pizzip'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PROFILES, type Profile } from '../../../src/facturx/model/invoice.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { docx, p } from '../../support/docx-builder.ts'
import { fittedTo, shippedInvoice, shippedTemplate } from '../../support/invoices.ts'
import { markedPages } from '../../support/page-marks.ts'

let service: TestApp
let live: string
let trial: string

beforeAll(async () => {
  service = await startTestApp()
  live = await service.newKey()
  trial = await service.newKey(undefined, undefined, 'test')
})
afterAll(() => service.close())

const PAGES = [p('One'), '<w:p><w:r><w:br w:type="page"/></w:r></w:p>', p('Two')]
const file = (bytes: Uint8Array) => ['template', { filename: 'letter.docx', bytes }] as const

async function render(key: string, format: string, options: object = {}, bytes = docx(PAGES)) {
  const answer = await service.call('POST', '/render-document', {
    key,
    form: [file(bytes), ['data', '{}'], ['format', format], ['options', JSON.stringify(options)]],
  })
  expect([answer.status, answer.status === 200 ? '' : answer.bytes.toString()]).toEqual([200, ''])
  return answer.bytes
}

describe('every page of a file made with a test key says TEST', () => {
  test.each(['pdf', 'pdfa-2b', 'pdfa-3b', 'pdfua'])('as %s', async (format) => {
    expect(markedPages(await render(trial, format))).toEqual([true, true])
    expect(markedPages(await render(live, format))).toEqual([false, false])
  })

  test('in a file with a password', async () => {
    const pdf = await render(trial, 'pdf', { password: 'secret words' })
    expect(markedPages(pdf, 'secret words')).toEqual([true, true])
  })

  test.each([
    ['without headers', PAGES],
    [
      'with sections, first pages and a header of its own',
      [
        p('One'),
        '<w:p><w:pPr><w:sectPr><w:titlePg/></w:sectPr></w:pPr></w:p>',
        p('Two'),
        '<w:sectPr/>',
      ],
    ],
  ])('as docx, %s', async (_what, body) => {
    const marked = await render(trial, 'docx', {}, docx(body))
    // What Word shows of it, LibreOffice shows too: rendered once more with a live key.
    const pages = markedPages(await render(live, 'pdf', {}, marked))
    expect(pages.length).toBeGreaterThan(1)
    expect(pages).toEqual(pages.map(() => true))
    expect(
      markedPages(await render(live, 'pdf', {}, await render(live, 'docx', {}, docx(body)))),
    ).toEqual(pages.map(() => false))
  })

  test('the sample contract as docx keeps its own header', async () => {
    const sample = (name: string) => readFileSync(resolve('templates', name))
    const answer = await service.call('POST', '/render-document', {
      key: trial,
      form: [
        file(sample('contract.docx')),
        ['data', sample('contract.json').toString()],
        ['format', 'docx'],
      ],
    })
    const zip = new PizZip(answer.bytes)
    const headers = zip.file(/word\/header.*\.xml$/).map((part) => part.asText())
    expect(headers.length).toBeGreaterThan(0)
    expect(headers.filter((xml) => !xml.includes('string="TEST"'))).toEqual([])
  })
})

describe('an electronic invoice made with a test key', () => {
  const make = (key: string, profile: Profile) =>
    service.call('POST', '/render-facturx', {
      key,
      form: [
        ['template', shippedTemplate],
        ['data', JSON.stringify(fittedTo(profile, shippedInvoice()))],
      ],
    })
  const notesOf = async (bytes: Uint8Array) => {
    const read = await service.call('POST', '/validate-facturx', {
      key: live,
      form: [['file', { filename: 'i.pdf', bytes, type: 'application/pdf' }]],
    })
    const { valid, invoice } = read.json<{
      valid: boolean
      invoice: { notes?: { text: string }[] }
    }>()
    return { valid, notes: (invoice.notes ?? []).map(({ text }) => text) }
  }

  test.each(PROFILES)('says so on its pages and, where %s has notes, in one', async (profile) => {
    const answer = await make(trial, profile)
    expect(answer.status).toBe(200)
    expect(markedPages(answer.bytes)).not.toContain(false)
    const { valid, notes } = await notesOf(answer.bytes)
    const said = notes.filter((text) => text.startsWith('TEST')).length
    expect([valid, said]).toEqual([true, profile === 'minimum' ? 0 : 1])
  })

  test('a live key adds neither', async () => {
    const { bytes } = await make(live, 'en16931')
    const { notes } = await notesOf(bytes)
    expect(notes.filter((text) => text.startsWith('TEST'))).toEqual([])
    expect(markedPages(bytes)).not.toContain(true)
  })
})
