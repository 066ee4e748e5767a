/** The sample invoice: one page, French with English beside it, every figure from the invoice JSON. */
import { type Cell, cell, field, paragraph, type Row, run, table, twips } from '../word/markup.ts'
import { buildDocx } from '../word/package.ts'
import { characterStyle, paragraphStyle, tableStyle } from '../word/styles.ts'
import { BRASS, baseStyles, GREEN, LINE, PAPER, SOFT } from './brand.ts'

const WIDTH = 17.4
const EUR = '| currency:"EUR"'

const STYLES =
  baseStyles('fr-FR', 9.5, WIDTH) +
  paragraphStyle({ name: 'Number', size: 11, color: SOFT, align: 'right' }) +
  paragraphStyle({ name: 'Invoice Title', basedOn: 'Title', align: 'right' }) +
  paragraphStyle({
    name: 'Label',
    size: 7.5,
    color: BRASS,
    spacing: 0.4,
    after: 1,
    keepNext: true,
  }) +
  paragraphStyle({ name: 'Value', size: 10.5 }) +
  paragraphStyle({ name: 'Party', size: 12, bold: true, color: GREEN, after: 1 }) +
  paragraphStyle({ name: 'Line Head', size: 8, color: GREEN, bold: true, line: 1 }) +
  paragraphStyle({ name: 'Line Head Number', basedOn: 'LineHead', align: 'right' }) +
  paragraphStyle({ name: 'Line Name', size: 10, line: 1.05 }) +
  paragraphStyle({ name: 'Line Detail', size: 8.5, color: SOFT, line: 1.05 }) +
  paragraphStyle({ name: 'Line Number', basedOn: 'LineName', align: 'right' }) +
  paragraphStyle({ name: 'Small Number', size: 8.5, align: 'right' }) +
  paragraphStyle({ name: 'Small', size: 8.5 }) +
  paragraphStyle({ name: 'Due', size: 13, bold: true, color: GREEN, line: 1 }) +
  paragraphStyle({ name: 'Due Number', basedOn: 'Due', align: 'right' }) +
  paragraphStyle({ name: 'Note', size: 9, before: 4, color: SOFT }) +
  paragraphStyle({ name: 'Gap', size: 9, line: 1 }) +
  paragraphStyle({ name: 'Hairline', size: 1, line: 1 }) +
  characterStyle('English', { color: SOFT, bold: false }) +
  tableStyle({ name: 'Layout', padding: [0, 0] }) +
  tableStyle({ name: 'Strip', padding: [0.2, 0.3] }) +
  tableStyle({
    name: 'Invoice Lines',
    padding: [0.16, 0.2],
    lines: [4, LINE],
    frame: [8, GREEN],
    headFill: PAPER,
  }) +
  tableStyle({ name: 'Totals', padding: [0.09, 0.2], lines: [4, LINE] })

const filled = (content: string, style?: string): Cell =>
  cell(content, style, { properties: `<w:shd w:val="clear" w:color="auto" w:fill="${PAPER}"/>` })
/** French words with the English ones in grey. */
const both = (french: string, english: string): string =>
  run(french) + run(` · ${english}`, 'English')
const label = (french: string, english?: string): string =>
  paragraph(english ? both(french, english) : french, 'Label')

const head = table(
  [
    {
      cells: [
        cell('{%logo | size:"4cm"}'),
        cell(
          paragraph(run('Facture ') + run('Invoice', 'English'), 'InvoiceTitle') +
            paragraph('{number}', 'Number'),
        ),
      ],
    },
  ],
  { widths: [9, 8.4], style: 'Layout' },
)

const strip = table(
  [
    {
      cells: [
        filled(label('Date') + paragraph('{issueDate | date:"long"}', 'Value')),
        filled(label('Échéance', 'Due') + paragraph('{payment.dueDate | date:"long"}', 'Value')),
        filled(
          label('Commande', 'Order') +
            paragraph('{references.purchaseOrder | default:"–"}', 'Value'),
        ),
        filled(
          label('Montant dû', 'Amount due') +
            paragraph(run(`{totals.due ${EUR}}`, 'Accent'), 'Value'),
        ),
      ],
    },
  ],
  { widths: [4.6, 4.6, 4.1, 4.1], style: 'Strip' },
)

const party = (name: string): string =>
  paragraph(`{${name}.name}`, 'Party') +
  paragraph(`{${name}.address.line1}`) +
  paragraph(`{#${name}.address.line2}{${name}.address.line2}{/}`) +
  paragraph(`{${name}.address.postalCode} {${name}.address.city}, {${name}.address.country}`) +
  paragraph(run(`{#${name}.vatId}TVA · VAT {${name}.vatId}{/}`, 'Soft')) +
  paragraph(run(`{#${name}.contact.email}{${name}.contact.email}{/}`, 'Soft'))

const parties = table(
  [
    {
      cells: [
        cell(label('Émetteur', 'From') + party('seller')),
        cell(label('Facturé à', 'Billed to') + party('buyer')),
      ],
    },
  ],
  { widths: [9, 8.4], style: 'Layout' },
)

const headCell = (french: string, english: string, style: string): Cell =>
  cell(paragraph(`${run(french)}${run(`\n${english}`, 'English')}`, style))

const lines = table(
  [
    {
      header: true,
      cells: [
        headCell('Description', 'Description', 'LineHead'),
        headCell('Quantité', 'Quantity', 'LineHeadNumber'),
        headCell('Prix unitaire HT', 'Unit price, net', 'LineHeadNumber'),
        headCell('TVA', 'VAT', 'LineHeadNumber'),
        headCell('Montant HT', 'Amount, net', 'LineHeadNumber'),
      ],
    },
    {
      cells: [
        cell(
          paragraph('{#lines}{name}', 'LineName') +
            paragraph('{#description}{description}{/}', 'LineDetail'),
        ),
        cell("{quantity | number}{unit == 'HUR' ? ' h' : ''}", 'LineNumber'),
        cell(`{netPrice ${EUR}}`, 'LineNumber'),
        cell('{vat.rate | number} %', 'LineNumber'),
        cell(`{netAmount ${EUR}}{/lines}`, 'LineNumber'),
      ],
    },
  ],
  { widths: [7.6, 2, 3, 1.8, 3], style: 'InvoiceLines', firstRow: true, title: 'Lignes · Lines' },
)

const vat = table(
  [
    {
      cells: [
        cell(both('TVA', 'VAT'), 'LineHead'),
        cell(both('Base', 'Net'), 'LineHeadNumber'),
        cell(both('Taxe', 'Tax'), 'LineHeadNumber'),
      ],
    },
    {
      cells: [
        cell('{#vatBreakdown}{rate | number} %', 'Small'),
        cell(`{base ${EUR}}`, 'SmallNumber'),
        cell(`{amount ${EUR}}{/vatBreakdown}`, 'SmallNumber'),
      ],
    },
  ],
  { widths: [2.4, 2.7, 2.7], style: 'Totals', title: 'TVA · VAT' },
)

const total = (french: string, english: string, amount: string, open = '', close = ''): Row => ({
  cells: [
    cell(paragraph((open ? run(open) : '') + both(french, english), 'LineName')),
    cell(`${amount}${close}`, 'LineNumber'),
  ],
})
const rule = `<w:tcBorders><w:top w:val="single" w:sz="8" w:space="0" w:color="${GREEN}"/></w:tcBorders>`
const totals = table(
  [
    total('Sous-total HT', 'Subtotal', `{totals.lines ${EUR}}`),
    total('{reason}', 'Discount', `− {amount ${EUR}}`, '{#allowances}', '{/allowances}'),
    total('Total HT', 'Net', `{totals.withoutVat ${EUR}}`),
    total('TVA', 'VAT', `{totals.vat ${EUR}}`),
    total('Total TTC', 'Total', `{totals.withVat ${EUR}}`),
    total('Acompte versé', 'Paid', `− {totals.prepaid ${EUR}}`, '{#totals.prepaid}', '{/}'),
    {
      cells: [
        cell(paragraph(run('À payer') + run(' · Due', 'English'), 'Due'), undefined, {
          properties: rule,
        }),
        cell(`{totals.due ${EUR}}`, 'DueNumber', { properties: rule }),
      ],
    },
  ],
  { widths: [4.8, 3.2], style: 'Totals', title: 'Totaux · Totals' },
)

const end = paragraph('', 'Hairline')
const sums = table([{ cells: [cell(vat + end), cell('', 'Hairline'), cell(totals + end)] }], {
  widths: [7.8, 1.6, 8],
  style: 'Layout',
})

const payment = table(
  [
    {
      cells: [
        filled('{#payment.link}{%payment.link | qr | size:"2.5cm"}{/}'),
        filled(
          label('Règlement', 'Payment') +
            paragraph('{payment.terms}', 'Value') +
            paragraph('{#payment.means}{#iban}IBAN {iban}   {#bic}BIC {bic}{/}{/}{/}') +
            paragraph(
              both('Référence', 'Reference') +
                run(' : {payment.remittanceInformation | default:number}'),
            ) +
            paragraph(run('{#payment.link}{~payment.link | link:payment.link}{/}', 'Soft')),
        ),
      ],
    },
  ],
  { widths: [3.2, WIDTH - 3.2], style: 'Strip' },
)

const space = (points: number): string =>
  paragraph(
    '',
    'Gap',
    `<w:spacing w:before="0" w:after="0" w:line="${points * 20}" w:lineRule="exact"/>`,
  )

const body =
  head +
  space(17) +
  strip +
  space(16) +
  parties +
  space(17) +
  lines +
  space(10) +
  sums +
  space(10) +
  payment +
  paragraph('{#notes}') +
  paragraph('{text}', 'Note') +
  paragraph('{/notes}') +
  paragraph('{#payment.latePenalties}{payment.latePenalties} {payment.recoveryFee}{/}', 'Note')

const footer = paragraph(
  run('{seller.name} · {seller.legalInformation} · SIREN {seller.siren}\t') +
    field('PAGE') +
    run(' / ') +
    field('NUMPAGES'),
  'Footer',
  `<w:pBdr><w:top w:val="single" w:sz="4" w:space="6" w:color="${LINE}"/></w:pBdr>` +
    `<w:tabs><w:tab w:val="right" w:pos="${twips(WIDTH)}"/></w:tabs>`,
)

/** The template as a .docx file. */
export const invoice = (): Buffer =>
  buildDocx({
    title: 'Facture {number}',
    author: '{seller.name}',
    language: 'fr-FR',
    styles: STYLES,
    body,
    footer,
    margins: [1.6, 1.8, 1.8, 1.8],
  })
