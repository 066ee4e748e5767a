/** A database that a failing disk has spoilt: refused with what to do, and never overwritten. */
import {
  closeSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { DATABASE_FILE, emptyLog } from '../../../src/database/open.ts'
import { FatalError } from '../../../src/kernel/invariant.ts'
import { type FormParts, startTestApp } from '../../support/app.ts'
import { docxWith } from '../../support/docx-package.ts'
import { emptyFolder, openNotes } from './fixture.ts'

let folder: string
beforeEach(() => {
  folder = emptyFolder()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Overwrites a stretch of a file, as a failing disk does. */
function overwrite(path: string, at: number, bytes = 64): void {
  const file = openSync(path, 'r+')
  writeSync(file, Buffer.alloc(bytes, 0x5a), 0, bytes, at)
  closeSync(file)
}

describe('a damaged file', () => {
  test('is found at start', async () => {
    const { db, close } = openNotes(folder)
    for (let id = 0; id < 50; id++) {
      await db
        .insertInto('notes')
        .values({ id, text: 'x'.repeat(4_000) })
        .execute()
    }
    await close()
    truncateSync(join(folder, DATABASE_FILE), 40_000)
    expect(() => openNotes(folder)).toThrow(FatalError)
    expect(() => openNotes(folder)).toThrow('damaged')
  })

  test('that is no database at all is recognised as such', () => {
    writeFileSync(
      join(folder, DATABASE_FILE),
      'not a database, only text that is long enough'.repeat(50),
    )
    expect(() => openNotes(folder)).toThrow('damaged')
  })

  const FILE = () => join(folder, DATABASE_FILE)
  async function filled(): Promise<void> {
    const { db, close } = openNotes(folder)
    for (let id = 0; id < 50; id++) await add(db, id)
    await close()
  }
  const add = (db: ReturnType<typeof openNotes>['db'], id: number) =>
    db
      .insertInto('notes')
      .values({ id, text: 'x'.repeat(4_000) })
      .execute()

  test.each([
    ['its header', 0],
    ['the tree in its first page', 100],
    ['the head of a page in its middle', 30 * 4_096],
  ])('with %s overwritten is refused at start, and left as it is', async (_what, at) => {
    await filled()
    overwrite(FILE(), at)
    const before = readFileSync(FILE())
    expect(() => openNotes(folder)).toThrow(/is damaged .* restore a backup/)
    expect(readFileSync(FILE()).equals(before)).toBe(true)
  })

  /** A log of 20 commits, as a killed process leaves it. */
  async function logged(): Promise<string> {
    const { db, close } = openNotes(folder)
    for (let id = 0; id < 20; id++) await add(db, id)
    const copies = [DATABASE_FILE, `${DATABASE_FILE}-wal`].map(
      (name) => [name, readFileSync(join(folder, name))] as const,
    )
    await close()
    for (const [name, bytes] of copies) writeFileSync(join(folder, name), bytes)
    return `${FILE()}-wal`
  }
  const rows = async (options: Parameters<typeof openNotes>[1] = {}) => {
    const { db, close } = openNotes(folder, options)
    const found = (await db.selectFrom('notes').select('id').execute()).length
    await close()
    return found
  }

  test('whose log is whole loses nothing, and one whose last commit is torn that commit alone, once accepted', async () => {
    await logged()
    expect(await rows()).toBe(20)
    rmSync(folder, { recursive: true })
    folder = emptyFolder()
    const log = await logged()
    truncateSync(log, statSync(log).size - 100)
    await expect(rows()).rejects.toThrow('lacks the last 1 commits')
    expect(await rows({ acceptLoss: true })).toBe(19)
  })

  test.each([
    ['header', 8],
    ['first frame', 60],
    ['middle', 40_000],
  ])(
    'whose log is damaged in its %s is refused, since SQLite would drop commits',
    async (_what, at) => {
      const log = await logged()
      overwrite(log, at, 4)
      const before = readFileSync(log)
      expect(() => openNotes(folder)).toThrow(/is damaged .*log.* restore a backup/)
      expect(readFileSync(log).equals(before)).toBe(true)
    },
  )

  test('that shows while it is used takes no more writes, and answers 503 with what to do', async () => {
    const { db, close } = openNotes(folder)
    for (let id = 0; id < 900; id++) await add(db, id)
    await emptyLog(db)
    await sql`PRAGMA shrink_memory`.execute(db)
    for (let at = 8_192; at < 2_000_000; at += 4_096) overwrite(FILE(), at, 16)
    const refused = {
      code: 'storage_unavailable',
      message: expect.stringMatching(/damaged.*restore a backup/),
    }
    await expect(db.selectFrom('notes').selectAll().execute()).rejects.toMatchObject(refused)
    const before = readFileSync(FILE())
    await expect(add(db, 1_000)).rejects.toMatchObject(refused)
    await expect(
      db.transaction().execute((tx) => tx.deleteFrom('notes').execute()),
    ).rejects.toMatchObject(refused)
    expect(
      await db
        .selectFrom('schema_migrations' as never)
        .selectAll()
        .execute(),
    ).toHaveLength(1)
    await close()
    expect(readFileSync(FILE()).equals(before)).toBe(true)
  })
})

test('a database that takes no more writes while the service runs is read, and each write is refused with 503 until it does', async () => {
  const service = await startTestApp()
  const key = await service.newKey()
  const sender = await service.newKey('signature_pro')
  const { db } = service.services
  const json = { url: 'https://example.com/hook' }
  const letter: FormParts = [
    ['template', { filename: 'a.docx', bytes: docxWith('Dear {name}') }],
    ['data', '{"name":"Ada"}'],
  ]
  const send = async () => [
    await service.call('POST', '/api/v1/webhooks', { key: sender, json }),
    await service.call('POST', '/templates', { key, form: letter.slice(0, 1) }),
    await service.call('POST', '/render', { key, form: letter }),
  ]
  const kept = async () => [
    (await service.call('GET', '/api/v1/webhooks', { key: sender })).json(),
    (await service.call('GET', '/templates', { key })).json(),
    (await service.call('GET', '/usage', { key })).json<{ monthly: object }>().monthly,
  ]
  expect((await send()).map(({ status }) => status)).toEqual([201, 201, 200])
  const before = await kept()
  await sql`PRAGMA query_only = ON`.execute(db)
  for (const answer of await send())
    expect([answer.status, answer.json()]).toMatchObject([503, { code: 'storage_unavailable' }])
  expect(await kept()).toEqual(before)
  await sql`PRAGMA query_only = OFF`.execute(db)
  expect(await kept()).toEqual(before)
  expect((await send()).map(({ status }) => status)).toEqual([201, 201, 200])
  await service.close()
})

test('damage that shows while the service runs is answered 503, also by /health/ready', async () => {
  const service = await startTestApp()
  const key = await service.newKey()
  const { db } = service.services
  const usage = () => service.call('GET', '/usage', { key })
  const ready = () => service.call('GET', '/health/ready')
  expect((await usage()).status).toBe(200)
  expect((await ready()).json()).toMatchObject({ parts: { database: { status: 'up' } } })
  await emptyLog(db)
  await sql`PRAGMA shrink_memory`.execute(db)
  const file = join(service.folder, DATABASE_FILE)
  const { size } = statSync(file)
  for (let at = 4_096; at < size; at += 4_096) overwrite(file, at, 16)
  const refused = await usage()
  expect([refused.status, refused.json().code]).toEqual([503, 'storage_unavailable'])
  const health = await ready()
  expect(health.status).toBe(503)
  expect(health.json()).toMatchObject({ parts: { database: { status: 'down' } } })
  await service.close()
})
