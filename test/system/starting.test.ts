/** A start that lacks something: the service waits for it, says so, and does meanwhile what it can. */
import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { PostgresServer } from '../support/postgres.ts'
import { adminKey, freePort, ServerProcess } from '../support/server-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const run = promisify(execFile)

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-starting-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

async function launch(settings: Record<string, string>): Promise<ServerProcess> {
  const server = new ServerProcess(await freePort(), settings)
  onTestFinished(async () => {
    await server.stop('SIGKILL')
  })
  return server
}

const read = async (server: ServerProcess, path: string, body?: FormData, key = '') =>
  fetch(`${server.url}${path}`, body && { method: 'POST', body, headers: { 'X-API-Key': key } })

async function until(condition: () => Promise<boolean>): Promise<void> {
  await expect.poll(() => condition().catch(() => false), { timeout: 90_000 }).toBe(true)
}

function letter(): FormData {
  const body = new FormData()
  for (const [name, file] of Object.entries({ template: 'invoice.docx', data: 'invoice.json' }))
    body.set(name, new Blob([readFileSync(join(ROOT, 'templates', file))]), file)
  return body
}

test('without a converter the service stays up, refuses documents with the reason, and renders once there is one', async () => {
  const folder = temporaryFolder()
  const settings = {
    PARAPH_DATA_DIR: join(folder, 'data'),
    PARAPH_OFFICE_PATH: join(folder, 'program/soffice'),
    PARAPH_OFFICE_WORKERS: '1',
    PARAPH_MERGE_TIMEOUT_MS: '60000',
  }
  const key = await adminKey(settings)
  const server = await launch(settings)
  await server.says(({ parts }) => /apt install libreoffice/.test(parts.office?.detail ?? ''))
  const refused = await read(server, '/render', letter(), key)
  expect(refused.status).toBe(503)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await refused.json()).toMatchObject({ code: 'renderer_unavailable' })
  const signed = new FormData()
  signed.set('file', new Blob(['%PDF-']), 'a.pdf')
  expect((await read(server, '/verify', signed)).status).toBeLessThan(500)

  symlinkSync('/usr/lib/libreoffice/program', join(folder, 'program'))
  await server.says(({ parts }) => /^LibreOffice \d/.test(parts.office?.detail ?? ''), 120_000)
  expect((await read(server, '/render', letter(), key)).status).toBe(200)
  expect(server.process.exitCode).toBeNull()
})

test('a service that is stopped while it warms up ends quietly', async () => {
  const server = await launch({ PARAPH_DATA_DIR: temporaryFolder() })
  await until(async () => (await read(server, '/health/live')).status === 200)
  expect(await server.stop('SIGTERM')).toBe(0)
  expect(server.logged).not.toContain('"level":50')
  expect(server.logged).not.toContain('could not warm up')
  expect(server.said).toBe('')
})

test('a service waits for its database at the start, says so, and is there when the database is', async () => {
  const postgres = await PostgresServer.start()
  onTestFinished(() => postgres.close())
  await postgres.kill('SIGINT')
  const server = await launch({
    PARAPH_DATA_DIR: temporaryFolder(),
    PARAPH_DATABASE_URL: postgres.url,
    PARAPH_OFFICE_WORKERS: '1',
  })
  await until(async () => (await read(server, '/health/live')).status === 200)
  const ready = await read(server, '/health/ready')
  expect(ready.status).toBe(503)
  expect(await ready.json()).toMatchObject({
    parts: { database: { status: 'down', detail: expect.stringContaining('waiting for it') } },
  })
  const other = await read(server, '/usage')
  expect([other.status, other.headers.get('retry-after')]).toEqual([503, '15'])
  await postgres.restart()
  await server.says(({ parts }) => parts.database?.status === 'up', 120_000)

  await postgres.kill('SIGINT')
  await until(async () => (await read(server, '/health/ready')).status === 503)
  await postgres.restart()
  await server.says(({ parts }) => parts.database?.status === 'up', 120_000)
  expect(server.process.exitCode).toBeNull()
})

test('./scripts/start without a converter says why in two lines, and leaves no server behind', async () => {
  const port = String(await freePort())
  const folder = temporaryFolder()
  const failed = await run('./scripts/start', [], {
    cwd: ROOT,
    env: {
      ...process.env,
      PARAPH_PORT: port,
      PARAPH_DATA_DIR: folder,
      PARAPH_OFFICE_PATH: '/nowhere/soffice',
      PARAPH_CA_AUTOMATIC: 'off',
    },
  }).catch((error: { code: number; stderr: string }) => error)
  expect(failed).toMatchObject({ code: 1 })
  const lines = failed.stderr.trim().split('\n').slice(-2)
  expect(lines[0]).toMatch(/^no document can be rendered: .*apt install libreoffice-writer-nogui/)
  expect(lines[1]).toMatch(/doctor checks everything/)
  await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow()
  expect(() => readFileSync(join(folder, 'server.pid'))).toThrow()
})

test('scripts/setup notices what was built for another Node.js, and rebuilds it', async () => {
  const folder = temporaryFolder()
  for (const name of ['scripts', 'package.json', 'package-lock.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  const built = join(folder, 'node_modules/better-sqlite3')
  mkdirSync(join(built, 'build'), { recursive: true })
  cpSync(join(ROOT, 'package-lock.json'), join(folder, 'node_modules/.paraph-lock'))
  const version = process.versions.modules
  const fault = `NODE_MODULE_VERSION 1. This version of Node.js requires NODE_MODULE_VERSION ${version}`
  execFileSync('tee', [join(built, 'index.js')], {
    input: `const fs = require('node:fs'); module.exports = class { constructor() { if (!fs.existsSync(${JSON.stringify(join(folder, 'rebuilt'))})) throw new Error('${fault}') } }`,
  })
  execFileSync('tee', [join(built, 'package.json')], {
    input: JSON.stringify({
      name: 'better-sqlite3',
      version: '1.0.0',
      scripts: { install: `touch ${join(folder, 'rebuilt')}` },
    }),
  })
  const { stderr } = await run('scripts/setup', ['run'], { cwd: folder })
  expect(stderr).toContain('better-sqlite3: built for another version of Node.js')
  expect(readFileSync(join(folder, 'rebuilt'), 'utf8')).toBe('')
  expect((await run('scripts/setup', ['run'], { cwd: folder })).stderr).toBe('')
})

test('scripts/setup refuses what was compiled with the headers of Node.js 24.19, and says what to do', async () => {
  const folder = temporaryFolder()
  for (const name of ['scripts', 'package.json', 'package-lock.json', '.nvmrc'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  const compiled = join(folder, 'node_modules/better-sqlite3/build/Release')
  mkdirSync(compiled, { recursive: true })
  cpSync(join(ROOT, 'package-lock.json'), join(folder, 'node_modules/.paraph-lock'))
  // What the compiler leaves in the file: the name of a function that it calls.
  const file = join(compiled, 'better_sqlite3.node')
  writeFileSync(file, 'ELF node::RemoveEnvironmentCleanupHook')
  const failed = await run('scripts/setup', ['run'], { cwd: folder }).catch((error) => error)
  expect(failed).toMatchObject({ code: 1 })
  expect(failed.stderr).toMatch(/Use the version in \.nvmrc \(24\.\d+\.\d+\)/)
  expect(existsSync(file)).toBe(false)
  // What this machine compiled or fetched is not of that kind.
  const own = join(ROOT, 'node_modules/better-sqlite3/build/Release/better_sqlite3.node')
  expect(readFileSync(own, 'latin1')).not.toContain('RemoveEnvironmentCleanupHook')
})
