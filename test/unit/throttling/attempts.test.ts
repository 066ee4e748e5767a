import { describe, expect, test } from 'vitest'
import { FAILED_KEYS } from '../../../src/accounts/address-limits.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { MemoryAttemptLimiter } from '../../../src/throttling/memory-attempts.ts'
import { networkOf } from '../../../src/throttling/ports.ts'
import { Refusals } from '../../../src/throttling/refusals.ts'
import { TestClock } from '../../support/clock.ts'

function world(max: number = FAILED_KEYS.max) {
  const time = { ms: 5_000_000 }
  const limiter = new MemoryAttemptLimiter({ now: () => time.ms }, { ...FAILED_KEYS, max })
  const waits = async (key: string, times: number) => {
    const waited: number[] = []
    for (let made = 0; made < times; made++) waited.push((await limiter.consume(key)).waitMs)
    return waited
  }
  return { time, limiter, waits }
}

describe('attempts', () => {
  test('are counted in windows that begin with the first, and may be taken back', async () => {
    const { time, limiter, waits } = world(2)
    expect(await waits('a', 3)).toEqual([0, 0, 60_000])
    expect(await waits('b', 1)).toEqual([0])
    await limiter.refund('a')
    expect(await waits('a', 2)).toEqual([0, 60_000])
    await limiter.clear('a')
    expect(await waits('a', 2)).toEqual([0, 0])
    time.ms += 60_000
    expect(await waits('a', 1)).toEqual([0])
  })

  test('that are used up are refused for the rest of the window, and say so without counting', async () => {
    const { time, limiter, waits } = world()
    await waits('192.0.2.1', FAILED_KEYS.max - 1)
    expect(limiter.exceeded('192.0.2.1')).toBeUndefined()
    expect(await limiter.consume('192.0.2.1')).toEqual({ waitMs: 0, used: 1_000, restMs: 60_000 })
    time.ms += 20_000
    expect(limiter.exceeded('192.0.2.1')).toEqual({ waitMs: 40_000, used: 1_000, restMs: 40_000 })
    expect(limiter.exceeded('192.0.2.2')).toBeUndefined()
    time.ms += 40_000
    expect(limiter.exceeded('192.0.2.1')).toBeUndefined()
  })

  test('do not lock anyone out when the clock is set back', async () => {
    const { time, waits } = world(1)
    await waits('a', 1)
    time.ms -= 3_600_000
    expect(await waits('a', 1)).toEqual([0])
  })

  test('of very many keys take bounded memory', async () => {
    const { limiter } = world()
    for (let index = 0; index < 60_000; index++) await limiter.consume(`key ${index}`)
    expect(limiter.size).toBe(50_000)
  })
})

test.each([
  ['2001:db8:1:2::1', '2001:db8:1:2:ffff:0:0:9', true],
  ['2001:db8:1:2::1', '2001:DB8:1:2::2', true],
  ['2001:db8::1', '2001:db8:0:0:1::', true],
  ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
  ['::ffff:192.0.2.1', '192.0.2.1', true],
  ['::ffff:192.0.2.1', '::ffff:192.0.2.2', false],
  ['fe80::1%eth0', 'fe80::2%eth0', true],
])('%s and %s are one network: %s', (one, other, same) => {
  expect(networkOf(one) === networkOf(other)).toBe(same)
})

describe('refusals that are remembered', () => {
  test('end by themselves', async () => {
    const refusals = new Refusals<string>(systemClock)
    refusals.add('a', 'why', 30)
    expect(refusals.of('a')).toMatchObject({ state: 'why' })
    expect(refusals.of('b')).toBeUndefined()
    await expect.poll(() => refusals.of('a')).toBeUndefined()
  })

  test('end when the wall clock says so, as after a machine has slept, or when it was set back', () => {
    const clock = new TestClock()
    const refusals = new Refusals<string>(clock)
    refusals.add('a', 'why', 60_000)
    clock.move(59_000)
    expect(refusals.of('a')?.restMs).toBeLessThanOrEqual(1_000)
    clock.move(1_000)
    expect(refusals.of('a')).toBeUndefined()
    refusals.add('b', 'why', 60_000)
    clock.move(-3_600_000)
    expect(refusals.of('b')).toBeUndefined()
  })

  test('take bounded memory', () => {
    const refusals = new Refusals<number>(systemClock)
    for (let index = 0; index < 10_001; index++) refusals.add(`${index}`, index, 60_000)
    expect(refusals.of('0')).toBeUndefined()
    expect(refusals.of('1')).toBeDefined()
    expect(refusals.of('10000')).toBeDefined()
  })
})
