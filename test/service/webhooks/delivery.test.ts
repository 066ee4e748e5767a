import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { Receiver } from '../../support/receiver.ts'
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

const delivered = () => receiver.received.map(({ type, data }) => `${data.document_id} ${type}`)
const MINUTE = 60
const signedIn = (headers: Receiver['received'][number]['headers'] | undefined) => ({
  'webhook-id': headers?.['webhook-id'],
  'webhook-timestamp': headers?.['webhook-timestamp'],
  'webhook-signature': headers?.['webhook-signature'],
})

test('an event arrives as Standard Webhooks 1.0 says, with the document and the signer', async () => {
  const { id } = await add()
  await world.append('doc_a', 'signer.opened', { signer_id: 'sgr_1', attempts_left: 2 })
  expect(await run()).toBe(1)
  const [message] = receiver.received
  const entry = (await world.trails.read('doc_a'))?.entries[0]
  expect(JSON.parse(message?.body ?? '')).toEqual({
    type: 'signer.opened',
    timestamp: entry?.at,
    data: {
      event_id: message?.id,
      document_id: 'doc_a',
      signer_id: 'sgr_1',
      trail: { seq: 1, hash: entry?.hash },
      details: { attempts_left: 2 },
      document: expect.objectContaining({ id: 'doc_a', name: 'Contract', status: 'pending' }),
      signer: { id: 'sgr_1', email: 'a@example.com', status: 'invited' },
    },
  })
  expect(message?.headers).toMatchObject({
    'content-type': 'application/json',
    'user-agent': 'Paraph-Webhooks/0',
    'webhook-id': expect.stringMatching(/^evt_/),
    'webhook-timestamp': String(Math.floor(world.clock.now() / 1000)),
    'webhook-signature': expect.stringMatching(/^v1,[A-Za-z0-9+/]{43}=$/),
  })
  expect(await listed(id)).toMatchObject([
    {
      status: 'delivered',
      attempts: 1,
      response_status: 204,
      request_headers: signedIn(message?.headers),
    },
  ])
})

test('the log has what the last attempt was signed with, and nothing before the first', async () => {
  const { id } = await add()
  receiver.answer = (_message, response) => void response.writeHead(500).end()
  await world.append('doc_a', 'document.created')
  await world.append('doc_a', 'document.sent')
  await run()
  world.clock.advance(MINUTE)
  await run()
  const [waiting, tried] = await listed(id)
  const [first, second] = receiver.received
  expect(tried).toMatchObject({ attempts: 2, request_headers: signedIn(second?.headers) })
  expect(signedIn(second?.headers)).not.toEqual(signedIn(first?.headers))
  expect(waiting).toMatchObject({ attempts: 0, event_type: 'document.sent' })
  expect(waiting).not.toHaveProperty('request_headers')
})

test('only events that were subscribed to are sent, and what is internal never is', async () => {
  await add({ events: ['document.sent'] })
  for (const type of ['document.created', 'document.sent', 'message.sent', 'signature.intended'])
    await world.append('doc_a', type)
  await run()
  expect(delivered()).toEqual(['doc_a document.sent'])
})

test("another account's events are not sent", async () => {
  await add()
  await world.document('doc_z', (await world.caller('signature_pro')).account.id)
  await world.append('doc_z', 'document.sent')
  await run()
  expect(receiver.received).toEqual([])
})

test('a large document is cut down to less than 20 kB, and says so', async () => {
  await add()
  world.facts.set('doc_a', { metadata: { note: 'x'.repeat(30_000) } })
  const signers = Array.from({ length: 500 }, (_, n) => ({
    id: `sgr_${n}`,
    email: `${n}@example.com`,
    status: 'waiting',
  }))
  world.facts.set('doc_b', { signers })
  await world.append('doc_a', 'document.sent')
  await world.append('doc_b', 'document.sent')
  await run()
  expect(delivered().sort()).toEqual(['doc_a document.sent', 'doc_b document.sent'])
  for (const { body, data } of receiver.received) {
    expect(Buffer.byteLength(body)).toBeLessThan(20_000)
    expect(data).toMatchObject({ truncated: true, document: { name: 'Contract' } })
  }
})

test('a failure is tried again with the same webhook-id, and later events of the document wait', async () => {
  const { id } = await add()
  let broken = true
  receiver.answer = ({ data }, response) =>
    void response.writeHead(broken && data.document_id === 'doc_a' ? 500 : 200).end('sorry')
  await world.append('doc_a', 'document.created')
  await world.append('doc_a', 'document.sent')
  await world.append('doc_b', 'document.created')
  await run()
  // The other document is not held up.
  expect(delivered().sort()).toEqual(['doc_a document.created', 'doc_b document.created'])
  world.clock.advance(4)
  expect(await run()).toBe(0)
  world.clock.advance(2)
  expect(await run()).toBe(1)
  expect(await listed(id)).toMatchObject([
    { event_type: 'document.created', document_id: 'doc_b', status: 'delivered' },
    { event_type: 'document.sent', status: 'pending', attempts: 0 },
    {
      event_type: 'document.created',
      status: 'pending',
      attempts: 2,
      response_status: 500,
      error: 'the response was 500',
      response_excerpt: 'sorry',
    },
  ])
  broken = false
  world.clock.advance(6 * MINUTE)
  await run()
  const ofA = receiver.received.filter(({ data }) => data.document_id === 'doc_a')
  expect(ofA.map(({ type }) => type.slice(9))).toEqual(['created', 'created', 'created', 'sent'])
  expect(new Set(ofA.map(({ id }) => id)).size).toBe(2)
})

test('a clock that is set back an hour has no delivery wait for that hour', async () => {
  const { id } = await add()
  receiver.answer = (_message, response) => void response.writeHead(500).end()
  await world.append('doc_a', 'document.created')
  await run()
  await world.append('doc_b', 'document.created')
  await world.telling.dispatcher.close()
  world.telling = world.reopen()
  world.clock.advance(-60 * MINUTE)
  receiver.answer = (_message, response) => void response.writeHead(204).end()
  const { dispatcher } = world.telling
  expect(await dispatcher.runDue()).toBe(1)
  world.clock.advance(6)
  expect(await dispatcher.runDue()).toBe(1)
  expect(await listed(id)).toMatchObject([
    { status: 'delivered', attempts: 1 },
    { status: 'delivered', attempts: 2 },
  ])
})

test('with many documents at once, each document’s events stay in their order', async () => {
  await add()
  const ids = Array.from({ length: 12 }, (_, index) => `doc_m${index}`)
  for (const id of ids) await world.document(id)
  const accepted: string[] = []
  receiver.answer = ({ type, data }, response) =>
    void setTimeout(() => {
      const ok = Math.random() > 0.1
      if (ok) accepted.push(`${data.document_id} ${type.slice(9)}`)
      response.writeHead(ok ? 200 : 503).end()
    }, Math.random() * 5)
  const types = ['created', 'sent', 'completed', 'declined', 'expired', 'failed']
  for (const type of types) for (const id of ids) await world.append(id, `document.${type}`)
  for (let round = 0; round < 40; round++) {
    await run()
    if ((await world.telling.pending()) === 0) break
    world.clock.advance(3 * 3_600)
  }
  expect(receiver.refused).toBe(0)
  for (const id of ids)
    expect(accepted.filter((one) => one.startsWith(`${id} `))).toEqual(
      types.map((type) => `${id} ${type}`),
    )
}, 60_000)

test('what was not written down before a crash is sent again by the next process, once more and no other', async () => {
  await add()
  await world.append('doc_a', 'document.created')
  let answered = 0
  // The answer comes, and this process dies before it can write it down.
  receiver.answer = (_message, response) => {
    answered += 1
    if (answered === 1) {
      void world.telling.close()
      return
    }
    response.writeHead(200).end()
  }
  await run()
  const next = world.reopen()
  expect(await next.dispatcher.runDue()).toBe(1)
  expect(await next.dispatcher.runDue()).toBe(0)
  await next.close()
  expect(receiver.received.map(({ id }) => id)).toHaveLength(2)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
})

test('rows that were made but never sent, such as before a crash, are sent at the next start', async () => {
  await add()
  await world.append('doc_a', 'document.created')
  await world.telling.close()
  // The poll of every second never fires: the append itself wakes the dispatcher.
  const looking = vi
    .spyOn(globalThis, 'setInterval')
    .mockImplementationOnce(() => setTimeout(() => undefined, 0))
  const next = world.reopen()
  next.start()
  expect(looking.mock.calls.map(([, ms]) => ms)).toEqual([1_000])
  looking.mockRestore()
  await expect.poll(delivered).toEqual(['doc_a document.created'])
  // On PostgreSQL readers wait for what is being written: here the result of the first.
  const waiting = () =>
    world.db.selectFrom('webhook_deliveries').select('id').where('status', '=', 'pending').execute()
  await expect.poll(waiting).toEqual([])
  await world.append('doc_a', 'document.sent')
  await expect.poll(delivered).toHaveLength(2)
  await next.close()
})

test('after a rotation both secrets sign for 24 hours, then the new one alone', async () => {
  const { id, secret: old } = await add()
  const { secret, previous_expires_at } = await world.telling.webhooks.rotate(world.owner, id)
  expect(Date.parse(previous_expires_at) - world.clock.now()).toBe(86_400_000)
  await world.append('doc_a', 'document.created')
  for (const one of [old, secret]) {
    receiver.secrets = [one]
    await run()
    await world.append('doc_a', 'document.sent')
  }
  expect(receiver.received).toHaveLength(2)
  expect(receiver.received[0]?.headers['webhook-signature']).toMatch(/^v1,\S{44} v1,\S{44}$/)
  world.clock.advance(86_401)
  await run()
  expect(receiver.received.at(-1)?.headers['webhook-signature']).toMatch(/^v1,\S{44}$/)
  const rows = await world.db.selectFrom('webhook_secrets').select('sealed').execute()
  expect(rows).toHaveLength(2)
  expect(await world.telling.webhooks.rotate(world.owner, id)).toBeDefined()
  expect(await world.db.selectFrom('webhook_secrets').select('id').execute()).toHaveLength(2)
  for (const { sealed } of rows) {
    expect(sealed.includes(Buffer.from(secret))).toBe(false)
    expect(sealed.includes(Buffer.from(secret.slice(6), 'base64'))).toBe(false)
  }
})

test('a replay sends the same body and webhook-id once more, behind what waits for the document', async () => {
  const { id } = await add()
  await world.append('doc_a', 'document.created')
  await run()
  const [first] = await listed(id)
  const again = await world.telling.webhooks.replay(world.owner, id, first?.id ?? '')
  expect(again).toMatchObject({
    status: 'pending',
    replay_of: first?.id,
    event_id: first?.event_id,
  })
  await run()
  const [one, two] = receiver.received
  expect([two?.id, two?.body]).toEqual([one?.id, one?.body])
  await expect(
    world.telling.webhooks.replay(world.owner, id, 'dlv_00000000000000000000000000'),
  ).rejects.toMatchObject({ code: 'delivery_not_found' })
})

test('a test event is sent at once, also to a disabled webhook, and the answer says how it went', async () => {
  const { id } = await add()
  await world.telling.webhooks.change(world.owner, id, { status: 'disabled' })
  const good = await world.telling.webhooks.test(world.owner, id)
  expect(good).toMatchObject({
    event_type: 'webhook.test',
    status: 'delivered',
    response_status: 204,
  })
  receiver.answer = (_message, response) => void response.writeHead(400).end('no such hook')
  const bad = await world.telling.webhooks.test(world.owner, id)
  expect(bad).toMatchObject({
    status: 'failed',
    response_status: 400,
    response_excerpt: 'no such hook',
  })
  expect(receiver.received.map(({ type }) => type)).toEqual(['webhook.test', 'webhook.test'])
  expect(await run()).toBe(0)
})

describe('the address that a request brings along', () => {
  const bring = (secret?: string) =>
    world.db.transaction().execute((db) =>
      world.telling.requests.addForDocument(db, {
        accountId: world.owner.account.id,
        documentId: 'doc_a',
        mode: 'live',
        url: receiver.url,
        secret,
      }),
    )

  test('receives events of its document only, signed by the account’s secret, and not counted', async () => {
    const id = await bring()
    receiver.secrets = [(await world.telling.webhooks.defaultSecret(world.owner)).secret]
    await world.append('doc_a', 'document.sent')
    await world.append('doc_b', 'document.sent')
    await run()
    expect(delivered()).toEqual(['doc_a document.sent'])
    const page = { cursor: undefined, limit: 10, documentId: undefined }
    expect((await world.telling.webhooks.list(world.owner, page)).webhooks).toEqual([])
    const ofDocument = await world.telling.webhooks.list(world.owner, {
      ...page,
      documentId: 'doc_a',
    })
    expect(ofDocument.webhooks).toMatchObject([{ id, document_id: 'doc_a' }])
    expect(await listed(id)).toHaveLength(1)
  })

  test('is signed by a secret of its own where one is given', async () => {
    const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`
    await bring(secret)
    receiver.secrets = [secret]
    await world.append('doc_a', 'document.sent')
    await run()
    expect(delivered()).toEqual(['doc_a document.sent'])
    await expect(bring('whsec_short')).rejects.toMatchObject({ code: 'validation_failed' })
  })

  test('that cannot be a webhook fails the request with it', async () => {
    const address = {
      accountId: world.owner.account.id,
      documentId: 'doc_b',
      mode: 'live' as const,
      url: 'https://169.254.169.254/',
    }
    await expect(
      world.db.transaction().execute((db) => world.telling.requests.addForDocument(db, address)),
    ).rejects.toMatchObject({ code: 'webhook_url_refused' })
  })
})

test('what ended 30 days ago is forgotten, what is pending is not', async () => {
  const { id } = await add()
  await world.append('doc_a', 'document.created')
  await run()
  world.clock.advance(31 * 86_400)
  world.telling.start()
  await expect.poll(async () => (await listed(id)).length).toBe(0)
  expect(await world.db.selectFrom('webhook_events').select('id').execute()).toEqual([])
})
