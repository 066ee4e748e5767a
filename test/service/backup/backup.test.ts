/** A backup made while rows and files are written, and what restore makes of it. */
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
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backup } from '../../../src/backup/backup.ts'
import { checkBackup, restore } from '../../../src/backup/restore.ts'
import { runCommandLine } from '../../../src/cli/run.ts'
import { loadConfig } from '../../../src/config/config.ts'
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
