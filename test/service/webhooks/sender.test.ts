import { createServer, type Server } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Resolver } from '../../../src/egress/addresses.ts'
import { Sender } from '../../../src/webhooks/sender.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'

let receiver: Receiver
beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(() => receiver.close())

const BODY = '{"type":"t","timestamp":"x","data":{}}'
/** Answers with one list after the other and then with the last one; counts how often it is asked. */
function resolving(...answers: string[][]) {
  const resolver = {
    asked: [] as string[],
    async resolve(host: string) {
      resolver.asked.push(host)
      const addresses = answers.length > 1 ? answers.shift() : answers[0]
      return (addresses ?? []).map((address) => ({
        address,
        family: address.includes(':') ? (6 as const) : (4 as const),
      }))
    },
  }
  return resolver
}
const sender = (resolver: Resolver, privateAllowed = false, timeoutMs?: number) =>
  new Sender({ resolver, privateAllowed, nowMs: () => Date.now(), timeoutMs })
const REFUSED = expect.objectContaining({ code: 'webhook_url_refused' })
const calls = () => receiver.received.length + receiver.refused

test('a name that led to a public host and then leads here is refused when it is sent', async () => {
  const resolver = resolving(['93.184.216.34'], ['127.0.0.1'])
  const rebound = sender(resolver)
  const url = `https://rebind.example.com:${receiver.port}/`
  await rebound.check(url)
  const outcome = await rebound.send(url, BODY, {})
  expect(outcome).toMatchObject({ status: null, error: expect.stringContaining('public internet') })
  expect([calls(), resolver.asked.length]).toEqual([0, 2])
})

test('a name is looked up once, and the connection is made to the address that was checked', async () => {
  // The second answer is what a rebinding name server would give to whoever asks again.
  const resolver = resolving(['127.0.0.1'], ['169.254.169.254'])
  const outcome = await sender(resolver, true).send(
    `http://rebind.example.com:${receiver.port}/hooks`,
    BODY,
    {},
  )
  expect(outcome).toMatchObject({ status: 204, error: null })
  expect([calls(), resolver.asked]).toEqual([1, ['rebind.example.com']])
})

test('a name with one private address among public ones is refused', async () => {
  const mixed = resolving(['93.184.216.34', '10.0.0.1'])
  await expect(sender(mixed).check('https://mixed.example.com/')).rejects.toEqual(REFUSED)
  expect((await sender(mixed).send('https://mixed.example.com/', BODY, {})).status).toBeNull()
})

test.each(['::ffff:127.0.0.1', '64:ff9b::7f00:1', '2002:7f00:1::', 'fe80::1', 'fd00::1', '::1'])(
  'a name that leads to %s is refused',
  async (address) => {
    await expect(sender(resolving([address])).check('https://v6.example.com/')).rejects.toEqual(
      REFUSED,
    )
  },
)

test('a name that cannot be resolved now is taken, and sending says so', async () => {
  const failing: Resolver = {
    resolve: async () => {
      throw Object.assign(new Error('no such host'), { code: 'ENOTFOUND' })
    },
  }
  await expect(sender(failing).check('https://later.example.com/')).resolves.toBeUndefined()
  const outcome = await sender(failing).send('https://later.example.com/', BODY, {})
  expect(outcome).toMatchObject({ status: null, error: 'the host name does not exist' })
})

test('an address that is a literal is never looked up', async () => {
  const resolver = resolving(['93.184.216.34'])
  await expect(sender(resolver).check('https://2130706433/')).rejects.toEqual(REFUSED)
  expect((await sender(resolver, true).send(receiver.url, BODY, {})).status).toBe(204)
  expect(resolver.asked).toEqual([])
})

test('a row that was written when more was allowed is checked like any other', async () => {
  const outcome = await sender(resolving(['93.184.216.34'])).send(receiver.url, BODY, {})
  expect(outcome).toMatchObject({ status: null, error: expect.stringContaining('https://') })
  expect(calls()).toBe(0)
})

test('our own stop ends a request at once', async () => {
  receiver.answer = () => undefined
  const stop = new AbortController()
  const begun = performance.now()
  const sending = sender(resolving([]), true).send(receiver.url, BODY, {}, stop.signal)
  await expect.poll(calls).toBe(1)
  stop.abort()
  expect((await sending).status).toBeNull()
  // It would be given 15 seconds.
  expect(performance.now() - begun).toBeLessThan(14_000)
  await expect.poll(() => receiver.open).toBe(0)
})

test('an attempt has 15 seconds, and a name server that never answers has no more', async () => {
  const stuck: Resolver = { resolve: () => new Promise(() => undefined) }
  expect(sender(stuck).timeoutMs).toBe(15_000)
  const outcome = await sender(stuck, false, 500).send('https://stuck.example.com/', BODY, {})
  expect(outcome.error).toBe('no answer within 0.5 s')
})

test('what is no HTTP, and headers without end, are failures and nothing more', async () => {
  const speak = (text: string): Promise<Server> =>
    new Promise((resolve) => {
      const server = createServer((socket) => {
        socket.on('error', () => undefined)
        socket.once('data', () => socket.write(text))
      })
      server.listen(0, '127.0.0.1', () => resolve(server))
    })
  const endless = `HTTP/1.1 200 OK\r\n${'x-a: b\r\n'.repeat(20_000)}`
  for (const text of ['220 mail.example.com ESMTP\r\n', endless]) {
    const server = await speak(text)
    const { port } = server.address() as { port: number }
    const outcome = await sender(resolving([]), true).send(`http://127.0.0.1:${port}/`, BODY, {})
    expect(outcome).toMatchObject({ status: null, error: expect.any(String) })
    server.close()
  }
})
