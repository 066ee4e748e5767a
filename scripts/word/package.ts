/** Packs the parts of a Word document into a .docx file whose bytes depend on nothing but its input. */
import PizZip from 'pizzip'
import { escapeXml, twips } from './markup.ts'

const NAMESPACES = [
  ['w', 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'],
  ['r', 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'],
  ['wp', 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'],
  ['a', 'http://schemas.openxmlformats.org/drawingml/2006/main'],
  ['pic', 'http://schemas.openxmlformats.org/drawingml/2006/picture'],
]
  .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
  .join(' ')
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml'

export interface WordDocument {
  readonly title: string
  readonly author: string
  /** BCP 47: the language the text is spelled in. */
  readonly language: string
  readonly body: string
  readonly styles: string
  readonly header?: string
  readonly footer?: string
  /** Shown on the first page instead of `header`. */
  readonly firstHeader?: string
  readonly numbering?: string
  /** PNG or JPEG files by name; the relation id of each is `media-` and its place, from 1. */
  readonly media?: ReadonlyMap<string, Uint8Array>
  /** Page margins in centimetres: top, right, bottom, left. */
  readonly margins: readonly [number, number, number, number]
}

interface Part {
  readonly path: string
  readonly type: string
  readonly relation: string
  readonly content: string
}

const part = (
  name: string,
  root: string,
  inner: string,
  kind = name.replace(/\d|-.*/g, ''),
): Part => ({
  path: `word/${name}.xml`,
  type: `${WORD}.${kind}+xml`,
  relation: `${OFFICE}/${kind}`,
  content: `${XML}<w:${root} ${NAMESPACES}>${inner}</w:${root}>`,
})

const SETTINGS =
  '<w:zoom w:percent="100"/><w:hideSpellingErrors/><w:hideGrammaticalErrors/><w:defaultTabStop w:val="709"/>' +
  '<w:characterSpacingControl w:val="doNotCompress"/>' +
  '<w:compat><w:compatSetting w:name="compatibilityMode" w:uri="http://schemas.microsoft.com/office/word" w:val="15"/></w:compat>'

/** Carlito has the widths of Calibri: where it is missing, Word takes Calibri and lines break alike. */
const FONTS =
  '<w:font w:name="Carlito"><w:altName w:val="Calibri"/><w:panose1 w:val="020F0502020204030204"/><w:charset w:val="00"/><w:family w:val="swiss"/><w:pitch w:val="variable"/></w:font>'

function partsOf(document: WordDocument): Part[] {
  const list = [
    part('styles', 'styles', document.styles),
    part('settings', 'settings', SETTINGS),
    part('fontTable', 'fonts', FONTS),
  ]
  if (document.numbering) list.push(part('numbering', 'numbering', document.numbering))
  if (document.header) list.push(part('header1', 'hdr', document.header))
  if (document.firstHeader) list.push(part('header2', 'hdr', document.firstHeader))
  if (document.footer) list.push(part('footer1', 'ftr', document.footer))
  return list
}

function section(document: WordDocument): string {
  const [top, right, bottom, left] = document.margins.map(twips)
  const reference = (kind: string, type: string, id: string): string =>
    `<w:${kind}Reference w:type="${type}" r:id="${id}"/>`
  return (
    '<w:sectPr>' +
    (document.header ? reference('header', 'default', 'header1') : '') +
    (document.firstHeader ? reference('header', 'first', 'header2') : '') +
    (document.footer ? reference('footer', 'default', 'footer1') : '') +
    (document.footer && document.firstHeader ? reference('footer', 'first', 'footer1') : '') +
    '<w:pgSz w:w="11906" w:h="16838"/>' +
    `<w:pgMar w:top="${top}" w:right="${right}" w:bottom="${bottom}" w:left="${left}" w:header="567" w:footer="567" w:gutter="0"/>` +
    `${document.firstHeader ? '<w:titlePg/>' : ''}</w:sectPr>`
  )
}

const relationships = (
  rows: readonly (readonly [id: string, type: string, target: string])[],
): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${rows
    .map(([id, type, target]) => `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`)
    .join('')}</Relationships>`

const core = (document: WordDocument): string =>
  `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">` +
  `<dc:title>${escapeXml(document.title)}</dc:title><dc:creator>${escapeXml(document.author)}</dc:creator><dc:language>${document.language}</dc:language></cp:coreProperties>`

/** Builds the file. The body's section properties are added here. */
export function buildDocx(document: WordDocument): Buffer {
  const parts = partsOf(document)
  const media = [...(document.media ?? [])]
  const main = `${XML}<w:document ${NAMESPACES}><w:body>${document.body}${section(document)}</w:body></w:document>`
  const types =
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>` +
    '<Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Default Extension="jpg" ContentType="image/jpeg"/>' +
    `<Override PartName="/word/document.xml" ContentType="${WORD}.document.main+xml"/>` +
    `<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>${parts
      .map((item) => `<Override PartName="/${item.path}" ContentType="${item.type}"/>`)
      .join('')}</Types>`
  const zip = new PizZip()
  // Zip keeps local time to two seconds: a fixed date makes the file the same each time it is built.
  const date = new Date(2026, 0, 1)
  const add = (path: string, content: string | Uint8Array): void => {
    zip.file(path, content, { date, binary: typeof content !== 'string', createFolders: false })
  }
  add('[Content_Types].xml', types)
  add(
    '_rels/.rels',
    relationships([
      ['document', `${OFFICE}/officeDocument`, 'word/document.xml'],
      ['core', `${PACKAGE}/relationships/metadata/core-properties`, 'docProps/core.xml'],
    ]),
  )
  add('docProps/core.xml', core(document))
  add('word/document.xml', main)
  for (const item of parts) add(item.path, item.content)
  for (const [name, bytes] of media) add(`word/media/${name}`, bytes)
  add(
    'word/_rels/document.xml.rels',
    relationships([
      ...parts.map(
        (item) =>
          [
            item.path.replace(/^word\/|\.xml$/g, ''),
            item.relation,
            item.path.slice('word/'.length),
          ] as const,
      ),
      ...media.map(
        ([name], index) => [`media-${index + 1}`, `${OFFICE}/image`, `media/${name}`] as const,
      ),
    ]),
  )
  return zip.generate({
    type: 'nodebuffer',
    compression: 'DEFLATE',
    compressionOptions: { level: 9 },
  })
}
