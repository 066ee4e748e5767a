/** A bucket whose server or network fails: 503 for the caller, and whole files or none. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type BlobStore, sha256Hex } from '../../../src/files/blob-store.ts'
import { openStorage } from '../../../src/files/open-storage.ts'
import type { Storage } from '../../../src/files/storage.ts'
import { parseStorageUrl } from '../../../src/files/storage-url.ts'
import { TestClock } from '../../support/clock.ts'
import { type FaultyProxy, startFaultyProxy } from '../../support/faulty-proxy.ts'
import { S3_KEYS, storageUrl } from '../../support/place.ts'
import { type S3Server, startS3 } from '../../support/s3-servers.ts'
import { hashesIn } from '../../support/storage.ts'

const UNAVAILABLE = { code: 'storage_unavailable', retryAfterSeconds: 30 }
let server: S3Server
let proxy: FaultyProxy
let storage: Storage
let documents: BlobStore
const dataDir = mkdtempSync(join(tmpdir(), 'paraph-s3-faults-'))
const clock = new TestClock()

const open = (url: string, credentials = S3_KEYS) =>
  openStorage({ address: parseStorageUrl(url), credentials }, { dataDir, clock })

beforeAll(async () => {
  server = await startS3('S3Proxy')
  proxy = await startFaultyProxy(server.endpoint)
  storage = await open(storageUrl(proxy.endpoint))
  documents = await storage.blobs('documents')
})
afterEach(() => {
  proxy.fault = () => 'pass'
})
afterAll(async () => {
  storage.close()
  await proxy.close()
  server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** A fault for the first requests of a method. */
function failFirst(count: number, method: string, fault: ReturnType<FaultyProxy['fault']>): void {
  let left = count
  proxy.fault = (request) => {
    if (request.method !== method || left === 0) return 'pass'
    left -= 1
    return fault
  }
}

describe('once, and nobody notices', () => {
  test.each(['cut', 500, 'slow'] as const)('%s while a file is stored', async (fault) => {
    const file = randomBytes(50_000)
    failFirst(1, 'PUT', fault)
    expect((await documents.get(await documents.put(file))).equals(file)).toBe(true)
  })

  test.each(['cut', 500, 'truncated', 'flipped', 'slow'] as const)(
    '%s while a file is read',
    async (fault) => {
      const file = randomBytes(50_000)
      const hash = await documents.put(file)
      failFirst(1, 'GET', fault)
      expect((await documents.get(hash)).equals(file)).toBe(true)
    },
  )

  test('a part of a large file', async () => {
    const file = randomBytes(20 * 1_048_576)
    failFirst(2, 'PUT', 'cut')
    expect((await documents.get(await documents.put(file))).equals(file)).toBe(true)
  })
})

describe('for longer: the caller is told to come again, and nothing half is left', () => {
  test.each(['cut', 500, 403] as const)('%s while a file is stored', async (fault) => {
    const file = randomBytes(50_000)
    proxy.fault = ({ method }) => (method === 'PUT' ? fault : 'pass')
    await expect(documents.put(file)).rejects.toMatchObject(UNAVAILABLE)
    proxy.fault = () => 'pass'
    expect(await hashesIn(documents)).not.toContain(sha256Hex(file))
    expect((await documents.get(await documents.put(file))).equals(file)).toBe(true)
  })

  test.each(['cut', 500, 403, 'truncated'] as const)('%s while a file is read', async (fault) => {
    const file = randomBytes(50_000)
    const hash = await documents.put(file)
    proxy.fault = () => fault
    await expect(documents.get(hash)).rejects.toMatchObject(UNAVAILABLE)
    await expect(documents.read(hash)).rejects.toMatchObject(UNAVAILABLE)
    proxy.fault = () => 'pass'
    expect((await documents.get(hash)).equals(file)).toBe(true)
  })

  test('other bytes than were stored are never given out', async () => {
    const hash = await documents.put(randomBytes(50_000))
    proxy.fault = () => 'flipped'
    await expect(documents.get(hash)).rejects.toMatchObject({ code: 'file_damaged' })
  })

  test('a large file whose last part fails leaves no file and no upload', async () => {
    const file = randomBytes(20 * 1_048_576)
    proxy.fault = ({ method, path }) =>
      method === 'PUT' && path.includes('partNumber=3') ? 500 : 'pass'
    await expect(documents.put(file)).rejects.toMatchObject(UNAVAILABLE)
    expect(proxy.seen.at(-1)).toMatch(/^DELETE .*uploadId=/)
    expect(await hashesIn(documents)).not.toContain(sha256Hex(file))
  })

  test('a body that stops half-way is given up in time', async () => {
    const hash = await documents.put(randomBytes(50_000))
    failFirst(1, 'GET', 'stalled')
    const startedMs = performance.now()
    expect((await documents.get(hash)).length).toBe(50_000)
    expect(performance.now() - startedMs).toBeLessThan(30_000)
  })

  test('a server that says nothing is given up in time', async () => {
    proxy.fault = () => 'silent'
    const startedMs = performance.now()
    await expect(documents.writtenMs('0'.repeat(64))).rejects.toMatchObject(UNAVAILABLE)
    expect(performance.now() - startedMs).toBeLessThan(30_000)
  })

  test('content that is not what its hash says is refused by the server', async () => {
    const hash = sha256Hex(randomBytes(50))
    await expect(documents.put(randomBytes(50), hash)).rejects.toMatchObject(UNAVAILABLE)
    expect(await documents.writtenMs(hash)).toBeUndefined()
  })

  test('what fails is in the cause for the log, without keys', async () => {
    proxy.fault = () => 403
    const error = await documents.put(randomBytes(10)).catch((thrown: Error) => thrown)
    const cause = (error as Error).cause as Error
    expect(cause.message).toBe('S3 put failed (AccessDenied, HTTP 403): as the test wishes')
    const told = JSON.stringify([cause, { ...cause }, cause.stack])
    for (const secret of Object.values(S3_KEYS)) expect(told).not.toContain(secret)
  })
})

test('a server that is killed while fifty files are stored has every file that was acknowledged', async () => {
  // What S3Proxy has in memory dies with it: killed is the way to it.
  const files = Array.from({ length: 50 }, () => randomBytes(20_000))
  let passed = 0
  proxy.fault = () => {
    passed += 1
    return passed > 30 ? 'cut' : 'pass'
  }
  const outcomes = await Promise.allSettled(files.map((file) => documents.put(file)))
  proxy.fault = () => 'pass'
  const failed = outcomes.filter(({ status }) => status === 'rejected')
  expect(failed.length).toBeGreaterThan(0)
  for (const [at, outcome] of outcomes.entries())
    if (outcome.status === 'fulfilled')
      expect((await documents.get(outcome.value)).equals(files[at] ?? Buffer.of())).toBe(true)
    else expect(outcome.reason).toMatchObject(UNAVAILABLE)
})

describe('a bucket that cannot be used refuses the start', () => {
  const refusal = async (url: string, credentials = S3_KEYS): Promise<string> =>
    await open(url, credentials).then(
      () => 'opened',
      (error: Error) => `${error.name}: ${error.message}`,
    )

  test('that does not exist', async () => {
    const url = storageUrl(server.endpoint).replace('s3://files', 's3://no-such-bucket')
    expect(await refusal(url)).toMatch(
      /^FatalError: PARAPH_STORAGE_URL: .*does not exist: create it/,
    )
  })

  test('with keys that the server does not know, or that are wrong', async () => {
    for (const wrong of [
      { ...S3_KEYS, accessKeyId: 'nobody' },
      { ...S3_KEYS, secretAccessKey: 'wrong' },
    ]) {
      const said = await refusal(storageUrl(server.endpoint), wrong)
      expect(said).toMatch(/^FatalError: PARAPH_STORAGE_URL: .*(refuses the keys|access is denied)/)
      expect(said).not.toContain(wrong.secretAccessKey)
    }
  })

  test('whose server is not there', async () => {
    expect(await refusal(storageUrl('http://127.0.0.1:9'))).toMatch(
      /does not answer \(ECONNREFUSED\): check endpoint=/,
    )
  })

  test.each([
    ['PUT', '', 's3:PutObject'],
    ['GET', 'probe-', 's3:GetObject'],
    ['GET', 'list-type=2', 's3:ListBucket'],
    ['GET', 'uploads', 's3:ListBucketMultipartUploads'],
    ['DELETE', '', 's3:DeleteObject'],
  ])('without the right for %s %s', async (method, part, right) => {
    proxy.fault = (request) =>
      request.method === method && request.path.includes(part) && !isOther(part, request.path)
        ? 403
        : 'pass'
    expect(await refusal(storageUrl(proxy.endpoint))).toMatch(
      new RegExp(`access is denied: give the account the right ${right} on it`),
    )
  })

  /** The key of the object is also part of the lists' addresses. */
  const isOther = (part: string, path: string): boolean =>
    part === 'probe-' && /list-type|uploads/.test(path)
})
