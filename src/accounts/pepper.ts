/**
 * The secret under which API keys are hashed, so that a copy of the database alone cannot be used to test keys. It
 * comes from the operator or is generated once in the data folder.
 */

import { createHmac, hkdfSync } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FatalError } from '../kernel/invariant.ts'
import { makeSecretFile, readSecretFile } from '../kernel/secret-file.ts'

const PEPPER_FILE = 'key-pepper'
const PEPPER_BYTES = 32
const GIVEN_LENGTH_MIN = 32

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
      `${path} is missing, and the keys in the database were made with it; restore it from a backup`,
    )
  }
  const pepper = pepperOf(given === '' ? secretIn(path) : Buffer.from(given, 'utf8'))
  if (known !== undefined && known !== pepper.fingerprint) {
    throw new FatalError(
      'the key pepper is not the one the keys in the database were made with; restore the old one, or every key is invalid',
    )
  }
  return pepper
}
