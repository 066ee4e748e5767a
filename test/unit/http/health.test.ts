/** What checks of a container ask: one that still signs is not restarted for want of LibreOffice, anything else is. */

import { pino } from 'pino'
import { afterEach, expect, test } from 'vitest'
import type { App } from '../../../src/http/app.ts'
import { healthRoutes, type PartHealth } from '../../../src/http/health.ts'
import { createHttpServer } from '../../../src/http/server.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { Metrics } from '../../../src/kernel/metrics.ts'

let app: App | undefined
afterEach(() => app?.close())

/** The status of the answer when these parts are down. */
async function statusOf(query: string, ...down: string[]): Promise<number> {
  const checks = ['database', 'office'].map((name) => ({
    name,
    check: async (): Promise<PartHealth> => ({ status: down.includes(name) ? 'down' : 'up' }),
  }))
  app = createHttpServer({
    log: pino({ level: 'silent' }),
    clock: systemClock,
    bodyBytesMax: 1_000,
    requestTimeoutMs: 1_000,
    trustedProxies: 0,
  })
  await app.register(healthRoutes, { checks, metrics: new Metrics() })
  const { statusCode } = await app.inject({ url: `/health/ready${query}` })
  await app.close()
  return statusCode
}

test('without LibreOffice an instance of several is not ready, but its container is not restarted for it', async () => {
  expect(await statusOf('', 'office')).toBe(503)
  expect(await statusOf('?exclude=office', 'office')).toBe(200)
})

test('a container that cannot reach its database is unhealthy, with or without LibreOffice', async () => {
  expect(await statusOf('?exclude=office', 'database')).toBe(503)
  expect(await statusOf('?exclude=office', 'database', 'office')).toBe(503)
})

test('only LibreOffice can be left out', async () => {
  for (const query of ['?exclude=database', '?exclude=', '?without=office'])
    expect(await statusOf(query), query).toBe(422)
})
