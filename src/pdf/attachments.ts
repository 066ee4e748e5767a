/** Files inside a PDF: embedded, named, and associated with the document as PDF/A-3 requires. */
import { createHash } from 'node:crypto'
import {
  type PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  PDFRef,
  PDFString,
} from 'pdf-lib'
import { textOf } from './form-fields.ts'
import { dictOf, itemsOf } from './pdf-file.ts'
import type { PdfTarget } from './pdf-target.ts'
import { UnreadablePdfError } from './stream-data.ts'

/** How an attached file relates to the page (ISO 19005-3, annex E). */
type Relationship = 'Alternative' | 'Data' | 'Source' | 'Supplement' | 'Unspecified'

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
const KIDS = PDFName.of('Kids')

type Entry = readonly [name: string, file: PDFObject]

/** All entries of a name tree, however deep; `seen` stops at a tree that contains itself. */
export function entriesOf(
  node: PDFDict | undefined,
  resolve: PdfTarget['resolve'],
  seen = new Set<PDFDict>(),
): Entry[] {
  if (node === undefined || seen.has(node)) return []
  seen.add(node)
  const own = itemsOf(resolve(node.get(NAMES)))
  const entries = own.flatMap((given, at): Entry[] => {
    const name = at % 2 === 0 ? textOf(resolve(given)) : undefined
    const file = own[at + 1]
    return name === undefined || file === undefined ? [] : [[name, file]]
  })
  const kids = itemsOf(resolve(node.get(KIDS)))
  return [...entries, ...kids.flatMap((kid) => entriesOf(dictOf(resolve(kid)), resolve, seen))]
}

function fileSpecification(target: PdfTarget, file: AttachedFile): PDFRef {
  const { context } = target
  const stream = context.flateStream(file.content, {
    Type: 'EmbeddedFile',
    Subtype: file.mimeType,
    Params: {
      Size: file.content.byteLength,
      ModDate: PDFString.fromDate(file.modifiedAt),
      CheckSum: PDFHexString.of(createHash('md5').update(file.content).digest('hex')),
    },
  })
  const embedded = target.add(stream)
  const name = PDFHexString.fromText(file.name)
  return target.add(
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

/** Writes the files of a document, sorted as a name tree must be. */
export function setFiles(target: PdfTarget, catalog: PDFDict, entries: readonly Entry[]): void {
  const { context } = target
  const names = dictOf(target.get(catalog, 'Names')) ?? context.obj({})
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1))
  const list = context.obj(sorted.flatMap(([each, file]) => [PDFHexString.fromText(each), file]))
  names.set(EMBEDDED_FILES, target.add(context.obj({ Names: list })))
  catalog.set(NAMES, names)
}

/** The files of a document, by name. */
export function filesOf(target: PdfTarget, catalog: PDFDict): Entry[] {
  const tree = dictOf(target.get(target.get(catalog, 'Names'), 'EmbeddedFiles'))
  return entriesOf(tree, (object) => target.resolve(object))
}

/** @throws UnreadablePdfError for a document without one */
function catalogOf(target: PdfTarget): PDFDict {
  const catalog = dictOf(target.resolve(target.catalogRef))
  if (catalog === undefined) throw new UnreadablePdfError('it has no catalog')
  return catalog
}

/** Takes the files of these names out of the document. */
export function detachFiles(target: PdfTarget, names: readonly string[]): void {
  const catalog = catalogOf(target)
  const isGone = (file: PDFObject): boolean =>
    ['UF', 'F'].some((key) => names.includes(textOf(target.get(file, key)) ?? ''))
  const entries = filesOf(target, catalog)
  const gone = entries.filter(([name, file]) => names.includes(name) || isGone(file))
  if (gone.length === 0) return
  const kept = entries.filter((each) => !gone.includes(each))
  const others = itemsOf(target.get(catalog, 'AF')).filter((file) => !isGone(file))
  // PDF/A wants every file that is in the document associated with it, also one that nothing leads to.
  for (const [, file] of gone) if (file instanceof PDFRef) target.set(file, PDFNull)
  setFiles(target, catalog, kept)
  catalog.set(ASSOCIATED, target.context.obj(others))
  target.set(target.catalogRef, catalog)
}

/** Embeds a file and associates it with the whole document. @throws UnreadablePdfError for a document without catalog */
export function attachFile(target: PdfTarget, file: AttachedFile): void {
  const catalog = catalogOf(target)
  const specification = fileSpecification(target, file)
  const others = filesOf(target, catalog).filter(([name]) => name !== file.name)
  setFiles(target, catalog, [...others, [file.name, specification]])
  const associated = [...itemsOf(target.get(catalog, 'AF')), specification]
  catalog.set(ASSOCIATED, target.context.obj(associated))
  target.set(target.catalogRef, catalog)
}
