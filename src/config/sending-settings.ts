/** Sending limits of accounts: text messages, and mails to first-time recipients. */
import { originIn } from '../signing/embedding/service.ts'
import {
  AUTHENTICATION_METHODS,
  type AuthenticationMethod,
  isRegistered,
} from '../signing/model/authentication.ts'
import { integer, matching, oneOf, settings } from './setting-kinds.ts'

const COUNT_MAX = 1_000_000

/** `20/40`: maximum per hour and per day. */
function hourAndDay(text: string): { hour: number; day: number } {
  const [, hour, day] = /^(\d{1,7})\/(\d{1,7})$/.exec(text) ?? []
  const limit = { hour: Number(hour), day: Number(day) }
  if (limit.hour >= 1 && limit.hour <= limit.day && limit.day <= COUNT_MAX) return limit
  throw new Error('must be two numbers, per hour and per day, such as 20/40')
}

/** `sign.example.com=acc_01…,…`: host names by account; a name belongs to one account. */
function signHosts(text: string): ReadonlyMap<string, readonly string[]> {
  const hosts = new Map<string, string[]>()
  const taken = new Set<string>()
  for (const item of text.split(',').map((one) => one.trim())) {
    if (item === '') continue
    const [, host = '', account = ''] =
      /^((?:[a-z0-9-]{1,63}\.)+[a-z0-9-]{2,63})=(acc_[0-9a-z]{26})$/i.exec(item) ?? []
    const name = host.toLowerCase()
    if (name === '' || taken.has(name))
      throw new Error(
        'must be host names with their accounts, each once, such as sign.example.com=acc_…',
      )
    taken.add(name)
    hosts.set(account, [...(hosts.get(account) ?? []), name])
  }
  return hosts
}

/** Origins of pages, separated by spaces. */
const origins = (text: string): string[] =>
  text
    .split(' ')
    .filter((one) => one !== '')
    .map((one) => {
      const origin = originIn(one, { plain: true })
      if (origin !== undefined) return origin
      throw new Error('must be origins such as https://app.example.com, separated by spaces')
    })

/** Member states, the rest of the single market, and what carriers there count as home. */
const EUROPE =
  'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK IS LI NO CH GB AD MC SM VA AX GP GF MQ RE YT BL MF'.split(
    ' ',
  )

/** Country codes in upper case; `europe` stands for a list. */
function countries(text: string): string[] {
  const codes = text
    .split(',')
    .map((code) => code.trim().toUpperCase())
    .filter((code) => code !== '')
    .flatMap((code) => (code === 'EUROPE' ? EUROPE : code))
  if (codes.length > 0 && codes.every((code) => /^[A-Z]{2}$/.test(code))) return codes
  throw new Error(
    'must be country codes (ISO 3166-1) or europe, separated by commas, such as FR,BE or europe,CA',
  )
}

/** Names of methods, each once. */
function methods(text: string): AuthenticationMethod[] {
  const given = text.split(',').map((one) => one.trim())
  const known = AUTHENTICATION_METHODS.filter((method) => given.includes(method))
  if (known.length === 0 || known.length !== given.length)
    throw new Error(`must be one or more of ${AUTHENTICATION_METHODS.join(', ')}, each once`)
  const registered = known.find(isRegistered)
  if (registered !== undefined && !known.includes('sms'))
    throw new Error(
      `must contain sms with ${registered}: what replaces a code is registered after a code by SMS`,
    )
  return known
}

/** Rows of the one table, see `config/settings.ts`. */
export const SENDING_SETTINGS = settings({
  PARAPH_OPERATOR_MAIL: matching(
    /^(|[^\s@<>",;:]+@[^\s@<>",;:]+)$/u,
    'must be an address such as ops@example.com',
  ),
  PARAPH_SMS_COUNTRIES: countries,
  PARAPH_SMS_PER_KEY: hourAndDay,
  PARAPH_SMS_PER_ACCOUNT: hourAndDay,
  PARAPH_SMS_PER_PREFIX: hourAndDay,
  PARAPH_SIGNER_AUTHENTICATION: methods,
  PARAPH_STRANGERS_PER_DAY: integer(0, COUNT_MAX),
  PARAPH_OPEN_LINKS: oneOf('allowed', 'forbidden'),
  PARAPH_RESERVED_NAMES: (text) =>
    text
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  PARAPH_SIGNER_LINK_DAYS: integer(1, 36_500),
  PARAPH_SIGN_HOSTS: signHosts,
  PARAPH_SIGN_FRAME_ANCESTORS: origins,
})

type Values = {
  [Name in keyof typeof SENDING_SETTINGS]: ReturnType<(typeof SENDING_SETTINGS)[Name]['parse']>
}

/** These settings by part. */
export const sendingConfig = (values: Values) => ({
  /** Empty: nobody is mailed. */
  operatorMail: values.PARAPH_OPERATOR_MAIL,
  /** Of a new account; 0: no ceiling. */
  newRecipientsPerDay: values.PARAPH_STRANGERS_PER_DAY,
  /** Methods by which signers may prove who they are. */
  authentication: values.PARAPH_SIGNER_AUTHENTICATION,
  /** Whether request templates may have open links. */
  openLinks: values.PARAPH_OPEN_LINKS === 'allowed',
  /** Names that no account may send under. */
  reservedNames: values.PARAPH_RESERVED_NAMES,
  /** Days after completion that signers' links stay valid. */
  signerLinkDays: values.PARAPH_SIGNER_LINK_DAYS,
  /** Host names of signers' pages, by the account they are assigned to. */
  signHosts: values.PARAPH_SIGN_HOSTS,
  /** Origins that may embed the signers' pages of every account. */
  embedOrigins: values.PARAPH_SIGN_FRAME_ANCESTORS,
  texts: {
    countries: values.PARAPH_SMS_COUNTRIES,
    key: values.PARAPH_SMS_PER_KEY,
    account: values.PARAPH_SMS_PER_ACCOUNT,
    prefix: values.PARAPH_SMS_PER_PREFIX,
  },
})
