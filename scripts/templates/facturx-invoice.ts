/**
 * The sample electronic invoice: one template for French and English, invoices and credit notes,
 * one page or many. It reads the invoice view of /render-facturx and nothing else.
 */
import { type Cell, cell, field, paragraph, type Row, run, table, twips } from '../word/markup.ts'
import { buildDocx } from '../word/package.ts'
import { paragraphStyle, tableStyle } from '../word/styles.ts'
import { BRASS, baseStyles, GREEN, LINE, PAPER, SOFT } from './brand.ts'

const WIDTH = 17.4
const MONEY = '| currency:currency'

const STYLES =
  baseStyles('fr-FR', 9.5, WIDTH) +
  paragraphStyle({ name: 'Invoice Title', basedOn: 'Title', align: 'right', size: 24 }) +
  paragraphStyle({ name: 'Number', size: 11, color: SOFT, align: 'right' }) +
  paragraphStyle({ name: 'Firm Name', size: 16, bold: true, color: GREEN, line: 1 }) +
  paragraphStyle({
    name: 'Label',
    size: 7.5,
    color: BRASS,
    spacing: 0.4,
    after: 1,
    keepNext: true,
  }) +
  paragraphStyle({ name: 'Value', size: 10.5 }) +
  paragraphStyle({ name: 'Facts', size: 8.5, color: SOFT, before: 3 }) +
  paragraphStyle({ name: 'Party', size: 12, bold: true, color: GREEN, after: 1 }) +
  paragraphStyle({ name: 'Line Head', size: 8, color: GREEN, bold: true, line: 1 }) +
  paragraphStyle({ name: 'Line Head Number', basedOn: 'LineHead', align: 'right' }) +
  paragraphStyle({ name: 'Line Name', size: 9.5, line: 1.05 }) +
  paragraphStyle({ name: 'Line Detail', size: 8, color: SOFT, line: 1.05 }) +
  paragraphStyle({ name: 'Line Number', basedOn: 'LineName', align: 'right' }) +
  paragraphStyle({ name: 'Line Detail Number', basedOn: 'LineDetail', align: 'right' }) +
  paragraphStyle({ name: 'Small', size: 8.5, keepNext: true }) +
  paragraphStyle({ name: 'Small Number', basedOn: 'Small', align: 'right' }) +
  paragraphStyle({ name: 'Sum', size: 9.5, line: 1.05, keepNext: true }) +
  paragraphStyle({ name: 'Sum Number', basedOn: 'Sum', align: 'right' }) +
  paragraphStyle({ name: 'Due', size: 13, bold: true, color: GREEN, line: 1, keepNext: true }) +
  paragraphStyle({ name: 'Due Number', basedOn: 'Due', align: 'right' }) +
  paragraphStyle({ name: 'Mention', size: 8, color: SOFT, line: 1.1, after: 1.5 }) +
  paragraphStyle({ name: 'Scan', size: 7, color: SOFT, line: 1 }) +
  paragraphStyle({ name: 'Gap', size: 9, line: 1, keepNext: true }) +
  paragraphStyle({ name: 'Hairline', size: 1, line: 1, keepNext: true }) +
  tableStyle({ name: 'Layout', padding: [0, 0] }) +
  tableStyle({ name: 'Strip', padding: [0.2, 0.3] }) +
  tableStyle({
    name: 'Invoice Lines',
    padding: [0.14, 0.18],
    lines: [4, LINE],
    frame: [8, GREEN],
    headFill: PAPER,
  }) +
  tableStyle({ name: 'Totals', padding: [0.08, 0.18], lines: [4, LINE] })

const SHADE = `<w:shd w:val="clear" w:color="auto" w:fill="${PAPER}"/>`
const filled = (content: string): Cell => cell(content, undefined, { properties: SHADE })
const label = (name: string): string => paragraph(`{labels.${name}}`, 'Label')
/** A fact that is there or leaves no trace. */
const fact = (path: string, text: string): string => `{#${path}}${text}{/}`

const head = table(
  [
    {
      cells: [
        cell(
          paragraph('{#page.logo}') +
            paragraph('{%page.logo | size:"4cm" | alt:seller.name}') +
            paragraph('{:else}') +
            paragraph('{seller.tradingName | default:seller.name}', 'FirmName') +
            paragraph('{/}'),
        ),
        cell(paragraph('{title}', 'InvoiceTitle') + paragraph('{number}', 'Number')),
      ],
    },
  ],
  { widths: [8, 9.4], style: 'Layout' },
)

const strip = table(
  [
    {
      cells: [
        filled(label('date') + paragraph('{issueDate | date:"long"}', 'Value')),
        filled(
          label('dueDate') +
            paragraph("{payment.dueDate ? (payment.dueDate | date:'long') : '–'}", 'Value'),
        ),
        filled(
          label('purchaseOrder') + paragraph('{references.purchaseOrder | default:"–"}', 'Value'),
        ),
        filled(label('due') + paragraph(run(`{totals.due ${MONEY}}`, 'Accent'), 'Value')),
      ],
    },
  ],
  { widths: [4.4, 4.4, 4.2, 4.4], style: 'Strip' },
)

const facts =
  paragraph(
    fact('delivery.date', '{labels.deliveryDate} {delivery.date | date:"long"}   ') +
      fact(
        'period',
        '{labels.period} {period.start | date:"short"} – {period.end | date:"short"}   ',
      ) +
      fact('references.contract', '{labels.contract} {references.contract}   ') +
      fact('references.buyer', '{labels.buyerReference} {references.buyer}'),
    'Facts',
  ) +
  paragraph('{#precedingInvoices}') +
  paragraph(
    '{labels.precedingInvoice} {number}{#issueDate} ({issueDate | date:"long"}){/}',
    'Facts',
  ) +
  paragraph('{/precedingInvoices}')

const party = (name: string): string =>
  label(name) +
  paragraph(`{${name}.name}`, 'Party') +
  paragraph(`{#${name}.addressLines}`) +
  paragraph('{.}') +
  paragraph('{/}') +
  paragraph(
    run(
      `{#${name}.siret}{labels.siret} {${name}.siret}{:else if ${name}.siren}{labels.siren} {${name}.siren}{/}`,
      'Soft',
    ),
  ) +
  paragraph(run(fact(`${name}.vatId`, `{labels.vatId} {${name}.vatId}`), 'Soft')) +
  paragraph(run(fact(`${name}.contact.name`, `{${name}.contact.name}`), 'Soft')) +
  paragraph(run(fact(`${name}.contact.email`, `{${name}.contact.email}`), 'Soft'))

const parties = table([{ cells: [cell(party('seller')), cell(party('buyer'))] }], {
  widths: [9, 8.4],
  style: 'Layout',
})

const headCell = (name: string, style = 'LineHeadNumber'): Cell => cell(`{labels.${name}}`, style)

const adjustment = (list: string, name: string, sign: string): string =>
  paragraph(`{#${list}}`) +
  paragraph(
    `{reason | default:labels.${name}}{#percent} {percent | number} %{/}   ${sign}{amount ${MONEY}}`,
    'LineDetail',
  ) +
  paragraph('{/}')

const lines = table(
  [
    {
      header: true,
      cells: [
        headCell('description', 'LineHead'),
        headCell('quantity'),
        headCell('unit', 'LineHead'),
        headCell('unitPrice'),
        headCell('vat'),
        headCell('amount'),
      ],
    },
    {
      cells: [
        cell(
          paragraph('{#lines}{name}', 'LineName') +
            paragraph(fact('description', '{description}'), 'LineDetail') +
            paragraph(fact('sellerItemId', '{labels.reference} {sellerItemId}'), 'LineDetail') +
            adjustment('allowances', 'allowance', '− ') +
            adjustment('charges', 'charge', '+ '),
        ),
        cell('{quantity | number}', 'LineNumber'),
        cell('{unitLabel}', 'LineName'),
        cell(
          paragraph('{netPrice | number:2:6}', 'LineNumber') +
            paragraph(
              fact('discount', '{labels.discount} {discount | number:2:6}'),
              'LineDetailNumber',
            ) +
            paragraph(
              "{#baseQuantity != '1'}{#baseQuantity}{labels.per} {baseQuantity | number}{/}{/}",
              'LineDetailNumber',
            ),
        ),
        cell('{vatLabel}', 'LineNumber'),
        cell('{netAmount | number:2}{/lines}', 'LineNumber'),
      ],
    },
  ],
  {
    widths: [7.4, 1.5, 1.7, 2.7, 1.7, 2.4],
    style: 'InvoiceLines',
    firstRow: true,
    title: 'Lignes · Lines',
  },
)

const vat = table(
  [
    {
      cells: [
        cell('{labels.vat}', 'LineHead'),
        cell('{labels.vatBase}', 'LineHeadNumber'),
        cell('{labels.vatAmount}', 'LineHeadNumber'),
      ],
    },
    {
      cells: [
        cell('{#vatRows}{label}', 'Small'),
        cell('{base | number:2}', 'SmallNumber'),
        cell('{amount | number:2}{/vatRows}', 'SmallNumber'),
      ],
    },
  ],
  { widths: [3, 2.4, 2.4], style: 'Totals', title: 'TVA · VAT' },
)

const sum = (text: string, amount: string, open = '', close = ''): Row => ({
  cells: [cell(`${open}${text}`, 'Sum'), cell(`${amount}${close}`, 'SumNumber')],
})
const adjusted = (list: string, name: string, sign: string): Row =>
  sum(
    `{reason | default:labels.${name}}{#percent} {percent | number} %{/}`,
    `${sign} {amount ${MONEY}}`,
    `{#${list}}`,
    `{/${list}}`,
  )
const ruled = `<w:tcBorders><w:top w:val="single" w:sz="8" w:space="0" w:color="${GREEN}"/></w:tcBorders>`
const totals = table(
  [
    sum('{labels.subtotal}', `{totals.lines ${MONEY}}`, '{#hasAllowances or hasCharges}', '{/}'),
    adjusted('allowances', 'allowance', '−'),
    adjusted('charges', 'charge', '+'),
    sum('{labels.withoutVat}', `{totals.withoutVat ${MONEY}}`),
    sum('{labels.totalVat}', `{totals.vat ${MONEY}}`),
    sum(
      '{labels.totalVatIn} {taxCurrency}',
      '{totals.vatInTaxCurrency | currency:taxCurrency}',
      '{#totals.vatInTaxCurrency}',
      '{/}',
    ),
    sum('{labels.withVat}', `{totals.withVat ${MONEY}}`),
    sum('{labels.prepaid}', `− {totals.prepaid ${MONEY}}`, '{#totals.prepaid}', '{/}'),
    sum('{labels.rounding}', `{totals.rounding ${MONEY}}`, '{#totals.rounding}', '{/}'),
    {
      cells: [
        cell('{labels.due}', 'Due', { properties: ruled }),
        cell(`{totals.due ${MONEY}}`, 'DueNumber', { properties: ruled }),
      ],
    },
  ],
  { widths: [4.8, 3.4], style: 'Totals', title: 'Totaux · Totals' },
)

const end = paragraph('', 'Hairline')
const sums = table([{ cells: [cell(vat + end), cell('', 'Hairline'), cell(totals + end)] }], {
  widths: [7.8, 1.4, 8.2],
  style: 'Layout',
})

const means =
  paragraph('{#payment.means}') +
  paragraph('{label}', 'Value') +
  paragraph(
    '{#ibanLabel}IBAN {ibanLabel}{#bic}   BIC {bic}{/}{/}{#accountId}{labels.account} {accountId}{/}',
  ) +
  paragraph('{/}')

const payment = table(
  [
    {
      cells: [
        filled(
          label('payment') +
            paragraph('{#payment.terms}{payment.terms}{/}', 'Value') +
            means +
            paragraph('{#payee.name}{labels.payee} {payee.name}{/}') +
            paragraph(
              '{labels.transferReference} {payment.remittanceInformation | default:number}',
            ),
        ),
        filled(
          paragraph('{#sepaTransfer}') +
            paragraph('{%sepaTransfer | epcqr | size:"2.4cm"}') +
            paragraph('{labels.scanToPay}', 'Scan') +
            paragraph('{/}'),
        ),
      ],
    },
  ],
  { widths: [WIDTH - 3.2, 3.2], style: 'Strip' },
)

const mentions = paragraph('{#mentions}') + paragraph('{.}', 'Mention') + paragraph('{/}')

const space = (points: number): string =>
  paragraph(
    '',
    'Gap',
    `<w:spacing w:before="0" w:after="0" w:line="${points * 20}" w:lineRule="exact"/>`,
  )

const body =
  head +
  space(16) +
  strip +
  facts +
  space(12) +
  parties +
  space(14) +
  lines +
  space(10) +
  sums +
  space(10) +
  payment +
  space(8) +
  mentions

const rightTab = `<w:tabs><w:tab w:val="right" w:pos="${twips(WIDTH)}"/></w:tabs>`
const header = paragraph(
  run('{title} {number}\t{seller.name}'),
  'Header',
  `<w:pBdr><w:bottom w:val="single" w:sz="4" w:space="6" w:color="${LINE}"/></w:pBdr>${rightTab}`,
)

const footer = paragraph(
  run(
    '{seller.name}{#seller.legalInformation} · {seller.legalInformation}{/}{#seller.siren} · SIREN {seller.siren}{/}\t{labels.page} ',
  ) +
    field('PAGE') +
    run(' / ') +
    field('NUMPAGES'),
  'Footer',
  `<w:pBdr><w:top w:val="single" w:sz="4" w:space="6" w:color="${LINE}"/></w:pBdr>${rightTab}`,
)

/** The template as a .docx file. */
export const facturxInvoice = (): Buffer =>
  buildDocx({
    title: '{title} {number}',
    author: '{seller.name}',
    language: 'fr-FR',
    styles: STYLES,
    body,
    header,
    firstHeader: paragraph('', 'Hairline'),
    footer,
    margins: [1.8, 1.8, 1.8, 1.8],
  })
