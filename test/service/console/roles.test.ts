/** What each role may do in the console: every route, form and link. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ROLES, type Role } from '../../../src/identity/roles.ts'
import { type ConsoleApp, startConsoleApp } from '../../support/console-app.ts'
import { member, newMember, type Person, textOf, Visitor } from '../../support/console-visitor.ts'

let app: ConsoleApp

beforeAll(async () => {
  app = await startConsoleApp()
})
afterAll(() => app.close())

/** Pages with forms and links of every kind. */
const PAGES = [
  ...['', '/keys', '/webhooks', '/settings', '/members', '/templates'],
  '/requests/templates',
]

/** What each role may do; `console/permissions.ts` must say the same. */
const TABLE = `
                  owner developer sender auditor
home              yes   yes       yes    yes
try               yes   yes       yes    no
templates.read    yes   yes       yes    yes
templates.change  yes   yes       no     no
requests.read     yes   no        yes    yes
requests.change   yes   no        yes    no
webhooks.read     yes   yes       no     yes
webhooks.change   yes   yes       no     no
keys.read         yes   yes       no     yes
keys.change       yes   yes       no     no
usage.read        yes   yes       no     yes
settings.read     yes   yes       no     yes
settings.change   yes   no        no     no
members.read      yes   yes       yes    yes
members.change    yes   no        no     no
log.read          yes   no        no     yes
export            yes   no        no     yes
close             yes   no        no     no
self              yes   yes       yes    yes
`

describe('roles', () => {
  const lines = TABLE.trim().split('\n').slice(1)
  const table = new Map(
    lines.map((line) => {
      const [action = '', ...cells] = line.trim().split(/\s+/)
      return [action, new Set(ROLES.filter((_, index) => cells[index] === 'yes'))] as const
    }),
  )
  const FORBIDDEN = 'Your role does not include this'
  const call = (visitor: Visitor, { method, url }: { method: string; url: string }) => {
    const path = url.replaceAll(/:\w+/g, 'none')
    return method === 'POST' ? visitor.post(path, {}) : visitor.get(path)
  }

  test('every route of the console is open to the roles of the table and to nobody else', async () => {
    const owner = await member(app)
    const people = new Map<Role, Person>([['owner', owner]])
    for (const role of ROLES.slice(1)) people.set(role, await newMember(app, owner, role))
    const guarded = app.routes.flatMap(({ action, ...route }) =>
      action === undefined ? [] : [{ ...route, action }],
    )
    expect(guarded.length).toBeGreaterThan(70)
    const calls = guarded.flatMap((route) =>
      [...people].map(([role, who]) => ({ route, role, who })),
    )
    const wrong: string[] = []
    for (const { route, role, who } of calls) {
      const { method, url, action } = route
      // Without its token a form does nothing, so that only the role decides.
      const answer = await call(who.visitor, route)
      const refused = answer.status === 403 && textOf(answer).includes(FORBIDDEN)
      if (refused === table.get(action)?.has(role))
        wrong.push(`${role} ${method} ${url} (${action}): ${answer.status}`)
    }
    expect(wrong).toEqual([])
  }, 120_000)

  test('nobody without a log-in reaches a route of members', async () => {
    const open = app.routes.filter(({ action }) => action === undefined)
    expect([...new Set(open.map(({ url }) => url.split('/')[2]))].sort()).toEqual([
      'confirm',
      'forgot',
      'invite',
      'language',
      'log-in',
      'log-out',
      'organisations',
      'reset',
      'samples',
      'sign-up',
    ])
    const visitor = new Visitor(app)
    for (const { method, url, action } of app.routes) {
      if (action === undefined || method !== 'GET') continue
      const answer = await visitor.get(url.replaceAll(/:\w+/g, 'none'))
      expect([url, answer.status]).toEqual([url, 303])
    }
  })

  test('pages have no form and no section that the role cannot use', async () => {
    const owner = await member(app)
    for (const role of ROLES.slice(1)) {
      const { visitor } = await newMember(app, owner, role)
      for (const page of PAGES) {
        const shown = (await visitor.get(`/console${page}`)).bytes.toString()
        for (const [, action = ''] of shown.matchAll(/<form action="([^"]+)" method="post"/g)) {
          const answer = await visitor.post(action, {})
          expect([role, page, action, textOf(answer).includes(FORBIDDEN)]).toEqual([
            role,
            page,
            action,
            false,
          ])
        }
        for (const [, href = ''] of shown.matchAll(
          /<a (?:class="[^"]*" )?href="(\/console[^"#?]*)/g,
        ))
          expect([role, page, href, (await visitor.get(href)).status]).not.toEqual([
            role,
            page,
            href,
            403,
          ])
      }
    }
  }, 60_000)
})
