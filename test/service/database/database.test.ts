import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lockDataFolder } from '../../../src/database/lock.ts'
import { DATABASE_FILE } from '../../../src/database/open.ts'
import { FatalError } from '../../../src/kernel/invariant.ts'
import { emptyFolder, notes, openNotes } from './fixture.ts'

let folder: string
const children: ChildProcess[] = []
beforeEach(() => {
  folder = emptyFolder()
})
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const script = (name: string): string => join(import.meta.dirname, `${name}.ts`)

function run(name: string, ...args: string[]): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', script(name), ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  return child
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve))

describe('the database', () => {
  test('is in WAL mode, syncs every commit, checks foreign keys and strict types', async () => {
    const { db, close } = openNotes(folder)
    const pragma = async (name: string) => {
      const { rows } = await sql<Record<string, unknown>>`${sql.raw(`PRAGMA ${name}`)}`.execute(db)
      return Object.values(rows[0] ?? {})[0]
    }
    expect(await pragma('journal_mode')).toBe('wal')
    expect(await pragma('synchronous')).toBe(2)
    expect(await pragma('foreign_keys')).toBe(1)
    await expect(sql`INSERT INTO notes VALUES (1, x'00')`.execute(db)).rejects.toThrow('TEXT')
    await close()
  })

  test('rolls a failed transaction back and runs parallel ones one after the other', async () => {
    const { db, close } = openNotes(folder)
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, id) =>
        db.transaction().execute(async (tx) => {
          await tx.insertInto('notes').values({ id, text: 'a' }).execute()
          if (id % 2 === 1) throw new Error('odd')
        }),
      ),
    )
    expect(results.filter((one) => one.status === 'fulfilled')).toHaveLength(10)
    const rows = await db.selectFrom('notes').select('id').execute()
    expect(rows.every(({ id }) => id % 2 === 0)).toBe(true)
    expect(rows).toHaveLength(10)
    await close()
  })

  test('fails, instead of hanging, when the outer connection is used inside a transaction', async () => {
    const { db, close } = openNotes(folder)
    const stuck = db.transaction().execute(async () => {
      await db.selectFrom('notes').selectAll().execute()
    })
    await expect(stuck).rejects.toThrow('given the outer Db')
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([])
    await close()
  })

  test('lets a reader that writes later in its transaction see no other writer in between', async () => {
    const one = openNotes(folder)
    const other = openNotes(folder)
    const count = async (db: typeof one.db) =>
      (await db.selectFrom('notes').selectAll().execute()).length
    await one.db.transaction().execute(async (tx) => {
      const before = await count(tx)
      await expect(
        other.db.insertInto('notes').values({ id: 99, text: 'b' }).execute(),
      ).rejects.toMatchObject({ code: 'storage_unavailable' })
      await tx.insertInto('notes').values({ id: before, text: 'a' }).execute()
    })
    expect(await count(other.db)).toBe(1)
    await one.close()
    await other.close()
  })
})

describe('while another process writes', () => {
  const otherWriter = () => {
    const other = new BetterSqlite(join(folder, DATABASE_FILE))
    other.exec("BEGIN IMMEDIATE; INSERT INTO notes VALUES (99, 'other')")
    return other
  }

  test('a write waits for it without stalling the thread', async () => {
    const { db, close } = openNotes(folder, { busyWaitMs: 60_000 })
    const other = otherWriter()
    let turns = 0
    // Only a thread that is free gets to the commit: were it to wait, it would wait for itself.
    const ticking = setInterval(() => {
      turns += 1
      if (turns === 20) other.exec('COMMIT')
    }, 5)
    await db.insertInto('notes').values({ id: 1, text: 'mine' }).execute()
    expect(turns).toBeGreaterThanOrEqual(20)
    clearInterval(ticking)
    await db.transaction().execute(async (tx) => {
      await tx.insertInto('notes').values({ id: 2, text: 'mine' }).execute()
    })
    const rows = await db.selectFrom('notes').select('id').orderBy('id').execute()
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 99])
    other.close()
    await close()
  })

  test('a write that waited too long is refused and reading continues', async () => {
    const { db, close } = openNotes(folder)
    const other = otherWriter()
    const refused = { code: 'storage_unavailable', cause: { code: 'SQLITE_BUSY' } }
    const write = db.insertInto('notes').values({ id: 1, text: 'mine' }).execute()
    await expect(write).rejects.toMatchObject(refused)
    const transaction = db.transaction().execute(async () => undefined)
    await expect(transaction).rejects.toMatchObject(refused)
    expect(await db.selectFrom('notes').selectAll().execute()).toEqual([])
    other.close()
    await db.insertInto('notes').values({ id: 1, text: 'mine' }).execute()
    await close()
  })
})

describe('a full disk', () => {
  test('returns storage_unavailable, preserves what was there and works again afterwards', async () => {
    const { db, close, verify } = openNotes(folder)
    await db.insertInto('notes').values({ id: 0, text: 'kept' }).execute()
    await sql`PRAGMA max_page_count = 20`.execute(db)
    const fill = db.transaction().execute(async (tx) => {
      for (let id = 1; id < 100; id++) {
        await tx
          .insertInto('notes')
          .values({ id, text: 'x'.repeat(4_000) })
          .execute()
      }
    })
    await expect(fill).rejects.toMatchObject({
      code: 'storage_unavailable',
      retryAfterSeconds: 5,
      cause: { code: 'SQLITE_FULL' },
    })
    expect(await db.selectFrom('notes').select('text').execute()).toEqual([{ text: 'kept' }])
    await sql`PRAGMA max_page_count = 10000`.execute(db)
    await db.insertInto('notes').values({ id: 1, text: 'again' }).execute()
    verify()
    await close()
  })

  test('at the operating system’s limit loses no acknowledged row', () => {
    const { stdout } = spawnSync(
      'bash',
      [
        '-c',
        // In kB; the signal is ignored so that the write itself fails, as on a full disk.
        `trap '' XFSZ; ulimit -f 600; exec "$0" --import tsx "$1" "$2"`,
        process.execPath,
        script('filler'),
        folder,
      ],
      { encoding: 'utf8' },
    )
    const reported = JSON.parse(stdout)
    expect(reported.code).toBe('storage_unavailable')
    expect(reported.cause).toMatch(/^SQLITE_(IOERR|FULL)/)
    expect(reported.written).toBeGreaterThan(20)
    expect(reported.rows).toBe(reported.written)
  })
})

describe('a killed process', () => {
  test('leaves a sound database with every acknowledged row, 3 times in a row', async () => {
    let acknowledged = -1
    let next = 0
    for (let round = 0; round < 3; round++) {
      const child = run('writer', folder, String(next))
      let reported = ''
      const enough = new Promise<void>((resolve) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          reported += chunk.toString()
          if (reported.length > 200 + round * 150) resolve()
        })
      })
      await enough
      child.kill('SIGKILL')
      await ended(child)
      acknowledged = Number(reported.trimEnd().split('\n').at(-1))
      const { db, close } = openNotes(folder)
      const rows = await db.selectFrom('notes').select('id').orderBy('id').execute()
      expect(rows.length).toBeGreaterThan(acknowledged)
      expect(rows.map(({ id }) => id)).toEqual(rows.map((_, index) => index))
      next = rows.length
      await close()
    }
    expect(acknowledged).toBeGreaterThan(100)
  })
})

describe('the folder lock', () => {
  test('excludes a second server, naming the first, and is released with the process, however it ends', async () => {
    const child = run('holder', folder)
    await new Promise((resolve) => child.stdout?.once('data', resolve))
    expect(() => lockDataFolder(folder)).toThrow(
      `another server (process ${child.pid}) is using the data folder ${folder}`,
    )
    // The command line is not kept out.
    await openNotes(folder).close()
    child.kill('SIGKILL')
    await ended(child)
    const lock = lockDataFolder(folder)
    expect(() => lockDataFolder(folder)).toThrow(FatalError)
    lock.release()
    lockDataFolder(folder).release()
  })

  test('counts how often a server ended without being stopped, and no clean stop', async () => {
    const stops = () => {
      const lock = lockDataFolder(folder)
      lock.release()
      return lock.uncleanStops
    }
    expect([stops(), stops()]).toEqual([0, 0])
    for (const count of [1, 2]) {
      const child = run('holder', folder)
      await new Promise((resolve) => child.stdout?.once('data', resolve))
      child.kill('SIGKILL')
      await ended(child)
      expect([stops(), stops()]).toEqual([count, count])
    }
  })
})

describe('migrations', () => {
  const more = { name: 'colour', sqlite: "ALTER TABLE notes ADD COLUMN colour TEXT DEFAULT 'red'" }

  test('are applied once, and later ones go on top of the data', async () => {
    const first = openNotes(folder)
    expect(first.applied).toEqual(['notes 1'])
    await first.db.insertInto('notes').values({ id: 1, text: 'a' }).execute()
    await first.close()
    const second = openNotes(folder, {
      migrations: [{ ...notes, migrations: [...notes.migrations, more] }],
    })
    expect(second.applied).toEqual(['notes 2'])
    const { rows } = await sql`SELECT * FROM notes`.execute(second.db)
    expect(rows).toEqual([{ id: 1, text: 'a', colour: 'red' }])
    await second.close()
    const third = openNotes(folder, {
      migrations: [{ ...notes, migrations: [...notes.migrations, more] }],
    })
    expect(third.applied).toEqual([])
    await third.close()
  })

  test('that were edited after they were applied stop the start', async () => {
    await openNotes(folder).close()
    const [first] = notes.migrations
    const edited = { domain: 'notes', migrations: [{ name: 'notes', sqlite: `${first?.sqlite} ` }] }
    expect(() => openNotes(folder, { migrations: [edited] })).toThrow(
      'was changed after it had been applied',
    )
  })

  test('of a newer version stop the start of an older one', async () => {
    await openNotes(folder, {
      migrations: [{ ...notes, migrations: [...notes.migrations, more] }],
    }).close()
    expect(() => openNotes(folder)).toThrow('newer version')
  })

  test('that fail leave nothing behind', async () => {
    const bad = { name: 'bad', sqlite: 'CREATE TABLE half (id INTEGER) STRICT; SELECT nonsense' }
    expect(() =>
      openNotes(folder, { migrations: [{ domain: 'notes', migrations: [bad] }] }),
    ).toThrow('nonsense')
    const { applied, close } = openNotes(folder)
    expect(applied).toEqual(['notes 1'])
    await close()
  })
})
