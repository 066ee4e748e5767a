/** What can go wrong with any call of a provider, whatever it is about. */
import type { ServerResponse } from 'node:http'

/** The faults. */
export type TransportFault = 'hang' | 'drip' | 'error' | 'busy' | 'redirect' | 'garbage' | 'huge'

/**
 * What each does to a response.
 * @param redirected where a redirect leads to
 */
export function transportFaults(redirected: () => string) {
  const waiting = new Set<ServerResponse>()
  const faults: Readonly<Record<TransportFault, (response: ServerResponse) => void>> = {
    hang: (response) => void waiting.add(response),
    drip(response) {
      response.writeHead(200, { 'content-type': 'application/json' })
      const timer = setInterval(() => response.write(' '), 200)
      response.once('close', () => clearInterval(timer))
    },
    error: (response) => void response.writeHead(500).end('<h1>down</h1>'),
    busy: (response) => void response.writeHead(429, { 'retry-after': '86400' }).end(),
    redirect: (response) => void response.writeHead(302, { location: redirected() }).end(),
    garbage: (response) => void response.writeHead(200).end('{"SAD": "cut o'),
    huge: (response) => void response.writeHead(200).end(Buffer.alloc(5_000_000, ' ')),
  }
  return {
    faults,
    /** Responses that hang. */
    waiting,
    /** Ends those that hang, without an answer. */
    drop(): void {
      for (const response of waiting) response.destroy()
      waiting.clear()
    },
  }
}
