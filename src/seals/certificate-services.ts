/**
 * Certificate services of accounts: where signers have certificates of their own, issued to persons by a trust service
 * provider that is not us. What a service says is checked in full before it is used.
 */
import type { KeyMode } from '../accounts/key-format.ts'
import { inTurn } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import type { SecretVault } from '../kernel/secret-vault.ts'
import { digestWith } from '../pades/algorithms.ts'
import { EncodingError } from '../pades/ber.ts'
import { type Certificate, hasUsage, isSelfSigned } from '../pades/certificate.ts'
import type { Signer, ValidationData } from '../pades/ports.ts'
import { type QualificationClaim, qualificationClaim } from '../pades/qc-statements.ts'
import {
  algorithmsFor,
  type SigningAlgorithmName,
  signingAlgorithm,
} from '../pades/signing-algorithm.ts'
import { say } from '../translations/texts.ts'
import { CertificateClient, type PersonToken } from './certificate-client.ts'
import type { Credential } from './csc-credential.ts'
import { SealError } from './place.ts'
import { ProviderGate } from './provider-gate.ts'
import { checkedSignature } from './service.ts'
import * as store from './store.ts'
import { assertMaySeal, readCertificate, readStored, SealTrust } from './trust.ts'

/** keyUsage (RFC 5280, 4.2.1.3). */
const NON_REPUDIATION = 1
/** More than a chain has; each costs checks of signatures. */
const CHAIN_MAX = 10
/** Of a holder's or an issuer's name; what RFC 5280 allows is 64. */
const NAME_MAX = 200
/** What makes a name be read as another one: control characters, and those that turn the direction. */
const HIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u

/** Purpose of the key that encrypts their secrets. */
export const CERTIFICATE_SECRETS = 'certificate services'

/** Owner under which the secrets are encrypted. */
const vaultOwner = (accountId: string, mode: KeyMode): string =>
  `certificate service ${accountId} ${mode}`

/** What the operator gives. */
export interface CertificateServiceOrder {
  accountId: string
  mode: KeyMode
  name: string
  title: string
  place: store.CertificateServicePlace
  clientSecret: string
  /** Authorities at one of which every chain must end. */
  anchors: readonly Certificate[]
  ownNetwork: boolean
}

/** One certificate of a person, as the service describes it now. */
export interface PersonCertificate {
  credential: string
  leaf: Certificate
  beside: readonly Certificate[]
  /** Those that the service names, as OIDs. */
  algorithms: readonly string[]
  /** Chosen among them. */
  algorithm: SigningAlgorithmName
}

/** A certificate that was chosen and proven valid: it is pinned from here to the signature. */
export interface ChosenCertificate extends Omit<PersonCertificate, 'beside'> {
  /** The certificate first, the trust anchor last. */
  chain: readonly Certificate[]
  claim: QualificationClaim | null
}

const noService = (name: string): AppError =>
  new AppError('certificate_service_unavailable', say('authority.notConnected', { name }))

/** A certificate of a person cannot sign; the message is the reason, in plain English. */
const certificateError = (message: string, cause?: unknown): SealError =>
  new SealError(message, { cause, kind: 'certificate' })

/** Runs a check of a certificate. @throws SealError, which says whether it is the certificate's */
async function checking<Result>(work: () => Result | Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    // What is inside an extension is read when it is needed.
    if (error instanceof EncodingError)
      throw certificateError('the certificate cannot be read', error)
    if (!(error instanceof SealError) || error.kind !== 'answer') throw error
    throw certificateError(error.message, error)
  }
}

/** A certificate that may sign for a person now. @throws SealError saying why not */
function usable(credential: string, described: Credential, nowMs: number): PersonCertificate {
  const [leaf, ...beside] = described.certificates.slice(0, CHAIN_MAX).map(readCertificate)
  if (leaf === undefined) throw new SealError('the provider names no certificate')
  assertMaySeal(leaf, nowMs)
  if ([leaf, ...beside].some(({ name }) => name.length > NAME_MAX || HIDDEN.test(name)))
    throw new SealError('a name in the certificates is not one that can be shown')
  if (!hasUsage(leaf, NON_REPUDIATION))
    throw new SealError('the certificate is not for signatures (nonRepudiation)')
  const { algorithms } = described
  const algorithm = algorithmsFor(leaf.publicKey).find((name) => {
    const { oid, keyOid } = signingAlgorithm(name)
    return algorithms.includes(oid) || algorithms.includes(keyOid)
  })
  if (algorithm === undefined)
    throw new SealError('the key has no algorithm that is supported: RSA or ECDSA with SHA-2')
  return { credential, leaf, beside, algorithms, algorithm }
}

/** The certificate services of one installation. */
export class CertificateServices {
  readonly #db: Db
  readonly #clock: Clock
  readonly #vault: SecretVault
  readonly #trust: SealTrust
  readonly #gate: ProviderGate

  constructor(parts: { db: Db; clock: Clock; vault: SecretVault }) {
    this.#db = parts.db
    this.#clock = parts.clock
    this.#vault = parts.vault
    this.#trust = new SealTrust(parts.clock)
    this.#gate = new ProviderGate(parts.clock)
  }

  /** Connects a service in place of an earlier one. */
  async connect(order: CertificateServiceOrder): Promise<void> {
    const { accountId, mode, clientSecret, anchors, ownNetwork, ...rest } = order
    const created_at = toIso(this.#clock.now())
    const secrets = this.#vault.seal(vaultOwner(accountId, mode), clientSecret)
    const row = {
      ...{ ...rest, account_id: accountId, mode, secrets, created_at },
      anchors: anchors.map(({ der }) => der.toString('base64')),
      own_network: Number(ownNetwork),
    }
    await inTurn(this.#db, ['account', accountId], async (trx) => {
      await store.replaceCertificateService(trx, row)
      // Our own validation needs them for as long as files are renewed.
      for (const { fingerprint, der } of anchors)
        await store.keepAnchor(trx, { sha256: fingerprint, der, added_at: created_at })
    })
  }

  /** The service of an account; undefined: none. */
  find(accountId: string, mode: KeyMode): Promise<store.CertificateServiceRow | undefined> {
    return store.findCertificateService(this.#db, accountId, mode)
  }

  /** Removes the service of an account with its secret; false: there was none. */
  remove(accountId: string, mode: KeyMode): Promise<boolean> {
    return store.removeFrom(this.#db, 'certificate_services', accountId, mode)
  }

  /** The service that a request names. @throws AppError `certificate_service_unavailable` */
  async named(accountId: string, mode: KeyMode, name: string) {
    const row = await this.find(accountId, mode)
    if (row?.name !== name) throw noService(name)
    return row
  }

  /** @throws SealError while the provider does not answer, so that no signer is sent there */
  assertAwake({ account_id, mode }: store.CertificateServiceRow): void {
    this.#gate.assertAwake(vaultOwner(account_id, mode))
  }

  /**
   * Asks a provider on behalf of one person, who waits.
   * @throws SealError
   * @throws AppError `server_busy` when too many people of this account are there
   */
  visit<Result>(
    { account_id, mode, place, secrets }: store.CertificateServiceRow,
    work: (client: CertificateClient) => Promise<Result>,
  ): Promise<Result> {
    const owner = vaultOwner(account_id, mode)
    return this.#gate.pass(owner, (untilMs) =>
      work(new CertificateClient(place, this.#vault.open(owner, secrets), untilMs)),
    )
  }

  /** What a person can choose among: those that can sign here and now. @throws SealError when none can, saying why */
  async certificates(client: CertificateClient, token: string): Promise<PersonCertificate[]> {
    const ids = await client.list(token)
    if (ids.length === 0) throw certificateError('the provider names no certificate of this person')
    const read = async (id: string): Promise<PersonCertificate | SealError> => {
      try {
        return await this.certificate(client, token, id)
      } catch (error) {
        if (error instanceof SealError) return error
        throw error
      }
    }
    const all = await Promise.all(ids.map(read))
    const good = all.flatMap((each) => (each instanceof SealError ? [] : [each]))
    const errors = all.filter((each) => each instanceof SealError)
    const error = errors.find(({ isSlow }) => isSlow) ?? errors[0]
    if (good.length === 0 && error !== undefined) throw error
    return good
  }

  /** One certificate of a person, as the service describes it now. @throws SealError */
  async certificate(
    client: CertificateClient,
    token: string,
    id: string,
  ): Promise<PersonCertificate> {
    const described = await client.describe(token, id)
    return await checking(() => usable(id, described, this.#clock.now()))
  }

  /** A certificate with its chain, proven to be valid now and not revoked. @throws SealError */
  async choose(
    { own_network, anchors }: store.CertificateServiceRow,
    { beside, ...found }: PersonCertificate,
  ): Promise<ChosenCertificate> {
    const ownNetwork = own_network === 1
    const trusted = { anchors: anchors.map(readStored), ownNetwork }
    const chain = await checking(() => this.#trust.chainOf(found.leaf, beside, trusted))
    await checking(() => this.#trust.collectValidationData(chain, ownNetwork))
    return { ...found, chain, claim: claimOf(found.leaf) }
  }

  /** What a validator needs for a certificate, fetched now. @throws SealError, also if it was revoked meanwhile */
  collectValidationData(
    row: store.CertificateServiceRow,
    chain: readonly Certificate[],
  ): Promise<ValidationData> {
    return checking(() => this.#trust.collectValidationData(chain, row.own_network === 1))
  }

  /** A signer for the one hash that was authorised; its `sign` returns nothing that does not verify. */
  signer(
    client: CertificateClient,
    chosen: ChosenCertificate,
    tokens: { service: string; authorised: PersonToken },
  ): Signer {
    const { credential, algorithms, leaf } = chosen
    const algorithm = signingAlgorithm(chosen.algorithm)
    const sign = async (data: Uint8Array): Promise<Buffer> => {
      const hash = digestWith(algorithm.digest, data)
      const value = await client.sign(tokens, { credential, hash, algorithm, algorithms })
      return checkedSignature(value, { leaf, algorithm, data })
    }
    return { ...holderOf(chosen), algorithm, sign }
  }
}

/** What a certificate claims, unchecked; null: nothing. */
export const claimOf = (leaf: Certificate): QualificationClaim | null =>
  qualificationClaim(leaf) ?? null

/** What a signature says of its certificate: without the root (ETSI EN 319 122-1). */
export const holderOf = ({ leaf, chain, algorithm }: ChosenCertificate) => ({
  certificate: leaf,
  chain: chain.slice(1).filter((each) => !isSelfSigned(each)),
  algorithm: signingAlgorithm(algorithm),
})
