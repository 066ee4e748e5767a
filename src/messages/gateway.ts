/** Text messages through an HTTP gateway that the operator describes: a URL, headers, a body, and what means accepted. */
import { headOf, request } from '../egress/client.ts'
import { codeOf } from '../kernel/type-guards.ts'
import { escapeXml } from '../xml/escape.ts'
import type { SmsGateway } from './gateway-settings.ts'
import {
  type Accepted,
  type OutgoingText,
  PermanentFailure,
  retryAfterMs,
  type SmsDriver,
  TemporaryFailure,
} from './ports.ts'

const TIMEOUT_MS = 15_000
/** Of a response, as far as it is read. */
const ANSWER_BYTES_MAX = 16_384

type Encode = (value: string) => string

/** How a value is written into a body of that type. */
function encoderOf(contentType: string): Encode {
  if (/\bx-www-form-urlencoded\b/i.test(contentType)) return encodeURIComponent
  if (/\bjson\b/i.test(contentType)) return (value) => JSON.stringify(value).slice(1, -1)
  return /\bxml\b/i.test(contentType) ? escapeXml : (value) => value
}

/** A template with its values, each inserted once: a text that contains a placeholder stays a text. */
function filled(template: string, message: OutgoingText, encode: Encode): string {
  const values: Record<string, string> = {
    to: message.to,
    digits: message.to.slice(1),
    text: message.text,
    reference: message.reference ?? '',
  }
  return template.replaceAll(/\{(to|digits|text|reference)\}/g, (_whole, name: string) =>
    // Half a surrogate pair, which a name may contain, cannot be encoded.
    encode((values[name] ?? '').replace(/\p{Cs}/gu, '\ufffd')),
  )
}

/** A gateway as the operator has described it. */
export class GatewayTexts implements SmsDriver {
  readonly #gateway: SmsGateway
  readonly #timeoutMs: number

  constructor(gateway: SmsGateway, timeoutMs = TIMEOUT_MS) {
    this.#gateway = gateway
    this.#timeoutMs = timeoutMs
  }

  /**
   * One attempt. The operator has set the address, so it may be in a private network.
   * @throws TemporaryFailure or PermanentFailure
   */
  async send(message: OutgoingText): Promise<Accepted> {
    const { accepted, refused } = this.#gateway
    const { status, body, retryAfter } = await this.#ask(message)
    const answer = `${status} ${body}`
    // Before what means accepted: some gateways answer 200 to everything.
    if (refused?.test(answer))
      throw new PermanentFailure(
        `the number does not accept text messages (SMS gateway, HTTP ${status})`,
        'recipient',
      )
    if (accepted.test(answer)) return { providerId: message.reference ?? '' }
    throw new TemporaryFailure(
      `the SMS gateway did not accept the text message (HTTP ${status})`,
      retryAfterMs(retryAfter),
    )
  }

  async #ask(message: OutgoingText) {
    const { method, url, headers, body } = this.#gateway
    const type = headers['content-type'] ?? 'application/json'
    const isPost = method === 'POST'
    try {
      return await request(
        new URL(filled(url, message, encodeURIComponent)),
        {
          method,
          headers: isPost ? { 'content-type': type, ...headers } : headers,
          timeoutMs: this.#timeoutMs,
          ...(isPost && { body: filled(body, message, encoderOf(type)) }),
        },
        async (answer) => ({
          status: answer.statusCode,
          body: (await headOf(answer.body, ANSWER_BYTES_MAX)).toString(),
          retryAfter: answer.headers['retry-after'],
        }),
      )
    } catch (error) {
      // Never the message, which may contain the address with its secrets.
      const name = error instanceof Error ? error.name : 'unknown error'
      throw new TemporaryFailure(`the SMS gateway cannot be reached (${codeOf(error) ?? name})`)
    }
  }
}
