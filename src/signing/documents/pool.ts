/**
 * Threads that work on documents to be signed: laying out, drawing, appending, our own validation. No private
 * key enters them: a thread hands out a digest and receives the finished signature. Files are transferred,
 * not copied: the caller's buffer is detached.
 */

import type { GrowableBuffer } from '../../kernel/bytes.ts'
import { Service } from '../../kernel/service.ts'
import { type ThreadLimits, ThreadPool } from '../../kernel/thread-pool.ts'
import { ownBytes } from '../../kernel/thread-tasks.ts'
import { workerEntry } from '../../kernel/worker-url.ts'
import type { DataToAdd, GrownFile, OpenFile } from '../../pades/file-work.ts'
import { poolWords } from '../../translations/findings.ts'
import type { UnsignedEvidence } from '../evidence/bundle.ts'
import type { FillInput } from '../fields/tasks.ts'
import type { ProofFacts } from '../proof/facts.ts'
import type { SheetFacts } from '../proof/pages.ts'
import type { Preparation } from './prepare.ts'
import type {
  Bytes,
  DocumentResults,
  DocumentTasks,
  EvidenceInput,
  FileName,
  Look,
  OpenResults,
  OpenTasks,
  SignFieldInput,
  TrustedDer,
  ValidationResult,
} from './tasks.ts'

const WORDS = poolWords('signing')

/** What runs the tasks. */
export type DocumentThreads = Pick<
  ThreadPool<DocumentTasks, DocumentResults>,
  'run' | 'warm' | 'close'
>

/** What opens uploads. */
export type UploadReaders = Pick<ThreadPool<OpenTasks, OpenResults>, 'run'>

/** Starts the threads. */
export const documentThreads = (limits: ThreadLimits): DocumentThreads =>
  new ThreadPool(workerEntry('signing/documents/worker'), limits, WORDS)

/** Of a page's picture, in pixels: A4 can be read on a phone, and on a desk until the browser has drawn it. */
const PICTURE_WIDTH = 800

const handing = (pdf: Bytes, file: FileName) => ({ transferList: [pdf.buffer], affinityKey: file })

interface DocumentPoolParts {
  threads: DocumentThreads
  readers: UploadReaders
  /** Processor time for opening an upload. */
  cpuMs: number
}

/** The threads that work on documents, and those that open uploads. */
export class DocumentPool extends Service<DocumentPoolParts> {
  /** Runs the code once in every thread, so that the first caller does not wait for it. */
  warm(): Promise<void> {
    return this.parts.threads.warm()
  }

  /**
   * Opens an upload and refuses what cannot be signed.
   * @param how with `form`, the fields of its form are returned, too, unless others have signed it; `password`: of a
   * locked file, empty where none was given
   * @returns the working file in its own buffer, which differs from the upload where there are notices; and the
   * original to be kept: the upload, or what nobody needs a password to read
   * @throws AppError `pdf_*`, `render_limit_exceeded`, `server_busy`
   */
  async open(
    upload: Uint8Array,
    how: { form?: boolean; password?: string } = {},
  ): Promise<OpenResults['open'] & { pdf: Bytes; original: Uint8Array }> {
    const bounds = { cpuMs: this.parts.cpuMs }
    const opened = await this.parts.readers.run('open', { pdf: upload, ...how, ...bounds }, bounds)
    const pdf = opened.pdf ?? new Uint8Array(upload)
    return { ...opened, pdf, original: opened.locked === true ? pdf.slice() : upload }
  }

  /** See `inspect`. @throws AppError `render_limit_exceeded`, `server_busy` */
  inspect(file: Uint8Array): Promise<OpenResults['inspect']> {
    return this.parts.readers.run('inspect', { file }, { cpuMs: this.parts.cpuMs })
  }

  /** A page as a JPEG. @throws AppError `pdf_not_signable` when it cannot be drawn, `render_limit_exceeded`, `server_busy` */
  picture(pdf: Uint8Array, page: number): Promise<Bytes> {
    const task = { pdf, page, width: PICTURE_WIDTH }
    return this.parts.readers.run('picture', task, { cpuMs: this.parts.cpuMs })
  }

  /** See `prepare`. @throws AppError `pdf_not_signable`, `render_limit_exceeded`, `server_busy` */
  layOut(file: Uint8Array, what: Preparation): Promise<DocumentResults['layOut']> {
    const pdf = ownBytes(file)
    return this.parts.threads.run('layOut', { pdf, what }, { transferList: [pdf.buffer] })
  }

  /** Reads a file from the store. @throws Error when its SHA-256 does not match */
  async check(pdf: GrowableBuffer, sha256: string, name: FileName): Promise<GrowableBuffer> {
    const task = { pdf, sha256, file: name }
    return (await this.parts.threads.run('check', task, handing(pdf, name))).pdf
  }

  /** See `openSignature`. @throws AppError `render_limit_exceeded`, `server_busy` */
  begin(pdf: GrowableBuffer, input: SignFieldInput, name: FileName): Promise<OpenFile> {
    const task = { pdf, input, file: name }
    return this.parts.threads.run('begin', task, handing(pdf, name))
  }

  /** See `openTimestamp`. @throws AppError `render_limit_exceeded`, `server_busy` */
  beginStamp(pdf: GrowableBuffer, field: string | undefined, name: FileName): Promise<OpenFile> {
    const task = { pdf, field, file: name }
    return this.parts.threads.run('beginStamp', task, handing(pdf, name))
  }

  /** See `withValidationData`. @throws AppError `render_limit_exceeded`, `server_busy` */
  addData(pdf: GrowableBuffer, what: DataToAdd, name: FileName): Promise<GrownFile> {
    const task = { pdf, ...what, file: name }
    return this.parts.threads.run('addData', task, handing(pdf, name))
  }

  /** Our own validation. */
  validate(pdf: Bytes, trusted: TrustedDer, nowMs: number): Promise<ValidationResult> {
    const task = { pdf, trusted, nowMs }
    return this.parts.threads.run('validate', task, { transferList: [pdf.buffer] })
  }

  /** Draws and discards the result. @throws AppError `image_invalid`, `validation_failed` for what cannot be drawn */
  async rehearse(looks: readonly Look[], fills: readonly FillInput[] = []): Promise<void> {
    await this.parts.threads.run('draw', { looks, fills })
  }

  /** A picture as a small PNG without metadata. @throws AppError `image_invalid` */
  async logo(file: Uint8Array): Promise<Bytes> {
    return (await this.parts.threads.run('logo', { file })).png
  }

  /** The pages of the proof certificate as transferable drawings. @throws AppError `image_invalid` */
  async proofPages(facts: ProofFacts): Promise<readonly Bytes[]> {
    return (await this.parts.threads.run('proofPages', { facts })).pages
  }

  /** The proof certificate as a file of its own, with empty fields for its seal and its archive time-stamp. */
  async proofFile(
    facts: SheetFacts,
    pages: readonly Bytes[],
    names: { field: string; stampField: string },
  ): Promise<GrowableBuffer> {
    return (await this.parts.threads.run('proofFile', { facts, pages, ...names })).pdf
  }

  /** See `unsignedEvidence`. */
  async evidence(facts: EvidenceInput): Promise<UnsignedEvidence> {
    const made = await this.parts.threads.run('evidence', { facts })
    const { pdf: entries, directory, files, manifest } = made
    return { zip: { entries, directory, files }, manifest }
  }

  /** Stops the threads; running and queued tasks fail. */
  close(): Promise<void> {
    return this.parts.threads.close()
  }
}
