/**
 * The operator's trust anchors for time-stamps, and the proof that the certificate of a time-stamp is good: chain and
 * revocation data.
 */
import type { Clock } from '../kernel/clock.ts'
import { type Certificate, isSelfSigned } from '../pades/certificate.ts'
import type { ValidationData } from '../pades/ports.ts'
import { needsNoRevocation, validateChain } from '../pades/verify-chain.ts'
import { NoAnswer } from './exchange.ts'
import type { RevocationFile, RevocationFiles } from './revocation-files.ts'

/** Certificates of the operator's folder. */
export interface TrustedCertificates {
  roots: readonly Certificate[]
  /** Intermediate authorities, for time-stamps that do not include them. */
  others: readonly Certificate[]
}

/** The roots, and the revocation lists of the authorities below them. */
export class OutsideTrust {
  readonly roots: readonly Certificate[]
  readonly #others: readonly Certificate[]
  readonly #files: RevocationFiles
  readonly #clock: Clock

  constructor(parts: { trusted: TrustedCertificates; files: RevocationFiles; clock: Clock }) {
    this.roots = parts.trusted.roots
    this.#others = parts.trusted.others
    this.#files = parts.files
    this.#clock = parts.clock
  }

  /**
   * Proves that a certificate was valid at a time: it chains to a trusted root, is valid, and neither it nor an issuer
   * is revoked.
   * @param beside certificates that came with it
   * @throws NoAnswer naming what is missing
   */
  async collectValidationData(
    leaf: Certificate,
    beside: readonly Certificate[],
    atMs: number,
  ): Promise<ValidationData> {
    const known = { certificates: [...beside, ...this.#others], roots: this.roots }
    const moments = { atMs, madeMs: atMs }
    const chain = validateChain(leaf, { ...known, revocations: [] }, moments, 'timestamp')
    if (!chain.trusted)
      throw new NoAnswer(
        `the certificate of ${leaf.name} does not lead to a root in PARAPH_TSA_TRUST_DIR`,
      )
    const files: RevocationFile[] = []
    for (const [index, certificate] of chain.certificates.entries()) {
      const issuer = chain.certificates[index + 1]
      if (issuer === undefined || needsNoRevocation(certificate)) continue
      files.push(await this.#files.about(certificate, issuer))
    }
    const revocations = files.flatMap(({ statements }) => statements)
    const proof = validateChain(leaf, { ...known, revocations }, moments, 'timestamp')
    const [first] = proof.problems
    if (!proof.covered || first !== undefined)
      throw new NoAnswer(
        first?.detail ?? `the validity of the certificate of ${leaf.name} cannot be determined`,
      )
    const of = (kind: RevocationFile['kind']): Buffer[] =>
      files.filter((each) => each.kind === kind).map(({ der }) => der)
    return {
      certificates: proof.certificates.map(({ der }) => der),
      crls: of('crl'),
      ocsps: of('ocsp'),
    }
  }

  /** Validation data for certificates of accepted time-stamps. @throws NoAnswer */
  async validationData(certificates: readonly Certificate[]): Promise<ValidationData> {
    const proofs: ValidationData[] = []
    for (const each of certificates)
      if (!isSelfSigned(each))
        proofs.push(await this.collectValidationData(each, certificates, this.#clock.now()))
    return {
      certificates: proofs.flatMap((each) => each.certificates),
      crls: proofs.flatMap((each) => each.crls),
      ocsps: proofs.flatMap((each) => each.ocsps),
    }
  }
}
