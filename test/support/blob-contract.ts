/** What every store of files does, wherever it keeps them; the same tests for each. */
import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type BlobStore, sha256Hex } from '../../src/files/blob-store.ts'
import { appendedTo } from '../../src/kernel/bytes.ts'
import { hashesIn } from './storage.ts'

const SECOND_MS = 1_000
const fresh = (bytes: number): Buffer => randomBytes(bytes)

/** Declares the tests. @param blobs the store, opened and empty at the beginning */
export function blobStoreContract(blobs: () => BlobStore): void {
  test('a file is stored under its hash and read again', async () => {
    for (const size of [0, 1, 5_000, 300_000]) {
      const file = fresh(size)
      const hash = await blobs().put(file)
      expect(hash).toBe(sha256Hex(file))
      expect(await blobs().put(file, hash)).toBe(hash)
      expect((await blobs().get(hash)).equals(file)).toBe(true)
      expect(file.equals(await blobs().read(hash))).toBe(true)
    }
  })

  test('what is read to be appended to has room', async () => {
    const file = fresh(10_000)
    const read = await blobs().read(await blobs().put(file))
    expect(file.equals(read)).toBe(true)
    const more = appendedTo(read, Buffer.from('more'))
    expect(more.buffer).toBe(read.buffer)
    expect(Buffer.from(more).subarray(-4).toString()).toBe('more')
  })

  test('a file of 20 MB arrives whole', async () => {
    const file = fresh(20 * 1_048_576 + 17)
    const hash = await blobs().put(file)
    expect((await blobs().get(hash)).equals(file)).toBe(true)
    expect(file.equals(await blobs().read(hash))).toBe(true)
    await blobs().remove(hash)
  })

  test('a file that begins with another one is stored whole', async () => {
    for (const size of [100, 2_500_000]) {
      const file = fresh(size)
      const next = Buffer.concat([file, Buffer.from('and a signature')])
      const begun = blobs().begin(await blobs().put(file))
      const hash = await begun.put(next, sha256Hex(next))
      await begun.abandon()
      expect((await blobs().get(hash)).equals(next)).toBe(true)
      expect((await blobs().get(sha256Hex(file))).equals(file)).toBe(true)
    }
  })

  test('what was begun and is not needed is no file', async () => {
    const from = await blobs().put(fresh(2_500_000))
    const before = await hashesIn(blobs())
    await blobs().begin(from).abandon()
    expect((await hashesIn(blobs())).sort()).toEqual(before.sort())
  })

  test('the list names each file once, and what was removed no more; removing twice is fine', async () => {
    const files = Array.from({ length: 5 }, () => fresh(50))
    const hashes = await Promise.all(files.map((file) => blobs().put(file)))
    expect((await hashesIn(blobs())).filter((hash) => hashes.includes(hash)).sort()).toEqual(
      hashes.toSorted(),
    )
    const [first = '', ...rest] = hashes
    await blobs().remove(first)
    await blobs().remove(first)
    expect((await hashesIn(blobs())).filter((hash) => hashes.includes(hash)).sort()).toEqual(
      rest.toSorted(),
    )
    expect(await blobs().writtenMs(first)).toBeUndefined()
  })

  test('it knows when a file was written', async () => {
    const before = Date.now()
    const hash = await blobs().put(fresh(50))
    const written = (await blobs().writtenMs(hash)) ?? 0
    // HTTP dates have whole seconds.
    expect(written).toBeGreaterThanOrEqual(before - 2 * SECOND_MS)
    expect(written).toBeLessThanOrEqual(Date.now() + 2 * SECOND_MS)
  })

  test('a missing file is an error of the caller, not of the storage', async () => {
    const missing = sha256Hex(fresh(50))
    for (const read of [() => blobs().get(missing), () => blobs().read(missing)])
      await expect(read()).rejects.not.toMatchObject({ code: 'storage_unavailable' })
    expect(await blobs().writtenMs(missing)).toBeUndefined()
  })

  test('a name that is no hash reaches nothing', async () => {
    for (const name of ['', '../../etc/passwd', 'A'.repeat(64), `${'a'.repeat(64)}/x`])
      await expect(blobs().get(name)).rejects.toThrow('not a blob name')
  })

  test('a thread may read it from disk', async () => {
    const file = fresh(10_000)
    const hash = await blobs().put(file)
    const paths = await Promise.all([1, 2, 3].map(() => blobs().localFile(hash)))
    for (const path of paths) expect(readFileSync(path).equals(file)).toBe(true)
  })

  test('fifty at once', async () => {
    const files = Array.from({ length: 50 }, () => fresh(100_000))
    const hashes = await Promise.all(files.map((file) => blobs().put(file)))
    const read = await Promise.all(hashes.map((hash) => blobs().get(hash)))
    expect(read.every((bytes, at) => files[at]?.equals(bytes))).toBe(true)
  })
}
