/** The chain of an organisation's log: what it proves, what it says when somebody wrote to the database, what goes. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checkLog, checkTrail } from '../../../src/audit/standalone/verify-trail.mjs'
import { standaloneVerifier } from '../../../src/audit/verify-trail.ts'
import { runCommandLine } from '../../../src/cli/run.ts'
import { newId } from '../../../src/kernel/ids.ts'
import { type ConsoleApp, startConsoleApp } from '../../support/console-app.ts'
import { member, newMember, type Person, textOf } from '../../support/console-visitor.ts'

const ORIGIN = { ip: '192.0.2.7', ua: 'test' }
const DAY_MS = 86_400_000
const LOG = '/console/log'
const WHOLE = 'Every entry is as it was written.'
let app: ConsoleApp
let owner: Person

beforeAll(async () => {
  app = await startConsoleApp()
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await member(app)
})

const note = (subject: string, organisationId = owner.accountId) =>
  app.identity.events.note({
    accountId: owner.accountId,
    organisationId,
    type: 'key.created',
    origin: ORIGIN,
    subject,
  })
const page = async (): Promise<string> => textOf(await owner.visitor.get(`${LOG}/check`))
const rows = () =>
  app.db
    .selectFrom('security_events')
    .selectAll()
    .where('organisation_id', '=', owner.accountId)
    .orderBy('chain_seq')
    .execute()
const found = () => app.identity.events.check(owner.accountId)
const change = (id: string, set: object) =>
  app.db.updateTable('security_events').set(set).where('id', '=', id).execute()
async function subjectRow(subject: string) {
  const row = (await rows()).find((one) => one.subject === subject)
  if (row === undefined) throw new RangeError(subject)
  return row
}
async function file(name: string): Promise<string> {
  const answer = await owner.visitor.get(`${LOG}/${name}`)
  expect(answer.status).toBe(200)
  return String(answer.bytes)
}
type Line = Record<string, unknown>
const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

describe('as it was written', () => {
  test('the page says so, and the files prove it without this service', async () => {
    for (const subject of ['A', '=1+1', 'É 😀 \ud800', '']) await note(subject)
    expect(await page()).toContain(WHOLE)
    const lines = linesOf(await file('export.jsonl'))
    const chain = JSON.parse(await file('chain.json'))
    expect(checkTrail(chain)).toMatchObject({ faults: [], unproved: 'unstamped' })
    const verdict = checkLog(lines, chain)
    expect(verdict).toEqual({
      right: lines.length,
      anonymous: 0,
      unchained: 0,
      later: 0,
      wrong: [],
    })
    // An export is itself an entry, which a chain of before does not have.
    const newer = linesOf(await file('export.jsonl'))
    expect(checkLog(newer, chain)).toMatchObject({ later: 1, wrong: [] })
    // Each follows the one before, whichever of a millisecond's entries comes first in the file.
    expect(lines.length).toBeGreaterThan(5)
    const hashes = new Map(lines.map(({ seq, hash }) => [Number(seq), hash]))
    for (const { seq, prev_hash } of lines)
      if (seq !== 1) expect(prev_hash).toBe(hashes.get(Number(seq) - 1))
    const odd = lines.map((line) => (line.seq === 3 ? { ...line, subject: 'B' } : line))
    expect(checkLog(odd, chain).wrong).toEqual([
      { seq: 3, id: odd.find(({ seq }) => seq === 3)?.id },
    ])
    expect(JSON.stringify(chain)).not.toContain(owner.email)
    expect(await file('verify-trail.mjs')).toBe(standaloneVerifier())
  })

  test('entries of many at once are one after the other', async () => {
    await Promise.all(Array.from({ length: 60 }, (_, index) => note(`Together ${index}`)))
    const seqs = (await rows()).map(({ chain_seq }) => chain_seq)
    expect(seqs).toEqual(seqs.map((_, index) => index + 1))
    expect(await found()).toMatchObject({ findingCount: 0, intact: seqs.length })
  })

  test('is of one organisation, for its owners and auditors', async () => {
    const stranger = await member(app)
    await note('Ours')
    const theirs = String((await stranger.visitor.get(`${LOG}/chain.json`)).bytes)
    expect(theirs).toContain(stranger.accountId)
    expect(theirs).not.toContain(owner.accountId)
    const auditor = await newMember(app, owner, 'auditor')
    expect(textOf(await auditor.visitor.get(`${LOG}/check`))).toContain(WHOLE)
    const developer = await newMember(app, owner, 'developer')
    for (const path of ['check', 'chain.json', 'verify-trail.mjs'])
      expect((await developer.visitor.get(`${LOG}/${path}`)).status).toBe(403)
  })
})

describe('whoever writes to the database', () => {
  test.each([
    ['subject', { subject: 'Nothing' }],
    ['event', { type: 'key.revoked' }],
    ['time', { at: '2020-01-01T00:00:00.000Z' }],
    ['address', { ip: '198.51.100.1' }],
    ['address, as if the log-in were gone', { ip: '', ua: '', origin_salt: null }],
    ['salt', { salt: null }],
  ])('is found when the %s of an entry is changed', async (_, set) => {
    await note('Before')
    await note('It')
    const { id, chain_seq } = await subjectRow('It')
    await change(id, set)
    expect((await found()).findings).toEqual([{ kind: 'changed', id, seq: chain_seq }])
    const text = await page()
    expect(text).toContain(`Entry ${chain_seq} was changed: ${id}`)
    expect(text).not.toContain(WHOLE)
  })

  test('is found when an entry is removed, put in between, or given the place of another', async () => {
    for (const subject of ['A', 'B', 'C']) await note(subject)
    const [a, b, c] = [await subjectRow('A'), await subjectRow('B'), await subjectRow('C')]
    await app.db.deleteFrom('security_events').where('id', '=', a.id).execute()
    const [forged, late] = [newId('sec', app.clock.now()), newId('sec', app.clock.now())]
    await app.db
      .insertInto('security_events')
      .values({ ...b, id: forged })
      .execute()
    const unchained = { id: late, chain_seq: null, at: new Date(app.clock.now()).toISOString() }
    await app.db
      .insertInto('security_events')
      .values({ ...b, ...unchained })
      .execute()
    await change(c.id, { chain_seq: 9_999 })
    const { findings, findingCount } = await found()
    expect(findingCount).toBe(findings.length)
    expect(new Set(findings.map(({ kind, id }) => `${kind} ${id}`))).toEqual(
      new Set([
        `missing ${a.id}`,
        `foreign ${forged}`,
        `foreign ${late}`,
        `missing ${c.id}`,
        `foreign ${c.id}`,
      ]),
    )
    const text = await page()
    expect(text).toContain(`Entry ${a.chain_seq} is missing: ${a.id}`)
    expect(text).toContain(`This entry is not in the chain: ${forged}`)
  })

  test('is named by verify-audit, which checks the logs too', async () => {
    await note('It')
    const call = async () => {
      const lines: string[] = []
      const print = (line: string) => void lines.push(line)
      const { config } = app
      const session = { out: print, note: print, config: () => config }
      const only = ['--document', `log_${owner.accountId}`]
      const code = await runCommandLine(['verify-audit', ...only], session)
      return { code, text: lines.join('\n') }
    }
    expect(await call()).toMatchObject({ code: 0, text: expect.stringContaining('intact') })
    const { id, chain_seq } = await subjectRow('It')
    await change(id, { subject: 'Other' })
    expect(await call()).toMatchObject({
      code: 1,
      text: expect.stringContaining(`entry ${chain_seq} of the log (${id}) was changed`),
    })
  })

  test('cannot change the chain', async () => {
    await note('It')
    const trail = `log_${owner.accountId}`
    const change = app.db.updateTable('audit_entries').set({ data: '{}' })
    await expect(change.where('trail_id', '=', trail).execute()).rejects.toThrow()
    const removal = app.db.deleteFrom('audit_entries').where('trail_id', '=', trail)
    await expect(removal.execute()).rejects.toThrow()
  })
})

describe('what may go', () => {
  test('entries past their period: the chain says up to where', async () => {
    await note('Old')
    const before = (await rows()).length
    app.clock.move(401 * DAY_MS)
    await note('New')
    await app.identity.sweep()
    expect((await rows()).map(({ subject }) => subject)).toEqual(['New'])
    const verdict = await found()
    expect(verdict).toMatchObject({ intact: 1, findingCount: 0, erased: { entries: before } })
    // A period is no excuse for what is younger.
    await app.db.deleteFrom('security_events').where('subject', '=', 'New').execute()
    expect((await found()).findings.map(({ kind }) => kind)).toEqual(['missing'])
  })

  test('network addresses, with the log-in of their person', async () => {
    const sender = await newMember(app, owner, 'sender')
    const by = { accountId: owner.accountId, personId: owner.accountId, origin: ORIGIN }
    await app.identity.members.remove(by, sender.accountId)
    await app.identity.forget({ id: sender.accountId, email: sender.email })
    const verdict = await found()
    expect(verdict.findingCount).toBe(0)
    expect(verdict.anonymous).toBeGreaterThan(0)
    const lines = linesOf(await file('export.jsonl'))
    const chain = JSON.parse(await file('chain.json'))
    expect(checkLog(lines, chain)).toMatchObject({ wrong: [], anonymous: verdict.anonymous })
  })

  test('the log of an organisation that is closed; its chain says so', async () => {
    await note('It')
    await app.identity.close(owner.accountId, { id: owner.accountId, email: owner.email })
    expect(await rows()).toEqual([])
    expect(await found()).toMatchObject({ intact: 0, findingCount: 0 })
    // Nothing fails that is still noted afterwards.
    await note('After')
    expect(await found()).toMatchObject({ intact: 1, findingCount: 0 })
  })
})

test('entries of an earlier version have no place, and are no fault before the chain began', async () => {
  const { id, at, ...row } = (await rows())[0] ?? { id: '', at: '' }
  expect(id).not.toBe('')
  const earlier = new Date(Date.parse(at) - DAY_MS)
  const old = { salt: null, origin_salt: null, chain_seq: null, at: earlier.toISOString() }
  const own = newId('sec', earlier.getTime())
  await app.db
    .insertInto('security_events')
    .values({ ...row, ...old, id: own } as never)
    .execute()
  expect(await found()).toMatchObject({ older: 1, findingCount: 0 })
  const line = linesOf(await file('export.jsonl')).find((one) => one.id === own)
  expect(line).toMatchObject({ seq: null, hash: null, salt: null })
})
