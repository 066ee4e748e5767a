import { spawnSync } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MIGRATIONS, testAuthorityDatabase } from '../../../src/app/databases.ts'
import { HeadStamps } from '../../../src/audit/stamping.ts'
import { checkTrail } from '../../../src/audit/standalone/verify-trail.mjs'
import { OWN_TRAIL, Trails } from '../../../src/audit/trail.ts'
import {
  stampedDigest,
  standaloneVerifier,
  type TrailJson,
  trailJson,
  verifyTrail,
} from '../../../src/audit/verify-trail.ts'
import { runCommandLine } from '../../../src/cli/run.ts'
import { loadConfig } from '../../../src/config/config.ts'
import { connectDatabase, type OpenDatabase } from '../../../src/database/open.ts'
import { Jobs } from '../../../src/jobs/jobs.ts'
import { type Clock, systemClock } from '../../../src/kernel/clock.ts'
import { parseCertificate } from '../../../src/pades/certificate.ts'
import { openPki } from '../../../src/pki/open.ts'
import { settingsOf } from '../../support/place.ts'
import { openTestDatabase } from '../../support/postgres.ts'
import { unguard } from '../../support/rows.ts'
import { cachedKeys } from '../../support/rsa-keys.ts'
import { PKI_CONFIG, startAuthority, type TestAuthority } from '../../support/signing.ts'

const quiet = { warn: () => undefined, error: () => undefined }
const VERIFIER = resolve(import.meta.dirname, '../../../src/audit/standalone/verify-trail.mjs')
let authority: TestAuthority
let database: OpenDatabase
let trails: Trails
let jobs: Jobs
let stamps: HeadStamps
let offsetMs = 0
let good: TrailJson
let roots: X509Certificate[]
let ownRoots: ReturnType<typeof parseCertificate>[]
const clock: Clock = { now: () => systemClock.now() + offsetMs }
const make = (id: string, types: readonly string[]) =>
  database.db.transaction().execute(async (db) => {
    await trails.open(db, { id, accountId: 'acc_1', header: { sha256: 'ab'.repeat(32) } })
    for (const type of types) {
      const data = { signer_id: 'sgr_1', number: 1.5, note: 'é😀' }
      await trails.append(db, id, { type, actor: 'signer:sgr_1', ip: '192.0.2.1', ua: 'x', data })
    }
  })
const json = async (id: string) => trailJson((await trails.read(id))!)

beforeAll(async () => {
  authority = await startAuthority()
  database = await openTestDatabase({ folder: authority.folder, migrations: MIGRATIONS, clock })
  trails = new Trails(database.db, clock)
  jobs = new Jobs({ db: database.db, clock, log: quiet })
  stamps = new HeadStamps({
    db: database.db,
    clock,
    trails,
    jobs,
    stamperOf: async () => authority.pki.tsa,
    log: quiet,
  })
  await make('doc_good', ['document.created', 'document.sent', 'signer.signed'])
  await stamps.follow()
  await jobs.runDue()
  await database.db
    .transaction()
    .execute((db) =>
      trails.append(db, 'doc_good', { type: 'document.completed', actor: 'service' }),
    )
  await stamps.follow()
  await jobs.runDue()
  await database.db
    .transaction()
    .execute((db) =>
      trails.append(db, 'doc_good', { type: 'document.downloaded', actor: 'key:key_1' }),
    )
  good = await json('doc_good')
  roots = [new X509Certificate(authority.root)]
  ownRoots = [parseCertificate(roots[0]!.raw)]
})
afterAll(async () => {
  await stamps.close()
  await database.close()
  await authority.close()
})

/** What each of the two verifiers finds. */
const ours = (trail: TrailJson) => verifyTrail(trail, ownRoots).findings
const standalone = (trail: TrailJson) =>
  checkTrail(trail, roots).faults.map(({ entry, en }) => `${entry}: ${en}`)
/** A trail that tests may change as they like; nothing of its shape is promised any more. */
// biome-ignore lint/suspicious/noExplicitAny: what is not of the right type is what is tested
type Loose = any
const copy = (): Loose => structuredClone(good)

describe('stamping', () => {
  test('follows signatures and the end of a document, and both verifiers believe the stamps', () => {
    expect(good.stamps.map(({ seq }) => seq)).toEqual([3, 4])
    expect(ours(good)).toEqual([])
    expect(verifyTrail(good, ownRoots)).toMatchObject({ stamps: 2, unstamped: 1 })
    const checked = checkTrail(good, roots)
    expect(checked).toMatchObject({ faults: [], unstamped: 1 })
    expect(checked.stamps).toMatchObject([
      { seq: 3, trusted: true, problems: [] },
      { seq: 4, trusted: true },
    ])
  })

  test('sees daily to every trail whose head has none', async () => {
    await make('doc_quiet', ['document.created'])
    await stamps.start()
    await jobs.runDue()
    expect((await json('doc_quiet')).stamps).toMatchObject([{ seq: 1 }])
    await make('doc_later', ['document.created'])
    expect(await jobs.runDue()).toBe(0)
    offsetMs += 86_400_000
    await jobs.runDue()
    expect((await json('doc_later')).stamps).toMatchObject([{ seq: 1 }])
    for await (const ids of trails.unstamped(2)) expect(ids).toEqual([OWN_TRAIL])
    await stamps.close()
    offsetMs = 0
  })
})

describe.each([
  ['the service', ours],
  ['the stand-alone verifier', standalone],
] as const)('%s', (_name, faults) => {
  test('finds any change of any member of any entry, and names the entry', () => {
    const places = fc.integer({ min: 0, max: good.entries.length - 1 })
    const names = 'seq type at actor ip ua data prev_hash hash'.split(' ')
    const member = fc.constantFrom(...names)
    fc.assert(
      fc.property(places, member, fc.jsonValue(), (place, name, value) => {
        const trail = copy()
        fc.pre(JSON.stringify(trail.entries[place][name]) !== JSON.stringify(value))
        trail.entries[place][name] = value
        const found = faults(trail as TrailJson)
        expect(found.length).toBeGreaterThan(0)
        // A hash that was changed shows at its own entry, others' at theirs.
        expect(found.join('\n')).toMatch(new RegExp(`\\b${place + 1}\\b`))
      }),
      { numRuns: 200 },
    )
  })

  test.each(['seq', 'at', 'hash', 'data'])(
    'stands what JavaScript cannot make a string of, as %s',
    (name) => {
      const trail = copy()
      trail.entries[0][name] = { toString: {} }
      expect(faults(trail as TrailJson).join('\n')).toMatch(/\b1\b/)
    },
  )

  test('finds one changed character anywhere inside the data', () => {
    const trail = copy()
    trail.entries[1].data.note = 'e😀'
    expect(faults(trail as TrailJson)).toEqual([expect.stringContaining('was changed')])
    expect(faults(trail as TrailJson)[0]).toContain('2')
  })

  test.each([
    ['taken out', (trail: Loose) => trail.entries.splice(1, 1)],
    ['put in', (trail: Loose) => trail.entries.splice(1, 0, structuredClone(trail.entries[0]))],
    ['exchanged', (trail: Loose) => trail.entries.splice(0, 2, trail.entries[1], trail.entries[0])],
    ['given another member', (trail: Loose) => Object.assign(trail.entries[1], { note: 'paid' })],
    ['left without one', (trail: Loose) => delete trail.entries[1].ua],
    ['cut off behind a stamp', (trail: Loose) => trail.entries.splice(3)],
    ['all taken out', (trail: Loose) => trail.entries.splice(0)],
  ])('finds entries %s', (_what, change) => {
    const trail = copy()
    change(trail)
    expect(faults(trail as TrailJson).length).toBeGreaterThan(0)
  })

  test.each([
    ['another header', (trail: Loose) => Object.assign(trail.header, { sha256: 'cd'.repeat(32) })],
    [
      'the header of another document',
      (trail: Loose) => Object.assign(trail, { document_id: 'doc_x' }),
    ],
    ['a stamp of another entry', (trail: Loose) => Object.assign(trail.stamps[0], { seq: 2 })],
    [
      'a stamp that is broken',
      (trail: Loose) => Object.assign(trail.stamps[0], { token_base64: 'MAA=' }),
    ],
    [
      'a stamp of which one bit was changed',
      (trail: Loose) => {
        const token = Buffer.from(trail.stamps[0].token_base64, 'base64')
        token[token.length - 5]! ^= 1
        trail.stamps[0].token_base64 = token.toString('base64')
      },
    ],
  ])('finds %s', (_what, change) => {
    const trail = copy()
    change(trail)
    expect(faults(trail as TrailJson).length).toBeGreaterThan(0)
  })

  test('finds a trail that was written anew with hashes that fit, by its stamps', async () => {
    const { entryHash } = await import('../../../src/audit/chain.ts')
    const trail = copy()
    trail.entries[0].actor = 'key:forged'
    trail.entries.forEach((entry: Loose, index: number) => {
      if (index > 0) entry.prev_hash = trail.entries[index - 1].hash
      entry.hash = entryHash(entry)
    })
    const found = faults(trail as TrailJson)
    expect(found).toHaveLength(2)
    for (const [index, seq] of [3, 4].entries()) expect(found[index]).toContain(String(seq))
  })
})

test('stamps that lead to no given root are refused', async () => {
  const { certificate } = (await authority.pki.authority.key('seal')).facts
  expect(verifyTrail(good, [certificate]).findings.join()).toContain('chain to a trusted root')
  const found = checkTrail(good, [new X509Certificate(certificate.der)])
  expect(found.faults.map(({ en }) => en).join()).toContain('does not lead to the given root')
})

describe('the stand-alone file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'paraph-verify-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  const run = (trail: unknown, ...more: string[]) => {
    const file = join(folder, 'audit.json')
    writeFileSync(file, typeof trail === 'string' ? trail : JSON.stringify(trail))
    const { status, stdout, stderr } = spawnSync(process.execPath, [VERIFIER, file, ...more], {
      encoding: 'utf8',
      cwd: folder,
    })
    return { status, stdout, stderr }
  }

  test('says in French and English that a trail is whole, with a root and without', () => {
    const root = join(folder, 'root.pem')
    writeFileSync(root, authority.root)
    const { status, stdout } = run(good, root)
    expect(status).toBe(0)
    for (const line of [
      'FR  La piste est intacte',
      'EN  The trail is intact',
      'racine vérifiée',
      'root checked',
      'Last entries not stamped: 1',
    ])
      expect(stdout).toContain(line)
    // Anybody can have a time-stamping authority: without a root they prove nothing.
    const alone = run(good)
    expect(alone).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('EN  Not proven: whose'),
    })
    expect(alone.stdout).not.toMatch(/root checked|is intact|est intacte/)
  })

  test('names the entry that was changed, and ends with 1; with 2 when it cannot read', () => {
    const trail = copy()
    trail.entries[1].actor = 'key:forged'
    const { status, stdout } = run(trail)
    expect(status).toBe(1)
    expect(stdout).toContain('ANOMALIE, entrée 2 : a été modifiée')
    expect(stdout).toContain('FAULT, entry 2: was changed')
    expect(stdout).not.toContain('La piste est intacte')
    expect(run('no json').status).toBe(2)
    expect(run('{}').status).toBe(2)
  })

  test.each([
    ['without any time-stamp', 0, 'it has no time-stamp', 'aucun horodatage'],
    ['with a signature behind the last one', 1, 'a signature follows', 'une signature suit'],
  ])('calls a trail %s not proved, and ends with 1', (_what, stamps, en, fr) => {
    const root = join(folder, 'root.pem')
    writeFileSync(root, authority.root)
    const { status, stdout } = run({ ...good, stamps: good.stamps.slice(0, stamps) }, root)
    expect(status).toBe(1)
    for (const said of [`EN  Not proven: ${en}`, `FR  Non prouvée : ${fr}`])
      expect(stdout).toContain(said)
    expect(stdout).not.toMatch(/is intact|est intacte/)
  })

  test('needs nothing but Node.js, and is short enough to be read', () => {
    const text = standaloneVerifier()
    const imports = [...text.matchAll(/from '([^']+)'/g)].map((match) => match[1])
    expect(imports.every((name) => name?.startsWith('node:'))).toBe(true)
    expect(text.split('\n').length).toBeLessThanOrEqual(320)
  })
})

describe('verify-audit', () => {
  const call = async (...args: string[]) => {
    const lines: string[] = []
    const config = loadConfig({ ...settingsOf(authority.folder), PARAPH_LOG_LEVEL: 'silent' })
    const print = (line: string) => void lines.push(line)
    const code = await runCommandLine(['verify-audit', ...args], {
      out: print,
      note: print,
      config: () => config,
    })
    return { code, text: lines.join('\n') }
  }

  test('checks every trail of the database, one, or one from a file', async () => {
    const all = await call()
    expect(all.text).toContain(
      'intact  doc_good  (3 valid time-stamps, 0 entries after the last one)',
    )
    expect(all.text).toContain('4 trails checked, 0 broken, 0 not proven')
    expect(all.code).toBe(0)
    expect(await call('--document', 'doc_quiet')).toMatchObject({ code: 0 })
    expect(await call('--document', 'doc_none')).toMatchObject({ code: 2 })
    const file = join(authority.folder, 'trail.json')
    writeFileSync(file, JSON.stringify(good))
    const root = join(authority.folder, 'root.pem')
    writeFileSync(root, authority.root)
    expect(await call('--file', file, '--root', root)).toMatchObject({ code: 0 })
    expect(await call('--file', file)).toMatchObject({
      code: 1,
      text: expect.stringMatching(/not proven {2}doc_good.*\n.*--root/),
    })
    for (const [left, why] of [
      [[], 'it has no time-stamp'],
      [good.stamps.slice(0, 1), 'a signature follows the last time-stamp'],
    ] as const) {
      writeFileSync(file, JSON.stringify({ ...good, stamps: left }))
      const found = await call('--file', file, '--root', root)
      expect(found).toMatchObject({ code: 1, text: expect.stringContaining(why) })
      expect(found.text).not.toContain('intact')
    }
    const trail = copy()
    trail.entries[2].type = 'signer.declined'
    writeFileSync(file, JSON.stringify(trail))
    const changed = await call('--file', file)
    expect(changed).toMatchObject({ code: 1, text: expect.stringContaining('entry 3 was changed') })
    expect(await call('--help')).toMatchObject({ code: 0, text: expect.stringContaining('--file') })
    expect(await call('--fiel', file)).toMatchObject({ code: 2 })
  })

  test('names what somebody changed by bypassing the triggers, and continues with the other trails', async () => {
    const { db } = database
    await unguard(db, 'audit_entries')
    const entries = sql`UPDATE audit_entries SET`
    await sql`${entries} ip = '198.51.100.7' WHERE trail_id = 'doc_good' AND seq = 2`.execute(db)
    await sql`${entries} data = 'no json' WHERE trail_id = 'doc_quiet'`.execute(db)
    const { code, text } = await call()
    expect(code).toBe(1)
    expect(text).toMatch(/BROKEN {2}doc_good.*\n {8}entry 2 was changed\n/)
    expect(text).toMatch(/BROKEN {2}doc_quiet.*\n {8}the trail cannot be read/)
    expect(text).toContain('intact  doc_later')
    expect(text).toContain('4 trails checked, 2 broken')
  })

  test('believes the authority that says TEST for test requests, and for nothing else', async () => {
    const place = testAuthorityDatabase(loadConfig(settingsOf(authority.folder)))
    const { folder } = place
    const other = await connectDatabase({ ...place, clock })
    const pki = openPki({
      db: other.db,
      clock,
      dataFolder: folder,
      baseUrl: 'https://sign.example.com/test',
      config: { ...PKI_CONFIG, organization: 'TEST Essai' },
      makeKey: cachedKeys(),
    })
    await pki.authority.start({ make: true })
    const ended = { status: 'completed', ended_at: '2026', erased_at: '2026' } as const
    for (const [id, mode] of [
      ['doc_test', 'test'],
      ['doc_real', 'live'],
    ] as const) {
      await make(id, ['document.created'])
      const head = (await trails.read(id))?.entries.at(-1)
      const token = await pki.tsa.stamp(stampedDigest(head?.hash ?? ''))
      await database.db.transaction().execute((db) => trails.storeStamp(db, id, 1, token))
      const row = { ...ended, id, mode, account_id: 'acc_1', signed_sha256: null }
      await database.db
        .insertInto('erased_requests')
        .values({ ...row, trail_erased_at: null })
        .execute()
    }
    pki.keyPool.close()
    await other.close()
    expect(await call('--document', 'doc_test')).toMatchObject({
      code: 0,
      text: expect.stringContaining('(1 valid time-stamps'),
    })
    expect(await call('--document', 'doc_real')).toMatchObject({
      code: 1,
      text: expect.stringContaining('does not chain to a trusted root'),
    })
  })
})
