import PizZip from 'pizzip'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { BoundedProcess } from '../../../src/kernel/bounded-process.ts'
import { FairQueue } from '../../../src/kernel/fair-queue.ts'
import { currentTenant } from '../../../src/kernel/tenant.ts'
import { OfficePool } from '../../../src/office/office.ts'
import type { Answer, FormParts } from '../../support/app.ts'
import { member, type Visited, Visitor } from '../../support/console-visitor.ts'
import { docxOf, paragraph } from '../../support/docx-package.ts'
import { shippedInvoice } from '../../support/invoices.ts'
import {
  type Person,
  type SeenDocument,
  type SigningApp,
  smallPdf,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

const MARK = 'NOTHING-LEADS-HERE'
/** A document with a part that no relationship reaches: the check takes it out. */
const dirty = (text: string) => ({
  filename: 'a.docx',
  bytes: docxOf({ body: paragraph(text), files: { 'word/stray.xml': `<x>${MARK}</x>` } }),
})

let signing: SigningApp
let keyed: { party: string; documents: string; signature: string; both: string }
let visited: Visited
let owner: Awaited<ReturnType<typeof member>>
let templateId: string

beforeAll(async () => {
  signing = await startSigningApp()
  const { app } = signing
  const { accounts, outbox, jobs } = app.services
  await jobs.start()
  const account = await accounts.accounts.createAccount('share@example.com')
  keyed = {
    party: `account ${account.id}`,
    documents: await app.keyFor(account.id, 'documents_unlimited'),
    signature: await app.keyFor(account.id, 'signature_business'),
    both: await app.keyFor(account.id, 'free'),
  }
  visited = { app: app.app, outbox, accounts }
  owner = await member(visited)
  const csrf = await owner.visitor.token('/console/templates')
  const kept = await owner.visitor.upload('/console/templates', [
    ['csrf', csrf],
    ['template', dirty('Dear {name}')],
  ])
  templateId = /tpl_[0-9a-z]+/.exec(String(kept.headers.location))?.[0] ?? ''
  // Starts LibreOffice, which converts documents of its own first.
  await WAYS['POST /render']?.()
})
afterAll(() => signing.close())

/** Whose work came to a queue, and what LibreOffice was given. */
let parties: Set<string>
let given: Uint8Array[]
beforeEach(() => {
  signing.app.clock.move(61_000)
  parties = new Set()
  given = []
  const take = FairQueue.prototype.take
  vi.spyOn(FairQueue.prototype, 'take').mockImplementation(function (this: never, input) {
    parties.add(currentTenant().name)
    return take.call(this, input)
  })
  const convert = OfficePool.prototype.convert
  vi.spyOn(OfficePool.prototype, 'convert').mockImplementation(function (this: never, conversion) {
    given.push(conversion.docx)
    return convert.call(this, conversion)
  })
})
afterEach(() => vi.restoreAllMocks())

const post = (path: string, key: string, form: FormParts): Promise<Answer> =>
  signing.app.call('POST', path, { key, form })
const data = JSON.stringify({ name: 'Ada' })

/** Every way of a Word file of the caller to LibreOffice. */
const WAYS: Record<string, () => Promise<{ status: number }>> = {
  'POST /render': () =>
    post('/render', keyed.documents, [
      ['template', dirty('Dear {name}')],
      ['data', data],
    ]),
  'POST /render-facturx': () =>
    post('/render-facturx', keyed.documents, [
      ['template', dirty('{title} {number}')],
      ['data', JSON.stringify(shippedInvoice())],
    ]),
  'POST /detect-signature-fields with a plain document': () =>
    post('/detect-signature-fields', keyed.documents, [['file', dirty('Signature: ______')]]),
  'POST /detect-signature-fields with a template': () =>
    post('/detect-signature-fields', keyed.documents, [['file', dirty('{name} {signature:s1}')]]),
  'POST /detect-signature-fields with a broken template': () =>
    post('/detect-signature-fields', keyed.documents, [['file', dirty('{#a} {signature:s1}')]]),
  'POST /create-signature-request': () =>
    post('/create-signature-request', keyed.both, [
      ['template', dirty('Dear {name} {signature:signer1}')],
      ['data', data],
      ['signers', JSON.stringify([somebody()])],
    ]),
  'the console, trying a template': async () => {
    const csrf = await owner.visitor.token('/console/templates')
    const path = `/console/templates/${templateId}/try`
    return await owner.visitor.upload(path, [
      ['csrf', csrf],
      ['data', data],
    ])
  },
}

describe.each(Object.entries(WAYS))('%s', (way, go) => {
  test('gives LibreOffice the cleaned package, never the upload, and waits in the queue of its account', async () => {
    const answer = await go()
    expect(answer.status).toBeLessThan(300)
    expect(given).toHaveLength(1)
    for (const docx of given) {
      expect(Buffer.from(docx).includes(MARK)).toBe(false)
      expect(Object.keys(new PizZip(docx).files)).toContain('word/document.xml')
    }
    const own = way.startsWith('the console') ? `account ${owner.accountId}` : keyed.party
    expect([...parties]).toEqual([own])
  })
})

describe('everything else that waits for a worker', () => {
  const isOwn = () => expect([...parties]).toEqual([keyed.party])
  const pdf = async () => ({ filename: 'a.pdf', bytes: await smallPdf(), type: 'application/pdf' })

  test('verifying, detecting, checking invoices and templates wait in the line of the account', async () => {
    const { documents, signature } = keyed
    const answers = [
      await post('/api/v1/verify', signature, [['file', await pdf()]]),
      await post('/detect-signature-fields', documents, [['file', await pdf()]]),
      await signing.app.call('POST', '/validate-facturx', {
        key: documents,
        json: { data: shippedInvoice() },
      }),
      await post('/templates', documents, [['template', dirty('Dear {name}')]]),
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 201])
    expect(given).toEqual([])
    isOwn()
  })

  test('a document is sent, signed and sealed in the queue of its sender, whoever opens the links', async () => {
    const who = somebody()
    const { id } = await signing.create([who], { key: keyed.signature })
    const person: Person = await signing.person(who)
    await person.signWhole()
    const call = (path: string) => signing.act('GET', id, path, undefined, keyed.signature)
    const status = async () => (await call('')).json<SeenDocument>().status
    await expect.poll(status).toBe('completed')
    expect((await call('/evidence')).status).toBe(200)
    isOwn()
  })

  test('a trail that is opened in the console is checked in another process, in the queue of its account', async () => {
    const tasks = vi.spyOn(BoundedProcess.prototype, 'run')
    const key = await signing.app.keyFor(owner.accountId, 'signature_business')
    const { id } = await signing.create([somebody()], { key })
    parties.clear()
    const page = await owner.visitor.get(`/console/requests/${id}`)
    expect(page.status).toBe(200)
    const kinds = tasks.mock.calls.map(([task]) => (task as { kind: string }).kind)
    expect(kinds).toContain('trail')
    expect([...parties]).toEqual([`account ${owner.accountId}`])
  })

  test('an anonymous caller who has a file verified waits with all anonymous callers', async () => {
    const visitor = new Visitor(visited)
    const answer = await visitor.upload('/verify', [['file', await pdf()]])
    expect(answer.status).toBe(200)
    expect([...parties]).toEqual(['strangers'])
  })
})
