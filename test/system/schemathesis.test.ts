/**
 * Schemathesis makes requests out of openapi.yaml alone, sound ones and broken ones, and holds every
 * answer of the running server against it.
 */
import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATIONS } from '../support/contract.ts'
import { type GenerousFolder, generousFolder } from '../support/generous-folder.ts'
import { freePort, ServerProcess } from '../support/server-process.ts'
import { toolPath } from '../support/tools.ts'

const TESTER = toolPath('schemathesis-4.32.5/bin/schemathesis')
const SECONDS = 60
/**
 * Everything but `positive_data_acceptance`: a schema can say that a part is a file, not that it is
 * a Word document whose tags fit the data.
 * And calls without a key, of which there are so many that the limit for strangers answers them
 * (429): authorisation.test.ts makes one for every operation.
 */
const NOT_APPLICABLE = 'positive_data_acceptance,ignored_auth'

/** This server has no certificate authority, which takes minutes to make: its 503 is right. */
const PKI_OPERATIONS = OPERATIONS.filter(({ path }) => path.startsWith('/pki/')).length

let server: ServerProcess
let folder: GenerousFolder

beforeAll(async () => {
  folder = await generousFolder({ PARAPH_LOG_LEVEL: 'error' })
  server = await new ServerProcess(await freePort(), folder.settings).ready()
})
afterAll(async () => {
  await server.stop('SIGKILL')
  await folder.remove()
})

test('no request made from openapi.yaml gets a server error or an answer that it does not describe', async () => {
  const cwd = mkdtempSync(join(tmpdir(), 'paraph-schemathesis-'))
  const args = [
    ['run', resolve(import.meta.dirname, '../../openapi.yaml'), '--url', server.url],
    ['--header', `X-API-Key: ${folder.key}`, '--checks', 'all', '--exclude-checks', NOT_APPLICABLE],
    ['--max-time', String(SECONDS), '--seed', '1', '--no-shrink', '--continue-on-failure'],
    ['--output-truncate', 'false', '--exclude-path-regex', '^/pki/'],
  ].flat()
  const { code, said } = await new Promise<{ code: number; said: string }>((done) => {
    execFile(TESTER, args, { cwd, maxBuffer: 50_000_000 }, (error, stdout, stderr) =>
      done({ code: error === null ? 0 : Number(error.code ?? 1), said: stdout + stderr }),
    )
  })
  rmSync(cwd, { recursive: true, force: true })
  expect(code, said).toBe(0)
  // It really tested: every operation, and thousands of requests.
  const [, selected, of] = /Selected: (\d+)\/(\d+)/.exec(said) ?? []
  expect(Number(selected)).toBe(Number(of) - PKI_OPERATIONS)
  expect(Number(/(\d+) generated/.exec(said)?.[1])).toBeGreaterThan(300)
  expect(server.logged).toBe('')
})
