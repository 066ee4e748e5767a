/** Decrypts the objects of a PDF (ISO 32000-2, 7.6.3 and 7.6.6), each when it is read. */
import { createDecipheriv, createHash } from 'node:crypto'
import {
  PDFArray,
  PDFDict,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFRawStream,
  type PDFRef,
  PDFStream,
} from 'pdf-lib'
import { asBuffer } from '../kernel/bytes.ts'
import { encryptionFacts, fileKey, rc4 } from './encryption-key.ts'
import { isText } from './form-fields.ts'
import { EncryptedPdfError, UnreadablePdfError } from './stream-data.ts'

/** Returns the plain form of a top-level object of the file. */
export type Decipher = (ref: PDFRef, object: PDFObject) => PDFObject

type Resolve = (object: PDFObject | undefined) => PDFObject | undefined
type Method = 'None' | 'V2' | 'AESV2' | 'AESV3'
type Undo = (data: Buffer) => Buffer

const AES_BLOCK = 16
const DEPTH_MAX = 200
const FILTER = PDFName.of('Filter')
const PARAMETERS = PDFName.of('DecodeParms')
const CRYPT = PDFName.of('Crypt')
const IDENTITY = PDFName.of('Identity')
const BYTE_RANGE = PDFName.of('ByteRange')
const CONTENTS = PDFName.of('Contents')

/** Truncated data, as some writers produce it, loses only its last block. */
function undoAes(key: Buffer, data: Buffer): Buffer {
  const whole = data.length - (data.length % AES_BLOCK)
  if (whole < 2 * AES_BLOCK) return Buffer.alloc(0)
  const kind = key.length === 32 ? 'aes-256-cbc' : 'aes-128-cbc'
  const cipher = createDecipheriv(kind, key, data.subarray(0, AES_BLOCK))
  cipher.setAutoPadding(false)
  const plain = cipher.update(data.subarray(AES_BLOCK, whole))
  const padding = plain.at(-1) ?? 0
  return padding >= 1 && padding <= AES_BLOCK ? plain.subarray(0, plain.length - padding) : plain
}

/** Algorithm 1: the key of one object; AES-256 has a single key for all. */
function objectKey(key: Buffer, ref: PDFRef, method: Method): Buffer {
  if (method === 'AESV3') return key
  const tail = Buffer.alloc(5)
  tail.writeUIntLE(ref.objectNumber & 0xff_ffff, 0, 3)
  tail.writeUInt16LE(ref.generationNumber & 0xffff, 3)
  const hash = createHash('md5').update(key).update(tail)
  if (method === 'AESV2') hash.update('sAlT')
  return hash.digest().subarray(0, Math.min(16, key.length + 5))
}

/** The method of a filter by its name. */
function methodOf(dict: PDFDict, resolve: Resolve, given: PDFObject | undefined): Method {
  const name = resolve(given) ?? IDENTITY
  if (name === IDENTITY) return 'None'
  const all = resolve(dict.get(PDFName.of('CF')))
  const one = all instanceof PDFDict && name instanceof PDFName ? resolve(all.get(name)) : undefined
  const method = one instanceof PDFDict ? resolve(one.get(PDFName.of('CFM'))) : undefined
  for (const known of ['None', 'V2', 'AESV2', 'AESV3'] as const)
    if (method === PDFName.of(known)) return known
  throw new EncryptedPdfError('its encryption uses an unknown method')
}

const listed = (object: PDFObject | undefined): PDFObject[] =>
  object instanceof PDFArray ? object.asArray() : object === undefined ? [] : [object]

const isOfType = ({ dict }: PDFRawStream, type: string): boolean =>
  dict.get(PDFName.of('Type')) === PDFName.of(type)

/** The filter that a stream names for itself (7.4.10), if it has any. */
function ownFilter({ dict }: PDFRawStream): { name: PDFObject | undefined } | undefined {
  if (listed(dict.get(FILTER))[0] !== CRYPT) return undefined
  const parameters = listed(dict.get(PARAMETERS))[0]
  return { name: parameters instanceof PDFDict ? parameters.get(PDFName.of('Name')) : undefined }
}

/** Must go once decrypted: no reader accepts the filter in an unencrypted file. */
function withoutCrypt(dict: PDFDict): void {
  for (const key of [FILTER, PARAMETERS]) {
    const rest = listed(dict.get(key)).slice(1)
    if (rest.length === 0) dict.delete(key)
    else dict.set(key, dict.context.obj(rest))
  }
}

/** The value of a signature is never encrypted (ISO 32000-2, 7.6.2): it is outside the signed bytes. */
const isSignatureValue = (dict: PDFDict, key: PDFName): boolean =>
  key === CONTENTS && dict.has(BYTE_RANGE)

/** Changes the bytes of every string in an object, except for the values of signatures. */
export function withStrings(
  object: PDFObject,
  change: (data: Buffer) => Uint8Array,
  depth = 0,
): PDFObject {
  if (depth > DEPTH_MAX) throw new UnreadablePdfError('objects are nested too deep')
  if (isText(object))
    return PDFHexString.of(asBuffer(change(Buffer.from(object.asBytes()))).toString('hex'))
  if (object instanceof PDFArray)
    for (const [index, item] of object.asArray().entries())
      object.set(index, withStrings(item, change, depth + 1))
  const dict = object instanceof PDFStream ? object.dict : object
  if (dict instanceof PDFDict)
    for (const [key, value] of dict.entries())
      if (!isSignatureValue(dict, key)) dict.set(key, withStrings(value, change, depth + 1))
  return object
}

/**
 * Returns the function that decrypts the objects of an encrypted file.
 * @param resolve returns objects as written in the file
 * @returns undefined when the file does not open with this password
 * @throws UnreadablePdfError for encryption other than the standard security handler
 */
export function decipherOf(
  trailer: PDFDict,
  resolve: Resolve,
  password: string,
): Decipher | undefined {
  const facts = encryptionFacts(trailer, resolve)
  const key = fileKey(facts, resolve, password)
  if (key === undefined) return undefined
  const own = trailer.get(PDFName.of('Encrypt'))
  const { dict, version, withMetadata } = facts
  const named = (name: PDFObject | undefined): Method => methodOf(dict, resolve, name)
  const [strings, streams] = ['StrF', 'StmF'].map((each) =>
    version < 4 ? 'V2' : named(dict.get(PDFName.of(each))),
  )
  const undoing = (ref: PDFRef, method: Method | undefined): Undo | undefined => {
    if (method === undefined || method === 'None') return undefined
    const keyHere = objectKey(key, ref, method)
    return method === 'V2' ? (data) => rc4(keyHere, data) : (data) => undoAes(keyHere, data)
  }
  const plainStream = (ref: PDFRef, stream: PDFRawStream): PDFRawStream => {
    const filter = ownFilter(stream)
    if (filter === undefined && !withMetadata && isOfType(stream, 'Metadata')) return stream
    const undo = undoing(ref, filter === undefined ? streams : named(filter.name))
    if (filter !== undefined) withoutCrypt(stream.dict)
    return undo === undefined
      ? stream
      : PDFRawStream.of(stream.dict, undo(asBuffer(stream.contents)))
  }
  return (ref, object) => {
    if (ref === own || (object instanceof PDFRawStream && isOfType(object, 'XRef'))) return object
    const undo = undoing(ref, strings)
    const plain = undo === undefined ? object : withStrings(object, undo)
    return plain instanceof PDFRawStream ? plainStream(ref, plain) : plain
  }
}
