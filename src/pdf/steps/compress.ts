/** Makes a document smaller without changing what it shows: data deflated well, equal objects kept once. */
import { createHash } from 'node:crypto'
import { constants, deflateSync } from 'node:zlib'
import { PDFName, type PDFObject, PDFRawStream, type PDFRef } from 'pdf-lib'
import { dictOf, nameKey } from '../pdf-file.ts'
import { decodedStream, readable } from '../stream-data.ts'
import { replaceRefs, type WholePdf } from '../whole-pdf.ts'

/** What may be shared; pages, fields and tags are what they are by their places. */
const SHARED_TYPES = new Set<unknown>(
  ['Font', 'FontDescriptor', 'ExtGState', 'Encoding'].map((key) => PDFName.of(key)),
)
/** What is equal once what it refers to is the same: a font, its descendant, its descriptor, its file. */
const ROUNDS_MAX = 6

/** Data that is plain, or deflated without a predictor, deflated anew. */
function deflated(stream: PDFRawStream): PDFRawStream {
  const { dict } = stream
  const filter = dict.get(nameKey('Filter'))
  const isPlain = filter === undefined || filter === nameKey('FlateDecode')
  const isMetadata = dict.get(nameKey('Type')) === nameKey('Metadata')
  if (!isPlain || isMetadata || dict.has(nameKey('DecodeParms'))) return stream
  const plain = readable(() => decodedStream(stream))
  const data = plain && deflateSync(plain, { level: constants.Z_BEST_COMPRESSION })
  // What cannot be decoded is shown as it was.
  if (data === undefined || data.length >= stream.contents.length) return stream
  dict.set(nameKey('Filter'), nameKey('FlateDecode'))
  dict.set(nameKey('Length'), dict.context.obj(data.length))
  return PDFRawStream.of(dict, data)
}

const isShared = (object: PDFObject): boolean =>
  object instanceof PDFRawStream || SHARED_TYPES.has(dictOf(object)?.get(nameKey('Type')))

function digestOf(object: PDFObject): string {
  const hash = createHash('sha256')
  if (!(object instanceof PDFRawStream)) return hash.update(String(object)).digest('hex')
  return hash.update(String(object.dict)).update(object.contents).digest('hex')
}

/** Changes the document in place; saving it packs what is no stream. */
export function compress(whole: WholePdf): void {
  for (const [ref, object] of whole.context.enumerateIndirectObjects())
    if (object instanceof PDFRawStream) whole.set(ref, deflated(object))
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const instead = repeated(whole)
    if (instead.size === 0) return
    for (const ref of instead.keys()) whole.context.delete(ref)
    for (const [, object] of whole.context.enumerateIndirectObjects())
      replaceRefs(object, (ref) => instead.get(ref) ?? ref)
  }
}

/** Objects that equal an earlier one, with that one. */
function repeated(whole: WholePdf): Map<PDFRef, PDFRef> {
  const first = new Map<string, PDFRef>()
  const instead = new Map<PDFRef, PDFRef>()
  for (const [ref, object] of whole.context.enumerateIndirectObjects()) {
    if (!isShared(object)) continue
    const digest = digestOf(object)
    const known = first.get(digest)
    if (known === undefined) first.set(digest, ref)
    else instead.set(ref, known)
  }
  return instead
}
