/** Drafts cost nothing, so they are bounded, and what was never sent does not stay. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { docx, p } from '../../support/docx-builder.ts'
import { docxOf } from '../../support/docx-package.ts'
import { type SigningApp, smallPdf, somebody, startSigningApp } from '../../support/signing-app.ts'

const DAY_MS = 86_400_000
const DRAFT = { send: 'false' }
let signing: SigningApp
let pdf: Uint8Array

beforeAll(async () => {
  pdf = await smallPdf()
  signing = await startSigningApp({ PARAPH_DRAFTS_MAX: '3', PARAPH_DRAFT_BYTES_MAX: '1048576' })
})
afterAll(() => signing.close())

interface Storage {
  bytes: number
  drafts: { used: number; limit: number }
  unsent_bytes: { used: number; limit: number }
}
const storage = async (key: string) =>
  (await signing.app.call('GET', '/usage', { key })).json<{ storage: Storage }>().storage
const used = async (key: string, metric: 'documents' | 'signatures') =>
  (await signing.app.call('GET', '/usage', { key })).json<{
    monthly: Record<string, { used: number }>
  }>().monthly[metric]?.used

describe('drafts', () => {
  test('are so many per account, however many come at once, and count as storage', async () => {
    const key = await signing.app.newKey('signature_business')
    const make = () => signing.post([somebody()], { key, options: DRAFT })
    const answers = await Promise.all(Array.from({ length: 8 }, make))
    expect(answers.map(({ status }) => status).sort()).toEqual([
      201, 201, 201, 409, 409, 409, 409, 409,
    ])
    expect(answers.find(({ status }) => status === 409)?.json().code).toBe('draft_limit_reached')
    expect(await storage(key)).toEqual({
      bytes: 3 * pdf.length,
      drafts: { used: 3, limit: 3 },
      unsent_bytes: { used: 3 * pdf.length, limit: 1_048_576 },
    })
    // A request that is sent at once is no draft, and another account has drafts of its own.
    expect((await signing.post([somebody()], { key })).status).toBe(201)
    const other = await signing.app.newKey('signature_business')
    expect((await signing.post([somebody()], { key: other, options: DRAFT })).status).toBe(201)
  })

  test('take so many bytes, and cancelling them gives no room until they are erased', async () => {
    const key = await signing.app.newKey('signature_business')
    const large = Buffer.concat([pdf, Buffer.from(`\n%${'x'.repeat(600_000)}\n`), tailOf(pdf)])
    const make = () => signing.post([somebody()], { key, pdf: large, options: DRAFT })
    const first = (await make()).json<{ id: string }>()
    const refused = await make()
    expect([refused.status, refused.json().code]).toEqual([409, 'draft_limit_reached'])
    const cancel = await signing.app.call('POST', `/api/v1/documents/${first.id}/cancel`, {
      key,
      json: {},
    })
    expect(cancel.status).toBe(200)
    expect((await make()).status).toBe(409)
    signing.app.clock.move(DAY_MS + 1000)
    expect(await signing.services.retention.run()).toMatchObject({ unsent: 1 })
    const gone = await signing.app.call('GET', `/api/v1/documents/${first.id}`, { key })
    expect([gone.status, gone.json().code]).toEqual([410, 'document_erased'])
    expect(await storage(key)).toMatchObject({ bytes: 0, unsent_bytes: { used: 0 } })
    expect((await make()).status).toBe(201)
  })

  test('expire, and are erased a day later; what was sent stays', async () => {
    const key = await signing.app.newKey('signature_business')
    const draft = await signing.create([somebody()], { key, options: DRAFT })
    const sent = await signing.create([somebody()], { key })
    signing.app.clock.move(31 * DAY_MS)
    await signing.work()
    const stateOf = async (id: string) => {
      const answer = await signing.app.call('GET', `/api/v1/documents/${id}`, { key })
      return answer.json<{ status?: string; code?: string }>()
    }
    expect([(await stateOf(draft.id)).status, (await stateOf(sent.id)).status]).toEqual([
      'expired',
      'expired',
    ])
    signing.app.clock.move(DAY_MS + 1000)
    await signing.services.retention.run()
    expect((await stateOf(draft.id)).code).toBe('document_erased')
    expect((await stateOf(sent.id)).status).toBe('expired')
  })
})

/** The end of a PDF that points to its table, for one that got longer by a comment. */
const tailOf = (file: Uint8Array): Buffer => {
  const text = Buffer.from(file)
  return text.subarray(text.lastIndexOf('startxref'))
}

describe('a template that is rendered to be signed', () => {
  const TEMPLATE = docx([p('Signez {signature:signer1}')])
  const order = (key: string, signers: unknown, bytes: Uint8Array = TEMPLATE) =>
    signing.app.call('POST', '/create-signature-request', {
      key,
      form: [
        ['template', { filename: 'contrat.docx', bytes }],
        ['data', '{}'],
        ['signers', JSON.stringify(signers)],
      ],
    })

  test('counts as a document and as signatures', async () => {
    const key = await signing.app.newKey('free')
    expect((await order(key, [somebody()])).status).toBe(201)
    expect([await used(key, 'documents'), await used(key, 'signatures')]).toEqual([1, 1])
  })

  test('says what the document lacks', async () => {
    const bytes = docxOf({
      body: `<w:p><w:hyperlink r:id="rId7"><w:r><w:t>x</w:t></w:r></w:hyperlink></w:p>${p('{signature:signer1}')}`,
      rels: [{ id: 'rId7', type: 'hyperlink', target: 'ftp://a.example/', mode: 'External' }],
    })
    const answer = await order(await signing.app.newKey('free'), [somebody()], bytes)
    expect([answer.status, answer.headers['paraph-warnings']]).toEqual([
      201,
      'link_removed;text="ftp://a.example/";part="word/document.xml"',
    ])
    expect(answer.json<{ warnings: unknown[] }>().warnings).toEqual([
      {
        code: 'link_removed',
        pointer: '/template',
        detail: expect.stringMatching(/^A link to ftp:\/\/a\.example\/ .* or remove the link\.$/),
        text: 'ftp://a.example/',
        part: 'word/document.xml',
      },
    ])
  })

  test('costs neither when the request is refused', async () => {
    const key = await signing.app.newKey('free')
    const twice = somebody()
    const refused = await order(key, [twice, twice])
    expect(refused.status).toBe(422)
    expect([await used(key, 'documents'), await used(key, 'signatures')]).toEqual([0, 0])
  })

  test('needs a plan that makes documents; a PDF does not', async () => {
    const key = await signing.app.newKey('signature_business')
    const refused = await order(key, [somebody()])
    expect([refused.status, refused.json().code]).toEqual([403, 'plan_lacks_interface'])
    const taken = await signing.app.call('POST', '/create-signature-request', {
      key,
      form: [
        ['file', { filename: 'c.pdf', bytes: pdf }],
        ['signers', JSON.stringify([somebody()])],
      ],
    })
    expect(taken.status).toBe(201)
  })
})
