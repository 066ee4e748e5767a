/** Sessions of the editor in frames: whose they are, what they may do, and what everybody else gets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdfTemplate, type SeenTemplate } from '../../support/bulk.ts'
import { annex } from '../../support/several-files.ts'
import {
  type SeenDocument,
  type SeenProblem,
  type SigningApp,
  smallPdf,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

const ORIGIN = 'https://app.example.com'
const PLACE = { page: 1, x: 60, y: 600, width: 180, height: 60 }
let signing: SigningApp
let account = ''
let key = ''

beforeAll(async () => {
  signing = await startSigningApp({ PARAPH_DRAFTS_MAX: '100' })
  ;({ account, key } = await sender('editing@example.com'))
})
afterAll(() => signing.close())

async function sender(email: string, mode: 'live' | 'test' = 'test') {
  const { id } = await signing.services.accounts.accounts.createAccount(email)
  await signing.services.signing.parts.embedding.set(id, [ORIGIN], 'key:test')
  return { account: id, key: await signing.app.keyFor(id, 'signature_pro', mode) }
}

interface Session {
  id: string
  url: string
  expires_at: string
}
const ask = (json: object, by = key) =>
  signing.app.call('POST', '/api/v1/editor-sessions', {
    key: by,
    json: { embed_origin: ORIGIN, kind: 'document', ...json },
  })
async function open(json: object = {}, by = key): Promise<string> {
  const answer = await ask(json, by)
  expect(answer.status).toBe(201)
  return new URL(answer.json<Session>().url).pathname
}
const OWN = { 'sec-fetch-site': 'same-origin', accept: 'application/json' }
/** Sends the form as the page does. @param saved a draft or template is open: its files are not sent again */
async function save(
  path: string,
  people: readonly object[],
  { saved, ...more }: Record<string, string> = {},
  headers: Record<string, string> = OWN,
) {
  const files = [
    ['file', { filename: 'lease.pdf', bytes: await smallPdf() }],
    ['files', await annex(2)],
  ] as const
  return await signing.app.call('POST', path, {
    headers,
    form: [
      ...(saved === undefined ? files : []),
      ['signers', JSON.stringify(people)],
      ...Object.entries({ intent: 'draft', ...more }),
    ],
  })
}
const textOf = ({ bytes }: { bytes: Buffer }): string => bytes.toString()
type Told = { told: { type: string; document_id?: string; request_template_id?: string } }
const page = (path: string, headers: Record<string, string> = { 'sec-fetch-dest': 'iframe' }) =>
  signing.app.call('GET', path, { headers })
const documentOf = async (id: string, by = key) =>
  (await signing.app.call('GET', `/api/v1/documents/${id}`, { key: by })).json<SeenDocument>()
const person = () => ({ ...somebody(), locale: 'en' })

describe('a session', () => {
  test('creates a draft, edits it and sends it; nothing else of the account is in it', async () => {
    const path = await open({ may_send: true, language: 'fr' })
    const first = await page(path)
    expect(first.status).toBe(200)
    expect(first.headers['content-security-policy']).toContain(`frame-ancestors ${ORIGIN}`)
    expect(first.headers['x-frame-options']).toBeUndefined()
    expect(first.headers['set-cookie']).toBeUndefined()
    expect(textOf(first)).toContain('lang="fr"')
    expect(textOf(first)).not.toContain('class="sections"')
    expect(textOf(first)).not.toContain('href="/console')

    const [ada, bob] = [person(), person()]
    const fields = [PLACE, { ...PLACE, file_number: 2, page: 2 }]
    const made = await save(path, [{ ...ada, fields }, bob], { name: 'Lease', message: 'Hello' })
    expect(made.status).toBe(201)
    const { type, document_id: id = '' } = made.json<Told>().told
    expect(type).toBe('saved')
    const draft = await documentOf(id)
    expect(draft).toMatchObject({ status: 'draft', name: 'Lease', signers: [{}, {}] })
    expect(draft.signers[0]?.fields).toMatchObject(fields)

    const again = await page(path)
    expect(textOf(again)).toContain(`${path}/files/2`)
    expect((await page(`${path}/files/2`)).headers['content-type']).toBe('application/pdf')
    expect((await page(`${path}/files/3`)).status).toBe(422)
    // Whom the page does not send any more is taken out; fields that it leaves out stay.
    const changed = { ...ada, id: draft.signers[0]?.id, first_name: 'Augusta' }
    const edited = await save(path, [changed], { saved: 'yes', name: 'Lease 2', message: '' })
    expect(edited.json<Told>().told).toEqual({ type: 'saved', document_id: id })
    const after = await documentOf(id)
    expect(after).toMatchObject({ name: 'Lease 2', signers: [{ first_name: 'Augusta' }] })
    expect(after.signers).toHaveLength(1)
    expect(after.signers[0]?.fields).toMatchObject(fields)

    const sent = await save(path, [changed], { saved: 'yes', intent: 'send' })
    expect(sent.json<Told>().told).toEqual({ type: 'sent', document_id: id })
    expect((await documentOf(id)).status).toBe('pending')
    const over = await save(path, [changed], { saved: 'yes' })
    expect(over.status).toBe(410)
    expect(textOf(await page(path))).toContain('Demande envoyée')
    const { parts } = signing.services.signing
    const trail = await parts.trails.read(id)
    expect(JSON.stringify(trail)).toContain('"actor":"key:')
  })

  test('creates a request template and keeps what the editor does not show', async () => {
    const path = await open({ kind: 'request_template' })
    const made = await save(path, [{ email: '', order: '1', fields: [PLACE] }], { name: 'Lease' })
    const { request_template_id: id = '' } = made.json<Told>().told
    expect(id).toMatch(/^rqt_/)
    const stored = await pdfTemplate(signing, {
      key,
      roles: [{ role: 'tenant', redirect_urls: { success: ORIGIN }, fields: [PLACE] }],
    })
    expect(stored.status).toBe(201)
    const before = stored.json<SeenTemplate>()
    const editing = await open({ kind: 'request_template', id: before.id })
    const edited = await save(editing, [{ role: 'tenant', email: '', order: '2' }, { email: '' }], {
      saved: 'yes',
      name: 'Lease 3',
    })
    expect(edited.json<Told>().told.request_template_id).toBe(before.id)
    const answer = await signing.app.call('GET', `/api/v1/request-templates/${before.id}`, { key })
    expect(answer.json<SeenTemplate>()).toMatchObject({
      name: 'Lease 3',
      roles: [{ ...before.roles[0], order: 2 }, { role: 'signer2' }],
    })
  })

  test('sends only where it may, and says at the field what is wrong', async () => {
    const path = await open()
    const refused = await save(path, [person()], { intent: 'send' })
    expect(refused.status).toBe(403)
    expect(textOf(await page(path))).not.toContain('value="send"')
    const wrong = await save(path, [{ ...person(), email: 'nobody' }])
    expect(wrong.status).toBe(422)
    expect(wrong.json<{ faults: object[] }>().faults).toMatchObject([{ field: 'signer-0-email' }])
    const none = await signing.app.call('POST', path, {
      headers: OWN,
      form: [['signers', JSON.stringify([person()])]],
    })
    expect(none.json<{ faults: object[] }>().faults).toMatchObject([{ field: 'file' }])
    const { documents } = (
      await signing.app.call('GET', '/api/v1/documents?status=draft', { key })
    ).json<{ documents: object[] }>()
    expect(documents).toEqual([])
  })

  test('makes one draft, however many windows save at once', async () => {
    const path = await open()
    const answers = await Promise.all([save(path, [person()]), save(path, [person()])])
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 410])
    const templates = await open({ kind: 'request_template' })
    const made = await Promise.all([1, 2].map(() => save(templates, [{ email: '' }])))
    expect(made.map(({ status }) => status).sort()).toEqual([201, 410])
  })

  test('changes deadline, reminders and delivery of what is saved, or leaves them', async () => {
    const path = await open()
    const [ada, bob] = [person(), person()]
    const made = await save(path, [ada, { ...bob, delivery: 'none' }], { days: '7', remind: '3' })
    const { document_id: id = '' } = made.json<Told>().told
    const draft = await documentOf(id)
    expect(draft.reminders).toEqual({ first_after_days: 3, every_days: 3, max: 3 })
    const shown = textOf(await page(path))
    expect(shown).toContain('<option value="3" selected>')
    expect(shown.match(/Unchanged/g)).toHaveLength(3)

    const people = draft.signers.map(({ id: of }, at) => ({ ...[ada, bob][at], id: of }))
    await save(path, people, { saved: 'yes' })
    const { expires_at, reminders, signers } = draft
    expect(await documentOf(id)).toMatchObject({
      ...{ expires_at, reminders },
      signers: signers.map(({ delivery = 'email' }) => (delivery === 'none' ? { delivery } : {})),
    })
    const changes = { days: '3', remind: 'none', delivery: 'none' }
    expect((await save(path, people, { saved: 'yes', ...changes })).status).toBe(201)
    const after = await documentOf(id)
    expect(after.expires_at < expires_at).toBe(true)
    expect(after.reminders).toBeUndefined()
    expect(after.signers).toMatchObject([{ delivery: 'none' }, { delivery: 'none' }])
    expect(textOf(await page(path))).toContain('<option value="none" selected>')
  })

  test('changes no request that is sent while it is edited', async () => {
    for (const isSentFirst of [true, false, true, false]) {
      const path = await open()
      const ada = person()
      const { document_id: id = '' } = (await save(path, [ada], { name: 'Lease' })).json<Told>()
        .told
      const people = (await documentOf(id)).signers.map((signer) => ({ ...ada, id: signer.id }))
      const send = () => signing.app.call('POST', `/api/v1/documents/${id}/send`, { key })
      const edit = () => save(path, people, { saved: 'yes', name: 'Lease 2' })
      const both = isSentFirst ? [send, edit] : [edit, send]
      const answers = await Promise.all(both.map((act) => act()))
      expect(answers.some(({ status }) => status < 300)).toBe(true)
      const trail = await signing.services.signing.parts.trails.read(id)
      const events = trail?.entries.map(({ type }) => type) ?? []
      // Whatever came first: what was sent is what was edited, or one of both was refused.
      const sent = events.indexOf('document.sent')
      expect(sent < 0 ? [] : events.slice(sent)).not.toContain('document.updated')
    }
  })
})

describe('strangers', () => {
  test('get no session for what is not theirs, not a draft, or has no pages', async () => {
    const other = await sender('other@example.com')
    const made = await save(await open(), [person()])
    const id = made.json<Told>().told.document_id ?? ''
    expect((await ask({ id }, other.key)).status).toBe(404)
    expect((await ask({ kind: 'request_template', id })).status).toBe(404)
    const answer = await ask({ embed_origin: 'https://evil.example' })
    expect(answer.status).toBe(422)
    expect(answer.json<SeenProblem>().errors?.[0]?.pointer).toBe('/embed_origin')
    await signing.app.call('POST', `/api/v1/documents/${id}/send`, { key, json: {} })
    expect((await ask({ id })).json<SeenProblem>().errors?.[0]?.pointer).toBe('/id')
  })

  test('of other accounts and sessions reach no file and no draft by an address of their own', async () => {
    const other = await sender('stranger@example.com')
    const path = await open()
    const id = (await save(path, [person()])).json<Told>().told.document_id ?? ''
    const draft = await documentOf(id)
    const theirs = await open({}, other.key)
    expect((await page(`${theirs}/files/1`)).status).toBe(404)
    // Ids in the form decide nothing.
    const mine = await save(theirs, [{ ...person(), id: draft.signers[0]?.id }])
    expect(mine.status).toBe(422)
    expect((await documentOf(id)).signers).toEqual(draft.signers)
    const unknown = await page('/editor/nonsense')
    expect(unknown.status).toBe(410)
    expect(unknown.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect((await page('/editor/nonsense/files/1')).status).toBe(410)
  })

  test('on other sites can post nothing, and in a tab the editor is not shown', async () => {
    const path = await open()
    for (const site of ['cross-site', 'same-site', 'none']) {
      const answer = await save(path, [person()], {}, { ...OWN, 'sec-fetch-site': site })
      expect([site, answer.status]).toEqual([site, 403])
    }
    const foreign = await save(path, [person()], {}, { origin: ORIGIN })
    expect(foreign.status).toBe(403)
    const tab = await page(path, { 'sec-fetch-dest': 'document' })
    expect(tab.status).toBe(403)
    expect(tab.headers['content-security-policy']).toContain("frame-ancestors 'none'")
    expect(textOf(tab)).not.toContain('request-form')
  })

  test('have nothing of a session that is over: by time, origin or key', async () => {
    const late = await open({ expires_in: 60 })
    signing.app.clock.move(61_000)
    const gone = await page(late)
    expect(gone.status).toBe(410)
    expect(textOf(gone)).toContain('data-error="editor_session_ended"')
    expect(gone.headers['content-security-policy']).toContain(`frame-ancestors ${ORIGIN}`)
    expect((await save(late, [person()])).status).toBe(410)

    const path = await open()
    const { embedding } = signing.services.signing.parts
    await embedding.set(account, [], 'key:test')
    expect((await page(path)).status).toBe(410)
    await embedding.set(account, [ORIGIN], 'key:test')
    expect((await page(path)).status).toBe(200)
    const { keys } = signing.services.accounts
    for (const { id } of await keys.listKeys(account)) await keys.revokeKey(id)
    expect((await page(path)).status).toBe(410)
    expect((await save(path, [person()])).status).toBe(410)
  })
})
