/** Deliveries of webhooks: whether they came from the service (Standard Webhooks 1.0). */

/** One event, as delivered. */
export interface WebhookEvent {
  /** Such as `document.completed`. */
  type: string
  /** When it happened, RFC 3339. */
  timestamp: string
  data: {
    event_id: string
    document_id?: string
    signer_id?: string
    [member: string]: unknown
  }
}

/** A delivery that must not be believed. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
}

/** What {@link verifyWebhook} takes. */
export interface Delivery {
  /** Secret of the webhook (`whsec_…`); while one is being replaced, both. */
  secret: string | readonly string[]
  headers: Headers | Record<string, string | string[] | undefined>
  /** The body as it came, before it is parsed. */
  body: string
  /** How far the time of the delivery may be from now; 300 seconds when left out. */
  toleranceSeconds?: number
}

const base64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

function headerOf(headers: Delivery['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : headers[name]
  if (typeof value !== 'string' || value === '')
    throw new WebhookError(`The header ${name} is missing.`)
  return value
}

async function isSigned(secret: string, message: string, signatures: readonly string[]) {
  const key = await crypto.subtle.importKey(
    'raw',
    base64(secret.replace(/^whsec_/, '')),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const bytes = new TextEncoder().encode(message)
  for (const signature of signatures)
    if (await crypto.subtle.verify('HMAC', key, base64(signature), bytes)) return true
  return false
}

/** The event of a delivery. @throws WebhookError when it did not come from the service, or not just now */
export async function verifyWebhook({
  secret,
  headers,
  body,
  toleranceSeconds = 300,
}: Delivery): Promise<WebhookEvent> {
  const [id, timestamp, signature] = ['id', 'timestamp', 'signature'].map((name) =>
    headerOf(headers, `webhook-${name}`),
  )
  if (!(Math.abs(Date.now() / 1_000 - Number(timestamp)) <= toleranceSeconds))
    throw new WebhookError('The delivery is too old, or of the future.')
  const signatures = (signature ?? '')
    .split(' ')
    .filter((one) => /^v1,[A-Za-z0-9+/]+=*$/.test(one))
    .map((one) => one.slice(3))
  for (const one of [secret].flat())
    if (await isSigned(one, `${id}.${timestamp}.${body}`, signatures))
      return JSON.parse(body) as WebhookEvent
  throw new WebhookError('No signature fits.')
}
