/** Builds small Word documents for tests: paragraphs, tables, lists, headers, footnotes, text boxes. */
import PizZip from 'pizzip'

const W = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const R = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const NAMESPACES = `xmlns:w="${W}" xmlns:r="${R}"`
const WORD_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** XML of a block (paragraph, table) of a document. */
export type Xml = string

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** A run of text, with run properties such as `<w:b/>`. */
export const run = (text: string, properties = ''): Xml =>
  `<w:r>${properties === '' ? '' : `<w:rPr>${properties}</w:rPr>`}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`

/** A paragraph; several texts make several runs, as Word makes them out of one typed tag. */
export const p = (...texts: string[]): Xml => paragraph(texts.map((text) => run(text)).join(''))

/** A paragraph of ready runs, with paragraph properties. */
export const paragraph = (runs: Xml, properties = ''): Xml =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${runs}</w:p>`

/** A bulleted paragraph. */
export const bullet = (text: string): Xml =>
  paragraph(run(text), '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr>')

/** A table cell: a text, or ready blocks. */
export const cell = (content: string): Xml =>
  `<w:tc><w:tcPr><w:tcW w:w="2400" w:type="dxa"/></w:tcPr>${content.startsWith('<w:') ? content : p(content)}</w:tc>`

/** A table from rows of cells (texts or ready blocks). */
export const table = (...rows: string[][]): Xml =>
  `<w:tbl><w:tblPr><w:tblBorders>${['top', 'left', 'bottom', 'right', 'insideH', 'insideV']
    .map((side) => `<w:${side} w:val="single" w:sz="4" w:space="0" w:color="auto"/>`)
    .join('')}</w:tblBorders></w:tblPr><w:tblGrid>${(rows[0] ?? [])
    .map(() => '<w:gridCol w:w="2400"/>')
    .join('')}</w:tblGrid>${rows
    .map((cells) => `<w:tr>${cells.map(cell).join('')}</w:tr>`)
    .join('')}</w:tbl>`

/** A paragraph that ends a section; the next one starts on a new page. */
export const sectionBreak = (text = ''): Xml =>
  paragraph(
    text === '' ? '' : run(text),
    '<w:sectPr><w:type w:val="nextPage"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>',
  )

/** A paragraph with a VML text box around blocks. */
export const textBox = (...blocks: Xml[]): Xml =>
  `<w:p><w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml" style="width:200pt;height:50pt"><v:textbox><w:txbxContent>${blocks.join('')}</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>`

/** A paragraph with a hyperlink in it. */
export const linked = (text: string, rest = ''): Xml =>
  `<w:p><w:hyperlink w:anchor="here">${run(text)}</w:hyperlink>${rest === '' ? '' : run(rest)}</w:p>`

/** A paragraph with a footnote reference to footnote 2. */
export const footnoted = (text: string): Xml =>
  `<w:p>${run(text)}<w:r><w:footnoteReference w:id="2"/></w:r></w:p>`

/** Parts of a document besides its body. */
export interface DocxParts {
  header?: Xml[]
  footer?: Xml[]
  footnote?: Xml[]
  endnote?: Xml[]
  /** What stands in the styles part. */
  styles?: Xml
  title?: string
  /** Leaves out docProps/core.xml. */
  noProperties?: boolean
  /** A store of custom XML that content controls are bound to, and its id. */
  customXml?: { xml: string; id: string }
  /** Further parts by name. */
  extra?: Record<string, string>
}

interface Part {
  name: string
  type: string
  xml: string
  /** Short name of the relationship type from the document. */
  relation: string
}

const notes = (root: string, element: string, blocks: Xml[]): string =>
  `${XML}<w:${root} ${NAMESPACES}>${[0, 1]
    .map((id) => `<w:${element} w:type="separator" w:id="${id}"><w:p/></w:${element}>`)
    .join('')}<w:${element} w:id="2">${blocks.join('')}</w:${element}></w:${root}>`

function partsOf(parts: DocxParts): Part[] {
  const list: Part[] = []
  const add = (relation: string, file: string, xml: string): void => {
    list.push({ name: `word/${file}.xml`, type: `${WORD_TYPE}.${relation}+xml`, xml, relation })
  }
  if (parts.header) {
    add('header', 'header1', `${XML}<w:hdr ${NAMESPACES}>${parts.header.join('')}</w:hdr>`)
  }
  if (parts.footer) {
    add('footer', 'footer1', `${XML}<w:ftr ${NAMESPACES}>${parts.footer.join('')}</w:ftr>`)
  }
  if (parts.footnote) add('footnotes', 'footnotes', notes('footnotes', 'footnote', parts.footnote))
  if (parts.endnote) add('endnotes', 'endnotes', notes('endnotes', 'endnote', parts.endnote))
  add(
    'numbering',
    'numbering',
    `${XML}<w:numbering ${NAMESPACES}><w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="bullet"/><w:lvlText w:val="•"/><w:pPr><w:ind w:left="720" w:hanging="360"/></w:pPr></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num></w:numbering>`,
  )
  if (parts.styles !== undefined) {
    add('styles', 'styles', `${XML}<w:styles ${NAMESPACES}>${parts.styles}</w:styles>`)
  }
  return list
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${type}" Target="${target}"/>`
const relationships = (items: string[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${items.join('')}</Relationships>`

/** A .docx with the given blocks in its body. */
export function docx(body: Xml[], parts: DocxParts = {}): Uint8Array {
  const zip = new PizZip()
  const list = partsOf(parts)
  const properties = parts.noProperties !== true
  const overrides = [
    ['word/document.xml', `${WORD_TYPE}.document.main+xml`],
    ...list.map(({ name, type }) => [name, type]),
    ...(properties
      ? [['docProps/core.xml', 'application/vnd.openxmlformats-package.core-properties+xml']]
      : []),
  ].map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`)
  zip.file(
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
  )
  zip.file(
    '_rels/.rels',
    relationships([
      relation('rId1', `${R}/officeDocument`, 'word/document.xml'),
      ...(properties
        ? [
            relation(
              'rId2',
              `${PACKAGE}/relationships/metadata/core-properties`,
              'docProps/core.xml',
            ),
          ]
        : []),
    ]),
  )
  zip.file(
    'word/_rels/document.xml.rels',
    relationships([
      ...list.map((part, index) =>
        relation(`rId${index + 1}`, `${R}/${part.relation}`, part.name.replace('word/', '')),
      ),
      ...(parts.customXml
        ? [relation('rIdStore', `${R}/customXml`, '../customXml/item1.xml')]
        : []),
    ]),
  )
  const references = list
    .map(({ relation: kind }, index) =>
      kind === 'header' || kind === 'footer'
        ? `<w:${kind}Reference w:type="default" r:id="rId${index + 1}"/>`
        : '',
    )
    .join('')
  zip.file(
    'word/document.xml',
    `${XML}<w:document ${NAMESPACES}><w:body>${body.join('')}<w:sectPr>${references}<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/></w:sectPr></w:body></w:document>`,
  )
  for (const { name, xml } of list) zip.file(name, xml)
  if (properties) {
    zip.file(
      'docProps/core.xml',
      `${XML}<cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${escaped(parts.title ?? '')}</dc:title></cp:coreProperties>`,
    )
  }
  if (parts.customXml !== undefined) {
    const { xml, id } = parts.customXml
    zip.file('customXml/item1.xml', xml)
    zip.file(
      'customXml/itemProps1.xml',
      `${XML}<ds:datastoreItem ds:itemID="${id}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"><ds:schemaRefs/></ds:datastoreItem>`,
    )
    zip.file(
      'customXml/_rels/item1.xml.rels',
      relationships([relation('rId1', `${R}/customXmlProps`, 'itemProps1.xml')]),
    )
  }
  for (const [name, text] of Object.entries(parts.extra ?? {})) zip.file(name, text)
  return zip.generate({ type: 'uint8array', compression: 'DEFLATE' })
}

/** XML of a part of a .docx. */
export const partXml = (bytes: Uint8Array, name = 'word/document.xml'): string =>
  new PizZip(bytes).file(name)?.asText() ?? ''

const unescaped = (text: string): string =>
  text
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replace(/&#(?:0*(\d+)|x0*([\da-f]+));/gi, (_all, decimal, hex) =>
      String.fromCharCode(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal)),
    )
    .replaceAll('&amp;', '&')

/** Texts of the paragraphs of a part; `\n` for line breaks, `\t` for tabs. */
export function texts(bytes: Uint8Array, name = 'word/document.xml'): string[] {
  return [...partXml(bytes, name).matchAll(/<w:p(?:\s[^>]*)?(?:\/>|>(.*?)<\/w:p>)/gs)].map(
    ([, inner = '']) =>
      unescaped(
        inner
          .replace(/<w:pPr>.*?<\/w:pPr>/gs, '')
          .replace(/<w:br\/>/g, '\n')
          .replace(/<w:tab\/>/g, '\t')
          .replace(/<[^>]+>/g, ''),
      ),
  )
}

/** Texts of the cells of the tables of a part, row by row. */
export function rows(bytes: Uint8Array, name = 'word/document.xml'): string[][] {
  return [...partXml(bytes, name).matchAll(/<w:tr(?:\s[^>]*)?>(.*?)<\/w:tr>/gs)].map(
    ([, row = '']) =>
      [...row.matchAll(/<w:tc>(.*?)<\/w:tc>/gs)].map(([, inner = '']) =>
        unescaped(inner.replace(/<[^>]+>/g, '')),
      ),
  )
}
