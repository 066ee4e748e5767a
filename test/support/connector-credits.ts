/** A credit note of the first line of an invoice, by each connector: its bytes, after its name was looked at. */
import { expect } from 'vitest'
import { binary } from './connector-stage.ts'
import type { MakeApp } from './make-app.ts'
import type { N8n } from './n8n.ts'
import type { Zapier } from './zapier.ts'

const NUMBER = 'A-1'
const DATE = '2026-12-01'
const LINES = '[{"id": "1", "quantity": "1"}]'
const NAME = `${NUMBER}.pdf`

export async function creditByN8n(n8n: N8n, invoice: Buffer): Promise<string | undefined> {
  const [credited] = await n8n.run(
    {
      ...{ resource: 'document', operation: 'createCreditNote', number: NUMBER },
      ...{ issueDate: DATE, lines: LINES, options: { outputField: 'note' } },
    },
    [{ json: {}, binary: { data: binary('i.pdf', invoice) } }],
  )
  expect(credited?.json.fileName).toBe(NAME)
  return credited?.binary?.note?.data
}

export async function creditByZapier(zapier: Zapier, invoice: Buffer): Promise<Buffer> {
  const { perform } = zapier.app.creates.create_credit_note?.operation ?? {}
  const inputData = {
    invoice: zapier.offer('invoice.pdf', invoice),
    ...{ number: NUMBER, issue_date: DATE, reason: 'Returned', lines: LINES },
  }
  const made = await zapier.run<{ file: string; filename: string }>(perform, { inputData })
  expect(made.filename).toBe(NAME)
  return zapier.file(made.file)
}

export async function creditByMake(make: MakeApp, invoice: Buffer): Promise<Buffer> {
  const parameters = {
    ...{ file_name: 'facture.pdf', file_data: invoice },
    ...{ number: NUMBER, issue_date: DATE, lines: LINES },
  }
  const made = await make.run('module', 'createCreditNote', { parameters })
  expect(made).toMatchObject({ fileName: NAME, mimeType: 'application/pdf' })
  return (made as { data: Buffer }).data
}
