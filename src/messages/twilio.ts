/** Text messages through Twilio. */
import type { Accepted, OutgoingText, SmsDriver } from './ports.ts'
import type { TwilioAccount } from './settings.ts'
import { TwilioClient } from './twilio-client.ts'
import { reportUrl } from './twilio-reports.ts'

/** A Twilio account. */
export class TwilioTexts implements SmsDriver {
  readonly #account: TwilioAccount
  readonly #client: TwilioClient

  constructor(account: TwilioAccount, timeoutMs?: number) {
    this.#account = account
    this.#client = new TwilioClient(account, 'text', timeoutMs)
  }

  /** Loads the package: better at startup than in a request. */
  warm = (): Promise<void> => this.#client.warm()

  /** @throws TemporaryFailure or PermanentFailure */
  send({ to, text, reference }: OutgoingText): Promise<Accepted> {
    const { from, reports } = this.#account
    const sender = from.startsWith('MG') ? { messagingServiceSid: from } : { from }
    const callback =
      reports === undefined || reference === undefined
        ? {}
        : { statusCallback: reportUrl(reports.origin, reference) }
    return this.#client.order((client) =>
      client.messages.create({ to, body: text, ...sender, ...callback }),
    )
  }
}
