/** An answer speaks the language that the caller asks for: codes stay, words change. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptedLocale } from '../../../src/http/answer-language.ts'
import { setPassword } from '../../../src/identity/store.ts'
import { LOCALES } from '../../../src/kernel/languages.ts'
import { type FormParts, startTestApp, type TestApp } from '../../support/app.ts'

let service: TestApp
let key: string
beforeAll(async () => {
  service = await startTestApp()
  key = await service.newKey('signature_business')
})
afterAll(() => service.close())

const missing = (headers: Record<string, string>, withKey = key) =>
  service.call('GET', '/api/v1/documents/doc_01m7zcc4x1a61565vzgn4edkg1', { key: withKey, headers })
const wrong = (headers: Record<string, string>) =>
  service.call('POST', '/api/v1/webhooks', { key, headers, json: { url: 5, nonsense: true } })

describe('a problem document', () => {
  test.each([
    ['fr', 'fr', 'Ce document n’existe pas'],
    ['fr-CA, en;q=0.5', 'fr', 'Ce document n’existe pas'],
    ['en;q=0.4, fr;q=0.8', 'fr', 'Ce document n’existe pas'],
    ['sv, en-US;q=0.9', 'en', 'No such document'],
    ['sv', 'en', 'No such document'],
    ['fr;q=0, *', 'en', 'No such document'],
    ['de-AT', 'de', 'Dieses Dokument gibt es nicht'],
    ['*', 'en', 'No such document'],
  ])('for %s is in %s', async (accepted, language, title) => {
    const answer = await missing({ 'accept-language': accepted })
    expect(answer.headers['content-language']).toBe(language)
    expect(answer.headers.vary).toMatch(/\bAccept-Language\b/)
    expect(answer.json()).toMatchObject({ code: 'document_not_found', title })
  })

  test('has no member for one language, and its findings are translated with their codes unchanged', async () => {
    const [english, french] = [
      await wrong({ 'accept-language': 'en' }),
      await wrong({ 'accept-language': 'fr' }),
    ]
    const codes = ({ errors = [] }: { errors?: { code: string }[] }) =>
      errors.map(({ code }) => code)
    expect(codes(french.json())).toEqual(codes(english.json()))
    expect(codes(french.json()).length).toBeGreaterThan(1)
    expect(french.json().detail).toContain('/url doit être de type string.')
    expect(english.json().detail).toContain('/url must be string.')
    expect(JSON.stringify([english.json(), french.json()])).not.toMatch(/_fr"/)
  })

  test('is in the language too where no route is known, and where no key was given', async () => {
    const headers = { 'accept-language': 'fr' }
    expect((await service.call('GET', '/api/v1/nowhere', { headers })).json().title).toBe(
      'Cette adresse n’existe pas',
    )
    expect((await missing(headers, '')).json().title).toBe('L’en-tête X-API-Key est absent')
  })
})

test('a header that names no language leaves the choice to the account', () => {
  for (const accepted of [undefined, '', ' ', '*', '*;q=0.5', ' , *'])
    expect(
      acceptedLocale({ headers: accepted === undefined ? {} : { 'accept-language': accepted } }),
    ).toBeUndefined()
  expect(acceptedLocale({ headers: { 'accept-language': 'sv' } })).toBe('en')
})

test('without a language in the call, the answer speaks that of the account', async () => {
  const { db, accounts } = service.services
  const { id: accountId } = await accounts.accounts.createAccount('ada@example.com')
  const password = { password: 'of nobody', password_at: new Date(0).toISOString() }
  await setPassword(db, { account_id: accountId, ...password, locale: 'de' })
  const own = await service.keyFor(accountId, 'signature_business')
  const answered = async (headers: Record<string, string> = {}) => {
    const answer = await missing(headers, own)
    return [answer.headers['content-language'], answer.json().title]
  }
  expect(await answered()).toEqual(['de', 'Dieses Dokument gibt es nicht'])
  expect(await answered({ 'accept-language': '*' })).toEqual([
    'de',
    'Dieses Dokument gibt es nicht',
  ])
  expect(await answered({ 'accept-language': 'en' })).toEqual(['en', 'No such document'])
})

test('a flood of refused calls asks once for the language of the account', async () => {
  const { db, accounts } = service.services
  const { id: accountId } = await accounts.accounts.createAccount('flood@example.com')
  const own = await service.keyFor(accountId, 'signature_business')
  const executor = db.getExecutor()
  const { executeQuery } = executor
  let asked = 0
  executor.executeQuery = (query, ...more) => {
    if (query.sql.includes('"users"') && query.parameters.includes(accountId)) asked += 1
    return executeQuery.call(executor, query, ...more) as never
  }
  try {
    for (let call = 0; call < 5; call += 1) await missing({}, own)
  } finally {
    executor.executeQuery = executeQuery
  }
  expect(asked).toBe(1)
})

describe('the detail of an error is of the language, where it has one', () => {
  const unknown = (kind: string) => `${kind}_01m7zcc4x1a61565vzgn4edkg1`
  const form: FormParts = [['nonsense', 'x']]
  test.each<[code: string, method: 'GET' | 'POST' | 'PUT', url: string, call: object]>([
    ['not_found', 'GET', '/nope', {}],
    ['method_not_allowed', 'PUT', '/api/v1/webhooks', {}],
    ['api_key_missing', 'GET', '/api/v1/webhooks', { key: '' }],
    ['api_key_invalid', 'GET', '/api/v1/webhooks', { key: 'pk_test_nope' }],
    ['document_not_found', 'GET', `/api/v1/documents/${unknown('doc')}`, {}],
    ['webhook_not_found', 'GET', `/api/v1/webhooks/${unknown('whk')}`, {}],
    ['request_template_not_found', 'GET', `/api/v1/request-templates/${unknown('rqt')}`, {}],
    ['bulk_send_not_found', 'GET', `/api/v1/bulk-sends/${unknown('blk')}`, {}],
    ['webhook_url_refused', 'POST', '/api/v1/webhooks', { json: { url: 'http://localhost/' } }],
    ['validation_failed', 'POST', '/api/v1/webhooks', { json: { url: 5 } }],
    ['validation_failed', 'POST', '/api/v1/documents', { form }],
    ['request_invalid', 'POST', '/api/v1/webhooks', {}],
    [
      'json_invalid',
      'POST',
      '/api/v1/webhooks',
      { body: '', headers: { 'content-type': 'application/json' } },
    ],
    [
      'unsupported_media_type',
      'POST',
      '/api/v1/webhooks',
      { body: 'x', headers: { 'content-type': 'text/plain' } },
    ],
    ['signing_link_invalid', 'GET', '/sign/nope/state', {}],
  ])('%s of %s %s', async (code, method, url, call: { headers?: object }) => {
    const details = await Promise.all(
      LOCALES.map(async (locale) => {
        const headers = { ...call.headers, 'accept-language': locale }
        const answer = await service.call(method, url, { key, ...call, headers })
        expect(answer.json()).toMatchObject({ code })
        expect(answer.headers['content-language']).toBe(locale)
        return answer.json<{ detail: string }>().detail
      }),
    )
    expect(new Set(details).size).toBe(LOCALES.length)
  })
})
