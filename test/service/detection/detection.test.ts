import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DOCX_TYPE, startTestApp, type TestApp } from '../../support/app.ts'
import { LAYOUTS } from '../../support/detection-layouts.ts'
import { docx, p, table } from '../../support/docx-builder.ts'
import { plainDocument } from '../../support/pdf-samples.ts'

interface Field {
  page: number
  x: number
  y: number
  width: number
  height: number
  kind: string
  source: string
  signer?: string
  confidence: number
}

let service: TestApp
let key: string

beforeAll(async () => {
  service = await startTestApp()
  key = await service.newKey()
})
afterAll(() => service.close())
beforeEach(() => service.clock.move(61_000))

const send = (bytes: Uint8Array, filename = 'a.pdf', type = 'application/pdf') =>
  service.call('POST', '/detect-signature-fields', {
    key,
    form: [['file', { filename, bytes, type }]],
  })
const fieldsOf = async (bytes: Uint8Array, filename?: string, type?: string): Promise<Field[]> => {
  const answer = await send(bytes, filename, type)
  expect([answer.status, answer.json()]).toMatchObject([200, { fields: expect.any(Array) }])
  return answer.json<{ fields: Field[] }>().fields
}

describe('POST /detect-signature-fields', () => {
  test('answers pages and fields of a PDF, and counts no document', async () => {
    const poor = await service.newKey('free')
    const form = [
      ['file', { filename: 'a.pdf', bytes: await LAYOUTS['form fields']!.make() }],
    ] as const
    const answer = await service.call('POST', '/detect-signature-fields', {
      key: poor,
      form: [...form],
    })
    expect(answer.json()).toMatchObject({
      pages: [{ page: 1, width: 595, height: 842 }],
      fields: [
        { page: 1, kind: 'date', source: 'form_field', confidence: 0.9 },
        {
          page: 1,
          kind: 'signature',
          source: 'form_field',
          x: 130,
          y: 270,
          width: 200,
          height: 60,
        },
      ],
    })
    const usage = await service.call('GET', '/usage', { key: poor })
    expect(JSON.stringify(usage.json())).not.toMatch(/"used":\s*[1-9]/)
  })

  test('finds the rooms of a Word template exactly, and the words beside them', async () => {
    const template = docx([
      p('Contrat entre {seller} et {buyer}'),
      p('{#lines}'),
      p('{name}'),
      p('{/lines}'),
      table(['Pour A', 'Pour B'], ['{signature:seller:30mm:15mm}', '{signature:buyer:30mm:10mm}']),
      p('Nom : ______________________'),
    ])
    const fields = await fieldsOf(template, 'contrat.docx', DOCX_TYPE)
    const signatures = fields.filter(({ kind }) => kind === 'signature')
    expect(
      signatures.map((one) => [
        one.signer,
        one.source,
        Math.round(one.width),
        Math.round(one.height),
      ]),
    ).toEqual([
      ['seller', 'tag', 85, 43],
      ['buyer', 'tag', 85, 28],
    ])
    expect(fields.find(({ kind }) => kind === 'name')).toMatchObject({ source: 'rule' })
  })

  test('searches a Word document that is no template as it is', async () => {
    const plain = docx([p('Prix {total'), p('Signature du client :'), p(''), p(''), p(''), p('')])
    expect(await fieldsOf(plain, 'lettre.docx', DOCX_TYPE)).toMatchObject([
      { kind: 'signature', source: 'anchor_word' },
    ])
  })

  test.each([
    ['text', async () => Buffer.from('hello'), 'pdf_invalid'],
    ['an empty file', async () => Buffer.alloc(0), 'pdf_invalid'],
    ['a broken PDF', async () => Buffer.from('%PDF-1.4\n%%EOF'), 'pdf_invalid'],
    [
      'a PDF without pages',
      async () => (await PDFDocument.create()).save({ addDefaultPage: false }),
      'pdf_invalid',
    ],
    [
      'a zip that is no Word document',
      async () => Buffer.from(`PK\x05\x06${'\0'.repeat(18)}`, 'latin1'),
      'template_not_docx',
    ],
    [
      'a PDF with a password',
      async () => {
        const locked = await plainDocument()
        locked.encrypt({ userPassword: 'secret', ownerPassword: 'owner', algorithm: 'AES-256' })
        return locked.save({ useObjectStreams: false })
      },
      'pdf_encrypted',
    ],
  ])('%s is refused with a clear code', async (_what, bytes, code) => {
    const answer = await send(await bytes())
    expect([answer.status, answer.json().code]).toEqual([422, code])
  })

  test('a PDF with a password is read with it, and names the part without', async () => {
    const locked = await plainDocument()
    locked.encrypt({ userPassword: 'secret', ownerPassword: 'owner', algorithm: 'AES-256' })
    const bytes = Buffer.from(await locked.save({ useObjectStreams: false }))
    const sent = (password?: string) =>
      service.call('POST', '/detect-signature-fields', {
        key,
        form: [
          ['file', { filename: 'lease.pdf', bytes }],
          ...(password === undefined ? [] : [['password', password] as [string, string]]),
        ],
      })
    const opened = await sent('secret')
    expect([opened.status, opened.json<{ pages: unknown[] }>().pages.length]).toEqual([200, 2])
    for (const [password, errorCode] of [
      [undefined, 'required'],
      ['wrong', 'password_wrong'],
    ] as const)
      expect((await sent(password)).json()).toMatchObject({
        code: 'pdf_encrypted',
        errors: [{ pointer: '/password', code: errorCode }],
      })
  })

  test('a form without the file says so', async () => {
    const answer = await service.call('POST', '/detect-signature-fields', {
      key,
      form: [['x', 'y']],
    })
    expect([answer.status, answer.json().code]).toEqual([422, 'validation_failed'])
  })
})

test('a template that is rendered for signing returns its fields and shows no tag', async () => {
  const caller = await service.services.accounts.authenticator.authenticate(key)
  const template = docx([p('Signez {signature:client:60mm:20mm}')])
  const file = await service.services.renders.renderForSigning(
    caller,
    {
      template: { kind: 'file', bytes: template, name: 'contrat' },
      data: {},
      pictures: new Map(),
      format: 'pdfa-3b',
      filename: undefined,
      options: {},
    },
    AbortSignal.timeout(60_000),
    async (rendered) => rendered,
  )
  expect(file.placements).toMatchObject([{ signer: 'client', page: 1 }])
  expect(Math.round(file.placements[0]?.box.width ?? 0)).toBe(170)
  const pdf = await PDFDocument.load(file.bytes)
  expect(pdf.getPage(0).node.Annots()).toBeUndefined()
})
