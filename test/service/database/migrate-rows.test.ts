/** A running installation moves from SQLite to PostgreSQL and back: every row, every trail, and work goes on there. */
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { runCommandLine } from '../../../src/cli/run.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { digestRows } from '../../../src/database/copying/rows.ts'
import { tableShapes } from '../../../src/database/copying/shape.ts'
import { migrationsOf } from '../../../src/database/migrate.ts'
import { connectDatabase, type DatabaseOptions, type Db } from '../../../src/database/open.ts'
import { parseDatabaseUrl } from '../../../src/database/postgres/settings.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { PostgresServer } from '../../support/postgres.ts'
import { somebody, startSigningApp } from '../../support/signing-app.ts'

let server: PostgresServer
const place = mkdtempSync(join(tmpdir(), 'paraph-migrate-'))
const filled = join(place, 'filled')
const second = somebody({ order: 2 })
let schemas = 0
let request = ''

/** A command on a data folder, and a database where one is set; its exit code and what it said. */
async function runOn(place: Record<string, string>, command: string[]): Promise<[number, string]> {
  const said: string[] = []
  const say = (line: string) => said.push(line)
  const surroundings = { out: say, note: say, config: () => loadConfig(place) }
  return [await runCommandLine(command, surroundings), said.join('\n')]
}
const run = (dataDir: string, ...command: string[]): Promise<[number, string]> =>
  runOn({ PARAPH_DATA_DIR: dataDir }, command)
const migrate = (dataDir: string, from: string, to: string) =>
  run(dataDir, 'migrate-storage', '--from', from, '--to', to)

/** A data folder like the one that was filled. */
function folderOf(name: string): string {
  const folder = join(place, name)
  cpSync(filled, folder, { recursive: true })
  return folder
}
const freshUrl = (): string => {
  schemas += 1
  return `${server.url}?schema=moved_${schemas}`
}

function open(folder: string, url = '', more: Partial<DatabaseOptions> = {}) {
  const address = parseDatabaseUrl(url)
  const postgres = address && { ...address, connections: 2, statementMs: 20_000 }
  return connectDatabase({ folder, postgres, migrations: MIGRATIONS, clock: systemClock, ...more })
}

async function using<Result>(
  [folder, url]: [folder: string, url?: string | undefined],
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await open(folder, url, { unfinished: true })
  try {
    return await work(db)
  } finally {
    await close()
  }
}

/** Every table with the number and digest of its rows. */
async function contentOf(folder: string, url?: string): Promise<Map<string, string>> {
  const shapes = await using([filled], tableShapes)
  return await using([folder, url], async (db) => {
    const found = new Map<string, string>()
    for (const shape of shapes) found.set(shape.name, await digestRows(db, shape))
    return found
  })
}

beforeAll(async () => {
  server = await PostgresServer.start()
  // It outlives the service that is started below: that one removes its own folder.
  const signing = await startSigningApp()
  await signing.services.pkiOf('test').authority.ready()
  const { accounts } = signing.app.services.accounts
  const account = await accounts.createAccount('moved@example.com')
  await signing.app.keyFor(account.id, 'signature_business')
  for (const { id } of await signing.app.services.accounts.keys.listKeys())
    await signing.app.services.accounts.keys.rotateKey(id)
  const first = somebody({ order: 1 })
  await signing.finish((await signing.create([somebody()])).id, [])
  request = (await signing.create([first, second])).id
  await (await signing.person(first)).signWhole()
  await signing.work()
  expect(await run(signing.app.folder, 'backup', '--to', join(place, 'backup'))).toEqual([
    0,
    expect.stringContaining('backed up'),
  ])
  await signing.close()
  expect((await run(filled, 'restore', '--from', join(place, 'backup')))[0]).toBe(0)
})
afterAll(async () => {
  await server.close()
  rmSync(place, { recursive: true, force: true })
})

describe('rows', () => {
  test('are the same in PostgreSQL, and again in SQLite', async () => {
    const url = freshUrl()
    const source = folderOf('there')
    const [code, said] = await migrate(source, 'folder', url)
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/audit_entries: \d\d rows, \d\d copied/),
    ])
    expect(said).toMatch(/\n[23] audit trails checked/)
    const before = await contentOf(source)
    expect([...before.values()].filter((text) => !text.startsWith('0 '))).not.toHaveLength(0)
    expect(await contentOf(source, url)).toEqual(before)

    const back = folderOf('back')
    for (const one of ['.', 'test-authority']) rmSync(join(back, one, 'paraph.sqlite'))
    expect((await migrate(back, url, 'folder'))[0]).toBe(0)
    expect(await contentOf(back)).toEqual(before)
  })

  test('are numbered on after the highest number that was ever given', async () => {
    const url = freshUrl()
    const source = folderOf('numbers')
    const job = sql<{ id: number }>`INSERT INTO jobs (kind, payload, run_at, created_at)
      VALUES ('test', '{}', 0, 'x') RETURNING id`
    const erased = await using([source], async (db) => {
      const made = await job.execute(db)
      await sql`DELETE FROM jobs`.execute(db)
      return made.rows[0]?.id ?? 0
    })
    expect((await migrate(source, 'folder', url))[0]).toBe(0)
    const next = await using([source, url], (db) => job.execute(db))
    expect(next.rows[0]?.id).toBe(erased + 1)
  })

  test('go on after an interruption, and no server starts before they are complete', async () => {
    const url = freshUrl()
    const source = folderOf('interrupted')
    // Ends half-way: a table that the copy reaches late refuses its rows.
    // Over a folder without rows: else it would be refused.
    await (await open(join(place, 'empty'), url)).close()
    const refusing = 'ALTER TABLE signers ADD CONSTRAINT refusing CHECK (id IS NULL)'
    await using([source, url], (db) => sql.raw(refusing).execute(db))
    const [code] = await migrate(source, 'folder', url)
    expect(code).toBe(1)
    await expect(open(source, url)).rejects.toThrow(/unfinished copy.*migrate-storage/)
    await using([source, url], (db) =>
      sql.raw('ALTER TABLE signers DROP CONSTRAINT refusing').execute(db),
    )
    const [again, said] = await migrate(source, 'folder', url)
    expect([again, said]).toEqual([0, expect.stringMatching(/accounts: \d rows, 0 copied now/)])
    expect(await contentOf(source, url)).toEqual(await contentOf(source))
    await (await open(source, url)).close()
  })

  test('go on when only the copy of the test authority was left', async () => {
    const url = freshUrl()
    const source = folderOf('test-authority')
    const constrain = async (how: string) => {
      const schema = { unfinished: true, migrations: [migrationsOf('pki')] }
      const { db, close } = await open(join(place, 'empty'), `${url}_test`, schema)
      await sql.raw(`ALTER TABLE pki_keys ${how}`).execute(db)
      await close()
    }
    await constrain('ADD CONSTRAINT refusing CHECK (false)')
    expect((await migrate(source, 'folder', url))[0]).toBe(1)
    await expect(open(source, url)).rejects.toThrow(/unfinished copy.*migrate-storage/)
    await constrain('DROP CONSTRAINT refusing')
    expect((await migrate(source, 'folder', url))[0]).toBe(0)
    expect(await contentOf(source, url)).toEqual(await contentOf(source))
    await (await open(source, url)).close()
  })

  test('with U+0000 in a text, which PostgreSQL cannot hold, are named before anything is copied', async () => {
    const url = freshUrl()
    const source = folderOf('null')
    const name = (text: string) =>
      using([source], (db) =>
        sql`UPDATE signature_requests SET name = ${text} WHERE id = ${request}`.execute(db),
      )
    await name('Vente\0 du lot 4')
    const [code, said] = await migrate(source, 'folder', url)
    expect(code).toBe(1)
    expect(said).toMatch(/nothing was copied: PostgreSQL cannot store the character U\+0000/)
    expect(said.split('\n').slice(1)).toEqual([
      `signature_requests.name where id = ${JSON.stringify(request)}`,
    ])
    for (const content of (await contentOf(source, url)).values()) expect(content).toMatch(/^0 /)
    await name('Vente du lot 4')
    expect(await migrate(source, 'folder', url)).toEqual([0, expect.anything()])
    expect(await contentOf(source, url)).toEqual(await contentOf(source))
  })

  test('that were changed between two runs are noticed', async () => {
    const url = freshUrl()
    const source = folderOf('changed')
    await (await open(join(place, 'empty'), url)).close()
    await using([source, url], (db) =>
      sql.raw('ALTER TABLE signers ADD CONSTRAINT refusing CHECK (id IS NULL)').execute(db),
    )
    await migrate(source, 'folder', url)
    await using([source, url], async (db) => {
      await sql.raw('ALTER TABLE signers DROP CONSTRAINT refusing').execute(db)
      await sql`UPDATE accounts SET email = 'other@example.com'`.execute(db).catch(() => undefined)
      await sql`UPDATE signature_requests SET status = 'cancelled'`.execute(db)
    })
    const [code, said] = await migrate(source, 'folder', url)
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/differs after copying: .* in the copy/),
    ])
    await expect(open(source, url)).rejects.toThrow(/unfinished copy/)
  })
})

test('a target with rows, a missing database and a place that cannot be meant are refused', async () => {
  const url = freshUrl()
  const source = folderOf('refused')
  expect(await migrate(source, 'folder', url)).toEqual([0, expect.anything()])
  expect(await migrate(source, 'folder', url)).toEqual([
    1,
    expect.stringMatching(/already in use: its table \w+ has rows/),
  ])
  expect(await migrate(join(place, 'none'), 'folder', freshUrl())).toEqual([
    1,
    expect.stringContaining('there is no database in'),
  ])
  expect(await migrate(source, 's3://files?endpoint=http://127.0.0.1:1', freshUrl())).toEqual([
    2,
    expect.stringContaining('rows are copied between "folder" and postgres://'),
  ])
  expect(await migrate(source, 'folder', 'postgres://x')).toEqual([
    2,
    expect.stringContaining('--to must name a database'),
  ])
})

test('verify-storage finds what a restored database names and the restored files lack', async () => {
  const folder = folderOf('restored')
  expect(await run(folder, 'verify-storage')).toEqual([
    0,
    expect.stringMatching(
      /^intact {2}templates: 0 files\nintact {2}fonts: 0 files\nintact {2}batches: 0 files\nintact {2}documents: \d+ files\nintact/,
    ),
  ])
  const documents = readdirSync(join(folder, 'documents'), { recursive: true, encoding: 'utf8' })
  const [missing = '', damaged = ''] = documents.filter((name) => /[0-9a-f]{64}$/.test(name))
  rmSync(join(folder, 'documents', missing))
  writeFileSync(join(folder, 'documents', damaged), 'of another time', { flag: 'r+' })
  const [code, said] = await run(folder, 'verify-storage')
  expect(code).toBe(1)
  expect(said).toContain(`missing  ${missing.slice(-64)}`)
  expect(said).toContain(`damaged  ${damaged.slice(-64)}`)
  expect(said).toContain('2 files are missing or damaged, 0 audit trails broken')
})

test('work goes on in PostgreSQL: the second signer signs what the first has signed in SQLite', async () => {
  const url = freshUrl()
  const folder = folderOf('goes-on')
  expect(await migrate(folder, 'folder', url)).toEqual([0, expect.anything()])
  rmSync(join(folder, 'paraph.sqlite'))
  const signing = await startSigningApp({ PARAPH_DATA_DIR: folder, PARAPH_DATABASE_URL: url })
  try {
    await (await signing.person(second)).signWhole()
    await signing.work()
    const { rows } = await sql<{ status: string }>`SELECT status FROM signature_requests
      WHERE id = ${request}`.execute(signing.app.services.db)
    expect(rows).toEqual([{ status: 'completed' }])
  } finally {
    await signing.close()
  }
  const moved = { PARAPH_DATA_DIR: folder, PARAPH_DATABASE_URL: url }
  expect(await runOn(moved, ['verify-storage'])).toEqual([
    0,
    expect.stringMatching(/documents: \d+ files\n.*intact.*0 broken/s),
  ])
})
