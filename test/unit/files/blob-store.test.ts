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
const revision = Buffer.from(`%PDF-1.7\n%${'…'.repeat(1_000_000)}\n%%EOF`)
const next = Buffer.concat([revision, Buffer.from('and a signature')])

test('a file is stored under its hash, once', async () => {
  const hash = await blobs.put(revision)
  expect(hash).toBe(sha256Hex(revision))
  expect(await blobs.put(revision)).toBe(hash)
  expect((await blobs.get(hash)).equals(revision)).toBe(true)
  expect(revision.equals(await blobs.read(hash))).toBe(true)
  expect(incoming()).toEqual([])
})

test('a file that begins with another one needs only its rest to be written', async () => {
  const from = await blobs.put(revision)
  const begun = blobs.begin(from)
  expect(await begun.written).toBe(revision.length)
  const hash = await blobs.put(next, sha256Hex(next), begun)
  expect((await blobs.get(hash)).equals(next)).toBe(true)
  expect((await blobs.get(from)).equals(revision)).toBe(true)
  await blobs.abandon(begun)
  expect((await blobs.get(hash)).equals(next)).toBe(true)
  expect(incoming()).toEqual([])
})

test('what is small is written at once', async () => {
  const from = await blobs.put(Buffer.from('small'))
  const begun = blobs.begin(from)
  expect(await begun.written).toBe(0)
  const grown = Buffer.from('small and more')
  expect(await blobs.get(await blobs.put(grown, undefined, begun))).toEqual(grown)
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
