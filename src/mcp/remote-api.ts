/** The service's HTTP interface over the network, for the server that a program on somebody's desk starts. */
import { type Api, pack } from './api.ts'

/** A document takes seconds; whoever waits longer than this waits for nothing. */
const TIMEOUT_MS = 120_000

/** Where the service is and with which key. */
export interface RemoteOptions {
  /** Origin of the service. */
  url: string
  key: string
  /** How this program names itself. */
  agent: string
}

/** The service did not answer; the message names the address, never the key. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** Calls over the network. A redirect is an error: the key goes to nobody else. */
export const remoteApi =
  ({ url, key, agent }: RemoteOptions): Api =>
  async (call, signal) => {
    const packed = await pack(call)
    try {
      const answer = await fetch(new URL(packed.url, url), {
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
