/** Logging in by a provider: the right answer opens the right log-in, every other one opens nothing. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { CONFIRMED_MS } from '../../../src/identity/sessions.ts'
import { type ConsoleApp, startConsoleApp } from '../../support/console-app.ts'
import { type Answer, member, PASSWORD, textOf, Visitor } from '../../support/console-visitor.ts'
import { OidcTestProvider, type Spoiling } from '../../support/oidc-provider.ts'

const SECRET = 'a secret of the client that is long enough'
const BEGIN = '/console/log-in/oidc'
const provider = new OidcTestProvider(SECRET)
let app: ConsoleApp
let settings: Record<string, string> = {}
let subjects = 0

beforeAll(async () => {
  await provider.start()
  settings = {
    PARAPH_OIDC_ISSUER: provider.issuer,
    PARAPH_OIDC_CLIENT_ID: 'paraph',
    PARAPH_OIDC_CLIENT_SECRET: SECRET,
    PARAPH_OIDC_NAME: 'Corp',
  }
  app = await startConsoleApp({ ...settings, PARAPH_OIDC_CREATE: 'on' })
})
afterAll(async () => {
  await app.close()
  await provider.stop()
})
beforeEach(() => {
  provider.spoiling = {}
})

type Claims = Record<string, unknown>

function person(more: Claims = {}): Claims {
  subjects += 1
  return {
    sub: `sub-${subjects}`,
    email: `u${subjects}@corp.example`,
    email_verified: true,
    ...more,
  }
}

const begun = async (visitor: Visitor, next = ''): Promise<string> => {
  const answer = await visitor.get(`${BEGIN}?next=${next}`)
  if (answer.status !== 303) throw new Error(`not begun: ${answer.status} ${textOf(answer)}`)
  return String(answer.headers.location)
}

/** Goes to the provider and back. */
async function logIn(visitor: Visitor, claims: Claims, next = ''): Promise<Answer> {
  const query = provider.answerTo(await begun(visitor, next), claims)
  return await visitor.get(`${BEGIN}/callback?${query}`)
}

const isIn = async (visitor: Visitor): Promise<boolean> =>
  (await visitor.get('/console/settings')).status === 200

describe('somebody the provider knows', () => {
  test('gets a log-in and an organisation, and comes back to the same', async () => {
    const claims = person()
    const visitor = new Visitor(app)
    expect(textOf(await visitor.get('/console/log-in'))).toContain('Log in with Corp')
    const answer = await logIn(visitor, claims, '/console/keys')
    expect([answer.status, answer.headers.location]).toEqual([303, '/console/keys'])
    expect(textOf(await visitor.get('/console/members'))).toContain(String(claims.email))
    // The subject counts, not the address.
    const again = new Visitor(app)
    await logIn(again, { ...claims, email: 'renamed@corp.example' })
    expect(textOf(await again.get('/console/members'))).toContain(String(claims.email))
  })

  test.each(['RS256', 'ES256', 'PS256'] as const)(
    'whose token is signed with %s is let in',
    async (alg) => {
      provider.spoiling = { alg }
      const visitor = new Visitor(app)
      await logIn(visitor, person())
      expect(await isIn(visitor)).toBe(true)
    },
  )

  test('is logged out here by logging out, and a removed member has nothing open any more', async () => {
    const owner = await member(app)
    const claims = person()
    const visitor = new Visitor(app)
    await logIn(visitor, claims)
    const id = (await app.accounts.accounts.findAccount(String(claims.email)))?.id ?? ''
    const by = { accountId: owner.accountId, personId: owner.accountId, origin: { ip: '', ua: '' } }
    const email = String(claims.email)
    await app.identity.invitations.invite(by, { email, role: 'sender', locale: 'en' })
    expect((await visitor.submit('/console', '/console/log-out')).status).toBe(303)
    expect(await isIn(visitor)).toBe(false)
    expect(await app.identity.members.of(id)).toHaveLength(1)
  })
})

describe('an answer that does not hold', () => {
  const WRONG: ReadonlyArray<[name: string, spoiling: Spoiling]> = [
    ['an unsigned token', { alg: 'none' }],
    ['a token signed with the client secret', { alg: 'HS256' }],
    ['a token signed by another key', { foreignKey: true }],
    ['another issuer', { claims: { iss: 'https://evil.example' } }],
    ['another audience', { claims: { aud: 'somebody-else' } }],
    [
      'two audiences without saying for whom',
      { claims: { aud: ['paraph', 'other'], azp: 'other' } },
    ],
    ['an expired token', { claims: { exp: Math.floor(Date.now() / 1000) - 120 } }],
    ['no end', { claims: { exp: undefined } }],
    ['another nonce', { claims: { nonce: 'of another log-in' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['no subject', { claims: { sub: undefined } }],
    ['an error', { endpoint: 'error' }],
  ]

  test.each(WRONG)('%s is refused with a page that says so', async (_name, spoiling) => {
    provider.spoiling = spoiling
    const visitor = new Visitor(app)
    const answer = await logIn(visitor, person())
    expect([answer.status, textOf(answer)]).toEqual([
      422,
      expect.stringContaining('its answer was not valid'),
    ])
    expect(await isIn(visitor)).toBe(false)
  })

  test.each(['hangs up', 'silent', 'endless'] as const)(
    'a provider that %s is one that is down',
    async (endpoint) => {
      provider.spoiling = { endpoint }
      const answer = await logIn(new Visitor(app), person())
      expect([answer.status, textOf(answer)]).toEqual([
        502,
        expect.stringContaining('does not answer'),
      ])
    },
  )

  test('is taken once, by the browser that began, within ten minutes', async () => {
    const visitor = new Visitor(app)
    const query = provider.answerTo(await begun(visitor), person())
    const thief = new Visitor(app)
    await begun(thief)
    const stolen = await thief.get(`${BEGIN}/callback?${query}`)
    expect([stolen.status, textOf(stolen)]).toEqual([422, expect.stringContaining('Start again')])
    // The answer that was stolen is used up for everybody.
    expect((await visitor.get(`${BEGIN}/callback?${query}`)).status).toBe(422)
    const mine = provider.answerTo(await begun(visitor), person())
    expect((await visitor.get(`${BEGIN}/callback?${mine}`)).status).toBe(303)
    expect((await visitor.get(`${BEGIN}/callback?${mine}`)).status).toBe(422)
    const late = provider.answerTo(await begun(visitor), person())
    app.clock.move(10 * 60_000)
    expect((await visitor.get(`${BEGIN}/callback?${late}`)).status).toBe(422)
    for (const query of ['', 'state=x', 'code=x', 'error=access_denied&state=x', 'state=x&state=y'])
      expect((await visitor.get(`${BEGIN}/callback?${query}`)).status).toBe(422)
  })

  test('says nothing of the provider’s own words', async () => {
    const visitor = new Visitor(app)
    const state = new URL(await begun(visitor)).searchParams.get('state')
    const words = 'error=access_denied&error_description=<b>call+0900</b>'
    const answer = await visitor.get(`${BEGIN}/callback?${words}&state=${state}`)
    expect([answer.status, answer.bytes.toString().includes('0900')]).toEqual([422, false])
  })

  test('leads to no other site', async () => {
    const visitor = new Visitor(app)
    const answer = await logIn(visitor, person(), 'https://evil.example')
    expect(answer.headers.location).toBe('/console')
  })
})

describe('an address that has a log-in with a password', () => {
  test('is connected by that password, once', async () => {
    const known = await member(app)
    const claims = person({ email: known.email.toUpperCase() })
    const visitor = new Visitor(app)
    const answer = await logIn(visitor, claims)
    expect(answer.headers.location).toBe('/console/log-in/connect?next=/console')
    expect(await isIn(visitor)).toBe(false)
    const path = '/console/log-in/connect'
    expect((await visitor.submit(path, path, { password: 'wrong but long' })).status).toBe(422)
    expect(await isIn(visitor)).toBe(false)
    expect((await visitor.submit(path, path, { password: PASSWORD })).headers.location).toBe(
      '/console',
    )
    expect(await isIn(visitor)).toBe(true)
    const next = new Visitor(app)
    expect((await logIn(next, claims)).headers.location).toBe('/console')
    // Another subject with that address is somebody else.
    expect((await logIn(new Visitor(app), person({ email: known.email }))).status).toBe(422)
  })

  test('is not touched by an address that the provider has not verified', async () => {
    const known = await member(app)
    for (const email_verified of [false, 'true', 1, undefined]) {
      const visitor = new Visitor(app)
      const answer = await logIn(visitor, person({ email: known.email, email_verified }))
      expect([answer.status, textOf(answer)]).toEqual([
        422,
        expect.stringContaining('does not vouch for an e-mail address'),
      ])
      expect(await isIn(visitor)).toBe(false)
    }
  })
})

describe('what asks for a fresh log-in', () => {
  test('asks somebody without a password for one at the provider', async () => {
    const claims = person()
    const visitor = new Visitor(app)
    await logIn(visitor, claims)
    app.clock.move(CONFIRMED_MS + 1)
    const asked = await visitor.submit('/console/settings', '/console/settings/export')
    expect([asked.status, textOf(asked)]).toEqual([
      403,
      expect.stringContaining('Log in with Corp again'),
    ])
    const begin = await visitor.get(`${BEGIN}?again=1`)
    expect(String(begin.headers.location)).toContain('prompt=login')
    const query = provider.answerTo(String(begin.headers.location), claims)
    await visitor.get(`${BEGIN}/callback?${query}`)
    expect((await visitor.submit('/console/settings', '/console/settings/export')).status).toBe(200)
  })
})

describe('the operator', () => {
  test('limits the provider to domains, and turns passwords off', async () => {
    const rules = {
      PARAPH_OIDC_CREATE: 'on',
      PARAPH_OIDC_DOMAINS: 'corp.example',
      PARAPH_PASSWORD_LOGIN: 'off',
    }
    const strict = await startConsoleApp({ ...settings, ...rules })
    try {
      const visitor = new Visitor(strict)
      expect((await visitor.get('/console/log-in')).bytes.toString()).not.toContain(
        'type="password"',
      )
      for (const page of ['log-in', 'forgot', 'sign-up']) {
        const csrf = await visitor.token('/console/forgot')
        const fields = { csrf, email: 'boss@corp.example', password: PASSWORD }
        expect([page, (await visitor.post(`/console/${page}`, fields)).status >= 400]).toEqual([
          page,
          true,
        ])
      }
      expect((await logIn(visitor, person({ email: 'a@other.example' }))).status).toBe(422)
      expect((await logIn(visitor, person())).status).toBe(303)
      expect(await isIn(visitor)).toBe(true)
    } finally {
      await strict.close()
    }
  })

  test('puts new people into an organisation in a role, as long as it is open', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'paraph-oidc-'))
    const kept = { PARAPH_DATA_DIR: folder, PARAPH_OIDC_CREATE: 'on' }
    const joining = (id: string) =>
      startConsoleApp({
        ...settings,
        ...kept,
        PARAPH_OIDC_ORGANISATION: id,
        PARAPH_OIDC_ROLE: 'auditor',
      })
    try {
      const first = await startConsoleApp(kept)
      const owner = await member(first)
      // Made on the command line, and never opened by anybody.
      const { id: unopened } = await first.accounts.accounts.createAccount('cli@corp.example')
      await first.close()
      for (const id of [owner.accountId, unopened]) {
        const app = await joining(id)
        const claims = person()
        const visitor = new Visitor(app)
        expect((await logIn(visitor, claims)).status).toBe(303)
        const list = await app.identity.members.list(id)
        expect(list.map(({ email, role }) => [email, role])).toEqual([
          [expect.any(String), 'owner'],
          [claims.email, 'auditor'],
        ])
        // An auditor of that organisation and nothing else: no organisation of their own.
        const personId = list[1]?.person_id ?? ''
        expect(await app.identity.members.of(personId)).toHaveLength(1)
        expect(textOf(await visitor.get('/console/members'))).toContain(String(list[0]?.email))
        expect(
          (await visitor.submit('/console/members', '/console/keys', { name: 'x' })).status,
        ).toBe(403)
        if (id === owner.accountId)
          await app.identity.close(id, { id, email: String(list[0]?.email) })
        await app.close()
      }
      for (const id of [owner.accountId, 'acc_01k00000000000000000000000']) {
        const app = await joining(id)
        const claims = person()
        const answer = await logIn(new Visitor(app), claims)
        expect([answer.status, textOf(answer)]).toEqual([
          422,
          expect.stringContaining('no log-in here for you'),
        ])
        // Refused, it leaves nothing behind.
        expect(await app.accounts.accounts.findAccount(String(claims.email))).toBeUndefined()
        await app.close()
      }
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  })

  test('who creates nobody lets in only those who have a log-in', async () => {
    const closed = await startConsoleApp(settings)
    try {
      const visitor = new Visitor(closed)
      const answer = await logIn(visitor, person())
      expect([answer.status, textOf(answer)]).toEqual([
        422,
        expect.stringContaining('no log-in here for you'),
      ])
      const email = 'made@corp.example'
      const { id } = await closed.accounts.accounts.createAccount(email)
      expect((await logIn(visitor, person({ email }))).status).toBe(303)
      expect((await closed.identity.members.of(id))[0]?.role).toBe('owner')
    } finally {
      await closed.close()
    }
  })

  test('whose provider is down has a page that says so', async () => {
    const gone = await startConsoleApp({ ...settings, PARAPH_OIDC_ISSUER: 'http://127.0.0.1:9' })
    try {
      const answer = await new Visitor(gone).get(BEGIN)
      expect([answer.status, textOf(answer)]).toEqual([
        502,
        expect.stringContaining('does not answer'),
      ])
    } finally {
      await gone.close()
    }
  })
})
