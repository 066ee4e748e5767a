/**
 * The secret under which API keys are hashed, so that a copy of the database alone cannot be used to test keys. It
 * comes from the operator or is generated once in the data folder.
 */
import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FatalError } from '../kernel/invariant.ts'
import { makeSecretFile, readSecretFile } from '../kernel/private-files.ts'
import { openVault } from '../pki/vault.ts'

const PEPPER_FILE = 'key-pepper'
const PEPPER_BYTES = 32
const GIVEN_LENGTH_MIN = 32

/** Where several instances share a database, the pepper is in it, encrypted under a passphrase that they all have. */
export interface PepperVault {
  passphrase: string
  /** Whether to put the pepper there, if it is not yet; else one that is there is only read. */
  seals: boolean
}

/** What the database knows of the pepper. */
export interface KnownPepper {
  /** {@link Pepper.fingerprint}. */
  fingerprint: string
  /** The pepper itself, encrypted, and how that key is derived; null: it is elsewhere. */
  sealed: string | null
  vault: string | null
}

/** The loaded secret; it leaves this object only as a MAC or as a key derived for one purpose. */
export interface Pepper {
  /** HMAC-SHA-256 of an API key, as stored. */
  hash(key: string): Buffer
  /** Identifies the pepper without revealing it. */
  readonly fingerprint: string
  /** 32 bytes for another purpose (HKDF-SHA-256); not reversible. */
  deriveKey(purpose: string): Buffer
}

function pepperOf(secret: Buffer): Pepper {
  const mac = (text: string): Buffer => createHmac('sha256', secret).update(text).digest()
  // Domain-separated from key hashes by a text that is not a well-formed key.
  return {
    hash: mac,
    fingerprint: mac('paraph key pepper fingerprint').toString('hex'),
    deriveKey: (purpose) =>
      Buffer.from(hkdfSync('sha256', secret, '', `paraph ${purpose}`, PEPPER_BYTES)),
  }
}

const secretIn = (path: string): Buffer =>
  existsSync(path)
    ? readSecretFile(path, PEPPER_BYTES, ' and, if others had access, rotate every key')
    : makeSecretFile(path, PEPPER_BYTES)

/**
 * Loads the pepper: the given text if there is one, else the file in the data folder.
 * @param known fingerprint recorded with the keys, or undefined when there are none yet; with one, a
 * missing file is an error and not a reason to generate another
 * @throws FatalError when the secret is missing, damaged, readable by others or not the one the keys
 * were made with
 */
export function loadPepper(folder: string, given: string, known: string | undefined): Pepper {
  const path = join(folder, PEPPER_FILE)
  if (given !== '' && given.length < GIVEN_LENGTH_MIN) {
    throw new FatalError(`the key pepper must have at least ${GIVEN_LENGTH_MIN} characters`)
  }
  if (given === '' && known !== undefined && !existsSync(path)) {
    throw new FatalError(
      `${path} is missing, and the keys in the database were made with it; restore it from a backup, or copy it from the data folder of another instance`,
    )
  }
  const pepper = pepperOf(given === '' ? secretIn(path) : Buffer.from(given, 'utf8'))
  if (known !== undefined && known !== pepper.fingerprint) {
    throw new FatalError(
      'the key pepper is not the one the keys in the database were made with; restore the old one: without it every key is invalid',
    )
  }
  return pepper
}

const SEALED_LABEL = 'key pepper'

/**
 * The pepper in the database.
 * @throws FatalError without the passphrase it is encrypted under, or with another one
 */
export async function openSealedPepper(
  { sealed, vault }: { sealed: string; vault: string },
  passphrase: string,
): Promise<Pepper> {
  if (passphrase === '')
    throw new FatalError(
      'the key pepper is in the database, encrypted under the passphrase of the authority; set PARAPH_CA_PASSPHRASE',
    )
  const opened = await openVault('', passphrase, vault)
  return pepperOf(opened.vault.open(SEALED_LABEL, sealed))
}

/** The pepper to be stored in the database: the one of the data folder, if there is one, else a new one. */
export async function sealPepper(folder: string, passphrase: string) {
  const path = join(folder, PEPPER_FILE)
  const secret = existsSync(path) ? secretIn(path) : randomBytes(PEPPER_BYTES)
  const { vault, parameters } = await openVault('', passphrase, undefined)
  const { fingerprint } = pepperOf(secret)
  return { fingerprint, sealed: vault.seal(SEALED_LABEL, secret), vault: parameters }
}
