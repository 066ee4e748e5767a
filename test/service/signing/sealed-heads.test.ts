/** Seals name the head of the trail: a trail that is rewritten in the database, stamps removed, differs from the files. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { entryHash } from '../../../src/audit/chain.ts'
import { runCommandLine } from '../../../src/cli/run.ts'
import { findSignatures } from '../../../src/pades/byte-range.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { unguard } from '../../support/rows.ts'
import { type SigningApp, smallPdf, somebody, startSigningApp } from '../../support/signing-app.ts'

let signing: SigningApp
/** One of several files, and one of a single file. */
let several: string
let single: string

beforeAll(async () => {
  signing = await startSigningApp()
  const make = async (more = {}) => {
    const people = [somebody(), somebody()]
    const { id } = await signing.create(people, more)
    await signing.finish(id, people)
    return id
  }
  several = await make({ files: [{ filename: 'annexe.pdf', bytes: await smallPdf() }] })
  single = await make()
})
afterAll(() => signing.close())

async function verify(...args: string[]) {
  const said: string[] = []
  const io = { out: (line: string) => void said.push(line), note: () => undefined }
  const config = () => signing.app.config
  const code = await runCommandLine(['verify-audit', ...args], { ...io, config })
  return { code, text: said.join('\n') }
}

const headsIn = (pdf: Buffer) =>
  findSignatures(PdfFile.open(pdf)).map(({ field, trailHead }) => [
    field.replace(/^\w{8}-|-\w{8}$/, ''),
    trailHead,
  ])

const pathsOf = (id: string) =>
  id === several ? ['/signed', '/signed?file_number=2'] : ['/signed']

/** Gives entries from one on another address, and hashes that fit; no time-stamp fits them, so those go. */
async function rewrite(id: string, from: number): Promise<void> {
  const { db, trails } = signing.services
  for (const table of ['audit_entries', 'audit_stamps']) await unguard(db, table)
  const entries = (await trails.read(id))?.entries ?? []
  let before = entries[from - 1]?.prev_hash ?? ''
  for (const { hash: _, ...entry } of entries.slice(from - 1)) {
    const changed = { ...entry, ip: '203.0.113.9', prev_hash: before }
    before = entryHash(changed)
    await sql`UPDATE audit_entries SET ip = ${changed.ip}, prev_hash = ${changed.prev_hash},
      hash = ${before} WHERE trail_id = ${id} AND seq = ${entry.seq}`.execute(db)
  }
  await sql`DELETE FROM audit_stamps WHERE trail_id = ${id}`.execute(db)
}

test('every seal names the entry before the completion, in each file and in the proof', async () => {
  for (const id of [several, single]) {
    const entries = (await signing.services.trails.read(id))?.entries ?? []
    const completed = entries.findIndex(({ type }) => type === 'document.completed')
    const head = entries[completed - 1]?.hash
    expect(head).toMatch(/^[0-9a-f]{64}$/)
    for (const path of [...pathsOf(id), '/proof']) {
      const found = headsIn((await signing.act('GET', id, path)).bytes)
      const seals = found.filter(([field]) => field?.startsWith('seal-'))
      expect(seals.length).toBeGreaterThan(0)
      for (const [, named] of seals) expect(named).toBe(head)
      for (const [field, named] of found)
        if (!field?.startsWith('seal-')) expect(named).toBeUndefined()
    }
  }
  expect(await verify()).toMatchObject({ code: 0, text: expect.not.stringContaining('BROKEN') })
})

test('a trail that was rewritten before the seal is broken, as the files say, at once', async () => {
  await rewrite(several, 2)
  const { code, text } = await verify('--document', several)
  expect(code).toBe(1)
  expect(text).toMatch(/^BROKEN/)
  expect(text.match(/names the head [0-9a-f]{64}, which is not in the trail/g)).toHaveLength(3)
  // Without the files nothing contradicts it.
  expect((await verify('--document', several, '--skip-files')).text).toMatch(/^intact/)
})

test('a row that names another file than the trail, one without the seal, or one that is gone', async () => {
  const { db, signing: own } = signing.services
  // What the sender uploaded is a file that the service stores, too.
  const upload = (await signing.act('GET', single, '/file')).bytes
  const sha256 = createHash('sha256').update(upload).digest('hex')
  const column = async (value: string) =>
    await sql`UPDATE signature_requests SET signed_sha256 = ${value} WHERE id = ${single}`.execute(
      db,
    )
  const { signed_sha256: signed = '' } = await signing.get(single)
  await column(sha256)
  const swapped = await verify('--document', single)
  expect(swapped.code).toBe(1)
  expect(swapped.text).toContain('the trail names other finished files than the request ("sha256")')
  expect(swapped.text).toContain(`the sealed file ${sha256} has no seal of this request`)
  await column(signed)
  expect((await verify('--document', single)).code).toBe(0)
  await own.parts.blobs.remove(signed)
  const gone = await verify('--document', single)
  expect(gone.code).toBe(1)
  expect(gone.text).toMatch(/^not proven .*\n {8}the sealed file \w{64} cannot be read/)
})
