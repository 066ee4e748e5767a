/** Origins of the pages that may show a signer's page in a frame. */

/** Names that lead to the reader's own machine (RFC 6761, 6.3; RFC 5735, 3). */
const LOCAL = /^(?:(?:[a-z0-9-]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])$/
/** What a policy (CSP3) and a header may contain: no wildcard, no quote, no semicolon, no comma. */
const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?|\[[0-9a-f:.]+\])$/

/** Whether only test documents may be signed there. */
export const isPlain = (origin: string): boolean => origin.startsWith('http:')

/**
 * The origin (RFC 6454) in a text, as browsers write it; undefined where the text names anything else or more.
 * @param plain whether HTTP without TLS is taken from every host, and not from the reader's own machine alone
 */
export function originIn(text: string, { plain }: { plain: boolean }): string | undefined {
  const given = text.trim()
  // A browser's address bar gives it with a slash.
  const url = URL.canParse(given) ? new URL(given) : undefined
  if (url === undefined || `${url.origin}/` !== url.href || !HOST.test(url.hostname))
    return undefined
  if (url.protocol === 'https:') return url.origin
  const isTaken = url.protocol === 'http:' && (plain || LOCAL.test(url.hostname))
  return isTaken ? url.origin : undefined
}
