/** Registers parts of a package: their content types and relationships (ECMA-376 part 2, clauses 7 and 9). */
import { posix } from 'node:path'

/** The texts of a package, as PizZip and drafts have them. */
export interface PackageTexts {
  files: Record<string, { asText(): string }>
  file(name: string, data: string): unknown
}

const CONTENT_TYPES = '[Content_Types].xml'
const EMPTY_RELATIONS =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"></Relationships>'

/** Path of the `.rels` part of a part; '' is the package itself. */
export const relationsPath = (part: string): string =>
  posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`)

/** Puts elements, written without prefix, before the closing tag of the root, which may be empty or prefixed. */
export function appendToRoot(xml: string, root: string, elements: string): string {
  const [, opened = ''] = new RegExp(`<(\\w+:)${root}\\b`).exec(xml) ?? []
  const inner = opened === '' ? elements : elements.replaceAll(/<(?=\w)/g, `<${opened}`)
  const close = new RegExp(`</(?:\\w+:)?${root}\\s*>\\s*$`).exec(xml)
  if (close !== null) return xml.slice(0, close.index) + inner + xml.slice(close.index)
  return xml.replace(
    new RegExp(`<((?:\\w+:)?${root})\\b([^>]*?)/>\\s*$`),
    (_whole, name: string, attributes: string) => `<${name}${attributes}>${inner}</${name}>`,
  )
}

/** Adds `Default` and `Override` elements, given as one string. */
export function addContentTypes(zip: PackageTexts, elements: string): void {
  if (elements === '') return
  const types = zip.files[CONTENT_TYPES]?.asText() ?? ''
  zip.file(CONTENT_TYPES, appendToRoot(types, 'Types', elements))
}

/** Declares the content type of a part. */
export const addPartType = (zip: PackageTexts, path: string, type: string): void =>
  addContentTypes(zip, `<Override PartName="/${path}" ContentType="${type}"/>`)

/** Adds `Relationship` elements to a part; '' is the package itself. */
export function addRelations(zip: PackageTexts, part: string, elements: string): void {
  const path = relationsPath(part)
  const before = zip.files[path]?.asText() ?? EMPTY_RELATIONS
  zip.file(path, appendToRoot(before, 'Relationships', elements))
}
