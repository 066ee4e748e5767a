/** What is different on PostgreSQL: a server that may be away, other instances, and triggers of its own. */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { insertEntry } from '../../../src/audit/store.ts'
import { inTurn } from '../../../src/database/concurrent.ts'
import { lockDataFolder } from '../../../src/database/lock.ts'
import { connectDatabase, type Db, type OpenDatabase } from '../../../src/database/open.ts'
import type { PostgresOptions } from '../../../src/database/postgres/options.ts'
import { unsynced } from '../../../src/database/unsynced.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { startTestApp } from '../../support/app.ts'
import { PostgresServer } from '../../support/postgres.ts'

let server: PostgresServer
let schemas = 0
const folder = mkdtempSync(join(tmpdir(), 'paraph-postgres-test-'))
const fresh = (more: Partial<PostgresOptions> = {}): PostgresOptions => {
  schemas += 1
  const schema = `case_${schemas}`
  return { url: server.url, schema, connections: 5, statementMs: 20_000, ...more }
}
const open = (postgres: PostgresOptions): Promise<OpenDatabase> =>
  connectDatabase({ folder, postgres, migrations: MIGRATIONS, clock: systemClock })

beforeAll(async () => {
  server = await PostgresServer.start()
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true, force: true })
})

async function withTwo(work: (one: Db, other: Db) => Promise<void>): Promise<void> {
  const options = fresh()
  const [one, other] = [await open(options), await open(options)]
  try {
    await work(one.db, other.db)
  } finally {
    await Promise.all([one.close(), other.close()])
  }
}

const trailRow = { id: 'doc_a', account_id: 'acc_a', header: '{}', opened_at: '2026-01-01' }
const entryRow = (seq: number) => ({
  ...{ trail_id: 'doc_a', seq, type: 't', at: '2026-01-01', actor: 'a', ip: null, ua: null },
  ...{ data: '{}', prev_hash: '0'.repeat(64), hash: '1'.repeat(64) },
})

test('ten instances that start together migrate once', async () => {
  const options = fresh()
  const opened = await Promise.all(Array.from({ length: 10 }, () => open(options)))
  const counts = opened.map(({ applied }) => applied.length).sort((a, b) => b - a)
  const all = MIGRATIONS.flatMap(({ migrations }) => migrations).length
  expect(counts).toEqual([all, ...Array(9).fill(0)])
  await Promise.all(opened.map((one) => one.close()))
})

test('a schema of a newer version is refused', async () => {
  const options = fresh()
  const { db, close } = await open(options)
  await db
    .insertInto('schema_migrations')
    .values({ domain: 'accounts', number: 99, name: 'later', hash: 'x', applied_at: 'x' })
    .execute()
  await close()
  await expect(open(options)).rejects.toThrow(/accounts 99 \(later\).*newer version/)
})

test('an empty database is refused while the rows are in a file of the data folder; nothing is written', async () => {
  const at = mkdtempSync(join(folder, 'left-'))
  const parts = { folder: at, migrations: MIGRATIONS, clock: systemClock }
  await (await connectDatabase({ ...parts, postgres: undefined })).close()
  const postgres = fresh()
  await expect(connectDatabase({ ...parts, postgres })).rejects.toThrow(
    /PARAPH_DATABASE_URL names an empty database.*paraph\.sqlite.*migrate-storage/,
  )
  const client = new Client(server.url)
  await client.connect()
  const { rows } = await client.query('SELECT to_regnamespace($1) AS found', [postgres.schema])
  await client.end()
  expect(rows).toEqual([{ found: null }])
  // Rows that were moved are there, and the file may stay.
  await (await open(postgres)).close()
  await (await connectDatabase({ ...parts, postgres })).close()
})

test('no new file is begun in a data folder whose rows are in the database, until its marker is gone', async () => {
  const at = mkdtempSync(join(folder, 'elsewhere-'))
  const parts = { folder: at, migrations: MIGRATIONS, clock: systemClock }
  await (await connectDatabase({ ...parts, postgres: fresh() })).close()
  await expect(connectDatabase({ ...parts, postgres: undefined })).rejects.toThrow(
    /are in PostgreSQL: set PARAPH_DATABASE_URL.*migrate-storage.*rows-in-postgresql/,
  )
  expect(readdirSync(at)).toEqual(['rows-in-postgresql'])
  rmSync(join(at, 'rows-in-postgresql'))
  await (await connectDatabase({ ...parts, postgres: undefined })).close()
})

test('a start that is refused leaves no folder behind that it made', async () => {
  const at = join(folder, 'not', 'there')
  const settings = {
    PARAPH_DATA_DIR: at,
    PARAPH_DATABASE_URL: 'postgres://paraph@127.0.0.1:1/nowhere',
  }
  await expect(startTestApp(settings)).rejects.toThrow(/check PARAPH_DATABASE_URL/)
  expect(existsSync(at)).toBe(false)
})

test('a start that is refused is no crash', async () => {
  const at = mkdtempSync(join(folder, 'refused-'))
  const settings = {
    PARAPH_DATA_DIR: at,
    PARAPH_DATABASE_URL: 'postgres://paraph@127.0.0.1:1/nowhere',
  }
  await expect(startTestApp(settings)).rejects.toThrow(/check PARAPH_DATABASE_URL/)
  expect(existsSync(join(at, 'server.pid'))).toBe(false)
  const lock = lockDataFolder(at)
  expect(lock.uncleanStops).toBe(0)
  lock.release()
})

describe('two instances', () => {
  test('that read and then write in one turn lose nothing', async () => {
    await withTwo(async (one, other) => {
      await one.insertInto('audit_readers').values({ name: 'r', position: 0 }).execute()
      const add = (db: Db) =>
        inTurn(db, ['account', 'r'], async (inside) => {
          const { position } = await inside
            .selectFrom('audit_readers')
            .select('position')
            .where('name', '=', 'r')
            .executeTakeFirstOrThrow()
          await inside
            .updateTable('audit_readers')
            .set({ position: position + 1 })
            .where('name', '=', 'r')
            .execute()
        })
      await Promise.all(Array.from({ length: 40 }, (_, n) => add(n % 2 === 0 ? one : other)))
      const row = await other.selectFrom('audit_readers').selectAll().executeTakeFirstOrThrow()
      expect(row.position).toBe(40)
    })
  })

  test('whoever reads waits for nobody', async () => {
    await withTwo(async (one, other) => {
      await one.transaction().execute(async (inside) => {
        await inside.insertInto('audit_trails').values(trailRow).execute()
        expect(await other.selectFrom('audit_trails').selectAll().execute()).toEqual([])
      })
    })
  })
})

describe('the trail', () => {
  const forbidden = [
    "UPDATE audit_entries SET type = 'x'",
    'DELETE FROM audit_entries',
    'TRUNCATE audit_entries CASCADE',
    "UPDATE audit_trails SET header = '{}'",
    'DELETE FROM audit_trails',
    'TRUNCATE pki_certificates CASCADE',
    'INSERT INTO audit_entries (trail_id, seq, type, at, actor, data, prev_hash, hash) SELECT trail_id, 5, type, at, actor, data, prev_hash, hash FROM audit_entries',
    "INSERT INTO audit_entries SELECT * FROM audit_entries ON CONFLICT (position) DO UPDATE SET type = 'x'",
  ]
  let database: OpenDatabase
  beforeAll(async () => {
    database = await open(fresh())
    await database.db.insertInto('audit_trails').values(trailRow).execute()
    await insertEntry(database.db, entryRow(1))
  })
  afterAll(() => database.close())

  test.each(forbidden)('refuses %s', async (statement) => {
    await expect(sql.raw(statement).execute(database.db)).rejects.toThrow(
      /only ever added to|never deleted/,
    )
    expect(await database.db.selectFrom('audit_entries').selectAll().execute()).toHaveLength(1)
  })
})

test('unsynced writes give up waiting for the disk, and nothing else does', async () => {
  const { db, close } = await open(fresh({ connections: 2 }))
  const setting = (held: Db) =>
    held.transaction().execute(async (inside) => {
      const { rows } = await sql<{ synchronous_commit: string }>`SHOW synchronous_commit`.execute(
        inside,
      )
      return rows[0]?.synchronous_commit
    })
  expect(await unsynced(db, setting)).toBe('off')
  expect(await setting(db)).toBe('on')
  await close()
})

/** The server under another number of its version. */
async function startOlder(number: string, said: string) {
  const between = createServer((socket) => {
    const to = connect(server.port, '127.0.0.1')
    socket.pipe(to)
    to.on('data', (bytes) =>
      socket.write(Buffer.from(bytes.toString('latin1').replaceAll(number, said), 'latin1')),
    )
    for (const [one, other] of [[socket, to] as const, [to, socket] as const]) {
      one.on('error', () => undefined)
      one.on('close', () => other.destroy())
    }
  })
  await new Promise<void>((done) => between.listen(0, '127.0.0.1', done))
  const { port } = between.address() as AddressInfo
  return { port, close: () => new Promise((done) => between.close(done)) }
}

describe('a start is refused', () => {
  const refused = (url: string, problem: RegExp) =>
    expect(open(fresh({ url }))).rejects.toThrow(problem)

  test('when nothing answers, without the password', async () => {
    const url = 'postgres://me:secret-word@127.0.0.1:9/paraph'
    await refused(url, /database paraph at 127\.0\.0\.1:9 cannot be used .*PARAPH_DATABASE_URL/)
    await expect(open(fresh({ url }))).rejects.not.toThrow(/secret-word/)
  })
  test('when there is no such database', () =>
    refused(server.url.replace(/postgres$/, 'nobody'), /"nobody" does not exist/))
  test('when it is older than PostgreSQL 15', async () => {
    const client = new Client(server.url)
    await client.connect()
    const { rows } = await client.query<{ number: string }>(
      "SELECT current_setting('server_version_num') AS number",
    )
    await client.end()
    const number = rows[0]?.number ?? ''
    const older = await startOlder(number, number.replace(/^\d\d/, '14'))
    try {
      const url = server.url.replace(`:${server.port}/`, `:${older.port}/`)
      await refused(url, /PARAPH_DATABASE_URL points to PostgreSQL 14; PostgreSQL 15 or later/)
    } finally {
      await older.close()
    }
  })
  test('when the encoding is not UTF-8', async () => {
    const client = new Client(server.url)
    await client.connect()
    await client.query(
      "CREATE DATABASE latin ENCODING 'LATIN1' LC_COLLATE 'C' LC_CTYPE 'C' TEMPLATE template0",
    )
    await client.end()
    await refused(server.url.replace(/postgres$/, 'latin'), /encoding LATIN1.*ENCODING 'UTF8'/)
  })
})

test('while the server is away calls get 503 with Retry-After, and afterwards go on', async () => {
  const url = `${server.url}?schema=whole_service`
  const app = await startTestApp({ PARAPH_DATABASE_URL: url })
  try {
    const key = await app.newKey()
    const usage = () => app.call('GET', '/usage', { key })
    expect((await usage()).status).toBe(200)
    await server.kill()
    for (let tries = 0; tries < 3; tries += 1) {
      const answer = await usage()
      expect(answer.status, answer.bytes.toString()).toBe(503)
      expect(answer.headers['retry-after']).toBeDefined()
    }
    await server.restart()
    await expect.poll(async () => (await usage()).status, { timeout: 20_000 }).toBe(200)
    expect((await usage()).json()).toBeDefined()
  } finally {
    await app.close()
  }
}, 90_000)
