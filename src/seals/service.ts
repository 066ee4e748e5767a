/**
 * External seals of accounts: signatures by keys that are not ours, in a remote signature service or a token of the
 * operator. What such a key returns is checked in full before it is used; there is no fallback to a file without it.
 */
import type { KeyMode } from '../accounts/key-format.ts'
import type { Db } from '../database/open.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import type { SecretVault } from '../kernel/secret-vault.ts'
import { type Certificate, isSelfSigned } from '../pades/certificate.ts'
import type { Signer, ValidationData } from '../pades/ports.ts'
import { type QualificationClaim, qualificationClaim } from '../pades/qc-statements.ts'
import {
  derOfEcdsa,
  isSignatureBy,
  type SigningAlgorithm,
  signingAlgorithm,
} from '../pades/signing-algorithm.ts'
import { say } from '../translations/texts.ts'
import { CscKey } from './csc-key.ts'
import { type OuterKey, SealError, type SealPlace, type SealSecrets } from './place.ts'
import { REST_MS } from './provider-gate.ts'
import * as store from './store.ts'
import { TokenKey } from './token-key.ts'
import { assertMaySeal, readCertificate, readStored, SealTrust } from './trust.ts'

/** A seal that is ready to sign. */
export interface ReadySeal {
  /** Its `sign` throws a SealError, and returns nothing that does not verify. */
  signer: Signer & { algorithm: SigningAlgorithm; issuerName: string }
  claim: QualificationClaim | null
  /** What a validator needs for its certificate, fetched now. @throws SealError */
  collectValidationData(): Promise<ValidationData>
}

/** Purpose of the key that encrypts their secrets. */
export const SEAL_SECRETS = 'outer seals'

/** Owner under which the secrets are encrypted. */
export const vaultOwner = (accountId: string, mode: KeyMode): string =>
  `outer seal ${accountId} ${mode}`

/** A key at its place. */
export function keyAt(
  place: SealPlace,
  secrets: SealSecrets,
  { clock, algorithm }: { clock: Clock; algorithm?: SigningAlgorithm },
): OuterKey {
  const chosen = algorithm === undefined ? {} : { algorithm }
  return place.kind === 'csc'
    ? new CscKey({ place, secrets, clock, ...chosen })
    : new TokenKey({ place, secrets, ...chosen })
}

/** The certificates of a row, the trust anchor last. */
function certificatesOf({ certificates }: store.ExternalSealRow) {
  const chain = certificates.map(readStored)
  const [leaf] = chain
  invariant(leaf !== undefined, 'an outer seal has a certificate')
  return { leaf, chain }
}

/** An external seal, as shown to people. */
export function factsOf(row: store.ExternalSealRow) {
  const { leaf, chain } = certificatesOf(row)
  return {
    mode: row.mode,
    kind: row.place.kind,
    /** Most specific part of the certificate's subject. */
    name: leaf.name,
    issuer: chain[1]?.name ?? leaf.name,
    serial: leaf.serialHex,
    sha256: leaf.fingerprint,
    validFrom: toIso(leaf.notBeforeMs),
    validTo: toIso(leaf.notAfterMs),
    algorithm: row.algorithm,
    /** What the certificate claims; null: nothing. */
    claim: qualificationClaim(leaf) ?? null,
    /** Why it cannot be used before the operator has acted; null: it can. */
    refused: row.refused,
  }
}

/** See {@link factsOf}. */
export type SealFacts = ReturnType<typeof factsOf>

/** The external seals of one installation. */
export class ExternalSeals {
  readonly #db: Db
  readonly #clock: Clock
  readonly #vault: SecretVault
  readonly #trust: SealTrust
  /** Keys in use, with their access tokens and sessions, by the row they are of. */
  readonly #keys = new Map<string, { createdAt: string; key: OuterKey }>()
  readonly #restsUntilMs = new Map<string, number>()

  constructor(parts: { db: Db; clock: Clock; vault: SecretVault }) {
    this.#db = parts.db
    this.#clock = parts.clock
    this.#vault = parts.vault
    this.#trust = new SealTrust(parts.clock)
  }

  /** What is shown of an account's external seals. */
  async list(accountId: string): Promise<SealFacts[]> {
    const rows = [
      await store.findSeal(this.#db, accountId, 'live'),
      await store.findSeal(this.#db, accountId, 'test'),
    ]
    return rows.flatMap((row) => (row === undefined ? [] : [factsOf(row)]))
  }

  /**
   * The seal that an account's new requests must get; null: none.
   * @throws AppError `authority_unavailable` if it cannot be made now, before any signer is invited
   */
  async demanded(accountId: string, mode: KeyMode): Promise<SealFacts | null> {
    const row = await store.findSeal(this.#db, accountId, mode)
    if (row === undefined) return null
    try {
      if (row.refused !== null) throw new SealError(row.refused)
      assertMaySeal(certificatesOf(row).leaf, this.#clock.now())
    } catch (error) {
      if (!(error instanceof SealError)) throw error
      const detail = say('authority.noOuterSeal', { why: error.message })
      throw new AppError('authority_unavailable', detail, { cause: error })
    }
    return factsOf(row)
  }

  /** Removes an account's external seal with its secrets; its trust anchor stays. */
  async remove(accountId: string, mode: KeyMode): Promise<void> {
    await store.removeFrom(this.#db, 'outer_seals', accountId, mode)
    this.#keys.delete(vaultOwner(accountId, mode))
  }

  /** Trust anchors of every external seal there ever was. */
  async anchors(): Promise<Certificate[]> {
    return (await store.listAnchors(this.#db)).map(readCertificate)
  }

  /**
   * Prepares the seal of an account.
   * @throws SealError
   */
  async ready(accountId: string, mode: KeyMode): Promise<ReadySeal> {
    const row = await store.findSeal(this.#db, accountId, mode)
    if (row === undefined)
      throw new SealError('the outer seal was removed from the account, but this document needs it')
    if (row.refused !== null) throw new SealError(row.refused)
    const { leaf, chain } = certificatesOf(row)
    assertMaySeal(leaf, this.#clock.now())
    const algorithm = signingAlgorithm(row.algorithm)
    return {
      claim: qualificationClaim(leaf) ?? null,
      signer: {
        certificate: leaf,
        // Without the root (ETSI EN 319 122-1); an anchor that is not one is needed.
        chain: chain.slice(1).filter((each) => !isSelfSigned(each)),
        algorithm,
        issuerName: chain[1]?.name ?? leaf.name,
        sign: (data) => this.#sign(row, { leaf, algorithm }, data),
      },
      collectValidationData: () => this.#trust.collectValidationData(chain, row.own_network === 1),
    }
  }

  async #sign(
    row: store.ExternalSealRow,
    { leaf, algorithm }: { leaf: Certificate; algorithm: SigningAlgorithm },
    data: Uint8Array,
  ): Promise<Buffer> {
    const owner = vaultOwner(row.account_id, row.mode)
    if ((this.#restsUntilMs.get(owner) ?? 0) > this.#clock.now())
      throw new SealError('the provider did not answer in time a moment ago')
    try {
      const key = this.#keyOf(row, algorithm)
      const [given] = (await key.certificates()) ?? [leaf.der]
      if (given === undefined || readCertificate(given).fingerprint !== leaf.fingerprint)
        throw new SealError(
          'the provider now names another certificate than the one that was configured',
        )
      return checkedSignature(await key.sign(data), { leaf, algorithm, data })
    } catch (error) {
      if (error instanceof SealError) await this.#noteError(row, error)
      throw error
    }
  }

  async #noteError(row: store.ExternalSealRow, error: SealError): Promise<void> {
    const owner = vaultOwner(row.account_id, row.mode)
    if (error.isSlow) this.#restsUntilMs.set(owner, this.#clock.now() + REST_MS)
    if (error.isRefused) await store.noteRefused(this.#db, row, error.message)
  }

  #keyOf(row: store.ExternalSealRow, algorithm: SigningAlgorithm): OuterKey {
    const owner = vaultOwner(row.account_id, row.mode)
    const known = this.#keys.get(owner)
    if (known?.createdAt === row.created_at) return known.key
    const secrets = JSON.parse(this.#vault.open(owner, row.secrets)) as SealSecrets
    const key = keyAt(row.place, secrets, { clock: this.#clock, algorithm })
    this.#keys.set(owner, { createdAt: row.created_at, key })
    return key
  }
}

/** The signature, in DER where it is ECDSA. @throws SealError if it is not one of this key over this data */
export function checkedSignature(
  value: Buffer,
  { leaf, algorithm, data }: { leaf: Certificate; algorithm: SigningAlgorithm; data: Uint8Array },
): Buffer {
  const ways =
    algorithm.scheme === 'ecdsa' && value.length % 2 === 0 ? [value, derOfEcdsa(value)] : [value]
  const good = ways.find((each) => isSignatureBy(algorithm, data, leaf.publicKey, each))
  if (good === undefined)
    throw new SealError('the provider returned a signature that does not verify')
  return good
}
