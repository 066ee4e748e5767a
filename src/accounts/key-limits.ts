/** What a key may be limited to: some of the operations, and the network addresses that it is used from. */
import { BlockList, isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'
import { AppError } from '../kernel/errors.ts'
import { isOneOf, textsOf } from '../kernel/type-guards.ts'
import { say } from '../translations/texts.ts'
import { wrongField } from './service.ts'

/** Every scope, in the order in which it is shown. */
export const SCOPES = [
  'render',
  'templates:read',
  'templates:write',
  'fonts:read',
  'fonts:write',
  'documents:read',
  'documents:write',
  'documents:delete',
  'verify',
  'webhooks',
  'brand:read',
  'brand:write',
] as const

/** A part of the API that a key may be limited to. */
export type Scope = (typeof SCOPES)[number]

/** An operation as its description names it. */
interface DescribedOperation {
  operationId: string
  tag: string
  method: string
}

/** Operations whose tag and method do not tell; `any`: every key, whatever its scopes. */
const BY_OPERATION: Readonly<Record<string, Scope | 'any'>> = {
  // Checks a file that the call brings, and changes nothing.
  validateTemplate: 'templates:read',
  verifyDocument: 'verify',
  getUsage: 'any',
  // They let a test key act as a signer.
  getTestLink: 'documents:write',
  getTestCode: 'documents:write',
  // Irreversible: keys that may only write cannot.
  deleteDocument: 'documents:delete',
  getRetention: 'documents:read',
  getEmbedOrigins: 'documents:read',
  setEmbedOrigins: 'documents:write',
}

/** The scope that an operation needs; undefined for one of an unknown tag. */
export function scopeOf({
  operationId,
  tag,
  method,
}: DescribedOperation): Scope | 'any' | undefined {
  const reads = method === 'GET' || method === 'HEAD'
  const exception = BY_OPERATION[operationId]
  if (exception !== undefined) return exception
  switch (tag) {
    case 'Documents':
    case 'Electronic invoices':
      return 'render'
    case 'Templates':
      return reads ? 'templates:read' : 'templates:write'
    case 'Fonts':
      return reads ? 'fonts:read' : 'fonts:write'
    case 'Signatures':
    case 'Request templates':
    case 'Bulk sends':
      return reads ? 'documents:read' : 'documents:write'
    case 'Webhooks':
      return 'webhooks'
    case 'Account':
      return reads ? 'brand:read' : 'brand:write'
    default:
      return undefined
  }
}

/** The limits of a key; undefined: none of this kind. */
export interface KeyLimits {
  scopes: readonly Scope[] | undefined
  /** Networks in CIDR notation. */
  addresses: readonly string[] | undefined
}

/** The columns that limits are stored in: JSON arrays; null: no limit. */
export interface StoredLimits {
  scopes: string | null
  addresses: string | null
}

const isScope = (text: string): text is Scope => isOneOf(SCOPES, text)

/** Limits as they are stored. An unknown scope of a later build allows nothing here. */
export const limitsOf = ({ scopes, addresses }: StoredLimits): KeyLimits => ({
  scopes: scopes === null ? undefined : textsOf(JSON.parse(scopes)).filter(isScope),
  addresses: addresses === null ? undefined : textsOf(JSON.parse(addresses)),
})

/** Whether a key may send documents to signers, by its scopes. */
export const maySend = ({ scopes }: Pick<KeyLimits, 'scopes'>): boolean =>
  scopes?.includes('documents:write') ?? true

const ADDRESSES_MAX = 50

/**
 * Checks limits as people give them, and brings them into the form in which they are stored. An empty list is no limit.
 * @throws AppError `validation_failed` that names the wrong entry
 */
export function checkedLimits(given: {
  scopes: readonly string[]
  addresses: readonly string[]
}): StoredLimits {
  for (const scope of given.scopes)
    if (!isScope(scope))
      throw wrongField('/scopes', `"${scope}" is no scope; the scopes are ${SCOPES.join(', ')}.`)
  if (given.addresses.length > ADDRESSES_MAX)
    throw wrongField('/addresses', `A key can have at most ${ADDRESSES_MAX} networks.`)
  const scopes = SCOPES.filter((scope) => given.scopes.includes(scope))
  const addresses = [...new Set(given.addresses.map(network))]
  return {
    scopes: scopes.length === 0 ? null : JSON.stringify(scopes),
    addresses: addresses.length === 0 ? null : JSON.stringify(addresses),
  }
}

/** A network in CIDR notation; a single address is a network of its own. */
function network(given: string): string {
  const [text = '', length, more] = given.trim().split('/')
  const wrong = () =>
    wrongField(
      '/addresses',
      `"${given.slice(0, 60)}" is not an address or a network such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32.`,
    )
  const isPlain = ipaddr.IPv4.isValidFourPartDecimal(text) || (isIPv6(text) && !text.includes('%'))
  if (!isPlain || more !== undefined) throw wrong()
  const address = ipaddr.process(text)
  const bits = address.kind() === 'ipv4' ? 32 : 128
  // The prefix of a mapped IPv4 network counts the bits of IPv6.
  const mapped = text.includes(':') && bits === 32 ? 96 : 0
  const prefix = length === undefined ? bits : Number(length) - mapped
  if (length !== undefined && !/^\d{1,3}$/.test(length)) throw wrong()
  if (prefix < 0 || prefix > bits) throw wrong()
  const first =
    bits === 32
      ? ipaddr.IPv4.networkAddressFromCIDR(`${address}/${prefix}`)
      : ipaddr.IPv6.networkAddressFromCIDR(`${address}/${prefix}`)
  return `${first}/${prefix}`
}

/** Whether an address is in one of the networks. An IPv4 address is the same in its IPv6 form. */
function isIn(networks: readonly string[], ip: string): boolean {
  const [plain = ''] = ip.split('%')
  if (!ipaddr.isValid(plain)) return false
  const address = ipaddr.process(plain)
  const list = new BlockList()
  for (const one of networks) {
    const [first = '', prefix] = one.split('/')
    list.addSubnet(first, Number(prefix), isIPv6(first) ? 'ipv6' : 'ipv4')
  }
  return list.check(address.toString(), address.kind())
}

/**
 * Checks a call against the limits of its key.
 * @throws AppError `key_address_not_allowed`, `key_scope_missing`
 */
export function requireLimits(
  { scopes, addresses }: KeyLimits,
  { scope, ip }: { scope: Scope | 'any' | undefined; ip: string },
): void {
  if (addresses !== undefined && !isIn(addresses, ip))
    throw new AppError('key_address_not_allowed', say('accounts.addressNotAllowed', { ip }))
  if (scopes === undefined || scope === 'any') return
  if (scope === undefined || !scopes.includes(scope))
    throw new AppError(
      'key_scope_missing',
      say('accounts.scopeMissing', { wanted: scope ?? 'none', held: scopes.join(', ') || 'none' }),
    )
}
