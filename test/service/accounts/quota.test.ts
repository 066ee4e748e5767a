import { rmSync } from 'node:fs'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { AppError } from '../../../src/kernel/errors.ts'
import { emptyFolder, openWorld, type World } from './fixture.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(async () => {
  await world.close()
})

const work = async () => 'done'
const tick = () => new Promise((resolve) => setImmediate(resolve))

describe('a monthly quota', () => {
  test('gives 50 parallel calls on the last unit exactly one success', async () => {
    const caller = await world.caller('free')
    for (let made = 0; made < 19; made++) await world.quota.spend(caller, 'documents', work)
    let ran = 0
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        world.quota.spend(caller, 'documents', async () => {
          ran += 1
          await tick()
        }),
      ),
    )
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
    expect(ran).toBe(1)
    for (const one of results) {
      if (one.status === 'rejected') expect(one.reason).toMatchObject({ code: 'quota_exceeded' })
    }
    expect(await world.quota.state(caller, 'documents')).toMatchObject({ used: 20, remaining: 0 })
  })

  test('lets exactly 500 of 600 parallel calls through on a quota of 500', async () => {
    const caller = await world.caller('documents_starter')
    const results = await Promise.allSettled(
      Array.from({ length: 600 }, () => world.quota.spend(caller, 'documents', tick)),
    )
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(500)
    expect(await world.quota.state(caller, 'documents')).toMatchObject({ used: 500, reserved: 0 })
  })

  test('is given back when the work fails', async () => {
    const caller = await world.caller('free')
    const fail = async () => {
      expect((await world.quota.state(caller, 'documents')).remaining).toBe(19)
      throw new AppError('template_invalid', 'no')
    }
    await expect(world.quota.spend(caller, 'documents', fail)).rejects.toMatchObject({
      code: 'template_invalid',
    })
    expect(await world.quota.state(caller, 'documents')).toMatchObject({ used: 0, reserved: 0 })
  })

  test('says what is allowed, used and when it starts again', async () => {
    const caller = await world.caller('free')
    for (let made = 0; made < 20; made++) await world.quota.spend(caller, 'documents', work)
    await expect(world.quota.spend(caller, 'documents', work)).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringMatching(/20 documents.*20 used.*2026-12-01T00:00:00\.000Z/),
      retryAfterSeconds: (Date.parse('2026-12-01') - world.clock.ms) / 1000,
    })
  })

  test('starts again with the UTC month, and work counts in the month in which it began', async () => {
    world.clock.ms = Date.parse('2026-12-31T23:59:59.000Z')
    const caller = await world.caller('free')
    for (let made = 0; made < 19; made++) await world.quota.spend(caller, 'documents', work)
    await world.quota.spend(caller, 'documents', async () => world.clock.advance(1))
    expect(await world.quota.state(caller, 'documents')).toMatchObject({
      used: 0,
      resetsAtMs: Date.parse('2027-02-01'),
    })
    world.clock.advance(-1)
    expect(await world.quota.state(caller, 'documents')).toMatchObject({ used: 20, remaining: 0 })
  })

  test('without a limit is counted all the same', async () => {
    const caller = await world.caller('documents_unlimited')
    await world.quota.spend(caller, 'documents', work)
    expect(await world.quota.state(caller, 'documents')).toMatchObject({
      used: 1,
      limit: null,
      remaining: null,
    })
  })

  test('is not used by test keys', async () => {
    const caller = await world.caller('free', 'test')
    for (let made = 0; made < 25; made++) await world.quota.spend(caller, 'documents', work)
    expect(await world.quota.state(caller, 'documents')).toMatchObject({ used: 0, remaining: 20 })
  })

  test('of an interface the plan lacks is nothing', async () => {
    const caller = await world.caller('documents_pro')
    await expect(world.quota.spend(caller, 'signatures', work)).rejects.toMatchObject({
      code: 'quota_exceeded',
    })
  })

  test('is each key’s own and each metric’s own', async () => {
    const one = await world.caller('free')
    const other = await world.caller('free')
    await world.quota.spend(one, 'documents', work)
    expect((await world.quota.state(other, 'documents')).used).toBe(0)
    expect((await world.quota.state(one, 'signatures')).used).toBe(0)
  })

  test('is taken and given back inside a transaction of the caller', async () => {
    const caller = await world.caller('signature_free')
    const { db } = world.database
    const counter = await db.transaction().execute(async (tx) => {
      return await world.quota.consume(tx, caller, 'signatures', 8)
    })
    const overdrawn = db.transaction().execute(async (tx) => {
      await world.quota.consume(tx, caller, 'signatures', 3)
    })
    await expect(overdrawn).rejects.toMatchObject({
      code: 'quota_exceeded',
      message: expect.stringContaining('8 used, 3 requested'),
    })
    const rolledBack = db.transaction().execute(async (tx) => {
      await world.quota.consume(tx, caller, 'signatures', 2)
      throw new Error('the state change failed')
    })
    await expect(rolledBack).rejects.toThrow('the state change failed')
    expect((await world.quota.state(caller, 'signatures')).used).toBe(8)
    await world.quota.refund(db, counter, 3)
    expect((await world.quota.state(caller, 'signatures')).used).toBe(5)
  })

  test('counts text messages without a limit', async () => {
    const caller = await world.caller('signature_free')
    for (let sent = 0; sent < 3; sent++) {
      await world.quota.consume(world.database.db, caller, 'sms', 1)
    }
    expect(await world.quota.state(caller, 'sms')).toMatchObject({ used: 3, limit: null })
  })

  test('never passes its limit and never loses a unit, whatever fails in which order', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ fails: fc.boolean(), ticks: fc.nat(3) }), { maxLength: 40 }),
        async (calls) => {
          const fresh = await openWorld()
          try {
            const caller = await fresh.caller('free')
            const results = await Promise.allSettled(
              calls.map(({ fails, ticks }) =>
                fresh.quota.spend(caller, 'documents', async () => {
                  for (let index = 0; index < ticks; index++) await tick()
                  const state = await fresh.quota.state(caller, 'documents')
                  expect(state.used + state.reserved).toBeLessThanOrEqual(20)
                  if (fails) throw new Error('work failed')
                }),
              ),
            )
            const done = results.filter((one) => one.status === 'fulfilled').length
            const state = await fresh.quota.state(caller, 'documents')
            expect(state).toMatchObject({ used: done, reserved: 0 })
          } finally {
            await fresh.close()
          }
        },
      ),
      { numRuns: 25 },
    )
  })
})

describe('units held by a process that died', () => {
  const dieWorking = async (folder: string) => {
    const first = await openWorld({ folder })
    const made = await first.key('documents_free')
    const caller = await first.authenticator.authenticate(made.secret)
    void first.quota.spend(caller, 'documents', () => new Promise(() => {}))
    const reserved = async () => (await first.quota.state(caller, 'documents')).reserved
    await expect.poll(reserved).toBe(1)
    await first.close()
    return { caller, clock: first.clock }
  }

  test('are free again after the next start', async () => {
    const folder = emptyFolder()
    const { caller } = await dieWorking(folder)
    const second = await openWorld({ folder })
    expect(await second.start()).toBe(1)
    expect(await second.quota.state(caller, 'documents')).toMatchObject({ used: 0, remaining: 20 })
    await second.close()
    rmSync(folder, { recursive: true })
  })

  test('are free again after their lease even without a start', async () => {
    const folder = emptyFolder()
    const { caller } = await dieWorking(folder)
    const second = await openWorld({ folder })
    expect((await second.quota.state(caller, 'documents')).remaining).toBe(19)
    second.clock.advance(600)
    expect((await second.quota.state(caller, 'documents')).remaining).toBe(20)
    await second.close()
    rmSync(folder, { recursive: true })
  })
})
