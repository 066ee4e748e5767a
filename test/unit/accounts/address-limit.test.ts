import { describe, expect, test } from 'vitest'
import { FAILED_KEYS, FailedKeyLimit } from '../../../src/accounts/failed-key-limit.ts'

function world() {
  const time = { ms: 5_000_000 }
  const limit = new FailedKeyLimit({ now: () => time.ms }, FAILED_KEYS)
  const exhaust = (address: string) => {
    for (let made = 0; made < FAILED_KEYS.quota; made++) limit.note(address)
  }
  return { time, limit, exhaust }
}

describe('wrong keys of an address', () => {
  test('stop it for the rest of the minute', () => {
    const { time, limit, exhaust } = world()
    exhaust('192.0.2.1')
    time.ms += 20_000
    expect(limit.waitSeconds('192.0.2.1')).toBe(40)
    expect(limit.waitSeconds('192.0.2.2')).toBe(0)
    expect(limit.policy('192.0.2.1')).toMatchObject({ remaining: 0, resetSeconds: 40 })
    time.ms += 40_000
    expect(limit.waitSeconds('192.0.2.1')).toBe(0)
  })

  test.each([
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff:0:0:9', true],
    ['2001:db8:1:2::1', '2001:DB8:1:2::2', true],
    ['2001:db8::1', '2001:db8:0:0:1::', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['::ffff:192.0.2.1', '192.0.2.1', true],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
    ['fe80::1%eth0', 'fe80::2%eth0', true],
  ])('of %s count for %s: %s', (one, other, same) => {
    const { limit, exhaust } = world()
    exhaust(one)
    expect(limit.waitSeconds(other) > 0).toBe(same)
  })

  test('take bounded memory from very many addresses', () => {
    const { limit } = world()
    for (let index = 0; index < 60_000; index++)
      limit.note(`10.${index >> 16}.${index >> 8}.${index}`)
    expect(limit.size).toBe(50_000)
  })
})
