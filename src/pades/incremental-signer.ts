/**
 * The steps of PAdES signatures (ETSI EN 319 142-1) in the order of their levels: B-T, then B-LT by validation data,
 * then B-LTA by a document time-stamp. Each appends a revision; the bytes before never change. The file may be worked
 * on in another thread: only digests come here, where the keys are.
 */
import type { GrowableBuffer } from '../kernel/growable-buffer.ts'
import { traced } from '../kernel/trace.ts'
import { readBer } from './ber.ts'
import { type Certificate, parseCertificate } from './certificate.ts'
import { detachedSignature } from './cms.ts'
import type { FileWork, GrownFile } from './file-work.ts'
import { closeSignature, contentsIn } from './open-signature.ts'
import type { Signer, TimestampSource, ValidationData } from './ports.ts'

/** Who signs, and who says when. */
export interface FieldSigner {
  /** May still be in the making while the field is drawn. */
  signer: Signer | Promise<Signer>
  timestamps: TimestampSource
}

/** The value of a signature. */
export interface SignatureValue {
  /** CMS SignedData with the signature's time-stamp. */
  cms: Buffer
  /** Certificates that a validator must be able to judge: the signer's and the time-stamp's. */
  certificates: readonly Certificate[]
}

/** Certificates in a SignedData. */
const certificatesIn = (cms: Uint8Array): Certificate[] =>
  (readBer(cms).at(1).at(0).find(0xa0)?.children ?? []).map(({ raw }) => parseCertificate(raw))

/** Signs the digest of what a byte range covers, with a signature time-stamp. */
export async function signDigest(
  digest: Uint8Array,
  signer: Signer,
  timestamps: TimestampSource,
): Promise<SignatureValue> {
  let token: Buffer = Buffer.alloc(0)
  const cms = await detachedSignature(signer, digest, async (imprint) => {
    token = await timestamps.stamp(imprint)
    return token
  })
  return { cms, certificates: [signer.certificate, ...signer.chain, ...certificatesIn(token)] }
}

/** Signs, proves and stamps one file. */
export class IncrementalSigner<Order> {
  readonly #work: FileWork<Order>
  #pdf: GrowableBuffer
  /** `/Contents` of signatures whose validation data are to come. */
  #unproven: Buffer[] = []
  /** Certificates that a validator must be able to judge. */
  readonly certificates: Certificate[] = []

  /** @param pdf is handed over */
  constructor(work: FileWork<Order>, pdf: GrowableBuffer) {
    this.#work = work
    this.#pdf = pdf
  }

  /** The file as it is. The next step changes the buffer it is in, or hands it over. */
  get pdf(): GrowableBuffer {
    return this.#pdf
  }

  /** Signs into a field: level B-T. */
  async sign(order: Order, { signer, timestamps }: FieldSigner): Promise<void> {
    const begin = () => this.#work.begin(this.#pdf, order)
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
  async prove(data: ValidationData): Promise<GrownFile> {
    const what = { data, contents: this.#unproven }
    const proven = await traced('signing.append', () => this.#work.addData(this.#pdf, what))
    this.#unproven = []
    this.#pdf = proven.pdf
    return proven
  }

  /**
   * Adds a document time-stamp: level B-LTA. Also renews it before the one before it runs out, behind the validation
   * data of that one.
   * @param field that was kept for it; left out: one is added
   */
  async stamp(field: string | undefined, timestamps: TimestampSource): Promise<void> {
    const open = await this.#work.beginStamp(this.#pdf, field)
    const token = await traced('signing.archive_stamp', () => timestamps.stamp(open.digest))
    closeSignature(open.pdf, open.hole, token)
    this.#pdf = open.pdf
  }
}
