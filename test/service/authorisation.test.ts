/**
 * Every operation of openapi.yaml × every caller who must not get in. A new operation is tested by
 * being described; one with a new kind of id fails until this file knows how to make such an object.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, startTestApp, type TestApp } from '../support/app.ts'
import { OPERATIONS } from '../support/contract.ts'
import { docxWith } from '../support/docx-package.ts'

/** What openapi.yaml says about an operation, as far as this test needs it. */
interface Described {
  security?: unknown[]
  tags?: string[]
  requestBody?: { content: Record<string, unknown> }
}

/** Tags whose operations need a plan with the documents interface. */
const DOCUMENT_TAGS = ['Documents', 'Templates']

/**
 * An object of the tenant that owns it, by the path in front of the parameter. A path that is not
 * here makes the test fail: add how to make such an object.
 */
const OBJECTS: Record<string, (service: TestApp, key: string) => Promise<string>> = {
  '/templates/{id}': async (service, key) => {
    const form = [['template', { filename: 'a.docx', bytes: docxWith('Hello {a}') }]] as const
    const made = await service.call('POST', '/templates', { key, form: [...form] })
    return made.json<{ id: string }>().id
  },
  '/templates/{id}/versions/{version}': async () => '1',
}

let service: TestApp
let owner = ''
let stranger = ''
let signatureOnly = ''
let revoked = ''

beforeAll(async () => {
  service = await startTestApp()
  owner = await service.newKey()
  stranger = await service.newKey()
  signatureOnly = await service.newKey('signature_pro')
  const account = await service.services.accounts.accounts.createAccount('revoked@example.com')
  const wish = {
    accountId: account.id,
    plan: 'documents_unlimited',
    name: 'old',
    mode: 'live' as const,
  }
  const key = await service.services.accounts.keys.createKey(wish)
  revoked = key.secret
  await service.services.accounts.keys.revokeKey(key.id)
})
afterAll(() => service.close())

const operations = OPERATIONS.map(({ method, path, operation }) => ({
  method,
  path,
  name: `${method} ${path}`,
  described: operation as unknown as Described,
}))
const isPublic = ({ described }: { described: Described }) => described.security?.length === 0
const guarded = operations.filter((one) => !isPublic(one))
const open = operations.filter(isPublic)
const withIds = guarded.filter(({ path }) => path.includes('{'))

/** The path with every parameter put in; ids of objects of `key` where the path has any. */
async function address(path: string, key: string): Promise<string> {
  let filled = path
  for (const [parameter] of path.matchAll(/\{[^}]+\}/g)) {
    const upTo = path.slice(0, path.indexOf(parameter) + parameter.length)
    const make = OBJECTS[upTo]
    if (make === undefined) throw new Error(`OBJECTS has no entry for ${upTo}`)
    filled = filled.replace(parameter, await make(service, key))
  }
  return filled
}

/** A body that passes the schema, so that only the caller can be what is wrong. */
function body({ described, path }: (typeof operations)[number]) {
  const content = described.requestBody?.content ?? {}
  if (content['application/json'] !== undefined && path.startsWith('/render')) {
    return { json: { template_id: 'tpl_01k00000000000000000000000', data: {} } }
  }
  if (content['multipart/form-data'] !== undefined) {
    return { form: [['template', { filename: 'a.docx', bytes: docxWith('Bye {b}') }] as const] }
  }
  return content['application/json'] === undefined ? {} : { json: { name: 'stolen' } }
}

const call = (one: (typeof operations)[number], at: string, key: string | undefined) =>
  service.call(one.method, at, { key, ...body(one) } as never)
const outcome = (answer: Answer) => [answer.status, answer.json<{ code?: string }>().code]
/** Minute rates are not what is tested here. */
const later = () => service.clock.move(61_000)

describe.each(guarded)('$name', (one) => {
  test('does not open without a valid key', async () => {
    const at = await address(one.path, owner)
    later()
    expect(outcome(await call(one, at, undefined))).toEqual([401, 'api_key_missing'])
    const wrong = ['garbled', `${owner.slice(0, -1)}x`, `${owner}x`, revoked, `${owner}, ${owner}`]
    for (const key of wrong) {
      expect([key, ...outcome(await call(one, at, key))]).toEqual([key, 401, 'api_key_invalid'])
    }
    later()
  })

  test.runIf(one.described.tags?.some((tag) => DOCUMENT_TAGS.includes(tag)))(
    'does not open to a key whose plan lacks the interface',
    async () => {
      const at = await address(one.path, owner)
      expect(outcome(await call(one, at, signatureOnly))).toEqual([403, 'plan_lacks_interface'])
      later()
    },
  )
})

describe.each(withIds)("$name of another tenant's object", (one) => {
  test('is answered as if there were none, and changes nothing', async () => {
    const at = await address(one.path, owner)
    const id = /tpl_\w+/.exec(at)?.[0] ?? ''
    const before = (await service.call('GET', `/templates/${id}`, { key: owner })).json()
    later()
    const answer = await call(one, at, stranger)
    expect(answer.status).toBe(404)
    const missing = at.replace(id, 'tpl_01k00000000000000000000000')
    const nowhere = await call(one, missing, stranger)
    const { request_id: _one, ...seen } = answer.json()
    const { request_id: _other, ...none } = nowhere.json()
    expect(seen).toEqual(none)
    expect((await service.call('GET', `/templates/${id}`, { key: owner })).json()).toEqual(before)
    later()
  })
})

test("another tenant's template does not render and is in no list", async () => {
  const id = await OBJECTS['/templates/{id}']?.(service, owner)
  for (const path of ['/render', '/render-document']) {
    const json = { template_id: id, data: { a: 1 } }
    const answer = await service.call('POST', path, { key: stranger, json })
    expect(outcome(answer)).toEqual([404, 'template_not_found'])
  }
  later()
  const list = await service.call('GET', '/templates', { key: stranger })
  expect(list.json()).toEqual({ templates: [] })
})

test.each(open)('$name is public, with and without a key', async (one) => {
  for (const key of [undefined, owner, 'garbled']) {
    const { status } = await call(one, one.path, key)
    // Without an authority, and without a request, /pki refuses for its own reasons, never for the key.
    if (one.path.startsWith('/pki/')) expect([200, 400, 404, 415, 422, 503]).toContain(status)
    else expect(status).toBe(one.name === 'POST /verify' ? 422 : 200)
  }
})

test('the public operations are these and no more', () => {
  expect(open.map(({ name }) => name).sort()).toEqual([
    'GET /facturx/invoice.schema.json',
    'GET /health/live',
    'GET /health/ready',
    'GET /metrics',
    'GET /pki/policy',
    'GET /pki/root.pem',
    'GET /pki/{file}',
    'GET /verify',
    'POST /pki/tsa',
    'POST /verify',
  ])
})
