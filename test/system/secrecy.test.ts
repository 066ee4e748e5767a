/** Everything that a whole run leaves outside: none of it holds a secret, and phones only where they must be. */
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inflateSync } from 'node:zlib'
import PizZip from 'pizzip'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parse } from 'yaml'
import { type KillStage, startKillStage } from '../support/kill-stage.ts'
import { type AskedPerson, ProcessSigner, readAs, sendDocument } from '../support/process-people.ts'

const DESCRIPTION = resolve(import.meta.dirname, '../../openapi.yaml')
const SMTP_PASSWORD = 'smtp-p4ssword-of-a-test'
const PASSPHRASE = 'passphrase of the authority of a test'
const SIGNERS: readonly AskedPerson[] = [
  { email: 'camille@example.com', phone: '+33612000001', first_name: 'Camille', order: 1 },
  { email: 'john@example.com', phone: '+447400123456', first_name: 'John', order: 2 },
]

let stage: KillStage
/** What was seen from outside, by where. */
const seen = new Map<string, string>()
/** What must be nowhere. */
const secrets = new Map<string, string>()
/** Status by operation that reads. */
const answers = new Map<string, number>()
const codes = new Set<string>()
const cookies = new Set<string>()
const tokens = new Set<string>()

beforeAll(async () => {
  stage = await startKillStage(
    {
      PARAPH_LOG_LEVEL: 'trace',
      PARAPH_CA_PASSPHRASE: PASSPHRASE,
      PARAPH_SMTP_URL: `smtp://mailer:${SMTP_PASSWORD}@127.0.0.1:{port}`,
    },
    {
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ username }, _session, done) => done(null, { user: username }),
    },
  )
}, 600_000)
afterAll(() => stage.close())

const put = (where: string, text: string): void => {
  seen.set(where, `${seen.get(where) ?? ''}\n${text}`)
}

/** Every stream of a PDF that can be inflated, besides the file as it is. */
function insideOf(pdf: Buffer): string {
  const parts = [pdf.toString('latin1')]
  for (let at = pdf.indexOf('stream\n'); at >= 0; at = pdf.indexOf('stream\n', at + 7)) {
    try {
      parts.push(inflateSync(pdf.subarray(at + 7), { finishFlush: 2 }).toString('utf8'))
    } catch {
      // Not compressed: it is in the file as it is.
    }
  }
  return parts.join('\n')
}

async function send(method: string, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { 'x-api-key': stage.parts.key, ...(init.headers as Record<string, string>) }
  const answer = await stage.insist((origin) =>
    fetch(`${origin}${path}`, { ...init, method, headers }),
  )
  if (answer.status >= 400) put('problem', await answer.clone().text())
  return answer
}

/** A receiver of all events, whose secret is shown once. */
async function addWebhook(): Promise<void> {
  const body = JSON.stringify({ url: stage.parts.receiver.url })
  const headers = { 'content-type': 'application/json' }
  const made = await send('POST', '/api/v1/webhooks', { headers, body })
  expect(made.status).toBe(201)
  const { secret } = (await made.json()) as { secret: string }
  secrets.set('webhook secret', secret.replace('whsec_', ''))
  stage.parts.receiver.secrets.push(secret)
  // A receiver that throws everything back, which is kept in the log of deliveries.
  let failures = 0
  stage.parts.receiver.answer = ({ body: sent }, response) =>
    void response.writeHead(failures++ < 2 ? 500 : 204).end(sent)
}

/** What goes wrong on the way, with secrets in all the wrong places. */
async function stumble(signer: ProcessSigner): Promise<void> {
  const wrong = signer.newestCode() === '000000' ? '111111' : '000000'
  const problem = async (answer: Promise<Response>) => put('problem', await (await answer).text())
  await problem(signer.call('POST', '/verify', { code: wrong }))
  await problem(signer.call('POST', '/verify', { code: `${signer.newestCode()}0` }))
  // The name of a member that is not known is repeated to whoever sent it; a value never is.
  await problem(signer.call('POST', '/verify', { kode: signer.newestCode() }))
  await problem(signer.call('POST', '/code', { consent: { version: 'x', sha256: 'x' } }))
  await problem(signer.call('GET', '/nothing-here'))
  await problem(signer.call('PUT', '/state', {}))
  await send('GET', `/api/v1/documents/${stage.parts.key}`)
  await send('GET', `/api/v1/documents?cursor=${stage.parts.key}&status=${signer.token}`)
  await send('POST', `/api/v1/verify?key=${stage.parts.key}`, { body: signer.token })
  const broken = `{"url": "${stage.parts.key}`
  const headers = { 'content-type': 'application/json', cookie: signer.cookie }
  await send('POST', '/api/v1/webhooks', { headers, body: broken })
  await send('GET', '/usage', { headers: { 'x-api-key': `${stage.parts.key}x` } })
}

async function signWhole(who: AskedPerson): Promise<void> {
  const signer = new ProcessSigner(stage, who)
  await signer.open()
  await signer.askCode()
  codes.add(signer.newestCode())
  await stumble(signer)
  await signer.verify()
  cookies.add(signer.cookie.split('=')[1] ?? '')
  tokens.add(signer.token)
  secrets.set(`link of ${who.email}`, signer.token.split('-')[1] ?? '')
  await signer.sign()
}

/** Files of the data folder, one after the other. */
function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name)
    return statSync(path).isDirectory() ? filesIn(path) : [path]
  })
}

/** The answers of every operation of openapi.yaml that reads, with what is there: by operation. */
async function readEverything(ids: Record<string, string>): Promise<void> {
  const { paths } = parse(readFileSync(DESCRIPTION, 'utf8')) as {
    paths: Record<string, { get?: { operationId: string } }>
  }
  const reads = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, get }] : []))
  expect(reads.length).toBeGreaterThan(25)
  for (const { path, get } of reads)
    for (const token of tokens) {
      const place = path
        .replaceAll('{token}', token)
        .replaceAll(/\{([^}]+)\}/g, (_, name: string) => ids[name] ?? ids.id ?? '')
      const answer = await send('GET', place)
      answers.set(get.operationId, answer.status)
      const bytes = Buffer.from(await answer.arrayBuffer())
      put(
        `answer of ${get.operationId}`,
        `${JSON.stringify([...answer.headers])}${insideOf(bytes)}`,
      )
    }
}

async function collect(id: string): Promise<void> {
  for (const path of ['/metrics', '/health/ready', `/api/v1/documents/${id}/audit`])
    put(path.split('/').at(-1) ?? '', await (await send('GET', path)).text())
  const { webhooks } = await readAs<{ webhooks: Array<{ id: string }> }>(stage, '/api/v1/webhooks')
  for (const webhook of webhooks)
    put('deliveries', await (await send('GET', `/api/v1/webhooks/${webhook.id}/deliveries`)).text())
  const [webhookId = ''] = webhooks.map((webhook) => webhook.id)
  await readEverything({ id, webhookId, webhook_id: webhookId })
  for (const { body } of stage.parts.receiver.received) put('webhooks', body)
  const signed = await send('GET', `/api/v1/documents/${id}/signed`)
  put('signed file', insideOf(Buffer.from(await signed.arrayBuffer())))
  const zip = await send('GET', `/api/v1/documents/${id}/evidence`)
  const { files } = new PizZip(Buffer.from(await zip.arrayBuffer()))
  for (const [name, file] of Object.entries(files))
    put('evidence', name.endsWith('.pdf') ? insideOf(file.asNodeBuffer()) : file.asText())
  put('log', stage.output)
  for (const path of filesIn(stage.parts.folder.path))
    put('data folder', readFileSync(path).toString('latin1'))
}

/** Among other things. */
const COMPRESSED = new Set([
  'data folder',
  'signed file',
  ...['File', 'Signed', 'Proof', 'Evidence'].map((what) => `answer of getDocument${what}`),
])
const PLACES = [
  'audit',
  'data folder',
  'deliveries',
  'evidence',
  'log',
  'metrics',
  'problem',
  'ready',
  'signed file',
  'webhooks',
]

test('no log, event, problem, metric, trail or file of evidence holds a secret', async () => {
  await stage.up()
  await addWebhook()
  const id = await sendDocument(stage, SIGNERS)
  for (const who of SIGNERS) await signWhole(who)
  await stage.settled("SELECT count(*) FROM signature_requests WHERE status = 'completed'", 1)
  await stage.settledJobs()
  await collect(id)
  const places = [...seen.keys()].filter((where) => !where.startsWith('answer of '))
  expect(places.sort()).toEqual(PLACES)
  for (const operation of ['getDocument', 'getDocumentAudit', 'listDocuments', 'signerState'])
    expect([operation, answers.get(operation)]).toEqual([operation, 200])
  for (const text of seen.values()) expect(text.length).toBeGreaterThan(50)
  expect(stage.output.split('\n').length).toBeGreaterThan(50)
  const { key, settings } = stage.parts
  secrets.set('API key', key.split('_').at(-1) ?? key)
  secrets.set('Twilio token', settings.PARAPH_TWILIO_AUTH_TOKEN ?? '')
  secrets.set('password of the mail server', SMTP_PASSWORD)
  secrets.set('passphrase', PASSPHRASE)
  for (const cookie of cookies) secrets.set(`cookie ${cookie.length}`, cookie)
  const found = [...seen].flatMap(([where, text]) => [
    ...[...secrets].filter(([, secret]) => text.includes(secret)).map(([what]) => [where, what]),
    ...[...secrets].filter(([, secret]) => secret.length < 12).map(([what]) => ['too short', what]),
  ])
  expect(found).toEqual([])
})

test('no code appears as such, and complete phone numbers are in the evidence and in what the sender reads of the request alone', () => {
  const READ_BY_SENDER = ['answer of getDocument', 'answer of listDocuments']
  const WHOLE = new Set(['data folder', 'evidence', ...READ_BY_SENDER])
  for (const [where, text] of seen) {
    // Compressed bytes may hold any digits; what is written for people and programs may not.
    if (!COMPRESSED.has(where))
      for (const code of codes) expect([where, revealsCode(text, code)]).toEqual([where, false])
    for (const { phone } of SIGNERS)
      if (!WHOLE.has(where)) expect([where, text.includes(phone)]).toEqual([where, false])
  }
  expect(codes.size).toBeGreaterThan(0)
  for (const where of ['evidence', 'answer of getDocument'])
    for (const { phone } of SIGNERS) expect(seen.get(where)).toContain(phone)
})

/** Whether a text holds a code by itself, not as a part of a longer number, a time or a hash. */
const revealsCode = (text: string, code: string): boolean =>
  new RegExp(`(?<![0-9A-Za-z.])${code}(?![0-9A-Za-z.])`).test(text)
