import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { isSqlite } from '../../../src/database/conditions.ts'
import { emptyFolder, openWorld, TestClock, type World } from './fixture.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(async () => {
  await world.close()
})

const invalid = { code: 'api_key_invalid' }

describe('a key', () => {
  test('opens its account and its plan', async () => {
    const made = await world.key('documents_pro')
    const caller = await world.authenticator.authenticate(made.secret)
    expect(caller.account.id).toBe(made.accountId)
    expect(caller.key).toEqual({ id: made.id, name: 'test', mode: 'live' })
    expect(caller.plan.documents?.documents_per_month).toBe(5000)
    expect(caller.plan.signature).toBeUndefined()
  })

  test('is nowhere in the data folder in clear', async () => {
    const { secret } = await world.key('free')
    await world.authenticator.authenticate(secret)
    for (const name of readdirSync(world.folder)) {
      const content = readFileSync(join(world.folder, name)).toString('latin1')
      expect(content.includes(secret.slice(8)), name).toBe(false)
    }
  })

  test('is refused with the same words whether unknown, mistyped, revoked or of a disabled account', async () => {
    const made = await world.key('documents_starter')
    const other = await world.key('documents_starter')
    const answers = async (secret: string) =>
      await world.authenticator.authenticate(secret).catch((error) => error)
    await world.keys.revokeKey(made.id)
    await world.accounts.setDisabled(other.accountId, true)
    const mistyped = `${made.secret.slice(0, -1)}${made.secret.endsWith('a') ? 'b' : 'a'}`
    const refusals = await Promise.all([made.secret, other.secret, mistyped, '', 'x'].map(answers))
    for (const refusal of refusals) {
      expect(refusal).toMatchObject(invalid)
      expect(refusal.message).toBe(refusals[0]?.message)
    }
    await world.accounts.setDisabled(other.accountId, false)
    expect((await answers(other.secret)).key.id).toBe(other.id)
  })

  test('with a wrong checksum is refused without asking the database', async () => {
    await world.database.close()
    await expect(
      world.authenticator.authenticate(`pk_live_${'a'.repeat(38)}`),
    ).rejects.toMatchObject(invalid)
    world = await openWorld()
  })

  test('that is rotated works in both texts during the overlap and then in the new one only', async () => {
    const old = await world.key('free')
    const renewed = await world.keys.rotateKey(old.id, 3600)
    expect(renewed.id).toBe(old.id)
    world.clock.advance(3599)
    expect((await world.authenticator.authenticate(old.secret)).key.id).toBe(old.id)
    expect((await world.authenticator.authenticate(renewed.secret)).key.id).toBe(old.id)
    world.clock.advance(2)
    await expect(world.authenticator.authenticate(old.secret)).rejects.toMatchObject(invalid)
    expect((await world.authenticator.authenticate(renewed.secret)).key.id).toBe(old.id)
  })

  test('that is rotated twice with no overlap works in the last text only', async () => {
    const first = await world.key('free')
    const second = await world.keys.rotateKey(first.id, 24 * 3600)
    const third = await world.keys.rotateKey(first.id, 0)
    for (const { secret } of [first, second]) {
      await expect(world.authenticator.authenticate(secret)).rejects.toMatchObject(invalid)
    }
    expect((await world.authenticator.authenticate(third.secret)).key.id).toBe(first.id)
  })

  test('cannot overlap longer than a day', async () => {
    const { id } = await world.key('free')
    await expect(world.keys.rotateKey(id, 86_401)).rejects.toMatchObject({
      code: 'validation_failed',
      message: expect.stringContaining('86400'),
    })
  })

  test('that is revoked can be neither renamed, rotated nor revoked again', async () => {
    const { id } = await world.key('free')
    await world.keys.renameKey(id, 'before')
    await world.keys.revokeKey(id)
    for (const act of [
      () => world.keys.renameKey(id, 'after'),
      () => world.keys.rotateKey(id),
      () => world.keys.revokeKey(id),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: 'validation_failed' })
    }
    const [listed] = await world.keys.listKeys()
    expect(listed).toMatchObject({ id, name: 'before', revoked_at: '2026-11-21T10:00:00.000Z' })
  })

  test('is listed by its newest text and its last use, which is written once a minute', async () => {
    const { id, accountId, secret } = await world.key('free')
    const listed = async () => (await world.keys.listKeys(accountId))[0]
    expect(await listed()).toMatchObject({
      id,
      masked: `pk_live_…${secret.slice(-4)}`,
      last_used_at: null,
    })
    await world.authenticator.authenticate(secret)
    expect((await listed())?.last_used_at).toBe('2026-11-21T10:00:00.000Z')
    world.clock.advance(59)
    await world.authenticator.authenticate(secret)
    expect((await listed())?.last_used_at).toBe('2026-11-21T10:00:00.000Z')
    world.clock.advance(1)
    await world.authenticator.authenticate(secret)
    expect((await listed())?.last_used_at).toBe('2026-11-21T10:01:00.000Z')
    const renewed = await world.keys.rotateKey(id)
    expect((await listed())?.masked).toBe(`pk_live_…${renewed.secret.slice(-4)}`)
  })

  test('cannot be made for an unknown account or plan or with a bad name', async () => {
    const { accountId } = await world.key('free')
    const input = { accountId, plan: 'documents_pro', name: 'x', mode: 'live' as const }
    for (const [wrong, pointer] of [
      [{ ...input, accountId: 'acc_none' }, '/account'],
      [{ ...input, plan: 'gold' }, '/plan'],
      [{ ...input, name: ' ' }, '/name'],
      [{ ...input, name: 'a\nb' }, '/name'],
    ] as const) {
      await expect(world.keys.createKey(wrong)).rejects.toMatchObject({
        code: 'validation_failed',
        errors: [{ pointer }],
      })
    }
  })
})

describe('the number of keys', () => {
  const input = (accountId: string, plan: string, mode: 'live' | 'test' = 'live') => ({
    accountId,
    plan,
    name: 'n',
    mode,
  })

  test.each([
    ['free', 1],
    ['documents_free', 1],
    ['documents_starter', 2],
    ['documents_pro', 5],
    ['signature_free', 1],
    ['signature_starter', 3],
    ['signature_business', 3],
  ])('on %s is %i per account, live and test apart', async (plan, limit) => {
    const { id: accountId } = await world.accounts.createAccount('a@example.com')
    for (const mode of ['live', 'test'] as const) {
      const tries = Array.from({ length: limit + 2 }, () =>
        world.keys.createKey(input(accountId, plan, mode)),
      )
      const results = await Promise.allSettled(tries)
      expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(limit)
      const [refused] = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
      expect(refused).toMatchObject({ code: 'key_limit_reached' })
    }
  })

  test('is not limited on documents_unlimited', async () => {
    const { id: accountId } = await world.accounts.createAccount('a@example.com')
    for (let made = 0; made < 20; made++) {
      await world.keys.createKey(input(accountId, 'documents_unlimited'))
    }
    expect(await world.keys.listKeys(accountId)).toHaveLength(20)
  })

  test('frees its slot when a key is revoked, and the new key continues with its counters', async () => {
    const old = await world.key('free')
    const before = await world.authenticator.authenticate(old.secret)
    for (let made = 0; made < 15; made++) {
      await world.quota.spend(before, 'documents', async () => undefined)
    }
    await world.keys.revokeKey(old.id)
    const next = await world.keys.createKey(input(old.accountId, 'free'))
    const caller = await world.authenticator.authenticate(next.secret)
    expect((await world.quota.state(caller, 'documents')).remaining).toBe(5)
    await world.keys.revokeKey(next.id)
    const third = await world.keys.createKey(input(old.accountId, 'free'))
    const again = await world.authenticator.authenticate(third.secret)
    expect((await world.quota.state(again, 'documents')).used).toBe(15)
  })

  test('of the next month starts without the old counters', async () => {
    const old = await world.key('free')
    const before = await world.authenticator.authenticate(old.secret)
    await world.quota.spend(before, 'documents', async () => undefined)
    await world.keys.revokeKey(old.id)
    world.clock.ms = Date.parse('2026-12-01T00:00:00Z')
    const next = await world.keys.createKey(input(old.accountId, 'free'))
    const caller = await world.authenticator.authenticate(next.secret)
    expect((await world.quota.state(caller, 'documents')).used).toBe(0)
  })

  test('is checked when a key moves to another plan, and its counters move with it', async () => {
    const { accountId, id, secret } = await world.key('free')
    const before = await world.authenticator.authenticate(secret)
    await world.quota.spend(before, 'documents', async () => undefined)
    await world.keys.createKey(input(accountId, 'documents_free'))
    await expect(world.keys.movePlan(id, 'documents_free')).rejects.toMatchObject({
      code: 'key_limit_reached',
    })
    await world.keys.movePlan(id, 'documents_pro')
    const after = await world.authenticator.authenticate(secret)
    expect(await world.quota.state(after, 'documents')).toMatchObject({ used: 1, limit: 5000 })
  })
})

describe('an account', () => {
  test('has one e-mail address in any case', async () => {
    const account = await world.accounts.createAccount(' Ada@Example.COM ')
    expect(account.email).toBe('ada@example.com')
    await expect(world.accounts.createAccount('ADA@example.com')).rejects.toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/email' }],
    })
    expect((await world.accounts.findAccount('aDa@example.com'))?.id).toBe(account.id)
    expect((await world.accounts.findAccount(account.id))?.email).toBe('ada@example.com')
  })

  test.each(['', 'ada', 'a b@c.de', '@c.de', 'a@', 'a@c..de', `${'a'.repeat(250)}@b.de`])(
    'is not made for "%s"',
    async (email) => {
      await expect(world.accounts.createAccount(email)).rejects.toMatchObject({
        code: 'validation_failed',
      })
    },
  )
})

describe('the pepper', () => {
  test('is made once, readable by its owner only', async () => {
    const path = join(world.folder, 'key-pepper')
    expect(statSync(path).mode & 0o777).toBe(0o600)
    if (isSqlite(world.database.db))
      expect(statSync(join(world.folder, 'paraph.sqlite')).mode & 0o777).toBe(0o600)
  })

  test('stays the same over a restart', async () => {
    const folder = emptyFolder()
    const clock = new TestClock('2026-11-21T10:00:00Z')
    const first = await openWorld({ folder, clock })
    const { secret, id } = await first.key('free')
    await first.close()
    const second = await openWorld({ folder, clock })
    expect((await second.authenticator.authenticate(secret)).key.id).toBe(id)
    await second.close()
    rmSync(folder, { recursive: true })
  })

  test.each([
    ['missing', (path: string) => rmSync(path), 'is missing'],
    [
      'another',
      (path: string) => writeFileSync(path, Buffer.alloc(32, 7).toString('base64')),
      'not the one',
    ],
    ['cut short', (path: string) => writeFileSync(path, 'abc'), '32 bytes'],
    ['open to others', (path: string) => chmodSync(path, 0o644), 'chmod 600'],
  ])('that is %s stops the start with a clear message', async (_what, damage, message) => {
    const folder = emptyFolder()
    await (await openWorld({ folder })).close()
    damage(join(folder, 'key-pepper'))
    await expect(openWorld({ folder })).rejects.toThrow(message)
    rmSync(folder, { recursive: true })
  })
})

test('keys on a plan that is gone from the catalogue stop the server, by name', async () => {
  await world.key('free')
  await sql`UPDATE api_keys SET plan = 'gold'`.execute(world.database.db)
  await expect(world.start()).rejects.toThrow('not in the catalogue: gold')
})
