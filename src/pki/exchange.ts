/** One HTTP exchange with an authority outside: bounded in time and size, nothing is followed. */
import { lookup } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import { Client } from 'undici'
import type { AddressGuard } from './ports.ts'

/** What is sent, and its bounds. */
export interface Exchange {
  method: 'GET' | 'POST'
  headers?: Readonly<Record<string, string>>
  body?: Buffer
  timeoutMs: number
  bytesMax: number
  /** Media types taken; left out: any. */
  accept?: readonly string[]
  /** Left out for addresses that the operator has set. */
  guard?: AddressGuard
}

/** An authority that cannot be reached or answers what nobody asked for; the message says how. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
}

const HEADER_BYTES_MAX = 16_384
const STATUS_OK = 200

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Addresses of a host, all of which have passed the guard, for the connection to use and no others. */
async function guardedLookup(url: URL, guard: AddressGuard): Promise<LookupFunction> {
  const host = hostOf(url)
  const family = isIP(host)
  const found = family === 0 ? await lookup(host, { all: true }) : [{ address: host, family }]
  guard(
    url,
    found.map(({ address }) => address),
  )
  return (_host, options, done) => {
    const [first] = found
    if (options.all === true) done(null, found)
    else if (first === undefined) done(new Error('no address'), '')
    else done(null, first.address, first.family)
  }
}

async function readAll(body: AsyncIterable<Buffer>, bytesMax: number): Promise<Buffer> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > bytesMax) throw new NoAnswer(`the answer is larger than ${bytesMax} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const explain = (error: unknown, timeoutMs: number, late: boolean): NoAnswer => {
  if (error instanceof NoAnswer) return error
  if (late) return new NoAnswer(`no answer within ${timeoutMs} ms`)
  const why = error instanceof Error && error.message !== '' ? error.message : 'it failed'
  return new NoAnswer(why, { cause: error })
}

/** Sends and reads the whole answer, whose status must be 200. @throws NoAnswer */
export async function exchange(address: string, order: Exchange): Promise<Buffer> {
  const { method, headers = {}, body, timeoutMs, bytesMax, accept, guard } = order
  const signal = AbortSignal.timeout(timeoutMs)
  let client: Client | undefined
  try {
    const url = new URL(address)
    const pinned = guard === undefined ? {} : { lookup: await guardedLookup(url, guard) }
    client = new Client(url.origin, {
      connect: { timeout: timeoutMs, ...pinned },
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      maxHeaderSize: HEADER_BYTES_MAX,
      pipelining: 0,
    })
    const answer = await client.request({
      method,
      path: `${url.pathname}${url.search}`,
      headers,
      signal,
      ...(body !== undefined && { body }),
    })
    if (answer.statusCode !== STATUS_OK)
      throw new NoAnswer(`the answer has the status ${answer.statusCode}`)
    const type =
      String(answer.headers['content-type'] ?? '')
        .split(';')[0]
        ?.trim() ?? ''
    if (accept !== undefined && !accept.includes(type))
      throw new NoAnswer(`the answer is of the type ${type || 'nothing'}`)
    return await readAll(answer.body, bytesMax)
  } catch (error) {
    throw explain(error, timeoutMs, signal.aborted)
  } finally {
    await client?.destroy().catch(() => undefined)
  }
}
