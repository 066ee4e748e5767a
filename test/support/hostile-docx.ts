/**
 * Hostile and merely odd templates, made from code, with the answer that each must get. `HOSTILE_DOCX`
 * is refused by the upload check, `HOSTILE_TAGS` by the merge, `CLEANED_DOCX` is accepted after
 * something was taken out.
 */
import { gzipSync } from 'node:zlib'
import type { WarningCode } from '../../src/kernel/document-warnings.ts'
import type { ErrorCode } from '../../src/kernel/errors.ts'
import {
  documentXml,
  docxOf,
  fieldXml,
  PNG_PIXEL,
  paragraph,
  pictureXml,
  svgBlipXml,
} from './docx-package.ts'
import { HOSTILE_ARCHIVES } from './hostile-archives.ts'
import { HOSTILE_REFERENCES, LOST_REFERENCES } from './hostile-references.ts'

/** One template that must be refused. */
export interface HostileDocx {
  /** Number of the case in the list of bad inputs, T1 to T20. */
  id: string
  name: string
  bytes(): Uint8Array
  /** Code of the problem document. */
  code: ErrorCode
  /** `code` of one of its `errors[]`. */
  finding: string
}

/** One template that is accepted without the part that could do harm. */
export interface CleanedDocx {
  name: string
  bytes(): Uint8Array
  /** Text that must be in no part of the cleaned package. */
  gone: readonly string[]
  /** The warning that it comes with; absent where the result lacks nothing. */
  warning?: WarningCode
}

const field = (name: string, body: string): HostileDocx => ({
  id: 'T5',
  name: `a field: ${name}`,
  bytes: () => docxOf({ body }),
  code: 'template_unsafe',
  finding: 'forbidden_field',
})

const FILE = 'file:///etc/passwd'
const fields: HostileDocx[] = [
  field('DDE', fieldXml([' DDE excel "C:\\\\x.xlsx" a1 '])),
  field('DDEAUTO', fieldXml([' DDEAUTO c:\\\\windows\\\\system32\\\\cmd.exe "/k calc.exe" '])),
  field(
    'nested in a harmless one',
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> IF 1 = 1 </w:instrText></w:r>` +
      `${fieldXml([` DDEAUTO "${FILE}" `])}<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
  ),
  field(
    'under another prefix',
    `<w:p xmlns:q="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><q:fldSimple q:instr='DDE x y'/></w:p>`,
  ),
  field(
    'name made by a template tag',
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:t>{x}TEXT "${FILE}"</w:t></w:r>` +
      `<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
  ),
  field(
    'never separated nor ended',
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>${fieldXml([])}<w:r><w:instrText>DDE a b</w:instrText></w:r></w:p>`,
  ),
]

/** A field that reads something outside: its code goes, what Word stored as its result stays. */
const frozen = (name: string, body: string): CleanedDocx => ({
  name: `a field: ${name}`,
  bytes: () => docxOf({ body: paragraph('before') + body }),
  gone: ['passwd', '127.0.0.1', 'fldSimple', 'x.mdb', 'x.xlsx', 'CDATA'],
  warning: name.startsWith('INCLUDEPICTURE') ? 'picture_not_loaded' : 'field_frozen',
})
const frozenFields: CleanedDocx[] = [
  frozen('INCLUDEPICTURE http', fieldXml([' INCLUDEPICTURE "http://127.0.0.1:9/x.png" \\d '])),
  frozen('INCLUDETEXT file', fieldXml([` INCLUDETEXT "${FILE}" `])),
  frozen('INCLUDETEXT http', fieldXml([' INCLUDETEXT "http://127.0.0.1:9/x.docx" '])),
  frozen('INCLUDE', fieldXml([` INCLUDE "${FILE}" `])),
  frozen('LINK', fieldXml([' LINK Excel.Sheet.12 "C:\\\\x.xlsx" "A1" \\a '])),
  frozen('IMPORT', fieldXml([` IMPORT "${FILE}" `])),
  frozen('DATABASE', fieldXml([' DATABASE \\d "C:\\\\x.mdb" '])),
  frozen('RD', fieldXml([` RD "${FILE}" `])),
  frozen('split across runs', fieldXml([' INC', 'LUDE', `TEXT "${FILE}" `])),
  frozen('in small letters', fieldXml([` includetext "${FILE}" `])),
  frozen('in character references', fieldXml([` &#73;NCLUDE&#x54;EXT "${FILE}" `])),
  frozen('in CDATA', fieldXml([`<![CDATA[ INCLUDETEXT "${FILE}" ]]>`])),
  frozen('broken by a comment', fieldXml([` INCLUDE<!-- -->TEXT "${FILE}" `])),
  frozen('in quotes', fieldXml([` "INCLUDETEXT" "${FILE}" `])),
  frozen(
    'around a harmless one',
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> INCLUDE</w:instrText></w:r>` +
      `${fieldXml([' PAGE '])}<w:r><w:instrText>TEXT "${FILE}" </w:instrText></w:r>` +
      `<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
  ),
  frozen('fldSimple', `<w:p><w:fldSimple w:instr=" INCLUDETEXT &quot;${FILE}&quot; "/></w:p>`),
  frozen(
    'command written as plain text',
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:t>INCLUDETEXT "${FILE}"</w:t></w:r>` +
      `<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`,
  ),
]

const IMAGE_REL = { id: 'rId7', type: 'image' }
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">' +
  '<image xlink:href="file:///etc/x.png"/><image xlink:href="http://127.0.0.1:9/x.png"/></svg>'
const svg = (
  name: string,
  body: string,
  target: string,
  bytes: string | Uint8Array,
): HostileDocx => ({
  id: 'T6',
  name,
  bytes: () =>
    docxOf({ body, rels: [{ ...IMAGE_REL, target }], files: { [`word/${target}`]: bytes } }),
  code: 'template_unsafe',
  finding: 'svg_refused',
})
const svgs: HostileDocx[] = [
  svg('an SVG picture', pictureXml('rId7'), 'media/i.svg', SVG),
  svg('an SVG picture named .png', pictureXml('rId7'), 'media/i.png', SVG),
  svg('a compressed SVG named .emf', pictureXml('rId7'), 'media/i.emf', gzipSync(SVG)),
  svg('an SVG beside itself', pictureXml('rId7', 'embed', svgBlipXml('rId7')), 'media/i.svg', SVG),
  svg(
    'an SVG beside nothing',
    pictureXml('rId9', 'cstate', svgBlipXml('rId7')),
    'media/i.svg',
    SVG,
  ),
]

const doctype = (dtd: string): string => documentXml(paragraph('x')).replace('?>', `?>${dtd}`)
const dtd = (name: string, bytes: () => Uint8Array): HostileDocx => ({
  id: 'T7',
  name,
  bytes,
  code: 'template_unsafe',
  finding: 'dtd_refused',
})
const laughs = Array.from(
  { length: 9 },
  (_, index) => `<!ENTITY l${index + 1} "${`&l${index};`.repeat(10)}">`,
).join('')
const utf16 = (xml: string): Buffer =>
  Buffer.concat([
    Buffer.from([0xff, 0xfe]),
    Buffer.from(xml.replace('encoding="UTF-8"', 'encoding="UTF-16"'), 'utf16le'),
  ])
const dtds: HostileDocx[] = [
  dtd('an external DTD', () =>
    docxOf({ document: doctype('<!DOCTYPE d SYSTEM "file:///etc/x.dtd">') }),
  ),
  dtd('an external entity over http', () =>
    docxOf({ document: doctype('<!DOCTYPE d [<!ENTITY x SYSTEM "http://127.0.0.1:9/">]>') }),
  ),
  dtd('a billion laughs', () =>
    docxOf({ document: doctype(`<!DOCTYPE d [<!ENTITY l0 "ha">${laughs}]>`) }),
  ),
  dtd('quadratic blow-up', () =>
    docxOf({ document: doctype(`<!DOCTYPE d [<!ENTITY a "${'a'.repeat(50_000)}">]>`) }),
  ),
  dtd('a DTD in UTF-16', () =>
    docxOf({ document: utf16(doctype('<!DOCTYPE d [<!ENTITY x "y">]>')) }),
  ),
  dtd('a DTD in the styles', () =>
    docxOf({
      rels: [{ id: 'rId1', type: 'styles', target: 'styles.xml' }],
      files: { 'word/styles.xml': '<!DOCTYPE s><s/>' },
    }),
  ),
  dtd('a DTD in the relationships', () =>
    docxOf({
      rels: [{ id: 'rId1', type: 'styles', target: 'styles.xml' }],
      files: {
        'word/styles.xml': '<s/>',
        'word/_rels/styles.xml.rels': '<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/x">]><r/>',
      },
    }),
  ),
  dtd('a DTD in the custom XML', () =>
    docxOf({
      rootRels: [{ id: 'rId9', type: 'customXml', target: '/customXml/item1.xml' }],
      files: { 'customXml/item1.xml': '<!DOCTYPE s SYSTEM "http://127.0.0.1:9/"><s/>' },
    }),
  ),
  {
    id: 'T7',
    name: 'XML in UTF-7',
    bytes: () => docxOf({ document: '<?xml version="1.0" encoding="UTF-7"?><d>+ADw-x</d>' }),
    code: 'template_not_docx',
    finding: 'xml_invalid',
  },
  {
    id: 'T7',
    name: 'XML that is not closed',
    bytes: () => docxOf({ document: documentXml('<w:p>') }),
    code: 'template_not_docx',
    finding: 'xml_invalid',
  },
]

const complex = (id: string, name: string, finding: string, body: () => string): HostileDocx => ({
  id,
  name,
  bytes: () => docxOf({ body: body() }),
  code: 'template_too_complex',
  finding,
})
/** Tables inside each other, each in a cell of the one before. */
const nestedTables = (depth: number): string =>
  `${'<w:tbl><w:tr><w:tc>'.repeat(depth)}<w:p/>${'</w:tc></w:tr></w:tbl>'.repeat(depth)}`
const complexities: HostileDocx[] = [
  complex('T13', '17 nested tables', 'too_deep', () => nestedTables(17)),
  complex('T13', '10,000 nested tables', 'too_deep', () => nestedTables(10_000)),
  complex('T13', '20,000 nested tables', 'too_deep', () => nestedTables(20_000)),
  complex('T13', '20,000 nested content controls', 'too_deep', () => {
    return `${'<w:sdt><w:sdtContent>'.repeat(20_000)}<w:p/>${'</w:sdtContent></w:sdt>'.repeat(20_000)}`
  }),
  complex('T14', '200,000 equal paragraphs', 'unpacked_too_large', () => {
    return paragraph('x').repeat(200_000)
  }),
  complex('T14', '200,000 paragraphs', 'too_many_elements', () => {
    return Array.from({ length: 200_000 }, (_, index) => paragraph(`Line ${index}`)).join('')
  }),
  complex('T14', '60,000 empty paragraphs', 'too_many_elements', () => '<w:p/>'.repeat(60_000)),
  complex('T14', '400,000 elements in one paragraph', 'too_many_elements', () => {
    return `<w:p>${'<w:r/>'.repeat(400_000)}</w:p>`
  }),
  complex('T14', 'an element of 100,000 attributes', 'too_many_elements', () => {
    return `<w:p ${Array.from({ length: 100_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`
  }),
]

/** Cases that the upload check refuses: T1 to T14, T19, T20. */
export const HOSTILE_DOCX: readonly HostileDocx[] = [
  ...HOSTILE_ARCHIVES,
  ...HOSTILE_REFERENCES,
  ...fields,
  ...svgs,
  ...dtds,
  ...complexities,
]

const tags = (id: string, code: ErrorCode, text: string): HostileDocx => ({
  id,
  name: `the template text ${JSON.stringify(text.slice(0, 60))}`,
  bytes: () => docxOf({ body: paragraph(text) }),
  code,
  finding: '',
})

/** Cases T15 to T18: sound documents with tags that the merge refuses; the upload check accepts them. */
export const HOSTILE_TAGS: readonly HostileDocx[] = [
  tags('T15', 'template_too_complex', '{#a}'.repeat(2000) + '{/a}'.repeat(2000)),
  ...['{#a}', 'x{/a}', '{{a}}', '{a', '{#a}{#b}{/a}{/b}'].map((text) =>
    tags('T16', 'template_invalid', text),
  ),
  ...['{@x}', '{=&lt;% %&gt;=}'].map((text) => tags('T17', 'template_invalid', text)),
  ...[
    "{constructor.constructor('return process.pid')()}",
    '{__proto__.x=1}',
    '{a|constructor}',
    '{a.constructor.name}',
    '{toString()}',
  ].map((text) => tags('T18', 'template_invalid', text)),
]

const SETTINGS =
  '<w:settings xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"' +
  ' xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">'
const settingsRels = (type: string): string =>
  '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">' +
  '<Relationship Id="rId1" Target="http://127.0.0.1:9/secret" TargetMode="External"' +
  ` Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}"/></Relationships>`
const withSettings = (type: string, inside: string): Uint8Array =>
  docxOf({
    rels: [{ id: 'rId1', type: 'settings', target: 'settings.xml' }],
    files: {
      'word/settings.xml': `${SETTINGS}${inside}<w:zoom w:percent="90"/></w:settings>`,
      'word/_rels/settings.xml.rels': settingsRels(type),
    },
  })

/** Templates that real people send: accepted, without what reaches outside. */
export const CLEANED_DOCX: readonly CleanedDocx[] = [
  {
    name: 'a link to the template it was made from',
    bytes: () => withSettings('attachedTemplate', '<w:attachedTemplate r:id="rId1"/>'),
    gone: ['127.0.0.1', 'attachedTemplate'],
  },
  {
    name: 'a mail-merge source',
    bytes: () =>
      withSettings(
        'mailMergeSource',
        '<w:mailMerge><w:query w:val="SELECT secret"/><w:dataSource r:id="rId1"/></w:mailMerge>',
      ),
    gone: ['127.0.0.1', 'mailMerge', 'SELECT'],
  },
  {
    name: 'an embedded font',
    bytes: () =>
      docxOf({
        rels: [{ id: 'rId1', type: 'fontTable', target: 'fontTable.xml' }],
        files: {
          'word/fontTable.xml':
            '<w:fonts xmlns:w="w" xmlns:r="r"><w:font w:name="X"><w:embedRegular r:id="rId1" w:fontKey="{00000000-0000-0000-0000-000000000000}"/></w:font></w:fonts>',
          'word/_rels/fontTable.xml.rels': settingsRels('font').replace(
            'Target="http://127.0.0.1:9/secret" TargetMode="External"',
            'Target="fonts/font1.odttf"',
          ),
          'word/fonts/font1.odttf': 'FONTBYTES',
        },
        types: {
          'word/fonts/font1.odttf': 'application/vnd.openxmlformats-officedocument.obfuscatedFont',
        },
      }),
    gone: ['odttf', 'embedRegular', 'FONTBYTES'],
    warning: 'embedded_font_ignored',
  },
  {
    name: 'an SVG beside a bitmap',
    bytes: () =>
      docxOf({
        body: pictureXml('rId7', 'embed', svgBlipXml('rId8')),
        rels: [
          { ...IMAGE_REL, target: 'media/i.png' },
          { id: 'rId8', type: 'image', target: 'media/i.svg' },
        ],
        files: { 'word/media/i.png': PNG_PIXEL, 'word/media/i.svg': SVG },
      }),
    gone: ['127.0.0.1', 'svgBlip r:embed', 'i.svg'],
  },
  {
    name: 'a part that nothing refers to',
    bytes: () => docxOf({ files: { 'word/lost.xml': '<lost>http://127.0.0.1:9/</lost>' } }),
    gone: ['127.0.0.1'],
  },
  ...LOST_REFERENCES,
  ...frozenFields,
]
