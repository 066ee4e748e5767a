/** A machine that gives a file's process no time, or takes it away, is not the fault of the file. */
import { spawnSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type SigningApp, smallPdf, somebody, startSigningApp } from '../../support/signing-app.ts'

/** The least that a step may take. */
const CPU_MS = 1_000

let signing: SigningApp
let bytes: Uint8Array

beforeAll(async () => {
  signing = await startSigningApp({
    PARAPH_SIGN_TIMEOUT_MS: String(CPU_MS),
    PARAPH_VERIFY_TIMEOUT_MS: String(CPU_MS),
  })
  bytes = await smallPdf()
})
afterAll(() => signing.close())

const sent = () =>
  signing.app.call('POST', '/api/v1/documents', {
    key: signing.key,
    form: [
      ['file', { filename: 'plan.pdf', bytes }],
      ['signers', JSON.stringify([somebody()])],
    ],
  })
const verified = () =>
  signing.app.call('POST', '/api/v1/verify', {
    key: signing.key,
    form: [['file', { filename: 'plan.pdf', bytes }]],
  })

/** The processes of this service that read strangers' files. */
function readers(): number[] {
  const own = ['-P', String(process.pid), '-f', 'reading-worker']
  const found = spawnSync('pgrep', own, { encoding: 'utf8' }).stdout
  return found.split('\n').filter(Boolean).map(Number)
}
const signal = (what: NodeJS.Signals): void => {
  for (const pid of readers()) process.kill(pid, what)
}

test.each([
  ['sent for signing', sent, 201],
  ['verified', verified, 200],
])(
  'a file that is %s while the machine stops its process is done when it goes on',
  async (_, call, status) => {
    expect((await call()).status).toBe(status)
    expect(readers().length).toBeGreaterThan(0)
    signal('SIGSTOP')
    const waiting = call()
    await pause(2.5 * CPU_MS)
    signal('SIGCONT')
    expect((await waiting).status).toBe(status)
  },
)

test.each([
  ['sent for signing', sent, 201],
  ['verified', verified, 200],
])(
  'a file whose process the machine ends while it is %s is 503, never 422, and passes in quiet',
  async (_, call, status) => {
    expect((await call()).status).toBe(status)
    signal('SIGSTOP')
    const lost = call()
    await pause(CPU_MS)
    signal('SIGKILL')
    const answer = await lost
    expect([answer.status, answer.json()]).toEqual([
      503,
      expect.objectContaining({ code: 'server_busy' }),
    ])
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
    expect((await call()).status).toBe(status)
  },
)
