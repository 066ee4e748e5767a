/**
 * An incremental update (ISO 32000-2, 7.5.6): new and changed objects appended to the bytes of a PDF, which do not
 * change, with a cross-reference section of the same kind as the file's last one.
 */
import { type PDFContext, type PDFDict, PDFName, type PDFObject, PDFRef } from 'pdf-lib'
import { isText } from './form-fields.ts'
import { dictOf, itemsOf, type PdfFile } from './pdf-file.ts'
import type { PdfTarget } from './pdf-target.ts'
import { idOf, streamSection, tableSection, writingFrom } from './xref-writer.ts'

/** The trailer members that a new section repeats (ISO 32000-2, table 15). */
const REPEATED = ['Root', 'Info'] as const

/** Changes to one file, collected and then written once. */
export class PdfUpdate implements PdfTarget {
  readonly file: PdfFile
  readonly context: PDFContext
  readonly #changed = new Map<PDFRef, PDFObject>()

  constructor(file: PdfFile) {
    this.file = file
    this.context = file.context
  }

  get catalogRef(): PDFRef {
    return this.file.catalogRef
  }

  resolve(object: PDFObject | undefined): PDFObject | undefined {
    const changed = object instanceof PDFRef ? this.#changed.get(object) : undefined
    if (changed !== undefined) return changed
    const added = object instanceof PDFRef ? this.context.lookup(object) : undefined
    return added ?? this.file.resolve(object)
  }

  get(holder: PDFObject | undefined, key: string): PDFObject | undefined {
    return this.resolve(dictOf(this.resolve(holder))?.get(PDFName.of(key)))
  }

  set(ref: PDFRef, object: PDFObject): void {
    this.#changed.set(ref, object)
  }

  add(object: PDFObject): PDFRef {
    return this.context.register(object)
  }

  /** The whole file with the update appended; ends in `%%EOF` without a line break. */
  save(): Buffer {
    return Buffer.concat([this.file.bytes, this.appended()])
  }

  /** What {@link save} appends to the file. */
  appended(): Buffer {
    const objects = [
      ...new Map([...this.context.enumerateIndirectObjects(), ...this.#changed]),
    ].sort(([one], [other]) => one.objectNumber - other.objectNumber)
    const begin = Buffer.from('\n')
    const body = writingFrom(this.file.bytes.length + begin.length)
    for (const [ref, object] of objects) body.write(ref, object)
    const { parts, placed, at } = body
    const trailer = this.#trailer([begin, ...parts])
    const section =
      this.file.sections[0]?.kind === 'stream'
        ? streamSection(this.context, { placed, packed: [] }, at, trailer)
        : tableSection(this.context, placed, trailer)
    return Buffer.concat([begin, ...parts, section, Buffer.from(`startxref\n${at}\n%%EOF`)])
  }

  #trailer(parts: readonly Buffer[]): PDFDict {
    const { context, file } = this
    const trailer = context.obj({ Prev: file.sections[0]?.offset ?? 0 })
    for (const key of REPEATED) {
      const value = file.trailer.get(PDFName.of(key))
      if (value !== undefined) trailer.set(PDFName.of(key), value)
    }
    const [first] = itemsOf(file.resolve(file.trailer.get(PDFName.of('ID'))))
    if (isText(first)) trailer.set(PDFName.of('ID'), context.obj([first, idOf(parts)]))
    return trailer
  }
}
