/**
 * Signature dictionaries (ISO 32000-2, 12.8.1) with room for what is computed last. They are written as bytes,
 * so that they are never compressed into an object stream.
 */
import { type PDFDict, PDFHexString, PDFInvalidObject } from 'pdf-lib'

/** Room for the CMS in bytes; with two RSA-4096 signatures and four certificates it takes about 8 kB. */
export const CONTENTS_BYTES = 16_384

/** What a signature states about itself besides the CMS. */
export interface SignatureFacts {
  name?: string
  contact?: string
  timeMs: number
  /** Hash of the entry that was the last of the signer's audit trail, in lower-case hexadecimal. */
  trailHead?: string
  /** Makes this the certification signature: later changes may only fill in fields and sign (DocMDP 2). */
  certify?: boolean
}

/** Where a signature names {@link SignatureFacts.trailHead}: a third-class name (ISO 32000-2, E.2), which no reader knows. */
export const TRAIL_HEAD = 'XXTrailHead'

/** Placeholder with the length of the final byte range; what @signpdf/signpdf looks for. */
export const RANGE_PLACEHOLDER = '/ByteRange [0 /********** /********** /**********]'
const contents = (): string => `/Contents <${'00'.repeat(CONTENTS_BYTES)}>`

/** `D:YYYYMMDDHHMMSSZ` (ISO 32000-2, 7.9.4). */
const pdfDate = (ms: number): string =>
  `(D:${new Date(ms).toISOString().replace(/[-:T]/g, '').slice(0, 14)}Z)`

const text = (key: string, value: string | undefined): string =>
  value === undefined || value === '' ? '' : `/${key} ${PDFHexString.fromText(value).toString()}\n`

const asObject = (body: string): PDFInvalidObject =>
  PDFInvalidObject.of(Buffer.from(`<<\n${body}>>`, 'latin1'))

/**
 * The dictionary of a person's or the service's signature, still to be filled.
 * @param references what it fixes (ISO 32000-2, table 256)
 */
export const signatureDictionary = (
  facts: SignatureFacts,
  references: readonly PDFDict[],
): PDFInvalidObject =>
  asObject(
    `/Type /Sig\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.CAdES.detached\n${RANGE_PLACEHOLDER}\n${contents()}\n/M ${pdfDate(facts.timeMs)}\n` +
      (facts.trailHead === undefined ? '' : `/${TRAIL_HEAD} (${facts.trailHead})\n`) +
      text('Name', facts.name) +
      text('ContactInfo', facts.contact) +
      (references.length > 0 ? `/Reference [${references.join(' ')}]\n` : '') +
      '/Prop_Build << /App << /Name /Paraph >> >>\n',
  )

/** The dictionary of a document time-stamp (ETSI EN 319 142-1, 5.4.3), still to be filled. */
export const timestampDictionary = (): PDFInvalidObject =>
  asObject(
    `/Type /DocTimeStamp\n/Filter /Adobe.PPKLite\n/SubFilter /ETSI.RFC3161\n/V 0\n${RANGE_PLACEHOLDER}\n${contents()}\n`,
  )
