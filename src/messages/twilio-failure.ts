/** What Twilio's error codes mean for a text message or a call: a problem with the number, the account, or a temporary one. */
import { membersOf } from '../kernel/type-guards.ts'
import { PermanentFailure, type PermanentReason, retryAfterMs, TemporaryFailure } from './ports.ts'

/**
 * Errors after which the same text to the same number fails again. Codes not listed here are for us or Twilio to fix:
 * a wrong sender, a trial account, an empty balance, too many requests.
 */
const TEXT: Readonly<Record<number, PermanentReason>> = {
  21211: 'recipient', // not a valid number
  21214: 'recipient', // cannot be reached
  21217: 'recipient', // does not appear to be valid
  21265: 'recipient', // a short code
  21266: 'recipient', // our own sender
  21408: 'country', // the region is not enabled for this account
  21610: 'unsubscribed', // answered STOP
  21612: 'recipient', // cannot be reached from our sender
  21614: 'recipient', // not a mobile number
  21617: 'message', // more than 1600 characters
  21635: 'recipient', // a landline
}

/** The same of calls. */
const CALL: Readonly<Record<number, PermanentReason>> = {
  13223: 'recipient', // not a valid number
  13224: 'recipient', // cannot be called
  13227: 'country', // the region is not enabled for this account
  21211: 'recipient', // not a valid number
  21214: 'recipient', // cannot be reached
  21215: 'country', // the region is not enabled for this account
  21216: 'recipient', // may not be called
  21217: 'recipient', // does not appear to be valid
}

/** What Twilio is asked to do. */
export type TwilioRequest = 'text' | 'call'

const FAULTS: Readonly<
  Record<
    TwilioRequest,
    {
      permanent: Readonly<Record<number, PermanentReason>>
      name: string
      words: Record<PermanentReason, string>
    }
  >
> = {
  text: {
    permanent: TEXT,
    name: 'the text message',
    words: {
      recipient: 'the number does not accept text messages',
      unsubscribed: 'the number has opted out of text messages',
      country: 'the account does not send to this country',
      message: 'the text was refused',
    },
  },
  call: {
    permanent: CALL,
    name: 'the call',
    words: {
      recipient: 'the number cannot be called',
      unsubscribed: 'the number has opted out of calls',
      country: 'the account does not call this country',
      message: 'what is to be said was refused',
    },
  },
}

/** Twilio's response, as far as it can be trusted. */
interface TwilioAnswer {
  status: number
  body: unknown
  /** The header, in seconds. */
  retryAfter: unknown
}

/** Twilio responds with JSON, a proxy in between may not. */
function errorNumber(body: unknown): number | undefined {
  const { code } = membersOf(body)
  return typeof code === 'number' ? code : undefined
}

/** Converts an error response into one of the two driver failures. */
export function twilioFailure(
  answer: TwilioAnswer,
  order: TwilioRequest = 'text',
): TemporaryFailure | PermanentFailure {
  const { permanent, name, words } = FAULTS[order]
  const code = errorNumber(answer.body)
  const number = code === undefined ? '' : `, error ${code}`
  const reason = code === undefined ? undefined : permanent[code]
  if (reason !== undefined)
    return new PermanentFailure(`${words[reason]} (Twilio${number})`, reason)
  return new TemporaryFailure(
    `Twilio did not take ${name} (HTTP ${answer.status}${number})`,
    retryAfterMs(answer.retryAfter),
  )
}
