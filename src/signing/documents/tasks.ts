/**
 * Tasks of the threads that work on documents to be signed. Everything here is plain data, since it crosses
 * threads.
 */

import type { GrowableBuffer } from '../../kernel/bytes.ts'
import type { DataToAdd, GrownFile, OpenFile } from '../../pades/file-work.ts'
import type { FieldToSign } from '../../pades/open-signature.ts'
import type { UsableForm } from '../../pdf/acroform-import/form.ts'
import type { Size } from '../../pdf/appearance.ts'
import type { PdfFacts } from '../../pdf/facts.ts'
import type { UploadNotice } from '../../pdf/upload-notices.ts'
import type { FieldFacts } from '../appearance/field.ts'
import type { EvidenceFacts } from '../evidence/bundle.ts'
import type { FillInput } from '../fields/tasks.ts'
import type { FileKind } from '../model/uploads.ts'
import type { ProofFacts } from '../proof/facts.ts'
import type { SheetFacts } from '../proof/pages.ts'
import type { Preparation, Prepared } from './prepare.ts'

/** A signer's file that is taken. */
export interface Inspected {
  kind: FileKind
  /** The file as it is stored, where that differs from the upload. */
  file?: Uint8Array<ArrayBuffer>
}

/** A file in its own buffer, which can be transferred. */
export type Bytes = Uint8Array<ArrayBuffer>

/** The visible content of a signature field. */
export type Look =
  | { kind: 'signature'; size: Size; facts: FieldFacts }
  /** One of the drawings returned by a `proofPages` task. */
  | { kind: 'drawn'; pdf: Bytes }

/** A signature to be begun. */
export type SignFieldInput = Omit<FieldToSign, 'drawing' | 'filled'> & {
  look?: Look
  /** What this signer fills in. */
  fills?: readonly FillInput[]
}

/**
 * Unique name of one growing file: the thread that holds it resumes reading where it stopped.
 */
export type FileName = string

/** A signature as our own validation sees it. */
export interface SignatureReport {
  field: string
  level: string
  problems: readonly string[]
}

/** The newest document time-stamp of a file. */
export interface StampReport {
  /** When the certificate of its authority ends, epoch milliseconds. */
  endsMs: number
  /** An algorithm in it can be forged with today's means. */
  isWeak: boolean
  /** Why it proves nothing; empty if it does. */
  problems: readonly string[]
  /** DER of that certificate and of those above it. */
  certificates: readonly Uint8Array[]
}

/** Our own validation's result for a file. */
export interface ValidationResult {
  pdf: Bytes
  /** Of exactly these bytes, in hexadecimal. */
  sha256: string
  signatures: readonly SignatureReport[]
  problems: readonly string[]
  /** Undefined when it has none that can be read. */
  stamp?: StampReport
}

/** Facts of an archive; certificates as DER. */
export type EvidenceInput = Omit<EvidenceFacts, 'roots' | 'links' | 'stampRoots'> & {
  roots: readonly [Uint8Array, ...Uint8Array[]]
  links: readonly Uint8Array[]
  stampRoots: readonly Uint8Array[]
}

/** DER of the certificates that are trusted: for everything, and for time-stamps alone. */
export interface TrustedDer {
  roots: readonly Uint8Array[]
  stampRoots: readonly Uint8Array[]
}

/** Input of each kind of task. */
export interface DocumentTasks {
  layOut: { pdf: Bytes; what: Preparation }
  /** @param sha256 expected of the file, in hexadecimal */
  check: { pdf: GrowableBuffer; sha256: string; file: FileName }
  begin: { pdf: GrowableBuffer; input: SignFieldInput; file: FileName }
  beginStamp: { pdf: GrowableBuffer; field: string | undefined; file: FileName }
  addData: { pdf: GrowableBuffer; file: FileName } & DataToAdd
  validate: { pdf: Bytes; trusted: TrustedDer; nowMs: number }
  draw: { looks: readonly Look[]; fills: readonly FillInput[] }
  logo: { file: Uint8Array }
  proofPages: { facts: ProofFacts }
  proofFile: { facts: SheetFacts; pages: readonly Bytes[]; field: string; stampField: string }
  evidence: { facts: EvidenceInput }
}

/** What becomes of it. */
export interface DocumentResults {
  layOut: Omit<Prepared, 'pdf'> & { pdf: Bytes }
  check: { pdf: GrowableBuffer }
  begin: OpenFile
  beginStamp: OpenFile
  addData: GrownFile
  validate: ValidationResult
  draw: null
  /** PNG. */
  logo: { png: Bytes }
  proofPages: { pages: readonly Bytes[] }
  proofFile: { pdf: GrowableBuffer }
  /** The entries of the archive; see `UnsignedEvidence` for the rest. */
  evidence: { pdf: Bytes; directory: Uint8Array; files: number; manifest: string }
}

/** Work on an untrusted file. */
export interface OpenTasks {
  /** @param form whether its form is read, too @param cpuMs what it may take */
  open: { pdf: Uint8Array; form?: boolean; password?: string; cpuMs: number }
  /** A file that a signer gives. */
  inspect: { file: Uint8Array }
  /** A page as a JPEG. @param page from 1 @param width in pixels */
  picture: { pdf: Uint8Array; page: number; width: number }
}

/** What becomes of it. */
export interface OpenResults {
  /** `pdf` is the working file; absent when it equals the upload, that is, when there are no notices. */
  open: {
    pdf?: Bytes
    facts: PdfFacts
    notices: readonly UploadNotice[]
    form?: UsableForm
    /** Whether the upload opens with its password only. */
    locked?: boolean
  }
  inspect: Inspected
  picture: Bytes
}
