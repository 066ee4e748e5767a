/** Encrypts a finished PDF so that it opens only with a password (ISO 32000-2, 7.6: AES-256). */
import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  type PDFObject,
  PDFStream,
  PDFString,
} from 'pdf-lib'
import { invariant } from '../kernel/invariant.ts'
import { openWhole } from './open-whole.ts'

type Encrypt = (bytes: Uint8Array) => Uint8Array

const BYTE_RANGE = PDFName.of('ByteRange')
const CONTENTS = PDFName.of('Contents')

const isText = (object: PDFObject | undefined): object is PDFString | PDFHexString =>
  object instanceof PDFString || object instanceof PDFHexString

const encrypted = (text: PDFString | PDFHexString, encrypt: Encrypt): PDFHexString =>
  PDFHexString.of(Buffer.from(encrypt(text.asBytes())).toString('hex'))

/** The value of a signature is never encrypted (7.6.2): it is outside the signed bytes. */
const isSignatureValue = (dict: PDFDict, key: PDFName): boolean =>
  key === CONTENTS && dict.has(BYTE_RANGE)

function encryptStrings(object: PDFObject, encrypt: Encrypt): void {
  if (object instanceof PDFArray) {
    for (const [index, item] of object.asArray().entries()) {
      if (isText(item)) object.set(index, encrypted(item, encrypt))
      else encryptStrings(item, encrypt)
    }
  }
  const dict = object instanceof PDFStream ? object.dict : object
  if (!(dict instanceof PDFDict)) return
  for (const [key, value] of dict.entries()) {
    if (!isText(value)) encryptStrings(value, encrypt)
    else if (!isSignatureValue(dict, key)) dict.set(key, encrypted(value, encrypt))
  }
}

/**
 * The library encrypts streams when it writes them, but not strings: readers would decrypt strings that were never
 * encrypted, and titles, names and values would be readable in the file.
 */
function encryptAllStrings({ context }: PDFDocument): void {
  const { security, trailerInfo } = context
  invariant(security !== undefined, 'the document was just encrypted')
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    if (ref === trailerInfo.Encrypt) continue
    const encrypt = security.getEncryptFn(ref.objectNumber, ref.generationNumber)
    if (isText(object)) context.assign(ref, encrypted(object, encrypt))
    else encryptStrings(object, encrypt)
  }
}

/**
 * Returns the encrypted file. With the password, the document can be read, printed and filled in; only the owner
 * password, which is random and discarded, would permit more.
 */
export async function protectPdf(pdf: Uint8Array, password: string): Promise<Uint8Array> {
  const document = await openWhole(pdf)
  document.encrypt({
    userPassword: password,
    ownerPassword: crypto.randomUUID(),
    algorithm: 'AES-256',
    permissions: {
      printing: 'highResolution',
      copying: true,
      contentAccessibility: true,
      fillingForms: true,
    },
  })
  encryptAllStrings(document)
  return document.save({
    useObjectStreams: false,
    addDefaultPage: false,
    updateFieldAppearances: false,
  })
}
