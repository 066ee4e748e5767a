/** A database that lacks acknowledged work is noticed at the start; nothing else is taken for it. */
import { copyFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { OWN_TRAIL } from '../../../src/audit/trail.ts'
import { runCommandLine } from '../../../src/cli/run.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { behind } from '../../../src/database/position.ts'
import { unsynced } from '../../../src/database/unsynced.ts'
import { TestClock } from '../../support/clock.ts'

const migrations = [
  {
    domain: 'test',
    migrations: [{ name: 'notes', sqlite: 'CREATE TABLE notes (text TEXT) STRICT' }],
  },
]
let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-position-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const file = (name = '') => join(folder, `paraph.sqlite${name}`)
const open = (more = {}) => openDatabase({ folder, migrations, clock: new TestClock(), ...more })
type Opened = ReturnType<typeof open>
const write = ({ db }: Opened, text: string) => sql`INSERT INTO notes VALUES (${text})`.execute(db)
const recorded = () => Number(/^\d+/.exec(readFileSync(file('-position'), 'utf8'))?.[0])

/** The files of a database at this moment, as after a kill: the log is not folded in. */
async function killed(work: (opened: Opened) => Promise<unknown>, kept: readonly string[]) {
  const opened = open()
  await work(opened)
  const copies = kept.map((name) => {
    copyFileSync(file(name), join(folder, `kept${name}`))
    return name
  })
  await opened.close()
  for (const name of ['', '-wal', '-shm', '-position']) rmSync(file(name), { force: true })
  for (const name of copies) renameSync(join(folder, `kept${name}`), file(name))
}

const threeNotes = async (opened: Opened) => {
  await write(opened, 'one')
  await opened.db.transaction().execute(async (trx) => {
    await sql`INSERT INTO notes VALUES ('two')`.execute(trx)
    await sql`INSERT INTO notes VALUES ('three')`.execute(trx)
  })
}

test('after a kill everything is there, and the database opens', async () => {
  await killed(threeNotes, ['', '-wal', '-position'])
  const opened = open()
  expect((await sql`SELECT * FROM notes`.execute(opened.db)).rows).toHaveLength(3)
  await opened.close()
})

test('a database whose log was removed is refused, until the loss is accepted', async () => {
  await open().close()
  await killed(threeNotes, ['', '-position'])
  expect(() => open()).toThrow(/lacks the last 2 commits: .*-wal\) was removed.*accept-loss/)
  // Also the second time.
  expect(() => open()).toThrow('lacks the last 2 commits')
  const accepted = open({ acceptLoss: true })
  expect(accepted.lost?.missing).toBe(2)
  await write(accepted, 'four')
  await accepted.close()
  await open().close()
})

test('a database that is gone is not begun anew without a word', async () => {
  await killed(threeNotes, ['-position'])
  expect(() => open()).toThrow(/paraph.sqlite is gone: .*accept-loss/)
})

test('an older copy in its place is refused, and a newer one is not', async () => {
  const first = open()
  await write(first, 'one')
  await first.close()
  copyFileSync(file(), join(folder, 'older'))
  const second = open()
  await write(second, 'two')
  await second.close()
  copyFileSync(file(), join(folder, 'newer'))
  const position = readFileSync(file('-position'))
  copyFileSync(join(folder, 'older'), file())
  expect(() => open()).toThrow('lacks the last 1 commits')
  copyFileSync(join(folder, 'newer'), file())
  await open().close()
  expect(String(readFileSync(file('-position')).subarray(0, 5))).toBe(
    String(position.subarray(0, 5)),
  )
})

test('what may be lost in a power cut is never recorded, and what only reads counts as nothing', async () => {
  const opened = open()
  await write(opened, 'one')
  const before = recorded()
  await unsynced(opened.db, (db) => sql`INSERT INTO notes VALUES ('two')`.execute(db))
  await opened.db.transaction().execute((trx) => sql`SELECT * FROM notes`.execute(trx))
  expect(recorded()).toBe(before)
  await write(opened, 'three')
  expect(recorded()).toBe(before + 1)
  await opened.close()
})

test('a write that fails leaves nothing behind, and the next one is counted as ever', async () => {
  const opened = open()
  await write(opened, 'one')
  const before = recorded()
  await expect(sql`INSERT INTO notes VALUES (x'00')`.execute(opened.db)).rejects.toThrow()
  expect(recorded()).toBe(before)
  await write(opened, 'two')
  expect(recorded()).toBe(before + 1)
  await opened.close()
})

test('without the record, as after a restore, nothing is expected', async () => {
  await killed(threeNotes, [''])
  await open().close()
})

test('the count goes on after its end', () => {
  expect(behind(5, 7)).toBe(2)
  expect(behind(7, 5)).toBe(0)
  expect(behind(2 ** 32 - 1, 1)).toBe(2)
  expect(behind(1, 2 ** 32 - 1)).toBe(0)
})

test('the command accepts the loss, and the trail of the service records it', async () => {
  const run = async (...args: string[]) => {
    const said: string[] = []
    const code = await runCommandLine(args, {
      out: (line) => said.push(line),
      note: (line) => said.push(line),
      config: () => loadConfig({ PARAPH_DATA_DIR: folder }),
    })
    return { code, said: said.join('\n') }
  }
  expect(await run('account', 'create', '--email', 'a@example.com')).toMatchObject({ code: 0 })
  copyFileSync(file(), join(folder, 'older'))
  expect(await run('account', 'create', '--email', 'b@example.com')).toMatchObject({ code: 0 })
  copyFileSync(join(folder, 'older'), file())
  const refused = await run('account', 'list')
  expect(refused.code).toBe(1)
  expect(refused.said).toContain('accept-loss')
  expect(await run('accept-loss')).toMatchObject({
    code: 0,
    said: expect.stringMatching(/^accepted: \d+ commits/),
  })
  expect((await run('accept-loss')).said).toBe('Nothing is missing.')
  const trail = await run('verify-audit', '--document', OWN_TRAIL)
  expect(trail.said).toMatch(/^intact {2}service/)
  expect((await run('account', 'list')).code).toBe(0)
})
