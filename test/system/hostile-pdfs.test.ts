/** PDFs that would grow without bound, at every route, at once: what the processes of the service take meanwhile and after. */
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { member, type Visitor } from '../support/console-visitor.ts'
import { hostilePdf } from '../support/hostile-pdf.ts'
import { plainDocument } from '../support/pdf-samples.ts'
import { remoteApp } from '../support/remote-app.ts'
import {
  admin,
  adminKey,
  dataFolder,
  descendants,
  freePort,
  nameOf,
  ServerProcess,
} from '../support/server-process.ts'

const GB = 1e9
const REST_AGAIN_BYTES = 100e6
const REST_AGAIN_MS = 60_000
const FILES = [
  'object streams of 30 MB each',
  'object streams of 3 MB, 500 of them',
  'names, 800,000',
  'an array of 15 million arrays',
  'a string of 100 MB in contents',
]

/** What every route returns for a good PDF. */
const GOOD = ['200', '200', '200', '200', '201', '201', '303']

const ALLOCATION = {
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
  MALLOC_TRIM_THRESHOLD_: '4194304',
}

let server: ServerProcess
let folder: Awaited<ReturnType<typeof dataFolder>>
let visitor: Visitor
const keys = { documents: '', signatures: '' }

beforeAll(async () => {
  folder = await dataFolder()
  const port = await freePort()
  const settings = {
    PARAPH_DATA_DIR: folder.path,
    PARAPH_OFFICE_WORKERS: '1',
    PARAPH_BASE_URL: `http://127.0.0.1:${port}`,
  }
  keys.documents = await adminKey(settings)
  const account = await admin(settings, 'account', 'create', '--email', 'signing@example.com')
  const plan = ['--account', account, '--plan', 'signature_business']
  keys.signatures = await admin(settings, 'key', 'create', ...plan)
  // As the service is started by its own scripts; see docs/self-hosting.md, "Memory".
  server = await new ServerProcess(port, { ...settings, ...ALLOCATION }).ready()
  visitor = (await member(remoteApp(server.url))).visitor
})
afterAll(async () => {
  await server.stop()
  await folder.remove()
})

/** Resident memory of the service's own processes; LibreOffice reads none of these files. */
async function residentBytes(): Promise<number> {
  let bytes = 0
  for (const pid of [server.pid, ...(await descendants(server.pid))]) {
    const name = await nameOf(pid)
    if (pid !== server.pid && !/^(?:node|MainThread)/.test(name)) continue
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    bytes += Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024
  }
  return bytes
}

const SIGNERS = JSON.stringify([{ email: 'ada@example.com', fields: [{ page: 1, x: 60, y: 640 }] }])
/** Nobody is mailed. */
const DRAFT = { signers: SIGNERS, send: 'false' }

async function send(
  path: string,
  pdf: Buffer,
  key?: string,
  texts: Record<string, string> = {},
): Promise<string> {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'a.pdf')
  for (const [name, text] of Object.entries(texts)) form.append(name, text)
  const headers = key === undefined ? {} : { 'x-api-key': key }
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', body: form, headers })
  await answer.arrayBuffer()
  return `${path} ${answer.status}`
}

/** As a person drafts a request in the console. */
async function upload(pdf: Buffer): Promise<string> {
  const page = (await visitor.get('/console/requests/new')).bytes.toString()
  const value = (name: string) =>
    new RegExp(`name="${name}"[^]*?value="([^"]+)"`).exec(page)?.[1] ?? ''
  const { status } = await visitor.upload('/console/requests', [
    ...['csrf', 'form', 'key'].map((name): [string, string] => [name, value(name)]),
    ['intent', 'draft'],
    ['signers', SIGNERS],
    ['file', { filename: 'a.pdf', bytes: pdf, type: 'application/pdf' }],
  ])
  return `/console/requests ${status}`
}

const ROUTES: ReadonlyArray<(pdf: Buffer) => Promise<string>> = [
  (pdf) => send('/verify', pdf),
  (pdf) => send('/api/v1/verify', pdf, keys.signatures),
  (pdf) => send('/detect-signature-fields', pdf, keys.documents),
  (pdf) => send('/validate-facturx', pdf, keys.documents),
  (pdf) => send('/api/v1/documents', pdf, keys.signatures, DRAFT),
  (pdf) => send('/create-signature-request', pdf, keys.signatures, DRAFT),
  upload,
]
const onEveryRoute = (pdf: Buffer): Promise<string>[] => ROUTES.map((route) => route(pdf))
/** Three files for each route, each file at four routes or five. */
const onThreeRoutes = (files: readonly Buffer[]): Promise<string>[] =>
  ROUTES.flatMap((route, at) => files.filter((_, n) => (n + at) % files.length < 3).map(route))

const wait = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms))

test('20 PDFs that would grow to gigabytes take less than 1 GB at once, and less than 100 MB a minute later', async () => {
  const good = Buffer.from(await (await plainDocument()).save())
  expect((await Promise.all(onEveryRoute(good))).map((answer) => answer.split(' ')[1])).toEqual(
    GOOD,
  )
  await wait(2_000)
  const rest = await residentBytes()

  const files = FILES.map(hostilePdf)
  let most = 0
  let running = true
  const watch = async (): Promise<void> => {
    while (running) {
      most = Math.max(most, await residentBytes())
      await wait(100)
    }
  }
  const watching = watch()
  const answers = await Promise.all(onThreeRoutes(files))
  running = false
  await watching
  expect(answers).toHaveLength(21)
  // Refused or, where what would grow is not needed, taken; turned away where too many came at once.
  expect(answers.filter((answer) => !/ (?:200|201|303|422|429|503)$/.test(answer))).toEqual([])
  expect(most - rest).toBeLessThan(GB)

  const until = performance.now() + REST_AGAIN_MS
  let after = await residentBytes()
  while (after - rest > REST_AGAIN_BYTES && performance.now() < until) {
    await wait(1_000)
    after = await residentBytes()
  }
  console.info(
    `rest ${Math.round(rest / 1e6)} MB, most ${Math.round(most / 1e6)} MB, after ${Math.round(after / 1e6)} MB`,
  )
  expect(after - rest).toBeLessThan(REST_AGAIN_BYTES)
  expect(
    (await Promise.all(onEveryRoute(good))).filter((answer) => / 5\d\d$/.test(answer)),
  ).toEqual([])
})
