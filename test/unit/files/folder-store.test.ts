import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sha256Hex } from '../../../src/files/blob-store.ts'
import { FolderBlobStore } from '../../../src/files/folder-store.ts'
import { blobStoreContract } from '../../support/blob-contract.ts'

let folder: string
let blobs: FolderBlobStore

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-test-blobs-'))
  blobs = new FolderBlobStore(folder)
  await blobs.open()
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

blobStoreContract(() => blobs)

const incoming = () => readdirSync(join(folder, 'incoming'))
const revision = Buffer.from(`%PDF-1.7\n%${'…'.repeat(1_000_000)}\n%%EOF`)
const next = Buffer.concat([revision, Buffer.from('and a signature')])

test('what is being written has another name, and nothing of it stays', async () => {
  const from = await blobs.put(revision)
  const begun = blobs.begin(from)
  await expect.poll(incoming).toHaveLength(1)
  await begun.put(next, sha256Hex(next))
  await begun.abandon()
  expect(incoming()).toEqual([])
  expect((await blobs.get(sha256Hex(next))).equals(next)).toBe(true)
})

test('what was begun and is not needed leaves nothing', async () => {
  const from = await blobs.put(revision)
  await blobs.begin(from).abandon()
  await blobs.put(next)
  await blobs.begin(from).put(next, sha256Hex(next))
  expect(incoming()).toEqual([])
})

test('a file that cannot be begun cannot be stored, and leaves nothing', async () => {
  const begun = blobs.begin(sha256Hex(revision))
  await expect(begun.put(next, sha256Hex(next))).rejects.toThrow('is missing')
  const shorter = blobs.begin(await blobs.put(next))
  await expect(shorter.put(revision, sha256Hex(revision))).rejects.toThrow('only grows')
  expect(incoming()).toEqual([])
  await expect(blobs.get(sha256Hex(revision))).rejects.toThrow('is missing')
})

test('what a crash left half written is gone after the next start', async () => {
  writeFileSync(join(folder, 'incoming/left'), 'half')
  await blobs.open()
  expect(incoming()).toEqual([])
})
