/** A listening service with generous rates, and what must still hold after each abuse of it. */
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'vitest'
import { ERRORS, type ErrorCode } from '../../src/kernel/errors.ts'
import { type FormParts, multipart, startTestApp } from './app.ts'
import { checkAgainstContract } from './contract.ts'
import { docxWith } from './docx-package.ts'
import { GENEROUS_PLANS } from './generous-plans.ts'
import { hashesIn } from './storage.ts'

/** Body of an error answer, as far as tests look at it. */
export interface ProblemBody {
  code: string
  detail: string
  request_id: string
  errors?: Array<{ code?: string; pointer?: string; detail: string }>
}

/** What came back over the wire. */
export interface WireAnswer {
  status: number
  headers: Headers
  bytes: Buffer
  problem: ProblemBody
}

/** Where the hostile documents point to: the discard port of this machine. */
const BAIT_PORT = 9
async function listenOn(port: number, server: Server): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host: '127.0.0.1' }, resolve)
  })
}

/**
 * Starts the service and the bait. Close it in `afterAll`.
 * @param baitPort another one where no file names the usual one, which only one test file at a time can have
 */
export async function startAbusedApp(settings: Record<string, string> = {}, baitPort = BAIT_PORT) {
  // A temporary folder of its own shows what a careless library leaves there.
  const outside = process.env.TMPDIR
  const temporary = mkdtempSync(join(tmpdir(), 'paraph-abuse-'))
  process.env.TMPDIR = temporary
  const plans = join(temporary, 'plans.json')
  writeFileSync(plans, JSON.stringify(GENEROUS_PLANS))
  // LibreOffice leaves a folder where it starts: it has to be there before anything is compared.
  const ports = { officeOnDemand: false }
  const service = await startTestApp({ PARAPH_PLANS_FILE: plans, ...settings }, ports)
  await service.services.warm()
  await service.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = service.app.server.address() as AddressInfo
  const key = await service.newKey('abused')
  let bites = 0
  let served = 0
  const bait = createServer((socket) => {
    bites += 1
    socket.destroy()
  })
  await listenOn(baitPort, bait)

  const send = async (
    path: string,
    body: Buffer | string,
    headers: Record<string, string>,
    method = 'POST',
  ): Promise<WireAnswer> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'x-api-key': key, ...headers },
      ...(method !== 'GET' && { body }),
    })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const contentType = answer.headers.get('content-type') ?? ''
    const json = () => JSON.parse(bytes.toString()) as ProblemBody
    checkAgainstContract({ method, path, status: answer.status, contentType, body: json })
    // The only calls that use quota, and only when they succeed.
    if (path.startsWith('/render') && answer.status === 200) served += 1
    const problem = contentType.includes('json') ? json() : { code: '', detail: '', request_id: '' }
    return { status: answer.status, headers: answer.headers, bytes, problem }
  }
  const sendForm = (path: string, parts: FormParts): Promise<WireAnswer> => {
    const { body, contentType } = multipart(parts)
    return send(path, body, { 'content-type': contentType })
  }
  const files = async () => {
    const all = await readdir(service.folder, { recursive: true })
    const stored = await hashesIn(service.services.signing.parts.blobs)
    return {
      // Worker folders come and go with their processes; the database's own files come and go too.
      data: all.filter((name) => !/^office\/|-(wal|shm|journal)$|^documents\/../.test(name)),
      documents: stored.length + all.filter((name) => /^documents\/incoming\//.test(name)).length,
      temporary: readdirSync(temporary),
    }
  }
  const before = await files()

  /**
   * No quota used, no file left, nobody called, nothing polluted, and the next one is served.
   * @param accepted files that were sent to be signed, each another one, and taken: they are kept
   */
  const nothingHappened = async (format = 'docx', accepted = 0): Promise<void> => {
    const usage = await service.call('GET', '/usage', { key: await sentinel() })
    expect(usage.json()).toMatchObject({ monthly: { documents: { used: served, reserved: 0 } } })
    expect(await files()).toEqual({ ...before, documents: accepted })
    expect(bites).toBe(0)
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    expect(service.services.uploads.running).toBe(0)
    const next = await sendForm('/render-document', [
      ['template', { filename: 'good.docx', bytes: docxWith('Good {name}') }],
      ['data', '{"name":"Ada"}'],
      ['format', format],
    ])
    expect(next.status).toBe(200)
  }
  // Asking for usage is limited to 60 a minute, which a test of hundreds of cases passes.
  const sentinel = async (): Promise<string> => {
    service.clock.move(2_000)
    return key
  }

  return {
    service,
    port,
    key,
    send,
    sendForm,
    nothingHappened,
    async close() {
      await service.close()
      await new Promise((resolve) => bait.close(resolve))
      if (outside === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = outside
      rmSync(temporary, { recursive: true, force: true })
    },
  }
}

export type AbusedApp = Awaited<ReturnType<typeof startAbusedApp>>

/** The answer is the problem it must be, in words a caller can use, without anything of ours in it. */
export function expectProblem(answer: WireAnswer, code: ErrorCode, finding = ''): void {
  expect([answer.problem.code, answer.problem.detail]).toEqual([code, answer.problem.detail])
  expect(answer.status).toBe(ERRORS[code].status)
  expect(answer.headers.get('content-type')).toContain('application/problem+json')
  expect(answer.problem.detail.length).toBeGreaterThan(12)
  expect(answer.bytes.toString()).not.toMatch(/node_modules|\/src\/|\.ts:\d|at \w+ \(|\/tmp\//)
  if (finding !== '') {
    expect(answer.problem.errors?.map((one) => one.code)).toContain(finding)
  }
}
