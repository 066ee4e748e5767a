/** Settings of the authority and of external time-stamping authorities, as text from the environment. */
import { isRecord } from '../kernel/type-guards.ts'
import type { OutsideTsaConfig } from './outside-tsa.ts'

/** Access to the authorities; in the setting an object by address. */
type TsaAccess = Readonly<Record<string, Omit<OutsideTsaConfig, 'url'>>>

const URL_MAX = 10
const OID_TEXT = /^[0-2](\.(0|[1-9]\d{0,38})){1,20}$/
const ACCESS_EXAMPLE = '{"https://tsa.example.com/": {"basic": "user:password"}}'

/** Addresses separated by spaces. @throws Error naming the fault */
export function parseTsaUrls(text: string): string[] {
  const urls = text.split(/\s+/).filter(Boolean)
  for (const url of urls) {
    const { protocol, username, password } = URL.canParse(url) ? new URL(url) : new URL('none:')
    if (protocol !== 'https:' && protocol !== 'http:')
      throw new Error('must be URLs such as https://tsa.example.com/, separated by spaces')
    if (username !== '' || password !== '')
      throw new Error('must not contain a password; put it into PARAPH_TSA_ACCESS')
  }
  if (urls.length > URL_MAX) throw new Error(`must not name more than ${URL_MAX} authorities`)
  if (new Set(urls).size < urls.length) throw new Error('names an authority twice')
  return urls
}

function accessOf(value: unknown): TsaAccess[string] {
  const { basic, bearer, policy, ...rest } = isRecord(value) ? value : { '': '' }
  const isText = (each: unknown): boolean => each === undefined || typeof each === 'string'
  const known = Object.keys(rest).length === 0 && [basic, bearer, policy].every(isText)
  if (!known || (basic !== undefined && bearer !== undefined))
    throw new Error('must give each URL "basic" or "bearer", and optionally "policy"')
  if (policy !== undefined && !OID_TEXT.test(String(policy)))
    throw new Error('has a "policy" that is not an object identifier such as 1.3.6.1.4.1.99999.1')
  const encoded = Buffer.from(String(basic)).toString('base64')
  return {
    ...(basic !== undefined && { authorization: `Basic ${encoded}` }),
    ...(bearer !== undefined && { authorization: `Bearer ${String(bearer)}` }),
    ...(policy !== undefined && { policy: String(policy) }),
  }
}

/** A JSON object by address. @throws Error naming the fault, but never the secret */
export function parseTsaAccess(text: string): TsaAccess {
  if (text === '') return {}
  let given: unknown
  try {
    given = JSON.parse(text)
  } catch {
    throw new Error(`must be JSON such as ${ACCESS_EXAMPLE}`)
  }
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Error(`must be JSON such as ${ACCESS_EXAMPLE}`)
  return Object.fromEntries(Object.entries(given).map(([url, value]) => [url, accessOf(value)]))
}

/** Authorities with their access, in order. */
export const tsaConfigs = (urls: readonly string[], access: TsaAccess): OutsideTsaConfig[] =>
  urls.map((url) => ({ url, ...access[url] }))

/**
 * The same origin with plain HTTP, on its own port. What is published there is signed, and a program that needs a
 * list to validate the certificate of the server that publishes it would be in a loop (RFC 5280, 4.2.1.13 and 8).
 */
export function plainOrigin(origin: string): string {
  const { protocol, hostname, pathname } = new URL(origin)
  return protocol === 'http:' ? origin : `http://${hostname}${pathname.replace(/\/$/, '')}`
}
