import { readdirSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { afterEach, describe, expect, onTestFinished, test } from 'vitest'
import { type FormParts, multipart } from '../support/app.ts'
import { docxWith } from '../support/docx-package.ts'
import { type GenerousFolder, generousFolder } from '../support/generous-folder.ts'
import { descendants, freePort, nameOf, ServerProcess } from '../support/server-process.ts'
import { tableDocx } from './office-documents.ts'
import { pause } from './office-fixture.ts'

type Settings = Record<string, string>
const servers: ServerProcess[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop('SIGKILL')
})

/** Settings of a server with a data folder of its own, and a key for it. */
async function prepared(more: Settings = {}): Promise<GenerousFolder> {
  const folder = await generousFolder(more)
  onTestFinished(() => folder.remove())
  return folder
}

async function launch(settings: Settings): Promise<ServerProcess> {
  const server = new ServerProcess(await freePort(), settings)
  servers.push(server)
  return server
}
const start = async (settings: Settings): Promise<ServerProcess> => (await launch(settings)).ready()

const LETTER: FormParts = [
  ['template', { filename: 'a.docx', bytes: docxWith('Dear {name}') }],
  ['data', '{"name":"Ada"}'],
]
const SLOW: FormParts = [['template', { filename: 'a.docx', bytes: tableDocx(1_000) }]]

function post(server: ServerProcess, key: string, parts: FormParts, path = '/render') {
  const { body, contentType } = multipart(parts)
  const headers = { 'x-api-key': key, 'content-type': contentType }
  return fetch(`${server.url}${path}`, { method: 'POST', headers, body })
}
async function documentsUsed(server: ServerProcess, key: string) {
  const answer = await fetch(`${server.url}/usage`, { headers: { 'x-api-key': key } })
  return ((await answer.json()) as { monthly: { documents: object } }).monthly.documents
}
const living = async (pids: readonly number[]): Promise<string[]> =>
  (await Promise.all(pids.map(nameOf))).filter((name) => name !== '')
const allGone = (pids: readonly number[]) => {
  expect(pids.length).toBeGreaterThan(0)
  return expect.poll(() => living(pids)).toEqual([])
}

/** What was accepted may take long on a busy machine. */
const PATIENT = { PARAPH_DRAIN_TIMEOUT_MS: '300000', PARAPH_OFFICE_QUEUE_TIMEOUT_MS: '300000' }

describe('SIGTERM', () => {
  test('finishes what was accepted, says no to the balancer meanwhile, and ends with 0', async () => {
    const { settings, key, path } = await prepared({ ...PATIENT, PARAPH_DRAIN_DELAY_MS: '3000' })
    const server = await start(settings)
    const accepted = [1, 2, 3, 4].map(() => post(server, key, SLOW))
    await expect.poll(() => documentsUsed(server, key)).toMatchObject({ reserved: 4 })
    const offices = await descendants(server.pid)
    const ended = server.stop('SIGTERM')
    await expect
      .poll(async () => (await fetch(`${server.url}/health/ready`)).status, {
        timeout: 2_900,
        interval: 20,
      })
      .toBe(503)
    for (const answer of await Promise.all(accepted)) {
      expect(answer.status).toBe(200)
      expect(
        Buffer.from(await answer.arrayBuffer())
          .subarray(0, 5)
          .toString(),
      ).toBe('%PDF-')
    }
    expect(await ended).toBe(0)
    await allGone(offices)
    expect(readdirSync(path)).not.toContain('server.pid')
  })

  test('ends as what was stopped, not as what crashed, when running requests take too long', async () => {
    const { settings, key } = await prepared({
      PARAPH_DRAIN_DELAY_MS: '0',
      PARAPH_DRAIN_TIMEOUT_MS: '0',
    })
    const server = await start(settings)
    const lost = post(server, key, SLOW).catch(() => undefined)
    await expect.poll(() => documentsUsed(server, key)).toMatchObject({ reserved: 1 })
    // scripts/keep-running and systemd start again what ends with 1.
    expect(await server.stop('SIGTERM')).toBe(143)
    await lost
  })

  test('does not wait for idle connections', async () => {
    const { settings, key } = await prepared({ ...PATIENT, PARAPH_DRAIN_DELAY_MS: '0' })
    const server = await start(settings)
    const agent = new Agent({ keepAlive: true })
    onTestFinished(() => agent.destroy())
    const { body, contentType } = multipart(SLOW)
    const answer = new Promise<number>((resolve, reject) => {
      const headers = {
        'x-api-key': key,
        'content-type': contentType,
        'content-length': body.length,
      }
      const call = httpRequest(
        `${server.url}/render`,
        { method: 'POST', agent, headers },
        (got) => {
          got.resume()
          got.on('end', () => resolve(got.statusCode ?? 0))
        },
      )
      call.on('error', reject)
      call.end(body)
    })
    await expect.poll(() => documentsUsed(server, key)).toMatchObject({ reserved: 1 })
    const begun = performance.now()
    const ended = server.stop('SIGTERM')
    expect(await answer).toBe(200)
    expect(await ended).toBe(0)
    expect(performance.now() - begun).toBeLessThan(60_000)
  })
})

describe('kill -9', () => {
  test('of the server under load leaves no office, and the next start gives back what was held', async () => {
    const { settings, key } = await prepared()
    const first = await start(settings)
    const lost = [1, 2, 3].map(() => post(first, key, SLOW).catch(() => undefined))
    await expect.poll(() => documentsUsed(first, key)).toMatchObject({ reserved: 3 })
    const offices = await descendants(first.pid)
    await first.stop('SIGKILL')
    await Promise.all(lost)
    await allGone(offices)
    // It has a minute to be ready.
    const second = await start(settings)
    expect(await documentsUsed(second, key)).toMatchObject({ used: 0, reserved: 0 })
    expect((await post(second, key, LETTER)).status).toBe(200)
    expect(await documentsUsed(second, key)).toMatchObject({ used: 1, reserved: 0 })
  })

  test('of the server is over for reads and pages before LibreOffice is there, and documents wait', async () => {
    const { settings, key } = await prepared()
    const first = await start(settings)
    await first.stop('SIGKILL')
    const second = await launch(settings)
    await second.says(({ parts }) => /is starting/.test(parts.office?.detail ?? ''))
    const headers = { 'x-api-key': key }
    const document = post(second, key, LETTER)
    for (const path of ['/usage', '/templates', '/verify', '/console/log-in', '/metrics'])
      expect([path, (await fetch(`${second.url}${path}`, { headers })).status]).toEqual([path, 200])
    expect((await fetch(`${second.url}/sign/unknown`)).headers.get('content-type')).toContain(
      'html',
    )
    expect((await document).status).toBe(200)
    expect(await (await fetch(`${second.url}/metrics`)).text()).toContain(
      '\nparaph_unclean_stops_total 1\n',
    )
  })

  test('of the office in the middle of a document costs the caller nothing', async () => {
    const { settings, key } = await prepared()
    const server = await start(settings)
    const document = post(server, key, SLOW)
    await expect.poll(() => documentsUsed(server, key)).toMatchObject({ reserved: 1 })
    await pause(300)
    const below = await descendants(server.pid)
    const names = await Promise.all(below.map(nameOf))
    const offices = below.filter((_pid, index) => names[index]?.startsWith('soffice'))
    expect(offices).toHaveLength(1)
    for (const pid of offices) process.kill(pid, 'SIGKILL')
    expect((await document).status).toBe(200)
  })
})

describe('the start', () => {
  test('is refused while another server has the data folder, and says which', async () => {
    const { settings } = await prepared()
    const first = await start(settings)
    const second = await launch(settings)
    expect(await second.exited).toBe(1)
    expect(second.said).toContain(`another server (process ${first.pid})`)
    expect((await fetch(`${first.url}/health/live`)).status).toBe(200)
  })

  test('is refused with every bad setting at once', async () => {
    const { settings } = await prepared()
    const server = await launch({
      ...settings,
      PARAPH_MERGE_WORKERS: 'many',
      PARAPH_LOG_LEVEL: 'loud',
      PARAPH_BASE_URL: 'example.com',
      PARAPH_DTAA_DIR: '/tmp',
    })
    expect(await server.exited).toBe(78)
    for (const name of [
      'PARAPH_MERGE_WORKERS',
      'PARAPH_LOG_LEVEL',
      'PARAPH_BASE_URL',
      'PARAPH_DTAA_DIR',
    ]) {
      expect(server.said).toContain(name)
    }
    expect(server.said).not.toContain('    at ')
  })

  test('says in two lines that the port is taken, ends as wrong settings do, and has started no office', async () => {
    const { settings } = await prepared()
    const first = await start((await prepared()).settings)
    const second = new ServerProcess(Number(new URL(first.url).port), settings)
    servers.push(second)
    let offices: number[] = []
    while (second.process.exitCode === null) {
      const now = await descendants(second.pid)
      if (now.length > 0) offices = now
      await pause(20)
    }
    // The status that docs/ops/paraph.service and scripts/keep-running do not answer with a restart.
    expect(await second.exited).toBe(78)
    expect(second.said).toMatch(/EADDRINUSE.*\n.*set PARAPH_PORT to a free port/)
    expect(second.said.trim().split('\n')).toHaveLength(2)
    expect(await living(offices)).toEqual([])
  })
})
