/** A receiver of webhooks: a real HTTP server that checks every delivery with the official library. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

/** What arrived and held. */
export interface Received {
  id: string
  type: string
  data: Record<string, unknown>
  body: string
  headers: IncomingMessage['headers']
  path: string
  atMs: number
}

/** How a receiver answers; the default is 204. */
export type Answer = (message: Received, response: ServerResponse) => void

/** A running receiver. */
export interface Receiver {
  url: string
  port: number
  /** Deliveries whose signature holds under one of the secrets. */
  received: Received[]
  /** Deliveries whose signature holds under none. */
  refused: number
  /** Requests that are being answered at this moment, and the most there were. */
  open: number
  mostOpen: number
  secrets: string[]
  answer: Answer
  close(): Promise<void>
}

function verified(secrets: readonly string[], body: string, headers: IncomingMessage['headers']) {
  const timestamp = Number(headers['webhook-timestamp'])
  return secrets.some((secret) => {
    // The library compares with the machine's time; where a test has moved its clock, it signs and we compare.
    if (Math.abs(timestamp - Date.now() / 1000) > 240) {
      const at = new Date(timestamp * 1000)
      const expected = new Webhook(secret).sign(String(headers['webhook-id']), at, body)
      return String(headers['webhook-signature']).split(' ').includes(expected)
    }
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>)
      return true
    } catch {
      return false
    }
  })
}

/** @param port the one of a receiver that was closed; 0: a free one */
export async function startReceiver(port = 0): Promise<Receiver> {
  const receiver: Receiver = {
    url: '',
    port: 0,
    received: [],
    refused: 0,
    open: 0,
    mostOpen: 0,
    secrets: [],
    answer: (_message, response) => void response.writeHead(204).end(),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const server = createServer((request, response) => {
    receiver.open += 1
    receiver.mostOpen = Math.max(receiver.mostOpen, receiver.open)
    response.on('close', () => {
      receiver.open -= 1
    })
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const { type, data } = JSON.parse(body) as Pick<Received, 'type' | 'data'>
      const { headers } = request
      const id = String(headers['webhook-id'])
      const message = { id, type, data, body, headers, path: request.url ?? '', atMs: Date.now() }
      if (verified(receiver.secrets, body, headers)) receiver.received.push(message)
      else receiver.refused += 1
      receiver.answer(message, response)
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  receiver.port = (server.address() as AddressInfo).port
  receiver.url = `http://127.0.0.1:${receiver.port}/hooks`
  return receiver
}
