/**
 * One HTTP request to an address that somebody else names: the name is resolved once, every address is judged, and
 * the connection goes to exactly those. Nothing is followed, and it ends in time whatever the other side does.
 */
import type { LookupFunction } from 'node:net'
import type { Client, Dispatcher } from 'undici'
import { addressesOf, type HostAddress, type Resolver } from './addresses.ts'

/**
 * Judges where a name leads to before anything is sent there.
 * @throws Error that says why not
 */
export type AddressGuard = (url: URL, addresses: readonly string[]) => void

/** What is sent, and its bounds. */
export interface Outgoing {
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: Buffer | string
  /** Of the whole, DNS included. */
  timeoutMs: number
  /** Ends it sooner. */
  stop?: AbortSignal | undefined
  resolver?: Resolver
  /** Left out for addresses that the operator has set. */
  guard?: AddressGuard | undefined
}

/** The time given to a request is over. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

const HEADER_BYTES_MAX = 16_384

/** Gives the connection the addresses that were judged and no chance to ask again. */
const pinned =
  (addresses: readonly HostAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses
    if (options.all === true) done(null, [...addresses])
    else if (first === undefined) done(new Error('no address'), '')
    else done(null, first.address, first.family)
  }

/** DNS takes no signal: what comes too late is left alone. */
function endedBy<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason as Error)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/**
 * Sends a request and reads its answer; the connection is closed after that, whatever of the answer was read.
 * @throws TooLate, what the guard or the reader throws, or the error of DNS, TCP, TLS or HTTP
 */
export async function request<T>(
  url: URL,
  order: Outgoing,
  read: (answer: Dispatcher.ResponseData) => Promise<T>,
): Promise<T> {
  const { method, headers = {}, body, timeoutMs, stop, resolver, guard } = order
  const timeout = AbortSignal.timeout(timeoutMs)
  const signal = stop === undefined ? timeout : AbortSignal.any([timeout, stop])
  let client: Client | undefined
  try {
    const addresses = await endedBy(signal, addressesOf(url, resolver))
    guard?.(
      url,
      addresses.map(({ address }) => address),
    )
    // A client of its own: nothing is kept for somebody who may never be heard of again.
    const { Client: HttpClient } = await import('undici')
    client = new HttpClient(url.origin, {
      connect: { lookup: pinned(addresses), timeout: timeoutMs },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: HEADER_BYTES_MAX,
      pipelining: 0,
    })
    const path = `${url.pathname}${url.search}`
    return await read(
      await client.request({ method, path, headers, signal, ...(body !== undefined && { body }) }),
    )
  } catch (error) {
    if (timeout.aborted) throw new TooLate(`no answer within ${timeoutMs} ms`, { cause: error })
    throw error
  } finally {
    await client?.destroy().catch(() => undefined)
  }
}
