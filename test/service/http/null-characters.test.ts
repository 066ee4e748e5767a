/** U+0000, which no text of PostgreSQL can hold: wherever text is taken, it is refused or finds nothing. */
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import type { FormParts } from '../../support/app.ts'
import { Visitor } from '../../support/console-visitor.ts'
import { OPENAPI_FILE } from '../../support/contract.ts'
import { type SigningApp, smallPdf, somebody, startSigningApp } from '../../support/signing-app.ts'

interface Part {
  format?: string
}
interface Operation {
  operationId: string
  parameters?: Array<{ name: string; in: string; schema: { type?: string } }>
  requestBody?: {
    content: Record<string, { schema: { properties?: Record<string, Part>; $ref?: string } }>
  }
}
const { paths } = parse(readFileSync(OPENAPI_FILE, 'utf8')) as {
  paths: Record<string, Record<string, Operation>>
}
const all = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(([method]) => /^(get|post|put|patch|delete)$/.test(method))
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
)
const ID = '01arz3ndektsv4rrffq69g5fav'
const inQuery = all.flatMap(({ method, path, operation }) =>
  (operation.parameters ?? [])
    .filter((one) => one.in === 'query')
    .map(({ name }): [string, string, string, string] => [
      operation.operationId,
      name,
      method,
      path.replaceAll(/\{[^}]+\}/g, ID),
    ]),
)

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp({
    PARAPH_READS_PER_MINUTE: '6000',
    PARAPH_CHANGES_PER_MINUTE: '6000',
  })
})
afterAll(() => signing.close())

test.each(all.filter(({ path }) => path.includes('{')))(
  '$method $path with it in the address',
  async ({ method, path }) => {
    const { key } = signing
    for (const wrong of ['%00', `doc_${ID}%00`, 'a%00b@example.com']) {
      const answer = await signing.app.call(method, path.replaceAll(/\{[^}]+\}/g, wrong), { key })
      expect(answer.status, wrong).toBeLessThan(500)
    }
  },
)

test('there are addresses with a query', () => expect(inQuery.length).toBeGreaterThan(20))

test.each(inQuery)('%s with it in ?%s', async (_id, name, method, path) => {
  const { key } = signing
  for (const value of ['%00', 'a%00b@example.com', 'ext-%00'])
    expect(
      (await signing.app.call(method, `${path}?${name}=${value}`, { key })).status,
    ).toBeLessThan(500)
})

test.each(['name', 'message', 'external_id', 'metadata', 'sender', 'expires_in_days', 'notify'])(
  'a request with it in the part %s is refused by its name',
  async (name) => {
    const answer = await signing.post([somebody()], { options: { [name]: 'a\0b' } })
    expect(answer.status).toBe(422)
    expect(answer.json()).toMatchObject({ errors: [{ pointer: `/${name}` }] })
  },
)

test('a file whose name has it is taken', async () => {
  const form: FormParts = [
    ['file', { filename: 'con\0trat.pdf', bytes: await smallPdf() }],
    ['signers', JSON.stringify([somebody()])],
  ]
  const made = await signing.app.call('POST', '/api/v1/documents', { key: signing.key, form })
  expect(made.status).toBeLessThan(500)
})

describe('a page', () => {
  test.each([
    ['/console/log-in', { email: 'a\0@example.com', password: 'nine\0brown lamps' }],
    ['/console/sign-up', { email: 'a\0@example.com' }],
    ['/console/forgot', { email: 'a\0@example.com' }],
  ])('%s takes no notice', async (path, fields) => {
    const visitor = new Visitor(signing.app as never)
    expect((await visitor.submit(path, path, fields)).status).toBeLessThan(500)
  })

  test.each(['/sign/a%00b', '/console/requests/a%00b', '/verify/a%00b', '/console?next=%00'])(
    '%s is none',
    async (path) => {
      expect((await signing.app.call('GET', path)).status).toBeLessThan(500)
    },
  )
})
