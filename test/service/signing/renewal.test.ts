/** Archive time-stamps are renewed before the certificates end that vouch for them. */
import { createHash } from 'node:crypto'
import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runCommandLine } from '../../../src/cli/run.ts'
import { DAY_MS } from '../../../src/kernel/clock.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { evidenceFiles, ran, unpack } from '../../support/evidence.ts'
import { type SigningApp, smallPdf, somebody, startSigningApp } from '../../support/signing-app.ts'
import { passUntil } from '../../support/years.ts'

let signing: SigningApp
let id: string
let first: Buffer
/** The second file of the same document. */
let second: Buffer
let listed: string[]

async function run(...args: string[]): Promise<string[]> {
  const out: string[] = []
  const code = await runCommandLine(args, {
    out: (line) => out.push(line),
    note: (line) => out.push(line),
    config: () => signing.app.config,
  })
  expect(code).toBe(0)
  return out
}

beforeAll(async () => {
  signing = await startSigningApp()
  const person = somebody()
  const files = [{ filename: 'annexe.pdf', bytes: await smallPdf() }]
  id = (await signing.create([person], { files })).id
  await signing.finish(id, [person])
  first = await signing.signedFile(id)
  second = await secondFile()
  listed = await run('renew-timestamps', '--dry-run')
  expect(await run('renew-timestamps')).toContain(
    'Queued: 1. The service processes them now, or when it next starts.',
  )
  await signing.services.signing.renewal.start()
  await signing.work()
})
afterAll(() => signing.close())

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

const secondFile = async (): Promise<Buffer> =>
  (await signing.act('GET', id, '/signed?file_number=2')).bytes

const typesOf = async (): Promise<string[]> =>
  (await signing.act('GET', id, '/audit'))
    .json<{ entries: { type: string }[] }>()
    .entries.map(({ type }) => type)

test('the command lists what nobody has looked at, and nothing once that was done', async () => {
  expect(listed.join('\n')).toMatch(new RegExp(`^${id} .* not examined yet$`, 'm'))
  expect(await run('renew-timestamps', '--dry-run', '--json')).toEqual(['[]'])
})

test('early on a document is looked at, and left as it is', async () => {
  expect(await signing.signedFile(id)).toEqual(first)
  expect(await typesOf()).not.toContain('document.renewed')
  expect(await signing.services.signing.renewal.renew(id)).toBe(false)
  expect(await signing.services.signing.renewal.due(10)).toEqual([])
})

test('near its end the stamp is renewed, the file only grows, and everything about it still holds', {
  timeout: 300_000,
}, async () => {
  await passUntil(signing, id, 179)
  const renewed = await signing.signedFile(id)
  expect(renewed.length).toBeGreaterThan(first.length)
  expect(renewed.subarray(0, first.length)).toEqual(first)
  expect(await signing.services.signing.renewal.due(10)).toEqual([])
  const other = await secondFile()
  expect(other.length).toBeGreaterThan(second.length)
  expect(other.subarray(0, second.length)).toEqual(second)

  const { roots } = await signing.services.pki.trusted()
  for (const pdf of [renewed, other]) {
    const { signatures, valid } = verifyPdf(pdf, { roots, nowMs: signing.app.clock.now() })
    expect(signatures.flatMap(({ problems }) => problems)).toEqual([])
    expect(valid).toBe(true)
    expect(signatures.filter(({ kind }) => kind === 'document-timestamp')).toHaveLength(2)
  }

  expect((await signing.get(id)).signed_sha256).toBe(sha256(renewed))
  expect((await typesOf()).filter((type) => type === 'document.renewed')).toHaveLength(1)
  const known = signing.services.signing.issuedFiles
  expect(await known.find(sha256(first))).toMatchObject({ documentId: id, matches: true })
  expect(await known.find(sha256(renewed))).toMatchObject({ documentId: id, matches: true })
  for (const pdf of [second, other])
    expect(await known.find(sha256(pdf))).toMatchObject({ documentId: id, matches: true })
  expect((await signing.get(id)).files?.[1]?.signed_sha256).toBe(sha256(other))
})

test('the evidence of a renewed document passes its own check', { timeout: 300_000 }, async () => {
  const files = await evidenceFiles(signing, id)
  const folder = unpack(files)
  try {
    const { status, said } = await ran('sh', ['check.sh'], { cwd: folder })
    expect(said).toContain('Everything holds.')
    expect(status).toBe(0)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a file that is damaged is left as it is, and said to be', { timeout: 300_000 }, async () => {
  const { db } = signing.services
  const before = (await signing.get(id)).signed_sha256
  await db
    .updateTable('signature_requests')
    .set({ proof_sha256: before ?? '' })
    .where('id', '=', id)
    .execute()
  signing.app.clock.move(5 * 365 * DAY_MS)
  await expect(signing.services.signing.renewal.renew(id)).rejects.toThrow(/cannot be renewed/)
  expect((await signing.get(id)).signed_sha256).toBe(before)
})
