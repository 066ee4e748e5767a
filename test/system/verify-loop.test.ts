/** Verifying the largest file never holds up the other callers of the same server. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { multipart } from '../support/app.ts'
import { largeSigned } from '../support/large-pdf.ts'
import { ProbedServer, STRETCH_MS_MAX } from '../support/loop-probe.ts'
import { adminKey, dataFolder } from '../support/server-process.ts'
import { startAuthority, type TestAuthority } from '../support/signing.ts'

let authority: TestAuthority
let server: ProbedServer
let folder: Awaited<ReturnType<typeof dataFolder>>
let key = ''
let signed: Buffer

beforeAll(async () => {
  authority = await startAuthority()
  signed = await largeSigned(authority, 9_800_000)
  folder = await dataFolder()
  const settings = {
    PARAPH_DATA_DIR: folder.path,
    PARAPH_OFFICE_WORKERS: '1',
    PARAPH_MERGE_WORKERS: '1',
    PARAPH_VERIFY_WORKERS: '1',
  }
  key = await adminKey(settings, 'signature_business')
  server = await ProbedServer.start(settings)
  // Code that runs for the first time is compiled then; that is not what is measured.
  for (const path of ['/api/v1/verify', '/verify']) await post(path)
})
afterAll(async () => {
  await server.stop()
  await folder.remove()
  await authority.close()
})

async function post(path: string): Promise<Response> {
  const part = { filename: 'a.pdf', bytes: signed, type: 'application/pdf' }
  const { body, contentType } = multipart([['file', part]])
  const headers = { 'x-api-key': key, 'content-type': contentType }
  const answer = await fetch(`${server.url}${path}`, { method: 'POST', headers, body })
  await answer.arrayBuffer()
  return answer
}

test.each(['/api/v1/verify', '/verify'])(
  '%s of 10 MB does not hold up the event loop',
  async (path) => {
    const longestMs = await server.longestMs(async () =>
      expect((await post(path)).status).toBe(200),
    )
    expect(longestMs).toBeLessThanOrEqual(STRETCH_MS_MAX)
  },
)
