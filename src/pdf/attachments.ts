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
import { dictOf } from './pdf-file.ts'
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

type Entry = [name: string, file: PDFObject]

const textOf = (object: PDFObject | undefined): string | undefined =>
  object instanceof PDFString || object instanceof PDFHexString ? object.decodeText() : undefined

/** All entries of a name tree, however deep; `seen` stops at a tree that contains itself. */
export function entriesOf(
  node: PDFDict | undefined,
  resolve: PdfTarget['resolve'],
  seen = new Set<PDFDict>(),
): Entry[] {
  if (node === undefined || seen.has(node)) return []
  seen.add(node)
  const listOf = (key: PDFName): PDFObject[] => {
    const list = resolve(node.get(key))
    return list instanceof PDFArray ? list.asArray() : []
  }
  const own = listOf(NAMES)
  const entries = own.flatMap((given, at): Entry[] => {
    const name = at % 2 === 0 ? textOf(resolve(given)) : undefined
    const file = own[at + 1]
    return name === undefined || file === undefined ? [] : [[name, file]]
  })
  const kids = listOf(KIDS).map(resolve)
  return [
    ...entries,
    ...kids.flatMap((kid) => (kid instanceof PDFDict ? entriesOf(kid, resolve, seen) : [])),
  ]
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

/** Adds the file to `/Names /EmbeddedFiles`, sorted as a name tree must be. */
function nameFile(target: PdfTarget, catalog: PDFDict, name: string, specification: PDFRef): void {
  const { context } = target
  const names = dictOf(target.get(catalog, 'Names')) ?? context.obj({})
  const tree = dictOf(target.get(names, 'EmbeddedFiles'))
  const others = entriesOf(tree, (object) => target.resolve(object)).filter(
    ([other]) => other !== name,
  )
  const entries = [...others, [name, specification]] satisfies Entry[]
  entries.sort(([one], [other]) => (one < other ? -1 : 1))
  const list = context.obj(entries.flatMap(([each, file]) => [PDFHexString.fromText(each), file]))
  names.set(EMBEDDED_FILES, target.add(context.obj({ Names: list })))
  catalog.set(NAMES, names)
}

/** Adds the file to the `/AF` of the document. */
function associate(target: PdfTarget, catalog: PDFDict, specification: PDFRef): void {
  const files = target.get(catalog, 'AF')
  const others = files instanceof PDFArray ? files.asArray() : []
  catalog.set(ASSOCIATED, target.context.obj([...others, specification]))
}

/** Takes the files of these names out of the document. */
export function detachFiles(target: PdfTarget, names: readonly string[]): void {
  const catalog = dictOf(target.resolve(target.catalogRef))
  const holder = catalog && dictOf(target.get(catalog, 'Names'))
  const tree = holder && dictOf(target.get(holder, 'EmbeddedFiles'))
  if (catalog === undefined || holder === undefined || tree === undefined) return
  const isGone = (file: PDFObject): boolean =>
    ['UF', 'F'].some((key) => names.includes(textOf(target.get(file, key)) ?? ''))
  const entries = entriesOf(tree, (object) => target.resolve(object))
  const kept = entries.filter(([name, file]) => !names.includes(name) && !isGone(file))
  if (kept.length === entries.length) return
  const list = kept.flatMap(([name, file]) => [PDFHexString.fromText(name), file])
  holder.set(EMBEDDED_FILES, target.add(target.context.obj({ Names: list })))
  catalog.set(NAMES, holder)
  const associated = target.get(catalog, 'AF')
  const others = associated instanceof PDFArray ? associated.asArray() : []
  catalog.set(ASSOCIATED, target.context.obj(others.filter((file) => !isGone(file))))
  target.set(target.catalogRef, catalog)
}

/** Embeds a file and associates it with the whole document. @throws UnreadablePdfError for a document without catalog */
export function attachFile(target: PdfTarget, file: AttachedFile): void {
  const catalog = dictOf(target.resolve(target.catalogRef))
  if (catalog === undefined) throw new UnreadablePdfError('it has no catalog')
  const specification = fileSpecification(target, file)
  nameFile(target, catalog, file.name, specification)
  associate(target, catalog, specification)
  target.set(target.catalogRef, catalog)
}
