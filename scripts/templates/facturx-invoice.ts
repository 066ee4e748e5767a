/**
 * The sample electronic invoice: one template for every language of the page, for invoices and credit notes, one page or
 * many. It reads the invoice view of /render-facturx and nothing else.
 */
import { type Cell, cell, field, paragraph, type Row, run, table, twips } from '../word/markup.ts'
import { buildDocx } from '../word/package.ts'
import { paragraphStyle, tableStyle } from '../word/styles.ts'
import { BRASS, baseStyles, GREEN, LINE, PAPER, SOFT } from './brand.ts'

const WIDTH = 17.4
const MONEY = '| currency:currency'

const STYLES =
  baseStyles('fr-FR', 9.5, WIDTH) +
  paragraphStyle({ name: 'Invoice Title', basedOn: 'Title', align: 'right', size: 20 }) +
  paragraphStyle({ name: 'Number', size: 11, color: SOFT, align: 'right' }) +
  paragraphStyle({ name: 'Firm Name', size: 16, bold: true, color: GREEN, line: 1 }) +
  paragraphStyle({
    name: 'Label',
    size: 7.5,
    color: BRASS,
    spacing: 0.4,
    after: 1,
  }) +
  paragraphStyle({ name: 'Value', size: 10.5 }) +
  paragraphStyle({ name: 'Fact', size: 9, line: 1.05 }) +
  paragraphStyle({ name: 'Facts', size: 8.5, color: SOFT, before: 3 }) +
  paragraphStyle({ name: 'Party', size: 12, bold: true, color: GREEN, after: 1 }) +
  paragraphStyle({ name: 'Firm Name Long', basedOn: 'FirmName', size: 9 }) +
  paragraphStyle({ name: 'Party Long', basedOn: 'Party', size: 8 }) +
  paragraphStyle({ name: 'Party Fact', size: 8.5, color: SOFT }) +
  paragraphStyle({ name: 'Line Head', size: 8, color: GREEN, bold: true, line: 1 }) +
  paragraphStyle({ name: 'Line Head Number', basedOn: 'LineHead', align: 'right' }) +
  paragraphStyle({ name: 'Line Name', size: 9.5, line: 1.05 }) +
  paragraphStyle({ name: 'Line Detail', size: 8, color: SOFT, line: 1.05 }) +
  paragraphStyle({
    name: 'Line Group',
    basedOn: 'LineName',
    bold: true,
    color: GREEN,
    keepNext: true,
  }) +
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
  paragraphStyle({ name: 'Gap', size: 9, line: 1 }) +
  paragraphStyle({ name: 'Hairline', size: 1, line: 1 }) +
  tableStyle({ name: 'Layout', padding: [0, 0] }) +
  tableStyle({ name: 'Strip', padding: [0.2, 0.3] }) +
  tableStyle({ name: 'Facts Grid', padding: [0.12, 0.3] }) +
  tableStyle({ name: 'Parties', padding: [0.14, 0] }) +
  tableStyle({
    name: 'Invoice Lines',
    padding: [0.14, 0.18],
    lines: [4, LINE],
    frame: [8, GREEN],
    headFill: PAPER,
  }) +
  tableStyle({ name: 'Totals', padding: [0.08, 0.18], lines: [4, LINE] }) +
  tableStyle({ name: 'Vat', padding: [0.08, 0.1], lines: [4, LINE] })

const SHADE = `<w:shd w:val="clear" w:color="auto" w:fill="${PAPER}"/>`
const filled = (content: string): Cell => cell(content, undefined, { properties: SHADE })
const label = (name: string): string => paragraph(`{labels.${name}}`, 'Label')
/** A fact that is there or leaves no trace. */
const fact = (path: string, text: string): string => `{#${path}}${text}{/}`

/** A name in large print, or in smaller print that holds long words on one line. */
const inSize = (condition: string, text: string, style: string): string =>
  paragraph(`{#${condition}}`) +
  paragraph(text, `${style}Long`) +
  paragraph('{:else}') +
  paragraph(text, style) +
  paragraph('{/}')

/** What half of the page does not hold stands below, across it. */
const belowHead =
  paragraph('{#seller.isWide}') +
  paragraph('{seller.tradingName | default:seller.name}', 'FirmNameLong') +
  paragraph('{/}') +
  paragraph('{#isNumberWide}') +
  paragraph('{number}', 'Number') +
  paragraph('{/}')

const head = table(
  [
    {
      cells: [
        cell(
          paragraph('{#page.logo}') +
            paragraph('{%page.logo | size:"4cm" | alt:seller.name}') +
            paragraph('{:else if not seller.isWide}') +
            inSize('seller.isLong', '{seller.tradingName | default:seller.name}', 'FirmName') +
            paragraph('{/}'),
        ),
        cell(
          paragraph('{title}', 'InvoiceTitle') +
            paragraph('{#not isNumberWide}') +
            paragraph('{number}', 'Number') +
            paragraph('{/}'),
        ),
      ],
    },
  ],
  { widths: [8.7, 8.7], style: 'Layout' },
)

/** The headline has one to three facts and the amount due: a table for each count, so that no cell is empty. */
const strip = [1, 2, 3]
  .map((count) => {
    const facts = Array.from({ length: count }, (_, index) =>
      filled(
        paragraph(`{headline.${index}.label}`, 'Label') +
          paragraph(`{headline.${index}.text}`, 'Value'),
      ),
    )
    const due = filled(label('due') + paragraph(run(`{totals.due ${MONEY}}`, 'Accent'), 'Value'))
    const widths = Array.from({ length: count + 1 }, () => WIDTH / (count + 1))
    return (
      paragraph(`{#(headline | count) == ${count}}`) +
      table([{ cells: [...facts, due] }], { widths, style: 'Strip' }) +
      paragraph('{/}')
    )
  })
  .join('')

const factCell = (name: string): Cell =>
  cell(paragraph(`{#${name}}{label}{/}`, 'Label') + paragraph(`{#${name}}{text}{/}`, 'Fact'))

const facts =
  paragraph('{#factRows | count}') +
  table(
    [
      { cells: [cell('{#factRows}', undefined, { span: 4 })] },
      { cells: ['a', 'b', 'c', 'd'].map(factCell) },
      { cells: [cell('{/}', undefined, { span: 4 })] },
    ],
    { widths: [4.35, 4.35, 4.35, 4.35], style: 'FactsGrid' },
  ) +
  paragraph('{/}') +
  paragraph('{#longFacts}') +
  paragraph('{label} {text}', 'Facts') +
  paragraph('{/}')

/** A party, of which the row is the scope. */
const block =
  paragraph('{label}', 'Label') +
  inSize('isLong', '{name}', 'Party') +
  paragraph('{#lines}') +
  paragraph('{.}') +
  paragraph('{/}') +
  paragraph('{#facts}') +
  paragraph('{.}', 'PartyFact') +
  paragraph('{/}')

const party = (side: string): Cell => cell(paragraph(`{#${side}}`) + block + paragraph('{/}'))

const parties = table(
  [
    { cells: [cell('{#partyRows}', undefined, { span: 3 })] },
    { cells: [cell('{#wide}', undefined, { span: 3 })] },
    { cells: [cell(block, undefined, { span: 3 })] },
    { cells: [cell('{:else}', undefined, { span: 3 })] },
    { cells: [party('left'), cell('', 'Hairline'), party('right')] },
    { cells: [cell('{/}', undefined, { span: 3 })] },
    { cells: [cell('{/}', undefined, { span: 3 })] },
  ],
  { widths: [8.4, 0.6, 8.4], style: 'Parties' },
)

const headCell = (name: string, style = 'LineHeadNumber'): Cell => cell(`{labels.${name}}`, style)

const LINE_COLUMNS = [7, 2.4, 2.7, 2.1, 3.2]
/** How far lines below a group are set in, in centimetres. */
const STEP = 0.5

const adjustment = (list: string, sign: string, indent: string): string =>
  paragraph(`{#${list}}`) +
  paragraph(`{label}   ${sign}{amount ${MONEY}}`, 'LineDetail', indent) +
  paragraph('{/}')

const details = (indent: string): string =>
  paragraph('{#details}') +
  paragraph('{.}', 'LineDetail', indent) +
  paragraph('{/}') +
  adjustment('allowances', '− ', indent) +
  adjustment('charges', '+ ', indent)

const indented = (level: number): string =>
  level === 0 ? '' : `<w:ind w:left="${twips(STEP * level)}"/>`

/** Quantity, price and VAT of a line, in the style of a text and of its smaller print. */
const measures = (style: string): Cell[] => [
  cell('{quantity | number} {unitCounted}', style),
  cell(
    paragraph("{netPrice != null ? (netPrice | number:2:6) : ''}", style) +
      paragraph(fact('discount', '{labels.discount} {discount | number:2:6}'), 'LineDetailNumber') +
      paragraph(
        "{#baseQuantity != '1'}{#baseQuantity}{labels.per} {baseQuantity | number}{/}{/}",
        'LineDetailNumber',
      ),
  ),
  cell('{vatShort}', style),
]

const wholeRow = (tag: string): Row => ({
  cells: [cell(tag, undefined, { span: LINE_COLUMNS.length })],
})

/** A group: a heading whose amount stands beside its name, not in the column that is added up. */
const groupRows = [0, 1, 2].flatMap((level): Row[] => [
  wholeRow(level === 0 ? '{#level == 0}' : `{:else if level == ${level}}`),
  {
    cells: [
      cell(
        paragraph('{name}', 'LineGroup', indented(level)) +
          details(indented(level)) +
          paragraph(
            '{labels.groupTotal} {netAmount | currency:currency}',
            'LineDetail',
            indented(level),
          ),
        undefined,
        { span: LINE_COLUMNS.length, properties: SHADE },
      ),
    ],
  },
])

const informed = (level: number): string =>
  paragraph('{name}', 'LineDetail', indented(level)) +
  details(indented(level)) +
  paragraph(
    fact('netAmount != null', '{labels.forInformation} {netAmount | currency:currency}'),
    'LineDetail',
    indented(level),
  )

/** A line for information: its amount stands in the text, not in the column. */
const informationRows = [0, 1, 2].flatMap((level): Row[] => [
  wholeRow(level === 0 ? '{#level == 0}' : `{:else if level == ${level}}`),
  wholeRow('{#isWide}'),
  { cells: [cell(informed(level), undefined, { span: LINE_COLUMNS.length })] },
  wholeRow('{/}'),
  {
    cells: [
      cell(paragraph('{#not isWide}') + informed(level) + paragraph('{/}')),
      ...measures('LineDetailNumber'),
      cell('', 'LineDetailNumber'),
    ],
  },
])

const described = (level: number): string =>
  paragraph('{name}', 'LineName', indented(level)) + details(indented(level))

/** A line; its description across the table where its column is too narrow for it, over what is counted. */
const detailRows = [0, 1, 2].flatMap((level): Row[] => [
  wholeRow(level === 0 ? '{#level == 0}' : `{:else if level == ${level}}`),
  wholeRow('{#isWide}'),
  { cells: [cell(described(level), undefined, { span: LINE_COLUMNS.length })] },
  wholeRow('{/}'),
  {
    cells: [
      cell(paragraph('{#not isWide}') + described(level) + paragraph('{/}')),
      ...measures('LineNumber'),
      cell('{netAmount | number:2}', 'LineNumber'),
    ],
  },
])

const lines =
  paragraph('{#hasLines}') +
  table(
    [
      {
        header: true,
        cells: [
          headCell('description', 'LineHead'),
          headCell('quantity'),
          headCell('unitPrice'),
          headCell('vat'),
          headCell('amount'),
        ],
      },
      wholeRow('{#lines}'),
      wholeRow('{#isGroup}'),
      ...groupRows,
      wholeRow('{/}'),
      wholeRow('{:else if isInformation}'),
      ...informationRows,
      wholeRow('{/}'),
      wholeRow('{:else}'),
      ...detailRows,
      wholeRow('{/}'),
      wholeRow('{/}'),
      wholeRow('{/lines}'),
    ],
    { widths: LINE_COLUMNS, style: 'InvoiceLines', firstRow: true },
  ) +
  paragraph('{/}')

const vat =
  paragraph('{#vatRows | count}') +
  table(
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
    { widths: [3.5, 2.3, 2.2], style: 'Vat' },
  ) +
  paragraph('{/}')

const sum = (text: string, amount: string, open = '', close = ''): Row => ({
  cells: [cell(`${open}${text}`, 'Sum'), cell(`${amount}${close}`, 'SumNumber')],
})
const adjusted = (list: string, sign: string): Row[] => {
  const both = (tag: string): Row => ({ cells: [cell(tag, undefined, { span: 2 })] })
  return [
    both(`{#${list}}`),
    both('{#isWide}'),
    { cells: [cell('{label}', 'Sum', { span: 2 })] },
    both('{/}'),
    sum('{#not isWide}{label}{/}', `${sign} {amount ${MONEY}}`),
    both('{/}'),
  ]
}
const ruled = `<w:tcBorders><w:top w:val="single" w:sz="8" w:space="0" w:color="${GREEN}"/></w:tcBorders>`
const totals = table(
  [
    sum('{labels.subtotal}', `{totals.lines ${MONEY}}`, '{#hasAllowances or hasCharges}', '{/}'),
    ...adjusted('allowances', '−'),
    ...adjusted('charges', '+'),
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
  { widths: [4.6, 4.4], style: 'Totals' },
)

const end = paragraph('', 'Hairline')
const sums = table([{ cells: [cell(vat + end), cell('', 'Hairline'), cell(totals + end)] }], {
  widths: [8, 0.4, 9],
  style: 'Layout',
})

const listed = (list: string): string =>
  paragraph(`{#${list}}`) + paragraph('{.}') + paragraph('{/}')

const means =
  paragraph('{#payment.means}') +
  paragraph('{#label}{label}{/}', 'Value') +
  listed('details') +
  paragraph('{/}')

const payment =
  paragraph('{#hasPayment}') +
  table(
    [
      {
        cells: [
          filled(
            label('payment') +
              paragraph(fact('payment.terms', '{payment.terms}'), 'Value') +
              means +
              listed('payment.details') +
              paragraph(
                fact('payment.reference', '{labels.transferReference} {payment.reference}'),
              ),
          ),
          filled(
            paragraph('{#sepaTransfer}') +
              paragraph('{%sepaTransfer | epcqr | size:"2.4cm"}') +
              paragraph(
                `{labels.scanToPay}${fact('sepaTransfer.isPart', ' {sepaTransfer.amount | currency:"EUR"}')}`,
                'Scan',
              ) +
              paragraph('{/}'),
          ),
        ],
      },
    ],
    { widths: [WIDTH - 3.2, 3.2], style: 'Strip' },
  ) +
  paragraph('{/}')

const attachments =
  paragraph('{#attachmentTexts | count}') +
  label('attachments') +
  paragraph('{#attachmentTexts}') +
  paragraph('{.}', 'Mention') +
  paragraph('{/}') +
  paragraph('{/}')

const mentions = paragraph('{#mentions}') + paragraph('{.}', 'Mention') + paragraph('{/}')

const space = (points: number): string =>
  paragraph(
    '',
    'Gap',
    `<w:spacing w:before="0" w:after="0" w:line="${points * 20}" w:lineRule="exact"/>`,
  )

const body =
  head +
  belowHead +
  space(12) +
  strip +
  facts +
  space(4) +
  parties +
  space(8) +
  lines +
  space(8) +
  sums +
  space(8) +
  payment +
  space(6) +
  attachments +
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
