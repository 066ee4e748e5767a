/** What tests of the Factur-X calls share: the shipped template and its data. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Invoice } from '../../src/facturx/invoice.ts'
import type { FilePart } from './app.ts'

const read = (name: string) => readFileSync(resolve(import.meta.dirname, '../../templates', name))

/** templates/facturx-invoice.docx */
export const shippedTemplate: FilePart = {
  filename: 'facturx-invoice.docx',
  bytes: read('facturx-invoice.docx'),
}

/** templates/facturx-invoice.json without what only the page shows. */
export function shippedInvoice(): Invoice {
  const { page: _page, ...invoice } = JSON.parse(read('facturx-invoice.json').toString('utf8'))
  return invoice as Invoice
}
