/** A service that calls through a Twilio of the test, people with landlines, and what a voice says. */
import { somebody, type WishedSigner } from './signing-app.ts'

export const SID = `AC${'0123456789abcdef'.repeat(2)}`
export const TOKEN = 'auth-token-of-the-account'
export const ORIGIN = 'https://sign.example.com'
export const VOICE = '+33199000000'

/** The settings of such a service. */
export const callSettings = (twilio: { url: string }) => ({
  PARAPH_BASE_URL: ORIGIN,
  PARAPH_TWILIO_ACCOUNT_SID: SID,
  PARAPH_TWILIO_AUTH_TOKEN: TOKEN,
  PARAPH_TWILIO_FROM: '+33700000000',
  PARAPH_TWILIO_VOICE_FROM: VOICE,
  PARAPH_TWILIO_URL: twilio.url,
  PARAPH_SIGNER_AUTHENTICATION: 'sms,totp,email',
})

let lines = 0
/** Somebody with a landline of their own. */
export function withLandline(more: Partial<WishedSigner> = {}): WishedSigner & { phone: string } {
  lines += 1
  const phone = `+331423${String(10_000 + lines * 7).padStart(5, '0')}`
  return { ...somebody(more), phone }
}

/** Digits one by one: a code, or most of it. */
export const ANY_CODE = /(?:\d, ){5}/

/** The code that a voice says, twice. */
export function heard(twiml: Buffer): string {
  const [first, second, ...more] = String(twiml).match(/(?:\d, ){5}\d/g) ?? []
  if (first === undefined || first !== second || more.length > 0)
    throw new Error(`no code is said twice: ${twiml}`)
  return first.replaceAll(', ', '')
}
