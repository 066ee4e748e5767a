/** Every request is counted once, as what became of it. */
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { App } from '../../../src/http/app.ts'
import { countRequests } from '../../../src/http/request-metrics.ts'
import { createHttpServer } from '../../../src/http/server.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { Metrics } from '../../../src/kernel/metrics.ts'

const metrics = new Metrics()
let app: App
let url = ''
let release: () => void = () => undefined

beforeAll(async () => {
  app = createHttpServer({
    clock: systemClock,
    log: pino({ level: 'silent' }),
    bodyBytesMax: 1_000,
    requestTimeoutMs: 5_000,
    trustedProxies: 0,
  })
  countRequests(app, metrics, () => 'documents')
  app.get('/good/:secret', async () => ({}))
  app.get('/bad', async () => {
    throw new Error('a bug')
  })
  app.get('/slow', async () => {
    await new Promise<void>((done) => {
      release = done
    })
    return {}
  })
  url = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  app.server.closeAllConnections()
  await app.close()
})

const counted = (labels: string): string | undefined =>
  new RegExp(`^paraph_http_requests_total\\{audience="documents",${labels}\\} (\\d+)$`, 'm').exec(
    metrics.render(),
  )?.[1]

test('by the pattern of its route, its status, and none for what is not there', async () => {
  for (const path of ['/good/1', '/good/2', '/bad', '/nothing/here'])
    await (await fetch(`${url}${path}`)).text()
  await expect.poll(() => counted('method="GET",route="/good/:secret",status="200"')).toBe('2')
  expect(counted('method="GET",route="/bad",status="500"')).toBe('1')
  expect(counted('method="GET",route="none",status="404"')).toBe('1')
  expect(metrics.render()).toContain('paraph_http_request_seconds_count{audience="documents"} 4')
})

test('as aborted where nobody waited for the answer, and no longer as running', async () => {
  const leaving = new AbortController()
  const call = fetch(`${url}/slow`, { signal: leaving.signal }).catch(() => undefined)
  await expect.poll(() => metrics.render()).toContain('paraph_http_requests_running 1')
  leaving.abort()
  await call
  await expect.poll(() => counted('method="GET",route="/slow",status="aborted"')).toBe('1')
  release()
  expect(metrics.render()).toContain('paraph_http_requests_running 0')
})
