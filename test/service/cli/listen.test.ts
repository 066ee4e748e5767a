import { type ChildProcess, spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../../src/app/server.ts'
import { Metrics } from '../../../src/kernel/metrics.ts'
import { type FormParts, startTestApp, type TestApp } from '../../support/app.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { smallPdf } from '../../support/signing-app.ts'

const ROOT = resolve(import.meta.dirname, '../../..')
const WAIT = { timeout: 120_000 }

let service: TestApp
let server: TestApp['app']
let receiver: Receiver
let key = ''
let document = ''

/** Listens as a server that has just been started: on a port of its own, or on the one of before. */
async function listen(port = 0): Promise<number> {
  server = await buildApp({ ...service.services, metrics: new Metrics() })
  await server.listen({ port, host: '127.0.0.1' })
  return (server.server.address() as AddressInfo).port
}

beforeAll(async () => {
  service = await startTestApp()
  await service.services.start()
  key = await service.newKey('signature_pro')
  const form: FormParts = [
    ['file', { filename: 'a.pdf', bytes: await smallPdf() }],
    ['signers', '[{"email":"ada@example.com"}]'],
    ['send', 'false'],
  ]
  document = (await service.call('POST', '/api/v1/documents', { key, form })).json<{ id: string }>()
    .id
})
afterAll(() => service.close())

beforeEach(async () => {
  receiver = await startReceiver()
})
afterEach(async () => {
  await receiver.close()
  await server.close()
})

const events = async () =>
  (await service.call('GET', '/api/v1/events', { key })).json<{ events: { id: string }[] }>().events

const happens = (type: string) =>
  service.services.db
    .transaction()
    .execute((trx) => service.services.trails.append(trx, document, { type, actor: 'service' }))

/** The command as a process, with what it has printed. */
function start(port: number, ...more: string[]) {
  const args = ['dist/cli/main.js', 'webhooks', 'listen']
  const child = spawn(process.execPath, [...args, '--forward', receiver.url, ...more], {
    cwd: ROOT,
    env: {
      PATH: '/usr/bin:/bin',
      PARAPH_URL: `http://127.0.0.1:${port}`,
      PARAPH_API_KEY: key,
    },
  })
  const printed = { out: '', notes: '' }
  child.stdout.on('data', (chunk) => {
    printed.out += chunk
    receiver.secrets = [/^whsec_\S+$/m.exec(printed.out)?.[0] ?? '']
  })
  child.stderr.on('data', (chunk) => {
    printed.notes += chunk
  })
  const ended = new Promise<number | null>((done) => child.on('exit', done))
  return { child, printed, ended }
}

async function end({ child, ended }: { child: ChildProcess; ended: Promise<number | null> }) {
  child.kill('SIGINT')
  return await ended
}

const types = () => receiver.received.map(({ type }) => type)

test('events reach a program on this machine, signed, across restarts of both, until Ctrl-C', async () => {
  const port = await listen()
  await expect.poll(async () => (await events()).length).toBeGreaterThan(0)
  const listening = start(port)
  try {
    await expect.poll(() => listening.printed.out, WAIT).toContain('whsec_')
    await happens('document.sent')
    await expect.poll(types, WAIT).toEqual(['document.sent'])
    await expect.poll(() => listening.printed.out, WAIT).toMatch(/document\.sent .* 204 /)

    await server.close()
    await happens('signer.invited')
    await expect.poll(() => listening.printed.notes, WAIT).toContain('does not answer')
    await listen(port)
    await expect.poll(types, WAIT).toEqual(['document.sent', 'signer.invited'])

    const before = receiver
    await before.close()
    await happens('signer.opened')
    await expect.poll(() => listening.printed.notes, WAIT).toContain('connection was refused')
    receiver = await startReceiver(before.port)
    receiver.secrets = before.secrets
    receiver.answer = (_message, response) => void response.writeHead(500).end()
    await expect.poll(types, WAIT).toEqual(['signer.opened'])
    await expect.poll(() => listening.printed.out, WAIT).toMatch(/signer\.opened .* 500 /)
  } finally {
    expect(await end(listening)).toBe(0)
  }
  const [newest] = await events()
  expect(listening.printed.notes).toContain(`--after ${newest?.id}`)
  expect(listening.printed.notes).not.toContain(key)
})

test('after Ctrl-C it goes on where it ended, with the types that are asked for', async () => {
  const port = await listen()
  const [newest] = await events()
  for (const type of ['signer.verified', 'signer.signed', 'document.completed']) await happens(type)
  const chosen = ['--events', 'signer.signed,document.completed']
  const listening = start(port, '--after', newest?.id ?? '', ...chosen)
  try {
    await expect.poll(types, WAIT).toEqual(['signer.signed', 'document.completed'])
  } finally {
    expect(await end(listening)).toBe(0)
  }
})

test('a wrong key, a wrong type and no address end it with the reason', async () => {
  const port = await listen()
  const right = key
  key = `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`
  const refused = start(port)
  key = right
  expect(await refused.ended).toBe(1)
  expect(refused.printed.notes).toContain('401')
  const wrong = start(port, '--events', 'document.exploded')
  expect(await wrong.ended).toBe(2)
  expect(wrong.printed.notes).toContain('"document.exploded" is not one of')
})
