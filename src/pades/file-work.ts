/** The work on a file to which signatures are appended. It needs no key, so the caller chooses where it runs. */
import { appendedTo, type GrowableBuffer } from '../kernel/bytes.ts'
import { CoveredDigests } from './covered-digests.ts'
import {
  type FieldToSign,
  type OpenSignature,
  openSignature,
  openTimestamp,
  withValidationData,
} from './open-signature.ts'
import type { ValidationData } from './ports.ts'

/** A file that is complete except for the value of its newest signature. */
export type OpenFile = OpenSignature<GrowableBuffer>

/** Validation data, and the padded `/Contents` of the signatures it is for. */
export interface DataToAdd {
  data: ValidationData
  contents: readonly Uint8Array[]
}

/** A file that has grown, with its SHA-256 in hexadecimal. */
export interface GrownFile {
  pdf: GrowableBuffer
  sha256: string
}

/** Works on one file, caching what it has digested. A method takes ownership of the file it is given. */
export interface FileWork<FieldInput> {
  /** See `openSignature`. */
  begin(pdf: GrowableBuffer, order: FieldInput): Promise<OpenFile>
  /** See `openTimestamp`. */
  beginStamp(pdf: GrowableBuffer, field: string | undefined): Promise<OpenFile>
  /** See `withValidationData`. */
  addData(pdf: GrowableBuffer, what: DataToAdd): Promise<GrownFile>
}

/** An implementation that works in this thread. */
export function workHere(digests = new CoveredDigests()): FileWork<FieldToSign> {
  const growth = { append: appendedTo, digests }
  return {
    begin: (pdf, order) => openSignature(pdf, order, growth),
    beginStamp: (pdf, field) => openTimestamp(pdf, field, growth),
    async addData(pdf, what) {
      const whole = withValidationData(pdf, what, appendedTo)
      return { pdf: whole, sha256: digests.ofWhole(whole) }
    },
  }
}
