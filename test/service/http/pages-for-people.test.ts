/** Addresses that people open in a browser and programs call: each gets what it can read. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'

let service: TestApp
beforeAll(async () => {
  service = await startTestApp()
})
afterAll(() => service.close())

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
const get = async (url: string, headers: Record<string, string> = {}) => {
  const answer = await service.app.inject({ url, headers })
  const type = String(answer.headers['content-type']).split(';', 1)[0]
  return { status: answer.statusCode, type, text: answer.body }
}

test.each(['/nope', '/guides/nope', '/docs/nope', '/samples/nope'])(
  'a browser that opens %s gets a page of the site that says it does not exist, a program a problem',
  async (url) => {
    const page = await get(url, { ...BROWSER, 'accept-language': 'fr' })
    expect(page).toMatchObject({ status: 404, type: 'text/html' })
    expect(page.text).toContain('Cette page n’existe pas')
    expect(page.text).toContain('href="/guides"')
    expect(await get(url)).toMatchObject({ status: 404, type: 'application/problem+json' })
  },
)

test('calls of the API never get a page, whatever they accept', async () => {
  for (const url of ['/pki/nope.crt', '/api/v1/documents/doc_x'])
    expect((await get(url, BROWSER)).type).toBe('application/problem+json')
})

test('the certificate policy is a page of the same text for a browser, and plain text for a program', async () => {
  const text = await get('/pki/policy')
  expect(text).toMatchObject({ status: 200, type: 'text/plain' })
  const page = await get('/pki/policy?lang=fr', BROWSER)
  expect(page).toMatchObject({ status: 200, type: 'text/html' })
  expect(page.text).toContain('<html lang="fr" dir="ltr">')
  const words = (source: string) => source.replaceAll(/\s+/g, ' ')
  const read = words(page.text.replaceAll(/<[^>]*>/g, ' ').replaceAll('&#39;', "'"))
  for (const sentence of words(text.text).matchAll(/[A-Z][^.]{40,}\./g))
    expect(read).toContain(sentence[0])
  expect((await get('/pki/policy?plain', BROWSER)).type).toBe('text/plain')
})

test('what looked for the description beside the old reference still finds it', async () => {
  for (const url of ['/docs/json', '/docs/yaml']) {
    const answer = await service.app.inject({ url })
    expect([answer.statusCode, answer.headers.location]).toEqual([308, '/openapi.yaml'])
  }
})
