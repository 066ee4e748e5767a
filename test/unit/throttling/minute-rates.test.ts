import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Concurrency } from '../../../src/throttling/memory.ts'
import { MinuteRates } from '../../../src/throttling/minute-rates.ts'

const clock = (ms = 1_000_000) => {
  const state = { ms }
  return { state, now: () => state.ms }
}

describe('a rate per minute', () => {
  test('lets no more than its limit through in any 60 seconds, and as many as fit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 10 }),
        fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 80 }),
        (limit, gaps) => {
          const time = clock()
          const rates = new MinuteRates(time)
          const passed: number[] = []
          for (const gap of gaps) {
            time.state.ms += gap
            const recent = passed.filter((at) => at > time.state.ms - 60_000).length
            const { allowed, remaining } = rates.hit('key', limit)
            expect(allowed).toBe(recent < limit)
            expect(remaining).toBe(limit - recent - (allowed ? 1 : 0))
            if (allowed) passed.push(time.state.ms)
          }
        },
      ),
    )
  })

  test('says exactly when one more fits', () => {
    const time = clock()
    const rates = new MinuteRates(time)
    rates.hit('key', 1)
    time.state.ms += 12_345
    const refused = rates.hit('key', 1)
    expect(refused).toMatchObject({ allowed: false, waitMs: 60_000 - 12_345 })
    time.state.ms += refused.waitMs - 1
    expect(rates.peek('key', 1).allowed).toBe(false)
    time.state.ms += 1
    expect(rates.hit('key', 1).allowed).toBe(true)
  })

  test('does not lock anyone out when the clock is set back', () => {
    const time = clock()
    const rates = new MinuteRates(time)
    rates.hit('key', 1)
    time.state.ms -= 3_600_000
    expect(rates.hit('key', 1).allowed).toBe(true)
  })

  test('forgets owners that are idle', () => {
    const time = clock()
    const rates = new MinuteRates(time)
    for (let owner = 0; owner < 5_000; owner++) {
      rates.hit(`key ${owner}`, 5)
      time.state.ms += 100
    }
    expect(rates.size).toBeLessThan(1_700)
  })
})

describe('simultaneous requests', () => {
  test('take a place until they leave, once', () => {
    const places = new Concurrency()
    const first = places.enter('key', 2)
    const second = places.enter('key', 2)
    expect(places.enter('key', 2)).toBeUndefined()
    expect(places.enter('other', 2)).toBeDefined()
    first?.()
    first?.()
    expect(places.running('key')).toBe(1)
    expect(places.enter('key', 2)).toBeDefined()
    expect(places.enter('key', 2)).toBeUndefined()
    second?.()
    expect(places.running('key')).toBe(1)
  })
})
