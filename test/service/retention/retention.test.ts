/** What is erased when its time is over, what stays, and what tells of it. */
import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainFindings } from '../../../src/audit/chain.ts'
import { OWN_TRAIL } from '../../../src/audit/trail.ts'
import { runCommandLine } from '../../../src/cli/run.ts'
import { sha256Hex } from '../../../src/files/blob-store.ts'
import { tablesWith } from '../../support/rows.ts'
import { type SigningApp, smallPdf, somebody, startSigningApp } from '../../support/signing-app.ts'
import { filesOf } from '../../support/storage.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let signing: SigningApp
let completed = ''
let cancelled = ''
let running = ''
let signedFile: Buffer
/** A file that no row names, as a process leaves it that dies at the wrong moment. */
let left = ''
const who = somebody()

beforeAll(async () => {
  signing = await startSigningApp({
    PARAPH_KEEP_COMPLETED_DAYS: '40',
    PARAPH_KEEP_UNSIGNED_DAYS: '10',
    PARAPH_KEEP_TRAILS_DAYS: '100',
  })
  // The same upload in all three: a file goes with the last row that names it.
  ;({ id: completed } = await signing.create([who]))
  await signing.finish(completed, [who])
  ;({ id: cancelled } = await signing.create([somebody()]))
  const withdrawn = await signing.act('POST', cancelled, '/cancel', {})
  expect(String(withdrawn.bytes)).toContain('"status":"cancelled"')
  ;({ id: running } = await signing.create([somebody()]))
  signedFile = await signing.signedFile(completed)
  left = await signing.services.signing.parts.blobs.put(randomBytes(50))
})
afterAll(() => signing.close())

const round = () => signing.services.retention.run()
const codeOf = async (id: string, path = '') => {
  const answer = await signing.act('GET', id, path)
  return [answer.status, answer.json<{ code?: string }>().code]
}
const files = () => filesOf(signing.app)

test('nothing is erased before its time, and what is stored for ever never is', async () => {
  const erased = await round()
  expect(Object.values(erased).every((count) => count === 0)).toBe(true)
  expect((await signing.get(completed)).status).toBe('completed')
})

test('files that no row names go, once nobody can be writing them', async () => {
  expect(await files()).toContain(left)
  signing.app.clock.move(DAY_MS + 60_000)
  const named = (await files()).filter((hash) => hash !== left)
  expect(await round()).toMatchObject({ files: 1 })
  expect((await files()).sort()).toEqual(named.sort())
})

test('an hour before its last day is over, a request is still there', async () => {
  // A day and a minute have gone by.
  signing.app.clock.move(9 * DAY_MS - HOUR_MS)
  expect(await round()).toMatchObject({ unsigned: 0, completed: 0 })
  expect((await signing.get(cancelled)).status).toBe('cancelled')
})

test('a request that was never signed is erased first, and an open one stays', async () => {
  signing.app.clock.move(2 * DAY_MS + HOUR_MS)
  expect(await round()).toMatchObject({ unsigned: 1, completed: 0, trails: 0 })
  expect(await codeOf(cancelled)).toEqual([410, 'document_erased'])
  expect((await signing.get(running)).status).toBe('pending')
  const listed = await signing.app.call('GET', '/api/v1/documents', { key: signing.key })
  const ids = listed.json<{ documents: Array<{ id: string }> }>().documents.map(({ id }) => id)
  expect(ids).toEqual([running, completed])
  expect(await files()).toContain(sha256Hex(await smallPdf()))
  // Nobody else learns that it was ever there.
  const stranger = await signing.app.newKey('signature_business')
  const seen = await signing.act('GET', cancelled, '', undefined, stranger)
  expect(seen.json<{ code: string }>().code).toBe('document_not_found')
})

describe('a completed request, after its time', () => {
  beforeAll(async () => {
    signing.app.clock.move(30 * DAY_MS)
    expect(await round()).toMatchObject({ completed: 1 })
  })

  test.each(['', '/file', '/signed', '/proof', '/evidence'])('GET …%s says so', async (path) => {
    expect(await codeOf(completed, path)).toEqual([410, 'document_erased'])
  })

  test('its files are gone', async () => {
    expect(await files()).not.toContain(sha256Hex(signedFile))
  })

  test('its trail still has everything, and how it ended', async () => {
    const trail = (await signing.act('GET', completed, '/audit')).json() as {
      header: never
      entries: Array<{ type: string; data: object }>
    }
    expect(chainFindings(trail.header, trail.entries as never)).toEqual([])
    expect(trail.entries.at(-1)).toMatchObject({
      type: 'document.erased',
      data: {
        reason: 'retention',
        status: 'completed',
        kept_days: 40,
        signed_sha256: sha256Hex(signedFile),
      },
    })
  })

  test('somebody who saved the signed file still learns that it is ours', async () => {
    const verified = await signing.app.call('POST', '/api/v1/verify', {
      form: [['file', { filename: 'a.pdf', bytes: signedFile, type: 'application/pdf' }]],
      key: signing.key,
    })
    expect(JSON.stringify(verified.json())).toContain(completed)
  })
})

test('trails go last, each with a mark that holds its head; then nobody is named any more', async () => {
  const head = (await signing.services.trails.read(completed))?.entries.at(-1)
  signing.app.clock.move(70 * DAY_MS)
  expect(await round()).toMatchObject({ trails: 2 })
  expect(await codeOf(completed, '/audit')).toEqual([410, 'document_erased'])
  const own = await signing.services.trails.read(OWN_TRAIL)
  expect(own?.entries.map(({ type, data }) => [type, data.trail_id, data.head])).toEqual([
    ['trail.erased', completed, head?.hash],
    ['trail.erased', cancelled, expect.any(String)],
  ])
  expect(chainFindings(own?.header as never, own?.entries ?? [])).toEqual([])
  const { db } = signing.services
  expect(await tablesWith(db, who.email)).toEqual([])
  expect(await tablesWith(db, String(who.phone))).toEqual([])
})

test('verify-audit says how many trails were erased', async () => {
  const said: string[] = []
  const code = await runCommandLine(['verify-audit'], {
    out: (line) => said.push(line),
    note: (line) => said.push(line),
    config: () => signing.app.config,
  })
  expect([code, said.join('\n')]).toEqual([
    0,
    expect.stringMatching(/^intact {2}service .*2 more were erased/ms),
  ])
})

test('no other trail can be deleted, and no erased one can come again', async () => {
  const run = (text: string) => sql.raw(text).execute(signing.services.db)
  const erasure = (trail: string, seq: number) =>
    `INSERT INTO audit_erasures VALUES ('${trail}', '${OWN_TRAIL}', ${seq})`
  for (const text of [
    `DELETE FROM audit_entries WHERE trail_id = '${running}'`,
    `DELETE FROM audit_trails WHERE id = '${OWN_TRAIL}'`,
    'DELETE FROM audit_erasures',
    'UPDATE audit_erasures SET mark_seq = 1',
  ])
    await expect(run(text), text).rejects.toThrow('only ever added to')
  await expect(run(erasure(running, 1))).rejects.toThrow('names its head')
  const again = `INSERT INTO audit_trails VALUES ('${completed}', 'a', '{}', 'now')`
  await expect(run(again)).rejects.toThrow('was erased')
})

test('the outbox and given-up jobs are emptied, and /health/ready and /metrics report the run', async () => {
  signing.app.clock.move(31 * DAY_MS)
  await round()
  expect(readdirSync(join(signing.app.folder, 'outbox'))).toEqual([])
  const ready = await signing.app.call('GET', '/health/ready')
  expect(ready.json<{ parts: { retention: object } }>().parts.retention).toEqual({
    status: 'up',
    detail:
      'completed requests: 40 days, other ended requests: 10 days, audit trails of erased requests: 100 days',
  })
  const metrics = String((await signing.app.call('GET', '/metrics')).bytes)
  expect(metrics).toContain('paraph_retention_erased_total{what="completed"} 1')
  signing.app.clock.move(3 * DAY_MS)
  const late = await signing.app.call('GET', '/health/ready')
  expect(late.json<{ parts: { retention: object } }>().parts.retention).toMatchObject({
    status: 'degraded',
  })
})
