/**
 * CMS SignedData (RFC 5652) with one signer, as CAdES requires for PAdES (ETSI EN 319 122-1, 319 142-1): the signing
 * certificate is covered by the signature, attributes are in DER order, and there is no signing-time.
 */
import { createHash } from 'node:crypto'
import { invariant } from '../kernel/invariant.ts'
import type { Certificate } from './certificate.ts'
import * as der from './der.ts'
import { OID } from './oids.ts'
import type { Signer } from './ports.ts'
import { DIGEST_BYTES, signingAlgorithm } from './signing-algorithm.ts'

/** What to sign and how to wrap it. */
interface SignedContent {
  /** Digest of the content, with the hash that the signer's algorithm has. */
  digest: Uint8Array
  contentType: string
  /** The content itself if it is embedded (time-stamps); PDF signatures omit it. */
  embedded?: Uint8Array
  /** Certificates to include, the signer's first; may be empty. */
  certificates: readonly Certificate[]
}

/** Adds unsigned attributes to the finished signature value. */
type UnsignedAttributes = (signature: Buffer) => Promise<readonly Buffer[]>

/** SHA-256 of the concatenated parts, 32 bytes. */
export const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** An attribute with one value. */
const attribute = (type: string, value: Buffer): Buffer =>
  der.sequence(der.oid(type), der.setOf(value))

/** ESSCertIDv2 of the signing certificate (RFC 5035): SHA-256, which is the default and therefore omitted. */
function signingCertificate(certificate: Certificate): Buffer {
  const issuer = der.sequence(der.explicit(4, certificate.issuer))
  const serial = der.integer(Buffer.from(evenHex(certificate.serialHex), 'hex'))
  const id = der.sequence(der.octetString(sha256(certificate.der)), der.sequence(issuer, serial))
  return attribute(OID.signingCertificateV2, der.sequence(der.sequence(id)))
}

const evenHex = (hex: string): string => (hex.length % 2 === 0 ? hex : `0${hex}`)

const issuerAndSerial = ({ issuer, serialHex }: Certificate): Buffer =>
  der.sequence(issuer, der.integer(Buffer.from(evenHex(serialHex), 'hex')))

const USUAL = signingAlgorithm('rsa-sha256')

/** What a signature signs: a DER SET that a digest and a certificate determine. */
const attributesOver = (
  { digest, contentType }: Pick<SignedContent, 'digest' | 'contentType'>,
  certificate: Certificate,
): Buffer =>
  der.setOf(
    attribute(OID.contentType, der.oid(contentType)),
    attribute(OID.messageDigest, der.octetString(digest)),
    signingCertificate(certificate),
  )

/** The bytes that the key of a certificate will have to sign in {@link detachedSignature}. */
export const bytesToSign = (certificate: Certificate, digest: Uint8Array): Buffer =>
  attributesOver({ digest, contentType: OID.data }, certificate)

/** Creates the SignedData in its ContentInfo. */
export async function signedData(
  signer: Signer,
  content: SignedContent,
  unsigned?: UnsignedAttributes,
): Promise<Buffer> {
  const { digest, digestOid, identifier } = signer.algorithm ?? USUAL
  invariant(
    content.digest.length === DIGEST_BYTES[digest],
    'the content is digested as it is signed',
  )
  const attributes = attributesOver(content, signer.certificate)
  const signature = await signer.sign(attributes)
  const beside = unsigned === undefined ? [] : await unsigned(signature)
  const signerInfo = der.sequence(
    der.integer(1),
    issuerAndSerial(signer.certificate),
    der.algorithm(digestOid),
    // Signed as a SET, stored as [0] IMPLICIT (RFC 5652, 5.4).
    der.retagged(0xa0, attributes),
    identifier,
    der.octetString(signature),
    ...(beside.length > 0 ? [der.retagged(0xa1, der.setOf(...beside))] : []),
  )
  const encapsulated = der.sequence(
    der.oid(content.contentType),
    ...(content.embedded === undefined ? [] : [der.explicit(0, der.octetString(content.embedded))]),
  )
  const certificates = content.certificates.map((certificate) => certificate.der)
  const body = der.sequence(
    // Version 3 if the content is not plain data (RFC 5652, 5.1).
    der.integer(content.contentType === OID.data ? 1 : 3),
    der.setOf(der.algorithm(digestOid)),
    encapsulated,
    ...(certificates.length > 0 ? [der.retagged(0xa0, der.setOf(...certificates))] : []),
    der.setOf(signerInfo),
  )
  return der.sequence(der.oid(OID.signedData), der.explicit(0, body))
}

/** A detached signature over a PDF's byte ranges, with a time-stamp over the signature if there is a source for one. */
export const detachedSignature = (
  signer: Signer,
  digest: Uint8Array,
  stamp: (digest: Uint8Array) => Promise<Buffer>,
): Promise<Buffer> =>
  signedData(
    signer,
    {
      digest,
      contentType: OID.data,
      certificates: [signer.certificate, ...signer.chain],
    },
    async (signature) => [attribute(OID.signatureTimestamp, await stamp(sha256(signature)))],
  )
