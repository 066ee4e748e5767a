/**
 * The only way to issue a certificate: facts → `prepare` (which lints the exact bytes) → `issue`, once. `issue` only
 * accepts the type of a linted body, and a key of the authority never signs raw bytes passed in.
 */
import { FatalError, invariant } from '../kernel/invariant.ts'
import { type Certificate, parseCertificate } from '../pades/certificate.ts'
import type { Signer } from '../pades/ports.ts'
import { usualAlgorithm } from '../pades/signing-algorithm.ts'
import { type CrlFacts, makeCrl } from './crl.ts'
import type { HeldKey, KeyHolder } from './key-holder.ts'
import { lintCertificate } from './lint.ts'
import { type AnswerFacts, makeOcspResponse } from './ocsp.ts'
import type { KeyRole } from './store.ts'
import { type CertificateFacts, signedShape, tbsCertificate } from './tbs-certificate.ts'

/** Bodies that passed the lint; an object that is not in here cannot be issued. */
const bodies = new WeakMap<PreparedCertificate, Buffer>()

/** A linted certificate body awaiting its signature. */
export class PreparedCertificate {
  /** Serial number in lower-case hexadecimal. */
  readonly serialHex: string

  private constructor(serialHex: string) {
    this.serialHex = serialHex
  }

  /**
   * Writes and lints a body.
   * @throws FatalError listing every broken rule: then our own profiles are wrong
   */
  static prepare(facts: CertificateFacts): PreparedCertificate {
    const body = tbsCertificate(facts)
    const findings = lintCertificate(body, facts.profile)
    if (findings.length > 0) {
      const list = findings.map(({ rule, detail }) => `${rule}: ${detail}`).join('; ')
      throw new FatalError(`a certificate breaks its rules and is not issued: ${list}`)
    }
    const prepared = new PreparedCertificate(facts.serial.toString('hex'))
    bodies.set(prepared, body)
    return prepared
  }
}

/** What is known about a key of the authority besides the key. */
interface AuthorityKeyFacts {
  label: string
  role: KeyRole
  certificate: Certificate
  /** Certificates above, without the root; at the end that of its key by the root before, while that one is in force. */
  chain: readonly Certificate[]
  retired: boolean
  /** Where the private key is. */
  holder: KeyHolder['kind']
}

/** A loaded private key of the authority. It signs certificates, revocation lists, and whatever its role is for. */
export class AuthorityKey {
  readonly facts: AuthorityKeyFacts
  readonly #key: HeldKey

  constructor(key: HeldKey, facts: AuthorityKeyFacts) {
    const fits = key.publicKeyInfo.equals(facts.certificate.publicKeyInfo)
    invariant(fits, `${facts.label} fits its certificate`)
    this.#key = key
    this.facts = facts
  }

  /** Signs a prepared certificate; a second call with the same one is rejected. */
  issue(prepared: PreparedCertificate): Promise<Certificate> {
    invariant(['root', 'issuing'].includes(this.facts.role), 'only an authority issues')
    return signPrepared(this.#key, prepared)
  }

  /** Signs a revocation list of this authority. */
  list(facts: Omit<CrlFacts, 'issuer' | 'issuerKey'>): Promise<Buffer> {
    invariant(['root', 'issuing'].includes(this.facts.role), 'only an authority lists')
    const { subject, publicKeyInfo: issuerKey } = this.facts.certificate
    return makeCrl({ ...facts, issuer: subject, issuerKey }, (data) => this.#key.sign(data))
  }

  /** Signs an OCSP response: as a responder, or as the authority itself. */
  answer(facts: AnswerFacts): Promise<Buffer> {
    const { role, certificate, chain } = this.facts
    invariant(['root', 'issuing', 'ocsp'].includes(role), 'only a responder answers')
    const signer = { certificate, chain, sign: (data: Uint8Array) => this.#key.sign(data) }
    return makeOcspResponse(signer, role === 'ocsp', facts)
  }

  /** Signs content: the service's seal and its time-stamps. */
  get signer(): Signer {
    invariant(['timestamp', 'seal'].includes(this.facts.role), 'other roles sign no content')
    const { certificate, chain } = this.facts
    const algorithm = usualAlgorithm(certificate.publicKeyInfo)
    return { certificate, chain, algorithm, sign: (data) => this.#key.sign(data) }
  }

  /** PKCS#8, for an encrypted backup made by the operator; undefined for a key in a token. */
  export(): Buffer | undefined {
    return this.#key.export?.()
  }
}

/** Signs a root's own certificate, before there is a key to load. */
export const issueSelfSigned = (
  key: HeldKey,
  prepared: PreparedCertificate,
): Promise<Certificate> => signPrepared(key, prepared)

async function signPrepared(key: HeldKey, prepared: PreparedCertificate): Promise<Certificate> {
  const body = bodies.get(prepared)
  invariant(body !== undefined, 'a prepared certificate is issued once')
  bodies.delete(prepared)
  return parseCertificate(signedShape(body, key.publicKeyInfo, await key.sign(body)))
}
