/**
 * A PDF that is rewritten as a whole: everything reachable from its catalog and nothing else, so that what was hidden
 * in older revisions or outside the cross-references is gone before anyone signs.
 */
import { randomBytes } from 'node:crypto'
import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFHexString,
  PDFName,
  PDFNull,
  type PDFObject,
  type PDFRawStream,
  PDFRef,
  PDFStream,
} from 'pdf-lib'
import { PDF_LIMITS } from './budget.ts'
import { isText } from './form-fields.ts'
import { dictOf, itemsOf, nameKey, type PdfFile } from './pdf-file.ts'
import type { PdfTarget } from './pdf-target.ts'
import { idOf, streamSection, tableSection, writingFrom } from './xref-writer.ts'

const OBJECTS_PER_STREAM = 200

/** What an object references directly. */
function within(object: PDFObject): readonly PDFObject[] {
  if (object instanceof PDFArray) return object.asArray()
  return dictOf(object)?.values() ?? []
}

/** Replaces the references in an object: by another, or by null. */
export function replaceRefs(object: PDFObject, instead: (ref: PDFRef) => PDFRef | typeof PDFNull) {
  const replaced = (value: PDFObject): PDFObject => {
    if (value instanceof PDFRef) return instead(value)
    replaceRefs(value, instead)
    return value
  }
  if (object instanceof PDFArray)
    for (const [at, value] of object.asArray().entries()) {
      const other = replaced(value)
      if (other !== value) object.set(at, other)
    }
  const dict = dictOf(object)
  for (const [name, value] of dict?.entries() ?? []) {
    const other = replaced(value)
    if (other === value) continue
    if (other === PDFNull) dict?.delete(name)
    else dict?.set(name, other)
  }
}

/** Every object reachable from these, by reference. */
function reachable(from: readonly PDFObject[], load: (ref: PDFRef) => PDFObject | undefined) {
  const found = new Map<PDFRef, PDFObject>()
  const waiting = [...from]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (!(next instanceof PDFRef)) {
      for (const each of within(next)) waiting.push(each)
      continue
    }
    const object = found.has(next) ? undefined : load(next)
    if (object === undefined) continue
    found.set(next, object)
    waiting.push(object)
  }
  return found
}

/** The document with all its objects in memory. */
export class WholePdf implements PdfTarget {
  readonly context: PDFContext
  readonly catalogRef: PDFRef
  readonly #file: PdfFile

  /** @throws UnreadablePdfError when an object cannot be read */
  constructor(file: PdfFile) {
    this.#file = file
    this.context = file.context
    this.catalogRef = file.catalogRef
    for (const [ref, object] of reachable(this.#roots(), (ref) => this.#given(ref)))
      this.context.assign(ref, object)
  }

  /**
   * A dangling reference must not resolve to an object that is added later; no object gets a number beyond what the
   * standard allows.
   */
  #given(ref: PDFRef): PDFObject | undefined {
    const { context } = this
    if (ref.objectNumber <= PDF_LIMITS.objectNumber)
      context.largestObjectNumber = Math.max(context.largestObjectNumber, ref.objectNumber)
    return this.#file.resolve(ref)
  }

  get catalog(): PDFDict {
    return this.context.lookup(this.catalogRef, PDFDict)
  }

  /** The document information; one is added to a document that has none. */
  get ownInfo(): PDFDict {
    const info = this.resolve(this.info)
    if (info instanceof PDFDict) return info
    const added = this.context.obj({})
    this.#file.trailer.set(PDFName.of('Info'), this.add(added))
    return added
  }

  resolve(object: PDFObject | undefined): PDFObject | undefined {
    return this.context.lookup(object)
  }

  get(holder: PDFObject | undefined, key: string): PDFObject | undefined {
    return this.resolve(dictOf(this.resolve(holder))?.get(nameKey(key)))
  }

  set(ref: PDFRef, object: PDFObject): void {
    this.context.assign(ref, object)
  }

  add(object: PDFObject): PDFRef {
    return this.context.register(object)
  }

  /**
   * Writes the file; it ends in `%%EOF` without a line break.
   * @param how `classic`: a classic table and no object streams, as PDF/A-1 requires; `isArchive`: without the header of
   * PDF 2.0, which PDF/A-3 does not know
   */
  save({ classic, isArchive = false }: { classic: boolean; isArchive?: boolean }): Buffer {
    const found = reachable(this.#roots(), (ref) => this.context.lookup(ref))
    // Those that lead nowhere mean null (ISO 32000-2, 7.3.10): pyHanko cannot read a file with one, and an object that
    // is added later could become what it leads to.
    for (const object of found.values())
      replaceRefs(object, (ref) => (found.has(ref) ? ref : PDFNull))
    const objects = [...found].sort(([one], [other]) => one.objectNumber - other.objectNumber)
    const version = classic
      ? `1.${Math.max(4, Math.min(7, this.#file.minorVersion))}`
      : isArchive
        ? '1.7'
        : this.#version
    const head = Buffer.from(`%PDF-${version}\n%\xe2\xe3\xcf\xd3\n`, 'latin1')
    const body = writingFrom(head.length)
    const packable = (ref: PDFRef, object: PDFObject): boolean =>
      !classic && ref.generationNumber === 0 && !(object instanceof PDFStream)
    for (const [ref, object] of objects) if (!packable(ref, object)) body.write(ref, object)
    const packed: Array<{ number: number; container: number; index: number }> = []
    for (const group of chunks(objects.filter(([ref, object]) => packable(ref, object)))) {
      const ref = this.context.nextRef()
      group.forEach(([{ objectNumber: number }], index) => {
        packed.push({ number, container: ref.objectNumber, index })
      })
      body.write(ref, this.#objectStream(group))
    }
    const { parts, placed, at } = body
    placed.sort((one, other) => one.number - other.number)
    const trailer = this.#trailer([head, ...parts])
    const section = classic
      ? tableSection(this.context, placed, trailer)
      : streamSection(this.context, { placed, packed }, at, trailer)
    return Buffer.concat([head, ...parts, section, Buffer.from(`startxref\n${at}\n%%EOF`)])
  }

  get #version(): string {
    return this.#file.minorVersion >= 20 ? '2.0' : '1.7'
  }

  /** What the document says of itself: its title, author and the like. */
  get info(): PDFObject | undefined {
    const info = this.#file.trailer.get(PDFName.of('Info'))
    return this.context.lookup(info) === undefined && this.#file.resolve(info) === undefined
      ? undefined
      : info
  }

  #roots(): PDFObject[] {
    const info = this.info
    return info === undefined ? [this.catalogRef] : [this.catalogRef, info]
  }

  #objectStream(group: ReadonlyArray<[PDFRef, PDFObject]>): PDFRawStream {
    let at = 0
    const bodies = group.map(([, object]) => Buffer.from(`${object}\n`, 'latin1'))
    const head = group.map(([{ objectNumber }], index) => {
      const offset = at
      at += bodies[index]?.length ?? 0
      return `${objectNumber} ${offset}`
    })
    const first = Buffer.from(`${head.join(' ')}\n`)
    const members = { Type: 'ObjStm', N: group.length, First: first.length }
    return this.context.flateStream(Buffer.concat([first, ...bodies]), members)
  }

  #trailer(parts: readonly Buffer[]): PDFDict {
    const trailer = this.context.obj({ Root: this.catalogRef })
    const info = this.info
    if (info !== undefined) trailer.set(PDFName.of('Info'), info)
    const [first] = itemsOf(this.#file.resolve(this.#file.trailer.get(PDFName.of('ID'))))
    const isEven = !(first instanceof PDFHexString) || first.asString().length % 2 === 0
    trailer.set(
      PDFName.of('ID'),
      this.context.obj([
        isText(first) && isEven
          ? first
          : PDFHexString.of(randomBytes(16).toString('hex').toUpperCase()),
        idOf(parts),
      ]),
    )
    return trailer
  }
}

function chunks<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / OBJECTS_PER_STREAM)
  return Array.from({ length: count }, (_, index) =>
    items.slice(index * OBJECTS_PER_STREAM, (index + 1) * OBJECTS_PER_STREAM),
  )
}
