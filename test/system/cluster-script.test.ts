/** `scripts/cluster`: three instances that a newcomer can try, the messages of all of them in one place. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipart } from '../support/app.ts'
import { ClusterLoad } from '../support/cluster-load.ts'
import { smallPdf } from '../support/signing-app.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'paraph-cluster-'))
// It takes a dozen from there on: the balancer, four instances, and the servers ten and eleven further on.
const port = 21_000 + (process.pid % 500) * 20
let script: ChildProcess

beforeAll(async () => {
  script = spawn('scripts/cluster', [folder], {
    cwd: ROOT,
    env: { ...process.env, PARAPH_PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  for await (const chunk of script.stdout ?? []) {
    said += String(chunk)
    if (said.includes('Stop:')) break
  }
  expect(said).toContain(`http://127.0.0.1:${port + 4}/dev/outbox`)
}, 300_000)
afterAll(async () => {
  if (script.exitCode === null) {
    const ended = once(script, 'exit')
    script.kill('SIGINT')
    await ended
  }
  rmSync(folder, { recursive: true, force: true })
}, 120_000)

test('a request made at the balancer invites its signer, whose link the outbox shows and the balancer opens', async () => {
  const { body, contentType } = multipart([
    ['file', { filename: 'a.pdf', bytes: await smallPdf(), type: 'application/pdf' }],
    ['signers', JSON.stringify([{ email: 'ada@example.com', phone: '+33612345678' }])],
  ])
  const key = readFileSync(join(folder, 'key'), 'utf8').trim()
  const headers = { 'x-api-key': key, 'content-type': contentType }
  const url = `http://127.0.0.1:${port}`
  const made = await fetch(`${url}/api/v1/documents`, { method: 'POST', headers, body })
  expect(made.status).toBe(201)
  const outbox = `http://127.0.0.1:${port + 4}/dev/outbox.json`
  const link = () =>
    fetch(outbox)
      .then((answer) => answer.text())
      .then((text) => /\/sign\/[\w-]+/.exec(text)?.[0])
  await expect.poll(link, { timeout: 60_000 }).toBeDefined()
  const page = await fetch(`${url}${await link()}`)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
})

test('two people sign by the mails and texts of the outbox, and the document is completed', async () => {
  const key = readFileSync(join(folder, 'key'), 'utf8').trim()
  const url = `http://127.0.0.1:${port}`
  const taken: Array<{ to: string[]; raw: string }> = []
  const requests: Array<{ form: Record<string, string> }> = []
  const read = async () => {
    const answer = await fetch(`http://127.0.0.1:${port + 4}/dev/outbox.json`)
    const { messages } = (await answer.json()) as {
      messages: Array<{ channel: string; to: string; text: string }>
    }
    // The newest is the first.
    const sorted = messages.toReversed()
    const mails = sorted.filter(({ channel }) => channel === 'mail')
    const texts = sorted.filter(({ channel }) => channel === 'sms')
    taken.splice(0, taken.length, ...mails.map(({ to, text }) => ({ to: [to], raw: text })))
    requests.splice(
      0,
      requests.length,
      ...texts.map(({ to, text }) => ({ form: { To: to, Body: text } })),
    )
  }
  const reading = setInterval(() => void read().catch(() => undefined), 300)
  try {
    const load = new ClusterLoad({ url, parts: { key, sink: { taken }, twilio: { requests } } })
    await load.document()
    expect([load.wrong, load.documents.length]).toEqual([[], 1])
    const status = () =>
      fetch(`${url}/api/v1/documents/${load.documents[0]}`, { headers: { 'x-api-key': key } })
        .then((answer) => answer.json() as Promise<{ status: string }>)
        .then((document) => document.status)
    await expect.poll(status, { timeout: 120_000, interval: 1_000 }).toBe('completed')
  } finally {
    clearInterval(reading)
  }
}, 300_000)
