/** Parses the settings of mail and text messages; no error repeats the value, which may be secret. */
import { isIP } from 'node:net'
import { type SmsGatewaySettings, smsGateway } from './gateway-settings.ts'

/** A mail server. */
export type SmtpServer = NonNullable<ReturnType<typeof parseSmtpUrl>>

/** Sender of mails. */
export type MailFrom = NonNullable<ReturnType<typeof parseMailFrom>>

/** Whether a connection that begins in clear text must become TLS (STARTTLS). */
export type TlsPolicy = 'required' | 'offered' | 'off'

/** The Twilio account. */
export interface TwilioAccount {
  accountSid: string
  /** The account's auth token, or an API key and its secret. */
  username: string
  password: string
  /** Number in E.164, short code, sender name, or the SID of a messaging service (MG…). */
  from: string
  /** Origin of the API. */
  url: string
  /** Where delivery reports are sent; absent: none are requested. */
  reports?: { origin: string; authToken: string }
  /** Calls that speak codes: the number they come from, and where Twilio asks what to say; absent: none are made. */
  voice?: { from: string; origin: string }
}

/** Carriers of text messages, in the order of preference where the operator has none. */
export const TEXT_CARRIERS = ['twilio', 'gateway'] as const
/** One of {@link TEXT_CARRIERS}. */
type TextCarrier = (typeof TEXT_CARRIERS)[number]

/** Operator settings for messages. */
export type MessagesConfig = ReturnType<typeof messagesConfig>

/** The raw settings by purpose. */
export interface MessageSettings extends SmsGatewaySettings {
  firstCarrier: TextCarrier
  production: boolean
  smtp: SmtpServer | undefined
  smtpTls: 'auto' | TlsPolicy
  from: MailFrom | undefined
  twilioAccountSid: string
  twilioAuthToken: string
  twilioApiKey: string
  twilioApiSecret: string
  twilioFrom: string
  twilioVoiceFrom: string
  twilioUrl: string
  /** Public origin of this service; empty: not set. */
  publicOrigin: string
}

const ADDRESS = /^[^\s@<>()[\]\\,;:"]+@[^\s@<>()[\]\\,;:"]+$/u
const PORTS = { 'smtp:': 587, 'smtps:': 465 } as const

/** One bare address, nothing that a mail header could interpret as more. */
export const isMailAddress = (text: string): boolean => text.length <= 254 && ADDRESS.test(text)

/** @throws Error with the valid form */
export function parseSmtpUrl(text: string) {
  if (text === '') return undefined
  const problem =
    'must be a URL such as smtp://user:password@mail.example.com:587 or smtps://…:465; ' +
    'write special characters of user and password as %40 and so on'
  const url = URL.canParse(text) ? new URL(text) : undefined
  const protocol = url?.protocol
  if (url === undefined || (protocol !== 'smtp:' && protocol !== 'smtps:')) throw new Error(problem)
  if (url.hostname === '' || (url.pathname !== '' && url.pathname !== '/') || url.search !== '')
    throw new Error(problem)
  if ((url.username === '') !== (url.password === '')) throw new Error(problem)
  try {
    return {
      host: url.hostname.replace(/^\[|\]$/g, ''),
      port: url.port === '' ? PORTS[protocol] : Number(url.port),
      /** TLS from the first byte (smtps); otherwise STARTTLS. */
      secure: protocol === 'smtps:',
      /** Absent: no login. */
      ...(url.username !== '' && {
        login: {
          user: decodeURIComponent(url.username),
          password: decodeURIComponent(url.password),
        },
      }),
    }
  } catch {
    throw new Error(problem)
  }
}

/** `Acme Documents <sign@example.com>` or a bare address. @throws Error with the valid form */
export function parseMailFrom(text: string) {
  if (text === '') return undefined
  const parts = /^(?:"?([^"<>\r\n]*?)"?\s*<([^<>]+)>|([^<>\s]+))$/u.exec(text.trim())
  const address = parts?.[2] ?? parts?.[3] ?? ''
  if (!isMailAddress(address))
    throw new Error('must be an address, or a name and an address: Acme <sign@example.com>')
  return { name: parts?.[1] ?? '', address }
}

/** An https origin; clear text only to this machine, since credentials are sent there. @throws Error */
export function parseTwilioUrl(text: string): string {
  const problem = 'must be an https origin such as https://api.dublin.ie1.twilio.com'
  if (!URL.canParse(text)) throw new Error(problem)
  const url = new URL(text)
  const safe =
    url.protocol === 'https:' || (url.protocol === 'http:' && isThisMachine(url.hostname))
  if (!safe || url.username !== '' || url.pathname !== '/' || url.search !== '')
    throw new Error(problem)
  return url.origin
}

/** Forms of Twilio's sender: E.164, short code, messaging service, name of up to 11 characters. */
export const TWILIO_SENDER =
  /^(|\+[1-9]\d{6,14}|\d{3,8}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 &+_-]{1,11})$/

/** The number that calls come from: E.164. */
export const TWILIO_CALLER = /^(|\+[1-9]\d{6,14})$/

/** A name or address of this machine, which nobody else can listen to. */
function isThisMachine(host: string): boolean {
  const bare = host.replace(/^\[|\]$/g, '')
  if (isIP(bare) === 4) return bare.startsWith('127.')
  return bare === '::1' || bare === 'localhost' || bare.endsWith('.localhost')
}

/** What calls need besides a login. */
function voiceFindings({
  twilioVoiceFrom = '',
  twilioAuthToken = '',
  publicOrigin = '',
}: Partial<MessageSettings>): string[] {
  if (twilioVoiceFrom === '') return []
  const set = 'PARAPH_TWILIO_VOICE_FROM is set'
  const isReached = publicOrigin !== '' && !isThisMachine(new URL(publicOrigin).hostname)
  return [
    ...(twilioAuthToken === ''
      ? [`PARAPH_TWILIO_AUTH_TOKEN is missing: ${set}, and Twilio signs its questions with it`]
      : []),
    ...(isReached ? [] : [`PARAPH_BASE_URL must be an address that Twilio can reach: ${set}`]),
  ]
}

/** What is missing in a partial configuration: one line per variable. */
export function halfSetProblems(given: Partial<MessageSettings>): string[] {
  const findings: string[] = []
  if (given.smtp !== undefined && given.from === undefined)
    findings.push('PARAPH_MAIL_FROM is missing: PARAPH_SMTP_URL is set')
  const { twilioAccountSid, twilioAuthToken, twilioApiKey, twilioApiSecret, twilioFrom } = given
  const { twilioVoiceFrom } = given
  const login = [twilioAccountSid, twilioAuthToken, twilioApiKey, twilioApiSecret]
  const begun = [...login, twilioFrom, twilioVoiceFrom]
  if (!begun.some(Boolean)) return findings
  if (!twilioAccountSid)
    findings.push('PARAPH_TWILIO_ACCOUNT_SID is missing: other Twilio settings are set')
  if (!twilioFrom) findings.push('PARAPH_TWILIO_FROM is missing: other Twilio settings are set')
  if (twilioApiKey && !twilioApiSecret)
    findings.push('PARAPH_TWILIO_API_SECRET is missing: PARAPH_TWILIO_API_KEY is set')
  if (twilioApiSecret && !twilioApiKey)
    findings.push('PARAPH_TWILIO_API_KEY is missing: PARAPH_TWILIO_API_SECRET is set')
  if (!twilioAuthToken && !twilioApiKey && !twilioApiSecret)
    findings.push(
      'PARAPH_TWILIO_AUTH_TOKEN (or PARAPH_TWILIO_API_KEY and PARAPH_TWILIO_API_SECRET) is missing: other Twilio settings are set',
    )
  return [...findings, ...voiceFindings(given)]
}

/**
 * Twilio signs its reports with the auth token, even for messages sent with an API key; and it rejects a message with
 * a callback URL on a loopback address.
 */
function reportsTo({
  publicOrigin,
  twilioAuthToken,
  twilioVoiceFrom,
}: MessageSettings): Pick<TwilioAccount, 'reports' | 'voice'> {
  if (publicOrigin === '' || twilioAuthToken === '') return {}
  if (isThisMachine(new URL(publicOrigin).hostname)) return {}
  return {
    reports: { origin: publicOrigin, authToken: twilioAuthToken },
    ...(twilioVoiceFrom !== '' && { voice: { from: twilioVoiceFrom, origin: publicOrigin } }),
  }
}

/** The settings as used in this folder. */
export function messagesConfig(given: MessageSettings) {
  const { smtp, smtpTls } = given
  const safeTls = (host: string) => (isThisMachine(host) ? 'offered' : 'required')
  const gateway = smsGateway(given)
  return {
    /** Nothing is stored in the development outbox; messages that cannot be sent fail. */
    production: given.production,
    /** Tried first where both are set. */
    firstCarrier: given.firstCarrier,
    /** Absent: no text messages through a gateway. */
    ...(gateway !== undefined && { gateway }),
    from: given.from ?? { name: 'Paraph', address: 'no-reply@localhost' },
    /** Absent: no mail server. */
    ...(smtp !== undefined && {
      smtp: { ...smtp, tls: smtpTls === 'auto' ? safeTls(smtp.host) : smtpTls },
    }),
    /** Absent: no text messages through Twilio. */
    ...(given.twilioAccountSid !== '' && {
      twilio: {
        accountSid: given.twilioAccountSid,
        // An API key can be revoked separately, so it takes precedence over the account's token.
        username: given.twilioApiKey || given.twilioAccountSid,
        password: given.twilioApiSecret || given.twilioAuthToken,
        from: given.twilioFrom,
        url: given.twilioUrl,
        ...reportsTo(given),
      },
    }),
  }
}
