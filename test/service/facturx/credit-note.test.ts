import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Answer, type FormParts, startTestApp, type TestApp } from '../../support/app.ts'
import { shippedTemplate, shippedXml } from '../../support/invoices.ts'
import { pdfFacts } from '../../support/pdf-facts.ts'

interface Report {
  valid: boolean
  checked: string[]
  invoice: { lines: { id: string; quantity: string }[]; [name: string]: unknown }
  totals: Record<string, string>
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

const OWN: FormParts = [
  ['number', 'A-2026-0007'],
  ['issue_date', '2026-12-01'],
]
const credit = (...more: FormParts): Promise<Answer> =>
  service.call('POST', '/facturx/credit-note', {
    key,
    form: [['file', shippedXml()], ...OWN, ...more],
  })
const usedDocuments = async (): Promise<number> =>
  (await service.call('GET', '/usage', { key })).json<{
    monthly: { documents: { used: number } }
  }>().monthly.documents.used

describe('POST /facturx/credit-note', () => {
  test('makes the PDF with the shipped template, which is a valid credit note and counts once', async () => {
    const answer = await credit(['reason', 'Marchandise retournée'])
    expect(answer.status).toBe(200)
    expect(answer.headers['x-facturx-profile']).toBe('EN 16931')
    expect(answer.headers['content-disposition']).toContain('A-2026-0007.pdf')
    const { text } = await pdfFacts(answer.bytes)
    expect(text).toContain('Avoir')
    expect(text).toContain('Marchandise retournée')
    const made = { filename: 'a.pdf', bytes: answer.bytes, type: 'application/pdf' }
    const report = await service.call('POST', '/validate-facturx', { key, form: [['file', made]] })
    expect(report.json()).toMatchObject({
      valid: true,
      kind: 'pdf',
      invoice: {
        typeCode: '381',
        number: 'A-2026-0007',
        issueDate: '2026-12-01',
        precedingInvoices: [{ number: 'F-2026-0142', issueDate: '2026-11-18' }],
      },
      totals: { withVat: '3786.19' },
    })
    expect(await usedDocuments()).toBe(1)
    const again = await service.call('POST', '/facturx/credit-note', {
      key,
      form: [['file', shippedXml()], ['credit_notes', made], ['number', 'A-8'], ...OWN.slice(1)],
    })
    expect(again.status).toBe(422)
    expect(again.json<{ detail: string }>().detail).toMatch(/^Nothing is left of the invoice/)
    expect(await usedDocuments()).toBe(1)
  })

  test('takes a template of the caller, and the invoice as the PDF that was sent', async () => {
    const invoice = await credit(['type_code', '384'], ['template', shippedTemplate])
    expect(invoice.status).toBe(200)
    const file = { filename: 'f.pdf', bytes: invoice.bytes, type: 'application/pdf' }
    const lines = JSON.stringify([{ id: '2', quantity: 1 }])
    const answer = await service.call('POST', '/facturx/credit-note', {
      key,
      form: [['file', file], ['lines', lines], ['format', 'json'], ...OWN],
    })
    const { valid, invoice: note } = answer.json<Report>()
    expect(valid).toBe(true)
    expect(note.lines.map(({ id, quantity }) => [id, quantity])).toEqual([['2', '1']])
  })

  test('answers the note as JSON with its report, which costs no document and can be rendered', async () => {
    const answer = await credit(['format', 'json'], ['lines', '[{"id":"1","amount":"10.00"}]'])
    const report = answer.json<Report>()
    // The invoice has an allowance of 3 % on the document.
    expect(report).toMatchObject({ valid: true, totals: { withoutVat: '9.70', withVat: '11.64' } })
    expect(report.checked).toEqual(['xml-schema', 'factur-x', 'en16931', 'fr'])
    expect(await usedDocuments()).toBe(0)
    const rendered = await service.call('POST', '/render-facturx', {
      key,
      form: [
        ['template', shippedTemplate],
        ['data', JSON.stringify(report.invoice)],
      ],
    })
    expect(rendered.status).toBe(200)
  })

  test.each<[what: string, more: FormParts, pointer: string, says: RegExp]>([
    ['lines that are no JSON', [['lines', '[{']], '', /lines/],
    ['lines without id', [['lines', '[{}]']], '/lines/0/id', /required|needed|missing/],
    ['no lines', [['lines', '[]']], '/lines', /1/],
    [
      'quantity and amount of a line',
      [['lines', '[{"id":"1","quantity":1,"amount":1}]']],
      '/lines/0/amount',
      /not both/,
    ],
    ['too much of a line', [['lines', '[{"id":"1","quantity":7}]']], '/lines/0/quantity', /6/],
    ['a type that is neither', [['type_code', '380']], '/type_code', /381, 384/],
    ['a format that is neither', [['format', 'docx']], '/format', /pdf, json/],
    ['a version without template', [['template_version', '1']], '/template', /template_id/],
  ])('refuses %s at its part, and takes no document', async (_what, more, pointer, says) => {
    const answer = await credit(...more)
    expect([400, 422]).toContain(answer.status)
    const problem = answer.json<{ detail: string; errors?: { pointer?: string }[] }>()
    expect(problem.detail).toMatch(says)
    if (pointer !== '') expect(problem.errors?.[0]?.pointer).toBe(pointer)
    expect(await usedDocuments()).toBe(0)
  })

  test('refuses a date that does not exist, and a file that is no invoice', async () => {
    const call = (form: FormParts) => service.call('POST', '/facturx/credit-note', { key, form })
    const wrongDate = await call([
      ['file', shippedXml()],
      ['number', 'A-1'],
      ['issue_date', '2026-02-30'],
    ])
    expect(wrongDate.json()).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/issue_date' }],
    })
    const docx = await call([['file', shippedTemplate], ...OWN])
    expect(docx.json()).toMatchObject({ code: 'data_invalid', errors: [{ pointer: '/file' }] })
  })
})
