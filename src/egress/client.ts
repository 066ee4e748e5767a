/**
 * One HTTP request to a user-supplied address: the name is resolved once, every address is checked, and the
 * connection goes to exactly those. No redirects are followed, and it times out whatever the other side does.
 */
import type { LookupFunction } from 'node:net'
import type { Client, Dispatcher } from 'undici'
import { addressesOf, type HostAddress, type Resolver } from './addresses.ts'

/**
 * Checks where a name leads before anything is sent there.
 * @throws Error with the reason if refused
 */
export type AddressGuard = (url: URL, addresses: readonly string[]) => void

/** The request and its limits. */
export interface Outgoing {
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: Buffer | string
  /** Of the whole, DNS included. */
  timeoutMs: number
  /** Aborts it earlier. */
  stop?: AbortSignal | undefined
  resolver?: Resolver
  /** Absent for addresses configured by the operator. */
  guard?: AddressGuard | undefined
}

/** A request exceeded its timeout. */
export class TooLate extends Error {
  override readonly name = 'TooLate'
}

const HEADER_BYTES_MAX = 16_384

/** Pins the connection to the checked addresses, so that it cannot resolve again. */
const pinned =
  (addresses: readonly HostAddress[]): LookupFunction =>
  (_host, options, done) => {
    const [first] = addresses
    if (options.all === true) done(null, [...addresses])
    else if (first === undefined) done(new Error('no address'), '')
    else done(null, first.address, first.family)
  }

/**
 * The first bytes of a body, which may never end. @param cut a body that breaks off ends there; absent: it throws
 */
export async function headOf(body: AsyncIterable<Uint8Array>, most: number, { cut = false } = {}) {
  const chunks: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      length += chunk.length
      if (length >= most) break
    }
  } catch (error) {
    if (!cut) throw error
  }
  return Buffer.concat(chunks).subarray(0, most)
}

/** DNS lookups cannot be aborted: late results are ignored. */
function endedBy<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/**
 * Sends a request and reads its response; the connection is closed afterwards, however much of the response was read.
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
    // A separate client per request: no connections are kept for receivers that may never be used again.
    const { Client: HttpClient } = await import('undici')
    client = new HttpClient(url.origin, {
      // The signal ends it: on a busy machine a clock of the same length may fire first, with an error of its own. It does
      // not end an attempt to connect, which therefore has a limit behind it.
      connect: { lookup: pinned(addresses), timeout: 2 * timeoutMs },
      headersTimeout: 0,
      bodyTimeout: 0,
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
