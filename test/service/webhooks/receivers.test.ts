import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { openReceiving, type Receiving } from './fixture.ts'

let opened: Receiving
let world: Receiving['world']
let receiver: Receiver
let add: Receiving['add']
let run: Receiving['run']
let listed: Receiving['listed']

beforeEach(async () => {
  opened = await openReceiving()
  ;({ world, receiver, add, run, listed } = opened)
})
afterEach(() => opened.close())

const MINUTE = 60

/** Less than the 15 seconds of the service, and long enough for another endpoint to be served on a busy machine. */
const GIVEN_MS = 4_000

/** Says nothing; sends its headers, or its body, byte by byte. */
const SLOW: ReadonlyArray<Receiver['answer']> = [
  () => undefined,
  (_message, { socket }) => {
    const bytes = [...'HTTP/1.1 200 OK\r\ncontent-length: 100\r\n']
    const timer = setInterval(() => socket?.write(bytes.shift() ?? 'x'), 250)
    socket?.on('error', () => undefined).on('close', () => clearInterval(timer))
  },
  (_message, response) => {
    response.writeHead(200, { 'content-length': '1000' })
    const timer = setInterval(() => response.write('x'), 250)
    response.on('close', () => clearInterval(timer))
  },
]

describe('a receiver that', () => {
  const answers = async (answer: Receiver['answer']) => {
    receiver.answer = answer
    const { id } = await add()
    await world.append('doc_a', 'document.created')
    await run()
    const [delivery] = await listed(id)
    return { delivery, webhook: await world.telling.webhooks.get(world.owner, id) }
  }

  test('redirects is not followed', async () => {
    const { delivery } = await answers(
      ({ path }, response) =>
        void response.writeHead(path === '/hooks' ? 307 : 200, { location: '/elsewhere' }).end(),
    )
    expect(receiver.received.map(({ path }) => path)).toEqual(['/hooks'])
    expect(delivery).toMatchObject({
      status: 'pending',
      response_status: 307,
      error: expect.stringContaining('redirects'),
    })
  })

  test.each([301, 302, 303, 307, 308])(
    'redirects to an address inside with %i reaches nobody there',
    async (status) => {
      const inside = await startReceiver()
      await answers(
        (_message, response) => void response.writeHead(status, { location: inside.url }).end(),
      )
      expect(receiver.received).toHaveLength(1)
      expect([inside.received.length, inside.refused, inside.mostOpen]).toEqual([0, 0, 0])
      await inside.close()
    },
  )

  test('returns 410 receives nothing more', async () => {
    const { delivery, webhook } = await answers(
      (_message, response) => void response.writeHead(410).end(),
    )
    expect(webhook).toMatchObject({
      status: 'disabled',
      disabled_reason: 'gone',
      disabled_at: expect.any(String),
    })
    expect(delivery).toMatchObject({ status: 'failed', attempts: 1, response_status: 410 })
    await world.append('doc_a', 'document.sent')
    expect(await run()).toBe(0)
  })

  test('asks to be left alone for a time is, for all its events', async () => {
    const { webhook } = await answers(
      (_message, response) => void response.writeHead(429, { 'retry-after': '120' }).end(),
    )
    expect(Date.parse(webhook.paused_until ?? '') - world.clock.now()).toBe(120_000)
    await world.append('doc_b', 'document.created')
    world.clock.advance(119)
    expect(await run()).toBe(0)
    receiver.answer = (_message, response) => void response.writeHead(200).end()
    world.clock.advance(14)
    expect(await run()).toBe(2)
  })

  test('sends without end is cut off, and what it said counts', async () => {
    let sent = 0
    const { delivery } = await answers((_message, response) => {
      response.writeHead(200)
      const timer = setInterval(() => {
        sent += 1_000
        response.write('x'.repeat(1_000))
      }, 1)
      response.on('close', () => clearInterval(timer))
    })
    expect(delivery).toMatchObject({ status: 'delivered', response_status: 200 })
    expect(delivery?.duration_ms).toBeLessThan(14_000)
    expect(sent).toBeLessThan(5_000_000)
  })

  test('closes without an answer has failed', async () => {
    const { delivery } = await answers((_message, response) => void response.destroy())
    expect(delivery).toMatchObject({ status: 'pending', attempts: 1, error: expect.any(String) })
    expect(delivery).not.toHaveProperty('response_status')
  })

  test('hangs, or sends its headers or its body byte by byte, is given its time, and others are served meanwhile', async () => {
    await opened.close()
    opened = await openReceiving(GIVEN_MS)
    ;({ world, receiver, add, run, listed } = opened)
    const delivered = async (answer?: Receiver['answer']) => {
      const one = await startReceiver()
      if (answer !== undefined) one.answer = answer
      const { id, secret } = await world.telling.webhooks.create(world.owner, { url: one.url })
      one.secrets.push(secret)
      return { one, id }
    }
    const slow = await Promise.all(SLOW.map(delivered))
    const quick = await delivered()
    await world.append('doc_a', 'document.created')
    const begun = performance.now()
    let over = false
    const running = run().then(() => {
      over = true
    })
    await expect.poll(() => quick.one.received.length).toBe(1)
    expect(over).toBe(false)
    await running
    expect(performance.now() - begun).toBeGreaterThan(GIVEN_MS - 100)
    const deliveries = await Promise.all(slow.map(async ({ id }) => (await listed(id))[0]))
    expect(deliveries.map((delivery) => delivery?.status)).toEqual([
      'pending',
      'pending',
      // It said that it has it: that its body does not end changes nothing.
      'delivered',
    ])
    for (const { one } of [...slow, quick]) await one.close()
  })
})

describe('a dead receiver', () => {
  const kill = async (documents: number) => {
    const { id } = await add()
    receiver.answer = (_message, response) => void response.writeHead(500).end()
    for (let index = 0; index < documents; index++) {
      await world.document(`doc_k${index}`)
      await world.append(`doc_k${index}`, 'document.created')
    }
    return id
  }
  const attempts = async () =>
    (await world.db.selectFrom('webhook_deliveries').select('attempts').execute()).reduce(
      (sum, row) => sum + row.attempts,
      0,
    )

  test('gets a few tries and then one at a time, with pauses: no storm', async () => {
    const id = await kill(100)
    await run()
    const first = await attempts()
    expect(first).toBeLessThanOrEqual(8)
    expect(receiver.mostOpen).toBeLessThanOrEqual(4)
    expect(await world.telling.webhooks.get(world.owner, id)).toMatchObject({
      status: 'active',
      paused_until: expect.any(String),
    })
    expect(await run()).toBe(0)
    world.clock.advance(30 * MINUTE)
    expect(await run()).toBe(1)
  })

  test('gets everything once it is back', async () => {
    const id = await kill(60)
    await run()
    for (let hour = 0; hour < 2; hour++) {
      world.clock.advance(70 * MINUTE)
      await run()
    }
    receiver.answer = (_message, response) => void response.writeHead(200).end()
    world.clock.advance(70 * MINUTE)
    await run()
    expect(await world.telling.pending()).toBe(0)
    expect(await world.telling.webhooks.get(world.owner, id)).toMatchObject({ failures: 0 })
  })

  test('is disabled after five days, and what waited can be replayed in its order', async () => {
    const id = await kill(1)
    await world.append('doc_k0', 'document.sent')
    await run()
    for (let index = 0; index < 60; index++) {
      world.clock.advance(3 * 3_600)
      await world.append('doc_k0', 'signer.reminded', { index })
      await run()
    }
    const webhook = await world.telling.webhooks.get(world.owner, id)
    expect(webhook).toMatchObject({ status: 'disabled', disabled_reason: 'failing' })
    expect(await world.telling.pending()).toBe(0)
    const since = world.clock.now()
    receiver.answer = (_message, response) => void response.writeHead(200).end()
    await expect(
      world.telling.webhooks.replayRange(world.owner, id, { since: new Date(0).toISOString() }),
    ).rejects.toMatchObject({ code: 'validation_failed' })
    await world.telling.webhooks.change(world.owner, id, { status: 'active' })
    const { replayed, more } = await world.telling.webhooks.replayRange(world.owner, id, {
      since: new Date(0).toISOString(),
      status: 'failed',
    })
    expect(more).toBe(false)
    await run()
    const again = (await listed(id)).filter(({ replay_of }) => replay_of !== undefined).reverse()
    expect(again).toHaveLength(replayed)
    expect(again.every(({ status }) => status === 'delivered')).toBe(true)
    expect(again.map(({ event_type }) => event_type).slice(0, 3)).toEqual([
      'document.created',
      'document.sent',
      'signer.reminded',
    ])
    expect(Date.parse(again[0]?.created_at ?? '')).toBe(since)
  })

  test('is tried ten times for one event, over about three days', async () => {
    const { id } = await add()
    let calls = 0
    receiver.answer = (_message, response) => {
      calls += 1
      response.writeHead(500).end()
    }
    await world.append('doc_a', 'document.created')
    const start = world.clock.now()
    let ended = 0
    for (let round = 0; round < 400 && ended === 0; round++) {
      await run()
      if ((await world.telling.pending()) === 0) ended = world.clock.now()
      world.clock.advance(15 * MINUTE)
    }
    expect(calls).toBe(10)
    expect((ended - start) / 86_400_000).toBeGreaterThan(3)
    expect((ended - start) / 86_400_000).toBeLessThan(3.8)
    expect(await listed(id)).toMatchObject([{ status: 'failed', attempts: 10 }])
  })
})
