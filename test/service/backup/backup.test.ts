/** A backup made while rows and files are written, and what restore makes of it. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { backup } from '../../../src/backup/backup.ts'
import { checkBackup, restore } from '../../../src/backup/restore.ts'
import { runCommandLine } from '../../../src/cli/run.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { sha256Hex } from '../../../src/files/blob-store.ts'
import { FolderBlobStore } from '../../../src/files/folder-store.ts'
import { startTestApp } from '../../support/app.ts'
import { docxWith } from '../../support/docx-package.ts'

let place: string
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'paraph-backup-'))
})
afterEach(() => rmSync(place, { recursive: true, force: true }))

const run = async (dataDir: string, ...args: string[]) => {
  const [out, notes]: [string[], string[]] = [[], []]
  const code = await runCommandLine(args, {
    out: (line) => out.push(line),
    note: (line) => notes.push(line),
    config: () => loadConfig({ PARAPH_DATA_DIR: dataDir }),
  })
  return { code, out: out.join('\n'), notes: notes.join('\n') }
}

test('a service that is restored elsewhere knows its keys, its templates and their files', async () => {
  const service = await startTestApp()
  const key = await service.newKey('free')
  const template = ['template', { filename: 'a.docx', bytes: docxWith('Hello {name}') }] as const
  const made = await service.call('POST', '/templates', { key, form: [[...template]] })
  const { id } = made.json<{ id: string }>()
  // A folder that others may look into, such as a disk for backups.
  mkdirSync(join(place, 'copy'), { mode: 0o755 })
  const kept = await run(service.folder, 'backup', '--to', join(place, 'copy'))
  expect([kept.code, kept.out]).toEqual([0, expect.stringMatching(/^backed up: \d+ files, /)])
  expect(statSync(join(place, 'copy', 'paraph.sqlite')).mode & 0o077, 'for its owner alone').toBe(0)
  await service.close()

  const back = await run(join(place, 'data'), 'restore', '--from', join(place, 'copy'))
  expect([back.code, back.out]).toEqual([0, expect.stringMatching(/^restored: \d+ files/)])
  const again = await startTestApp({ PARAPH_DATA_DIR: join(place, 'data') })
  const found = await again.call('GET', `/templates/${id}/versions/1/file`, { key })
  expect(found.status).toBe(200)
  expect(Buffer.from(docxWith('Hello {name}')).equals(found.bytes)).toBe(true)
  await again.close()
})

test('a copy made while the service writes holds every file that its rows name', async () => {
  const data = join(place, 'data')
  const blobs = new FolderBlobStore(join(data, 'blobs'))
  await blobs.open()
  const database = new BetterSqlite(join(data, 'paraph.sqlite'))
  database.pragma('journal_mode = WAL')
  database.exec('CREATE TABLE files (hash TEXT)')
  let goes = true
  let rows = 0
  const writer = (async () => {
    while (goes) {
      const hash = await blobs.put(Buffer.from(`file ${rows}`))
      database.prepare('INSERT INTO files VALUES (?)').run(hash)
      rows += 1
    }
  })()
  await expect.poll(() => rows).toBeGreaterThan(20)
  const options = { dataDir: data, folder: join(place, 'copy'), version: '1', at: 'now' }
  await backup(options)
  const during = rows
  await backup(options)
  goes = false
  await writer
  database.close()
  expect(rows).toBeGreaterThan(during)

  await restore(join(place, 'copy'), join(place, 'back'))
  const copy = new BetterSqlite(join(place, 'back/paraph.sqlite'), { readonly: true })
  const hashes = copy.prepare('SELECT hash FROM files').pluck().all() as string[]
  copy.close()
  expect(hashes.length).toBeGreaterThanOrEqual(during)
  const restored = new FolderBlobStore(join(place, 'back/blobs'))
  for (const hash of hashes) await restored.get(hash)
})

test('what was changed, is missing, or is something else is refused and named', async () => {
  const data = join(place, 'data')
  const blobs = new FolderBlobStore(join(data, 'blobs'))
  await blobs.open()
  const hash = await blobs.put(Buffer.from('a file'))
  new BetterSqlite(join(data, 'paraph.sqlite')).exec('CREATE TABLE a (b)').close()
  writeFileSync(join(data, 'key-pepper'), 'secret')
  writeFileSync(join(data, 'server.pid'), '1')
  const folder = join(place, 'copy')
  const options = { dataDir: data, folder, version: '1', at: 'now' }
  const { entries } = await backup(options)
  const blob = `blobs/${hash.slice(0, 2)}/${hash}`
  expect(entries.map(({ path }) => path).sort()).toEqual([blob, 'key-pepper', 'paraph.sqlite'])

  writeFileSync(join(folder, blob), 'b file')
  await expect(checkBackup(folder)).rejects.toThrow(`${blob} has changed`)
  await expect(restore(folder, join(place, 'back'))).rejects.toThrow('has changed')
  expect(readdirSync(place)).not.toContain('back')
  rmSync(join(folder, blob))
  await expect(checkBackup(folder)).rejects.toThrow(`${blob} is missing`)
  await backup(options)
  await checkBackup(folder)

  rmSync(join(data, 'key-pepper'))
  await backup(options)
  expect(readdirSync(folder).sort()).toEqual(['backup.json', 'blobs', 'paraph.sqlite'])
  await expect(restore(folder, data)).rejects.toThrow('is not empty')
  await expect(backup({ ...options, folder: data })).rejects.toThrow(
    'does not contain an earlier backup',
  )
  await expect(backup({ ...options, dataDir: join(place, 'no') })).rejects.toThrow(
    'not a data folder',
  )
  await expect(checkBackup(join(place, 'no'))).rejects.toThrow('does not contain a backup')

  writeFileSync(join(data, blob), 'rot')
  rmSync(folder, { recursive: true })
  await expect(backup(options)).rejects.toThrow(`${blob} is damaged`)
  const list = JSON.stringify({ format: 'paraph-backup/1', entries: [{ path: '../x' }] })
  writeFileSync(join(folder, 'backup.json'), list)
  await expect(checkBackup(folder)).rejects.toThrow('is outside')
  expect(readFileSync(join(data, blob), 'utf8')).toBe('rot')
})

/** A process that commits a row of its own about every 20 ms, until it is killed. */
const WRITER = `
const [, file] = process.argv
const database = require('better-sqlite3')(file)
database.pragma('journal_mode = WAL')
const insert = database.prepare('INSERT INTO ticks DEFAULT VALUES')
setInterval(() => insert.run(), 20)
console.log('writes')`

test('a backup ends while another process writes, and is one state of the database', async () => {
  const data = join(place, 'data')
  mkdirSync(data)
  const file = join(data, 'paraph.sqlite')
  const database = new BetterSqlite(file)
  database.pragma('journal_mode = WAL')
  database.exec('CREATE TABLE ticks (id INTEGER PRIMARY KEY); CREATE TABLE filler (bytes BLOB)')
  // More pages than are copied at a time: SQLite would begin again with each commit in between.
  database.transaction(() => {
    for (let row = 0; row < 60; row += 1)
      database.prepare('INSERT INTO filler VALUES (zeroblob(1000000))').run()
  })()
  const writer = spawn(process.execPath, ['-e', WRITER, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(writer.stdout, 'data')
  const ticks = () => database.prepare('SELECT count(*) FROM ticks').pluck().get() as number
  const before = ticks()
  const said: string[] = []
  await backup({
    dataDir: data,
    folder: join(place, 'copy'),
    version: '1',
    at: 'now',
    progress: (text) => {
      said.push(text)
      // Commits of the other process happen between two steps.
      const seen = ticks()
      while (said.length < 20 && ticks() === seen);
    },
  })
  const after = ticks()
  writer.kill('SIGKILL')
  await once(writer, 'exit')
  database.close()
  expect(after, 'it wrote meanwhile').toBeGreaterThan(before + 3)
  expect(said.filter((text) => text.startsWith('paraph.sqlite: ')).length).toBeGreaterThan(5)
  // Once through the file, and not again from its beginning.
  const percents = said.flatMap((text) => /: (\d+) %/.exec(text)?.[1] ?? []).map(Number)
  expect(percents).toEqual(percents.toSorted((a, b) => a - b))
  const copy = new BetterSqlite(join(place, 'copy/paraph.sqlite'), { readonly: true })
  expect(copy.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(copy.prepare('SELECT count(*) FROM ticks').pluck().get()).toBeLessThan(after)
  copy.close()
})

test('a backup that takes too long gives up, and the earlier one is as it was', async () => {
  const data = join(place, 'data')
  mkdirSync(data)
  new BetterSqlite(join(data, 'paraph.sqlite')).exec('CREATE TABLE a (b)').close()
  const folder = join(place, 'copy')
  await backup({ dataDir: data, folder, version: '1', at: 'earlier' })
  new BetterSqlite(join(data, 'paraph.sqlite')).exec('INSERT INTO a VALUES (1)').close()
  const late = backup({ dataDir: data, folder, version: '1', at: 'later', limitMs: 0 })
  await expect(late).rejects.toThrow(/not finished within 0 minutes .*--time-limit/)
  expect((await checkBackup(folder)).at).toBe('earlier')
})

test('when the service was last backed up is known, and a restored one is not backed up', async () => {
  const service = await startTestApp()
  const measured = async () =>
    /^paraph_backup_done_seconds (\S+)$/m.exec(
      String((await service.call('GET', '/metrics')).bytes),
    )?.[1]
  expect(await measured()).toBe('0')
  const before = Math.floor(Date.now() / 1000)
  expect((await run(service.folder, 'backup', '--to', join(place, 'copy'))).code).toBe(0)
  const done = Number(await measured())
  expect(done).toBeGreaterThanOrEqual(before)
  expect((await run(service.folder, 'backup', '--record', '--to', 'x')).code).toBe(2)
  expect((await run(service.folder, 'backup', '--record')).code).toBe(0)
  expect(Number(await measured())).toBeGreaterThan(done)
  await service.close()
  await run(join(place, 'data'), 'restore', '--from', join(place, 'copy'))
  expect(readdirSync(join(place, 'data'))).not.toContain('last-backup.json')
})

describe('a backup that this version cannot read is refused before anything is written', () => {
  let folder: string
  beforeEach(async () => {
    const service = await startTestApp()
    folder = join(place, 'copy')
    expect((await run(service.folder, 'backup', '--to', folder)).code).toBe(0)
    await service.close()
  })

  const refused = async () => {
    const { code, notes } = await run(join(place, 'data'), 'restore', '--from', folder)
    expect(code).toBe(1)
    expect(readdirSync(place)).not.toContain('data')
    expect(notes, 'no stack trace').not.toMatch(/\n\s+at /)
    return notes
  }

  test('of a later version', async () => {
    const list = join(folder, 'backup.json')
    const manifest = JSON.parse(readFileSync(list, 'utf8')) as object
    writeFileSync(list, JSON.stringify({ ...manifest, version: '9.9.9' }))
    expect(await refused()).toMatch(/made by version 9\.9\.9, and this is \d/)
  })

  test('with a migration that is unknown here', async () => {
    const file = join(folder, 'paraph.sqlite')
    new BetterSqlite(file)
      .exec("INSERT INTO schema_migrations VALUES ('signing', 999, 'of tomorrow', 'x', 'now')")
      .close()
    const list = join(folder, 'backup.json')
    const manifest = JSON.parse(readFileSync(list, 'utf8')) as { entries: Array<{ path: string }> }
    const bytes = readFileSync(file)
    const entries = manifest.entries.map((entry) =>
      entry.path === 'paraph.sqlite'
        ? { ...entry, bytes: bytes.length, sha256: sha256Hex(bytes) }
        : entry,
    )
    writeFileSync(list, JSON.stringify({ ...manifest, entries }))
    expect(await refused()).toMatch(/signing 999 \(of tomorrow\), which this version does not know/)
  })

  test.each([
    ['{', 'is not JSON'],
    ['null', 'is not in the format'],
    ['{"format":"paraph-backup/1","entries":[null]}', "null is not a file's entry"],
    ['{"format":"paraph-backup/1","entries":[]}', 'does not say which version'],
  ])('with the manifest %s', async (text, why) => {
    writeFileSync(join(folder, 'backup.json'), text)
    expect(await refused()).toContain(why)
  })
})

test('a file that is lost or cut off comes back from a backup, and a cut one is written anew', async () => {
  const service = await startTestApp()
  const key = await service.newKey('free')
  const [ids, hashes]: [string[], string[]] = [[], []]
  for (const name of ['a', 'b']) {
    const bytes = docxWith(`Hello {${name}}`)
    const form = [['template', { filename: 'a.docx', bytes }] as const]
    const { id } = (await service.call('POST', '/templates', { key, form: [...form] })).json()
    ids.push(String(id))
    hashes.push(sha256Hex(bytes))
  }
  await run(service.folder, 'backup', '--to', join(place, 'copy'))
  const paths = hashes.map((hash) => join(service.folder, 'blobs', hash.slice(0, 2), hash))
  const [lost = '', cut = ''] = paths
  rmSync(lost)
  writeFileSync(cut, readFileSync(cut).subarray(0, 100))
  expect((await run(service.folder, 'doctor')).out).toMatch(
    /FAILED +files +2 of 2 read: damaged {2}[0-9a-f]{64}, missing {2}[0-9a-f]{64}/,
  )
  // Callers and operators see it until it is repaired.
  for (const id of ids) {
    const got = await service.call('GET', `/templates/${id}/versions/1/file`, { key })
    expect([got.status, got.json()]).toMatchObject([500, { code: 'file_damaged' }])
  }
  const ready = await service.call('GET', '/health/ready')
  expect(String(ready.bytes)).toContain('2 stored files are missing or damaged')
  const found = await run(service.folder, 'verify-storage')
  expect([found.code, found.out]).toEqual([
    1,
    expect.stringMatching(
      /^BROKEN {2}templates: 2 files\n {8}(?:damaged|missing) .*\n {8}(?:damaged|missing) /,
    ),
  ])
  const repaired = await run(service.folder, 'verify-storage', '--repair-from', join(place, 'copy'))
  expect(repaired.out.match(/^repaired/gm)).toHaveLength(2)
  expect((await run(service.folder, 'verify-storage')).code).toBe(0)
  // doctor reads a sample of the files.
  expect((await run(service.folder, 'doctor')).out).toMatch(/ok +files +2 of 2 read: whole/)
  // An upload of the same file mends one that was cut off, too.
  writeFileSync(cut, readFileSync(cut).subarray(0, 100))
  const blobs = new FolderBlobStore(join(service.folder, 'blobs'))
  await blobs.put(docxWith('Hello {b}'))
  expect((await run(service.folder, 'verify-storage')).code).toBe(0)
  await service.close()
})
