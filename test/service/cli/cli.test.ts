import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { runCommandLine } from '../../../src/cli/run.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { settingsOf } from '../../support/place.ts'
import { openWorld } from '../accounts/fixture.ts'

const ROOT = resolve(import.meta.dirname, '../../..')

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-cli-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

/** Runs a command line in this process. */
async function run(...args: string[]) {
  const [out, notes]: [string[], string[]] = [[], []]
  const code = await runCommandLine(args, {
    out: (line) => out.push(line),
    note: (line) => notes.push(line),
    config: () => loadConfig(settingsOf(folder)),
  })
  return { code, out, notes, last: out.at(-1) ?? '' }
}

describe('the command line', () => {
  test('makes an account and a key as a process, each the last line of stdout', () => {
    const start = (...args: string[]) =>
      spawnSync(process.execPath, ['--import', 'tsx', 'src/cli/main.ts', ...args], {
        cwd: ROOT,
        encoding: 'utf8',
        env: { PATH: '/usr/bin:/bin', ...settingsOf(folder) },
      })
    const account = start('account', 'create', '--email', 'ada@example.com')
    expect(account.stdout).toMatch(/^acc_[0-9a-z]{26}\n$/)
    const key = start('key', 'create', '--account', account.stdout.trim())
    expect(key.stdout).toMatch(/^pk_live_[0-9A-Za-z]{38}\n$/)
    expect(key.stderr).not.toContain(key.stdout.trim())
    expect(key.status).toBe(0)
    const wrong = start('key', 'create', '--account', 'nobody')
    expect(wrong.status).toBe(2)
    expect(wrong.stdout).toBe('')
    expect(wrong.stderr).toContain('--account: there is no account "nobody"')
  })

  test('gives an account rules of its own for sending, and takes them back', async () => {
    await run('account', 'create', '--email', 'ada@example.com')
    const set = (...flags: string[]) =>
      run('account', 'limits', '--account', 'ada@example.com', ...flags)
    await set('--sms-countries', 'fr,ca', '--strangers-per-day', '500')
    expect((await set('--sender-names', 'Acme, Acme SAS')).out).toEqual([
      'sms countries: FR,CA',
      'strangers per day: 500',
      'sender names: Acme,Acme SAS',
    ])
    expect((await set('--sms-countries', 'France')).code).not.toBe(0)
    expect((await set('--strangers-per-day', 'many')).code).not.toBe(0)
    const back = await set('--sms-countries', 'default', '--strangers-per-day', 'default')
    expect(back.out.slice(0, 2)).toEqual(['sms countries: default', 'strangers per day: default'])
  })

  test('works on the data folder of a running server, which takes what it made at once', async () => {
    const server = await openWorld({ folder })
    const account = await run('account', 'create', '--email', 'ada@example.com')
    const made = await run('key', 'create', '--account', account.last, '--plan', 'documents_pro')
    const caller = await server.authenticator.authenticate(made.last)
    expect(caller.plan.id).toBe('documents_pro')
    const revoked = await run('key', 'revoke', '--key', caller.key.id)
    expect(revoked.code).toBe(0)
    await expect(server.authenticator.authenticate(made.last)).rejects.toMatchObject({
      code: 'api_key_invalid',
    })
    await server.close()
  })

  test('renames, moves, rotates, lists and disables', async () => {
    const account = await run('account', 'create', '--email', 'ada@example.com')
    const first = await run('key', 'create', '--account', 'ada@example.com', '--name', 'one')
    const [{ id }] = JSON.parse((await run('key', 'list', '--json')).out.join('\n'))
    expect((await run('key', 'rename', '--key', id, '--name', 'two')).code).toBe(0)
    expect((await run('key', 'set-plan', '--key', id, '--plan', 'documents_starter')).code).toBe(0)
    const rotated = await run('key', 'rotate', '--key', id, '--overlap', '30m')
    expect(rotated.last).toMatch(/^pk_live_/)
    expect(rotated.last).not.toBe(first.last)
    expect(rotated.notes.join()).toContain('1800 s')
    const listed = await run('key', 'list', '--account', account.last)
    expect(listed.out[0]).toMatch(/^ID +KEY +NAME +PLAN +STATE +OLD SECRET UNTIL/)
    expect(listed.out[1]).toMatch(/active +\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/)
    expect(listed.out[1]).toContain('two')
    expect(listed.out[1]).toContain('documents_starter')
    expect(listed.out[1]).toContain(`pk_live_…${rotated.last.slice(-4)}`)
    expect(listed.out.join()).not.toContain(rotated.last)
    await run('account', 'disable', '--account', account.last)
    expect((await run('account', 'list')).out[1]).toMatch(/ada@example.com +1 +disabled/)
  })

  test('lists every plan', async () => {
    const { out } = await run('plan', 'list')
    expect(out).toHaveLength(11)
    expect(out.find((line) => line.startsWith('documents_unlimited'))).toMatch(/none.*25.*99\.9 %/)
  })

  test.each([
    [['key', 'create'], 2, '--account is missing'],
    [['key', 'create', '--acount', 'x'], 2, "'--acount'"],
    [
      ['account', 'create', '--email', 'nonsense'],
      1,
      '--email: "nonsense" is not an e-mail address',
    ],
    [['key', 'rotate', '--key', 'key_x', '--overlap', 'soon'], 2, '--overlap: "soon"'],
    [['key', 'rotate', '--key', 'key_x', '--overlap', '25h'], 1, '--overlap: '],
    [['key', 'revoke', '--key', 'key_x'], 1, '--key: There is no key "key_x"'],
    [['key', 'revoke', '--key', 'pk_live_x'], 1, '--key: This is not the id of a key'],
    [['key', 'burn'], 2, 'create, list, limit, rename, set-plan, rotate, revoke'],
    [['keys'], 2, 'account, ca, fonts, key, member, certificate-service, outer-seal, person, plan'],
    [['key'], 2, 'key needs a command'],
    [['key', 'toString'], 2, 'is not a command'],
  ])('explains %j with exit code %i', async (args, code, message) => {
    const result = await run(...args)
    expect(result.code).toBe(code)
    expect(result.notes.join('\n')).toContain(message)
    expect(result.out).toEqual([])
  })

  test('names a plan that does not exist, and those that do', async () => {
    const account = await run('account', 'create', '--email', 'ada@example.com')
    const { code, notes } = await run('key', 'create', '--account', account.last, '--plan', 'gold')
    expect(code).toBe(1)
    expect(notes.join()).toMatch(/--plan: There is no plan "gold"; the plans are free, .*business/)
  })

  test.each([[[]], [['help']], [['--help']], [['key', '--help']], [['key', 'create', '--help']]])(
    'shows help for %j without touching the data folder',
    async (args) => {
      const { code, out } = await run(...args)
      expect(code).toBe(0)
      expect(out.join('\n')).toContain('key create --account <id or e-mail>')
    },
  )

  test('names what was probably meant, and every command', async () => {
    const { notes } = await run('doctr')
    expect(notes[0]).toMatch(/did you mean "doctor"\?.*account.*key.*backup.*doctor.*verify-audit/)
    expect((await run('key', 'cretae')).notes[0]).toContain('did you mean "create"?')
    const { out } = await run('help')
    for (const command of ['key create', 'usage export', 'backup', 'doctor', 'restore'])
      expect(out.join('\n')).toContain(`\n  ${command}`)
  })

  test('says in one line that the data folder cannot be made', async () => {
    const notes: string[] = []
    const code = await runCommandLine(['key', 'list'], {
      out: () => {},
      note: (line) => notes.push(line),
      config: () => loadConfig({ PARAPH_DATA_DIR: '/proc/nowhere/data' }),
    })
    expect([code, notes]).toEqual([
      1,
      [expect.stringMatching(/^error: the data folder .*PARAPH_DATA_DIR$/)],
    ])
  })

  test('lists all problems of the settings', async () => {
    const notes: string[] = []
    const code = await runCommandLine(['plan', 'list'], {
      out: () => {},
      note: (line) => notes.push(line),
      config: () => loadConfig({ PARAPH_PORT: 'x', PARAPH_COLOUR: 'red' }),
    })
    expect(code).toBe(1)
    expect(notes.join()).toMatch(/PARAPH_PORT[\s\S]*PARAPH_COLOUR/)
  })
})

describe('usage export', () => {
  const parsed = (lines: readonly string[]) => {
    const [head = '', ...rows] = lines
    const names = head.split(',')
    return rows.map((line) => {
      const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(
        ([, cell = '']) => cell,
      )
      return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']))
    })
  }

  test('its sums are those of the ledger, over keys that were revoked, replaced and moved', async () => {
    const world = await openWorld({ folder })
    const work = async () => 'done'
    const { accountId, id, secret } = await world.key('documents_starter')
    const first = await world.authenticator.authenticate(secret)
    for (let made = 0; made < 5; made++) await world.quota.spend(first, 'documents', work)
    // Revoked and replaced within the month: the new key goes on with the counters of the old one.
    await world.keys.revokeKey(id)
    const input = {
      accountId,
      plan: 'documents_starter',
      name: '=evil, "key"',
      mode: 'live' as const,
    }
    const second = await world.authenticator.authenticate(
      (await world.keys.createKey(input)).secret,
    )
    for (let made = 0; made < 3; made++) await world.quota.spend(second, 'documents', work)
    await world.keys.movePlan(second.key.id, 'documents_pro')
    const free = await world.caller('free')
    await world.quota.spend(free, 'documents', work, 2)
    await world.database.db.transaction().execute(async (trx) => {
      const taken = await world.quota.consume(trx, free, 'signatures', 4)
      await world.quota.refund(trx, taken, 1)
      await world.quota.count(trx, { keyId: free.key.id, metric: 'sms', amount: 7 })
    })
    const test = await world.caller('free', 'test')
    await world.quota.spend(test, 'documents', work)
    const month = new Date(world.clock.now()).toISOString().slice(0, 7)
    const { code, out } = await run('usage', 'export', '--month', month)
    expect(code).toBe(0)
    const rows = parsed(out)
    const sum = (item: string) =>
      rows
        .filter((row) => row.item === item)
        .reduce((total, row) => total + Number(row.quantity), 0)
    expect([sum('documents'), sum('signatures'), sum('additional_sms')]).toEqual([5 + 3 + 2, 3, 7])
    const ledger = new Map<string, number>()
    for (const account of [accountId, free.account.id])
      for (const { metric, used } of await world.quota.history(account, month))
        ledger.set(metric, (ledger.get(metric) ?? 0) + used)
    expect([ledger.get('documents'), ledger.get('signatures'), ledger.get('sms')]).toEqual([
      10, 3, 7,
    ])
    const moved = rows.find((row) => row.key === second.key.id)
    expect(moved).toMatchObject({ plan: 'documents_pro', quantity: '8', included: '5000' })
    expect(moved?.key_name).toBe(`"'=evil, ""key"""`)
    const one = parsed((await run('usage', 'export', '--month', month, '--account', accountId)).out)
    expect(one.map((row) => row.quantity)).toEqual(['8'])
    await world.close()
  })

  test('a month that is none is refused', async () => {
    const { code, notes } = await run('usage', 'export', '--month', '2026-13')
    expect([code, notes.join(' ')]).toEqual([
      2,
      expect.stringContaining('"2026-13" is not a month'),
    ])
  })
})
