/** Files inside a PDF: embedded, named, and associated with the document as PDF/A-3 requires. */
import { createHash } from 'node:crypto'
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  type PDFRef,
  PDFString,
} from 'pdf-lib'
import type { OpenPdf } from './increment.ts'

/** How an attached file relates to the page (ISO 19005-3, annex E). */
export type Relationship = 'Alternative' | 'Data' | 'Source' | 'Supplement' | 'Unspecified'

/** A file to attach. */
export interface AttachedFile {
  /** File name, also its key in the document; an existing one is replaced. */
  name: string
  mimeType: string
  content: Uint8Array
  description?: string
  relationship: Relationship
  modifiedAt: Date
}

const EMBEDDED_FILES = PDFName.of('EmbeddedFiles')
const NAMES = PDFName.of('Names')
const ASSOCIATED = PDFName.of('AF')

type Entry = [name: string, file: PDFObject]

const textOf = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined

/** All entries of a name tree, however deep; `seen` stops at a tree that contains itself. */
export function entriesOf(node: PDFDict | undefined, seen = new Set<PDFDict>()): Entry[] {
  if (node === undefined || seen.has(node)) return []
  seen.add(node)
  const own = node.lookupMaybe(NAMES, PDFArray)
  const entries: Entry[] = []
  for (let at = 0; own !== undefined && at + 1 < own.size(); at += 2) {
    const name = textOf(own.lookup(at))
    if (name !== undefined) entries.push([name, own.get(at + 1)])
  }
  const kids = node.lookupMaybe(PDFName.of('Kids'), PDFArray)
  for (let at = 0; kids !== undefined && at < kids.size(); at += 1) {
    const kid = kids.lookup(at)
    if (kid instanceof PDFDict) entries.push(...entriesOf(kid, seen))
  }
  return entries
}

function fileSpecification(document: OpenPdf, file: AttachedFile): PDFRef {
  const { context } = document
  const stream = context.flateStream(file.content, {
    Type: 'EmbeddedFile',
    Subtype: file.mimeType,
    Params: {
      Size: file.content.byteLength,
      ModDate: PDFString.fromDate(file.modifiedAt),
      CheckSum: PDFHexString.of(createHash('md5').update(file.content).digest('hex')),
    },
  })
  const embedded = context.register(stream)
  const name = PDFHexString.fromText(file.name)
  return context.register(
    context.obj({
      Type: 'Filespec',
      F: PDFString.of(file.name.replaceAll(/[^\x20-\x7e]|[()\\]/g, '_')),
      UF: name,
      ...(file.description === undefined ? {} : { Desc: PDFHexString.fromText(file.description) }),
      AFRelationship: file.relationship,
      EF: { F: embedded, UF: embedded },
    }),
  )
}

/** Adds the file to `/Names /EmbeddedFiles`, sorted as a name tree must be. */
function nameFile(document: OpenPdf, name: string, specification: PDFRef): void {
  const { catalog, context } = document
  const names = catalog.lookupMaybe(NAMES, PDFDict) ?? context.obj({})
  const others = entriesOf(names.lookupMaybe(EMBEDDED_FILES, PDFDict)).filter(
    ([other]) => other !== name,
  )
  const entries = [...others, [name, specification]] satisfies Entry[]
  entries.sort(([one], [other]) => (one < other ? -1 : 1))
  const list = context.obj(entries.flatMap(([each, file]) => [PDFHexString.fromText(each), file]))
  names.set(EMBEDDED_FILES, context.register(context.obj({ Names: list })))
  catalog.set(NAMES, names)
}

/** Adds the file to the `/AF` of the document. */
function associate(document: OpenPdf, specification: PDFRef): void {
  const { catalog, context } = document
  const files = catalog.lookupMaybe(ASSOCIATED, PDFArray)?.asArray() ?? []
  catalog.set(ASSOCIATED, context.obj([...files, specification]))
}

/** The catalog members that attaching a file reads. */
export const ATTACHMENT_MEMBERS = ['Names', 'AF'] as const

/** Embeds a file and associates it with the whole document. */
export function attachFile(document: OpenPdf, file: AttachedFile): void {
  const specification = fileSpecification(document, file)
  nameFile(document, file.name, specification)
  associate(document, specification)
}
