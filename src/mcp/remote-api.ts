/** The service's HTTP API over the network, for the server started by a desktop program. */
import { type Api, pack } from './api.ts'

/** A document takes seconds; waiting longer than this is pointless. */
const TIMEOUT_MS = 120_000

/** URL of the service and the key. */
export interface RemoteOptions {
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
