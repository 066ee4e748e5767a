import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FormParts } from '../../support/app.ts'
import {
  ConsoleForms,
  comparable,
  faultsIn,
  type Input,
  jsonOf,
  type Member,
  PLACE,
  pdfFile,
  SIGNER,
} from '../../support/console-forms.ts'
import { type Answer, csrfIn, member, textOf, Visitor } from '../../support/console-visitor.ts'
import { unguard } from '../../support/rows.ts'
import { type SigningApp, smallPdf, startSigningApp } from '../../support/signing-app.ts'

const FIELDS = [
  PLACE,
  { ...PLACE, y: 500, type: 'radio', name: 'pay', required: false, options: ['Card', 'Cash'] },
]

let service: SigningApp
let forms: ConsoleForms
let owner: Member
let stranger: Member
let pdf: Uint8Array

beforeAll(async () => {
  service = await startSigningApp()
  await service.services.jobs.start()
  forms = new ConsoleForms(service)
  owner = await member(forms.visited)
  stranger = await member(forms.visited)
  pdf = await smallPdf()
})
afterAll(() => service.close())

describe('a request made in the console', () => {
  test('is what the same call of the API makes, with the chosen key, and counts as that does', async () => {
    const { accountId } = owner
    const { accounts } = service.services
    const key = await accounts.keys.createKey({
      accountId,
      name: 'shop',
      plan: 'free',
      mode: 'live',
    })
    const [live] = (await forms.keysOffered(owner)).filter(({ label }) => label.includes('live'))
    expect(live?.label).toBe('shop · Free · live')
    const signers = [
      { ...SIGNER, phone: '+33 6 12 34 56 78', locale: 'en', order: '1', fields: FIELDS },
      { email: 'bob@example.com', locale: 'fr', order: '2', first_name: '', phone: '' },
    ]
    const fields = {
      key: live?.id ?? '',
      name: 'Contract 7',
      message: 'Please',
      days: '7',
      remind: '3',
    }
    const path = await forms.composed(owner, { fields, signers })
    const made = await service.act('GET', path.split('/').at(-1) ?? '', '', undefined, key.secret)
    const tidy = [
      { ...SIGNER, phone: '+33612345678', locale: 'en' as const, order: 1, fields: FIELDS },
      { email: 'bob@example.com', locale: 'fr' as const, order: 2 },
    ]
    const options = {
      name: 'Contract 7',
      message: 'Please',
      reminders: JSON.stringify({ first_after_days: 3, every_days: 3, max: 3 }),
      expires_at: made.json<{ expires_at: string }>().expires_at,
    }
    const same = await service.create(tidy, { key: key.secret, options })
    expect(comparable(made.json())).toEqual(comparable(same))
    const usage = await service.app.call('GET', '/usage', { key: key.secret })
    expect(usage.bytes.toString()).toContain('"used":4')
    const [row] = await service.services.db
      .selectFrom('signature_requests')
      .select('key_id')
      .where('id', '=', path.split('/').at(-1) ?? '')
      .execute()
    expect(row?.key_id).toBe(live?.id)
  })

  test('whose links a program hands over sends no e-mail, and needs the phone of each signer', async () => {
    const fields = { delivery: 'none' }
    const path = await forms.composed(owner, {
      fields,
      signers: [{ email: 'handed@example.com', phone: '+33612345670', locale: 'en', order: '1' }],
    })
    const rows = await service.services.db
      .selectFrom('signers')
      .select('delivery')
      .where('request_id', '=', path.split('/').at(-1) ?? '')
      .execute()
    expect(rows).toEqual([{ delivery: 'none' }])
    const refused = await forms.compose(owner, {
      fields,
      signers: [{ email: 'handed@example.com', locale: 'en', order: '1' }],
    })
    expect(refused.status).toBe(422)
  })

  test('a form sent twice makes one, and a refused one may come again', async () => {
    const page = (await owner.visitor.get('/console/requests/new')).bytes.toString()
    const form = /name="form" value="([^"]+)"/.exec(page)?.[1] ?? ''
    const refused = await forms.compose(owner, { fields: { form }, signers: [{ email: 'nobody' }] })
    expect(refused.status).toBe(422)
    const first = await forms.composed(owner, { fields: { form } })
    expect(await forms.composed(owner, { fields: { form } })).toBe('/console/requests')
    expect(await forms.statusOf(first)).toBe('pending')
  })

  test('shows each error at its field, in the language of the reader', async () => {
    const overlapping = [{ ...SIGNER, fields: [PLACE, { ...PLACE, x: 70 }] }]
    const cases: Array<[Input, Array<[string, RegExp]>]> = [
      [{ signers: [{ email: 'nobody' }] }, [['signer-0-email', /such as name@/]]],
      [{ signers: [SIGNER, SIGNER] }, [['signer-1-email', /there twice/]]],
      [{ signers: [{ ...SIGNER, phone: '06 12' }] }, [['signer-0-phone', /and its country/]]],
      [{ signers: overlapping }, [['signer-0-fields', /lie on each other/]]],
      [
        { signers: [{ ...SIGNER, fields: [{ ...PLACE, x: 590 }] }] },
        [['signer-0-fields', /outside/]],
      ],
      [{ fields: { days: '90' } }, [['days', /days that the plan allows/]]],
      [{ fields: { key: 'key_of_somebody' } }, [['key', /one of your keys/]]],
      [{ file: pdfFile(new Uint8Array()) }, [['file', /Choose the PDF/]]],
      [{ file: pdfFile(Buffer.from('no pdf at all')) }, [['file', /not a readable PDF/]]],
      [{ signers: [] }, [['signer-0-fields', /./]]],
    ]
    for (const [input, expected] of cases) {
      const answer = await forms.compose(owner, input)
      expect(answer.status, JSON.stringify(input)).toBeGreaterThanOrEqual(413)
      const faults = faultsIn(answer)
      for (const [index, [field, text]] of expected.entries()) {
        expect(faults[index]?.[0]).toBe(field)
        expect(faults[index]?.[1]).toMatch(text)
      }
    }
    const large = await forms.compose(owner, { file: pdfFile(Buffer.alloc(10 * 1_048_576 + 1)) })
    expect(faultsIn(large)).toEqual([
      ['file', 'The file is too large: the key’s plan allows 10 MB.'],
    ])
  })

  test('without JavaScript the form preserves what was typed and shows the same', async () => {
    const page = (await owner.visitor.get('/console/requests/new')).bytes.toString()
    const [key] = await forms.keysOffered(owner)
    const parts = (email: string): FormParts => [
      ['csrf', csrfIn(page)],
      ['form', /name="form" value="([^"]+)"/.exec(page)?.[1] ?? ''],
      ['key', key?.id ?? ''],
      ['intent', 'draft'],
      ['name', 'By hand'],
      ['signer-0-email', email],
      ['signer-0-locale', 'fr'],
      ['signer-0-order', '1'],
      ['signer-1-email', ''],
      ['signer-2-email', 'third@example.com'],
      ['file', pdfFile(pdf)],
    ]
    const html = { accept: 'text/html' }
    const wrong = await forms.upload(owner.visitor, '/console/requests', parts('nobody'), html)
    expect(wrong.status).toBe(422)
    const shown = wrong.bytes.toString()
    expect(shown).toMatch(/id="signer-0-email"[^>]*value="nobody"[^>]*aria-invalid="true"/)
    expect(shown).toContain('value="By hand"')
    const good = await forms.upload(
      owner.visitor,
      '/console/requests',
      parts('a@example.com'),
      html,
    )
    expect(good.status).toBe(303)
    const path = String(good.headers.location)
    expect(await forms.statusOf(path)).toBe('draft')
    const detail = textOf(await owner.visitor.get(path))
    expect(detail).toContain('third@example.com')
    expect(detail).toContain('Draft')
  })

  test('fields are detected in the document for the form, and nothing is stored', async () => {
    const page = (await owner.visitor.get('/console/requests/new')).bytes.toString()
    const answer = await forms.upload(owner.visitor, '/console/requests/fields', [
      ['csrf', csrfIn(page)],
      ['file', pdfFile(pdf)],
    ])
    expect(answer.status).toBe(200)
    expect(jsonOf<{ fields: unknown[] }>(answer).fields).toEqual([])
  })
})

describe('the page of a request', () => {
  test('says that it is being sealed, and offers nothing that can no longer be done', async () => {
    const path = await forms.composed(owner)
    const shown = async () => (await owner.visitor.get(path)).bytes.toString()
    expect(await shown()).toContain('id="act-cancel"')
    await sql`UPDATE signers SET status = 'signed' WHERE request_id = ${path.split('/').at(-1)}`.execute(
      service.services.db,
    )
    const page = await shown()
    expect(page).toContain('Everyone has signed. The document is being sealed')
    expect(page).not.toContain('id="act-')
    expect(page, 'it is still followed').not.toMatch(/id="live"[^>]*data-over/)
  })

  test('says so when an entry of the trail was changed behind its back', async () => {
    const path = await forms.composed(owner)
    const id = path.split('/').at(-1) ?? ''
    const { db } = service.services
    await unguard(db, 'audit_entries')
    await sql`UPDATE audit_entries SET ip = '198.51.100.1' WHERE trail_id = ${id} AND seq = 2`.execute(
      db,
    )
    const words = textOf(await owner.visitor.get(path))
    expect(words).toContain('The chain is broken')
    expect(words).toContain('entry 2 was changed')
  })

  test('a draft is sent, its signer corrected, reminded and the request cancelled', async () => {
    const path = await forms.composed(owner, { fields: { intent: 'draft' } })
    const send = (fields: Record<string, string> = {}) =>
      owner.visitor.submit(path, `${path}/send`, fields)
    expect((await send({ key: 'key_of_somebody' })).status).toBe(422)
    const [key] = await forms.keysOffered(owner)
    expect((await send({ key: key?.id ?? '' })).headers.location).toBe(path)
    expect(await forms.statusOf(path)).toBe('pending')
    const again = await send({ key: key?.id ?? '' })
    expect(again.status, 'a request is sent once').toBe(409)
    const signer = /<li class="person[^>]* id="(sgr_\w+)"/.exec(again.bytes.toString())?.[1] ?? ''
    const change = (fields: Record<string, string>) =>
      owner.visitor.submit(path, `${path}/signers/${signer}`, fields)
    expect(textOf(await change({ email: 'nobody' }))).toContain('Enter an e-mail address')
    expect(textOf(await change({ email: SIGNER.email }))).toContain('Nothing was changed')
    expect((await change({ email: 'new@example.com', phone: '06' })).status).toBe(422)
    expect(textOf(await change({ last_name: '\u202eevil' }))).toContain('printable characters')
    expect((await change({ email: 'new@example.com' })).status).toBe(303)
    expect(textOf(await owner.visitor.get(path))).toContain('new@example.com')
    const remind = () => owner.visitor.submit(path, `${path}/remind`)
    const early = await remind()
    expect(early.status).toBe(429)
    expect(textOf(early)).toContain('less than ten minutes ago')
    service.app.clock.move(11 * 60_000)
    expect((await remind()).status).toBe(303)
    const cancel = (fields: Record<string, string>) =>
      owner.visitor.submit(path, `${path}/cancel`, fields)
    await cancel({ reason: 'x' })
    expect(await forms.statusOf(path), 'not without the tick').toBe('pending')
    expect((await cancel({ sure: 'yes', reason: 'r'.repeat(501) })).status).toBe(422)
    expect((await cancel({ sure: 'yes', reason: 'Another version' })).status).toBe(303)
    expect(await forms.statusOf(path)).toBe('cancelled')
    const shown = textOf(await owner.visitor.get(path))
    expect(shown).toContain('Cancelled: Another version')
    expect((await cancel({ sure: 'yes' })).status).toBe(409)
  })

  test('files are what the API gives; those that are not there yet are refused', async () => {
    const path = await forms.composed(owner)
    const original = await owner.visitor.get(`${path}/files/file`)
    expect(Buffer.compare(original.bytes, Buffer.from(pdf))).toBe(0)
    expect(original.headers['content-disposition']).toBe('attachment; filename="contrat.pdf"')
    const audit = await owner.visitor.get(`${path}/files/audit`)
    expect(jsonOf<{ format: string }>(audit).format).toBe('paraph-trail/1')
    for (const name of ['signed', 'proof', 'evidence'])
      expect((await owner.visitor.get(`${path}/files/${name}`)).status, name).toBe(409)
    expect((await owner.visitor.get(`${path}/files/nothing`)).status).toBe(404)
  })
})

describe('the list', () => {
  test('explains itself while it is empty, filters, and is paginated', async () => {
    const fresh = await member(forms.visited)
    const empty = textOf(await fresh.visitor.get('/console/requests'))
    expect(empty).toContain('No requests yet')
    expect(empty).toContain('/api/v1/documents')
    for (let count = 0; count < 27; count += 1)
      await forms.composed(fresh, { fields: { intent: 'draft', name: `Number ${count}` } })
    const first = (await fresh.visitor.get('/console/requests')).bytes.toString()
    expect(first).toContain('Number 26')
    expect(first).not.toContain('Number 1<')
    const next = /href="(\/console\/requests\?cursor=[^"]+)"/.exec(first)?.[1] ?? ''
    const second = (await fresh.visitor.get(next)).bytes.toString()
    expect(second.match(/class="request-row"/g)?.length).toBe(2)
    expect(second).toContain('Number 1<')
    const none = await fresh.visitor.get('/console/requests?status=completed&mode=live')
    expect(textOf(none)).toContain('No results')
    expect(textOf(await fresh.visitor.get('/console/requests?status=draft'))).toContain('Number 26')
    const odd = "/console/requests?status=%27%22%3E%3Cscript%3E&mode=x&cursor=doc_'"
    expect((await fresh.visitor.get(odd)).status).toBe(200)
  })
})

const markup = `"><img src=x onerror=alert(1)>'{{7*7}}`

describe('other accounts and hostile names', () => {
  test('requests of another account are not there, and nothing happens to them', async () => {
    const path = await forms.composed(owner)
    const signer =
      /<li class="person[^>]* id="(sgr_\w+)"/.exec(
        (await owner.visitor.get(path)).bytes.toString(),
      )?.[1] ?? ''
    for (const at of ['', '/version', '/files/file', '/files/audit', '/files/signed'])
      expect((await stranger.visitor.get(`${path}${at}`)).status, at).toBe(404)
    const acts: Record<string, Record<string, string>> = {
      '/send': { key: 'x' },
      '/remind': {},
      '/cancel': { sure: 'yes' },
      [`/signers/${signer}`]: { email: 'mine@example.com' },
      [`/signers/${signer}/unblock`]: {},
    }
    for (const [at, fields] of Object.entries(acts)) {
      const answer = await stranger.visitor.submit('/console/requests/new', `${path}${at}`, fields)
      expect(answer.status, at).toBe(404)
    }
    expect(await forms.statusOf(path)).toBe('pending')
    expect(textOf(await owner.visitor.get(path))).toContain(SIGNER.email)
    expect(textOf(await stranger.visitor.get('/console/requests'))).toContain('No requests yet')
    const key = (await forms.keysOffered(owner)).find(({ label }) => label.includes('live'))
    const foreign = await forms.compose(stranger, { fields: { key: key?.id ?? '' } })
    expect(faultsIn(foreign)[0]?.[0], 'a key of somebody else').toBe('key')
  })

  test.each([
    ['/console/requests', true],
    ['/console/requests/fields', true],
    ['/console/requests/doc_x/cancel', false],
    ['/console/requests/doc_x/remind', false],
    ['/console/requests/doc_x/send', false],
    ['/console/requests/doc_x/signers/sgr_x', false],
    ['/console/requests/doc_x/signers/sgr_x/unblock', false],
  ])('%s takes no form from elsewhere', async (path, isUpload) => {
    const csrf = csrfIn((await owner.visitor.get('/console/requests/new')).bytes.toString())
    const send = (who: Visitor, token: string, headers = {}): Promise<Answer> => {
      if (!isUpload) return who.post(path, { csrf: token }, headers)
      const parts: FormParts = [
        ['csrf', token],
        ['file', pdfFile(pdf)],
      ]
      return forms.upload(who, path, parts, headers)
    }
    for (const [token, headers] of [
      ['', {}],
      ['guess', {}],
      [csrf, { 'sec-fetch-site': 'cross-site' }],
      [csrf, { origin: 'https://evil.example' }],
    ] as const)
      expect((await send(owner.visitor, token, headers)).status, JSON.stringify(headers)).toBe(403)
    const answer = await send(new Visitor(forms.visited), csrf)
    expect([303, 403]).toContain(answer.status)
  })

  test('names of files, people and documents are text on every page', async () => {
    const evil = await member(forms.visited)
    const signers = [{ email: 'x@example.com', first_name: markup, last_name: markup }]
    const path = await forms.composed(evil, {
      signers,
      fields: { name: markup, message: markup },
      file: pdfFile(pdf, 'a<img src=x>.pdf'),
    })
    for (const at of ['/console/requests', path, `${path}?lang=fr`, '/console']) {
      const page = (await evil.visitor.get(at)).bytes.toString()
      expect(page, at).not.toContain('<img')
      expect(page, at).not.toMatch(/<script>/)
    }
    expect((await evil.visitor.get(path)).bytes.toString()).toContain('&lt;img')
    const page = (await evil.visitor.get('/console/requests/new')).bytes.toString()
    const again = await forms.upload(
      evil.visitor,
      '/console/requests',
      [
        ['csrf', csrfIn(page)],
        ['name', markup],
        ['message', `</textarea>${markup}`],
        ['signer-0-email', markup],
        ['key', markup],
      ],
      { accept: 'text/html' },
    )
    expect(again.status).toBe(422)
    expect(again.bytes.toString()).not.toContain('<img')
  })
})
