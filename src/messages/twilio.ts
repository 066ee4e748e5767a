/** Text messages through Twilio. */

import type { Twilio } from 'twilio'
import type RequestClient from 'twilio/lib/base/RequestClient.js'
import { codeOf } from '../kernel/type-guards.ts'
import {
  type Accepted,
  type OutgoingText,
  PermanentFailure,
  type SmsDriver,
  TemporaryFailure,
} from './ports.ts'
import type { TwilioAccount } from './settings.ts'
import { type TwilioRequest, twilioFailure } from './twilio-failure.ts'
import { reportUrl } from './twilio-reports.ts'

const TIMEOUT_MS = 15_000

async function connect(account: TwilioAccount, order: TwilioRequest, timeoutMs: number) {
  const { default: twilio } = await import('twilio')
  class Client extends twilio.RequestClient {
    override async request<Data>(options: RequestClient.RequestOptions<Data>) {
      const asked = new URL(options.uri)
      // Never at the level that logs bodies, whatever TWILIO_LOG_LEVEL is: they contain codes.
      const response = await super.request<Data>({
        ...options,
        uri: `${account.url}${asked.pathname}${asked.search}`,
        logLevel: 'error',
      })
      delete this.lastRequest
      const { statusCode, body } = response
      // Handled here, since the error from Twilio's package lacks the headers.
      if (statusCode < 200 || statusCode > 299)
        throw twilioFailure(
          { status: statusCode, body, retryAfter: response.headers?.['retry-after'] },
          order,
        )
      return response
    }
  }
  return twilio(account.username, account.password, {
    accountSid: account.accountSid,
    // Messages are rare, and a kept-alive connection may have died unnoticed.
    httpClient: new Client({ timeout: timeoutMs, keepAlive: false }),
  })
}

/** A Twilio account, for orders of one kind. */
export class TwilioClient {
  protected readonly account: TwilioAccount
  readonly #timeoutMs: number
  readonly #connect: () => Promise<Twilio>
  #client: Promise<Twilio> | undefined

  constructor(account: TwilioAccount, order: TwilioRequest, timeoutMs = TIMEOUT_MS) {
    this.account = account
    this.#timeoutMs = timeoutMs
    this.#connect = () => connect(account, order, timeoutMs)
  }

  /** Loads the package, which blocks everything else for half a second: better at startup than in a request. */
  async warm(): Promise<void> {
    this.#client ??= this.#connect()
    await this.#client
  }

  /**
   * One attempt: after a time-out nobody knows whether it was sent, and two codes help less than a new request.
   * @throws TemporaryFailure or PermanentFailure
   */
  async order(create: (client: Twilio) => Promise<{ sid: unknown }>): Promise<Accepted> {
    try {
      this.#client ??= this.#connect()
      const { sid } = await within(create(await this.#client), this.#timeoutMs)
      if (typeof sid === 'string') return { providerId: sid }
      throw new TemporaryFailure("Twilio's answer cannot be read")
    } catch (error) {
      if (error instanceof TemporaryFailure || error instanceof PermanentFailure) throw error
      // Never the message, which may contain what was sent.
      throw new TemporaryFailure(`Twilio cannot be reached (${codeOf(error) ?? 'unknown error'})`)
    }
  }
}

/** The client's own time-out only counts silence. */
async function within<Answer>(answer: Promise<Answer>, timeoutMs: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    const error = new TemporaryFailure('Twilio did not answer in time')
    timer = setTimeout(() => reject(error), timeoutMs)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

/** A Twilio account. */
export class TwilioTexts extends TwilioClient implements SmsDriver {
  constructor(account: TwilioAccount, timeoutMs?: number) {
    super(account, 'text', timeoutMs)
  }

  /** @throws TemporaryFailure or PermanentFailure */
  send({ to, text, reference }: OutgoingText): Promise<Accepted> {
    const { from, reports } = this.account
    const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from }
    const callback =
      reports === undefined || reference === undefined
        ? {}
        : { statusCallback: reportUrl(reports.origin, reference) }
    return this.order((client) =>
      client.messages.create({ to, body: text, ...sender, ...callback }),
    )
  }
}
