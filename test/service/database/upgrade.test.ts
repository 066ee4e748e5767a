/**
 * A data folder that an earlier version wrote, opened by this one. The archive was made at commit ce458d7, before
 * webhooks, the developer area and verification: an account and a key, a template, a completed request, one that
 * waits for its signer, one that was cancelled.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import BetterSqlite from 'better-sqlite3'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MIGRATIONS } from '../../../src/app/databases.ts'
import { runCommandLine } from '../../../src/cli/run.ts'
import { openDatabase } from '../../../src/database/open.ts'
import { systemClock } from '../../../src/kernel/clock.ts'
import { hasGaps } from '../../../src/signing/store/blob-refs.ts'
import { fileFaults, namedBlobs, refFaults } from '../../support/blob-refs.ts'
import { TestClock } from '../../support/clock.ts'
import { Person, SigningApp, startSigningApp } from '../../support/signing-app.ts'
import { hashesIn } from '../../support/storage.ts'

const ARCHIVE = join(import.meta.dirname, 'data-folder-ce458d7.tar.gz')
/** An hour after it was made: nothing in it has run out. */
const AT = Date.parse('2026-11-21T21:32:00Z')
const KEY = 'pk_live_TbQ0KWvUdXhMhfCZ5JNb91cFaw9fQOIi1wi019'
const COMPLETED = 'doc_01m7zwxpwpn5as2rzqk788801n'
const PENDING = 'doc_01m7zwxrrtvjp2jg9jp5vv919s'
const TOKEN = '01m7zwxrrtscsw6ns8vmt1qhee-b5360ad0cee93f60b70ea5cd707b29fe526348c3fcc12e27'
const PHONE = '+33610000002'
const TEMPLATE = 'tpl_01m7zwxs9fcks2g12ytx80yyy5'

let folder = ''
let signing: SigningApp

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paraph-upgrade-'))
  execFileSync('tar', ['-xzf', ARCHIVE, '-C', folder])
  const clock = new TestClock()
  clock.move(AT - clock.now())
  const started = await startSigningApp({ PARAPH_DATA_DIR: folder }, { clock })
  signing = new SigningApp(started.app, KEY)
})
afterAll(async () => {
  await signing.close()
  rmSync(folder, { recursive: true, force: true })
})

test('its schema becomes that of a new folder', async () => {
  const fresh = mkdtempSync(join(tmpdir(), 'paraph-fresh-'))
  await openDatabase({ folder: fresh, migrations: MIGRATIONS, clock: systemClock }).close()
  const schemaOf = (path: string) => {
    const db = new BetterSqlite(join(path, 'paraph.sqlite'), { readonly: true })
    const rows = db
      .prepare(
        'SELECT type, name, sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY type, name',
      )
      .all()
    const broken = db.pragma('foreign_key_check')
    db.close()
    return { rows, broken }
  }
  expect(schemaOf(folder)).toEqual(schemaOf(fresh))
  expect(schemaOf(folder).broken).toEqual([])
  rmSync(fresh, { recursive: true })
})

test('the files that its rows name are recorded, and none is removed', async () => {
  await signing.work()
  const { db, signing: services } = signing.services
  expect([await hasGaps(db), await refFaults(db), await fileFaults(db)]).toEqual([false, [], []])
  expect(await services.pendingBlobs.sweep(AT + 30 * 86_400_000)).toBe(0)
  const named = await namedBlobs(db)
  expect(named.size).toBe(5)
  expect((await hashesIn(services.parts.blobs)).sort()).toEqual([...named].sort())
})

test('what was signed is as it was, and still valid', async () => {
  expect(await signing.get(COMPLETED)).toMatchObject({ status: 'completed' })
  const bytes = await signing.signedFile(COMPLETED)
  const verified = await signing.app.call('POST', '/api/v1/verify', {
    key: KEY,
    form: [['file', { filename: 'a.pdf', bytes, type: 'application/pdf' }]],
  })
  const { signatures } = verified.json<{
    signatures: Array<{ level: string | null; problems: [] }>
  }>()
  // The signer's, the service's seal, and the archive time-stamp, which has no level of its own.
  expect(signatures.map(({ level, problems }) => [level, problems])).toEqual([
    ['PAdES-BASELINE-LTA', []],
    ['PAdES-BASELINE-LTA', []],
    [null, []],
  ])
  expect(JSON.stringify(verified.json())).toContain(COMPLETED)
})

test('the link in a mail of the old version leads to a signature of the new one', async () => {
  await new Person(signing.app, {
    token: TOKEN,
    to: 'charles@example.com',
    phone: PHONE,
  }).signWhole()
  await signing.work()
  expect(await signing.get(PENDING)).toMatchObject({
    status: 'completed',
    level: 'PAdES-BASELINE-LTA',
  })
})

test('stored templates are rendered', async () => {
  const made = await signing.app.call('POST', '/render-document', {
    key: await signing.app.keyFor(await accountOf(TEMPLATE), 'documents_unlimited'),
    json: { template_id: TEMPLATE, data: { name: 'Ada' }, format: 'docx' },
  })
  expect([made.status, made.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK'])
})

const accountOf = async (template: string): Promise<string> => {
  const { account_id } = await signing.services.db
    .selectFrom('templates')
    .select('account_id')
    .where('id', '=', template)
    .executeTakeFirstOrThrow()
  return account_id
}

test('every trail of the old version is whole; its last entries wait for the time-stamp of the day', async () => {
  const said: string[] = []
  const code = await runCommandLine(['verify-audit'], {
    out: (line) => said.push(line),
    note: (line) => said.push(line),
    config: () => signing.app.config,
  })
  expect(code).toBe(1)
  expect(said).toContain('3 trails checked, 0 broken, 3 not proven.')
})

test('an old program refuses what a new one has touched', () => {
  const old = MIGRATIONS.filter(({ domain }) => domain !== 'webhooks')
  const open = () => openDatabase({ folder, migrations: old, clock: systemClock })
  expect(open).toThrow(/written by a newer version.*restore a backup/)
})
