/** A server that runs as a process, as far as a {@link Visitor} of its console needs it. */
import type { Visited } from './console-visitor.ts'

interface Asked {
  method: string
  url: string
  headers: Record<string, string>
  payload?: string | Buffer
}

async function ask(origin: string, { method, url, headers, payload }: Asked) {
  const body = typeof payload === 'string' ? payload : payload && new Uint8Array(payload)
  const answer = await fetch(`${origin}${url}`, {
    method,
    headers,
    redirect: 'manual',
    ...(body !== undefined && { body }),
  })
  return {
    statusCode: answer.status,
    headers: { ...Object.fromEntries(answer.headers), 'set-cookie': answer.headers.getSetCookie() },
    rawPayload: Buffer.from(await answer.arrayBuffer()),
  }
}

/** Reached over HTTP; its outbox must have pages, and of an account nothing but its address is known. */
export function remoteApp(origin: string): Visited {
  const list = async () => {
    const answer = await fetch(`${origin}/dev/outbox.json`)
    return ((await answer.json()) as { messages: unknown[] }).messages
  }
  const findAccount = async (email: string) => ({ id: email })
  return {
    app: { inject: (asked: Asked) => ask(origin, asked) },
    outbox: { list },
    accounts: { accounts: { findAccount } },
  } as unknown as Visited
}
