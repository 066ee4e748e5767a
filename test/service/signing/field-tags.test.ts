/** Fields that signers fill in, by tags in Word templates and in the text of PDFs. */
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formFields } from '../../../src/pdf/form-fields.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { docx, p, table } from '../../support/docx-builder.ts'
import {
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'

let signing: SigningApp
/** Of a plan that makes documents, too. */
let key: string
beforeAll(async () => {
  signing = await startSigningApp()
  key = await signing.app.newKey('free')
})
afterAll(() => signing.close())

const SIGNATURE = { type: 'signature', name: undefined, label: undefined }
const TYPED = { kind: 'typed', text: 'Zoé' } as const

interface Seen {
  id: string
  status: string
  warnings?: Array<{ code: string }>
  signers: Array<{ fields: Array<Record<string, unknown>> }>
}

const fieldsIn = ({ signers }: Seen) =>
  signers.map(({ fields }) =>
    fields.map(({ type = 'signature', name, label }) => ({ type, name, label })),
  )

async function rendered(template: Uint8Array, signers: readonly WishedSigner[], data: object = {}) {
  return await signing.app.call('POST', '/create-signature-request', {
    key,
    form: [
      ['template', { filename: 'contract.docx', bytes: template }],
      ['data', JSON.stringify(data)],
      ['signers', JSON.stringify(signers)],
    ],
  })
}

/** A page with these lines, far from each other. */
async function pdfWith(lines: readonly string[], size = 9): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([595, 842])
  lines.forEach((line, index) => {
    page.drawText(line, { x: 50, y: 780 - 60 * index, size, font })
  })
  return await document.save({ useObjectStreams: false })
}

describe('in a Word template', () => {
  const TEMPLATE = docx([
    p('For {customer}, from {field:client:start;type=date;label=First day of R&D’s work}.'),
    table(
      ['Client', 'Supplier'],
      [
        '{field:client:terms;type=checkbox} I accept',
        '{Field:supplier:iban;max_length=34;required=no}',
      ],
    ),
    p('{field:client:plan;type=radio;options=Basic, L’autre "plus"}'),
    p('{signature:client} {signature:supplier}'),
    p('{field:client:start}'),
  ])
  const people = () => [
    somebody({ role: 'client', order: 1 }),
    somebody({ role: 'supplier', order: 2 }),
  ]

  test('the signer of the role fills them in where they stand', async () => {
    const signers = people()
    const answer = await rendered(TEMPLATE, signers, { customer: 'Hotel' })
    expect(answer.json()).toMatchObject({ status: 'pending' })
    const made = answer.json<Seen>()
    expect(fieldsIn(made)).toEqual([
      [
        SIGNATURE,
        { type: 'date', name: 'start', label: 'First day of R&D’s work' },
        { type: 'date', name: 'start', label: 'First day of R&D’s work' },
        { type: 'checkbox', name: 'terms', label: 'terms' },
        { type: 'radio', name: 'plan', label: 'plan' },
      ],
      [SIGNATURE, { type: 'text', name: 'iban', label: 'iban' }],
    ])
    const values = { start: '2026-12-01', terms: true, plan: 'L’autre "plus"' }
    for (const [index, who] of signers.entries())
      await (await signing.person(who)).signWhole({ ...TYPED, values: index === 0 ? values : {} })
    await signing.work()
    const pdf = (await signing.act('GET', made.id, '/signed', undefined, key)).bytes
    const inputs = formFields(PdfFile.open(pdf)).filter(({ type }) => type !== 'Sig')
    expect(inputs).toHaveLength(5)
  })

  test('a role that nobody has is told', async () => {
    const answer = await rendered(TEMPLATE, [somebody({ role: 'client' })], { customer: 'x' })
    expect(answer.json<SeenProblem>()).toMatchObject({
      code: 'validation_failed',
      errors: [{ detail: expect.stringContaining('a place for "supplier"') }],
    })
  })

  test('tags count beside a place to sign that the sender gives', async () => {
    const [client, supplier] = people()
    const place = { fields: [{ page: 1, x: 60, y: 600 }] }
    const answer = await rendered(TEMPLATE, [{ ...client!, ...place }, supplier!], {
      customer: 'x',
    })
    expect(fieldsIn(answer.json<Seen>())[0]).toHaveLength(5)
  })

  test.each([
    ['{field:client}', 'needs a signer and a name'],
    ['{field:client;type=date}', 'needs a signer and a name'],
    ['{field:client:start;type=moment}', 'there is no type “moment”'],
    ['{field:client:start;requird=no}', 'no setting “requird”'],
    ['{field:client:plan;type=select}', 'needs options'],
  ])('%s is an error of the template', async (tag, detail) => {
    const answer = await rendered(docx([p(tag)]), people())
    expect(answer.json<SeenProblem>()).toMatchObject({
      code: 'template_invalid',
      errors: [{ code: 'value_unusable', detail: expect.stringContaining(detail), tag }],
    })
  })

  test('what the rules of an order forbid is told, too', async () => {
    const tag = '{field:client:a;type=date;min=tomorrow}{field:client:b;type=text;options=x,y}'
    const answer = await rendered(docx([p(tag)]), [somebody({ role: 'client' })])
    expect(answer.json<SeenProblem>().errors).toMatchObject([
      { pointer: '/file', code: 'field_bound' },
      { pointer: '/file', code: 'field_member' },
    ])
  })

  test('rendered alone, the room stays empty', async () => {
    const answer = await signing.app.call('POST', '/render', {
      key,
      form: [
        ['template', { filename: 'c.docx', bytes: docx([p('A {field:client:a} B')]) }],
        ['data', '{}'],
      ],
    })
    expect(answer.status).toBe(200)
    expect(formFields(PdfFile.open(answer.bytes))).toEqual([])
  })
})

describe('in the text of a PDF', () => {
  test('as DocuSeal writes them; they are painted over, and the answer says so', async () => {
    const pdf = await pdfWith([
      '{{First day;role=Client;type=date;required=false}}',
      'IBAN {field:signer2:iban;max_length=34}',
      '{{Sign;role=Client;type=signature}}',
      '{{signature;role=signer2}}',
      'Dear {{name}}, {date}',
    ])
    const signers = [somebody({ role: 'client' }), somebody()]
    const answer = await signing.post(signers, { pdf })
    expect(answer.status).toBe(201)
    const made = answer.json<Seen>()
    expect(fieldsIn(made)).toEqual([
      [SIGNATURE, { type: 'date', name: 'First day', label: 'First day' }],
      [SIGNATURE, { type: 'text', name: 'iban', label: 'iban' }],
    ])
    expect(made.warnings).toMatchObject([{ code: 'tags_covered', pointer: '/file' }])
    await (await signing.person(signers[0]!)).signWhole({ ...TYPED, values: {} })
    const last = await signing.person(signers[1]!)
    await last.signWhole({ ...TYPED, values: { iban: 'FR76 3000' } })
    await signing.work()
    expect((await signing.get(made.id)).status).toBe('completed')
  })

  test('a sender who places fields gets no others', async () => {
    const pdf = await pdfWith(['{field:signer1:a}'])
    const fields = [{ page: 1, x: 60, y: 600 }]
    const made = (await signing.post([somebody({ fields })], { pdf })).json<Seen>()
    expect(fieldsIn(made)).toEqual([[SIGNATURE]])
    expect(made.warnings).toBeUndefined()
  })

  test.each([
    [['{field:signer1:a;type=phone}'], 'there is no type “phone”'],
    [['{{Phone;role=signer1;type=phone}}'], 'there is no type “phone”'],
    [['{field:signer1:a;type=number}', '{field:signer1:a;type=date}'], 'two different tags'],
    [['x {field:signer1:a;label=goes on'], 'does not end in its line'],
    [['{field:buyer:a}'], 'a place for "buyer"'],
    [['{field:signer1:a;type=checkbox;width=1;height=1}'], 'at least 6 × 6'],
  ])('%j is refused', async (lines, detail) => {
    const answer = await signing.post([somebody()], { pdf: await pdfWith(lines) })
    expect(answer.status).toBe(422)
    expect(answer.json<SeenProblem>().errors).toMatchObject([
      { detail: expect.stringContaining(detail) },
    ])
  })

  test('tags over each other are told', async () => {
    const pdf = await pdfWith(['{field:signer1:a;height=100}', '{field:signer1:b;height=100}'])
    const answer = await signing.post([somebody()], { pdf })
    expect(answer.json<SeenProblem>().errors).toMatchObject([{ code: 'place_overlaps' }])
  })
})
