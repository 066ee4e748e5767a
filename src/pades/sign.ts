/**
 * The steps of a PAdES signature (ETSI EN 319 142-1) in the order of its levels: B-T, then B-LT by validation
 * data, then B-LTA by a document time-stamp. Each appends one revision; the bytes before never change.
 */
import { asBuffer } from '../kernel/as-buffer.ts'
import { readBer } from './ber.ts'
import { type Certificate, parseCertificate } from './certificate.ts'
import { detachedSignature } from './cms.ts'
import { CoveredDigests } from './covered-digests.ts'
import {
  closeSignature,
  contentsIn,
  type FieldToSign,
  type Growth,
  openSignature,
  openTimestamp,
  withValidationData,
} from './open-signature.ts'
import type { RevocationSource, Signer, TimestampSource } from './ports.ts'

/** What a signature needs from outside. */
export interface SigningPorts {
  timestamps: TimestampSource
  revocation: RevocationSource
}

/** One signature. */
export interface SignatureOrder extends FieldToSign {
  signer: Signer
}

/** The value of a signature. */
export interface SignatureValue {
  /** CMS SignedData with the signature's time-stamp. */
  cms: Buffer
  /** Certificates that a validator must be able to judge: the signer's and the time-stamp's. */
  certificates: readonly Certificate[]
}

/** A signature as made. */
export interface Signed {
  pdf: Buffer
  /** The padded `/Contents`. */
  contents: Buffer
  /** Certificates that a validator must be able to judge: the signer's and the time-stamp's. */
  certificates: readonly Certificate[]
}

/** Certificates in a SignedData. */
export const certificatesIn = (cms: Uint8Array): Certificate[] =>
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

/** Leaves the file it is given as it is. */
const byCopies = (): Growth<Buffer> => ({
  append: (pdf, more) => Buffer.concat([pdf, more]),
  digests: new CoveredDigests(),
})

/** Signs into a field with a signature time-stamp: level B-T. */
export async function sign(
  pdf: Uint8Array,
  order: SignatureOrder,
  timestamps: TimestampSource,
): Promise<Signed> {
  const open = await openSignature(asBuffer(pdf), order, byCopies())
  const { cms, certificates } = await signDigest(open.digest, order.signer, timestamps)
  closeSignature(open.pdf, open.hole, cms)
  return { pdf: open.pdf, contents: contentsIn(open.pdf, open.hole), certificates }
}

/** Adds the validation data of a signature just made: level B-LT. */
export async function addLongTermData(
  { pdf, contents, certificates }: Signed,
  revocation: RevocationSource,
): Promise<Buffer> {
  const data = await revocation.validationData(certificates)
  return withValidationData(pdf, { data, contents: [contents] }, byCopies().append)
}

/** Signs and adds validation data: what each signer's act does. */
export async function signLongTerm(
  pdf: Uint8Array,
  order: SignatureOrder,
  ports: SigningPorts,
): Promise<Buffer> {
  return await addLongTermData(await sign(pdf, order, ports.timestamps), ports.revocation)
}

/**
 * Ends a document with a document time-stamp: level B-LTA. Also renews it, before the time-stamp before it
 * runs out: the validation data of that one is then added first.
 * @param laidOut name of the field that was kept for it; left out: one is added
 */
export async function addArchiveTimestamp(
  pdf: Uint8Array,
  { timestamps, revocation }: SigningPorts,
  earlier: readonly Certificate[] = [],
  laidOut?: string,
): Promise<Buffer> {
  const growth = byCopies()
  let current = asBuffer(pdf)
  if (earlier.length > 0) {
    const data = await revocation.validationData(earlier)
    current = withValidationData(current, { data, contents: [] }, growth.append)
  }
  const open = await openTimestamp(current, laidOut, growth)
  closeSignature(open.pdf, open.hole, await timestamps.stamp(open.digest))
  return open.pdf
}
