/** What tests of the Factur-X calls share: the shipped template and its data. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { checkInvoice } from '../../src/facturx/check-invoice.ts'
import { writeCii } from '../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../src/facturx/complete/complete.ts'
import type { Invoice, Profile } from '../../src/facturx/model/invoice.ts'
import type { JsonObject } from '../../src/kernel/json.ts'
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

/** The smallest invoice that the guide prints. */
export function guideInvoice(language: 'en' | 'fr'): Invoice {
  const guide = language === 'en' ? 'factur-x.md' : 'fr/factur-x.md'
  const text = readFileSync(resolve(import.meta.dirname, '../../docs', guide), 'utf8')
  const [, json = ''] = /```json\n(\{\n {2}"number"[\s\S]*?)```/.exec(text) ?? []
  return JSON.parse(json) as Invoice
}

/** That invoice as CII, for the calls that read one. */
export const shippedXml = (): FilePart => ({
  filename: 'facture.xml',
  bytes: Buffer.from(writeCii(completeInvoice(shippedInvoice()).invoice).xml),
  type: 'application/xml',
})

/** The same invoice in a profile, without what that profile has no place for. */
export function fittedTo(profile: Profile, invoice: Invoice): Invoice {
  const fitted = structuredClone({ ...invoice, profile }) as unknown as JsonObject
  const { errors } = checkInvoice(fitted, {})
  const lost = errors.filter(({ code }) => code === 'PROFILE-DROPS')
  for (const { pointer = '' } of lost) {
    const path = pointer.slice(1).split('/')
    const last = path.pop() ?? ''
    const holder = path.reduce<unknown>((at, name) => (at as JsonObject)[name], fitted)
    delete (holder as JsonObject)[last]
  }
  return fitted as unknown as Invoice
}
