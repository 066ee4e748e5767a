/**
 * The steps of PAdES signatures (ETSI EN 319 142-1) in the order of their levels: B-T, then B-LT with validation
 * data, then B-LTA with a document time-stamp. Each appends a revision; existing bytes never change. The file may be
 * processed in another thread: only digests reach this one, which has the keys.
 */
import type { GrowableBuffer } from '../kernel/bytes.ts'
import { traced } from '../kernel/trace.ts'
import { readBer } from './ber.ts'
import { type Certificate, parseCertificate } from './certificate.ts'
import { detachedSignature } from './cms.ts'
import type { FileWork, GrownFile, OpenFile } from './file-work.ts'
import { contentsIn, fillContents } from './open-signature.ts'
import type { Signer, TimestampSource, ValidationData } from './ports.ts'

/** Certificates in a SignedData, such as a time-stamp token. */
export const certificatesIn = (cms: Uint8Array): Certificate[] =>
  (readBer(cms).at(1).at(0).find(0xa0)?.children ?? []).map(({ raw }) => parseCertificate(raw))

/**
 * Signs the digest of what a byte range covers.
 * @returns CMS SignedData with the signature's time-stamp, and the certificates that a validator must be able to
 * validate: the signer's and the time-stamp's
 */
export async function signDigest(digest: Uint8Array, signer: Signer, timestamps: TimestampSource) {
  let token: Buffer = Buffer.alloc(0)
  const cms = await detachedSignature(signer, digest, async (imprint) => {
    token = await timestamps.stamp(imprint)
    return token
  })
  return { cms, certificates: [signer.certificate, ...signer.chain, ...certificatesIn(token)] }
}

/** Signs one file, adds validation data and time-stamps it. */
export class IncrementalSigner<FieldInput> {
  readonly #work: FileWork<FieldInput>
  #pdf: GrowableBuffer
  /** `/Contents` of signatures that still need validation data. */
  #unproven: Buffer[] = []
  /** Certificates that a validator must be able to validate. */
  readonly certificates: Certificate[] = []

  /** @param pdf this object takes ownership of it */
  constructor(work: FileWork<FieldInput>, pdf: GrowableBuffer) {
    this.#work = work
    this.#pdf = pdf
  }

  /** The current file. The next step changes its buffer, or hands it over. */
  get pdf(): GrowableBuffer {
    return this.#pdf
  }

  /** Signs into a field: level B-T. The signer may still be pending while the field is drawn. */
  async sign(
    order: FieldInput,
    { signer, timestamps }: { signer: Signer | Promise<Signer>; timestamps: TimestampSource },
  ): Promise<void> {
    const [open, holder] = await Promise.all([this.begin(order), signer])
    await this.finish(open, { signer: holder, timestamps })
  }

  /** Begins a signature: the file is complete but for its value, which {@link finish} adds. */
  async begin(order: FieldInput): Promise<OpenFile> {
    const open = await traced('signing.field', () => this.#work.begin(this.#pdf, order))
    this.#pdf = open.pdf
    return open
  }

  /** Signs what was begun, here or by another signer of the same bytes: level B-T. */
  async finish(
    { placeholder, digest }: Omit<OpenFile, 'pdf'>,
    { signer, timestamps }: { signer: Signer; timestamps: TimestampSource },
  ): Promise<void> {
    // Including its time-stamp, for which an external authority may take its time.
    const sign = () => signDigest(digest, signer, timestamps)
    const { cms, certificates } = await traced('signing.digest', sign)
    fillContents(this.#pdf, placeholder, cms)
    this.#unproven.push(contentsIn(this.#pdf, placeholder))
    this.certificates.push(...certificates)
  }

  /** Adds validation data for the signatures so far: level B-LT. */
  async addValidationData(data: ValidationData): Promise<GrownFile> {
    const what = { data, contents: this.#unproven }
    const proven = await traced('signing.append', () => this.#work.addData(this.#pdf, what))
    this.#unproven = []
    this.#pdf = proven.pdf
    return proven
  }

  /**
   * Adds a document time-stamp: level B-LTA. Also renews it before the previous one expires, after the validation
   * data of that one.
   * @param field reserved for it; if undefined, one is added
   */
  async stamp(field: string | undefined, timestamps: TimestampSource): Promise<void> {
    const open = await this.#work.beginStamp(this.#pdf, field)
    const token = await traced('signing.archive_stamp', () => timestamps.stamp(open.digest))
    fillContents(open.pdf, open.placeholder, token)
    this.#pdf = open.pdf
  }
}
