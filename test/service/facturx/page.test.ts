import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkInvoice } from '../../../src/facturx/check-invoice.ts'
import type { Invoice } from '../../../src/facturx/model/invoice.ts'
import { templateView } from '../../../src/facturx/page/template-view.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { guideInvoice, shippedTemplate } from '../../support/invoices.ts'
import { wordBoxes } from '../../support/pdf-text.ts'
import { fullInvoice, plainInvoice } from '../../unit/facturx/sample-invoices.ts'

/** Each language of the page by a locale, with what a native reader looks for. */
const LANGUAGES: [locale: string, words: string[]][] = [
  ['fr-FR', ['Facture', 'Échéance', 'Livré à', 'N° TVA', 'Net à payer', '5 décembre 2026']],
  ['en-GB', ['Invoice', 'Due date', 'Delivered to', 'VAT no.', 'Amount due', '5 December 2026']],
  [
    'de-DE',
    ['Rechnung', 'Fällig am', 'Leistungsdatum', 'USt-IdNr.', 'Zahlbetrag', '5. Dezember 2026'],
  ],
  ['es-ES', ['Factura', 'Vencimiento', 'NIF-IVA', 'Total a pagar', '5 de diciembre de 2026']],
  ['it-IT', ['Fattura', 'Scadenza', 'P. IVA', 'Totale da pagare', '5 dicembre 2026']],
  ['nl-NL', ['Factuur', 'Vervaldatum', 'Btw-nummer', 'Te betalen', '5 december 2026']],
]

const everything: Invoice = { ...fullInvoice, profile: 'extended' }

let service: TestApp
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

async function rendered(invoice: Invoice, locale?: string): Promise<Buffer> {
  const answer = await service.call('POST', '/render-facturx', {
    key: await service.newKey(),
    form: [
      ['template', shippedTemplate],
      ['data', JSON.stringify(invoice)],
      ...(locale === undefined ? [] : [['options', JSON.stringify({ locale })] as const]),
    ],
  })
  expect(answer.status, answer.bytes.toString('latin1', 0, 2000)).toBe(200)
  return answer.bytes
}

/** Text in the order of the page's content, each cell as one piece. */
const contentOf = (pdf: Buffer): string =>
  execFileSync('pdftotext', ['-raw', '-', '-'], { input: pdf, encoding: 'utf8' })

/** The words of texts that do not stand on the page in one piece; a line may end behind a hyphen. */
function brokenWords(pdf: Buffer, texts: readonly string[]): string[] {
  const onPage = new Set(wordBoxes(pdf).map(({ word }) => word.replaceAll('&amp;', '&')))
  return texts
    .flatMap((text) => text.split(/\s/))
    .filter((word) => !onPage.has(word) && !word.split(/(?<=-)/).every((part) => onPage.has(part)))
}

const oneSpaced = (text: string): string => text.replaceAll(/\s+/g, ' ')
const closed = (text: string): string => text.replaceAll(/\s/g, '')

interface Leaf {
  readonly path: string
  readonly value: string
}

/** Every text of an XML file with the names of its elements. */
function leavesOf(xml: string): Leaf[] {
  const path: string[] = []
  const leaves: Leaf[] = []
  for (const [, close, name = '', empty, value = ''] of xml.matchAll(
    /<(\/?)(?:\w+:)?(\w+)[^>]*?(\/?)>([^<]*)/g,
  )) {
    if (close === '/') path.pop()
    else if (empty !== '/') {
      path.push(name)
      if (value.trim() !== '') leaves.push({ path: path.join('/'), value: value.trim() })
    }
  }
  const entities: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"' }
  return leaves.map(({ path: at, value }) => ({
    path: at,
    value: value.replaceAll(/&\w+;/g, (entity) => entities[entity] ?? entity),
  }))
}

/** What the XML says in codes for machines, and what the page says in other words. */
const NOT_IN_ITS_WORDS = [
  // codes, which the page words or leaves to the XML
  /(TypeCode|CategoryCode|ReasonCode|CurrencyCode|SubjectCode|StatusReasonCode|ReferenceTypeCode|Indicator)$/,
  /(CountryID|GuidelineSpecifiedDocumentContextParameter\/ID|BusinessProcessSpecifiedDocumentContextParameter\/ID)$/,
  /Context/,
  // dates and decimals, which are compared as such
  /(DateTimeString|DateString)$/,
  /(Amount|Quantity|Percent|Rate)$/,
  // numbers of lines
  /(LineID|ParentLineID)$/,
  // the file in the PDF
  /AttachmentBinaryObject$/,
  // a SIREN within its SIRET, or as electronic address
  /URIUniversalCommunication\/URIID$/,
  // French kind of transaction: a note for machines
  /IncludedNote\/Content$/,
]

describe.each(LANGUAGES)('the shipped template in %s', (locale, words) => {
  let pdf: Buffer
  let xml: string
  beforeAll(async () => {
    pdf = await rendered(everything, locale)
    xml = checkInvoice(everything as unknown as JsonObject, {}).xml
  })

  test('speaks the language', () => {
    const text = oneSpaced(contentOf(pdf))
    for (const word of words) expect(text).toContain(word)
  })

  test('shows every amount of the XML', () => {
    const text = closed(contentOf(pdf))
    const format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: 2,
      maximumFractionDigits: 6,
    })
    const amounts = leavesOf(xml).filter(
      // the page shows the net price and the discount
      ({ path }) =>
        /Amount$/.test(path) && !/GrossPriceProductTradePrice\/ChargeAmount$/.test(path),
    )
    expect(amounts.length).toBeGreaterThan(20)
    const missing = amounts.filter(
      ({ value }) => !text.includes(closed(format.format(value as unknown as number))),
    )
    expect(missing).toEqual([])
  })

  test('shows every name, number and text of the XML', () => {
    const text = closed(contentOf(pdf))
    const texts = leavesOf(xml).filter(
      ({ path }) => !NOT_IN_ITS_WORDS.some((each) => each.test(path)),
    )
    expect(texts.length).toBeGreaterThan(100)
    const missing = texts.filter(({ value }) => {
      const isSiren = /^\d{9}$/.test(value) && text.includes(`SIRET${value}`)
      return !text.includes(closed(value)) && !isSiren
    })
    expect(missing).toEqual([])
  })

  test('breaks no word', () => {
    const { invoice } = checkInvoice(everything as unknown as JsonObject, {})
    const { lines, vatRows, partyRows, headline, labels, title } = templateView(invoice, locale)
    const blocks = partyRows.flatMap(({ left, right, wide }) =>
      [left, right, wide].filter((block) => block !== undefined),
    )
    const texts = [
      title,
      ...[labels.description, labels.quantity, labels.unitPrice, labels.vat, labels.amount],
      ...headline.flatMap(({ label, text }) => [label, text]),
      ...blocks.flatMap(({ label, name, lines: address, facts }) => [
        label,
        name,
        ...address,
        ...facts,
      ]),
      ...lines.flatMap(({ name = '', vatShort, details }) => [name, vatShort, ...details]),
      ...vatRows.map(({ label }) => label),
    ]
    expect(brokenWords(pdf, texts)).toEqual([])
  })
})

/** Categories without VAT, whose names are the longest words of a narrow column. */
const EXEMPT: Invoice = {
  ...everything,
  rules: 'en16931',
  charges: [],
  allowances: [],
  currency: 'EUR',
  lines: (['AE', 'K', 'G', 'E'] as const).map((category) => ({
    name: `Article ${category}`,
    quantity: '12345.5',
    netPrice: '1234.5678',
    vat: { category, exemptionReason: `Raison ${category}` },
  })),
}

describe('the shipped template', () => {
  test.each(LANGUAGES)('breaks no word of a category without VAT in %s', async (locale) => {
    const pdf = await rendered(EXEMPT, locale)
    const { invoice } = checkInvoice(EXEMPT as unknown as JsonObject, {})
    const { lines, vatRows, labels } = templateView(invoice, locale)
    const shown = [
      ...lines.flatMap(({ vatShort, unitCounted }) => [vatShort, unitCounted]),
      ...vatRows.map(({ label }) => label),
      ...[labels.withoutVat, labels.totalVat, labels.withVat, labels.due],
    ]
    expect(brokenWords(pdf, shown)).toEqual([])
  })

  test('breaks no word of up to 80 letters, wherever it stands', async () => {
    const word = (letters: number): string =>
      'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft'.slice(
        0,
        letters,
      )
    const mail = `${word(50).toLowerCase()}@example.com`
    const { charges: _charges, ...rest } = plainInvoice
    const invoice: Invoice = {
      ...rest,
      profile: 'extended',
      rules: 'en16931',
      number: 'F-2026-'.padEnd(60, '0123456789'),
      seller: { ...rest.seller, name: word(80) },
      buyer: { ...rest.buyer, name: word(40), contact: { email: mail } },
      payee: { name: 'Affacturage', address: { line1: word(60), country: 'FR' } },
      delivery: { name: 'Dépôt', address: { country: 'FR' } },
      lines: [
        { name: word(80), quantity: 1, netPrice: '10', vat: { category: 'S', rate: 20 } },
        {
          name: 'WWWWWWWWWWWWWWWWWWWWWWWWWWWWWW',
          quantity: 2,
          netPrice: '10',
          vat: { category: 'S', rate: 20 },
        },
        {
          name: 'Lampe',
          description: `https://example.com/${word(70)}`,
          quantity: 1,
          netPrice: '10',
          vat: { category: 'S', rate: 20 },
        },
        { name: word(37), quantity: 1, netPrice: '10', vat: { category: 'S', rate: 20 } },
      ],
      allowances: [{ amount: '1', reason: word(45), vat: { category: 'S', rate: 20 } }],
    }
    const pdf = await rendered(invoice, 'de-DE')
    const shown = [
      word(80),
      word(40),
      word(37),
      word(45),
      word(60),
      mail,
      invoice.number ?? '',
      ...(invoice.lines ?? []).flatMap(({ name = '', description = name }) => [name, description]),
    ]
    expect(brokenWords(pdf, shown)).toEqual([])
  })

  test('leaves no heading without its value: the smallest invoice of the guide, whole', async () => {
    const content = contentOf(await rendered(guideInvoice('en'))).replaceAll('\u00a0', ' ')
    expect(content.split(/\n|\f/).filter((line) => line.trim() !== '')).toEqual([
      'Lumen & Fils Facture',
      'F-2026-0001',
      'Date',
      '2 novembre 2026',
      'Échéance',
      '2 décembre 2026',
      'Net à payer',
      '1 785,60 €',
      'Catégorie de l’opération',
      'Livraison de biens',
      'Émetteur',
      'Lumen & Fils',
      '14 rue des Tables-Claudiennes',
      '69001 Lyon',
      'SIRET 82314975200011 · N° TVA FR85823149752',
      'Adressé à',
      'Hôtel Bellevue',
      '3 quai du Mont-Blanc',
      '74000 Annecy',
      'SIREN 901274639',
      'Désignation Qté Prix unitaire HT TVA Montant HT',
      'Suspension Opale 6 unités 248,00 20 % 1 488,00',
      'TVA Base HT Montant TVA',
      '20 % 1 488,00 297,60',
      'Total HT 1 488,00 €',
      'Total TVA 297,60 €',
      'Total TTC 1 785,60 €',
      'Net à payer 1 785,60 €',
      'Pénalités de retard : trois fois le taux d’intérêt légal.',
      'Indemnité forfaitaire pour frais de recouvrement : 40 €.',
      'Pas d’escompte pour paiement anticipé.',
      'Lumen & Fils · SIREN 823149752 Page 1 / 1',
    ])
  })

  test('sets groups apart: what is added up stands once in the column of amounts', async () => {
    const line = { quantity: 3, netPrice: '10.00', vat: { category: 'S', rate: 20 } }
    const { charges: _charges, ...rest } = plainInvoice
    const pdf = await rendered({
      ...rest,
      profile: 'extended',
      lines: [
        { id: 'A', kind: 'GROUP', name: 'Salon', vat: line.vat },
        { ...line, id: 'A1', parentId: 'A', kind: 'DETAIL', name: 'Lampe' },
        { id: 'A2', parentId: 'A', kind: 'GROUP', name: 'Lot mural', vat: line.vat },
        { ...line, id: 'A21', parentId: 'A2', kind: 'DETAIL', name: 'Applique' },
        { ...line, id: 'A22', parentId: 'A2', kind: 'INFORMATION', name: 'Ampoule' },
        { ...line, id: 'B', name: 'Pose' },
      ],
    })
    const boxes = wordBoxes(pdf)
    const heading = boxes.find(({ word }) => word === 'Montant')
    const bottomOf = (name: string) => boxes.find(({ word }) => word === name)?.bottom ?? 0
    const leftOf = (name: string) => boxes.find(({ word }) => word === name)?.left ?? 0
    const column = boxes.filter(
      ({ word, left, bottom }) =>
        /^\d+,\d\d$/.test(word) &&
        left > (heading?.left ?? 0) &&
        bottom > bottomOf('Montant') &&
        bottom < bottomOf('Pose') + 2,
    )
    expect(column.map(({ word }) => word)).toEqual(['30,00', '30,00', '30,00'])
    const text = oneSpaced(contentOf(pdf))
    expect(text).toContain('Sous-total du groupe 60,00 €')
    expect(text).toContain('Ampoule Pour information 30,00 €')
    expect(leftOf('Lampe')).toBeGreaterThan(leftOf('Salon'))
    expect(leftOf('Applique')).toBeGreaterThan(leftOf('Lampe'))
    expect(leftOf('Pose')).toBe(leftOf('Salon'))
  })

  test('repeats the head of the lines on each page and keeps the totals whole', async () => {
    const lines = Array.from({ length: 60 }, (_, index) => ({
      name: `Article ${index + 1}`,
      netPrice: '1.00',
      vat: { category: 'S', rate: 20 },
    }))
    const pages = contentOf(await rendered({ ...plainInvoice, charges: [], lines }))
      .split('\f')
      .filter((page) => page.trim() !== '')
    expect(pages.length).toBeGreaterThan(2)
    const [withLines, without] = [true, false].map((has) =>
      pages.filter((page) => /Article \d/.test(page) === has),
    )
    for (const page of withLines ?? []) expect(page).toContain('Désignation Qté')
    for (const page of without ?? []) expect(page).not.toContain('Désignation Qté')
    const sums = pages.find((page) => page.includes('Total HT')) ?? ''
    for (const label of ['Total TVA', 'Total TTC', 'Net à payer']) expect(sums).toContain(label)
  })

  test('is in the language of the seller when the request names none', async () => {
    const invoice: Invoice = {
      ...plainInvoice,
      rules: 'en16931',
      seller: {
        name: 'Müller Holzbau GmbH',
        vatId: 'DE136695976',
        address: { postalCode: '10115', city: 'Berlin', country: 'DE' },
      },
    }
    const pdf = await rendered(invoice)
    const text = oneSpaced(contentOf(pdf))
    expect(text).toContain('Zahlbetrag')
    expect(text).toContain('5. November 2026')
    expect(text).toContain('1.831,24 €')
    expect(pdf.toString('latin1')).toMatch(/\/Lang\s*\(de-DE\)/)
    expect(oneSpaced(contentOf(await rendered(invoice, 'it-IT')))).toContain('Totale da pagare')
    const key = await service.newKey()
    const stored = await service.call('POST', '/templates', {
      key,
      form: [['template', shippedTemplate]],
    })
    const json = await service.call('POST', '/render-facturx', {
      key,
      json: {
        template_id: stored.json<{ id: string }>().id,
        data: invoice,
        options: { missing: 'error' },
      },
    })
    expect(json.status).toBe(200)
    expect(oneSpaced(contentOf(json.bytes))).toContain('Zahlbetrag')
  })
})
