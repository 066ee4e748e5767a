/** The five documents of the race, each as our template with data, and as Carbone's. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { toBuffer } from 'bwip-js/node'
import { baseStyles, GREEN, LINE, PAPER } from '../templates/brand.ts'
import { contract, contractData } from '../templates/contract.ts'
import { invoice } from '../templates/invoice.ts'
import { invoiceData } from '../templates/invoice-data.ts'
import { letter, letterData } from '../templates/letter.ts'
import { cell, paragraph, picture, table } from '../word/markup.ts'
import { buildDocx } from '../word/package.ts'
import { paragraphStyle, tableStyle } from '../word/styles.ts'
import { carboneTemplate, type StillPicture } from './carbone-template.ts'
import { landscape } from './drawings.ts'
import { seededRandom } from './statistics.ts'

export interface BenchDocument {
  readonly name: string
  readonly title: string
  readonly template: Buffer
  readonly data: object
  readonly carbone: Buffer
  /** The merged file on disk, what the offices without a merge of their own get; set by the harness. */
  mergedPath: string
  /** Takes seconds, not tenths: fewer rounds. */
  readonly large: boolean
}

const drawing = (name: string): Buffer =>
  readFileSync(join(import.meta.dirname, '..', 'templates', `${name}.png`))

async function stills(data: { payment?: { link: string } }): Promise<Map<string, StillPicture>> {
  const [logo, hand] = [drawing('logo'), drawing('signature')]
  const wide = (cm: number): StillPicture => ({
    png: logo,
    widthCm: cm,
    heightCm: (cm * 216) / 632,
  })
  const code = await toBuffer({ bcid: 'qrcode', text: data.payment?.link ?? 'none', scale: 4 })
  return new Map([
    ['%logo | size:"4cm"', wide(4)],
    ['%logo | size:"4.4cm"', wide(4.4)],
    ['%logo | size:"5cm"', wide(5)],
    ['%signature | size:"4cm"', { png: hand, widthCm: 4, heightCm: 1.25 }],
    ['%payment.link | qr | size:"2.5cm"', { png: code, widthCm: 2.5, heightCm: 2.5 }],
  ])
}

const STYLES =
  baseStyles('en-GB', 10.5, 17) +
  paragraphStyle({
    name: 'heading 1',
    size: 15,
    bold: true,
    color: GREEN,
    after: 8,
    keepNext: true,
    outline: 1,
  }) +
  paragraphStyle({ name: 'Text', size: 10.5, line: 1.2, after: 8, align: 'both' }) +
  tableStyle({
    name: 'Grid',
    padding: [0.05, 0.15],
    lines: [4, LINE],
    frame: [8, GREEN],
    headFill: PAPER,
  })

const FILLER =
  'The survey was made on foot, in clear weather, between the first and the third hour of daylight. ' +
  'Each place was photographed from the same four points as in earlier years, so that changes in the ' +
  'water level, in the banks and in the vegetation can be compared from one report to the next. '

/** Fifty pages, each with its own picture, a heading and two paragraphs with values. */
function report(): { template: Buffer; data: object } {
  const pages = Array.from({ length: 50 }, (_, index) => index + 1)
  const media = new Map(pages.map((page) => [`place-${page}.png`, landscape(page)]))
  const body = pages
    .map((page) => {
      const path = `places.p${page}`
      return (
        paragraph(`{${path}.name}`, 'Heading1', page > 1 ? '<w:pageBreakBefore/>' : '') +
        paragraph(`Surveyed by {${path}.by} on {${path}.date | date:"long"}. ${FILLER}`, 'Text') +
        paragraph(picture(`media-${page}`, page, 17, 10.58, `Place ${page}`)) +
        paragraph(`{${path}.finding} ${FILLER}`, 'Text', '<w:spacing w:before="200"/>')
      )
    })
    .join('')
  const places = Object.fromEntries(
    pages.map((page) => [
      `p${page}`,
      {
        name: `Place ${page}: reach ${page * 7}`,
        by: 'Camille Aubert',
        date: '2026-10-05',
        finding: `The level was ${(page * 13) % 90} cm above the mark of last year.`,
      },
    ]),
  )
  const template = buildDocx({
    title: 'Survey',
    author: 'Bench',
    language: 'en-GB',
    styles: STYLES,
    media,
    body,
    margins: [2, 2, 2, 2],
  })
  return { template, data: { places } }
}

/** One table of 2,000 rows from one loop. */
function ledger(): { template: Buffer; data: object } {
  const head = ['Date', 'Reference', 'Wording', 'Quantity', 'Amount']
  const body =
    paragraph('{title}', 'Heading1') +
    table(
      [
        { header: true, cells: head.map((text) => cell(text)) },
        {
          cells: [
            cell('{#entries}{date}'),
            cell('{reference}'),
            cell('{wording}'),
            cell('{quantity | number}'),
            cell('{amount | currency:"EUR"}{/entries}'),
          ],
        },
      ],
      { widths: [2.4, 2.8, 6.4, 2.2, 3.2], style: 'Grid', firstRow: true },
    )
  const random = seededRandom(7)
  const entries = Array.from({ length: 2_000 }, (_, index) => ({
    date: `2026-${String((index % 12) + 1).padStart(2, '0')}-${String((index % 28) + 1).padStart(2, '0')}`,
    reference: `E-${String(index + 1).padStart(5, '0')}`,
    wording: `Delivery ${Math.floor(random() * 900) + 100}, place ${(index % 50) + 1}`,
    quantity: Math.floor(random() * 40) + 1,
    amount: Math.floor(random() * 500_000) / 100,
  }))
  const template = buildDocx({
    title: 'Ledger',
    author: 'Bench',
    language: 'en-GB',
    styles: STYLES,
    body,
    margins: [2, 2, 2, 2],
  })
  return { template, data: { title: 'Ledger of the year', entries } }
}

/** Makes the documents; takes a few seconds for the pictures. */
export async function makeDocuments(): Promise<BenchDocument[]> {
  const logo = drawing('logo').toString('base64')
  const list = [
    {
      name: 'letter',
      title: '1-page letter',
      template: letter(),
      data: letterData(logo, drawing('signature').toString('base64')),
      large: false,
    },
    {
      name: 'invoice',
      title: 'invoice with logo',
      template: invoice(),
      data: invoiceData(logo),
      large: false,
    },
    {
      name: 'contract',
      title: '10-page contract',
      template: contract(),
      data: contractData(logo),
      large: false,
    },
    { name: 'report', title: '50 pages with images', ...report(), large: true },
    { name: 'ledger', title: '2,000-row table', ...ledger(), large: true },
  ]
  return Promise.all(
    list.map(async (item) => ({
      ...item,
      carbone: carboneTemplate(item.template, item.data, await stills(item.data)),
      mergedPath: '',
    })),
  )
}
