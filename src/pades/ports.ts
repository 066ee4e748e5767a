/**
 * What creating a signature needs from outside. The authority (`pki/`) implements all three; a PKCS#11 token, a cloud
 * KMS or another authority's time-stamps are further implementations, one file each.
 */
import type { Certificate } from './certificate.ts'
import type { SigningAlgorithm } from './signing-algorithm.ts'

/** A private key that can sign and its certificate. The key itself is never exposed. */
export interface Signer {
  readonly certificate: Certificate
  /** Certificates above it up to, but without, the root. */
  readonly chain: readonly Certificate[]
  /** If absent: RSA PKCS#1 v1.5 with SHA-256. The content is digested with the same hash. */
  readonly algorithm?: SigningAlgorithm
  /** The signature over the data, which is hashed by the signer. */
  sign(data: Uint8Array): Promise<Buffer>
}

/** Issues RFC 3161 time-stamps. */
export interface TimestampSource {
  /**
   * A TimeStampToken (DER) over a SHA-256 digest.
   * @throws AppError `timestamp_unavailable`; there is no silent downgrade to a signature without one
   */
  stamp(digest: Uint8Array): Promise<Buffer>
}

/** What a validator needs to validate certificates offline. */
export type ValidationData = Record<'certificates' | 'crls' | 'ocsps', readonly Buffer[]>

/** Provides fresh revocation data. */
export interface RevocationSource {
  /**
   * Chains and revocation lists for these certificates, issued now: after the signatures concerned, while their
   * certificates are valid.
   */
  validationData(certificates: readonly Certificate[]): Promise<ValidationData>
}
