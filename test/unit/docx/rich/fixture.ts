import { crc32, deflateSync } from 'node:zlib'
import Docxtemplater from 'docxtemplater'
import PizZip from 'pizzip'
import type { FilterContext } from '../../../../src/docx/language/filter-contract.ts'
import { type RichOptions, richModules } from '../../../../src/docx/rich/module.ts'
import { richFilters } from '../../../../src/docx/rich/rich-content.ts'

const W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const R = 'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WML = 'application/vnd.openxmlformats-officedocument.wordprocessingml'
export const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
/** A4, 25 mm margins: 160 mm of text. */
export const SECTION =
  '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1417" w:right="1417" w:bottom="1417" w:left="1417" w:header="708" w:footer="708" w:gutter="0"/>'

/** A paragraph of one run. */
export const p = (text: string, run = '', paragraph = ''): string =>
  `<w:p>${paragraph && `<w:pPr>${paragraph}</w:pPr>`}<w:r>${run && `<w:rPr>${run}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r></w:p>`

/** The parts of a template; whatever is left out does not exist in the package. */
export interface Template {
  body: string
  header?: string
  footer?: string
  footnote?: string
  styles?: string
  numbering?: string
  section?: string
  title?: string
}

/** A minimal, valid .docx with these parts. */
export function makeDocx(template: Template): PizZip {
  const zip = new PizZip()
  const overrides: string[] = []
  const relations: string[] = []
  const add = (name: string, type: string, xml: string | undefined): void => {
    if (xml === undefined) return
    zip.file(`word/${name}.xml`, DECLARATION + xml)
    const kind = name.replace(/\d+$/, '')
    overrides.push(`<Override PartName="/word/${name}.xml" ContentType="${WML}.${type}+xml"/>`)
    if (kind !== 'document') {
      relations.push(`<Relationship Id="r${name}" Type="${OFFICE}/${kind}" Target="${name}.xml"/>`)
    }
  }
  const reference = (kind: 'header' | 'footer'): string =>
    template[kind] === undefined ? '' : `<w:${kind}Reference w:type="default" r:id="r${kind}1"/>`
  const section = `<w:sectPr>${reference('header')}${reference('footer')}${template.section ?? SECTION}</w:sectPr>`
  add(
    'document',
    'document.main',
    `<w:document ${W} ${R}><w:body>${template.body}${section}</w:body></w:document>`,
  )
  const wrap = (root: string, inner: string | undefined): string | undefined =>
    inner === undefined ? undefined : `<w:${root} ${W} ${R}>${inner}</w:${root}>`
  add('header1', 'header', wrap('hdr', template.header))
  add('footer1', 'footer', wrap('ftr', template.footer))
  const separators =
    '<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote><w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>'
  add(
    'footnotes',
    'footnotes',
    template.footnote === undefined
      ? undefined
      : wrap('footnotes', `${separators}<w:footnote w:id="1">${template.footnote}</w:footnote>`),
  )
  add('styles', 'styles', wrap('styles', template.styles))
  add('numbering', 'numbering', wrap('numbering', template.numbering))
  const rels = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"'
  let root = `<Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="word/document.xml"/>`
  if (template.title !== undefined) {
    zip.file(
      'docProps/core.xml',
      `${DECLARATION}<cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>${template.title}</dc:title></cp:coreProperties>`,
    )
    overrides.push(
      '<Override PartName="/docProps/core.xml" ContentType="application/vnd.openxmlformats-package.core-properties+xml"/>',
    )
    root +=
      '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/>'
  }
  zip.file('_rels/.rels', `${DECLARATION}<Relationships ${rels}>${root}</Relationships>`)
  zip.file(
    'word/_rels/document.xml.rels',
    `${DECLARATION}<Relationships ${rels}>${relations.join('')}</Relationships>`,
  )
  zip.file(
    '[Content_Types].xml',
    `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`,
  )
  return zip
}

const clean = (text: string): string => text.replace(/[“”]/g, '"').trim()

/** A small stand-in for the service's expression parser: paths and filters only. */
export function parserOf(context: FilterContext) {
  return (tag: string) => ({
    get(scope: unknown): unknown {
      const [path = '', ...filters] = clean(tag).split('|')
      let value: unknown = scope
      for (const key of path.trim() === '.' ? [] : path.trim().split('.')) {
        value = (value as Record<string, unknown> | null | undefined)?.[key]
      }
      for (const one of filters) {
        const [name = '', ...args] = one
          .trim()
          .match(/"[^"]*"|'[^']*'|[^:\s]+/g)!
          .map((piece) => piece.replace(/^["']|["']$/g, ''))
        value = richFilters[name]!(value, args, context)
      }
      return value
    },
  })
}

export const contextOf = (pictures: Record<string, Uint8Array> = {}): FilterContext => ({
  locale: 'fr-FR',
  timezone: 'Europe/Paris',
  pictures: new Map(Object.entries(pictures)),
})

/** Renders and returns the package; the null getter returns `missing`. */
export function render(
  template: Template | PizZip,
  data: unknown,
  {
    context = contextOf(),
    missing = '',
    options = {},
  }: { context?: FilterContext; missing?: string; options?: RichOptions } = {},
): PizZip {
  const zip = template instanceof PizZip ? template : makeDocx(template)
  const doc = new Docxtemplater(zip, {
    paragraphLoop: true,
    linebreaks: true,
    errorLogging: false,
    parser: parserOf(context),
    nullGetter: () => missing,
    modules: richModules(context, options),
  })
  doc.render(data)
  return doc.getZip()
}

export const xmlOf = (zip: PizZip, part = 'word/document.xml'): string =>
  zip.files[part]?.asText() ?? ''

type RootedError = Error & { properties?: { rootError?: Error } }

/** The messages of a template error. */
export function failureOf(run: () => unknown): string[] {
  try {
    run()
    return []
  } catch (error) {
    const { properties } = error as { properties?: { errors?: RootedError[] } }
    const errors = properties?.errors ?? [error as RootedError]
    return errors.map((one) => (one.properties?.rootError ?? one).message)
  }
}

/** A PNG of one colour. */
export function makePng(
  width: number,
  height: number,
  { dpi = 0, rgb = [30, 110, 190] }: { dpi?: number; rgb?: readonly number[] } = {},
): Uint8Array {
  const chunk = (type: string, data: Uint8Array): Buffer => {
    const out = Buffer.alloc(data.length + 12)
    out.writeUInt32BE(data.length, 0)
    out.write(type, 4, 'latin1')
    out.set(data, 8)
    out.writeUInt32BE(crc32(out.subarray(4, data.length + 8)), data.length + 8)
    return out
  }
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, 2], 8)
  const row = Buffer.concat([
    Buffer.from([0]),
    ...Array.from({ length: width }, () => Buffer.from(rgb)),
  ])
  const density = Buffer.alloc(9)
  density.writeUInt32BE(Math.round(dpi / 0.0254), 0)
  density.writeUInt32BE(Math.round(dpi / 0.0254), 4)
  density[8] = 1
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(dpi > 0 ? [chunk('pHYs', density)] : []),
    chunk('IDAT', deflateSync(Buffer.concat(Array.from({ length: height }, () => row)))),
    chunk('IEND', new Uint8Array()),
  ])
}
