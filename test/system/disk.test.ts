/** A data folder on a small disk of its own that fills up, or where nothing can be written: at every kind of write. */
import { execFileSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { type FormParts, multipart } from '../support/app.ts'
import { docxWith } from '../support/docx-package.ts'
import { type GenerousFolder, generousFolder } from '../support/generous-folder.ts'
import { KEYS_PRELOAD, keysSettings } from '../support/rsa-keys.ts'
import { descendants, freePort, ServerProcess } from '../support/server-process.ts'
import { smallPdf, somebody } from '../support/signing-app.ts'

const DISK_BYTES = 32 * 2 ** 20
let server: ServerProcess | undefined
afterEach(async () => {
  await server?.stop('SIGKILL')
})

/** A server whose data folder is a disk that nobody else sees; its log is on it too. */
class SmallDisk {
  readonly folder: GenerousFolder
  readonly server: ServerProcess
  /** The data folder as the server sees it. */
  readonly data: string
  /** The process that lives where the disk is. */
  readonly inside: number

  private constructor(folder: GenerousFolder, running: ServerProcess, inside: number) {
    this.folder = folder
    this.server = running
    this.inside = inside
    this.data = `/proc/${inside}/root${folder.settings.PARAPH_DATA_DIR}`
  }

  static async start(): Promise<SmallDisk> {
    const folder = await generousFolder({ ...keysSettings(), PARAPH_CA_AUTOMATIC: 'on' })
    onTestFinished(() => folder.remove())
    const data = join(folder.path, 'small')
    mkdirSync(data)
    folder.settings.PARAPH_DATA_DIR = data
    const copied = ['paraph.sqlite', 'key-pepper'].map((name) => join(folder.path, name))
    const disk = ['--size', String(DISK_BYTES), '--tmpfs', data]
    const copy = `cp -a ${copied.join(' ')} ${data}; mkdir -p ${data}/blobs ${data}/documents; exec "$@" >${data}/log 2>&1`
    server = new ServerProcess(
      await freePort(),
      { ...folder.settings, PARAPH_CA_KEY_POOL: '2', PARAPH_LOG_LEVEL: 'info' },
      KEYS_PRELOAD,
      ['bwrap', '--dev-bind', '/', '/', ...disk, '--die-with-parent', 'sh', '-c', copy, 'sh'],
    )
    await isUp(server)
    const [inside] = await descendants(server.pid)
    if (inside === undefined) throw new Error('nothing runs behind bwrap')
    return new SmallDisk(folder, server, inside)
  }

  /** Takes every byte that is left. Answers what gives them back. */
  fill(): () => void {
    const path = join(this.data, 'filler')
    const file = openSync(path, 'w')
    for (const size of [1_000_000, 4_096, 1])
      try {
        for (;;) if (writeSync(file, Buffer.alloc(size)) < size) break
      } catch {
        // Full, as wanted.
      }
    closeSync(file)
    expect(statfsSync(this.data).bavail).toBe(0)
    return () => rmSync(path)
  }

  /** Runs a command where the disk is. */
  mount(...args: string[]): void {
    const user = process.getuid?.() === 0 ? [] : ['--user', '--preserve-credentials']
    execFileSync('nsenter', ['--target', `${this.inside}`, '--mount', ...user, 'mount', ...args])
  }
}

interface Part {
  status: string
  detail?: string
}

async function isUp({ url, process: child }: ServerProcess): Promise<void> {
  for (const until = performance.now() + 120_000; performance.now() < until; ) {
    const health = await fetch(`${url}/health/ready`).catch(() => undefined)
    // The disk is smaller than a service wants to have free; everything else must be up.
    const parts = ((await health?.json()) as { parts?: Record<string, Part> } | undefined)?.parts
    const up = ({ status = '', detail = '' }: Partial<Part> = {}) =>
      ['up', 'degraded'].includes(status) && !/being|is starting/.test(detail)
    if (up(parts?.office) && up(parts?.authority)) return
    if (child.exitCode !== null) throw new Error('the server ended')
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the server is not ready')
}

const file = (text: string): FormParts => [
  ['template', { filename: 'a.docx', bytes: docxWith(text) }],
]
const LETTER: FormParts = [...file('Dear {name}'), ['data', '{"name":"Ada"}']]

/** Calls by what they write. */
async function writers({ folder: { key }, server: { url } }: SmallDisk) {
  const form = (path: string, parts: FormParts) => async () => {
    const { body, contentType } = multipart(parts)
    const headers = { 'x-api-key': key, 'content-type': contentType }
    return await fetch(`${url}${path}`, { method: 'POST', headers, body })
  }
  const json = (path: string, body: object) => () =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const pdf = { filename: 'a.pdf', bytes: await smallPdf(), type: 'application/pdf' }
  const sent: FormParts = [
    ['file', pdf],
    ['signers', JSON.stringify([somebody()])],
  ]
  return {
    'the quota of a document': form('/render', LETTER),
    'a template': form('/templates', file('Another {thing}')),
    'a signature request with its file, trail and mail': form('/api/v1/documents', sent),
    'a webhook': json('/api/v1/webhooks', { url: 'https://example.com/hook' }),
  }
}

const statusAndCode = async (answer: Response) => {
  const problem = (await answer.json()) as { code: string; type: string }
  return [answer.status, problem.code, problem.type]
}
/** Read whole: an answer that nobody takes holds up the stop. */
const served = async (answer: Response) => {
  const text = await answer.text()
  return answer.ok ? 'served' : text
}
const REFUSED = [503, 'storage_unavailable', 'urn:paraph:problem:storage_unavailable']

/** The link in the newest mail of the outbox. */
async function linkIn({ url }: ServerProcess): Promise<string> {
  const read = async () => {
    const { messages } = (await (await fetch(`${url}/dev/outbox.json`)).json()) as {
      messages: Array<{ text: string }>
    }
    return /\/sign\/[a-z0-9-]+/.exec(messages.map(({ text }) => text).join('\n'))?.[0]
  }
  await expect.poll(read).toBeDefined()
  return (await read()) ?? ''
}

describe('a disk that is full below data and log', () => {
  test('each kind of write is refused with 503, nothing acknowledged is lost, and all is well once there is room', async () => {
    const disk = await SmallDisk.start()
    const { url } = disk.server
    const calls = await writers(disk)
    expect(await served(await calls['a signature request with its file, trail and mail']())).toBe(
      'served',
    )
    const link = await linkIn(disk.server)
    const open = () =>
      fetch(`${url}${link}/open`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    const read = (path: string) =>
      fetch(`${url}${path}`, { headers: { 'x-api-key': disk.folder.key } })
    // The store's own folders, of two letters, may stay empty.
    const filesOf = (name: string) =>
      readdirSync(join(disk.data, name), { recursive: true }).filter(({ length }) => length > 2)
    const stored = async () => [
      await (await read('/api/v1/documents')).json(),
      filesOf('documents'),
      filesOf('blobs'),
    ]
    const before = await stored()

    const makeRoom = disk.fill()
    for (const [what, call] of Object.entries({ ...calls, 'an act of a signer': open }))
      expect([what, ...(await statusAndCode(await call()))]).toEqual([what, ...REFUSED])
    // What was there is still given out, and who looks after the service can see why.
    for (const path of ['/usage', '/templates', '/metrics', link])
      expect([path, await served(await read(path))]).toEqual([path, 'served'])
    const health = (await (await read('/health/ready')).json()) as { parts: Record<string, Part> }
    expect(health.parts.disk).toMatchObject({ status: 'down' })
    expect(await stored()).toEqual(before)

    makeRoom()
    for (const [what, call] of Object.entries({ ...calls, 'an act of a signer': open }))
      expect([what, await served(await call())]).toEqual([what, 'served'])
    expect(await (await read('/usage')).json()).toMatchObject({
      monthly: { documents: { used: 1, reserved: 0 } },
    })
    // The log goes on, with what was said meanwhile.
    const log = readFileSync(join(disk.data, 'log'), 'utf8')
    expect(log.match(/"statusCode":503/g)?.length).toBeGreaterThanOrEqual(5)
    disk.fill()
    process.kill(disk.inside, 'SIGTERM')
    expect(await disk.server.exited).toBe(0)
  })
})

describe('an ordinary user', () => {
  const NOBODY = 65_534
  /** Who runs this as root, whom no rights stop, gives the service another user. */
  const AS_NOBODY =
    process.getuid?.() === 0
      ? ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
      : []
  const changed = (path: string, rights: string) => execFileSync('chmod', ['-R', rights, path])

  test('whose rights to the files are taken away while the service runs gets 503, and is served once they are back', async () => {
    const folder = await generousFolder({ HOME: '/tmp' })
    onTestFinished(() => folder.remove())
    if (AS_NOBODY.length > 0) execFileSync('chown', ['-R', `${NOBODY}`, folder.path])
    server = new ServerProcess(await freePort(), folder.settings, undefined, AS_NOBODY)
    const { url } = server
    const answers = (path: string) =>
      fetch(`${url}${path}`, { headers: { 'x-api-key': folder.key } }).catch(() => undefined)
    await expect.poll(async () => (await answers('/usage'))?.status, { timeout: 120_000 }).toBe(200)
    const upload = async (text: string) => {
      const { body, contentType } = multipart(file(text))
      const headers = { 'x-api-key': folder.key, 'content-type': contentType }
      return await fetch(`${url}/templates`, { method: 'POST', headers, body })
    }
    expect((await upload('First {thing}')).status).toBe(201)
    const before = await (await answers('/templates'))?.json()
    const blobs = join(folder.path, 'blobs')
    changed(blobs, 'a-w')
    expect(await statusAndCode(await upload('Second {thing}'))).toEqual(REFUSED)
    expect(await (await answers('/templates'))?.json()).toEqual(before)
    changed(blobs, 'u+w')
    expect((await upload('Second {thing}')).status).toBe(201)
  })
})

describe('a disk where nothing can be written', () => {
  test('the start is refused in one line that names the folder and what to do', async () => {
    const folder = await generousFolder()
    onTestFinished(() => folder.remove())
    server = new ServerProcess(await freePort(), folder.settings, undefined, [
      ...['bwrap', '--dev-bind', '/', '/', '--ro-bind', folder.path, folder.path],
      '--die-with-parent',
    ])
    expect(await server.exited).toBe(1)
    expect(server.said.trim().split('\n')).toHaveLength(1)
    expect(server.said).toContain(
      `the data folder ${folder.settings.PARAPH_DATA_DIR} cannot be written (EROFS: read-only file system`,
    )
    expect(server.said).toMatch(/mount it writable.* or name another folder in PARAPH_DATA_DIR/)
  })

  test('files are refused with 503 while the service runs, and taken when they can be written again', async () => {
    const disk = await SmallDisk.start()
    const calls = await writers(disk)
    const folders = ['blobs', 'documents'].map((name) =>
      join(disk.folder.settings.PARAPH_DATA_DIR ?? '', name),
    )
    for (const path of folders) {
      disk.mount('--bind', path, path)
      disk.mount('-o', 'remount,bind,ro', path)
    }
    const { 'the quota of a document': render, 'a webhook': _, ...filed } = calls
    for (const [what, call] of Object.entries(filed))
      expect([what, ...(await statusAndCode(await call()))]).toEqual([what, ...REFUSED])
    expect((await render()).status).toBe(200)
    for (const path of folders) disk.mount('-o', 'remount,bind,rw', path)
    for (const [what, call] of Object.entries(filed))
      expect([what, (await call()).status]).toEqual([what, 201])
  })
})
