/** Every command of the guides is run as it stands, by somebody who has nothing but curl and a key. */
import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WRITTEN_ORIGIN } from '../../src/site/markdown.ts'
import { type GenerousFolder, generousFolder } from '../support/generous-folder.ts'
import { GUIDES } from '../support/long-tests.ts'
import { KEYS_PRELOAD, keysSettings } from '../support/rsa-keys.ts'
import { freePort, ServerProcess } from '../support/server-process.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const DOCS = join(ROOT, 'docs')
const run = promisify(execFile)

/** What `npm run cli` of a checkout is made of, and what the guides name. */
const CHECKOUT = [
  ...[
    'package.json',
    'package-lock.json',
    'tsconfig.json',
    'src',
    'scripts',
    'dist',
    'node_modules',
  ],
  ...['templates', 'openapi.yaml'],
]

let server: ServerProcess
let folder: GenerousFolder
let outside: Record<string, string>
let place = ''

beforeAll(async () => {
  folder = await generousFolder({
    PARAPH_LOG_LEVEL: 'error',
    PARAPH_CA_AUTOMATIC: 'on',
  })
  place = mkdtempSync(join(tmpdir(), 'paraph-guides-'))
  // The one thing that commands find besides curl: `npm run cli` of a checkout.
  for (const name of CHECKOUT) symlinkSync(join(ROOT, name), join(place, name))
  const settings = { ...folder.settings, ...keysSettings() }
  server = new ServerProcess(await freePort(), settings, KEYS_PRELOAD)
  await server.ready()
  outside = { ...folder.settings, PARAPH_KEY: folder.key }
  // Nobody has read as far as the signatures before the authority has made its keys.
  const authority = async () => {
    const ready = (await (await fetch(`${server.url}/health/ready`)).json()) as {
      parts: { authority: { detail?: string } }
    }
    return ready.parts.authority.detail ?? 'made'
  }
  while ((await authority()) !== 'made') await new Promise((done) => setTimeout(done, 500))
})
afterAll(async () => {
  await server.stop('SIGKILL')
  await folder.remove()
  rmSync(place, { recursive: true, force: true })
})

const blocksOf = (guide: string, language: string): string[] =>
  [
    ...readFileSync(join(DOCS, `${guide}.md`), 'utf8').matchAll(
      new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'),
    ),
  ].map(([, code = '']) => code)

async function shell(commands: string): Promise<string> {
  const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: place,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...outside },
    maxBuffer: 10_000_000,
  })
  return stdout
}

describe.each(GUIDES)('%s', (guide) => {
  test.each(blocksOf(guide, 'sh'))('%s', async (commands) => {
    await shell(commands.replaceAll(WRITTEN_ORIGIN, server.url))
    for (const [, name = ''] of commands.matchAll(/(?:-o|--out) (\S+\.pdf)/g))
      expect(readFileSync(join(place, name)).subarray(0, 5).toString()).toBe('%PDF-')
  })
})

test('the receiver of the guide takes what is signed, and nothing else', async () => {
  const [code = ''] = blocksOf('webhooks', 'js')
  writeFileSync(join(place, 'receiver.mjs'), code)
  const port = await freePort()
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const receiver = spawn(process.execPath, ['receiver.mjs'], {
    cwd: place,
    env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret },
  })
  try {
    const body = JSON.stringify({ type: 'document.completed', data: { document_id: 'doc_1' } })
    const at = new Date()
    const headers = {
      'webhook-id': 'evt_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
      'webhook-signature': new Webhook(secret).sign('evt_1', at, body),
    }
    const send = (text: string) =>
      fetch(`http://127.0.0.1:${port}/`, { method: 'POST', headers, body: text }).then(
        ({ status }) => status,
        () => 0,
      )
    await expect.poll(() => send(body)).toBe(204)
    expect(await send(`${body} `)).toBe(400)
  } finally {
    receiver.kill('SIGKILL')
  }
})

test('the first page, the list and a guide are public and cacheable', async () => {
  for (const path of ['/', '/?lang=fr', '/guides', '/guides/signatures', '/guides/limits']) {
    const answer = await fetch(`${server.url}${path}`)
    expect([path, answer.status]).toEqual([path, 200])
    expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(answer.headers.get('x-robots-tag')).toBe('all')
  }
  expect((await fetch(`${server.url}/guides/nothing`)).status).toBe(404)
  expect(await (await fetch(`${server.url}/?lang=fr`)).text()).toContain(
    'Du modèle Word au PDF signé',
  )
})
