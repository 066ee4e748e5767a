import { describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/facturx/check-invoice.ts'
import { readReport } from '../../../src/facturx/invoice-report.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { plainInvoice } from './sample-invoices.ts'

const FORMATS = ['extended-ctc-fr-cii', 'extended-ctc-fr-ubl'] as const
type Format = (typeof FORMATS)[number]
const vat = { category: 'S', rate: '20' }
const address = { line1: '1 rue Un', postalCode: '75001', city: 'Paris', country: 'FR' }

/** A kitchen with its parts, one of which is only told of; what EN 16931 has no place for beside it. */
const kitchen = {
  ...plainInvoice,
  profile: 'extended',
  businessProcess: 'M1',
  lines: [
    { id: '1', kind: 'GROUP', name: 'Cuisine', netPrice: '3000', vat },
    {
      id: '1.1',
      parentId: '1',
      kind: 'DETAIL',
      name: 'Meubles',
      quantity: '6',
      netPrice: '300',
      vat,
      delivery: { date: '2026-11-04', name: 'Chantier', address },
    },
    {
      id: '1.2',
      parentId: '1',
      kind: 'DETAIL',
      name: 'Pose',
      netPrice: '1200',
      vat,
      precedingInvoice: { number: 'F0', issueDate: '2026-01-31', typeCode: '386' },
    },
    { id: '1.3', parentId: '1', kind: 'INFORMATION', name: 'Garantie', netPrice: '0', vat },
  ],
  payee: { name: 'Affacturage', siren: '404833048', address },
  otherParties: { invoicer: { name: 'Mandataire', siren: '732829320', address } },
} as JsonObject

const written = (json: object, format: Format) => checkInvoice(json as JsonObject, { format })
const said = ({ errors }: { errors: readonly { code?: string; pointer?: string }[] }) =>
  errors.map(({ code, pointer }) => `${code} ${pointer}`)

describe.each(FORMATS)('%s', (format) => {
  test('carries groups of lines, and comes back as it was written', async () => {
    const first = written(kitchen, format)
    expect(said(first)).toEqual([])
    expect(first.checked).toEqual(['xml-schema', 'fr', 'extended-ctc-fr'])
    const report = await readReport(Buffer.from(first.xml), {})
    expect(said(report)).toEqual([])
    expect(report).toMatchObject({ profile: 'extended', rules: 'fr', notChecked: [] })
    expect(report.checked).toEqual(first.checked)
    expect(report.warnings.filter(({ code }) => code === 'NOT-READ')).toEqual([])
    const { lines, otherParties, payee } = report.invoice as typeof kitchen
    expect(lines).toMatchObject([
      { id: '1', kind: 'GROUP', netAmount: '3000.00' },
      { parentId: '1', kind: 'DETAIL', delivery: { date: '2026-11-04', address } },
      { parentId: '1', precedingInvoice: { number: 'F0', typeCode: '386' } },
      { parentId: '1', kind: 'INFORMATION' },
    ])
    expect([otherParties, payee]).toMatchObject([{ invoicer: { name: 'Mandataire' } }, { address }])
    expect(written(report.invoice, format).xml).toBe(first.xml)
  })

  test('is judged by its own rules, which name the member', async () => {
    const { xml } = written(kitchen, format)
    const report = await readReport(Buffer.from(xml.replace('>GROUP<', '>GROUPE<')), {})
    expect(said(report)).toContain('BR-FREXT-05 /lines/0')
    const wrong = xml.replace(/(?<=(?:LineItem|InvoiceLine)>.*?)3000\.00</s, '3001.00<')
    const sum = await readReport(Buffer.from(wrong), {})
    expect(said(sum)).toEqual([expect.stringMatching(/^BR-FREXT-08 \/lines\/0/)])
  })

  test('has the French rules for sellers of every country', async () => {
    const german = { ...kitchen, businessProcess: 'X9' }
    expect(said(written(german, format)).join()).toContain('BR-FR-08 /businessProcess')
  })
})

test('what UBL has no place for is refused by name, with the format that has one', () => {
  const otherParties = { payer: { name: 'Payeur', siren: '732829320', address } }
  const { errors } = written({ ...kitchen, otherParties }, 'extended-ctc-fr-ubl')
  expect(errors).toMatchObject([
    { code: 'FORMAT-DROPS', pointer: '/otherParties/payer', fix: /extended-ctc-fr-cii/ },
  ])
  expect(said(written({ ...kitchen, otherParties }, 'extended-ctc-fr-cii'))).toEqual([])
})

test('several due dates stand in the terms of UBL, which has one', async () => {
  const installments = [{ dueDate: '2026-12-05' }, { dueDate: '2027-01-05' }]
  const given = { ...kitchen, payment: { ...plainInvoice.payment, dueDate: null, installments } }
  const { xml, errors } = written(given, 'extended-ctc-fr-ubl')
  expect(errors).toEqual([])
  expect(xml).toContain('le 05/12/2026 ; le 05/01/2027')
})

test('what only EXTENDED has is not read of another profile, but named', async () => {
  const { xml } = checkInvoice({ ...plainInvoice, businessProcess: 'M1' } as JsonObject, {
    format: 'ubl',
  })
  const strange = xml.replace(
    '<cac:Item>',
    '<cac:Delivery><cbc:ActualDeliveryDate>2026-11-04</cbc:ActualDeliveryDate></cac:Delivery><cac:Item>',
  )
  const report = await readReport(Buffer.from(strange), {})
  expect(report.errors).toEqual([])
  expect(report.warnings.map(({ detail }) => detail).join()).toContain('ActualDeliveryDate')
  expect(said(checkInvoice(report.invoice, { format: 'ubl' }))).toEqual([])
})
