import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { callerOf, installGuard } from '../../../src/accounts/guard.ts'
import type { Access } from '../../../src/accounts/rate-limiter.ts'
import { accountRoutes } from '../../../src/accounts/routes.ts'
import type { App } from '../../../src/http/app.ts'
import { createLog } from '../../../src/http/log.ts'
import { createHttpServer } from '../../../src/http/server.ts'
import { NOTHING_HELD } from '../../support/storage.ts'
import { openWorld, type World } from './fixture.ts'

let world: World
let app: App
let bodiesRead = 0

const documents: Access = { interface: 'documents', metered: 'documents' }
const sends: Access = { interface: 'signature', metered: 'signatures' }

/** Ends the requests that wait in `/slow`. */
let finish: () => void = () => {}

beforeEach(async () => {
  world = await openWorld()
  bodiesRead = 0
  app = createHttpServer({
    clock: world.clock,
    log: createLog('silent'),
    bodyBytesMax: 1_000_000,
    requestTimeoutMs: 10_000,
    trustedProxies: 0,
  })
  installGuard(app, world)
  app.addHook('preHandler', async () => {
    bodiesRead += 1
  })
  app.post('/render', { config: { access: documents } }, async (request) =>
    world.quota.spend(callerOf(request), 'documents', async () => ({ ok: true })),
  )
  app.post('/slow', { config: { access: documents } }, async () => {
    await new Promise<void>((resolve) => {
      const before = finish
      finish = () => {
        before()
        resolve()
      }
    })
    return { ok: true }
  })
  app.post('/send', { config: { access: sends } }, async () => ({ ok: true }))
  app.get('/list', { config: { access: { interface: 'signature' } } }, async () => ({ ok: true }))
  app.get('/open', { config: { access: 'public' } }, async (request) => ({
    caller: request.caller,
  }))
  await app.register(accountRoutes, { ...world, storageOf: async () => NOTHING_HELD })
  await app.ready()
})
afterEach(async () => {
  finish()
  finish = () => {}
  await app.close()
  await world.close()
})

const call = (secret: string | undefined, url = '/render', remoteAddress = '192.0.2.1') =>
  app.inject({
    method: url === '/usage' || url === '/list' || url === '/open' ? 'GET' : 'POST',
    url,
    remoteAddress,
    headers: secret === undefined ? {} : { 'x-api-key': secret },
  })

describe('the access rules', () => {
  test('accepts a valid key and states the limits in every response', async () => {
    const { secret } = await world.key('free')
    const answer = await call(secret)
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['ratelimit-policy']).toBe(
      '"documents-month";q=20;w=2592000, "requests-minute";q=5;w=60',
    )
    const untilDecember = (Date.parse('2026-12-01') - world.clock.ms) / 1000
    expect(answer.headers.ratelimit).toBe(
      `"documents-month";r=19;t=${untilDecember}, "requests-minute";r=4;t=60`,
    )
  })

  test.each([
    ['no key', undefined, 'api_key_missing'],
    ['an empty key', '', 'api_key_missing'],
    ['a text that is no key', 'secret', 'api_key_invalid'],
    ['a key of another service', `sk_live_${'a'.repeat(38)}`, 'api_key_invalid'],
  ])('refuses %s with 401 and names the scheme', async (_what, secret, code) => {
    const answer = await call(secret)
    expect(answer.statusCode).toBe(401)
    expect(answer.json().code).toBe(code)
    expect(answer.headers['content-type']).toContain('application/problem+json')
    expect(answer.headers['www-authenticate']).toContain('X-API-Key')
    expect(answer.headers.ratelimit).toMatch(/^"(wrong-keys|public-calls)-minute";r=\d+;t=\d+$/)
    expect(bodiesRead).toBe(0)
  })

  test('refuses a key whose plan lacks the interface with 403', async () => {
    const documentsOnly = await world.key('documents_pro')
    const signatureOnly = await world.key('signature_pro')
    for (const [secret, url] of [
      [documentsOnly.secret, '/send'],
      [signatureOnly.secret, '/render'],
    ] as const) {
      const answer = await call(secret, url)
      expect(answer.statusCode).toBe(403)
      expect(answer.json().code).toBe('plan_lacks_interface')
    }
    const { secret } = await world.key('free')
    expect((await call(secret, '/send')).statusCode).toBe(200)
    expect((await call(secret, '/render')).statusCode).toBe(200)
  })

  test('leaves public routes open and gives them no caller', async () => {
    const answer = await call(undefined, '/open')
    expect(answer.json()).toEqual({ caller: null })
    expect(answer.headers.ratelimit).toBe('"public-calls-minute";r=599;t=60')
  })

  test('does not open when a described route forgot to say who may call it', () => {
    const other = createHttpServer({
      clock: world.clock,
      log: createLog('silent'),
      bodyBytesMax: 1,
      requestTimeoutMs: 1_000,
      trustedProxies: 0,
    })
    installGuard(other, world)
    expect(() => other.get('/forgotten', async () => ({}))).toThrow('who may call it')
  })
})

describe('requests per minute', () => {
  test('are refused with 429 from the sixth on and free again one by one', async () => {
    const { secret } = await world.key('free')
    for (let made = 0; made < 5; made++) {
      expect((await call(secret)).statusCode).toBe(200)
      world.clock.advance(10)
    }
    const refused = await call(secret)
    expect(refused.statusCode).toBe(429)
    expect(refused.json().code).toBe('rate_limited')
    expect(refused.headers['retry-after']).toBe('10')
    expect(refused.headers.ratelimit).toContain('"requests-minute";r=0;t=10')
    world.clock.advance(10)
    expect((await call(secret)).statusCode).toBe(200)
    expect((await call(secret)).statusCode).toBe(429)
  })

  test('cost no quota when they are refused', async () => {
    const { secret } = await world.key('free')
    for (let made = 0; made < 9; made++) await call(secret)
    const caller = await world.authenticator.authenticate(secret)
    expect((await world.quota.state(caller, 'documents')).used).toBe(5)
  })

  test('are each key’s own', async () => {
    const one = await world.key('free')
    const other = await world.key('free')
    for (let made = 0; made < 6; made++) await call(one.secret)
    expect((await call(other.secret)).statusCode).toBe(200)
  })

  test('limit sends of signature requests to 30 and not the other signature calls', async () => {
    const { secret } = await world.key('signature_free')
    const answers = await Promise.all(Array.from({ length: 31 }, () => call(secret, '/send')))
    expect(answers.filter((one) => one.statusCode === 200)).toHaveLength(30)
    const lists = await Promise.all(Array.from({ length: 40 }, () => call(secret, '/list')))
    expect(new Set(lists.map((one) => one.statusCode))).toEqual(new Set([200]))
    expect(lists[0]?.headers['ratelimit-policy']).toBe(
      '"signatures-month";q=10;w=2592000, "reads-minute";q=600;w=60',
    )
  })
})

describe('simultaneous requests', () => {
  test('are refused beyond the plan’s number and the place is free after the answer', async () => {
    const { secret } = await world.key('documents_starter')
    const running = [call(secret, '/slow'), call(secret, '/slow')]
    await new Promise((resolve) => setTimeout(resolve, 50))
    const refused = await call(secret)
    expect(refused.statusCode).toBe(429)
    expect(refused.json().code).toBe('concurrency_limited')
    expect(refused.headers['retry-after']).toBe('1')
    expect(refused.headers.ratelimit).toContain('"requests-minute";r=8')
    finish()
    for (const one of running) expect((await one).statusCode).toBe(200)
    expect((await call(secret)).statusCode).toBe(200)
    const caller = await world.authenticator.authenticate(secret)
    expect(await world.rateLimiter.running(caller)).toBe(0)
  })

  test('give their place back when the caller hangs up or the rate refuses', async () => {
    const { secret } = await world.key('free')
    const caller = await world.authenticator.authenticate(secret)
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const abort = new AbortController()
    const hung = fetch(`${address}/slow`, {
      method: 'POST',
      headers: { 'x-api-key': secret },
      signal: abort.signal,
    })
    await expect.poll(() => world.rateLimiter.running(caller)).toBe(1)
    abort.abort()
    await expect(hung).rejects.toThrow()
    await expect.poll(() => world.rateLimiter.running(caller)).toBe(0)
    for (let made = 0; made < 8; made++) await call(secret)
    expect(await world.rateLimiter.running(caller)).toBe(0)
  })
})

describe('guessing keys', () => {
  test('is stopped after 1,000 wrong keys in a minute from one address only', async () => {
    const { secret } = await world.key('free')
    for (let made = 0; made < 1000; made++) expect((await call('wrong')).statusCode).toBe(401)
    const refused = await call('wrong')
    expect(refused.statusCode).toBe(429)
    expect(refused.json().code).toBe('rate_limited')
    expect(Number(refused.headers['retry-after'])).toBe(60)
    expect((await call(secret, '/render', '192.0.2.2')).statusCode).toBe(200)
    world.clock.advance(60)
    expect((await call('wrong')).statusCode).toBe(401)
  })
})

describe('GET /usage', () => {
  test('returns every counter and limit and uses nothing of the plan', async () => {
    const { secret, id } = await world.key('free')
    await call(secret)
    await call(secret)
    await call(secret, '/send')
    const answers = await Promise.all(Array.from({ length: 10 }, () => call(secret, '/usage')))
    const [answer] = answers
    expect(answers.every((one) => one.statusCode === 200)).toBe(true)
    expect(answer?.headers['ratelimit-policy']).toBe('"account-minute";q=60;w=60')
    expect(answer?.json()).toEqual({
      storage: NOTHING_HELD,
      key: { id, name: 'test', mode: 'live' },
      plan: { id: 'free', title: 'Free', availability: null },
      month: '2026-11',
      resets_at: '2026-12-01T00:00:00.000Z',
      monthly: {
        documents: { used: 2, reserved: 0, limit: 20, remaining: 18 },
        signatures: { used: 0, reserved: 0, limit: 10, remaining: 10 },
        sms: { used: 0, reserved: 0, limit: null, remaining: null },
      },
      per_minute: {
        requests: { limit: 5, remaining: 3, more_in_seconds: 60 },
        sends: { limit: 30, remaining: 29, more_in_seconds: 60 },
      },
      running: { limit: 1, now: 0 },
      limits: {
        documents: {
          documents_per_month: 20,
          templates: 2,
          versions_per_template: 10,
          api_keys: 1,
          file_size_mb: 2,
          requests_per_minute: 5,
          simultaneous_requests: 1,
        },
        signature: {
          signatures_per_month: 10,
          api_keys: 1,
          pdf_size_mb: 10,
          sends_per_minute: 30,
          request_expiry_days: 30,
        },
      },
    })
  })

  test('leaves out what the plan does not have', async () => {
    const { secret } = await world.key('documents_unlimited')
    const usage = (await call(secret, '/usage')).json()
    expect(usage.plan.availability).toBe(99.9)
    expect(usage.monthly.documents).toEqual({ used: 0, reserved: 0, limit: null, remaining: null })
    expect(usage.monthly.signatures).toBeNull()
    expect(usage.limits.signature).toBeNull()
  })
})
