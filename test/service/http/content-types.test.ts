/** Every operation of openapi.yaml that takes a body × every kind of body that it does not take. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../support/app.ts'
import { OPERATIONS } from '../../support/contract.ts'

/** One body of each kind, well-formed. */
const BODIES: Record<string, { body: string; contentType: string }> = {
  'application/json': { body: '{}', contentType: 'application/json' },
  'multipart/form-data': {
    body: '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n--x--\r\n',
    contentType: 'multipart/form-data; boundary=x',
  },
  'text/plain': { body: 'a', contentType: 'text/plain' },
  'application/x-www-form-urlencoded': {
    body: 'a=b',
    contentType: 'application/x-www-form-urlencoded',
  },
}

const cases = OPERATIONS.flatMap(({ method, path, operation }) => {
  const { requestBody } = operation as { requestBody?: { content: Record<string, unknown> } }
  if (requestBody === undefined) return []
  const refused = Object.keys(BODIES).filter((kind) => !Object.hasOwn(requestBody.content, kind))
  return refused.map((kind) => ({ method, path, kind }))
})

let service: TestApp
let key = ''
beforeAll(async () => {
  service = await startTestApp()
  key = await service.newKey('free')
})
afterAll(() => service.close())

/** Ids of the right form that nothing has. */
const filled = (path: string): string =>
  path
    .replace('/templates/{id}', '/templates/tpl_01k00000000000000000000000')
    .replace('/webhooks/{id}', '/webhooks/whk_01k00000000000000000000000')
    .replace('{id}', 'doc_01k00000000000000000000000')
    .replace('{sid}', 'sgr_01k00000000000000000000000')
    .replace('{delivery_id}', 'dlv_01k00000000000000000000000')
    .replace(/\{[^}]+\}/g, '1')

test('there are such operations', () => {
  expect(cases.length).toBeGreaterThan(40)
})

test.each(cases)('$method $path refuses $kind', async ({ method, path, kind }) => {
  const { body = '', contentType = '' } = BODIES[kind] ?? {}
  service.clock.move(61_000)
  const headers = { 'content-type': contentType }
  const answer = await service.call(method, filled(path), { key, body, headers } as never)
  expect(answer.status).toBe(415)
  // A person who sent a form in a strange way is answered with a page.
  if (path === '/verify') expect(answer.headers['content-type']).toContain('text/html')
  else expect(answer.json()).toMatchObject({ code: 'unsupported_media_type' })
})
