/** Organisations: who gets in, and that nobody is left without an owner. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { INVITED_MS, SENDINGS_MAX } from '../../../src/identity/invitations.ts'
import { contactOf } from '../../../src/identity/member-store.ts'
import type { Role } from '../../../src/identity/roles.ts'
import { type ConsoleApp, startConsoleApp } from '../../support/console-app.ts'
import {
  type Answer,
  csrfIn,
  linkIn,
  mailsTo,
  member,
  newMember,
  PASSWORD,
  type Person,
  textOf,
  Visitor,
} from '../../support/console-visitor.ts'

const MEMBERS = '/console/members'
let app: ConsoleApp
let guests = 0

beforeAll(async () => {
  app = await startConsoleApp()
})
afterAll(() => app.close())

const origin = { ip: '10.0.0.1', ua: undefined }
const guest = (): string => {
  guests += 1
  return `guest${guests}@example.org`
}
const invite = (owner: Person, email: string, role: string): Promise<Answer> =>
  owner.visitor.submit(MEMBERS, `${MEMBERS}/invite`, { email, role, locale: 'en' })
const rolesOf = async (accountId: string) =>
  (await app.identity.members.list(accountId)).map(({ email, role }) => [email, role])
const personId = async (email: string): Promise<string> =>
  (await app.accounts.accounts.findAccount(email))?.id ?? ''
const logIn = (visitor: Visitor, email: string, next = ''): Promise<Answer> =>
  visitor.submit('/console/log-in', '/console/log-in', { email, password: PASSWORD, next })

const joined = (owner: Person, role: Role): Promise<Person> => newMember(app, owner, role)

describe('an invitation', () => {
  test('makes somebody new a member, who sees the organisation and none of their own', async () => {
    const owner = await member(app)
    const email = guest()
    expect((await invite(owner, email, 'sender')).headers.location).toBe(MEMBERS)
    const [mail] = await mailsTo(app, email)
    const path = await linkIn(app, email, 'invite')
    expect(mail?.text ?? (await mailsTo(app, email))[0]?.text).toContain(owner.email)
    const visitor = new Visitor(app)
    const page = textOf(await visitor.get(path))
    expect(page).toContain(`${owner.email} invites ${email}`)
    // Opening it changed nothing.
    expect(await rolesOf(owner.accountId)).toEqual([[owner.email, 'owner']])
    const done = await visitor.submit(path, path, { password: PASSWORD })
    expect(done.headers.location).toBe('/console')
    expect(await rolesOf(owner.accountId)).toEqual([
      [owner.email, 'owner'],
      [email, 'sender'],
    ])
    expect(textOf(await visitor.get('/console/organisations'))).toContain(owner.email)
    expect(await app.identity.members.of(await personId(email))).toHaveLength(1)
    // Once.
    expect((await new Visitor(app).get(path)).status).toBe(410)
  })

  test('adds an organisation to somebody who has a log-in, and they go from one to the other', async () => {
    const [owner, other] = [await member(app), await member(app)]
    await invite(owner, other.email, 'auditor')
    const path = await linkIn(app, other.email, 'invite')
    // Nobody sets a password for them with the link.
    const stranger = await new Visitor(app).submit(path, path, {
      password: 'seven green doors hum',
    })
    expect([stranger.status, textOf(stranger)]).toEqual([
      422,
      expect.stringContaining('There is a log-in with this address already'),
    ])
    const visitor = new Visitor(app)
    expect((await logIn(visitor, other.email, path)).headers.location).toBe(path)
    expect((await visitor.submit(path, path)).headers.location).toBe('/console')
    expect((await visitor.get('/console/settings/export')).status).toBe(404)
    expect((await visitor.get('/console/requests/new')).status).toBe(403)
    const open = await visitor.submit('/console/organisations', '/console/organisations/open', {
      account: other.accountId,
    })
    expect(open.headers.location).toBe('/console')
    expect((await visitor.get('/console/requests/new')).status).not.toBe(403)
    // Another browser of theirs stays where it was.
    expect(textOf(await other.visitor.get(MEMBERS))).not.toContain(owner.email)
  })

  test('is not for anybody else who is logged in', async () => {
    const [owner, wrong] = [await member(app), await member(app)]
    const email = guest()
    await invite(owner, email, 'owner')
    const path = await linkIn(app, email, 'invite')
    expect(textOf(await wrong.visitor.get(path))).toContain('for another address')
    const csrf = await wrong.visitor.token(MEMBERS)
    expect((await wrong.visitor.post(path, { csrf })).status).toBe(422)
    expect(await rolesOf(owner.accountId)).toHaveLength(1)
  })

  test('ends after seven days, when it is revoked, and with the membership of who sent it', async () => {
    const owner = await member(app)
    const second = await joined(owner, 'owner')
    const [late, revoked, orphaned] = [guest(), guest(), guest()]
    for (const email of [late, revoked]) await invite(owner, email, 'sender')
    await invite(second, orphaned, 'sender')
    const paths = await Promise.all(
      [late, revoked, orphaned].map((email) => linkIn(app, email, 'invite')),
    )
    const open = await app.identity.invitations.list(owner.accountId)
    const id = open.find(({ email }) => email === revoked)?.id
    await owner.visitor.submit(MEMBERS, `${MEMBERS}/invitations/${id}/revoke`)
    await owner.visitor.submit(MEMBERS, `${MEMBERS}/${second.accountId}/remove`, { sure: 'yes' })
    const states = async () =>
      await Promise.all(paths.map(async (path) => (await new Visitor(app).get(path)).status))
    expect(await states()).toEqual([200, 410, 410])
    app.clock.move(INVITED_MS)
    expect(await states()).toEqual([410, 410, 410])
  })

  test('looks the same to who invites, whether the address has a log-in or not, and is mailed four times at most', async () => {
    const [owner, known] = [await member(app), await member(app)]
    const unknown = guest()
    const shape = async (email: string) => {
      const { status, headers } = await invite(owner, email, 'sender')
      return [status, headers.location]
    }
    expect(await shape(known.email)).toEqual(await shape(unknown))
    const open = await app.identity.invitations.list(owner.accountId)
    const id = open.find(({ email }) => email === unknown)?.id
    const answers: number[] = []
    for (let index = 0; index < SENDINGS_MAX; index += 1)
      answers.push(
        (await owner.visitor.submit(MEMBERS, `${MEMBERS}/invitations/${id}/resend`)).status,
      )
    expect(answers).toEqual([303, 303, 303, 422])
    // Nobody else's.
    const other = await member(app)
    const foreign = await other.visitor.submit(MEMBERS, `${MEMBERS}/invitations/${id}/revoke`)
    expect(foreign.status).toBe(422)
    expect((await app.identity.invitations.list(owner.accountId)).length).toBe(2)
  })

  test('names the organisation by the rules for brands', async () => {
    const owner = await member(app)
    const named = (name: string) =>
      owner.visitor.submit(MEMBERS, `${MEMBERS}/settings`, { name, contact: '' })
    for (const name of ['Win at https://evil.example', 'Paraph', 'x'.repeat(101), 'A\u202eB'])
      expect([name, (await named(name)).status]).toEqual([name, 422])
    expect((await named('Maison Durand')).status).toBe(303)
    const email = guest()
    await invite(owner, email, 'sender')
    await linkIn(app, email, 'invite')
    const [mail] = await mailsTo(app, email)
    expect(mail?.subject).toBe('Invitation to join Maison Durand on Paraph')
  })
})

describe('members', () => {
  test('removed are out at once, in this organisation only', async () => {
    const owner = await member(app)
    const gone = await joined(owner, 'developer')
    expect((await gone.visitor.get('/console/keys')).status).toBe(200)
    await owner.visitor.submit(MEMBERS, `${MEMBERS}/${gone.accountId}/remove`, { sure: 'yes' })
    const next = await gone.visitor.get('/console/keys')
    expect([next.status, next.headers.location]).toEqual([
      303,
      '/console/log-in?next=/console/keys',
    ])
    // They log in to nothing, and can make an organisation of their own.
    const visitor = new Visitor(app)
    await logIn(visitor, gone.email)
    expect((await visitor.get('/console')).headers.location).toBe('/console/organisations')
    const found = await visitor.submit('/console/organisations', '/console/organisations/found')
    expect(found.headers.location).toBe('/console')
    expect(await rolesOf(gone.accountId)).toEqual([[gone.email, 'owner']])
  })

  test('whose role changes are what they are now from the next request on', async () => {
    const owner = await member(app)
    const one = await joined(owner, 'developer')
    await owner.visitor.submit(MEMBERS, `${MEMBERS}/${one.accountId}/role`, { role: 'auditor' })
    const page = await one.visitor.get('/console/keys')
    expect([page.status, page.bytes.toString().includes('action="/console/keys"')]).toEqual([
      200,
      false,
    ])
    const csrf = await one.visitor.token(MEMBERS)
    const made = await one.visitor.post('/console/keys', { csrf, name: 'x', place: 'free test' })
    expect([made.status, textOf(made)]).toEqual([
      403,
      expect.stringContaining('Your role does not include this'),
    ])
  })

  test('leave, and the last owner does not', async () => {
    const owner = await member(app)
    const one = await joined(owner, 'sender')
    const alone = await owner.visitor.submit(MEMBERS, `${MEMBERS}/leave`, { sure: 'yes' })
    expect([alone.status, textOf(alone)]).toEqual([
      422,
      expect.stringContaining('An organisation needs an owner'),
    ])
    const left = await one.visitor.submit(MEMBERS, `${MEMBERS}/leave`, { sure: 'yes' })
    expect(left.headers.location).toBe('/console/log-in')
    await owner.visitor.submit(MEMBERS, `${MEMBERS}/${owner.accountId}/role`, { role: 'sender' })
    expect(await rolesOf(owner.accountId)).toEqual([[owner.email, 'owner']])
  })

  test('hand over: the founder goes, the organisation keeps its keys, and its mails go to the new owner', async () => {
    const owner = await member(app)
    const heir = await joined(owner, 'developer')
    const { secret } = await app.accounts.keys.createKey({
      accountId: owner.accountId,
      plan: 'free',
      name: 'ours',
      mode: 'test',
    })
    const transfer = `${MEMBERS}/${heir.accountId}/transfer`
    await owner.visitor.submit(MEMBERS, transfer, { sure: 'yes' })
    expect(await rolesOf(owner.accountId)).toEqual([
      [owner.email, 'developer'],
      [heir.email, 'owner'],
    ])
    await owner.visitor.submit(MEMBERS, `${MEMBERS}/leave`, { sure: 'yes' })
    expect((await contactOf(app.db, owner.accountId))?.email).toBe(heir.email)
    expect(await app.usage(secret)).toBe(200)
    expect(textOf(await heir.visitor.get('/console/keys'))).toContain('ours')
    // The founder's log-in is theirs still, without the organisation, and cannot be made one again.
    const visitor = new Visitor(app)
    await logIn(visitor, owner.email)
    const none = await visitor.get('/console/organisations')
    expect(textOf(none)).toContain('You belong to no organisation')
    const csrf = csrfIn(none.bytes.toString())
    expect((await visitor.post('/console/organisations/found', { csrf })).status).toBe(422)
    expect(await rolesOf(owner.accountId)).toEqual([[heir.email, 'owner']])
  })

  test('a hundred removals at once leave an owner', async () => {
    const owner = await member(app)
    const owners = [owner, await joined(owner, 'owner'), await joined(owner, 'owner')]
    const { accountId } = owner
    const tries = Array.from({ length: 100 }, (_, index) => {
      const by = { accountId, personId: owners[index % 3]?.accountId ?? '', origin }
      const whom = owners[(index + 1 + (index % 2)) % 3]?.accountId ?? ''
      return index % 5 === 0
        ? app.identity.members.leave(by)
        : app.identity.members.remove(by, whom)
    })
    const results = await Promise.allSettled(tries)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    expect((await rolesOf(accountId)).map(([, role]) => role)).toEqual(['owner'])
  })

  test('of another organisation cannot be named', async () => {
    const [owner, other] = [await member(app), await member(app)]
    for (const act of ['remove', 'transfer', 'role']) {
      const fields = { sure: 'yes', role: 'sender' }
      const path = `${MEMBERS}/${other.accountId}/${act}`
      expect((await owner.visitor.submit(MEMBERS, path, fields)).status).toBe(422)
    }
    const open = await owner.visitor.submit(
      '/console/organisations',
      '/console/organisations/open',
      { account: other.accountId },
    )
    expect(open.status).toBe(422)
    expect(await rolesOf(other.accountId)).toEqual([[other.email, 'owner']])
  })
})

describe('closing', () => {
  test('an organisation takes its members out, and only who has no other goes with it', async () => {
    const [owner, boss] = [await member(app), await member(app)]
    const one = await joined(owner, 'sender')
    await invite(boss, owner.email, 'developer')
    const path = await linkIn(app, owner.email, 'invite')
    await owner.visitor.submit(path, path)
    await owner.visitor.submit('/console/organisations', '/console/organisations/open', {
      account: owner.accountId,
    })
    const closed = await owner.visitor.submit(
      '/console/settings/delete',
      '/console/settings/delete',
      {
        sure: 'yes',
        current: PASSWORD,
      },
    )
    expect(closed.headers.location).toBe('/console/organisations')
    expect(await rolesOf(owner.accountId)).toEqual([])
    expect((await one.visitor.get('/console')).headers.location).toBe('/console/log-in')
    const visitor = new Visitor(app)
    expect((await logIn(visitor, owner.email)).status).toBe(303)
    expect(textOf(await visitor.get(MEMBERS))).toContain(boss.email)
    // A log-in that belongs nowhere can go too.
    const alone = new Visitor(app)
    await logIn(alone, one.email)
    const gone = await alone.submit('/console/organisations', '/console/organisations/forget', {
      sure: 'yes',
    })
    expect(gone.headers.location).toBe('/console/log-in')
    expect(await app.accounts.accounts.findAccount(one.email)).toBeUndefined()
  })
})

describe('an account without members', () => {
  test('made on the command line or by an earlier build is its person’s organisation', async () => {
    const { id, email } = await app.accounts.accounts.createAccount(guest())
    expect((await contactOf(app.db, id))?.email).toBe(email)
    const { token } = await app.identity.logins.enter(id, origin)
    expect((await app.identity.sessions.find(token))?.membership).toMatchObject({
      accountId: id,
      role: 'owner',
    })
    // A session that an earlier build began says nothing of an organisation.
    await app.db.updateTable('user_sessions').set({ organisation_id: null }).execute()
    await app.db.deleteFrom('members').where('account_id', '=', id).execute()
    await app.db.deleteFrom('organisations').where('account_id', '=', id).execute()
    expect((await app.identity.sessions.find(token))?.membership?.role).toBe('owner')
  })
})
