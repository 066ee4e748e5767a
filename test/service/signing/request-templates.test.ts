import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  PLAIN,
  pdfTemplate,
  type SeenBulk,
  type SeenTemplate,
  sendList,
  TENANT,
  templateId,
} from '../../support/bulk.ts'
import {
  type SeenDocument,
  type SeenProblem,
  type SigningApp,
  smallPdf,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp({ PARAPH_DRAFTS_MAX: '100' })
})
afterAll(() => signing.close())

const PATH = '/api/v1/request-templates'
const call = (method: string, path: string, json?: unknown, key = signing.key) =>
  signing.app.call(method, `${PATH}${path}`, { key, ...(json !== undefined && { json }) })
const use = (id: string, json: unknown, key = signing.key) =>
  call('POST', `/${id}/documents`, json, key)
const pointersOf = (answer: { json<T>(): T }) =>
  answer.json<SeenProblem>().errors?.map(({ pointer }) => pointer)
const heldFiles = async () => {
  const found: string[] = []
  for await (const hash of signing.services.signing.parts.blobs.list()) found.push(hash)
  return found.length
}

test('a template of a PDF is stored, listed, changed, used and deleted', async () => {
  const made = await pdfTemplate(signing, {
    roles: [TENANT, { role: 'landlord', email: 'landlord@own.example', order: 2 }],
    more: { message: 'Please sign', metadata: '{"kind":"lease"}', expires_in_days: '5' },
  })
  expect(made.status).toBe(201)
  const template = made.json<SeenTemplate>()
  expect(made.headers.location).toBe(`${PATH}/${template.id}`)
  expect(template).toMatchObject({ source: 'pdf', name: 'Lease', test: false })
  expect(
    (await call('GET', '')).json<{ request_templates: SeenTemplate[] }>().request_templates,
  ).toEqual([template])
  expect(
    (await call('GET', `/${template.id}/file`)).bytes.equals(Buffer.from(await smallPdf())),
  ).toBe(true)

  const who = somebody()
  const signer = { role: 'Tenant', email: who.email, phone: who.phone, values: { Flat: '4 B' } }
  const used = await use(template.id, {
    signers: [signer],
    external_id: 'lease-7',
    metadata: { flat: '4' },
  })
  expect(used.status).toBe(201)
  const document = used.json<SeenDocument & { message: string; metadata: object; name: string }>()
  expect(document).toMatchObject({
    name: 'Lease',
    message: 'Please sign',
    external_id: 'lease-7',
    metadata: { kind: 'lease', flat: '4' },
    status: 'pending',
    signers: [
      {
        email: who.email,
        role: 'tenant',
        status: 'invited',
        fields: [{ page: 1 }, { name: 'flat', value: '4 B' }],
      },
      { email: 'landlord@own.example', role: 'landlord', status: 'waiting' },
    ],
  })
  const days = (Date.parse(document.expires_at) - signing.app.clock.now()) / 86_400_000
  expect(days).toBeGreaterThan(4.9)
  expect(days).toBeLessThanOrEqual(5)

  const changed = await call('PATCH', `/${template.id}`, { name: 'Lease 2027', roles: PLAIN })
  expect(changed.json<SeenTemplate>()).toMatchObject({ name: 'Lease 2027', roles: PLAIN })
  expect((await call('DELETE', `/${template.id}`)).status).toBe(204)
  expect((await call('GET', `/${template.id}`)).status).toBe(404)
  // The request that was made from it is whole.
  expect((await signing.act('GET', document.id, '/file')).status).toBe(200)
})

test('a template of a Word template is rendered for each request', async () => {
  const email = `${Math.random()}@example.com`
  const account = await signing.services.accounts.accounts.createAccount(email)
  const key = await signing.app.keyFor(account.id, 'free')
  const docx = readFileSync('templates/contract.docx')
  const stored = await signing.app.call('POST', '/templates', {
    key,
    form: [['template', { filename: 'contract.docx', bytes: docx }]],
  })
  const word = stored.json<{ id: string }>().id
  const roles = [{ role: 'provider' }, { role: 'client', order: 2 }]
  const strange = await call(
    'POST',
    '',
    { template_id: word, name: 'Contract', roles: [{ role: 'buyer' }] },
    key,
  )
  expect(strange.status).toBe(422)
  expect(pointersOf(strange)).toEqual(['/roles', '/roles'])
  const made = await call('POST', '', { template_id: word, name: 'Contract', roles }, key)
  expect(made.status).toBe(201)
  const { id } = made.json<SeenTemplate>()
  const data = JSON.parse(readFileSync('templates/contract.json', 'utf8')) as object
  const signers = [
    { role: 'client', email: 'c@own.example' },
    { role: 'provider', email: 'p@own.example' },
  ]
  const used = await use(id, { signers, data, send: false }, key)
  expect(used.status, String(used.bytes)).toBe(201)
  expect(used.json<SeenDocument>().signers.map((one) => one.email)).toEqual([
    'p@own.example',
    'c@own.example',
  ])
  const missing = await use(id, { signers, data: {} }, key)
  expect(missing.json<SeenProblem>().code).toBe('data_missing')
  expect((await call('GET', `/${id}/file`, undefined, key)).status).toBe(422)
  const { usage } = (await signing.app.call('GET', '/usage', { key })).json<{ usage?: unknown }>()
  void usage
})

test('what is wrong with a template is named by role, and nothing is stored', async () => {
  const before = await heldFiles()
  const outside = [{ role: 'a' }, { role: 'b', fields: [{ page: 9, x: 1, y: 1 }] }]
  expect(pointersOf(await pdfTemplate(signing, { roles: outside }))).toEqual(['/roles/1/fields/0'])
  expect(pointersOf(await pdfTemplate(signing, { roles: [{ role: 'a' }, { role: 'A' }] }))).toEqual(
    ['/roles/1/role'],
  )
  expect(pointersOf(await pdfTemplate(signing, { roles: [] }))).toEqual(['/roles'])
  expect(pointersOf(await pdfTemplate(signing, { roles: [{ role: 'a', name: 'x' }] }))).toEqual([
    '/roles/0/name',
  ])
  expect(
    pointersOf(
      await pdfTemplate(signing, { roles: [{ role: 'a', fields: [{ anchor: 'nowhere here' }] }] }),
    ),
  ).toEqual(['/roles/0/fields/0'])
  expect(
    pointersOf(await pdfTemplate(signing, { more: { message: 'see https://evil.example' } })),
  ).toEqual(['/message'])
  expect(pointersOf(await pdfTemplate(signing, { more: { reminders: '{' } }))).toEqual([
    '/reminders',
  ])
  const broken = await signing.app.call('POST', PATH, {
    key: signing.key,
    form: [
      ['file', { filename: 'x.pdf', bytes: Buffer.from('no pdf'), type: 'application/pdf' }],
      ['name', 'x'],
      ['roles', '[{"role":"a"}]'],
    ],
  })
  expect(broken.json<SeenProblem>().code).toBe('pdf_invalid')
  expect(await heldFiles()).toBe(before)
})

test('people are named as they were given, roles that lack one by their name', async () => {
  const id = await templateId(signing, { roles: [{ role: 'buyer' }, { role: 'seller' }] })
  const [one, two] = [somebody(), somebody()]
  const seller = { role: 'seller', email: one.email, phone: '12' }
  const buyer = { role: 'buyer', email: two.email }
  expect(pointersOf(await use(id, { signers: [seller, buyer] }))).toEqual(['/signers/0/phone'])
  const wrong = await use(id, { signers: [{ ...buyer, role: 'witness' }, buyer, buyer] })
  expect(pointersOf(wrong)).toEqual(['/signers/0/role', '/signers/2/role', '/signers'])
  expect(wrong.json<SeenProblem>().detail).toContain('its roles are buyer, seller')
  expect(pointersOf(await use(id, { signers: [buyer, { role: 'seller' }] }))).toEqual([
    '/signers/1/email',
  ])
  expect(pointersOf(await use(id, { signers: [], data: {} }))).toEqual([
    '/signers',
    '/signers',
    '/data',
  ])
  const field = { ...buyer, values: { rent: 5 } }
  expect(pointersOf(await use(id, { signers: [field, seller] }))).toContain(
    '/signers/0/values/rent',
  )
})

test('a witness names the role that signs, and approvers are roles too', async () => {
  const roles = [
    { role: 'tenant' },
    { role: 'neighbour', action: 'witness', witness_of: 'Tenant' },
    { role: 'agency', action: 'approve', email: 'agency@own.example', order: 3 },
  ]
  const id = await templateId(signing, { roles })
  const [one, two] = [somebody(), somebody()]
  const signers = [
    { role: 'neighbour', email: two.email },
    { role: 'tenant', email: one.email },
  ]
  const used = await use(id, { signers })
  expect(used.status, String(used.bytes)).toBe(201)
  const { signers: asked } = used.json<SeenDocument>()
  expect(asked).toMatchObject([
    { email: one.email, order: 1 },
    { email: two.email, order: 2, action: 'witness', witness_of: asked[0]?.id },
    { email: 'agency@own.example', action: 'approve' },
  ])
  // One person would attest their own signature.
  const same = [signers[0], { role: 'tenant', email: two.email }]
  expect(pointersOf(await use(id, { signers: same }))).toContain('/signers/0/email')

  const wrong = async (given: readonly unknown[]) =>
    pointersOf(await pdfTemplate(signing, { roles: given }))
  const witness = { role: 'w', action: 'witness' }
  expect(await wrong([{ role: 'a' }, witness])).toEqual(['/roles/1/witness_of'])
  expect(await wrong([{ role: 'a' }, { ...witness, witness_of: 'b' }])).toEqual([
    '/roles/1/witness_of',
  ])
  expect(await wrong([{ role: 'a' }, { ...witness, witness_of: 'w' }])).toEqual([
    '/roles/1/witness_of',
  ])
  expect(await wrong([{ role: 'a' }, { ...witness, witness_of: 'a', order: 1 }])).toEqual([
    '/roles/1/order',
  ])
  expect(await wrong([{ role: 'a', action: 'approve' }])).toEqual(['/roles'])
  expect(await wrong([{ role: 'a' }, { role: 'b', witness_of: 'a' }])).toEqual([
    '/roles/1/witness_of',
  ])
})

test('others see neither the template nor its documents; test keys see no live ones', async () => {
  const id = await templateId(signing)
  const stranger = await signing.app.newKey('signature_business')
  const other = await signing.app.newKey('signature_business', undefined, 'test')
  for (const key of [stranger, other]) {
    expect((await call('GET', `/${id}`, undefined, key)).status).toBe(404)
    expect((await call('GET', `/${id}/file`, undefined, key)).status).toBe(404)
    expect((await call('PATCH', `/${id}`, { name: 'x' }, key)).status).toBe(404)
    expect((await call('DELETE', `/${id}`, undefined, key)).status).toBe(404)
    expect((await use(id, { signers: [] }, key)).json<SeenProblem>().code).toBe(
      'request_template_not_found',
    )
    expect(
      (await call('GET', '', undefined, key)).json<{ request_templates: unknown[] }>()
        .request_templates,
    ).toEqual([])
  }
  const documents = await signing.app.newKey()
  expect((await call('GET', '', undefined, documents)).status).toBe(403)
})

test('a use with the same Idempotency-Key is one request', async () => {
  const id = await templateId(signing)
  const json = { signers: [{ role: 'tenant', email: somebody().email }] }
  const headers = { 'idempotency-key': 'use-1' }
  const once = () =>
    signing.app.call('POST', `${PATH}/${id}/documents`, { key: signing.key, json, headers })
  const [first, second] = [await once(), await once()]
  expect(second.json<SeenDocument>().id).toBe(first.json<SeenDocument>().id)
  expect(second.headers['idempotent-replayed']).toBe('true')
})

test('the PDF is kept while a template names it, whatever becomes of its requests', async () => {
  const key = await signing.app.newKey('signature_business')
  const before = await heldFiles()
  const [one, two] = [await templateId(signing, { key }), await templateId(signing, { key })]
  await call('DELETE', `/${one}`, undefined, key)
  await signing.services.retention.run()
  expect((await call('GET', `/${two}/file`, undefined, key)).status).toBe(200)
  expect(await heldFiles()).toBeGreaterThanOrEqual(before)
})

test('a template, or a row of a list, says who may delegate', async () => {
  const roles = [{ role: 'tenant', allow_delegation: true }, { role: 'landlord' }]
  const template = await templateId(signing, { roles })
  const people = (more: object) => {
    const [tenant, landlord] = [somebody(), somebody()].map(({ email, first_name, last_name }) => ({
      email,
      first_name,
      last_name,
    }))
    return {
      signers: [
        { role: 'tenant', ...tenant, ...more },
        { role: 'landlord', ...landlord },
      ],
    }
  }
  const rows = [people({}), people({ allow_delegation: false })]
  const made = await sendList(
    signing,
    template,
    rows.map((row) => JSON.stringify(row)).join('\n'),
    {
      filename: 'list.ndjson',
      type: 'application/x-ndjson',
    },
  )
  const { id } = made.json<SeenBulk>()
  await expect
    .poll(async () => {
      await signing.work()
      return (
        await signing.app.call('GET', `/api/v1/bulk-sends/${id}`, { key: signing.key })
      ).json()
    })
    .toMatchObject({ status: 'completed', rows: { sent: 2 } })
  const delegate = async (email: string) => {
    const { phone: _, ...other } = somebody()
    const person = await signing.person({ email })
    return await person.call('POST', '/delegation', { ...other, reason: 'On leave' })
  }
  const answers = []
  for (const { signers } of rows)
    for (const { email } of signers) answers.push((await delegate(email ?? '')).status)
  expect(answers).toEqual([204, 409, 409, 409])
  const refused = await templateId(signing, { roles: [{ ...roles[0], delivery: 'none' }] }).catch(
    String,
  )
  expect(refused).toContain('delegation_needs_email')
})
