/**
 * Schemathesis makes requests out of openapi.yaml alone, sound ones and broken ones, and holds every
 * answer of the running server against it.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../support/contract.ts'
import { docx, p } from '../support/docx-builder.ts'
import { type GenerousFolder, generousFolder } from '../support/generous-folder.ts'
import { isLong } from '../support/long-tests.ts'
import { freePort, ServerProcess } from '../support/server-process.ts'
import { toolPath } from '../support/tools.ts'

const TESTER = toolPath('schemathesis-4.32.5/bin/schemathesis')
const SECONDS = isLong('schemathesis') ? 60 : 15
/** More than the coverage phase of the operations takes beside other work. */
const WHOLE_SECONDS = 300
/**
 * Acceptance has a test of its own, in which files and JSON texts are real. And calls without a key, of which there
 * are so many that the limit for strangers answers them (429): authorisation.test.ts makes one for every operation.
 */
const NOT_APPLICABLE = 'positive_data_acceptance,ignored_auth'
/** So many calls without the required key that the limit for strangers answers some of them (429). */
const CONFIG = `[checks.missing_required_header]
expected-statuses = [401, 429]
`
/** Parts that a schema can call a file or JSON text, and no more, get one that is right; no file is named that is not there. */
const HOOKS = resolve(import.meta.dirname, '../support/schemathesis-hooks.py')

/** This server has no certificate authority, which takes minutes to make: its 503 is right. */
const WITH_AUTHORITY = /^\/pki\/|\/send$/
const LEFT_OUT = OPERATIONS.filter(({ path }) => WITH_AUTHORITY.test(path)).length

let server: ServerProcess
let folder: GenerousFolder

beforeAll(async () => {
  const rates = ['CHANGES', 'CHECKS', 'READS'].map((what) => [
    `PARAPH_${what}_PER_MINUTE`,
    '100000',
  ])
  folder = await generousFolder({
    PARAPH_LOG_LEVEL: 'error',
    PARAPH_SIGN_FRAME_ANCESTORS: 'https://app.example.com',
    ...Object.fromEntries(rates),
  })
  server = await new ServerProcess(await freePort(), folder.settings).ready()
})
afterAll(async () => {
  await server.stop('SIGKILL')
  await folder.remove()
})

/** Runs it on every operation that needs no authority, with the hooks where they are named; answers how many calls it made. */
async function testedFor(
  seconds: number,
  checks: readonly string[],
  hooks: string | undefined,
): Promise<number> {
  const cwd = mkdtempSync(join(tmpdir(), 'paraph-schemathesis-'))
  const plain = join(cwd, 'plain.docx')
  writeFileSync(plain, docx([p('Nothing to fill in')]))
  writeFileSync(join(cwd, 'schemathesis.toml'), CONFIG)
  const env = {
    ...process.env,
    PARAPH_SAMPLES: resolve(import.meta.dirname, '../../templates'),
    PARAPH_PLAIN_TEMPLATE: plain,
    ...(hooks !== undefined && { SCHEMATHESIS_HOOKS: hooks }),
  }
  const args = [
    ['run', resolve(import.meta.dirname, '../../openapi.yaml'), '--url', server.url],
    ['--header', `X-API-Key: ${folder.key}`, ...checks],
    ['--max-time', String(seconds), '--seed', '1', '--no-shrink', '--continue-on-failure'],
    ['--output-truncate', 'false', '--exclude-path-regex', WITH_AUTHORITY.source],
  ].flat()
  const { code, said } = await new Promise<{ code: number; said: string }>((done) => {
    execFile(TESTER, args, { cwd, env, maxBuffer: 50_000_000 }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), said: stdout + stderr }),
    )
  })
  rmSync(cwd, { recursive: true, force: true })
  expect(code, said).toBe(0)
  const [, selected, of] = /Selected: (\d+)\/(\d+)/.exec(said) ?? []
  expect(Number(selected)).toBe(Number(of) - LEFT_OUT)
  return Number(/(\d+) generated/.exec(said)?.[1] ?? 0)
}

/** The same until it has made so many calls: a busy machine gets more time for them. */
async function tested(callsMin: number, checks: readonly string[]): Promise<void> {
  for (let seconds = SECONDS; ; seconds *= 2) {
    const calls = await testedFor(seconds, checks, undefined)
    if (calls > callsMin || seconds >= 8 * SECONDS) {
      expect(calls).toBeGreaterThan(callsMin)
      return
    }
  }
}

test('no request made from openapi.yaml gets a server error or an answer that it does not describe', async () => {
  await tested(300, ['--checks', 'all', '--exclude-checks', NOT_APPLICABLE])
  expect(server.logged).toBe('')
})

test('a request that openapi.yaml allows is accepted', async () => {
  const checks = 'positive_data_acceptance,not_a_server_error'
  const coverage = ['--checks', checks, '--mode', 'positive', '--phases', 'coverage']
  // All of them, whose number is finite: what is cut off by a clock is another part of them on each machine.
  expect(await testedFor(WHOLE_SECONDS, coverage, HOOKS)).toBeGreaterThan(1_000)
})
