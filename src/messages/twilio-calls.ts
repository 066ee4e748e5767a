/**
 * Telephone calls through Twilio. What is said at first asks for a key; only then Twilio asks for the rest, in a request that
 * it signs: the order contains no code, and no answering machine hears one.
 */
import type VoiceResponse from 'twilio/lib/twiml/VoiceResponse.js'
import type { Language } from '../kernel/languages.ts'
import type { Accepted, CallDriver, OutgoingCall, SpokenWords } from './ports.ts'
import type { TwilioAccount } from './settings.ts'
import { TwilioClient } from './twilio.ts'
import { pressedUrl, reportUrl } from './twilio-reports.ts'

type Say = VoiceResponse.SayAttributes

/** Who speaks each language. */
const VOICES: Readonly<Record<Language, Say>> = {
  en: { language: 'en-GB', voice: 'Polly.Amy' },
  fr: { language: 'fr-FR', voice: 'Polly.Lea' },
  de: { language: 'de-DE', voice: 'Polly.Vicki' },
  es: { language: 'es-ES', voice: 'Polly.Lucia' },
  it: { language: 'it-IT', voice: 'Polly.Bianca' },
  nl: { language: 'nl-NL', voice: 'Polly.Lotte' },
  pt: { language: 'pt-PT', voice: 'Polly.Ines' },
  pl: { language: 'pl-PL', voice: 'Polly.Ewa' },
}

/** How often a key is asked for, and how long it is waited for, in seconds. */
const ASKED = 2
const KEY_SECONDS = 8
/** Longest time that it rings, in seconds. */
const RINGS_SECONDS = 40
/** Longest call, in seconds. */
const CALL_SECONDS = 120

/** A Twilio account that calls from a number of its own. */
export class TwilioCalls extends TwilioClient implements CallDriver {
  readonly #voice: { from: string; origin: string }

  constructor(account: TwilioAccount, voice: { from: string; origin: string }, timeoutMs?: number) {
    super(account, 'call', timeoutMs)
    this.#voice = voice
  }

  /** @throws TemporaryFailure or PermanentFailure */
  async place({ to, reference, ...words }: OutgoingCall): Promise<Accepted> {
    const { from, origin } = this.#voice
    const twiml = await greeting(words, pressedUrl(origin, reference))
    return await this.order((client) =>
      client.calls.create({
        to,
        from,
        twiml,
        timeout: RINGS_SECONDS,
        timeLimit: CALL_SECONDS,
        statusCallback: reportUrl(origin, reference),
        statusCallbackEvent: ['completed'],
      }),
    )
  }
}

async function response(): Promise<VoiceResponse> {
  const { default: twilio } = await import('twilio')
  return new twilio.twiml.VoiceResponse()
}

/** Says who is calling and asks for a key; without one nothing else is spoken. */
async function greeting({ language, text }: SpokenWords, action: string): Promise<string> {
  const whole = await response()
  for (let time = 0; time < ASKED; time += 1)
    whole
      .gather({ input: ['dtmf'], numDigits: 1, timeout: KEY_SECONDS, finishOnKey: '', action })
      .say(VOICES[language], text)
  whole.hangup()
  return whole.toString()
}

/** What is said once a key was pressed, as TwiML. */
export async function said({ language, text }: SpokenWords): Promise<string> {
  const whole = await response()
  whole.say(VOICES[language], text)
  whole.hangup()
  return whole.toString()
}
