/** The sample letter: one page with a letterhead, bullets from a list, a condition with its other branch. */
import { cell, field, paragraph, run, table } from '../word/markup.ts'
import { bulletList } from '../word/numbering.ts'
import { buildDocx } from '../word/package.ts'
import { paragraphStyle, tableStyle } from '../word/styles.ts'
import { BRASS, baseStyles, GREEN, LINE } from './brand.ts'

const STYLES =
  baseStyles('en-GB', 10.5, 17) +
  paragraphStyle({ name: 'Letterhead', size: 8.5, color: '7A8582', align: 'right', line: 1.1 }) +
  paragraphStyle({ name: 'Address', size: 10.5, line: 1.1 }) +
  paragraphStyle({ name: 'Date Line', size: 10.5, before: 30, after: 18 }) +
  paragraphStyle({ name: 'Subject', size: 13, bold: true, color: GREEN, after: 12 }) +
  paragraphStyle({ name: 'Text', size: 10.5, line: 1.2, after: 8 }) +
  paragraphStyle({ name: 'Bullet', basedOn: 'Text', after: 3, list: [1, 0] }) +
  paragraphStyle({ name: 'Closing', basedOn: 'Text', before: 8, after: 6, keepNext: true }) +
  paragraphStyle({ name: 'Signatory', size: 10.5, bold: true, keepNext: true }) +
  tableStyle({ name: 'Layout', padding: [0, 0] })

const head = table(
  [
    {
      cells: [
        cell('{%logo | size:"4.4cm"}'),
        cell(
          paragraph(run('{sender.name}', 'Accent'), 'Letterhead') +
            paragraph('{sender.street}', 'Letterhead') +
            paragraph('{sender.postalCode} {sender.city}', 'Letterhead') +
            paragraph('{sender.email}', 'Letterhead'),
        ),
      ],
    },
  ],
  { widths: [9, 8], style: 'Layout' },
)

/** Set where the window of a DL envelope is, on the right as in France. */
const recipient = table(
  [
    {
      cells: [
        cell('', 'Address'),
        cell(
          paragraph(run('{recipient.name}', 'Strong'), 'Address') +
            paragraph('{#recipient.attention}Attn {recipient.attention}{/}', 'Address') +
            paragraph('{recipient.street}', 'Address') +
            paragraph('{recipient.postalCode} {recipient.city}', 'Address'),
        ),
      ],
      height: 2.6,
    },
  ],
  { widths: [9.5, 7.5], style: 'Layout' },
)

const body =
  head +
  paragraph('', 'Text', '<w:spacing w:before="0" w:after="0" w:line="560" w:lineRule="exact"/>') +
  recipient +
  paragraph('{sender.city}, {date | date:"long"}', 'DateLine') +
  paragraph('{subject}', 'Subject') +
  paragraph("Dear {recipient.attention | default:'Sir or Madam'},", 'Text') +
  paragraph(
    'Thank you for your order {order.number} of {order.date | date:"long"}. We are pleased to confirm it, for a total of {order.total | currency:"EUR"} including VAT.',
    'Text',
  ) +
  paragraph('It will be made in our workshop and delivered in these steps:', 'Text') +
  paragraph('{#steps}') +
  paragraph(`${run('{date | date:"long"}', 'Strong')}${run(' – {what}')}`, 'Bullet') +
  paragraph('{/steps}') +
  paragraph('{#order.deposit > 0}') +
  paragraph(
    'We have received your deposit of {order.deposit | currency:"EUR"}; the balance of {order.total - order.deposit | currency:"EUR"} is due on delivery.',
    'Text',
    '<w:spacing w:before="120"/>',
  ) +
  paragraph('{:else}') +
  paragraph(
    'No deposit is needed; the whole amount is due on delivery.',
    'Text',
    '<w:spacing w:before="120"/>',
  ) +
  paragraph('{/}') +
  paragraph('{~message | markdown}', 'Text') +
  paragraph('Yours sincerely,', 'Closing') +
  paragraph('{#signature}{%signature | size:"4cm"}{/}', 'Closing') +
  paragraph('{signatory.name}', 'Signatory') +
  paragraph('{signatory.role}')

const footer = paragraph(
  `${run('{sender.name} · {sender.legal}\t')}${field('PAGE')}${run(' / ')}${field('NUMPAGES')}`,
  'Footer',
  `<w:pBdr><w:top w:val="single" w:sz="4" w:space="6" w:color="${LINE}"/></w:pBdr>`,
)

/** The template as a .docx file. */
export const letter = (): Buffer =>
  buildDocx({
    title: '{subject}',
    author: '{sender.name}',
    language: 'en-GB',
    styles: STYLES,
    numbering: bulletList(BRASS),
    body,
    footer,
    margins: [1.8, 2, 1.8, 2],
  })

/** @param logo PNG in base64. */
export const letterData = (logo: string, signature: string): object => ({
  sender: {
    name: 'Lumen & Fils',
    street: '14 rue des Tables-Claudiennes',
    postalCode: '69001',
    city: 'Lyon',
    email: 'atelier@lumen.example',
    legal: 'SARL au capital de 24 000 €, RCS Lyon 823 149 752',
  },
  recipient: {
    name: 'Hôtel Bellevue',
    attention: 'Ms Claire Fontaine',
    street: '3 quai du Mont-Blanc',
    postalCode: '74000',
    city: 'Annecy',
  },
  date: '2026-11-18',
  subject: 'Confirmation of your order BC-7781',
  order: { number: 'BC-7781', date: '2026-11-12', total: 3736.08, deposit: 1000 },
  steps: [
    { date: '2026-11-30', what: 'the glass is blown and the brass is turned' },
    { date: '2026-12-09', what: 'you receive photographs of the finished lamps' },
    { date: '2026-12-14', what: 'our fitters come to your hotel for two days' },
  ],
  message:
    'If a date does not suit you, **please tell us before 25 November**. Our fitters need a parking space in the courtyard and access to the electrical panel of *Bâtiment C*.',
  signatory: { name: 'Camille Aubert', role: 'Workshop manager' },
  signature,
  logo,
})
