/**
 * Keys at rest: AES-256-GCM under a key that is not in the database, derived by scrypt from a passphrase or read from
 * a file that only this user may read. The label is authenticated too, so that stored keys cannot be swapped.
 */
import { createCipheriv, createDecipheriv, createHmac, randomBytes, scrypt } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { FatalError } from '../kernel/invariant.ts'
import { makeSecretFile, readSecretFile } from '../kernel/private-files.ts'

/** How the key is derived; stored beside the keys, contains no secret. */
interface Parameters {
  v: 1
  kdf: 'none' | 'scrypt'
  n: number
  r: number
  p: number
  salt: string
  /** Distinguishes a wrong passphrase from damaged data. */
  check: string
}

interface Sealed {
  v: 1
  alg: 'A256GCM'
  iv: string
  ct: string
  tag: string
}

const KEY_FILE = 'ca-key'
const KEY_BYTES = 32
/** 128 MiB and about half a second, once at start-up. */
const SCRYPT = { n: 131_072, r: 8, p: 1 }
const PASSPHRASE_LENGTH_MIN = 16
const CHECK_TEXT = 'paraph pki vault'

/** An open vault. */
export interface Vault {
  seal(label: string, secret: Uint8Array): string
  /** @throws FatalError when the stored text was changed or belongs to another label */
  open(label: string, sealed: string): Buffer
}

function derive(passphrase: string, { n, r, p, salt }: Parameters): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: n, r, p, maxmem: 256 * n * r }
    scrypt(passphrase, Buffer.from(salt, 'base64'), KEY_BYTES, options, (error, key) =>
      error === null ? resolve(key) : reject(error),
    )
  })
}

function fileKey(folder: string, known: boolean): Buffer {
  const path = join(folder, KEY_FILE)
  if (existsSync(path)) return readSecretFile(path, KEY_BYTES)
  if (!known) return makeSecretFile(path, KEY_BYTES)
  throw new FatalError(
    `${path} is missing, and the authority's keys are encrypted with it; restore it from a backup, or copy it from the data folder of another instance`,
  )
}

const checkOf = (key: Buffer): string =>
  createHmac('sha256', key).update(CHECK_TEXT).digest('base64')

function vaultOf(key: Buffer): Vault {
  const bound = (label: string): Buffer => Buffer.from(`paraph pki|${label}|v1`)
  return {
    seal(label, secret) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(bound(label))
      const ct = Buffer.concat([cipher.update(secret), cipher.final()])
      const text = (bytes: Buffer): string => bytes.toString('base64')
      const sealed: Sealed = {
        v: 1,
        alg: 'A256GCM',
        iv: text(iv),
        ct: text(ct),
        tag: text(cipher.getAuthTag()),
      }
      return JSON.stringify(sealed)
    },
    open(label, text) {
      const sealed = JSON.parse(text) as Sealed
      const bytes = (field: string): Buffer => Buffer.from(field, 'base64')
      const decipher = createDecipheriv('aes-256-gcm', key, bytes(sealed.iv), { authTagLength: 16 })
        .setAAD(bound(label))
        .setAuthTag(bytes(sealed.tag))
      try {
        return Buffer.concat([decipher.update(bytes(sealed.ct)), decipher.final()])
      } catch (error) {
        throw new FatalError(`the stored key ${label} was changed; restore the database`, {
          cause: error,
        })
      }
    },
  }
}

/**
 * Opens the vault.
 * @param passphrase if empty, the key file in the data folder is used, and created on first use
 * @param known the parameters recorded with the keys; undefined when there are no keys yet
 * @throws FatalError for a passphrase or file other than the one that encrypted the keys
 */
export async function openVault(folder: string, passphrase: string, known: string | undefined) {
  if (passphrase !== '' && passphrase.length < PASSPHRASE_LENGTH_MIN)
    throw new FatalError(
      `the passphrase of the authority needs ${PASSPHRASE_LENGTH_MIN} characters`,
    )
  const kdf = passphrase === '' ? 'none' : 'scrypt'
  const fresh = {
    v: 1 as const,
    kdf,
    ...SCRYPT,
    salt: randomBytes(16).toString('base64'),
    check: '',
  }
  const parameters = (known === undefined ? fresh : JSON.parse(known)) as Parameters
  if (parameters.kdf !== kdf) {
    throw new FatalError(
      kdf === 'none'
        ? "the authority's keys are encrypted with a passphrase, and none is given"
        : "the authority's keys are encrypted with the key file, not with a passphrase",
    )
  }
  const key =
    kdf === 'none' ? fileKey(folder, known !== undefined) : await derive(passphrase, parameters)
  if (known !== undefined && parameters.check !== checkOf(key))
    throw new FatalError(
      "this is not the passphrase or key file the authority's keys are encrypted with",
    )
  return { vault: vaultOf(key), parameters: JSON.stringify({ ...parameters, check: checkOf(key) }) }
}
