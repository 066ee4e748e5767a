import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sampleTemplate, sampleText } from '../../../src/pages/samples.ts'
import { type FormParts, startTestApp, type TestApp } from '../../support/app.ts'
import {
  type Answer,
  member,
  textOf,
  type Visited,
  Visitor,
} from '../../support/console-visitor.ts'
import { docx, p } from '../../support/docx-builder.ts'

let service: TestApp
let visited: Visited
let owner: Awaited<ReturnType<typeof member>>
let other: Awaited<ReturnType<typeof member>>
/** A template of the owner. */
let kept = ''

const LIST = '/console/templates'
const HOSTILE = `"><img src=x onerror=alert(1)>'\`{{7*7}}`
const word = (body: string[], filename = 'letter.docx') =>
  ({ filename, bytes: docx(body) }) as const
const idIn = ({ headers }: Answer): string =>
  /tpl_[0-9a-z]+/.exec(String(headers.location))?.[0] ?? ''

/** Sends a form with files as the page does. */
async function send(who: typeof owner, path: string, parts: FormParts): Promise<Answer> {
  const csrf = await who.visitor.token(LIST)
  return await who.visitor.upload(path, [['csrf', csrf], ...parts])
}

beforeAll(async () => {
  service = await startTestApp()
  const { app, services } = service
  await services.jobs.start()
  visited = { app, outbox: services.outbox, accounts: services.accounts }
  owner = await member(visited)
  other = await member(visited)
  kept = idIn(await send(owner, LIST, [['template', word([p('Dear {name},')])]]))
})
afterAll(() => service.close())

const count = async (accountId: string): Promise<number> =>
  (
    await service.services.db
      .selectFrom('templates')
      .select('id')
      .where('account_id', '=', accountId)
      .execute()
  ).length

describe('forms with files', () => {
  const upload: FormParts = [['template', word([p('{forged}')])]]

  test('are refused without their token, or with another’s', async () => {
    const theirs = await other.visitor.token(LIST)
    for (const csrf of ['', 'guess', theirs]) {
      const parts: FormParts = [['csrf', csrf], ...upload]
      expect((await owner.visitor.upload(LIST, parts)).status, csrf).toBe(403)
    }
    expect((await owner.visitor.upload(LIST, upload)).status).toBe(403)
    expect(await count(owner.accountId)).toBe(1)
  })

  test('are refused from another site, even with the token', async () => {
    const csrf = await owner.visitor.token(LIST)
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'https://evil.example' },
    ]) {
      const parts: FormParts = [['csrf', csrf], ...upload]
      const answer = await owner.visitor.upload(LIST, parts, headers as Record<string, string>)
      expect(answer.status, JSON.stringify(headers)).toBe(403)
    }
    expect(await count(owner.accountId)).toBe(1)
  })

  test('are held to the file size of the plan, and to the parts they have', async () => {
    const large = { filename: 'large.docx', bytes: new Uint8Array(2 * 1_048_576 + 1) }
    expect((await send(owner, LIST, [['template', large]])).status).toBe(413)
    expect((await send(owner, LIST, [['surprise', 'x']])).status).toBe(422)
    const long = 'x'.repeat(70_000)
    for (const path of [LIST, '/console/factur-x', `${LIST}/tpl_1/try`])
      expect((await new Visitor(visited).post(path, { data: long })).status, path).toBe(413)
    const nothing = await send(owner, LIST, [['name', 'no file']])
    expect(nothing.status).toBe(422)
    expect(textOf(nothing)).toContain('Choose a Word file')
  })
})

describe('templates of another account', () => {
  test('are not there, whatever is asked of them', async () => {
    const at = `${LIST}/${kept}`
    const get = [
      '',
      '/versions',
      '/fields',
      '/settings',
      '/versions/1/file',
      '/compare?from=1&to=1',
    ]
    for (const path of get) expect((await other.visitor.get(at + path)).status, path).toBe(404)
    const post = [
      ['/rename', { name: 'mine' }],
      ['/delete', { sure: 'yes' }],
      ['/versions/1/restore', {}],
    ] as const
    for (const [path, fields] of post)
      expect((await other.visitor.submit(LIST, at + path, fields)).status, path).toBe(404)
    const data: FormParts = [['data', '{"name": "x"}']]
    expect((await send(other, `${at}/try`, data)).status).toBe(404)
    const version: FormParts = [['template', word([p('{theirs}')])]]
    expect((await send(other, `${at}/versions`, version)).status).toBe(404)
    const invoice: FormParts = [
      ['template', kept],
      ['data', sampleText('facturx-invoice')],
      ['do', 'check'],
    ]
    expect((await send(other, '/console/factur-x', invoice)).status).toBe(404)
    expect((await owner.visitor.get(at)).status).toBe(200)
    expect(textOf(await other.visitor.get(LIST))).not.toContain(kept)
  })
})

describe('names are text', () => {
  test('of templates, files, notes, tags, data and findings', async () => {
    const file = word(
      [p(`{name} ${HOSTILE.replace('{{7*7}}', '')}`)],
      `${HOSTILE.replaceAll('"', '')}.docx`,
    )
    const parts: FormParts = [
      ['template', file],
      ['name', HOSTILE],
    ]
    const made = await send(owner, LIST, parts)
    const at = `${LIST}/${idIn(made)}`
    const second: FormParts = [
      ['template', word([p(`{name} <img src=y>`)])],
      ['note', HOSTILE],
    ]
    expect((await send(owner, `${at}/versions`, second)).status).toBe(303)
    const broken = await send(owner, `${at}/versions`, [
      ['template', word([p('{#<img src=z>} <script>alert(1)</script>')])],
      ['note', HOSTILE],
    ])
    expect(broken.status).toBe(422)
    const wrong = await send(owner, `${at}/try`, [
      ['data', '{"other": "</textarea><img src=x>"}'],
      ['locale', HOSTILE],
      ['version', HOSTILE],
    ])
    expect(wrong.status).toBe(422)
    const pages = ['', '/versions', '/fields', '/settings', '/compare?from=1&to=2']
    const shown = [broken, wrong, await owner.visitor.get(LIST)]
    shown.push(await owner.visitor.get('/console/factur-x'))
    for (const path of pages) shown.push(await owner.visitor.get(at + path))
    for (const answer of shown) {
      const page = answer.bytes.toString()
      expect(page).not.toMatch(/<img|<script>/)
    }
    expect((await owner.visitor.submit(LIST, `${at}/delete`, { sure: 'yes' })).status).toBe(303)
  })

  test('the file of a version has nothing in its name that could split a header', async () => {
    const parts: FormParts = [['template', word([p('{a}')], 'a%0d%0aSet-Cookie: x=1;.docx')]]
    const at = `${LIST}/${idIn(await send(owner, LIST, parts))}`
    const { headers } = await owner.visitor.get(`${at}/versions/1/file`)
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['content-disposition']).toMatch(/^attachment; filename="/)
    expect(headers['x-content-type-options']).toBe('nosniff')
    await owner.visitor.submit(LIST, `${at}/delete`, { sure: 'yes' })
  })
})

describe('limits', () => {
  test('the plan’s number of templates is shown and holds; the largest plan of the keys counts', async () => {
    const { visitor, accountId } = await member(visited)
    const storeSample = () => visitor.submit(LIST, `${LIST}/sample`, { sample: 'letter' })
    for (let turn = 0; turn < 2; turn += 1) expect((await storeSample()).status).toBe(303)
    expect(textOf(await visitor.get(LIST))).toContain('2 of 2 used · Free')
    const refused = await storeSample()
    expect(refused.status).toBe(409)
    expect(textOf(refused)).toContain('allows 2 templates')
    const key = { accountId, plan: 'documents_starter', name: 'k', mode: 'live' } as const
    await service.services.accounts.keys.createKey(key)
    expect(textOf(await visitor.get(LIST))).toContain('2 of 5 used')
    expect((await storeSample()).status).toBe(303)
  })

  test('a document made here uses no quota, but a place in the minute of the plan', async () => {
    const { visitor, accountId } = await member(visited)
    const csrf = await visitor.token(LIST)
    const parts: FormParts = [
      ['csrf', csrf],
      ['data', '{ "profile": "basic" }'],
    ]
    for (let turn = 0; turn < 5; turn += 1)
      expect((await visitor.upload('/console/factur-x', parts)).status).toBe(422)
    const sixth = await visitor.upload('/console/factur-x', parts)
    expect(sixth.status).toBe(429)
    expect(textOf(sixth)).toMatch(/Try again in \d+ s/)
    const checked = await visitor.upload('/console/factur-x', [...parts, ['do', 'check']])
    expect(checked.status, 'checking is no document').toBe(200)
    expect(await service.services.accounts.quota.history(accountId, '2000-01')).toEqual([])
  })
})

test('a French page shows broken rules and mistakes in French, at their lines', async () => {
  const invoice = sampleText('facturx-invoice').replace('"Hôtel Bellevue"', '""')
  const answer = await send(owner, '/console/factur-x?lang=fr', [
    ['data', invoice],
    ['do', 'check'],
  ])
  const line = invoice.split('\n').findIndex((text) => text.includes('"name": ""')) + 1
  const shown = textOf(answer).split('Une règle est enfreinte')[1] ?? ''
  expect(shown.slice(0, 300)).toContain(`Ligne ${line} BR-07 /buyer/name Il manque le nom`)
  const broken = await send(owner, `${LIST}?lang=fr`, [['template', word([p('Bonjour {#nom}')])]])
  expect(textOf(broken)).toContain('La section n’est jamais fermée.')
  const script = { filename: 'x.docx', bytes: sampleTemplate('letter').slice(0, 900) }
  expect(textOf(await send(owner, `${LIST}?lang=fr`, [['template', script]]))).toContain(
    'Le fichier est incomplet.',
  )
})
