/** The log of an organisation: who did what, filtered, paged, exported; for owners and auditors of it alone. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../../support/console-app.ts'
import {
  type Answer,
  member,
  newMember,
  type Person,
  textOf,
} from '../../support/console-visitor.ts'

const LOG = '/console/log'
const FORMULA = '=HYPERLINK("https://evil.example","click")'
let app: ConsoleApp
let owner: Person
let sender: Person
let stranger: Person

beforeAll(async () => {
  app = await startConsoleApp()
  owner = await member(app)
  sender = await newMember(app, owner, 'sender')
  stranger = await member(app)
})
afterAll(() => app.close())

const events = () => app.identity.events
const note = (subject: string, more: object = {}) =>
  events().note({
    accountId: owner.accountId,
    organisationId: owner.accountId,
    type: 'key.created',
    origin: { ip: '192.0.2.7', ua: 'test' },
    subject,
    ...more,
  })
const shown = async (query = '', who = owner): Promise<string> =>
  textOf(await who.visitor.get(`${LOG}${query}`))
/** The entries of a page, without the filter above them. */
const rowsOf = (answer: Answer): string[] =>
  [...String(answer.bytes).matchAll(/<li><div><p><strong>(.*?)<\/li>/gs)].map(([, row = '']) => row)

describe('the page', () => {
  test('names who did what, and is left out of the navigation of whoever may not read it', async () => {
    const text = await shown()
    for (const part of ['Account created', 'Member invited', 'Member joined', sender.email])
      expect(text).toContain(part)
    expect(String((await owner.visitor.get('/console')).bytes)).toContain(`href="${LOG}"`)
    expect(String((await sender.visitor.get('/console')).bytes)).not.toContain(`href="${LOG}"`)
    for (const path of [LOG, `${LOG}/export.csv`, `${LOG}/export.jsonl`])
      expect((await sender.visitor.get(path)).status).toBe(403)
    const auditor = await newMember(app, owner, 'auditor')
    expect((await auditor.visitor.get(LOG)).status).toBe(200)
    expect((await auditor.visitor.get(`${LOG}/export.csv`)).status).toBe(200)
    const developer = await newMember(app, owner, 'developer')
    expect((await developer.visitor.get(LOG)).status).toBe(403)
  })

  test('is filtered by member, kind and day; what cannot be read is left out', async () => {
    const joined = await owner.visitor.get(`${LOG}?person=${sender.accountId}`)
    expect(rowsOf(joined).length).toBeGreaterThan(0)
    for (const row of rowsOf(joined)) expect(row).toContain(sender.email)
    const members = await owner.visitor.get(`${LOG}?group=members`)
    expect(rowsOf(members).length).toBeGreaterThan(2)
    for (const row of rowsOf(members)) expect(row).toMatch(/Member|Invitation/)
    const today = new Date(app.clock.now()).toISOString().slice(0, 10)
    const before = new Date(app.clock.now() - 86_400_000).toISOString().slice(0, 10)
    expect(rowsOf(await owner.visitor.get(`${LOG}?from=${today}&to=${today}`)).length).toBe(
      rowsOf(await owner.visitor.get(LOG)).length,
    )
    expect(rowsOf(await owner.visitor.get(`${LOG}?to=${before}`))).toEqual([])
    expect(await shown(`?to=${before}`)).toContain('Nothing in the log matches this filter')
    const odd = '?person=%27&group=%3Cscript%3E&from=2026-02-99&to=x&before=sec_'
    expect(rowsOf(await owner.visitor.get(`${LOG}${odd}`)).length).toBeGreaterThan(3)
  })

  test('has fifty entries at a time, each once', async () => {
    // Entries of one millisecond are in no order.
    for (let count = 0; count < 60; count += 1) {
      app.clock.move(1)
      await note(`Number ${count}`)
    }
    const seen: string[] = []
    let path = `${LOG}?group=keys`
    for (let pages = 0; pages < 5 && path !== ''; pages += 1) {
      const page = await owner.visitor.get(path)
      seen.push(...rowsOf(page).map((row) => /Number \d+/.exec(row)?.[0] ?? ''))
      const next = /href="([^"]*before=[^"]*)"/.exec(String(page.bytes))?.[1] ?? ''
      path = next.replaceAll('&amp;', '&')
    }
    expect(seen).toEqual(Array.from({ length: 60 }, (_, index) => `Number ${59 - index}`))
  })

  test('shows names as text, and nothing of another organisation', async () => {
    await note('<img src=x onerror=alert(1)>')
    const page = String((await owner.visitor.get(LOG)).bytes)
    expect(page).toContain('&lt;img src=x')
    expect(page).not.toContain('<img src=x')
    const theirs = await shown('', stranger)
    expect(theirs).not.toContain(owner.email)
    expect(await shown(`?person=${owner.accountId}`, stranger)).toContain('No entries')
  })
})

describe('the export', () => {
  const lines = async (format: string, query = ''): Promise<string[]> => {
    const file = await owner.visitor.get(`${LOG}/export.${format}${query}`)
    expect(file.status).toBe(200)
    expect(file.headers['content-disposition']).toBe(`attachment; filename="log.${format}"`)
    expect(file.headers['cache-control']).toBe('no-store')
    return String(file.bytes).trimEnd().split(/\r?\n/)
  }

  test('has everything, in pages of the database, and no formula in a spreadsheet', async () => {
    await note(FORMULA)
    for (let count = 0; count < 1_100; count += 1) await note(`Entry ${count}`)
    const csv = await lines('csv')
    expect(csv[0]).toBe(
      'id,at,person,email,event,subject,ip,user_agent,organisation,salt,origin_salt,seq,prev_hash,hash',
    )
    expect(csv.filter((line) => line.includes(',Entry ')).length).toBe(1_100)
    expect(new Set(csv).size).toBe(csv.length)
    const formula = csv.find((line) => line.includes('HYPERLINK')) ?? ''
    expect(formula).toContain(`"'=HYPERLINK(""https://evil.example"",""click"")"`)
    for (const line of csv) expect(line).not.toMatch(/(^|,)"?[=+@-]/)
  })

  test('as JSON lines has the same entries as they are, and the same filter as the page', async () => {
    const all = (await lines('jsonl')).map((line) => JSON.parse(line) as Record<string, string>)
    expect(all.find(({ subject }) => subject === FORMULA)).toMatchObject({
      person: owner.accountId,
      email: owner.email,
      event: 'key.created',
      ip: '192.0.2.7',
      user_agent: 'test',
    })
    const some = (await lines('jsonl', '?group=members')).map(
      (line) => JSON.parse(line) as Record<string, string>,
    )
    expect(some.length).toBeGreaterThan(2)
    for (const { event } of some) expect(event).toMatch(/^(member|invitation|ownership)\./)
  })

  test('is in the log itself; other files are not there', async () => {
    expect(await shown()).toContain('Log exported')
    for (const name of ['export.xlsx', 'export', '..%2f..%2fetc%2fpasswd'])
      expect((await owner.visitor.get(`${LOG}/${name}`)).status).toBe(404)
  })
})

test('settings and webhooks are logged too', async () => {
  const { visitor } = owner
  await visitor.submit('/console/settings', '/console/settings/notifications', {})
  const origins = '/console/settings/embedding'
  await visitor.submit(origins, origins, { origins: 'https://a.example' })
  const text = await shown('?group=settings')
  expect(text).toContain('notifications')
  expect(text).toContain('embedding')
})
