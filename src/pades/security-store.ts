/**
 * The document security store (ISO 32000-2, 12.8.4.3; ETSI EN 319 142-1, 5.4): certificates and revocation data
 * inside the file, each stored once, and per signature (VRI) which of them apply to it.
 */
import { createHash } from 'node:crypto'
import { PDFArray, PDFDict, PDFName, PDFRawStream, PDFRef } from 'pdf-lib'
import { unlessThrown } from '../kernel/type-guards.ts'
import { itemsOf, type PdfFile } from '../pdf/pdf-file.ts'
import { catalogDict } from '../pdf/pdf-target.ts'
import type { PdfUpdate } from '../pdf/pdf-update.ts'
import { decodedStream, UnreadablePdfError } from '../pdf/stream-data.ts'
import { EncodingError } from './ber.ts'
import { parseCertificate } from './certificate.ts'
import type { ValidationData } from './ports.ts'
import { parseList, parseOcsp } from './revocation.ts'
import type { TrustMaterial } from './verify-chain.ts'

const KINDS = [
  ['Certs', 'Cert', 'certificates'],
  ['CRLs', 'CRL', 'crls'],
  ['OCSPs', 'OCSP', 'ocsps'],
] as const

/** Key of a signature in the store: SHA-1 of its `/Contents` with all padding, in upper case. */
const vriKey = (contents: Uint8Array): string =>
  createHash('sha1').update(contents).digest('hex').toUpperCase()

const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Adds what is not stored yet and returns the reference of each item. */
function addStreams(update: PdfUpdate, dss: PDFDict, key: string, items: readonly Buffer[]) {
  const array = update.get(dss, key)
  const known = new Map<string, PDFRef>()
  for (const ref of itemsOf(array)) {
    const stream = update.resolve(ref)
    if (ref instanceof PDFRef && stream instanceof PDFRawStream)
      known.set(digestOf(decodedStream(stream)), ref)
  }
  const before = known.size
  const found = items.map((item) => {
    const digest = digestOf(item)
    const ref = known.get(digest) ?? update.add(update.context.flateStream(item))
    known.set(digest, ref)
    return ref
  })
  if (known.size > before || !(array instanceof PDFArray))
    dss.set(PDFName.of(key), update.context.obj([...known.values()]))
  return found
}

/**
 * Adds validation data; entries of earlier signatures are never changed.
 * @param contents `/Contents` of the signatures it is for
 */
export function addValidationData(
  update: PdfUpdate,
  data: ValidationData,
  contents: readonly Uint8Array[],
): void {
  const { ref, dict } = catalogDict(update, 'DSS', { Type: 'DSS' })
  const entry = update.context.obj({})
  for (const [key, vriName, kind] of KINDS) {
    if (data[kind].length === 0) continue
    entry.set(PDFName.of(vriName), update.context.obj(addStreams(update, dict, key, data[kind])))
  }
  const names = contents.map((each) => PDFName.of(vriKey(each)))
  if (names.length > 0) {
    const given = update.get(dict, 'VRI')
    const vri = given instanceof PDFDict ? given : update.context.obj({})
    const entryRef = update.add(entry)
    for (const name of names) if (!vri.has(name)) vri.set(name, entryRef)
    dict.set(PDFName.of('VRI'), vri)
  }
  update.set(ref, dict)
}

/** Certificates and revocation data of the document security store; unreadable items are skipped. */
export function storeOf(file: PdfFile): Pick<TrustMaterial, 'certificates' | 'revocations'> {
  const store = file.get(file.catalogRef, 'DSS')
  const all = <T>(key: string, parse: (bytes: Buffer) => T | T[]): T[] =>
    itemsOf(file.get(store, key)).flatMap((item) => {
      const read = (): T | T[] => {
        const stream = file.resolve(item)
        return stream instanceof PDFRawStream ? parse(decodedStream(stream)) : []
      }
      return unlessThrown([EncodingError, UnreadablePdfError], read) ?? []
    })
  return {
    certificates: all('Certs', parseCertificate),
    revocations: [...all('CRLs', parseList), ...all('OCSPs', parseOcsp)],
  }
}
