/**
 * Every operation of openapi.yaml × every caller who must not get in. A new operation is tested by
 * being described; one with a new kind of id fails until this file knows how to make such an object.
 */
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, startTestApp, type TestApp } from '../../support/app.ts'
import { OPERATIONS } from '../../support/contract.ts'
import { docxWith } from '../../support/docx-package.ts'
import { smallFont } from '../../support/small-font.ts'

/** What openapi.yaml says about an operation, as far as this test needs it. */
interface Described {
  security?: unknown[]
  tags?: string[]
  requestBody?: { content: Record<string, unknown> }
}

/** Tags whose operations need a plan with the documents interface, and with the signature interface; webhooks either. */
const DOCUMENT_TAGS = ['Documents', 'Templates', 'Fonts']
const SIGNATURE_TAGS = ['Webhooks', 'Signatures', 'Request templates', 'Bulk sends']

/**
 * An object of the tenant that owns it, by the path in front of the parameter. A path that is not
 * here makes the test fail: add how to make such an object.
 */
const OBJECTS: Record<string, (service: TestApp, key: string) => Promise<string>> = {
  '/templates/{id}': async (service, key) => {
    const form = [['template', { filename: 'a.docx', bytes: docxWith('Hello {a}') }]] as const
    const made = await service.call('POST', '/templates', { key, form: [...form] })
    return made.json<MadeObject>().id
  },
  '/templates/{id}/versions/{version}': async () => '1',
  '/fonts/{id}': (service, key) =>
    onlyOf(service, key, '/fonts', {
      form: [['font', { filename: 'boxes.ttf', bytes: smallFont() }]],
    }),
  '/batches/{id}': async (service, key) => {
    const template = { filename: 'a.docx', bytes: docxWith('Hello {a}') }
    const headers = { prefer: 'respond-async, keep=86400' }
    const call = { key, form: [['template', template] as const], headers }
    return (await service.call('POST', '/render', call)).json<MadeObject>().id
  },
  '/api/v1/webhooks/{id}': (service, key) =>
    onlyOf(service, key, '/api/v1/webhooks', { json: { url: 'https://8.8.8.8/hooks' } }),
  '/api/v1/documents/{id}': async (service, key) => (await documentOf(service, key)).id,
  '/api/v1/documents/{id}/signers/{sid}': async (service, key) =>
    (await documentOf(service, key)).signers[0]?.id ?? '',
  // No signer has given one: whose the document is decides before.
  '/api/v1/documents/{id}/files/{fid}': async () => 'sfl_01k00000000000000000000000',
  '/api/v1/request-templates/{id}': (service, key) => templateOf(service, key),
  '/api/v1/request-templates/{id}/links/{link_id}': async (service, key) => {
    const path = `/api/v1/request-templates/${await templateOf(service, key)}/links`
    return await onlyOf(service, key, path, { json: {} })
  },
  '/api/v1/bulk-sends/{id}': async (service, key) => {
    const form = [
      ['request_template_id', await templateOf(service, key)],
      ['rows', { filename: 'a.csv', bytes: Buffer.from('email\na@example.com'), type: 'text/csv' }],
      ['send', 'false'],
    ] as const
    return await onlyOf(service, key, '/api/v1/bulk-sends', { form })
  },
  '/api/v1/webhooks/{id}/deliveries/{delivery_id}': async () => 'dlv_00000000000000000000000000',
}

/** The first object of a list of a key's; one is made where there is none. */
async function onlyOf(service: TestApp, key: string, path: string, made: object): Promise<string> {
  const list = (await service.call('GET', path, { key })).json<Record<string, MadeObject[]>>()
  const [known] = Object.values(list).find(Array.isArray) ?? []
  if (known !== undefined) return known.id
  return (await service.call('POST', path, { key, ...made })).json<MadeObject>().id
}

/** A request template of a key. */
const templateOf = async (service: TestApp, key: string) =>
  await onlyOf(service, key, '/api/v1/request-templates', {
    form: [
      ['file', { filename: 'a.pdf', bytes: await blankPdf(), type: 'application/pdf' }],
      ['name', 'Lease'],
      ['roles', '[{"role":"tenant"}]'],
    ],
  })

async function blankPdf(): Promise<Uint8Array> {
  const blank = await PDFDocument.create()
  blank.addPage()
  return await blank.save()
}

interface MadeObject {
  id: string
}
interface MadeDocument extends MadeObject {
  signers: MadeObject[]
}
const documents = new Map<string, MadeDocument>()

/** The one draft of a key. */
async function documentOf(service: TestApp, key: string): Promise<MadeDocument> {
  const known = documents.get(key)
  if (known !== undefined) return known
  const made = await service.call('POST', '/api/v1/documents', {
    key,
    form: [
      ['file', { filename: 'a.pdf', bytes: await blankPdf(), type: 'application/pdf' }],
      ['signers', JSON.stringify([{ email: 'a@example.com' }])],
      ['send', 'false'],
    ],
  })
  const document = made.json<MadeDocument>()
  documents.set(key, document)
  return document
}

let service: TestApp
let owner = ''
let stranger = ''
let signatureOnly = ''
/** Keys of the same owner's and the same stranger's kind on a plan of the other interface. */
let signing = ''
let strangerSigning = ''
let revoked = ''
/** Test keys of the owner's accounts, for the documents and for the signature interface. */
let testing = ''
let testSigning = ''

beforeAll(async () => {
  service = await startTestApp()
  owner = await service.newKey()
  stranger = await service.newKey()
  signatureOnly = await service.newKey('signature_pro')
  signing = await service.newKey('signature_business')
  strangerSigning = await service.newKey('signature_business')
  testing = await testKeyBeside(owner, 'documents_unlimited')
  testSigning = await testKeyBeside(signing, 'signature_business')
  const account = await service.services.accounts.accounts.createAccount('revoked@example.com')
  const input = {
    accountId: account.id,
    plan: 'documents_unlimited',
    name: 'old',
    mode: 'live' as const,
  }
  const key = await service.services.accounts.keys.createKey(input)
  revoked = key.secret
  await service.services.accounts.keys.revokeKey(key.id)
})
afterAll(() => service.close())

/** A test key of the account that has this live one. */
async function testKeyBeside(live: string, plan: string): Promise<string> {
  const { authenticator, keys } = service.services.accounts
  const { account } = await authenticator.authenticate(live)
  const input = { accountId: account.id, plan, name: 'test', mode: 'test' as const }
  return (await keys.createKey(input)).secret
}

const operations = OPERATIONS.map(({ method, path, operation }) => ({
  method,
  path,
  name: `${method} ${path}`,
  described: operation as unknown as Described,
}))
const has = (one: { described: Described }, tags: readonly string[]) =>
  one.described.tags?.some((tag) => tags.includes(tag)) === true
const ownerOf = (one: { described: Described }) => (has(one, SIGNATURE_TAGS) ? signing : owner)
const strangerOf = (one: { described: Described }) =>
  has(one, SIGNATURE_TAGS) ? strangerSigning : stranger
const isPublic = ({ described }: { described: Described }) => described.security?.length === 0
const guarded = operations.filter((one) => !isPublic(one))
const open = operations.filter(isPublic)
const of = [...DOCUMENT_TAGS, ...SIGNATURE_TAGS.slice(1)]
const ofAnInterface = guarded.filter((one) => has(one, of))
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

/** The object that an address is about, and where it is shown: a font is shown in the list alone. */
function objectOf(at: string) {
  const [link, linkId] = /^.*\/links\/(lnk_\w+)/.exec(at) ?? []
  if (link !== undefined && linkId !== undefined)
    return { shownAt: link, id: linkId, prefix: 'lnk' }
  const [object = '', id = '', prefix = ''] =
    /^.*?\/((tpl|fnt|bat|whk|doc|rqt|blk)_\w+)/.exec(at) ?? []
  return { shownAt: prefix === 'fnt' ? '/fonts' : object, id, prefix }
}

/** Members that pass the schema, by the end of the path; the first that fits counts. */
const MEMBERS: ReadonlyArray<[end: RegExp, json: object]> = [
  [/^\/render/, { template_id: 'tpl_01k00000000000000000000000', data: {} }],
  [/\/documents\/\{id\}$/, { name: 'stolen' }],
  [/\/reactivate$/, { expires_at: '2099-01-01T00:00:00Z' }],
  [/\/editor-sessions$/, { embed_origin: 'https://app.example.com', kind: 'document' }],
  [/\/tags$/, { tags: ['stolen'] }],
  [/\/links$/, {}],
  [/\/links\//, { max_total: 1 }],
  [/\/cancel$/, { reason: 'stolen' }],
  [/\/signing-url$/, { expires_in: 60 }],
  [/\/signers\//, { first_name: 'stolen' }],
  [/\/replay$/, { since: '2026-01-01T00:00:00Z' }],
  [/\/webhooks\//, { description: 'stolen' }],
  [/\/webhooks$/, { url: 'https://8.8.8.8/stolen' }],
]

/** A body that passes the schema, so that only the caller can be what is wrong. */
function body({ described, path }: (typeof operations)[number]) {
  const content = described.requestBody?.content ?? {}
  const json = MEMBERS.find(([end]) => end.test(path))?.[1] ?? { name: 'stolen' }
  if (content['application/json'] !== undefined) return { json }
  if (content['multipart/form-data'] === undefined) return {}
  return { form: [['template', { filename: 'a.docx', bytes: docxWith('Bye {b}') }] as const] }
}

const call = (one: (typeof operations)[number], at: string, key: string | undefined) =>
  service.call(one.method, at, { key, ...body(one) } as never)
const outcome = (answer: Answer) => [answer.status, answer.json<{ code?: string }>().code]
/** Minute rates are not what is tested here. */
const later = () => service.clock.move(61_000)

describe.each(guarded)('$name', (one) => {
  test('does not open without a valid key', async () => {
    const at = await address(one.path, ownerOf(one))
    later()
    expect(outcome(await call(one, at, undefined))).toEqual([401, 'api_key_missing'])
    const mistyped = `${owner.slice(0, -1)}${owner.endsWith('x') ? 'y' : 'x'}`
    const wrong = ['garbled', mistyped, `${owner}x`, revoked, `${owner}, ${owner}`]
    for (const key of wrong) {
      expect([key, ...outcome(await call(one, at, key))]).toEqual([key, 401, 'api_key_invalid'])
    }
    later()
  })
})

describe.each(ofAnInterface)('$name', (one) => {
  test('does not open to a key whose plan lacks the interface', async () => {
    const at = await address(one.path, ownerOf(one))
    const lacking = has(one, SIGNATURE_TAGS) ? owner : signatureOnly
    expect(outcome(await call(one, at, lacking))).toEqual([403, 'plan_lacks_interface'])
    later()
  })
})

/** Holds that a key is answered about an object of another's as about none, and that it changes nothing. */
async function expectUnseen(one: (typeof operations)[number], key: string, otherKey: string) {
  const at = await address(one.path, key)
  const { shownAt, id, prefix } = objectOf(at)
  const before = await service.call('GET', shownAt, { key })
  expect(before.status).toBe(200)
  later()
  const answer = await call(one, at, otherKey)
  expect(answer.status).toBe(404)
  const missing = at.replace(id, `${prefix}_01k00000000000000000000000`)
  const nowhere = await call(one, missing, otherKey)
  const { request_id: _one, ...seen } = answer.json()
  const { request_id: _other, ...none } = nowhere.json()
  expect(seen).toEqual(none)
  expect((await service.call('GET', shownAt, { key })).json()).toEqual(before.json())
  later()
}

test.each(withIds)(
  "$name of another tenant's object is answered as if there were none, and changes nothing",
  (one) => expectUnseen(one, ownerOf(one), strangerOf(one)),
)

const liveOf = (one: { described: Described }) => ownerOf(one)
const testOf = (one: { described: Described }) => (has(one, SIGNATURE_TAGS) ? testSigning : testing)

describe.each([
  ['a live', 'a test', liveOf, testOf],
  ['a test', 'a live', testOf, liveOf],
])('%s object and %s key of the same account', (_object, _key, makerOf, otherOf) => {
  test.each(withIds)('$name is answered as if there were none, and changes nothing', (one) =>
    expectUnseen(one, makerOf(one), otherOf(one)),
  )

  test.each(guarded.filter(({ method, path }) => method === 'GET' && !path.includes('{')))(
    '$name shows nothing of it',
    async (one) => {
      const made = []
      for (const { path, described } of withIds)
        made.push(
          ...(await address(path, makerOf({ described }))).match(
            /(tpl|fnt|bat|whk|doc|sgr|rqt|lnk|blk)_\w+/g,
          )!,
        )
      const secrets = '/api/v1/webhooks/default-secret'
      const { secret } = (
        await service.call('GET', secrets, { key: makerOf({ described: { tags: ['Webhooks'] } }) })
      ).json<{ secret: string }>()
      later()
      const answer = await call(one, one.path, otherOf(one))
      expect(answer.status).toBe(200)
      const text = answer.bytes.toString()
      expect(made.filter((id) => text.includes(id))).toEqual([])
      expect(text).not.toContain(secret)
      later()
    },
  )

  test('no template of it renders', async () => {
    const documents = { described: { tags: ['Documents'] } }
    const id = await OBJECTS['/templates/{id}']?.(service, makerOf(documents))
    for (const path of ['/render', '/render-document']) {
      const json = { template_id: id, data: { a: 1 } }
      const answer = await service.call('POST', path, { key: otherOf(documents), json })
      expect(outcome(answer)).toEqual([404, 'template_not_found'])
    }
    later()
  })

  test('rotating the default secret of webhooks leaves its one as it is', async () => {
    const hooks = { described: { tags: ['Webhooks'] } }
    const path = '/api/v1/webhooks/default-secret'
    const before = (await service.call('GET', path, { key: makerOf(hooks) })).json()
    const rotated = await service.call('POST', `${path}/rotate`, { key: otherOf(hooks) })
    expect(rotated.status).toBe(200)
    expect((await service.call('GET', path, { key: makerOf(hooks) })).json()).toEqual(before)
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

/** What stands for the parameter of a public path. */
const publicAddress = (path: string): string =>
  path
    .replace('{file}', 'root-1.crt')
    .replace('{request}', 'no-request')
    .replace('{fid}', 'sfl_01k00000000000000000000000')
    .replace('{token}', 'a-link-that-leads-nowhere')

test.each(open)('$name is public: a key, a wrong one and none make no difference', async (one) => {
  const at = publicAddress(one.path)
  expect(at).not.toContain('{')
  const answers = []
  for (const key of [undefined, owner, 'garbled']) answers.push((await call(one, at, key)).status)
  expect(new Set(answers).size).toBe(1)
  expect([401, 403]).not.toContain(answers[0])
})

test('the public operations are these and no more', () => {
  expect(open.map(({ name }) => name).sort()).toEqual([
    'DELETE /sign/{token}/files/{fid}',
    'GET /facturx/invoice.schema.json',
    'GET /health/live',
    'GET /health/ready',
    'GET /metrics',
    'GET /pki/ocsp/{request}',
    'GET /pki/policy',
    'GET /pki/root.pem',
    'GET /pki/{file}',
    'GET /sign/{token}/file',
    'GET /sign/{token}/files',
    'GET /sign/{token}/signed',
    'GET /sign/{token}/state',
    'GET /sign/{token}/values',
    'GET /verify',
    'POST /pki/ocsp',
    'POST /pki/tsa',
    'POST /sign/{token}/approval',
    'POST /sign/{token}/code',
    'POST /sign/{token}/decline',
    'POST /sign/{token}/delegation',
    'POST /sign/{token}/files',
    'POST /sign/{token}/open',
    'POST /sign/{token}/opening',
    'POST /sign/{token}/opening-code',
    'POST /sign/{token}/passkey',
    'POST /sign/{token}/passkey/creation',
    'POST /sign/{token}/passkey/request',
    'POST /sign/{token}/return',
    'POST /sign/{token}/signature',
    'POST /sign/{token}/totp',
    'POST /sign/{token}/totp/creation',
    'POST /sign/{token}/verify',
    'POST /verify',
    'PUT /sign/{token}/values',
  ])
})
