/** The whole service in a temporary folder, for tests: real database, real threads, real LibreOffice. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Ports } from '../../src/app/platform.ts'
import { buildApp } from '../../src/app/server.ts'
import { createServices } from '../../src/app/services.ts'
import { loadConfig } from '../../src/config/config.ts'
import { TestClock } from './clock.ts'
import { checkAgainstContract } from './contract.ts'
import { placeEmptyDatabases } from './empty-database.ts'
import { engineSettings } from './place.ts'
import { followClock } from './server-clock.ts'
import { sharedWorkers } from './shared-workers.ts'

/** Parts of a multipart form: text, or a file with a name. */
export type FormParts = Array<readonly [name: string, value: string | FilePart]>
export interface FilePart {
  filename: string
  bytes: Uint8Array
  type?: string
}

/** What came back. */
export interface Answer {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  bytes: Buffer
  json<T = Record<string, unknown>>(): T
}

/** How a test calls the service; every answer is held against openapi.yaml. */
export interface CallOptions {
  key?: string | undefined
  form?: FormParts
  json?: unknown
  headers?: Record<string, string>
  body?: Buffer | string
  /** Network address it comes from. */
  ip?: string
}

export const DOCX_TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

/** A multipart body made by hand, so that broken ones can be made too. */
export function multipart(parts: FormParts): { body: Buffer; contentType: string } {
  const boundary = `----paraph${Math.random().toString(16).slice(2)}`
  const chunks = parts.flatMap(([name, value]) => {
    const file = typeof value === 'string' ? undefined : value
    const disposition = `Content-Disposition: form-data; name="${name}"${file ? `; filename="${file.filename}"` : ''}`
    const type = file ? `\r\nContent-Type: ${file.type ?? DOCX_TYPE}` : ''
    const content = typeof value === 'string' ? Buffer.from(value) : Buffer.from(value.bytes)
    return [
      Buffer.from(`--${boundary}\r\n${disposition}${type}\r\n\r\n`),
      content,
      Buffer.from('\r\n'),
    ]
  })
  return {
    body: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    contentType: `multipart/form-data; boundary=${boundary}`,
  }
}

/** Settings of a test, as the environment would give them. */
export type TestSettings = Record<string, string>

/** Starts the service. Close it in `afterAll`. */
export async function startTestApp(settings: TestSettings = {}, ports: Ports = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'paraph-test-'))
  const clock = ports.clock instanceof TestClock ? ports.clock : new TestClock()
  const config = loadConfig({
    PARAPH_DATA_DIR: folder,
    PARAPH_LOG_LEVEL: 'silent',
    PARAPH_OFFICE_WORKERS: '1',
    PARAPH_MERGE_WORKERS: '1',
    PARAPH_INVOICE_WORKERS: '1',
    PARAPH_VERIFY_WORKERS: '1',
    PARAPH_SIGN_WORKERS: '1',
    PARAPH_CA_AUTOMATIC: 'off',
    PARAPH_CA_KEY_POOL: '0',
    // Tests are made of strangers; what bounds them has tests of its own.
    PARAPH_STRANGERS_PER_DAY: '0',
    ...engineSettings(settings.PARAPH_DATA_DIR ?? folder),
    ...settings,
  })
  // LibreOffice and the threads start with their first task: a test needs few of them, and each takes a second or two of
  // processor time.
  await placeEmptyDatabases(config)
  const workers = sharedWorkers(config, ports)
  const services = await createServices(config, {
    clock,
    officeOnDemand: true,
    ...(workers && { workers }),
    ...ports,
  })
  await followClock(services.db, clock)
  const app = await buildApp(services)

  const call = async (method: string, path: string, options: CallOptions = {}): Promise<Answer> => {
    const form = options.form && multipart(options.form)
    const payload =
      options.body ??
      form?.body ??
      (options.json === undefined ? undefined : JSON.stringify(options.json))
    const response = await app.inject({
      method: method as 'GET',
      url: path,
      ...(options.ip !== undefined && { remoteAddress: options.ip }),
      headers: {
        ...(options.key !== undefined && { 'x-api-key': options.key }),
        ...(form && { 'content-type': form.contentType }),
        ...(options.json !== undefined && { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(payload !== undefined && { payload }),
    })
    checkAgainstContract({
      method,
      path,
      status: response.statusCode,
      contentType: String(response.headers['content-type'] ?? ''),
      body: () => response.json() as unknown,
    })
    return {
      status: response.statusCode,
      headers: response.headers,
      bytes: response.rawPayload,
      json: <T>() => response.json() as T,
    }
  }

  /** A fresh account with a key on a plan; large plans keep rates out of a test's way. */
  const newKey = async (
    plan = 'documents_unlimited',
    email = `${Math.random()}@example.com`,
    mode: 'live' | 'test' = 'live',
  ): Promise<string> => {
    const account = await services.accounts.accounts.createAccount(email)
    return keyFor(account.id, plan, mode)
  }

  const keyFor = async (
    accountId: string,
    plan: string,
    mode: 'live' | 'test' = 'live',
  ): Promise<string> => {
    const input = { accountId, plan, name: `for a test ${Math.random()}`, mode }
    return (await services.accounts.keys.createKey(input)).secret
  }

  return {
    app,
    clock,
    config,
    services,
    folder,
    call,
    newKey,
    keyFor,
    async close() {
      await app.close()
      await services.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>
