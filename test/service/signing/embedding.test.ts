/** Signing in a frame of the sender's page: who may show it, how the session gets there without a cookie, who is told. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SESSION_HEADER } from '../../../src/signing/model/signer-page.ts'
import type { Answer } from '../../support/app.ts'
import { pdfText } from '../../support/pdf-text.ts'
import {
  Person,
  type SeenProblem,
  SigningApp,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'

const HOME = 'https://app.example.com'
const OTHER = 'https://portal.example.com'
const LOCAL = 'http://localhost:5173'
const OPERATOR = 'https://intranet.example.com'

let signing: SigningApp
let account = ''
beforeAll(async () => {
  const { app } = await startSigningApp({ PARAPH_SIGN_FRAME_ANCESTORS: OPERATOR })
  const { accounts } = app.services.accounts
  account = (await accounts.createAccount('embedding@example.com')).id
  signing = new SigningApp(app, await app.keyFor(account, 'signature_business'))
  await allow([HOME, OTHER, LOCAL])
})
afterAll(() => signing.close())

async function allow(origins: readonly string[]): Promise<void> {
  const { embedding } = signing.services.signing.parts
  await embedding.set(account, origins, 'key:test')
}

async function request(key = signing.key, more: Partial<WishedSigner> = {}) {
  const who = somebody({ delivery: 'none', locale: 'en', ...more })
  const { id, signers } = await signing.create([who], { key })
  const ask = (body: object): Promise<Answer> =>
    signing.act('POST', id, `/signers/${signers[0]?.id}/signing-url`, body, key)
  return { who, id, ask }
}

const tokenIn = (url: unknown): string => /\/sign\/([\w-]+)$/.exec(String(url))?.[1] ?? ''
const get = (token: string, dest?: string): Promise<Answer> =>
  signing.app.call('GET', `/sign/${token}?lang=en`, {
    headers: dest === undefined ? {} : { 'sec-fetch-dest': dest },
  })

/** The page in the frame: a person whose session is in the page's memory. */
class Framed extends Person {
  session = ''

  override async call(method: string, path: string, json?: unknown): Promise<Answer> {
    const headers = this.session === '' ? {} : { [SESSION_HEADER]: this.session }
    const body = json === undefined ? {} : { json }
    const answer = await signing.app.call(method, `/sign/${this.token}${path}`, {
      headers,
      ...body,
    })
    const given = answer.headers[SESSION_HEADER]
    if (typeof given === 'string') this.session = given
    return answer
  }
}

/** Follows a link as a frame does. */
async function framed(url: string, who: WishedSigner): Promise<Framed> {
  const answer = await get(tokenIn(url), 'iframe')
  expect(answer.status).toBe(303)
  return new Framed(signing.app, {
    token: tokenIn(answer.headers.location),
    to: who.email,
    phone: who.phone,
  })
}

const urlOf = async (asked: Promise<Answer>): Promise<string> => {
  const answer = await asked
  expect(answer.status, String(answer.bytes)).toBe(200)
  return answer.json<{ url: string }>().url
}

/** A page or a file that the description does not name. */
async function visit(url: string): Promise<Pick<Answer, 'status' | 'headers' | 'bytes'>> {
  const { statusCode: status, headers, rawPayload: bytes } = await signing.app.app.inject(url)
  return { status, headers, bytes }
}

const ancestors = ({ headers }: Pick<Answer, 'headers'>): string =>
  /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1] ?? ''

test('a person signs in the frame without a cookie; the trail and the proof name the page around it', async () => {
  const { who, id, ask } = await request()
  const person = await framed(await urlOf(ask({ embed_origin: HOME })), who)
  const page = await get(person.token, 'iframe')
  expect([page.status, ancestors(page)]).toEqual([200, HOME])
  expect(page.headers).not.toHaveProperty('x-frame-options')
  expect(String(page.bytes)).toContain(`"embedOrigin":"${HOME}"`)
  await person.verify()
  expect(person.session).not.toBe('')
  expect(person.cookie).toBe('')
  expect((await person.sign()).status).toBe(200)
  await signing.work()
  expect((await signing.get(id)).status).toBe('completed')
  const trail = (await signing.act('GET', id, '/audit')).json<{
    entries: { type: string; data: Record<string, unknown> }[]
  }>()
  const embedded = trail.entries.filter(({ data }) => data.embed_origin === HOME)
  expect(embedded.map(({ type }) => type)).toEqual([
    'signer.link_issued',
    'signer.opened',
    'signer.consented',
    'signer.otp_sent',
    'signer.verified',
    'signer.signed',
  ])
  const proof = pdfText((await signing.act('GET', id, '/proof')).bytes).join(' ')
  expect(proof).toMatch(/in a frame of (?:.* )?https:\/\/app\.example\.com/)
  // The file, in the frame.
  const signed = await person.call('GET', '/signed')
  expect([signed.status, signed.headers['content-type']]).toEqual([200, 'application/pdf'])
  const done = String((await get(person.token, 'iframe')).bytes)
  expect(done).toContain('is complete')
  expect(done).toContain('target="_blank"')
})

test('the session of a frame is taken from the header alone, that of a tab from the cookie alone', async () => {
  const { who, ask } = await request()
  const person = await framed(await urlOf(ask({ embed_origin: HOME })), who)
  await person.verify()
  const held = person.session
  const { sha256 } = (await person.state()).document
  const body = { document_sha256: sha256, kind: 'typed', text: 'Zoé' }
  const id = (await person.state()).signer.id
  const sign = (token: string, headers: Record<string, string>) =>
    signing.app.call('POST', `/sign/${token}/signature`, { json: body, headers })
  const code = async (asked: Promise<Answer>) => (await asked).json<SeenProblem>().code
  expect(await code(sign(person.token, { cookie: `paraph-${id}=${held}` }))).toBe(
    'verification_required',
  )
  expect(await code(sign(person.token, { [SESSION_HEADER]: 'wrong' }))).toBe(
    'verification_required',
  )
  const outside = tokenIn((await get(person.token, 'document')).headers.location)
  expect(await code(sign(outside, { [SESSION_HEADER]: held }))).toBe('verification_required')
  expect((await sign(person.token, { [SESSION_HEADER]: held })).status).toBe(200)
})

test('no other page can be framed, and a page for a frame is none in a tab', async () => {
  const { ask } = await request()
  const url = await urlOf(ask({ embed_origin: HOME }))
  const tab = await get(tokenIn(url), 'document')
  const own = tokenIn(tab.headers.location)
  expect(own).not.toMatch(/-e[0-9a-f]{48}$/)
  const page = await get(own, 'iframe')
  expect([page.status, ancestors(page), page.headers['x-frame-options']]).toEqual([
    200,
    "'none'",
    'DENY',
  ])
  const frame = tokenIn((await get(tokenIn(url), 'iframe')).headers.location)
  const again = await get(frame, 'document')
  expect([again.status, tokenIn(again.headers.location)]).toEqual([303, own])
  // A link for no frame leads to none.
  const plain = tokenIn((await get(tokenIn(await urlOf(ask({}))), 'iframe')).headers.location)
  expect(plain).toBe(own)
  for (const path of ['/', '/verify', '/console/login', '/docs'])
    expect(ancestors(await visit(path)), path).toBe("'none'")
})

test('only the origins of the account and of the operator are taken, those without TLS for test documents', async () => {
  const live = await request()
  const detail = async (origin: string, from = live) => {
    const answer = await from.ask({ embed_origin: origin })
    const problem = answer.json<SeenProblem>()
    expect([answer.status, problem.errors?.[0]?.pointer]).toEqual([422, '/embed_origin'])
    return problem.detail
  }
  expect(await detail('https://evil.example.com')).toContain(`allowed: ${OPERATOR}, ${HOME}`)
  expect(await detail(`${HOME}/path`)).toContain('must be one of')
  expect(await detail(LOCAL)).toContain('must begin with https://')
  expect(await detail('https://*')).toContain('must be one of')
  expect((await live.ask({ embed_origin: 'nothing' })).status).toBe(422)
  await urlOf(live.ask({ embed_origin: OPERATOR }))
  const testKey = await signing.app.keyFor(account, 'signature_business', 'test')
  await signing.services.pkiOf('test').authority.ready()
  await urlOf((await request(testKey)).ask({ embed_origin: LOCAL }))
  const stranger = await signing.app.newKey('signature_business')
  const theirs = await request(stranger)
  expect(await detail(HOME, theirs)).toContain(`allowed: ${OPERATOR}`)
})

test('a link that is opened too late says so in its frame, a forged one and that of a removed origin in none', async () => {
  const { who, ask } = await request()
  const url = await urlOf(ask({ embed_origin: OTHER, expires_in: 60 }))
  const person = await framed(url, who)
  const [id = '', until = '', mac = ''] = tokenIn(url).split('-')
  const later = (Number.parseInt(until, 36) + 86_400).toString(36)
  const forged = [`${id}-${later}-${mac}`, `${id}-${mac}`, `${id}-${until}-${mac.slice(1)}`]
  for (const token of [...forged, person.token.replace('-e', '-')]) {
    const answer = await get(token, 'iframe')
    expect([answer.status, ancestors(answer)], token).toEqual([404, "'none'"])
  }
  signing.app.clock.move(61_000)
  const late = await get(tokenIn(url), 'iframe')
  expect([late.status, ancestors(late)]).toEqual([410, OTHER])
  expect(String(late.bytes)).toContain(`{"embedOrigin":"${OTHER}"}`)
  expect((await get(person.token, 'iframe')).status).toBe(200)
  await allow([HOME])
  for (const token of [tokenIn(url), person.token])
    expect((await get(token, 'iframe')).status).toBe(404)
  expect((await person.call('POST', '/open', {})).status).toBe(404)
  await allow([HOME, OTHER, LOCAL])
  expect((await person.open()).next).toBe('sign')
})

test('an account has at most twenty origins, each said when it is none', async () => {
  const many = Array.from({ length: 21 }, (_, index) => `https://a${index}.example.com`)
  await expect(allow(many)).rejects.toThrow('At most 20')
  await expect(allow([HOME, 'https://*.example.com'])).rejects.toMatchObject({
    code: 'validation_failed',
    errors: [{ pointer: '/origins/1' }],
  })
  await allow([`${HOME}/`, HOME, OTHER, LOCAL])
  const { embedding } = signing.services.signing.parts
  expect(await embedding.of(account)).toEqual([LOCAL, HOME, OTHER])
})

test('the script for pages of others is a module and a plain script, readable from everywhere', async () => {
  for (const [path, word] of [
    ['/embed.mjs', 'export'],
    ['/embed.js', 'var Paraph'],
  ] as const) {
    const { status, headers, bytes } = await visit(path)
    expect(status).toBe(200)
    expect(headers['content-type']).toContain('text/javascript')
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin')
    expect(String(bytes)).toContain(word)
    expect(bytes.length).toBeLessThan(4_000)
  }
})

test('programs read and replace the origins with a key; one of another account sees its own', async () => {
  const path = '/api/v1/account/embed-origins'
  const put = (origins: unknown, key = signing.key) =>
    signing.app.call('PUT', path, { key, json: { origins } })
  const read = async (key = signing.key) =>
    (await signing.app.call('GET', path, { key })).json<{ origins: string[] }>().origins
  const set = await put(['https://New.example.com/', LOCAL])
  expect(set.status, String(set.bytes)).toBe(200)
  expect(set.json()).toEqual({ origins: [LOCAL, 'https://new.example.com'] })
  const { ask } = await request()
  expect((await ask({ embed_origin: 'https://new.example.com' })).status).toBe(200)

  const wrong = await put([HOME, 'https://*.example.com', 'http://app.example.com'])
  expect(wrong.status).toBe(422)
  expect(wrong.json<SeenProblem>().errors?.map(({ pointer }) => pointer)).toEqual([
    '/origins/1',
    '/origins/2',
  ])
  expect(
    (await put(Array.from({ length: 21 }, (_, at) => `https://a${at}.example.com`))).status,
  ).toBe(422)
  expect((await put('https://app.example.com')).status).toBe(422)
  expect(await read()).toEqual([LOCAL, 'https://new.example.com'])
  const { accounts } = signing.services.accounts
  const other = await accounts.createAccount('embedding-other@example.com')
  expect(await read(await signing.app.keyFor(other.id, 'signature_business'))).toEqual([])
  expect((await signing.app.call('GET', path)).status).toBe(401)
})

test('a test key changes only origins that never count for live documents', async () => {
  await allow([HOME, LOCAL])
  const key = await signing.app.keyFor(account, 'signature_business', 'test')
  const put = (origins: string[]) =>
    signing.app.call('PUT', '/api/v1/account/embed-origins', { key, json: { origins } })
  const refused = await put([LOCAL, OTHER])
  expect(refused.status).toBe(422)
  expect(refused.json<SeenProblem>().errors?.[0]?.pointer).toBe('/origins/1')
  expect((await put(['http://localhost:8080', HOME])).json()).toEqual({
    origins: ['http://localhost:8080', HOME],
  })
  expect((await put([])).json()).toEqual({ origins: [HOME] })
})
