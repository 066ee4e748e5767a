/** Writes the sample templates and their data: `npx tsx scripts/make-templates.ts`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contract, contractData } from './templates/contract.ts'
import { facturxInvoice } from './templates/facturx-invoice.ts'
import { facturxInvoiceData } from './templates/facturx-invoice-data.ts'
import { invoice } from './templates/invoice.ts'
import { invoiceData } from './templates/invoice-data.ts'
import { letter, letterData } from './templates/letter.ts'

const folder = join(import.meta.dirname, '..', 'templates')
const png = (name: string): string =>
  readFileSync(join(import.meta.dirname, 'templates', `${name}.png`)).toString('base64')

function write(name: string, file: Buffer, data: object): void {
  writeFileSync(join(folder, `${name}.docx`), file)
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(data, null, 2)}\n`)
}

mkdirSync(folder, { recursive: true })
write('invoice', invoice(), invoiceData(png('logo')))
write('facturx-invoice', facturxInvoice(), facturxInvoiceData(png('logo')))
write('letter', letter(), letterData(png('logo'), png('signature')))
write('contract', contract(), contractData(png('logo')))
