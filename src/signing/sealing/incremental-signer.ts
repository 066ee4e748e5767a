/**
 * A file while signatures are made in it, between two threads: the file is worked on by the threads for documents,
 * keys sign digests here, in the thread pool of node:crypto. It only grows, so its bytes are read once for all
 * digests of it, as long as the same thread has it.
 */
import { randomUUID } from 'node:crypto'
import type { RoomyBytes } from '../../kernel/growable-buffer.ts'
import { traced } from '../../kernel/trace.ts'
import type { Certificate } from '../../pades/certificate.ts'
import { closeSignature, contentsIn } from '../../pades/open-signature.ts'
import type { Signer, TimestampSource, ValidationData } from '../../pades/ports.ts'
import { signDigest } from '../../pades/sign.ts'
import type { DocumentPool } from '../documents/pool.ts'
import type { FieldOrder, Judgement, TrustedDer } from '../documents/tasks.ts'

/** Who signs, and who says when. */
export interface FieldSigner {
  /** Made while the field is drawn. */
  signer: Promise<Signer>
  timestamps: TimestampSource
}

/** Signs, stamps and judges one file. */
export class GrowingFile {
  readonly #documents: DocumentPool
  readonly #name = randomUUID()
  #pdf: RoomyBytes
  /** `/Contents` of signatures whose validation data are to come. */
  #unproven: Buffer[] = []
  /** Certificates that a validator must be able to judge. */
  readonly certificates: Certificate[] = []

  /** @param pdf is handed over */
  constructor(documents: DocumentPool, pdf: RoomyBytes) {
    this.#documents = documents
    this.#pdf = pdf
  }

  /** For a file that was read unchecked, which is handed over. @throws Error when its SHA-256 is another one */
  static async checked(
    documents: DocumentPool,
    pdf: RoomyBytes,
    sha256: string,
  ): Promise<GrowingFile> {
    const file = new GrowingFile(documents, pdf)
    file.#pdf = await documents.check(file.#pdf, sha256, file.#name)
    return file
  }

  /** Signs into a field: level B-T. @throws AppError `render_limit_exceeded`, `server_busy` */
  async sign(order: FieldOrder, { signer, timestamps }: FieldSigner): Promise<void> {
    const begin = () => this.#documents.begin(this.#pdf, order, this.#name)
    const [open, holder] = await Promise.all([traced('signing.field', begin), signer])
    // With the time-stamp over it, which an authority outside may take its time for.
    const sign = () => signDigest(open.digest, holder, timestamps)
    const { cms, certificates } = await traced('signing.digest', sign)
    closeSignature(open.pdf, open.hole, cms)
    this.#unproven.push(contentsIn(open.pdf, open.hole))
    this.certificates.push(...certificates)
    this.#pdf = open.pdf
  }

  /** Adds validation data for what was signed before: level B-LT. */
  async prove(data: ValidationData): Promise<{ pdf: Uint8Array; sha256: string }> {
    const what = { data, contents: this.#unproven }
    const add = () => this.#documents.addData(this.#pdf, what, this.#name)
    const proven = await traced('signing.append', add)
    this.#unproven = []
    this.#pdf = proven.pdf
    return proven
  }

  /** Adds the archive time-stamp: level B-LTA. */
  async stamp(field: string, timestamps: TimestampSource): Promise<void> {
    const open = await this.#documents.beginStamp(this.#pdf, field, this.#name)
    const token = await traced('signing.archive_stamp', () => timestamps.stamp(open.digest))
    closeSignature(open.pdf, open.hole, token)
    this.#pdf = open.pdf
  }

  /** Our own validation; gives the file away. */
  async judge(trusted: TrustedDer, nowMs: number): Promise<Judgement> {
    return await traced('signing.judge', () => this.#documents.judge(this.#pdf, trusted, nowMs))
  }
}
