/** Whoever hangs up while a call is asked about, as a database takes a moment to do, leaves nothing held behind. */
import { connect } from 'node:net'
import Fastify from 'fastify'
import { afterEach, expect, test } from 'vitest'
import type { App } from '../../../src/http/app.ts'
import { clientAbortSignal } from '../../../src/http/client-abort.ts'
import { Uploads } from '../../../src/http/upload-slots.ts'
import { installBodyLimits } from '../../../src/http/uploads.ts'

let app: App | undefined
afterEach(() => app?.close())

/** A service that asks about each call until its caller is gone. */
async function start(uploads: Uploads) {
  const seen = { begun: 0, gone: 0, aborted: [] as boolean[] }
  const made = Fastify() as unknown as App
  app = made
  made.addHook('onRequest', async (_request, reply) => {
    seen.begun += 1
    await new Promise<void>((done) => void reply.raw.once('close', done))
    seen.aborted.push(clientAbortSignal(reply).aborted)
    seen.gone += 1
  })
  installBodyLimits(made, uploads, () => ({
    form: 1_000,
    other: 1_000,
    sender: { name: 'somebody', anonymous: true },
  }))
  made.post('/', async () => 'read')
  await made.listen({ port: 0, host: '127.0.0.1' })
  const { port } = made.server.address() as { port: number }
  const begin = () => {
    const socket = connect({ port, host: '127.0.0.1' })
    socket.on('error', () => undefined)
    const head = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n'
    socket.write(`${head}Content-Length: 100\r\n\r\n{`)
    return socket
  }
  return { seen, begin }
}

test('no slot for an upload is held for a caller who is gone', async () => {
  const uploads = new Uploads(16)
  const { seen, begin } = await start(uploads)
  const callers = Array.from({ length: 30 }, begin)
  await expect.poll(() => seen.begun).toBe(30)
  for (const socket of callers) socket.resetAndDestroy()
  await expect.poll(() => seen.gone).toBe(30)
  // Whatever follows the question has happened by the next turn of the loop.
  await new Promise((done) => setImmediate(done))
  expect(uploads.running).toBe(0)
  expect(seen.aborted).toEqual(Array(30).fill(true))
})
