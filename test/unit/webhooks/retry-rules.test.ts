import { describe, expect, test } from 'vitest'
import { healthAfter, RETRY_DELAYS_MS, retryDelay } from '../../../src/webhooks/retry-rules.ts'
import { retryAfter } from '../../../src/webhooks/sender.ts'
import { isSecret, newSecret } from '../../../src/webhooks/signature.ts'

const HOUR = 3_600_000
const least = () => 0
const failed = (status: number | null = 500, retryAfterMs?: number) => ({
  status,
  error: 'no luck',
  retryAfterMs,
})

describe('a delivery', () => {
  test('is tried ten times within about three days', () => {
    expect(RETRY_DELAYS_MS).toHaveLength(9)
    const days = RETRY_DELAYS_MS.reduce((sum, delay) => sum + delay) / (24 * HOUR)
    expect(days).toBeGreaterThan(3)
    expect(days).toBeLessThan(3.5)
    expect(retryDelay(10, undefined, least)).toBeUndefined()
  })

  test('waits a tenth longer at most, by chance', () => {
    expect(retryDelay(2, undefined, () => 0)).toBe(300_000)
    expect(retryDelay(2, undefined, () => 0.999999)).toBe(330_000)
  })

  test('waits as long as the receiver asks, if that is longer', () => {
    expect(retryDelay(1, 60_000, least)).toBe(60_000)
    expect(retryDelay(2, 60_000, least)).toBe(300_000)
  })
})

describe('an endpoint', () => {
  const start = { failures: 0, failing_since: null }
  const fail = (times: number, everyMs: number) => {
    let health: Parameters<typeof healthAfter>[0] = start
    let last = healthAfter(health, failed(), 0, least)
    for (let index = 1; index < times; index++) {
      health = last
      last = healthAfter(health, failed(), index * everyMs, least)
    }
    return last
  }

  test('is paused from the fifth failure in a row, twice as long each time, up to an hour', () => {
    expect(fail(4, 1).paused_until).toBeNull()
    expect(fail(5, 0).paused_until).toBe(30_000)
    expect(fail(7, 0).paused_until).toBe(120_000)
    expect(fail(500, 0).paused_until).toBe(HOUR)
  })

  test('is disabled after five days of nothing but failures', () => {
    expect(fail(120, HOUR).disable).toBeUndefined()
    expect(fail(121, HOUR).disable).toBe('failing')
    // A long silence between few failures says little.
    expect(fail(9, 20 * HOUR).disable).toBeUndefined()
  })

  test('begins anew after one success, and one that was paused is hastened', () => {
    const ok = { status: 204, error: null, retryAfterMs: undefined }
    expect(healthAfter({ failures: 4, failing_since: 1 }, ok, 9, least)).toEqual({
      failures: 0,
      failing_since: null,
      paused_until: null,
      recovered: false,
    })
    expect(healthAfter({ failures: 5, failing_since: 1 }, ok, 9, least).recovered).toBe(true)
  })

  test('is disabled at once by 410, and paused as long as it asks', () => {
    expect(healthAfter(start, failed(410), 0, least).disable).toBe('gone')
    expect(healthAfter(start, failed(429, 60_000), 1_000, least).paused_until).toBe(61_000)
  })
})

test('Retry-After is read as seconds or as a date, and never as more than a day', () => {
  const now = Date.parse('2026-11-21T10:00:00Z')
  expect(retryAfter('120', now)).toBe(120_000)
  expect(retryAfter('Sat, 21 Nov 2026 10:01:00 GMT', now)).toBe(60_000)
  expect(retryAfter('Sat, 21 Nov 2026 09:00:00 GMT', now)).toBe(0)
  expect(retryAfter('999999999', now)).toBe(24 * HOUR)
  for (const odd of [undefined, '', '-1', '1.5', 'soon', '2026-11-21', '1e9', 'Xxx, nonsense'])
    expect(retryAfter(odd, now)).toBeUndefined()
})

test('a secret is what every Standard Webhooks library takes', () => {
  expect(isSecret(newSecret())).toBe(true)
  const of = (bytes: number) => `whsec_${Buffer.alloc(bytes, 7).toString('base64')}`
  expect([23, 24, 64, 65].map((bytes) => isSecret(of(bytes)))).toEqual([false, true, true, false])
  for (const odd of ['', 'whsec_', 'secret', `${of(32)} `, of(32).slice(6)])
    expect(isSecret(odd)).toBe(false)
})
