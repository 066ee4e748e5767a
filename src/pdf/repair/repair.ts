/**
 * Reads a PDF whose cross-references cannot be followed (ISO 32000-2, annex I.2, leaves that to readers). What is
 * found is rewritten before anyone sees or signs it, so that all readers show the same from then on; a file with a
 * signature is never read this way.
 */

import { PDFDict, PDFName, PDFNumber, type PDFObject, PDFRawStream, PDFRef } from 'pdf-lib'
import { entriesMax, PDF_LIMITS } from '../budget.ts'
import { parseObject } from '../object-parser.ts'
import { PdfError } from '../pdf-error.ts'
import { PdfFile } from '../pdf-file.ts'
import { References } from '../references.ts'
import { decodedStream, UnreadablePdfError } from '../stream-data.ts'
import type { XrefEntry, XrefSection } from '../xref.ts'
import { type FoundObject, type Scan, scanned } from './repair-scan.ts'

/** Window for a trailer, which has a few hundred bytes. */
const TRAILER_BYTES = 65_536
const ROOT = PDFName.of('Root')
const INFO = PDFName.of('Info')
const ID = PDFName.of('ID')
const ENCRYPT = PDFName.of('Encrypt')

function attempted<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch (error) {
    if (error instanceof PdfError) throw error // the budget is exceeded
    return undefined // unreadable means missing, as in readers
  }
}

const section = (entries: ReadonlyMap<number, XrefEntry>, trailer: PDFDict): XrefSection => ({
  offset: 0,
  kind: 'table',
  entries,
  trailer,
  ambiguous: true,
})

/** Of several objects with one number, the last in the file counts. */
function entriesOf(objects: readonly FoundObject[]): Map<number, XrefEntry> {
  const entries = new Map<number, XrefEntry>()
  for (const { number, generation, offset, end } of objects)
    entries.set(number, { kind: 'at', offset, generation, end })
  return entries
}

/** Numbers of the objects in an object stream, in order. */
function numbersIn(file: PdfFile, container: number): number[] {
  const stream = file.object(container)
  const [count, first] = [file.get(stream, 'N'), file.get(stream, 'First')]
  if (!(stream instanceof PDFRawStream && count instanceof PDFNumber && first instanceof PDFNumber))
    throw new UnreadablePdfError(`object ${container} is no object stream`)
  const data = decodedStream(stream)
  const figures = data.toString('latin1', 0, first.asNumber()).trim().split(/\s+/)
  const numbers = figures.flatMap((figure, index) => (index % 2 === 0 ? [Number(figure)] : []))
  return numbers.slice(0, count.asNumber())
}

/** Adds the entries of objects in object streams. */
function withContained(file: PdfFile, objects: readonly FoundObject[]): Map<number, XrefEntry> {
  const entries = new Map<number, XrefEntry>()
  const max = entriesMax(file.bytes.length)
  for (const { number, generation, offset, end, structure } of objects) {
    entries.set(number, { kind: 'at', offset, generation, end })
    const current = file.entry(number)
    if (structure !== 'ObjStm' || current?.kind !== 'at' || current.offset !== offset) continue
    const inside = attempted(() => numbersIn(file, number))
    if (inside === undefined) continue
    for (const [index, inner] of inside.entries())
      if (inner > 0 && inner <= PDF_LIMITS.objectNumber)
        entries.set(inner, { kind: 'in', container: number, index })
    if (entries.size > max) throw new UnreadablePdfError(`it has more than ${max} objects`)
  }
  return entries
}

/** Everything that may be a trailer, newest first: dictionaries after `trailer` and those of xref streams. */
function trailersOf(file: PdfFile, { objects, trailers }: Scan): PDFDict[] {
  const parsed = trailers.map((at): { at: number; dict: PDFObject | undefined } => ({
    at,
    dict: attempted(() => parseObject(file.bytes.subarray(at, at + TRAILER_BYTES), file.context)),
  }))
  const streams = objects
    .filter(({ structure }) => structure === 'XRef')
    .slice(-parsed.length - 64)
    .map(({ number, offset }) => {
      const stream = attempted(() => file.object(number))
      return { at: offset, dict: stream instanceof PDFRawStream ? stream.dict : undefined }
    })
  return [...parsed, ...streams]
    .sort((one, other) => other.at - one.at)
    .flatMap(({ dict }) => (dict instanceof PDFDict ? [dict] : []))
}

const isCatalog = (file: PdfFile, root: PDFObject | undefined): boolean =>
  root instanceof PDFRef &&
  attempted(() => file.get(file.get(root, 'Pages'), 'Kids') ?? file.get(root, 'Pages')) !==
    undefined

/** The catalog named by the newest trailer that has one, else the last object of type Catalog. */
function rootOf(file: PdfFile, trailers: readonly PDFDict[]): PDFObject {
  const named = trailers.map((trailer) => trailer.get(ROOT)).find((root) => isCatalog(file, root))
  if (named !== undefined) return named
  for (const number of file.objectNumbers().reverse()) {
    const dict = attempted(() => file.object(number))
    const isOne = dict instanceof PDFDict && dict.get(PDFName.of('Type')) === PDFName.of('Catalog')
    const entry = file.entry(number)
    const root = PDFRef.of(number, entry?.kind === 'at' ? entry.generation : 0)
    if (isOne && isCatalog(file, root)) return root
  }
  throw new UnreadablePdfError('no catalog is found in it')
}

/** @throws UnreadablePdfError for an object that cannot be read and that a page shows */
function assertUnseen(file: PdfFile): void {
  const references = new References(file)
  for (const number of file.broken)
    if (references.pageShowing(number) !== undefined)
      throw new UnreadablePdfError(`object ${number}, which a page shows, is malformed`)
}

/**
 * The file as reconstructed from its objects, decrypted.
 * @param password for an encrypted file
 * @param lenient leaves out objects that cannot be read, as readers do, if no page shows them
 * @returns undefined when the password is wrong
 * @throws UnreadablePdfError when it has no catalog or too many objects
 */
export function repairedFile(bytes: Buffer, password: string, lenient = false) {
  const scan = scanned(bytes)
  const bare = PdfFile.found(bytes, (context) => section(entriesOf(scan.objects), context.obj({})))
  const trailers = trailersOf(bare, scan)
  const member = (key: PDFName): PDFObject | undefined =>
    trailers.find((trailer) => trailer.has(key))?.get(key)
  const opened = (entries: ReadonlyMap<number, XrefEntry>): PdfFile | undefined => {
    const file = PdfFile.found(bytes, (context) => section(entries, context.obj({})), lenient)
    for (const key of [INFO, ID, ENCRYPT]) {
      const value = member(key)
      if (value !== undefined) file.trailer.set(key, value)
    }
    return file.isEncrypted && !file.decrypt(password) ? undefined : file
  }
  const outer = opened(entriesOf(scan.objects))
  const file = outer && opened(withContained(outer, scan.objects))
  if (file === undefined) return undefined
  file.trailer.set(ROOT, rootOf(file, trailers))
  if (lenient) assertUnseen(file)
  return { file, encrypted: file.isEncrypted }
}
