import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PDFDocument } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/facturx/check-invoice.ts'
import { writeCii } from '../../../src/facturx/cii/cii.ts'
import { completeInvoice } from '../../../src/facturx/complete/complete.ts'
import { readReport } from '../../../src/facturx/invoice-report.ts'
import type { Invoice } from '../../../src/facturx/model/invoice.ts'
import { FACTURX_VERSION } from '../../../src/facturx/model/profiles.ts'
import { SHEETS, sheetSource } from '../../../src/facturx/official/validate.ts'
import { compileXPath, type Library } from '../../../src/facturx/official/xpath-compiler.ts'
import { parseXPath } from '../../../src/facturx/official/xpath-parser.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { plainInvoice } from './sample-invoices.ts'

const asJson = (invoice: Invoice): JsonObject => invoice as unknown as JsonObject

const codesOf = (invoice: Invoice): string[] =>
  checkInvoice(asJson(invoice), {}).errors.flatMap(({ code }) => code ?? [])

const plainXml = (): string =>
  writeCii(completeInvoice({ ...plainInvoice, profile: 'en16931' }).invoice).xml

const reportOn = async (xml: string) => {
  const { errors, warnings, ...report } = await readReport(Buffer.from(xml), {})
  return {
    ...report,
    errors: errors.flatMap(({ code }) => code ?? []),
    warnings: warnings.flatMap(({ code }) => code ?? []),
  }
}

describe('the official sheets', () => {
  test.each(SHEETS)('%s: every assertion compiles', (name) => {
    const source = sheetSource(name)
    const library: Library = {
      functions: new Map((source.functions ?? []).map(({ name }) => [name, () => []])),
      lists: new Map(Object.keys(source.lists ?? {}).map((id) => [id, new Set()])),
    }
    const rules = source.patterns.flat()
    for (const { lets = [], asserts } of rules)
      for (const text of [...lets.map(([, value]) => value), ...asserts.map((each) => each.test)])
        expect(() => compileXPath(parseXPath(text), library)).not.toThrow()
    expect(rules.length).toBeGreaterThan(30)
  })
})

describe('an invoice that the official artefacts refuse never leaves', () => {
  const transfer = plainInvoice.payment
  test.each<[string, Invoice, string]>([
    [
      'a transfer without an account',
      { ...plainInvoice, profile: 'en16931', payment: { ...transfer, means: [{ code: '30' }] } },
      'CII-SR-470',
    ],
    [
      'two buyer identifiers in EN 16931',
      {
        ...plainInvoice,
        profile: 'en16931',
        buyer: {
          ...plainInvoice.buyer,
          ids: [{ value: 'CLI-881' }, { value: 'CLI-882' }],
        },
      },
      'FX-SCH-A-000163',
    ],
  ])('%s', (_name, invoice, code) => {
    expect(codesOf({ ...plainInvoice, profile: 'en16931' })).toEqual([])
    expect(codesOf(invoice)).toContain(code)
  })

  test('and the answer names the rule sets it was judged by', () => {
    const { checked } = checkInvoice(asJson({ ...plainInvoice, profile: 'en16931' }), {})
    expect(checked).toEqual(expect.arrayContaining(['xml-schema', 'factur-x', 'en16931']))
  })
})

describe('the verdict on a file of others', () => {
  test.each([
    ['664.86', true],
    ['664.84', false],
  ])(
    'a sum of %s is cast to a decimal exactly, which a tolerance of 0.01 sees',
    async (amount, isBroken) => {
      const allowance = { amount, reason: 'Remise', vat: { category: 'S', rate: 20 } }
      const { xml } = checkInvoice(
        { ...plainInvoice, profile: 'extended', allowances: [allowance] } as JsonObject,
        {},
      )
      const total = `AllowanceTotalAmount>${amount}<`
      expect(xml).toContain(total)
      const changed = xml.replace(total, 'AllowanceTotalAmount>664.85<')
      const { errors } = await readReport(Buffer.from(changed), {})
      expect(errors.some(({ code }) => code === 'BR-FXEXT-CO-11')).toBe(isBroken)
    },
  )

  test('an element out of order breaks the schema', async () => {
    const xml = plainXml().replace(
      /(<ram:ID>[^<]*<\/ram:ID>)\s*(<ram:TypeCode>380<\/ram:TypeCode>)/,
      '$2$1',
    )
    expect((await reportOn(xml)).errors).toContain('XSD')
  })

  test('a code outside the list of the sheet is told by the id of the sheet', async () => {
    const xml = plainXml().replace('<ram:TypeCode>380<', '<ram:TypeCode>999<')
    expect((await reportOn(xml)).errors.some((code) => code.startsWith('FX-SCH-A-'))).toBe(true)
  })

  test('an IBAN whose check digits are wrong is a warning of ours, the file stays valid', async () => {
    const xml = plainXml().replace(/(<ram:IBANID>)[^<]+/, '$1FR0030004000031234567890143')
    const { errors, warnings } = await reportOn(xml)
    expect(xml).toContain('>FR00')
    expect(warnings).toContain('PARAPH-IBAN')
    expect(errors).toEqual([])
  })

  test('XRechnung 3.0 is checked by EN 16931 and the sheet of KoSIT', async () => {
    const guideline = 'urn:cen.eu:en16931:2017#compliant#urn:xeinkauf.de:kosit:xrechnung_3.0'
    const report = await reportOn(plainXml().replace('urn:cen.eu:en16931:2017<', `${guideline}<`))
    expect(report.checked).toContain('en16931')
    expect(report.checked).not.toContain('factur-x')
    expect(report.checked).toContain('xrechnung')
    expect(report.checked).toContain('xml-schema')
    expect(report.notChecked).toEqual([])
    // A buyer reference is missing, which EN 16931 leaves open.
    expect(report.errors).toEqual(['BR-DE-15'])
  })

  test('a scanned page is no valid invoice, and the verdict says why', async () => {
    const scan = await PDFDocument.create()
    scan.addPage()
    const report = await readReport(await scan.save(), {})
    expect(report).toMatchObject({ kind: 'pdf', profile: undefined, checked: [] })
    expect(report.counts).toEqual({ errors: 1, warnings: 0 })
    expect(report.errors).toMatchObject([
      { code: 'PDF-NO-INVOICE', detail: expect.stringContaining('contains no invoice') },
    ])
  })

  test('ZUGFeRD 2.0 BASIC is the profile BASIC', async () => {
    const guideline = 'urn:cen.eu:en16931:2017#compliant#urn:zugferd.de:2p0:basic'
    const report = await reportOn(plainXml().replace('urn:cen.eu:en16931:2017<', `${guideline}<`))
    expect(report.profile).toBe('basic')
  })
})

const OFFICIAL = join(import.meta.dirname, '../../../src/facturx/official')

test('the README names the versions of the official sheets', () => {
  const readme = readFileSync(join(OFFICIAL, '../README.md'), 'utf8').replace(/\s+/g, ' ')
  const versions = ['en16931', 'cen', 'fr'].map((name) => {
    const { title } = JSON.parse(readFileSync(join(OFFICIAL, `${name}.json`), 'utf8'))
    return /\d+(?:\.\d+)+/.exec(title)?.[0]
  })
  expect(versions.filter((version) => !readme.includes(` ${version}`))).toEqual([])
  expect(readme).toContain(` ${FACTURX_VERSION}`)
})
