/** Files move from folders into a bucket and back. */
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommandLine } from '../../../src/cli/run.ts'
import { loadConfig } from '../../../src/config/config.ts'
import type { BlobStore } from '../../../src/files/blob-store.ts'
import { copyBlobs } from '../../../src/files/copy-blobs.ts'
import { FolderBlobStore } from '../../../src/files/folder-store.ts'
import { openStorage } from '../../../src/files/open-storage.ts'
import type { Storage } from '../../../src/files/storage.ts'
import { parseStorageUrl } from '../../../src/files/storage-url.ts'
import { TestClock } from '../../support/clock.ts'
import { type FaultyProxy, startFaultyProxy } from '../../support/faulty-proxy.ts'
import { S3_KEYS, storageUrl } from '../../support/place.ts'
import { type S3Server, startS3 } from '../../support/s3-servers.ts'
import { hashesIn } from '../../support/storage.ts'

const place = mkdtempSync(join(tmpdir(), 'paraph-copy-'))
let server: S3Server
let proxy: FaultyProxy
let storage: Storage
let bucket: BlobStore
beforeAll(async () => {
  server = await startS3('S3Proxy')
  proxy = await startFaultyProxy(server.endpoint)
  storage = await openStorage(
    { address: parseStorageUrl(storageUrl(proxy.endpoint)), credentials: S3_KEYS },
    { dataDir: place, clock: new TestClock() },
  )
  bucket = await storage.blobs('fonts')
})
afterAll(async () => {
  storage.close()
  await proxy.close()
  server.stop()
  rmSync(place, { recursive: true, force: true })
})

const folderNamed = async (name: string): Promise<FolderBlobStore> => {
  const folder = new FolderBlobStore(join(place, name))
  await folder.open()
  return folder
}

test('there and back, interrupted on the way, with nothing lost and damage told', async () => {
  const from = await folderNamed('from')
  const files = [randomBytes(0), randomBytes(9 * 1_048_576)].concat(
    Array.from({ length: 40 }, () => randomBytes(2_000)),
  )
  const hashes = await Promise.all(files.map((file) => from.put(file)))
  const broken = await from.put(randomBytes(30))
  writeFileSync(await from.localFile(broken), 'a bad sector')

  let passed = 0
  proxy.fault = () => {
    passed += 1
    return passed > 60 ? 'cut' : 'pass'
  }
  await expect(copyBlobs(from, bucket)).rejects.toMatchObject({ code: 'storage_unavailable' })
  proxy.fault = () => 'pass'
  const rest = await copyBlobs(from, bucket)
  expect([rest.copied + rest.kept, rest.damaged]).toEqual([files.length, [broken]])
  expect(rest.kept).toBeGreaterThan(0)
  expect(await copyBlobs(from, bucket)).toEqual({
    copied: 0,
    kept: files.length,
    damaged: [broken],
  })

  const back = await folderNamed('back')
  const [first = ''] = hashes
  await back.put(files[0] ?? Buffer.of())
  writeFileSync(await back.localFile(first), 'half of an earlier try')
  expect(await copyBlobs(bucket, back)).toEqual({ copied: files.length, kept: 0, damaged: [] })
  expect((await hashesIn(back)).sort()).toEqual(hashes.toSorted())
  for (const [at, hash] of hashes.entries())
    expect((await back.get(hash)).equals(files[at] ?? Buffer.of())).toBe(true)
})

test('migrate-storage copies every kind, says what is damaged, and refuses what it cannot mean', async () => {
  const dataDir = join(place, 'data')
  const url = storageUrl(server.endpoint)
  const command = async (from: string, to: string) => {
    const said: string[] = []
    const code = await runCommandLine(['migrate-storage', '--from', from, '--to', to], {
      out: (line) => said.push(line),
      note: (line) => said.push(line),
      config: () =>
        loadConfig({
          PARAPH_DATA_DIR: dataDir,
          AWS_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
          AWS_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
        }),
    })
    return [code, said.join('\n')]
  }
  const documents = await folderNamed('data/documents')
  const file = randomBytes(1_000)
  const hash = await documents.put(file)
  expect(await command('folder', url)).toEqual([
    0,
    'blobs: 0 copied, 0 already there\nfonts: 0 copied, 0 already there\ndeferred: 0 copied, 0 already there\ndocuments: 1 copied, 0 already there',
  ])
  await documents.remove(hash)
  expect(await command(url, 'folder')).toEqual([0, expect.stringContaining('documents: 1 copied')])
  expect((await documents.get(hash)).equals(file)).toBe(true)
  writeFileSync(await documents.localFile(hash), 'a bad sector')
  expect(await command('folder', storageUrl(server.endpoint))).toEqual([
    1,
    expect.stringContaining(`damaged in the data folder, not copied`),
  ])
  expect(await command('folder', 'folder')).toEqual([
    2,
    expect.stringContaining('--from and --to are the same place'),
  ])
  expect(await command('folder', 'ftp://x')).toEqual([
    2,
    expect.stringContaining('--to must be empty (files in the data folder) or begin with s3://'),
  ])
})
