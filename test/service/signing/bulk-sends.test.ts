import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkedLimits } from '../../../src/accounts/key-limits.ts'
import { bulkOf, listOf, type SeenBulk, sendList, TENANT, templateId } from '../../support/bulk.ts'
import {
  messagesOf,
  type SeenDocument,
  type SeenProblem,
  type SigningApp,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

const act = (id: string, name: string, key = signing.key) =>
  signing.app.call('POST', `/api/v1/bulk-sends/${id}/${name}`, { key, json: {} })
const results = async (id: string, key = signing.key) =>
  (await signing.app.call('GET', `/api/v1/bulk-sends/${id}/results`, { key })).bytes.toString()
const problem = (answer: { json<T>(): T }) =>
  answer.json<SeenProblem & { errors: SeenBulk['errors'] }>()
const made = (answer: { status: number; bytes: Buffer; json<T>(): T }): SeenBulk => {
  if (answer.status !== 202) throw new Error(`${answer.status} ${answer.bytes}`)
  return answer.json<SeenBulk>()
}
/** Minutes pass until nothing is left to do. */
async function finished(id: string, key = signing.key): Promise<SeenBulk> {
  for (let minutes = 0; minutes < 30; minutes += 1) {
    await signing.work()
    const bulk = await bulkOf(signing, id, key)
    if (bulk.status !== 'running') return bulk
    signing.app.clock.move(61_000)
  }
  throw new Error('it never ended')
}
/** Requests whose external id begins like this; an external id that is there twice would be twice. */
async function sentTo(prefix: string, key = signing.key): Promise<string[]> {
  const found: string[] = []
  for (let cursor = ''; ; ) {
    const page = (
      await signing.app.call('GET', `/api/v1/documents?limit=100${cursor}`, { key })
    ).json<{ documents: Array<SeenDocument & { external_id?: string }>; next_cursor?: string }>()
    found.push(
      ...page.documents.flatMap(({ external_id: id }) => (id?.startsWith(prefix) ? [id] : [])),
    )
    if (page.next_cursor === undefined) return found.sort()
    cursor = `&cursor=${page.next_cursor}`
  }
}
/** An account of its own, with its template. */
async function account(plan: string, mode: 'live' | 'test' = 'live') {
  const key = await signing.app.newKey(plan, undefined, mode)
  return { key, template: await templateId(signing, { key }) }
}

test('of a list with bad rows those are told, and each of the others becomes a request of its own', async () => {
  const template = await templateId(signing, { roles: [TENANT] })
  const list = [
    '\ufefftenant.email;tenant.first_name;tenant.phone;tenant.Flat;external_id',
    'ada@list.example;"Ada ""A.""";06 12 34 56 01;"4; B";row-1',
    'nobody;Bob;;2;row-2',
    '',
    'cy@list.example;Cy;123;3;row-3',
    'dora@list.example;;;=cmd();row-4',
    'eve@list.example;Eve;;"two\r\nlines";row-5',
    ';;;;',
    'flo@list.example;Flo;;6;row-6;too many',
  ].join('\r\n')
  const bulk = made(await sendList(signing, template, list))
  expect(bulk).toMatchObject({ status: 'running', rows: { total: 6, waiting: 2, bad: 4, sent: 0 } })
  expect(bulk.errors.map(({ row, line, column }) => [row, line, column])).toEqual([
    [2, 3, 'tenant.email'],
    [3, 5, 'tenant.phone'],
    [5, 7, 'tenant.flat'],
    [6, 10, 'column 6'],
  ])
  const done = await finished(bulk.id)
  expect(done).toMatchObject({
    status: 'completed',
    rows: { waiting: 0, sent: 2, bad: 4, failed: 0 },
  })
  expect(await sentTo('row-')).toEqual(['row-1', 'row-4'])
  const mails = await messagesOf(signing.app)
  expect(mails.filter(({ to }) => to === 'ada@list.example')).toHaveLength(1)
  const text = await results(bulk.id)
  expect(text.startsWith('\ufeffrow;line;status;document_id;')).toBe(true)
  expect(text.split('\r\n')[1]).toMatch(/^1;2;sent;doc_[a-z0-9]+;pending;row-1;ada@list\.example;$/)
  const id = /doc_[a-z0-9]+/.exec(text.split('\r\n')[4] ?? '')?.[0] ?? ''
  const first = /doc_[a-z0-9]+/.exec(text.split('\r\n')[1] ?? '')?.[0] ?? ''
  const ada = { email: 'ada@list.example', phone: '+33612345601' }
  expect((await signing.finish(first, [ada])).status).toBe('completed')
  // A cell is a text, whatever it looks like.
  expect((await signing.get(id)).signers[0]).toMatchObject({ fields: [{}, { value: '=cmd()' }] })
  const { rows } = {
    rows: await signing.services.db
      .selectFrom('bulk_rows')
      .selectAll()
      .where('bulk_id', '=', bulk.id)
      .where('status', '=', 'sent')
      .execute(),
  }
  expect(rows.map(({ payload }) => payload)).toEqual([null, null])
})

test('cells fill typed fields; a value that the field does not take is told with its column', async () => {
  const field = (type: string, y: number, more: object) => {
    return { page: 1, x: 60, y, width: 180, height: 20, type, name: type, read_only: true, ...more }
  }
  const fields = [
    { page: 1, x: 60, y: 600, width: 180, height: 60 },
    field('number', 500, { min: 1 }),
    field('date', 450, {}),
    field('checkbox', 400, { read_only: false }),
    field('select', 350, { options: ['monthly', 'yearly'] }),
  ]
  const template = await templateId(signing, { roles: [{ role: 'tenant', fields }] })
  const list = [
    'email;number;date;checkbox;select;external_id',
    'a@typed.example;12,5;2026-12-24;oui;monthly;typed-1',
    'b@typed.example;0;2026-12-24;;monthly;typed-2',
    'c@typed.example;3;24/12/2026;;monthly;typed-3',
    'd@typed.example;3;2026-12-24;perhaps;monthly;typed-4',
    'e@typed.example;3;2026-12-24;;weekly;typed-5',
  ].join('\n')
  const bulk = made(await sendList(signing, template, list))
  expect(bulk.errors.map(({ row, column }) => [row, column])).toEqual([
    [2, 'tenant.number'],
    [3, 'tenant.date'],
    [4, 'tenant.checkbox'],
    [5, 'tenant.select'],
  ])
  await finished(bulk.id)
  const { documents } = (
    await signing.app.call('GET', '/api/v1/documents?limit=1', { key: signing.key })
  ).json<{ documents: Array<SeenDocument & { external_id: string }> }>()
  expect(documents[0]?.external_id).toBe('typed-1')
  expect(documents[0]?.signers[0]?.fields?.slice(1)).toMatchObject([
    { type: 'number', value: 12.5 },
    { type: 'date', value: '2026-12-24' },
    { type: 'checkbox', value: true },
    { type: 'select', value: 'monthly' },
  ])
})

test('bad rows can refuse the whole list, and a list can be looked at before it is sent', async () => {
  const template = await templateId(signing)
  const list = `${listOf(3)}\r\nnobody,Bob,L-4`
  const refused = await sendList(signing, template, list, { parts: { bad_rows: 'refuse' } })
  expect(refused.status).toBe(422)
  expect(problem(refused).errors).toMatchObject([{ pointer: '/rows/4/tenant.email' }])
  expect(problem(refused).detail).toContain('Line 5')
  const checked = made(
    await sendList(signing, template, list, { parts: { send: 'false', name: 'Spring' } }),
  )
  expect(checked).toMatchObject({ status: 'checked', name: 'Spring', rows: { waiting: 3, bad: 1 } })
  await signing.work()
  expect((await bulkOf(signing, checked.id)).rows.sent).toBe(0)
  expect((await act(checked.id, 'start')).json<SeenBulk>().status).toBe('running')
  expect((await finished(checked.id)).rows).toMatchObject({ sent: 3 })
  expect(problem(await act(checked.id, 'start')).code).toBe('bulk_send_state_conflict')
  expect(problem(await act(checked.id, 'cancel')).code).toBe('bulk_send_state_conflict')
})

test('every form in which lists come is read', async () => {
  const template = await templateId(signing)
  const utf16 = (text: string) =>
    Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, 'utf16le')])
  const rows = 'Zoé;zoe@list.example'
  const kinds: Array<[string | Uint8Array, string?]> = [
    [`first_name,email\nZoé,zoe@list.example`],
    [`first_name\temail\rZoé\tzoe@list.example\r`],
    [`sep=;\r\nfirst_name;email\r\n${rows}\r\n`],
    [utf16(`first_name;EMAIL\r\n${rows}\r\n`)],
    [Buffer.from(`first_name;email\r\n${rows}`, 'latin1')],
    [
      '{"signers":[{"role":"tenant","first_name":"Zoé","email":"zoe@list.example"}]}\n\n',
      'list.ndjson',
    ],
  ]
  for (const [list, filename = 'list.csv'] of kinds) {
    const bulk = made(
      await sendList(signing, template, list, { filename, parts: { send: 'false' } }),
    )
    expect(bulk.rows).toMatchObject({ total: 1, waiting: 1 })
    const [row] = await signing.services.db
      .selectFrom('bulk_rows')
      .selectAll()
      .where('bulk_id', '=', bulk.id)
      .execute()
    expect(JSON.parse(row?.payload ?? '')).toEqual({
      signers: [{ role: 'tenant', first_name: 'Zoé', email: 'zoe@list.example' }],
    })
    await act(bulk.id, 'cancel')
  }
})

test('a list that cannot be meant is refused as a whole, with the reason', async () => {
  const { key, template } = await account('signature_business')
  const codeOf = async (list: string | Uint8Array) => {
    const answer = await sendList(signing, template, list, { key })
    expect(answer.status).toBe(422)
    const { errors } = answer.json<{ errors: Array<{ code: string }> }>()
    return errors.map(({ code }) => code)
  }
  expect(await codeOf('')).toEqual(['rows_missing'])
  expect(await codeOf('tenant.email\r\n')).toEqual(['rows_missing'])
  expect(await codeOf('email,email\na@b.example,c@d.example')).toEqual(['column_repeated'])
  expect(await codeOf('email,witness.email\na@b.example,c@d.example')).toEqual(['column_unknown'])
  expect(await codeOf('email,data.name\na@b.example,x')).toEqual(['column_unknown'])
  expect(await codeOf('email,metadata.__proto__\na@b.example,x')).toEqual(['column_unknown'])
  expect(await codeOf('email\n"a@b.example')).toEqual(['csv_broken'])
  expect(await codeOf(listOf(10_001))).toEqual(['rows_too_many'])
  expect(await codeOf(Buffer.from([0xff, 0xfe, 0x00, 0xd8]))).toEqual(['list_encoding'])
  expect(await codeOf('first_name\nAda')).toEqual(['required'])
  expect(await codeOf(`email,first_name\na@b.example,${'x'.repeat(1_048_576)}`)).toEqual([
    'cell_too_long',
  ])
  expect(await codeOf('email,first_name\na@b.example,A\u0000B')).toEqual(['cell_hidden_characters'])
  expect(
    await codeOf('{"signers":[{"role":"tenant","email":"a@b.example","admin":true}]}'),
  ).toEqual(['additionalProperties'])
  expect(await codeOf('{"signers":[{"role":"tenant"')).toEqual(['json_invalid'])
  const { bulk_sends: none } = (await signing.app.call('GET', '/api/v1/bulk-sends', { key })).json<{
    bulk_sends: []
  }>()
  expect(none).toEqual([])
})

test('a list of 10,000 rows with three bad ones is checked', async () => {
  const { key, template } = await account('signature_business')
  const lines = listOf(10_000).split('\r\n')
  for (const at of [17, 5_000, 10_000]) lines[at] = 'nobody,Ada,X'
  const bulk = made(
    await sendList(signing, template, lines.join('\n'), { key, parts: { send: 'false' } }),
  )
  expect(bulk.rows).toMatchObject({ total: 10_000, waiting: 9_997, bad: 3 })
  expect(bulk.errors.map(({ row, line }) => [row, line])).toEqual([
    [17, 18],
    [5_000, 5_001],
    [10_000, 10_001],
  ])
  expect(bulk.signatures).toEqual({ needed: 9_997, remaining: 5_000 })
  const lines2 = (await results(bulk.id, key)).trim().split('\r\n')
  expect(lines2).toHaveLength(10_001)
  await act(bulk.id, 'cancel', key)
})

test('rows go out at four fifths of the pace of the key, which keeps sending', async () => {
  const { key, template } = await account('signature_business')
  const bulk = made(await sendList(signing, template, listOf(30), { key }))
  expect(bulk.rows_per_minute).toBe(24)
  const begunMs = performance.now()
  await signing.work()
  const { sent } = (await bulkOf(signing, bulk.id, key)).rows
  const minutes = Math.ceil((performance.now() - begunMs) / 60_000)
  // Instances that share PostgreSQL count by its clock, which no test moves and a busy machine outlasts.
  expect(sent).toBeGreaterThanOrEqual(24)
  expect(sent).toBeLessThanOrEqual(24 * minutes)
  expect((await signing.post([{ email: 'single@list.example' }], { key })).status).toBe(201)
  await act(bulk.id, 'cancel', key)
})

test('a quota that ends pauses it until there is more; nothing is sent twice', async () => {
  const { key, template } = await account('signature_free')
  const bulk = made(await sendList(signing, template, listOf(12), { key }))
  const paused = await finished(bulk.id, key)
  expect(paused).toMatchObject({
    status: 'paused',
    rows: { sent: 10, waiting: 2 },
    paused: { code: 'quota_exceeded' },
  })
  const at = Date.parse(paused.paused?.resumes_at ?? '')
  expect(new Date(at).getUTCDate()).toBe(1)
  signing.app.clock.move(at - signing.app.clock.now() + 1_000)
  await signing.work()
  expect((await finished(bulk.id, key)).rows).toMatchObject({ sent: 12, waiting: 0 })
  expect(await sentTo('L-', key)).toEqual(
    Array.from({ length: 12 }, (_, at2) => `L-${at2 + 1}`).sort(),
  )
})

test('a revoked key pauses it; another key of the account resumes it', async () => {
  const email = `${Math.random()}@example.com`
  const { id: accountId } = await signing.services.accounts.accounts.createAccount(email)
  const key = await signing.app.keyFor(accountId, 'signature_business')
  // Keys of one millisecond are listed in any order.
  signing.app.clock.move(1)
  const next = await signing.app.keyFor(accountId, 'signature_business')
  const template = await templateId(signing, { key })
  const bulk = made(await sendList(signing, template, listOf(2), { key }))
  const [first] = await signing.services.accounts.keys.listKeys(accountId)
  await signing.services.accounts.keys.revokeKey(first?.id ?? '')
  expect(await finished(bulk.id, next)).toMatchObject({
    status: 'paused',
    paused: { code: 'api_key_invalid' },
  })
  expect((await act(bulk.id, 'start', next)).status).toBe(200)
  expect((await finished(bulk.id, next)).rows.sent).toBe(2)
})

test('a key that is limited to other operations starts none, and pauses one that runs', async () => {
  const email = `${Math.random()}@example.com`
  const { keys, accounts } = signing.services.accounts
  const { id: accountId } = await accounts.createAccount(email)
  const key = await signing.app.keyFor(accountId, 'signature_business')
  const template = await templateId(signing, { key })
  const [{ id = '' } = {}] = await keys.listKeys(accountId)
  const limit = (scopes: readonly string[]) =>
    keys.limitKey(id, checkedLimits({ scopes, addresses: [] }))
  const bulk = made(await sendList(signing, template, listOf(2), { key }))
  await limit(['documents:read'])
  expect(await finished(bulk.id, key)).toMatchObject({
    status: 'paused',
    rows: { sent: 0 },
    paused: { code: 'key_scope_missing' },
  })
  expect(problem(await act(bulk.id, 'start', key)).code).toBe('key_scope_missing')
  expect(problem(await sendList(signing, template, listOf(1), { key })).code).toBe(
    'key_scope_missing',
  )
  await limit(['documents:read', 'documents:write'])
  expect((await act(bulk.id, 'start', key)).status).toBe(200)
  expect((await finished(bulk.id, key)).rows.sent).toBe(2)
})

test('a cancelled one sends nothing more, and the template may be deleted while it runs', async () => {
  const { key, template } = await account('signature_business')
  const bulk = made(await sendList(signing, template, listOf(40), { key }))
  await signing.work()
  expect(
    (await signing.app.call('DELETE', `/api/v1/request-templates/${template}`, { key })).status,
  ).toBe(204)
  signing.app.clock.move(30_000)
  await signing.work()
  expect((await act(bulk.id, 'cancel', key)).json<SeenBulk>()).toMatchObject({
    status: 'cancelled',
    rows: { waiting: 0 },
  })
  signing.app.clock.move(120_000)
  await signing.work()
  const { rows } = await bulkOf(signing, bulk.id, key)
  expect(rows.sent + rows.cancelled).toBe(40)
  expect(await sentTo('L-', key)).toHaveLength(rows.sent)
})

test('others see nothing of it; test keys none of live ones', async () => {
  const { key, template } = await account('signature_business')
  const bulk = made(await sendList(signing, template, listOf(1), { key, parts: { send: 'false' } }))
  const stranger = await signing.app.newKey('signature_business')
  const tester = await account('signature_business', 'test')
  for (const other of [stranger, tester.key, signing.key]) {
    expect(
      (await signing.app.call('GET', `/api/v1/bulk-sends/${bulk.id}`, { key: other })).status,
    ).toBe(404)
    expect(
      (await signing.app.call('GET', `/api/v1/bulk-sends/${bulk.id}/results`, { key: other }))
        .status,
    ).toBe(404)
    expect((await act(bulk.id, 'start', other)).status).toBe(404)
    expect((await act(bulk.id, 'cancel', other)).status).toBe(404)
    expect(problem(await sendList(signing, template, listOf(1), { key: other })).code).toBe(
      'request_template_not_found',
    )
  }
  const mine = made(await sendList(signing, tester.template, listOf(2), { key: tester.key }))
  expect((await finished(mine.id, tester.key)).rows.sent).toBe(2)
})

test('a list sent twice with one Idempotency-Key is one bulk send; unfinished ones are bounded', async () => {
  const { key, template } = await account('signature_business')
  const more = { key, parts: { send: 'false' }, headers: { 'idempotency-key': 'list-1' } }
  const first = made(await sendList(signing, template, listOf(1), more))
  expect(made(await sendList(signing, template, listOf(1), more)).id).toBe(first.id)
  for (let count = 1; count < 10; count += 1)
    made(await sendList(signing, template, listOf(1), { key, parts: { send: 'false' } }))
  expect(problem(await sendList(signing, template, listOf(1), { key })).code).toBe(
    'bulk_send_limit_reached',
  )
})

test('a list and its results are erased 90 days after the end; requests stay', async () => {
  const { key, template } = await account('signature_business')
  const bulk = made(await sendList(signing, template, listOf(1), { key }))
  await finished(bulk.id, key)
  signing.app.clock.move(91 * 86_400_000)
  await signing.services.retention.run()
  expect((await signing.app.call('GET', `/api/v1/bulk-sends/${bulk.id}`, { key })).status).toBe(404)
  const left = await signing.services.db
    .selectFrom('bulk_rows')
    .selectAll()
    .where('bulk_id', '=', bulk.id)
    .execute()
  expect(left).toEqual([])
  expect(await sentTo('L-', key)).toHaveLength(1)
})
