/** Secrets at rest in database rows. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { invariant } from './invariant.ts'

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Encrypts secrets at rest (AES-256-GCM): a copy of the database alone cannot sign. The owner is authenticated as
 * associated data, so that a row moved to another owner cannot be decrypted.
 */
export class SecretVault {
  readonly #key: Buffer

  /** @param key 32 bytes, derived from the secret of the data folder or the operator's */
  constructor(key: Buffer) {
    this.#key = key
  }

  seal(owner: string, secret: string | Uint8Array): Buffer {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(owner))
    const plain = typeof secret === 'string' ? Buffer.from(secret) : secret
    const sealed = Buffer.concat([cipher.update(plain), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  }

  /** Throws when the row was modified or encrypted with another key. */
  open(owner: string, row: Buffer): string {
    return this.openBytes(owner, row).toString('utf8')
  }

  /** As {@link open}, of what was no text. */
  openBytes(owner: string, row: Buffer): Buffer {
    invariant(row.length > IV_BYTES + TAG_BYTES, 'a sealed secret is whole')
    const decipher = createDecipheriv('aes-256-gcm', this.#key, row.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(row.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const opened = decipher.update(row.subarray(IV_BYTES + TAG_BYTES))
    return Buffer.concat([opened, decipher.final()])
  }
}
