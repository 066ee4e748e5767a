/** The sample contract: ten pages, numbered clauses, conditions, a table of fees, places to sign. */
import { cell, field, paragraph, run, table } from '../word/markup.ts'
import { clauses } from '../word/numbering.ts'
import { buildDocx } from '../word/package.ts'
import { paragraphStyle, tableStyle } from '../word/styles.ts'
import { BRASS, baseStyles, GREEN, LINE, PAPER } from './brand.ts'
import { ARTICLES, type Article, type Clause, FEES, SECURITY } from './contract-text.ts'

const WIDTH = 16.4
const STYLES =
  baseStyles('en-GB', 11, WIDTH) +
  paragraphStyle({
    name: 'Cover Title',
    basedOn: 'Title',
    size: 32,
    before: 150,
    after: 10,
    outline: 1,
  }) +
  paragraphStyle({ name: 'Cover Line', basedOn: 'Subtitle', size: 14, after: 60 }) +
  paragraphStyle({ name: 'Label', size: 8, color: BRASS, spacing: 0.4, after: 2, keepNext: true }) +
  paragraphStyle({
    name: 'heading 1',
    next: 'Clause',
    size: 14,
    bold: true,
    color: GREEN,
    before: 22,
    after: 9,
    keepNext: true,
    outline: 1,
    list: [1, 0],
  }) +
  paragraphStyle({
    name: 'heading 2',
    next: 'Clause',
    size: 14,
    bold: true,
    color: GREEN,
    before: 18,
    after: 10,
    keepNext: true,
    outline: 1,
  }) +
  paragraphStyle({ name: 'Clause', size: 11, line: 1.45, after: 10, align: 'both', list: [1, 1] }) +
  paragraphStyle({ name: 'Point', basedOn: 'Clause', after: 5, list: [1, 2] }) +
  paragraphStyle({ name: 'Text', size: 11, line: 1.45, after: 10 }) +
  paragraphStyle({ name: 'Table Text', size: 10, line: 1.1 }) +
  paragraphStyle({ name: 'Table Number', basedOn: 'TableText', align: 'right' }) +
  paragraphStyle({ name: 'Table Head', size: 8.5, bold: true, color: GREEN, line: 1 }) +
  paragraphStyle({ name: 'Table Head Number', basedOn: 'TableHead', align: 'right' }) +
  tableStyle({ name: 'Layout', padding: [0, 0] }) +
  tableStyle({
    name: 'Grid',
    padding: [0.18, 0.25],
    lines: [4, LINE],
    frame: [8, GREEN],
    headFill: PAPER,
  })

const party = (title: string, name: string): string =>
  paragraph(title, 'Label') +
  paragraph(run(`{${name}.name}`, 'Accent')) +
  paragraph(`{${name}.form}, registered in {${name}.register} under number {${name}.number}`) +
  paragraph(`{${name}.street}, {${name}.postalCode} {${name}.city}`) +
  paragraph(`represented by {${name}.signatory.name}, {${name}.signatory.role}`) +
  paragraph(run(`“the ${title}”`, 'Soft'), undefined, '<w:spacing w:after="400"/>')

const cover =
  paragraph('{%logo | size:"5cm"}') +
  paragraph('Services agreement', 'CoverTitle') +
  paragraph('{reference} · {date | date:"long"}', 'CoverLine') +
  party('Provider', 'provider') +
  party('Client', 'client') +
  paragraph('{#confidential}') +
  paragraph(run('Confidential: not to be shown to third parties.', 'Strong'), 'Text') +
  paragraph('{/}')

const clauseXml = (clause: Clause): string =>
  (clause.when ? paragraph(`{#${clause.when}}`) : '') +
  paragraph(clause.text, 'Clause') +
  (clause.points ?? []).map((point) => paragraph(point, 'Point')).join('') +
  (clause.when ? paragraph('{/}') : '')

const articleXml = (article: Article): string =>
  paragraph(article.title, 'Heading1') + article.clauses.map(clauseXml).join('')

const fees =
  paragraph('Schedule 1 – Fees', 'Heading2', '<w:pageBreakBefore/>') +
  table(
    [
      {
        header: true,
        cells: [
          cell('Service', 'TableHead'),
          cell('Unit', 'TableHead'),
          cell('Quantity', 'TableHeadNumber'),
          cell('Price', 'TableHeadNumber'),
          cell('Amount', 'TableHeadNumber'),
        ],
      },
      {
        cells: [
          cell('{#fees}{service}', 'TableText'),
          cell('{unit}', 'TableText'),
          cell('{quantity | number}', 'TableNumber'),
          cell('{price | currency:"EUR"}', 'TableNumber'),
          cell('{quantity * price | currency:"EUR"}{/fees}', 'TableNumber'),
        ],
      },
      {
        cells: [
          cell(run('Total for the first year, net of VAT', 'Strong'), 'TableText', { span: 4 }),
          cell(paragraph(run('{total | currency:"EUR"}', 'Accent'), 'TableNumber')),
        ],
      },
    ],
    { widths: [6.4, 2.4, 2, 2.6, 3], style: 'Grid', firstRow: true, title: 'Fees' },
  ) +
  FEES.map((text) => paragraph(text, 'Text', '<w:spacing w:before="200"/>')).join('')

const signature = (title: string, name: string) =>
  cell(
    paragraph(`For the ${title}`, 'Label') +
      paragraph(run(`{${name}.signatory.name}`, 'Strong')) +
      paragraph(`{${name}.signatory.role}`, undefined, '<w:spacing w:after="200"/>') +
      paragraph(`{signature:${name}:65mm:25mm}`),
  )

const signatures =
  paragraph('Signatures', 'Heading2', '<w:pageBreakBefore/>') +
  paragraph(
    'Signed electronically by both parties; the date of the agreement is that of the last signature.',
    'Text',
  ) +
  table([{ cells: [signature('Provider', 'provider'), signature('Client', 'client')] }], {
    widths: [8.2, 8.2],
    style: 'Layout',
  })

const header = paragraph(
  run('Services agreement {reference}\t{provider.name} – {client.name}'),
  'Header',
)
const footer = paragraph(
  `${run('{#draft}Draft, not for signature{:else}{date | date:"long"}{/}\t')}${field('PAGE')}${run(' / ')}${field('NUMPAGES', '10')}`,
  'Footer',
)

/** The template as a .docx file. */
export const contract = (): Buffer =>
  buildDocx({
    title: 'Services agreement {reference}',
    author: '{provider.name}',
    language: 'en-GB',
    styles: STYLES,
    numbering: clauses(BRASS),
    body:
      cover +
      paragraph('Between the parties', 'Heading2', '<w:pageBreakBefore/>') +
      paragraph(
        'The Provider and the Client named on the first page have agreed as follows.',
        'Text',
      ) +
      ARTICLES.map(articleXml).join('') +
      fees +
      paragraph('Schedule 2 – Security measures', 'Heading2', '<w:pageBreakBefore/>') +
      SECURITY.map((text) => paragraph(text, 'Text')).join('') +
      signatures,
    header,
    firstHeader: paragraph(''),
    footer,
    margins: [2.6, 2.3, 2.6, 2.3],
  })

/** @param logo PNG in base64. */
export const contractData = (logo: string): object => ({
  reference: 'SA-2026-031',
  date: '2026-11-18',
  confidential: true,
  draft: false,
  provider: {
    name: 'Lumen & Fils',
    form: 'SARL with a capital of EUR 24,000',
    register: 'Lyon',
    number: '823 149 752',
    street: '14 rue des Tables-Claudiennes',
    postalCode: '69001',
    city: 'Lyon',
    email: 'atelier@lumen.example',
    signatory: { name: 'Camille Aubert', role: 'workshop manager' },
  },
  client: {
    name: 'Hôtel Bellevue',
    form: 'SAS with a capital of EUR 150,000',
    register: 'Annecy',
    number: '901 274 639',
    street: '3 quai du Mont-Blanc',
    postalCode: '74000',
    city: 'Annecy',
    email: 'direction@bellevue.example',
    signatory: { name: 'Claire Fontaine', role: 'director' },
  },
  service: { name: 'lighting maintenance', site: 'the hotel in Annecy', start: '2027-01-01' },
  term: { months: 24, noticeMonths: 3, renewable: true },
  payment: { days: 30, indexed: true, rate: 10 },
  liability: { cap: 60000 },
  personalData: true,
  remoteAccess: false,
  court: 'Lyon',
  fees: [
    { service: 'Quarterly inspection of all fittings', unit: 'visit', quantity: 4, price: 1150 },
    {
      service: 'Replacement of drivers and light sources',
      unit: 'fitting',
      quantity: 160,
      price: 18.5,
    },
    {
      service: 'Restoration of glass and brass in the workshop',
      unit: 'hour',
      quantity: 85,
      price: 62,
    },
    {
      service: 'On-call assistance, evenings and weekends',
      unit: 'month',
      quantity: 12,
      price: 340,
    },
    { service: 'Annual report on consumption and safety', unit: 'report', quantity: 1, price: 900 },
  ],
  total: 17810,
  logo,
})
