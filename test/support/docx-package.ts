/** Builds small, complete .docx files for tests from a body and what goes with it. */
import { type ZipPart, zipOf } from './zip-builder.ts'

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
/** Content type of the main part of a .docx. */
export const DOCUMENT_TYPE =
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/** A relationship; `type` without slash is one of the officeDocument types. */
export interface DocxRel {
  id: string
  type: string
  target: string
  mode?: 'External' | 'Internal' | 'EXTERNAL'
}

/** What a test document holds. Everything has a sound default. */
export interface DocxParts {
  /** Inside of `<w:body>`. */
  body?: string
  /** The whole of `word/document.xml` instead of `body`. */
  document?: string | Uint8Array
  /** Relationships of `word/document.xml`. */
  rels?: readonly DocxRel[]
  /** Relationships of the package besides the main document. */
  rootRels?: readonly DocxRel[]
  /** More files by name. */
  files?: Readonly<Record<string, string | Uint8Array>>
  /** Content types of `files` by name. */
  types?: Readonly<Record<string, string>>
  mainType?: string
  /** More entries of the archive as they are. */
  entries?: readonly ZipPart[]
  /** Put before everything else in the archive. */
  first?: readonly ZipPart[]
}

/** Wraps text into a paragraph. */
export const paragraph = (text: string): string =>
  `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

/** The main part around a body. */
export const documentXml = (body: string): string =>
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>' +
  '<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"' +
  ` xmlns:r="${OFFICE}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"` +
  ' xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"' +
  ' xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"' +
  ' xmlns:asvg="http://schemas.microsoft.com/office/drawing/2016/SVG/main"' +
  ' xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office">' +
  `<w:body>${body}</w:body></w:document>`

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** A .rels part. */
export const relsXml = (rels: readonly DocxRel[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Relationships xmlns="${PACKAGE}/relationships">` +
  rels
    .map(({ id, type, target, mode }) => {
      const uri = type.includes('/') ? type : `${OFFICE}/${type}`
      const where = mode === undefined ? '' : ` TargetMode="${mode}"`
      return `<Relationship Id="${id}" Type="${uri}" Target="${escaped(target)}"${where}/>`
    })
    .join('') +
  '</Relationships>'

const DEFAULT_TYPES: Record<string, string> = {
  rels: 'application/vnd.openxmlformats-package.relationships+xml',
  xml: 'application/xml',
  png: 'image/png',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  bmp: 'image/bmp',
  tiff: 'image/tiff',
  svg: 'image/svg+xml',
  bin: 'application/vnd.openxmlformats-officedocument.oleObject',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** `[Content_Types].xml`. */
export const typesXml = (overrides: Readonly<Record<string, string>>): string =>
  `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="${PACKAGE}/content-types">` +
  Object.entries(DEFAULT_TYPES)
    .map(([extension, type]) => `<Default Extension="${extension}" ContentType="${type}"/>`)
    .join('') +
  Object.entries(overrides)
    .map(([name, type]) => `<Override PartName="/${name}" ContentType="${type}"/>`)
    .join('') +
  '</Types>'

/** The entries of a .docx, to be bent before they are zipped. */
export function docxEntries(parts: DocxParts = {}): ZipPart[] {
  const rootRels: DocxRel[] = [
    { id: 'rId1', type: 'officeDocument', target: 'word/document.xml' },
    ...(parts.rootRels ?? []),
  ]
  const overrides = { 'word/document.xml': parts.mainType ?? DOCUMENT_TYPE, ...parts.types }
  return [
    ...(parts.first ?? []),
    { name: '[Content_Types].xml', content: typesXml(overrides) },
    { name: '_rels/.rels', content: relsXml(rootRels) },
    {
      name: 'word/document.xml',
      content: parts.document ?? documentXml(parts.body ?? paragraph('Hello')),
    },
    { name: 'word/_rels/document.xml.rels', content: relsXml(parts.rels ?? []) },
    ...Object.entries(parts.files ?? {}).map(([name, content]) => ({ name, content })),
    ...(parts.entries ?? []),
  ]
}

/** The bytes of a .docx. */
export const docxOf = (parts: DocxParts = {}): Buffer => zipOf(docxEntries(parts))

/** A drawing that shows the picture of a relationship; `attribute` is `embed` or `link`. */
export const pictureXml = (id: string, attribute = 'embed', inside = ''): string =>
  '<w:p><w:r><w:drawing><wp:inline><wp:extent cx="360000" cy="360000"/><wp:docPr id="1" name="p"/>' +
  '<a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/picture">' +
  '<pic:pic><pic:nvPicPr><pic:cNvPr id="1" name="p"/><pic:cNvPicPr/></pic:nvPicPr>' +
  `<pic:blipFill><a:blip r:${attribute}="${id}">${inside}</a:blip><a:stretch><a:fillRect/></a:stretch>` +
  '</pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="360000" cy="360000"/></a:xfrm>' +
  '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom></pic:spPr></pic:pic></a:graphicData></a:graphic>' +
  '</wp:inline></w:drawing></w:r></w:p>'

/** The `<a:extLst>` by which Word puts an SVG beside a bitmap. */
export const svgBlipXml = (id: string): string =>
  '<a:extLst><a:ext uri="{96DAC541-7B7A-43D3-8B79-37D633B846F1}">' +
  `<asvg:svgBlip r:embed="${id}"/></a:ext></a:extLst>`

/** A complex field; its command may be given in several runs. */
export const fieldXml = (commands: readonly string[], result = 'result'): string =>
  '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r>' +
  commands
    .map((text) => `<w:r><w:instrText xml:space="preserve">${text}</w:instrText></w:r>`)
    .join('') +
  `<w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>${result}</w:t></w:r>` +
  '<w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>'

/** A red PNG of one pixel. */
export const PNG_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

/** A document of one paragraph per text. */
export const docxWith = (...texts: readonly string[]): Buffer =>
  docxOf({ body: texts.map((text) => paragraph(escaped(text))).join('') })
