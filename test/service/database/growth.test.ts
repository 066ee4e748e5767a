/**
 * What a call reads does not grow with its tables. PostgreSQL counts the rows that it looked at, whichever statement asked
 * for them and by whatever plan, in tables that are large enough for it to plan as it does with millions of rows. SQLite
 * plans alike however many there are: every statement that it was given says by which index it finds its rows.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import BetterSqlite from 'better-sqlite3'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DATABASE_FILE } from '../../../src/database/open.ts'
import { GrownService } from '../../support/grown.ts'
import { somebody, startSigningApp } from '../../support/signing-app.ts'

const ENTRIES = 30_000
/** Tables with a row or more for every document. */
const GROWING = [
  ...['audit_entries', 'audit_stamps', 'audit_trails', 'blob_refs', 'request_search'],
  ...['signature_requests', 'signers', 'webhook_deliveries', 'webhook_events'],
]

test('on PostgreSQL no call, look or daily run reads such a table to its half', async () => {
  const grown = await GrownService.start()
  onTestFinished(() => grown.close())
  await grown.grow(ENTRIES)
  await grown.client.query('SELECT pg_stat_reset()')
  const { signing, calls } = await grown.open()
  for (const call of Object.values(calls)) await call()
  // Everything that works in the background, and looks for new entries every second.
  await signing.services.start()
  await sleep(2_500)
  // A connection tells what it counted when it ends, at the latest.
  await signing.app.close()
  const { rows } = await grown.client.query<{ name: string; read: string; count: string }>(
    `SELECT relname AS name, n_live_tup AS count, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS read
    FROM pg_stat_user_tables WHERE schemaname = current_schema()`,
  )
  const { rows: counts } = await grown.size()
  const read = new Map(rows.map((each) => [each.name, Number(each.read)]))
  const half = Object.entries(counts)
    .filter(([name, count]) => GROWING.includes(name) && (read.get(name) ?? 0) > count / 2)
    .map(([name, count]) => `${name}: ${read.get(name)} rows of ${count}`)
  expect(half).toEqual([])
  expect(counts.audit_entries).toBeGreaterThanOrEqual(ENTRIES)
}, 400_000)

test('on SQLite every statement of a request, its lists, its end and its erasure finds rows of such a table by an index', async () => {
  const seen = new Set<string>()
  const { prepare } = BetterSqlite.prototype
  const spy = vi.spyOn(BetterSqlite.prototype, 'prepare').mockImplementation(function (
    this: BetterSqlite.Database,
    text: string,
  ) {
    seen.add(text)
    return prepare.call(this, text)
  })
  onTestFinished(() => spy.mockRestore())
  const signing = await startSigningApp({ PARAPH_SIGNER_KEYS: 'ecdsa-p256' })
  onTestFinished(() => signing.close())
  const people = [somebody(), somebody()]
  const { id } = await signing.create(people)
  await signing.finish(id, people)
  const { app, key } = signing
  for (const path of [`documents/${id}`, `documents/${id}/audit`, 'documents?limit=10', 'events'])
    await app.call('GET', `/api/v1/${path}`, { key })
  await signing.services.retention.run()
  await app.call('DELETE', `/api/v1/documents/${id}`, { key })
  await signing.work()
  const file = new BetterSqlite(join(app.folder, DATABASE_FILE), { readonly: true })
  onTestFinished(() => void file.close())
  const scans = [...seen]
    .filter((text) => /^\s*(?:select|with|update|delete)/i.test(text))
    .flatMap((text) => {
      const nulls = Array.from(text.matchAll(/\?/g), () => null)
      const plan = prepare.call(file, `EXPLAIN QUERY PLAN ${text}`).all(nulls) as Array<{
        detail: string
      }>
      const whole = plan.filter(({ detail }) =>
        GROWING.some((name) => detail.startsWith(`SCAN ${name}`)),
      )
      return whole.map(({ detail }) => `${detail}: ${text}`)
    })
  expect(seen.size).toBeGreaterThan(100)
  expect(scans).toEqual([])
})
