/**
 * Where a user-supplied address may lead. Everything that is not plain public internet is refused:
 * our own machine, the network behind it, the cloud's metadata service, and every form of IPv6 that wraps an IPv4
 * address.
 */
import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

/** One address of a host. */
export interface HostAddress {
  address: string
  family: 4 | 6
}

/** Resolves the addresses of a host name; DNS, or a list in tests. */
export interface Resolver {
  /** Every address. Throws when there is none. */
  resolve(host: string): Promise<readonly HostAddress[]>
}

/** The system resolver, in its order of preference. */
export const systemResolver: Resolver = {
  async resolve(host) {
    const found = await lookup(host, { all: true })
    return found.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }))
  },
}

/** The host as DNS and sockets expect it: without IPv6 brackets and trailing dot. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '')

/** The addresses of a URL's host; a literal is its own. */
export async function addressesOf(
  url: URL,
  resolver = systemResolver,
): Promise<readonly HostAddress[]> {
  const host = hostOf(url)
  const family = isIP(host)
  if (family !== 0) return [{ address: host, family: family === 6 ? 6 : 4 }]
  return await resolver.resolve(host)
}

const GLOBAL_UNICAST_V6 = ipaddr.parseCIDR('2000::/3')

/** Kind of an address. `own` are private and loopback networks, which an operator may allow. */
export type AddressKind = 'public' | 'own' | 'refused'

/**
 * The plain spelling of an IPv6 address; undefined for one with a zone. The library treats `::1.2.3.4` as the mapped
 * `::ffff:1.2.3.4`, which a socket does not.
 */
const plainV6 = (address: string): string | undefined =>
  URL.canParse(`https://[${address}]/`)
    ? new URL(`https://[${address}]/`).hostname.slice(1, -1)
    : undefined

/** Classifies one address from DNS or a literal; unparsable ones are refused. */
export function addressKind(address: string): AddressKind {
  const plain = isIP(address) === 6 ? plainV6(address) : address
  if (plain === undefined || isIP(plain) === 0) return 'refused'
  const parsed = ipaddr.parse(plain)
  if (parsed instanceof ipaddr.IPv6) {
    // Connecting to ::ffff:a.b.c.d is connecting to a.b.c.d.
    if (parsed.isIPv4MappedAddress()) return addressKind(parsed.toIPv4Address().toString())
    if (parsed.range() === 'unicast') return parsed.match(GLOBAL_UNICAST_V6) ? 'public' : 'refused'
  }
  const range = parsed.range()
  if (range === 'unicast') return 'public'
  return range === 'private' || range === 'loopback' || range === 'uniqueLocal' ? 'own' : 'refused'
}
