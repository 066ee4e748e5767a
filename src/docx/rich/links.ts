/** Hyperlinks from data: which addresses are allowed, and the `link` filter. */
import { type Filter, FilterError } from '../language/filter-contract.ts'
import { isRich, type Link } from './values.ts'

const LONGEST = 2_000
const PROTOCOLS = new Set(['http:', 'https:', 'mailto:', 'tel:'])

/**
 * The address in the form that a relationship allows, or null when it is not an absolute http, https, mailto or tel
 * address. Spaces and other characters that an IRI does not allow are percent-encoded.
 */
export function safeAddress(text: string): string | null {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > LONGEST) return null
  try {
    const url = new URL(trimmed)
    if (!PROTOCOLS.has(url.protocol)) return null
    if (url.protocol.startsWith('http') && url.hostname === '') return null
    return url.href
  } catch {
    // No URL: the text stays without a link.
    return null
  }
}

const ADDRESS_KINDS: readonly [RegExp, string][] = [
  [/^www\.[^\s]+$/i, 'https://'],
  [/^[^\s@:/]+@[^\s@:/]+\.[^\s@:/]+$/, 'mailto:'],
  [/^\+[\d\s().-]{6,20}$/, 'tel:'],
]

/** Also accepts what people write: `www.example.org`, an e-mail address, an international number. */
function readAddress(text: string): string | null {
  const trimmed = text.trim()
  const known = ADDRESS_KINDS.find(([pattern]) => pattern.test(trimmed))
  if (known === undefined) return safeAddress(trimmed)
  const [, scheme] = known
  return safeAddress(scheme + (scheme === 'tel:' ? trimmed.replace(/[^\d+]/g, '') : trimmed))
}

/** `link:"text"`: a hyperlink; without text it shows the address. */
const link: Filter = (input, args): unknown => {
  if (input === null || input === undefined || input === '') return input
  if (isRich(input) && input.rich === 'link') {
    return { ...input, text: String(args[0] ?? input.text) }
  }
  const address = typeof input === 'string' ? readAddress(input) : null
  if (address === null) {
    throw new FilterError('link: the value is not an http, https, mailto or tel address')
  }
  const shown = String(args[0] ?? '')
  return { rich: 'link', address, text: shown === '' ? String(input) : shown } satisfies Link
}

/** The filter that creates links. */
export const linkFilters: Readonly<Record<string, Filter>> = { link }
