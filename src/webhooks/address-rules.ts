/** Which addresses a webhook may lead to: the public internet, and private networks that the operator allows. */
import { isIP } from 'node:net'
import { type AddressKind, addressKind, hostOf } from '../egress/addresses.ts'
import { saying, type Wording } from '../kernel/coded-error.ts'
import { AppError } from '../kernel/errors.ts'
import type { Locale } from '../kernel/languages.ts'
import { say, textsIn } from '../translations/texts.ts'

const URL_LENGTH_MAX = 2_048
/** Mail, shells, DNS, databases: an HTTP request there can only be an attack. */
const PORTS_REFUSED = new Set([
  1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 79, 87, 95, 101, 102, 103,
  104, 109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512,
  513, 514, 515, 526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995,
  1433, 1521, 1719, 1720, 1723, 2049, 2375, 2376, 2379, 3306, 3389, 3659, 4045, 5060, 5061, 5432,
  5672, 5900, 6000, 6379, 6566, 6665, 6666, 6667, 6668, 6669, 6697, 9042, 9200, 9300, 10250, 11211,
  27017,
])
/** Names that never refer to a public host. */
const NAMES_REFUSED = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|private|arpa|onion)$/

/** What a developer with a receiver on the same machine needs to know. */
const allowingIn = (locale: Locale): string => textsIn(locale).details.webhooks.allowing

const refused = (code: string, problem: Wording) =>
  new AppError(
    'webhook_url_refused',
    say('webhooks.refused', (locale) => ({ problem: problem[locale] ?? problem.en })),
    { errors: [{ pointer: '/url', code, ...saying(problem) }] },
  )

function parse(text: string): URL {
  if (text.length > URL_LENGTH_MAX)
    throw refused('length', say('webhooks.long', { max: URL_LENGTH_MAX }))
  if (!URL.canParse(text)) throw refused('url', say('webhooks.url'))
  return new URL(text)
}

/**
 * Parses a URL given by a caller and rejects what can be rejected without DNS. URL parsing normalises 0x7f.1,
 * 2130706433 and 0177.0.0.1 to 127.0.0.1.
 * @param privateAllowed the operator allows webhooks to private networks, where plain HTTP is allowed too
 * @throws AppError `webhook_url_refused`
 */
export function readUrl(text: string, privateAllowed: boolean): URL {
  const url = parse(text)
  const host = hostOf(url)
  if (url.protocol !== 'https:' && !(privateAllowed && url.protocol === 'http:'))
    throw refused(
      'https',
      say('webhooks.https', (locale) => ({ allowing: allowingIn(locale) })),
    )
  if (url.username !== '' || url.password !== '')
    throw refused('credentials', say('webhooks.credentials'))
  if (url.hash !== '') throw refused('fragment', say('webhooks.fragment'))
  if (PORTS_REFUSED.has(Number(url.port)))
    throw refused('port', say('webhooks.port', { port: url.port }))
  if (isIP(host) !== 0) checkAddresses(url, [host], privateAllowed)
  else if (!privateAllowed && (!host.includes('.') || NAMES_REFUSED.test(host)))
    throw refused(
      'name',
      say('webhooks.host', (locale) => ({ host, allowing: allowingIn(locale) })),
    )
  return url
}

/**
 * Checks every address of a URL's host: one bad address rejects all, since any of them could be used.
 * @throws AppError `webhook_url_refused`
 */
export function checkAddresses(url: URL, addresses: readonly string[], privateAllowed: boolean) {
  const kinds = addresses.map(addressKind)
  const allowed = (kind: AddressKind) => kind === 'public' || (privateAllowed && kind === 'own')
  if (kinds.length === 0 || !kinds.every(allowed))
    throw refused(
      'address',
      say('webhooks.notPublic', (locale) => ({
        host: hostOf(url),
        allowing: privateAllowed ? 'none' : allowingIn(locale),
      })),
    )
  if (url.protocol === 'http:' && kinds.some((kind) => kind === 'public'))
    throw refused('https', say('webhooks.httpsOutside'))
}
