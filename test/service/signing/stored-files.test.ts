import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller } from '../../../src/accounts/caller.ts'
import { AppError } from '../../../src/kernel/errors.ts'
import { namedBlobs } from '../../support/blob-refs.ts'
import { TestClock } from '../../support/clock.ts'
import { type CrashingService, startCrashing } from '../../support/crashing.ts'
import { smallPdf } from '../../support/signing-app.ts'
import { hashesIn } from '../../support/storage.ts'

const folder = mkdtempSync(join(tmpdir(), 'paraph-kept-'))
let service: CrashingService
/** Whose month has room for one signature and no more. */
let poor: Caller

beforeAll(async () => {
  service = await startCrashing(folder, new TestClock())
  const { plan } = service.caller
  const signature = plan.signature && { ...plan.signature, signatures_per_month: 1 }
  poor = { ...service.caller, plan: { ...plan, ...(signature !== undefined && { signature }) } }
})
afterAll(async () => {
  await service.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A file that no other test has. */
const ownPdf = async (mark: string) =>
  Buffer.concat([await smallPdf(), Buffer.from(`\n% ${mark}\n`)])

const create = async (pdf: Uint8Array, signers = 1, caller = service.caller) => {
  const people = Array.from({ length: signers }, (_, n) => ({ email: `person${n}@example.com` }))
  const order = { pdf, filename: 'contrat.pdf', signers: people, options: {} }
  return await service.signing.requests.create(caller, order, { actor: 'key:test' })
}

/** Files that no row names. */
async function left(): Promise<string[]> {
  const { blobs, db } = service.parts
  const named = await namedBlobs(db)
  return (await hashesIn(blobs)).filter((hash) => !named.has(hash))
}

const codeOf = (error: unknown) => (error instanceof AppError ? error.code : error)

test.each([1, 2])(
  'a disk that is full at file %i of a document leaves nothing of it',
  async (n) => {
    const { blobs } = service.parts
    const real = blobs.put.bind(blobs)
    let count = 0
    blobs.put = async (bytes) => {
      count += 1
      if (count === n) throw new AppError('storage_unavailable', 'The disk is full.')
      return await real(bytes)
    }
    const error = await create(await ownPdf(`full at ${n}`)).catch(codeOf)
    blobs.put = real
    expect([error, count, await left()]).toEqual(['storage_unavailable', n, []])
  },
)

test('a document that the month has no room for leaves no file', async () => {
  const error = await create(await ownPdf('too many'), 2, poor).catch(codeOf)
  expect([error, await left()]).toEqual(['quota_exceeded', []])
})

test('a draft that cannot be sent keeps its upload and nothing else', async () => {
  const pdf = await ownPdf('draft')
  const people = [{ email: 'a@example.com' }, { email: 'b@example.com' }]
  const order = { pdf, filename: 'a.pdf', signers: people, options: { send: false } }
  const { requests } = service.signing
  const { id, sha256 } = await requests.create(poor, order, { actor: 'key:test' })
  const error = await requests.send(poor, id, { actor: 'key:test' }).catch(codeOf)
  expect([error, await left()]).toEqual(['quota_exceeded', []])
  expect(Buffer.from(await service.parts.blobs.get(sha256)).equals(pdf)).toBe(true)
})

test('a file that is part of calls that fail and of calls that do not stays', async () => {
  for (let round = 0; round < 5; round++) {
    const pdf = await ownPdf(`shared ${round}`)
    const calls = Array.from({ length: 6 }, (_, n) =>
      n % 2 === 0 ? create(pdf, 2, poor).catch(codeOf) : create(pdf),
    )
    const made = (await Promise.all(calls)).filter((each) => typeof each === 'object')
    expect(made).toHaveLength(3)
    for (const { sha256 } of made as Array<{ sha256: string }>)
      expect(Buffer.from(await service.parts.blobs.get(sha256)).equals(pdf)).toBe(true)
    expect(await left()).toEqual([])
  }
})
