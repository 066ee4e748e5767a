import { describe, expect, test } from 'vitest'
import { writeCii } from '../../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import { readInvoiceXml } from '../../../src/facturx/ubl/read-ubl.ts'
import { fullInvoice, plainInvoice } from './sample-invoices.ts'

const written = (profile: 'en16931' | 'extended' = 'en16931', invoice = plainInvoice): string =>
  writeCii(completeInvoice({ ...invoice, profile }).invoice).xml
const read = (xml: string) => readInvoiceXml(Buffer.from(xml, 'utf8'))
const refusal = (xml: string | Uint8Array): string => {
  try {
    readInvoiceXml(typeof xml === 'string' ? Buffer.from(xml, 'utf8') : xml)
  } catch (error) {
    return (error as Error).message
  }
  return 'not refused'
}

describe('reading CII', () => {
  test('gives back what was written', () => {
    const { invoice } = completeInvoice({ ...fullInvoice, profile: 'extended' })
    const again = read(writeCii(invoice).xml).invoice
    for (const member of [
      'number',
      'issueDate',
      'typeCode',
      'currency',
      'taxCurrency',
      'businessProcess',
      'notes',
      'totals',
      'period',
      'delivery',
      'attachments',
      'precedingInvoices',
    ] as const)
      expect(again[member], member).toEqual(invoice[member])
    expect(
      again.lines?.map(({ id, name, quantity, unit, netAmount, vat, kind, parentId }) => ({
        id,
        name,
        quantity,
        unit,
        netAmount,
        vat,
        kind,
        parentId,
      })),
    ).toEqual(
      invoice.lines.map(({ id, name, quantity, unit, netAmount, vat, kind, parentId }) => ({
        id,
        name,
        quantity,
        unit,
        netAmount,
        vat,
        kind,
        parentId,
      })),
    )
  })

  test('takes XRechnung as EN 16931 and says which guideline it was', () => {
    const guideline = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
    const found = read(written().replace('>urn:cen.eu:en16931:2017<', `>${guideline}<`))
    expect(found).toMatchObject({ guideline, invoice: { profile: 'en16931' } })
  })

  test('takes an unknown guideline as no profile', () => {
    expect(
      read(written().replace('>urn:cen.eu:en16931:2017<', '>urn:example<')).invoice.profile,
    ).toBeUndefined()
  })

  test('reports which elements it has no place for', () => {
    const xml = written().replace(
      '</ram:SellerTradeParty>',
      '<ram:RoleCode>SU</ram:RoleCode></ram:SellerTradeParty>',
    )
    expect(read(xml).unread).toContain(
      'CrossIndustryInvoice/SupplyChainTradeTransaction/ApplicableHeaderTradeAgreement/SellerTradeParty/RoleCode',
    )
  })

  test('reads a VAT total only in the currency it is in', () => {
    const { totals } = read(
      written().replace('<ram:TaxTotalAmount currencyID="EUR">', '<ram:TaxTotalAmount>'),
    ).invoice
    expect(totals).not.toHaveProperty('vat')
  })

  test('follows the encoding the file declares', () => {
    const latin = Buffer.from(
      written()
        .replace('encoding="UTF-8"', 'encoding="ISO-8859-1"')
        .replaceAll(/[^\x20-\xff\n]/g, '-'),
      'latin1',
    )
    expect(readInvoiceXml(latin).invoice.seller?.name).toBe('Atelier Lumière SAS')
  })
})

describe('XML that is refused', () => {
  test('with a document type, so that entities can neither grow nor read files', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><x>&b;</x>'
    expect(refusal(bomb)).toBe('The XML declares a document type, which invoices never need.')
  })
  test('with an entity of its own', () => {
    expect(refusal('<x>&secret;</x>')).toMatch(/cannot be read: .*entity/i)
  })
  test('nested without end', () => {
    expect(refusal('<a>'.repeat(100_000))).toBe('The XML is nested deeper than 40.')
  })
  test('cut off', () => {
    expect(refusal(written().slice(0, 500))).toMatch(/^The XML cannot be read: /)
  })
  test('that is no text', () => {
    expect(refusal(Buffer.from([0x3c, 0xff, 0xfe, 0x80]))).toBe('The XML is not valid utf-8 text.')
  })
  test('of another kind', () => {
    expect(
      refusal('<Order xmlns="urn:oasis:names:specification:ubl:schema:xsd:Order-2"/>'),
    ).toMatch(/^The XML is no invoice: its root is Order, /)
  })
  test('that is empty', () => {
    expect(refusal('')).toMatch(/^The XML /)
  })
})
