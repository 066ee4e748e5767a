/** Files in a bucket: the contract of every store on two servers, and what is of buckets alone. */
import { createHash, randomBytes } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  PutObjectCommand,
} from '@aws-sdk/client-s3'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BlobStore, sha256Hex } from '../../../src/files/blob-store.ts'
import { openStorage } from '../../../src/files/open-storage.ts'
import { ReferencedFiles } from '../../../src/files/referenced-files.ts'
import type { Storage } from '../../../src/files/storage.ts'
import { parseStorageUrl } from '../../../src/files/storage-url.ts'
import { DAY_MS } from '../../../src/kernel/clock.ts'
import { blobStoreContract } from '../../support/blob-contract.ts'
import { TestClock } from '../../support/clock.ts'
import { S3_BUCKET, S3_KEYS, storageUrl } from '../../support/place.ts'
import { S3_SERVERS, type S3Server, startS3 } from '../../support/s3-servers.ts'
import { hashesIn } from '../../support/storage.ts'

const servers = new Map<string, S3Server>()
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-s3-data-'))
  const started = await Promise.all(S3_SERVERS.map((name) => startS3(name)))
  S3_SERVERS.forEach((name, at) => {
    const server = started[at]
    if (server !== undefined) servers.set(name, server)
  })
})
afterAll(() => {
  for (const server of servers.values()) server.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** Everything whose key begins so. */
async function keysBelow(server: S3Server, prefix: string): Promise<string[]> {
  const order = { Bucket: S3_BUCKET, Prefix: prefix }
  const { Contents = [] } = await server.client.send(new ListObjectsV2Command(order))
  return Contents.flatMap(({ Key }) => Key ?? [])
}

describe.each(S3_SERVERS)('a bucket of %s', (name) => {
  let server: S3Server
  let storage: Storage
  let fonts: BlobStore
  let prefix = ''
  let dataDir = ''
  // The server has no other clock than the machine's.
  const clock = new TestClock()

  const open = async (url: string): Promise<Storage> =>
    await openStorage({ address: parseStorageUrl(url), credentials: S3_KEYS }, { dataDir, clock })

  beforeAll(async () => {
    const found = servers.get(name)
    if (found === undefined) throw new Error('not started')
    server = found
    dataDir = join(folder, name)
    const url = storageUrl(server.endpoint)
    prefix = parseStorageUrl(url)?.prefix ?? ''
    storage = await open(url)
    fonts = await storage.blobs('fonts')
  })
  beforeEach(() => clock.move(Date.now() - clock.now()))
  afterAll(() => storage.close())

  blobStoreContract(() => fonts)

  test('keys say what a file is of, and the object of the trial is gone', async () => {
    const documents = await storage.blobs('documents')
    const hash = await documents.put(randomBytes(50))
    expect(await keysBelow(server, `${prefix}/documents/`)).toEqual([`${prefix}/documents/${hash}`])
    expect(await keysBelow(server, `${prefix}/probe`)).toEqual([])
  })

  test('what differs from its name is not given out', async () => {
    const documents = await storage.blobs('documents')
    const hash = sha256Hex(randomBytes(50))
    const Key = `${prefix}/documents/${hash}`
    await server.client.send(new PutObjectCommand({ Bucket: S3_BUCKET, Key, Body: 'other' }))
    await expect(documents.get(hash)).rejects.toMatchObject({ code: 'file_damaged' })
    await documents.remove(hash)
  })

  test('a removed file can be read for a day; a row that names it after all brings it back', async () => {
    const documents = await storage.blobs('documents')
    const files = [randomBytes(60), randomBytes(70)]
    const [gone = '', named = ''] = await Promise.all(files.map((file) => documents.put(file)))
    await documents.remove(gone)
    await documents.remove(named)
    expect((await documents.get(gone)).equals(files[0] ?? Buffer.of())).toBe(true)
    const isReferenced = async (hash: string) => hash === named
    await documents.purge(isReferenced)
    expect(await keysBelow(server, `${prefix}/removed/documents/`)).toEqual(
      expect.arrayContaining([gone, named].map((hash) => `${prefix}/removed/documents/${hash}`)),
    )
    clock.move(DAY_MS + 60_000)
    await documents.purge(isReferenced)
    expect(await keysBelow(server, `${prefix}/removed/documents/`)).toEqual([])
    await expect(documents.get(gone)).rejects.toThrow('missing')
    expect((await documents.get(named)).equals(files[1] ?? Buffer.of())).toBe(true)
    expect(await hashesIn(documents)).toContain(named)
  })

  test('the sweep passes over what is younger than a day, also when it was stored again', async () => {
    const documents = await storage.blobs('documents')
    const files = new ReferencedFiles(documents, clock, {
      has: async () => false,
      areMany: async () => false,
    })
    const hash = await documents.put(randomBytes(80))
    await files.sweep()
    expect(await hashesIn(documents)).toContain(hash)
    clock.move(DAY_MS + 60_000)
    await files.sweep()
    expect(await hashesIn(documents)).not.toContain(hash)
  })

  test('storing a file again makes it young again', async () => {
    const file = randomBytes(90)
    const hash = await fonts.put(file)
    const first = (await fonts.writtenMs(hash)) ?? 0
    await new Promise((done) => setTimeout(done, 1_100))
    await fonts.put(file)
    expect(await fonts.writtenMs(hash)).toBeGreaterThan(first)
  })

  test('the list goes on after a thousand', async () => {
    const templates = await storage.blobs('blobs')
    const hashes = Array.from({ length: 1_010 }, (_, n) => sha256Hex(Buffer.from(`empty ${n}`)))
    const put = (hash: string) =>
      server.client.send(
        new PutObjectCommand({ Bucket: S3_BUCKET, Key: `${prefix}/blobs/${hash}`, Body: 'x' }),
      )
    for (let at = 0; at < hashes.length; at += 50)
      await Promise.all(hashes.slice(at, at + 50).map(put))
    expect(new Set(await hashesIn(templates))).toEqual(new Set(hashes))
  })

  // moto keeps neither hashes nor the times of uploads.
  if (name === 'S3Proxy') {
    test('the server got the hash of the content and checked it', async () => {
      const file = randomBytes(1_000)
      const hash = await fonts.put(file)
      const Key = `${prefix}/fonts/${hash}`
      const head = await server.client.send(
        new HeadObjectCommand({ Bucket: S3_BUCKET, Key, ChecksumMode: 'ENABLED' }),
      )
      // What it computed itself from what arrived.
      expect(head.ChecksumSHA256).toBe(createHash('sha256').update(file).digest('base64'))
    })

    test('an upload in parts that nobody ends is discarded after a day', async () => {
      const documents = await storage.blobs('documents')
      const Key = `${prefix}/documents/${sha256Hex(randomBytes(5))}`
      await server.client.send(new CreateMultipartUploadCommand({ Bucket: S3_BUCKET, Key }))
      const open = async () => {
        const order = { Bucket: S3_BUCKET, Prefix: `${prefix}/documents/` }
        return (await server.client.send(new ListMultipartUploadsCommand(order))).Uploads ?? []
      }
      await documents.purge(async () => true)
      expect(await open()).toHaveLength(1)
      clock.move(DAY_MS + 60_000)
      await documents.purge(async () => true)
      expect(await open()).toHaveLength(0)
    })
  }

  describe('copies on disk', () => {
    const copies = () => join(dataDir, 'storage-cache/fonts')

    test('serve without the server, and a damaged one is fetched again after a restart', async () => {
      const file = randomBytes(5_000)
      const hash = await fonts.put(file)
      const path = await fonts.localFile(hash)
      writeFileSync(path, 'damaged by a power cut')
      const restarted = await storage.blobs('fonts')
      expect(readFileSync(await restarted.localFile(hash)).equals(file)).toBe(true)
      expect((await restarted.get(hash)).equals(file)).toBe(true)
    })

    test('what a killed process left half written, or nobody used for a day, goes', async () => {
      const hash = await fonts.put(randomBytes(500))
      const path = await fonts.localFile(hash)
      writeFileSync(join(copies(), 'left.part'), 'half')
      utimesSync(path, new Date(), new Date(Date.now() - 2 * DAY_MS))
      await storage.blobs('fonts')
      expect(readdirSync(copies())).not.toContain('left.part')
      expect(readdirSync(copies())).not.toContain(hash)
    })

    test('a font that is deleted has no copy; who asks for it gets a path without a file', async () => {
      const hash = await fonts.put(randomBytes(500))
      await fonts.localFile(hash)
      await fonts.remove(hash)
      expect(readdirSync(copies())).not.toContain(hash)
      const missing = sha256Hex(randomBytes(5))
      expect(() => readFileSync(`${copies()}/${missing}`)).toThrow('ENOENT')
      expect(await fonts.localFile(missing)).toBe(join(copies(), missing))
    })

    test('documents have none', async () => {
      const documents = await storage.blobs('documents')
      const hash = await documents.put(randomBytes(50))
      await expect(documents.localFile(hash)).rejects.toThrow('no local copies')
      expect(readdirSync(join(dataDir, 'storage-cache'))).not.toContain('documents')
    })
  })

  test('encryption is asked for with every file, also in parts', async () => {
    const encrypted = await open(storageUrl(server.endpoint, '&sse=AES256'))
    const documents = await encrypted.blobs('documents')
    for (const size of [50, 9 * 1_048_576]) {
      const file = randomBytes(size)
      expect((await documents.get(await documents.put(file))).equals(file)).toBe(true)
    }
    encrypted.close()
  })
})
