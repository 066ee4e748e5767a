/** Secrets and signatures of Standard Webhooks 1.0: `v1`, HMAC-SHA-256. */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32
const SECRET_PATTERN = /^whsec_[A-Za-z0-9+/]+={0,2}$/

/** A new secret: `whsec_` and 32 random bytes in base64. */
export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

/** Whether a text is a secret that any Standard Webhooks library accepts: 24 to 64 bytes. */
export function isSecret(text: string): boolean {
  if (!SECRET_PATTERN.test(text)) return false
  const { length } = Buffer.from(text.slice(PREFIX.length), 'base64')
  return length >= 24 && length <= 64
}

/** The headers of Standard Webhooks. */
export type SignedHeaders = ReturnType<typeof signedHeaders>

/** The headers of one request. @param timestamp whole seconds since the epoch */
export function signedHeaders(
  message: { id: string; timestamp: number; body: string },
  secrets: readonly string[],
) {
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
