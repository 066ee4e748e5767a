import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ConsoleApp, startConsoleApp } from '../../support/console-app.ts'
import { csrfIn, member, PASSWORD, textOf, Visitor } from '../../support/console-visitor.ts'

let app: ConsoleApp
let owner: Awaited<ReturnType<typeof member>>

beforeAll(async () => {
  app = await startConsoleApp()
  owner = await member(app)
})
afterAll(() => app.close())

const PLACE = { place: 'free test' }
const keysOf = (accountId: string) => app.accounts.keys.listKeys(accountId)
const secretIn = (page: string): string => /pk_(?:live|test)_[0-9A-Za-z]{38}/.exec(page)?.[0] ?? ''

/** Every form of the console that changes something, with fields that would work. */
const FORMS: ReadonlyArray<readonly [string, Record<string, string>]> = [
  ['/console/keys', { name: 'forged', form: 'x', ...PLACE }],
  ['/console/log-out', {}],
  ['/console/language', { lang: 'fr', back: '/console' }],
  ['/console/log-in', { email: 'a@example.com', password: PASSWORD }],
  ['/console/sign-up', { email: 'forged@example.com', password: PASSWORD }],
  ['/console/forgot', { email: 'forged@example.com' }],
  ['/console/try/invoice.pdf', { number: '1', buyer: 'b', item: 'i', price: '1' }],
  ['/console/try/signature', {}],
  ['/console/settings/language', { lang: 'fr' }],
  ['/console/settings/password', { current: PASSWORD, password: 'seven green doors hum' }],
  ['/console/settings/sessions/end-others', {}],
  ['/console/settings/export', {}],
  ['/console/settings/delete', { sure: 'yes', current: PASSWORD }],
  ['/console/templates', { name: 'forged' }],
  ['/console/templates/sample', { sample: 'invoice' }],
  ['/console/templates/tpl_1/try', { data: '{}' }],
  ['/console/templates/tpl_1/versions', { note: 'forged' }],
  ['/console/templates/tpl_1/versions/1/restore', {}],
  ['/console/templates/tpl_1/rename', { name: 'forged' }],
  ['/console/templates/tpl_1/delete', { sure: 'yes' }],
  ['/console/factur-x', { data: '{}', do: 'check' }],
  ['/console/factur-x/file', {}],
]

describe('forms from elsewhere', () => {
  test.each(FORMS)('%s is refused without its token', async (path, fields) => {
    expect((await owner.visitor.post(path, fields)).status).toBe(403)
    expect((await owner.visitor.post(path, { ...fields, csrf: 'guess' })).status).toBe(403)
  })

  test.each(FORMS)('%s is refused from another site, even with its token', async (path, fields) => {
    const csrf = csrfIn((await owner.visitor.get('/console')).bytes.toString())
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]) {
      const answer = await owner.visitor.post(path, { ...fields, csrf }, headers as never)
      expect(answer.status, JSON.stringify(headers)).toBe(403)
    }
  })

  test('the token of another account or of a browser that is not logged in is none', async () => {
    const other = await member(app)
    const theirs = csrfIn((await other.visitor.get('/console')).bytes.toString())
    const nobodys = csrfIn((await new Visitor(app).get('/console/log-in')).bytes.toString())
    for (const csrf of [theirs, nobodys]) {
      const answer = await owner.visitor.post('/console/keys', {
        name: 'forged',
        form: 'y',
        csrf,
        ...PLACE,
      })
      expect(answer.status).toBe(403)
    }
    expect(await keysOf(owner.accountId)).toEqual([])
  })

  test('other kinds of body are not read', async () => {
    for (const type of ['text/plain', 'multipart/form-data; boundary=x']) {
      const answer = await owner.visitor.post('/console/log-out', {}, { 'content-type': type })
      expect(answer.status, type).toBeGreaterThanOrEqual(400)
    }
    expect((await owner.visitor.get('/console')).status).toBe(200)
  })
})

describe('pages', () => {
  const PAGES = [
    '/console',
    '/console/requests',
    '/console/requests/new',
    '/console/webhooks',
    '/console/keys',
    '/console/usage',
    '/console/settings',
    '/console/settings/delete',
    '/console/templates',
    '/console/factur-x',
    '/console/factur-x/file',
    '/console/nothing',
  ]

  test.each(PAGES)('%s runs nothing from elsewhere, is in no frame, in no cache', async (path) => {
    const { headers } = await owner.visitor.get(path)
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("form-action 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(headers['referrer-policy']).toBe('same-origin')
  })

  test('nobody who is not logged in sees anything', async () => {
    for (const path of PAGES.slice(0, -1)) {
      const answer = await new Visitor(app).get(path)
      expect(answer.status, path).toBe(303)
      expect(String(answer.headers.location)).toMatch(/^\/console\/log-in/)
    }
  })

  test('cookies are for this host, over HTTP only, and not for other sites', async () => {
    const visitor = new Visitor(app)
    const answer = await visitor.submit('/console/log-in', '/console/log-in', {
      email: owner.email,
      password: PASSWORD,
    })
    const lines = [answer.headers['set-cookie'] ?? []].flat().map(String)
    const session = lines.find((line) => line.startsWith('paraph-session='))
    expect(session).toMatch(/; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/)
  })

  test('names are text, wherever they come from', async () => {
    const { visitor } = await member(app, {
      headers: { 'user-agent': 'Firefox/1 <script>alert(1)</script>' },
    })
    const name = `"><img src=x onerror=alert(1)>'\`{{7*7}}`
    const made = await visitor.submit('/console/keys', '/console/keys', { name, ...PLACE })
    expect(made.status).toBe(200)
    for (const path of ['/console', '/console/keys', '/console/usage', '/console/settings']) {
      const page = (await visitor.get(path)).bytes.toString()
      expect(page, path).not.toContain('<img')
      expect(page, path).not.toMatch(/<script>/)
    }
    expect((await visitor.get('/console/keys')).bytes.toString()).toContain('&lt;img')
  })

  test('an address is text on the pages that show it again', async () => {
    const email = '"<script>alert(1)</script>"@x.example'
    const visitor = new Visitor(app)
    for (const path of ['/console/sign-up', '/console/log-in', '/console/forgot']) {
      const answer = await visitor.submit(path, path, { email, password: PASSWORD })
      expect(answer.bytes.toString(), path).not.toContain('<script>alert')
    }
  })

  test('a cookie that names a notice can only choose among our own texts', async () => {
    const visitor = new Visitor(app)
    for (const flash of ['__proto__', 'constructor', '<b>', 'nothing']) {
      visitor.cookies.set('paraph-flash', flash)
      expect((await visitor.get('/console/log-in')).bytes.toString()).not.toContain('class="flash"')
    }
  })
})

describe('keys', () => {
  test('a key is shown once, works, and a form sent twice makes one', async () => {
    const { visitor, accountId } = await member(app)
    const page = (await visitor.get('/console/keys')).bytes.toString()
    const fields = {
      csrf: csrfIn(page),
      form: /name="form" value="([^"]+)"/.exec(page)?.[1] ?? '',
      name: 'first',
      ...PLACE,
    }
    const made = await visitor.post('/console/keys', fields)
    const secret = secretIn(made.bytes.toString())
    expect(await app.usage(secret)).toBe(200)
    expect((await visitor.post('/console/keys', fields)).status, 'loaded again').toBe(303)
    expect((await keysOf(accountId)).length).toBe(1)
    for (const path of ['/console', '/console/keys', '/console/settings'])
      expect((await visitor.get(path)).bytes.toString()).not.toContain(secret)
  })

  test('the limit of the plan is shown before it is reached, and is enforced if it is ignored', async () => {
    const { visitor, accountId } = await member(app)
    await visitor.submit('/console/keys', '/console/keys', { name: 'one', ...PLACE })
    const page = (await visitor.get('/console/keys')).bytes.toString()
    expect(page).toMatch(/value="free test" required disabled/)
    expect(page).toContain('1 of 1 used')
    const refused = await visitor.submit('/console/keys', '/console/keys', {
      name: 'two',
      ...PLACE,
    })
    expect(refused.status).toBe(422)
    expect((await keysOf(accountId)).length).toBe(1)
  })

  test('plans that are not offered cannot be taken', async () => {
    const { visitor, accountId } = await member(app)
    for (const place of ['documents_unlimited live', 'free admin', 'free', '', '__proto__ live']) {
      const answer = await visitor.submit('/console/keys', '/console/keys', { name: 'x', place })
      expect(answer.status, place).toBe(422)
    }
    expect(await keysOf(accountId)).toEqual([])
  })

  test('a rotated key works with both secrets until the overlap ends; a revoked one at once with none', async () => {
    const { visitor, accountId } = await member(app)
    const made = await visitor.submit('/console/keys', '/console/keys', { name: 'k', ...PLACE })
    const old = secretIn(made.bytes.toString())
    const [key] = await keysOf(accountId)
    const rotated = await visitor.submit('/console/keys', `/console/keys/${key?.id}/rotate`, {
      overlap: '3600',
    })
    const fresh = secretIn(rotated.bytes.toString())
    expect(fresh).not.toBe(old)
    const use = async (secret: string) => await app.usage(secret)
    expect([await use(old), await use(fresh)]).toEqual([200, 200])
    expect(textOf(await visitor.get('/console/keys'))).toContain('The old secret works until')
    app.clock.move(3_601_000)
    expect([await use(old), await use(fresh)]).toEqual([401, 200])
    const revoke = `/console/keys/${key?.id}/revoke`
    await visitor.submit('/console/keys', revoke)
    expect(await use(fresh), 'not without the tick').toBe(200)
    await visitor.submit('/console/keys', revoke, { sure: 'yes' })
    expect(await use(fresh)).toBe(401)
    const events = textOf(await visitor.get('/console/settings'))
    for (const words of ['Key created', 'Key rotated', 'Key revoked'])
      expect(events).toContain(words)
  })

  test('those of another account are not there', async () => {
    const { visitor, accountId } = await member(app)
    await visitor.submit('/console/keys', '/console/keys', { name: 'theirs', ...PLACE })
    const [key] = await keysOf(accountId)
    // Some minutes after the log-in the password is asked for first.
    const rotate = { overlap: '0', confirm_password: PASSWORD }
    const acts = { rename: { name: 'mine' }, rotate, revoke: { sure: 'yes' } }
    for (const [act, fields] of Object.entries(acts)) {
      const path = `/console/keys/${key?.id}/${act}`
      expect((await owner.visitor.submit('/console/keys', path, fields)).status, act).toBe(404)
    }
    expect((await keysOf(accountId))[0]).toMatchObject({ name: 'theirs', revoked_at: null })
  })
})

describe('an account', () => {
  test('is exported without a secret, and deleted only with its password', async () => {
    const { visitor, email, accountId } = await member(app)
    const made = await visitor.submit('/console/keys', '/console/keys', { name: 'k', ...PLACE })
    const secret = secretIn(made.bytes.toString())
    const exported = await visitor.submit('/console/settings', '/console/settings/export')
    expect(exported.headers['content-type']).toBe('application/zip')
    for (const name of ['account.json', 'keys.json', 'templates.json', 'security-events.json'])
      expect(exported.bytes.includes(name), name).toBe(true)
    expect(exported.bytes.includes('argon2')).toBe(false)

    const remove = (current: string) =>
      visitor.submit('/console/settings/delete', '/console/settings/delete', {
        sure: 'yes',
        current,
      })
    expect((await remove('not the password')).status).toBe(422)
    expect(await app.usage(secret)).toBe(200)
    expect((await remove(PASSWORD)).headers.location).toBe('/console/log-in')
    expect(await app.usage(secret)).toBe(401)
    expect(await app.accounts.accounts.findAccount(email)).toBeUndefined()
    for (const table of ['users', 'user_sessions', 'security_events'] as const) {
      const rows = await app.db
        .selectFrom(table)
        .selectAll()
        .where('account_id', '=', accountId)
        .execute()
      expect(rows, table).toEqual([])
    }
    expect((await visitor.get('/console')).status).toBe(303)
  })
})

describe('the operator', () => {
  test('closes sign-up', async () => {
    const closed = await startConsoleApp({ PARAPH_SIGNUP: 'closed' })
    try {
      const visitor = new Visitor(closed)
      expect((await visitor.get('/console/sign-up')).status).toBe(403)
      const page = (await visitor.get('/console/log-in')).bytes.toString()
      expect(page).not.toContain('/console/sign-up')
      const csrf = csrfIn(page)
      const fields = { csrf, email: 'a@example.com', password: PASSWORD }
      expect((await visitor.post('/console/sign-up', fields)).status).toBe(403)
      expect(await closed.db.selectFrom('signups').selectAll().execute()).toEqual([])
    } finally {
      await closed.close()
    }
  })

  test('allows some domains only, in whatever case and whatever surrounds them', async () => {
    const invited = await startConsoleApp({
      PARAPH_SIGNUP: 'invited-domains',
      PARAPH_SIGNUP_DOMAINS: 'Example.com, example.org',
    })
    try {
      const signUp = async (email: string): Promise<number> => {
        const fields = { email, password: PASSWORD }
        return (await new Visitor(invited).submit('/console/sign-up', '/console/sign-up', fields))
          .status
      }
      expect(await signUp('a@EXAMPLE.com')).toBe(200)
      expect(await signUp('a@example.org')).toBe(200)
      for (const other of [
        'a@evil.example',
        'a@sub.example.com',
        'a@example.com.evil.example',
        'example.com@evil.example',
      ])
        expect(await signUp(other), other).toBe(422)
    } finally {
      await invited.close()
    }
  })
})
