import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BlobStore, sha256Hex } from '../../../src/files/blob-store.ts'

let folder: string
let blobs: BlobStore

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-test-blobs-'))
  blobs = new BlobStore(folder)
  await blobs.open()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const incoming = () => readdirSync(join(folder, 'incoming'))
const revision = Buffer.from('%PDF-1.7 … %%EOF')
const next = Buffer.concat([revision, Buffer.from('and a signature')])

test('a file is stored under its hash, once', async () => {
  const hash = await blobs.put(revision)
  expect(hash).toBe(sha256Hex(revision))
  expect(await blobs.put(revision)).toBe(hash)
  expect(await blobs.get(hash)).toEqual(revision)
  expect(Buffer.from(await blobs.read(hash))).toEqual(revision)
  expect(incoming()).toEqual([])
})

test('a file that begins with another one needs only its rest to be written', async () => {
  const from = await blobs.put(revision)
  const begun = blobs.begin(from)
  expect(await begun.written).toBe(revision.length)
  const hash = await blobs.put(next, sha256Hex(next), begun)
  expect(await blobs.get(hash)).toEqual(next)
  expect(await blobs.get(from)).toEqual(revision)
  await blobs.abandon(begun)
  expect(await blobs.get(hash)).toEqual(next)
  expect(incoming()).toEqual([])
})

test('what was begun and is not needed leaves nothing', async () => {
  const from = await blobs.put(revision)
  await blobs.abandon(blobs.begin(from))
  await blobs.put(next)
  await blobs.put(next, sha256Hex(next), blobs.begin(from))
  expect(incoming()).toEqual([])
})

test('a file that cannot be begun cannot be stored, and leaves nothing', async () => {
  const begun = blobs.begin(sha256Hex(revision))
  await expect(blobs.put(next, sha256Hex(next), begun)).rejects.toThrow('ENOENT')
  const shorter = blobs.begin(await blobs.put(next))
  const put = blobs.put(revision, sha256Hex(revision), shorter)
  await expect(put).rejects.toThrow('only grows')
  expect(incoming()).toEqual([])
  await expect(blobs.get(sha256Hex(revision))).rejects.toThrow('ENOENT')
})
