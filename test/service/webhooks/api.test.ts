import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FormParts, startTestApp, type TestApp } from '../../support/app.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { smallPdf } from '../../support/signing-app.ts'

let service: TestApp
let receiver: Receiver
let key = ''
const BASE = '/api/v1/webhooks'

interface Json {
  [member: string]: unknown
  id: string
  secret: string
}

beforeAll(async () => {
  service = await startTestApp({ PARAPH_WEBHOOK_PRIVATE: 'on' })
  await service.services.start()
  receiver = await startReceiver()
  key = await service.newKey('signature_pro')
})
afterAll(async () => {
  await receiver.close()
  await service.close()
})

const call = async (method: string, path: string, json?: unknown, as = key) => {
  const answer = await service.call(method, BASE + path, {
    key: as,
    ...(json !== undefined && { json }),
  })
  return { ...answer, body: answer.status === 204 ? ({} as Json) : answer.json<Json>() }
}

test('a webhook is added, listed, changed and deleted; its secret is shown once', async () => {
  const made = await call('POST', '', {
    url: receiver.url,
    events: ['document.completed'],
    description: 'ERP',
  })
  expect(made.status).toBe(201)
  expect(made.headers.location).toBe(`${BASE}/${made.body.id}`)
  expect(made.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  const seen = await call('GET', `/${made.body.id}`)
  expect(seen.body).toMatchObject({
    url: receiver.url,
    description: 'ERP',
    status: 'active',
    failures: 0,
  })
  expect(seen.body).not.toHaveProperty('secret')
  expect((await call('GET', '')).body.webhooks).toEqual([seen.body])
  const changed = await call('PATCH', `/${made.body.id}`, {
    events: null,
    status: 'disabled',
    description: null,
  })
  expect(changed.body).toMatchObject({
    events: null,
    status: 'disabled',
    disabled_reason: 'requested',
  })
  expect(changed.body).not.toHaveProperty('description')
  const back = await call('PATCH', `/${made.body.id}`, { status: 'active' })
  expect(back.body).not.toHaveProperty('disabled_reason')
  expect((await call('DELETE', `/${made.body.id}`)).status).toBe(204)
  expect((await call('GET', `/${made.body.id}`)).status).toBe(404)
})

test('what is no webhook is refused with the reason', async () => {
  for (const url of [
    'ftp://example.com',
    'https://169.254.169.254/',
    'https://user@example.com/',
    'http://8.8.8.8/',
  ]) {
    const { status, body } = await call('POST', '', { url })
    expect([url, status, body.code]).toEqual([url, 422, 'webhook_url_refused'])
  }
  for (const json of [
    {},
    { url: 'https://8.8.8.8/', events: ['nonsense'] },
    { url: 'https://8.8.8.8/', events: [] },
    { url: 'https://8.8.8.8/', more: 1 },
  ])
    expect((await call('POST', '', json)).body).toMatchObject({
      status: 422,
      code: 'validation_failed',
    })
  expect((await call('GET', '')).body.webhooks).toEqual([])
})

test('an account has at most ten, and pages walk through them', async () => {
  const own = await service.newKey('signature_pro')
  const made = await Promise.all(
    Array.from({ length: 12 }, (_, n) => call('POST', '', { url: `https://8.8.8.8/${n}` }, own)),
  )
  const counts = [201, 409].map(
    (status) => made.filter((answer) => answer.status === status).length,
  )
  expect(counts).toEqual([10, 2])
  expect(made.find(({ status }) => status === 409)?.body.code).toBe('webhook_limit_reached')
  const seen: string[] = []
  for (let cursor: unknown = ''; cursor !== undefined; ) {
    const { body } = await call(
      'GET',
      `?limit=4${cursor === '' ? '' : `&cursor=${cursor}`}`,
      undefined,
      own,
    )
    seen.push(...(body.webhooks as Json[]).map(({ id }) => id))
    cursor = body.next_cursor
  }
  expect(seen).toHaveLength(10)
  expect(new Set(seen).size).toBe(10)
})

test('events of the running service arrive by themselves; deliveries are listed, narrowed and replayed', async () => {
  const made = await call('POST', '', { url: receiver.url })
  receiver.secrets.push(made.body.secret)
  const { trails } = service.services
  const form: FormParts = [
    ['file', { filename: 'a.pdf', bytes: await smallPdf() }],
    ['signers', '[{"email":"ada@example.com"}]'],
    ['send', 'false'],
  ]
  const { id } = (await service.call('POST', '/api/v1/documents', { key, form })).json<Json>()
  await service.services.db.transaction().execute(async (trx) => {
    for (const type of ['document.sent', 'signer.invited'])
      await trails.append(trx, id, { type, actor: 'service' })
  })
  await expect.poll(() => receiver.received.length).toBe(3)
  const path = `/${made.body.id}/deliveries`
  await expect
    .poll(
      async () =>
        ((await call('GET', `${path}?status=delivered`)).body.deliveries as Json[]).length,
    )
    .toBe(3)
  const first = (await call('GET', `${path}?limit=2`)).body
  const second = (await call('GET', `${path}?limit=2&cursor=${first.next_cursor}`)).body
  const types = [...(first.deliveries as Json[]), ...(second.deliveries as Json[])].map(
    (row) => row.event_type,
  )
  expect(types).toEqual(['signer.invited', 'document.sent', 'document.created'])
  expect(second).not.toHaveProperty('next_cursor')
  const narrowed = await call('GET', `${path}?event_type=document.sent&document_id=${id}`)
  const [sent] = narrowed.body.deliveries as Json[]
  const replayed = await call('POST', `${path}/${sent?.id}/replay`)
  expect([replayed.status, replayed.body.replay_of]).toEqual([202, sent?.id])
  await expect.poll(() => receiver.received.length).toBe(4)
  for (const until of ['', '2020-13-01T00:00:00Z', '2020-01-01T00:00:00']) {
    const wrong = await call('POST', `/${made.body.id}/replay`, {
      since: '2020-01-01T00:00:00Z',
      until,
    })
    expect([wrong.status, wrong.body.errors]).toMatchObject([422, [{ pointer: '/until' }]])
  }
  const range = await call('POST', `/${made.body.id}/replay`, { since: '2020-01-01T00:00:00Z' })
  expect([range.status, range.body.replayed, range.body.more]).toEqual([202, 3, false])
  await expect.poll(() => receiver.received.length).toBe(7)
  expect((await call('POST', `${path}/dlv_00000000000000000000000000/replay`)).body.code).toBe(
    'delivery_not_found',
  )
})

test('secrets are rotated, tests are sent, and the secret for requests is returned to its account only', async () => {
  const made = await call('POST', '', { url: receiver.url })
  const rotated = await call('POST', `/${made.body.id}/rotate-secret`)
  expect(rotated.body.secret).not.toBe(made.body.secret)
  receiver.secrets = [rotated.body.secret]
  const before = receiver.received.length
  expect((await call('POST', `/${made.body.id}/test`)).body).toMatchObject({
    status: 'delivered',
    event_type: 'webhook.test',
  })
  expect(receiver.received).toHaveLength(before + 1)
  const mine = await call('GET', '/default-secret')
  expect(mine.headers['cache-control']).toBe('no-store')
  expect((await call('GET', '/default-secret')).body).toEqual(mine.body)
  const theirs = await call(
    'GET',
    '/default-secret',
    undefined,
    await service.newKey('signature_pro'),
  )
  expect(theirs.body.secret).not.toBe(mine.body.secret)
  const next = await call('POST', '/default-secret/rotate')
  expect((await call('GET', '/default-secret')).body.secret).toBe(next.body.secret)
})
