/** Calls of the service's own HTTP API: what they are, and how they go over the network. */

/** A call; a form and a JSON body exclude each other. */
export interface ApiCall {
  method: string
  path: string
  query?: Readonly<Record<string, string>>
  json?: unknown
  form?: FormData
  headers?: Readonly<Record<string, string>>
}

/** The complete response. */
export interface ApiAnswer {
  status: number
  headers: Headers
  bytes: Buffer
}

/** Makes a call with the key it was created for; aborting the signal cancels the work. */
export type Api = (call: ApiCall, signal: AbortSignal) => Promise<ApiAnswer>

/** Serialises a call as it goes over the wire: URL with query, headers, body. */
export async function pack({ path, query, json, form, headers }: ApiCall) {
  const search = new URLSearchParams(query).toString()
  const url = search === '' ? path : `${path}?${search}`
  if (form !== undefined) {
    const packed = new Response(form)
    const type = packed.headers.get('content-type') ?? 'multipart/form-data'
    const body = Buffer.from(await packed.arrayBuffer())
    return { url, headers: { ...headers, 'content-type': type }, body }
  }
  if (json === undefined) return { url, headers: { ...headers } }
  const body = Buffer.from(JSON.stringify(json))
  return { url, headers: { ...headers, 'content-type': 'application/json' }, body }
}

// The service's HTTP API over the network, for programs that run beside a server.

/** A document takes seconds; waiting longer than this is pointless. */
const TIMEOUT_MS = 120_000

/** URL of the service and the key. */
interface RemoteOptions {
  /** Public address of the service. */
  url: string
  key: string
  /** User agent of this program. */
  agent: string
}

/** The service did not respond; the message contains the URL, never the key. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** Calls over the network. A redirect is an error: the key is sent to nobody else. */
export const remoteApi =
  ({ url, key, agent }: RemoteOptions): Api =>
  async (call, signal) => {
    const packed = await pack(call)
    try {
      const answer = await fetch(`${url.replace(/\/+$/, '')}${packed.url}`, {
        method: call.method,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        headers: { ...packed.headers, 'x-api-key': key, 'user-agent': agent },
        ...(packed.body !== undefined && { body: new Uint8Array(packed.body) }),
      })
      const bytes = Buffer.from(await answer.arrayBuffer())
      return { status: answer.status, headers: answer.headers, bytes }
    } catch (cause) {
      throw new Unreachable(`Paraph at ${new URL(url).origin} does not answer.`, { cause })
    }
  }
