/**
 * Gives an account its external seal: everything that sealing relies on is tried first, except the signature itself, for
 * which some providers charge.
 */
import type { KeyMode } from '../accounts/key-format.ts'
import { inTurn } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import type { SecretVault } from '../kernel/secret-vault.ts'
import { isOneOf } from '../kernel/type-guards.ts'
import type { Certificate } from '../pades/certificate.ts'
import {
  algorithmsFor,
  type SigningAlgorithmName,
  signingAlgorithm,
} from '../pades/signing-algorithm.ts'
import { SealError, type SealPlace, type SealSecrets } from './place.ts'
import { checkedSignature, factsOf, keyAt, type SealFacts, vaultOwner } from './service.ts'
import * as store from './store.ts'
import { assertMaySeal, readCertificate, SealTrust } from './trust.ts'

/** What the operator gives. */
export interface SealInput {
  accountId: string
  mode: KeyMode
  place: SealPlace
  secrets: SealSecrets
  /** The certificate and those above it, where the key's place does not have them. */
  certificates: readonly Certificate[]
  /** Authorities at one of which the chain must end; empty: at the last one that is found. */
  anchors: readonly Certificate[]
  /** SHA-256 that the certificate must have. */
  sha256?: string | undefined
  algorithm?: SigningAlgorithmName | undefined
  ownNetwork: boolean
}

/** The certificates to begin with: those of the key's place, else those given. @throws SealError */
async function givenChain(input: SealInput, fromPlace: readonly Buffer[] | undefined) {
  const named = fromPlace?.map(readCertificate) ?? []
  const all = [...named, ...input.certificates]
  const [leaf, ...beside] = all
  if (leaf === undefined)
    throw new SealError('there is no certificate at the key; give one with --certificate')
  const [expected] = input.certificates
  const wanted = input.sha256 ?? expected?.fingerprint
  if (wanted !== undefined && wanted !== leaf.fingerprint)
    throw new SealError(`the key’s certificate is another one: its SHA-256 is ${leaf.fingerprint}`)
  return { leaf, beside }
}

/** The algorithm to sign with. @throws SealError */
function chosenAlgorithm(
  { algorithm, place }: SealInput,
  leaf: Certificate,
  offered: readonly string[] | undefined,
): SigningAlgorithmName {
  const able = algorithmsFor(leaf.publicKey).filter(
    (name) => place.kind === 'csc' || !name.startsWith('rsa-pss'),
  )
  const usable = able.filter((name) => {
    const { oid, keyOid } = signingAlgorithm(name)
    return offered === undefined || offered.includes(oid) || offered.includes(keyOid)
  })
  if (algorithm !== undefined && !isOneOf(usable, algorithm))
    throw new SealError(
      `the key cannot sign with ${algorithm}, only with ${usable.join(', ') || 'none'}`,
    )
  const chosen = algorithm ?? usable[0]
  if (chosen === undefined)
    throw new SealError('the key has no algorithm that is supported: RSA or ECDSA with SHA-2')
  return chosen
}

/**
 * Checks everything and stores the seal in place of an earlier one.
 * @param trySigning whether the key also signs random data, which a provider may charge for
 * @throws SealError
 */
export async function configureSeal(
  { db, clock, vault }: { db: Db; clock: Clock; vault: SecretVault },
  input: SealInput,
  trySigning = false,
): Promise<{ facts: SealFacts; chain: readonly Certificate[] }> {
  const { accountId, mode, place, secrets, anchors, ownNetwork } = input
  const key = keyAt(place, secrets, { clock })
  const { leaf, beside } = await givenChain(input, await key.certificates())
  assertMaySeal(leaf, clock.now())
  const algorithm = chosenAlgorithm(input, leaf, await key.algorithms())
  const trust = new SealTrust(clock)
  const chain = await trust.chainOf(leaf, beside, { anchors, ownNetwork })
  await trust.collectValidationData(chain, ownNetwork)
  if (trySigning) await signOnce({ place, secrets, clock, leaf, algorithm })
  const row: store.ExternalSealRow = {
    account_id: accountId,
    mode,
    place,
    secrets: vault.seal(vaultOwner(accountId, mode), JSON.stringify(secrets)),
    certificates: chain.map(({ der }) => der.toString('base64')),
    algorithm,
    own_network: Number(ownNetwork),
    created_at: toIso(clock.now()),
    refused: null,
  }
  const anchor = chain.at(-1) ?? leaf
  await inTurn(db, ['account', accountId], async (trx) => {
    await store.replaceSeal(trx, row)
    const kept = { sha256: anchor.fingerprint, der: anchor.der, added_at: row.created_at }
    await store.keepAnchor(trx, kept)
  })
  return { facts: factsOf(row), chain }
}

async function signOnce(what: {
  place: SealPlace
  secrets: SealSecrets
  clock: Clock
  leaf: Certificate
  algorithm: SigningAlgorithmName
}): Promise<void> {
  const { place, secrets, clock, leaf } = what
  const algorithm = signingAlgorithm(what.algorithm)
  const data = Buffer.from('Paraph tries whether this key signs. This is no document.')
  const value = await keyAt(place, secrets, { clock, algorithm }).sign(data)
  checkedSignature(value, { leaf, algorithm, data })
}
