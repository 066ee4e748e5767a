/** Secrets and signatures of Standard Webhooks 1.0: `v1`, HMAC-SHA-256. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { invariant } from '../kernel/invariant.ts'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const SECRET_PATTERN = /^whsec_[A-Za-z0-9+/]+={0,2}$/

/** A new secret: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** Whether a text is a secret that any Standard Webhooks library takes: 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  if (!SECRET_PATTERN.test(text)) return false
  const { length } = Buffer.from(text.slice(PREFIX.length), 'base64')
  return length >= 24 && length <= 64
}

/** What Standard Webhooks sends besides the body. */
export interface SignedHeaders {
  'webhook-id': string
  'webhook-timestamp': string
  'webhook-signature': string
}

/** The headers of one sending. @param timestamp whole seconds since the epoch */
export function signedHeaders(
  message: { id: string; timestamp: number; body: string },
  secrets: readonly string[],
): SignedHeaders {
  const signed = `${message.id}.${message.timestamp}.${message.body}`
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  })
  return {
    'webhook-id': message.id,
    'webhook-timestamp': String(message.timestamp),
    'webhook-signature': signatures.join(' '),
  }
}

const IV_BYTES = 12
const TAG_BYTES = 16

/**
 * Keeps secrets encrypted at rest (AES-256-GCM): a copy of the database alone cannot sign. The owner is
 * authenticated along, so that a row moved to another owner opens nothing.
 */
export class SecretVault {
  readonly #key: Buffer

  /** @param key 32 bytes, derived from the secret of the data folder or the operator's */
  constructor(key: Buffer) {
    this.#key = key
  }

  seal(owner: string, secret: string): Buffer {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), sealed])
  }

  /** Throws when the row was changed or another key sealed it. */
  open(owner: string, row: Buffer): string {
    invariant(row.length > IV_BYTES + TAG_BYTES, 'a sealed secret is whole')
    const decipher = createDecipheriv('aes-256-gcm', this.#key, row.subarray(0, IV_BYTES))
      .setAAD(Buffer.from(owner))
      .setAuthTag(row.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
    const opened = decipher.update(row.subarray(IV_BYTES + TAG_BYTES))
    return Buffer.concat([opened, decipher.final()]).toString('utf8')
  }
}
