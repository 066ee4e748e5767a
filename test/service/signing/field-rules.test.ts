/** Forms that think: conditions, formulas, repeated fields, drawn initials and half-filled forms, from order to file. */
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { FINDING_CODES } from '../../../src/kernel/coded-error.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { fieldValue } from '../../../src/pdf/compare/field-values.ts'
import { formFields } from '../../../src/pdf/form-fields.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { decodedStream } from '../../../src/pdf/stream-data.ts'
import {
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

const at = (row: number, more: object = {}) => ({ page: 1, x: 60, y: 60 + row * 40, ...more })
const when = (field: string, operator: string, more: object = {}) => ({
  visible_if: { conditions: [{ field, operator, ...more }] },
})
const TYPED = { kind: 'typed', text: 'Zoé Łukasz' } as const
/** A tenant who may have a pet, and pays for it. */
const TENANT = [
  at(0, { type: 'checkbox', name: 'pet', required: false }),
  at(1, { type: 'text', name: 'kind', label: 'Kind of pet', ...when('pet', 'checked') }),
  at(2, { type: 'radio', name: 'size', options: ['Small', 'Large'], ...when('pet', 'checked') }),
  at(4, { type: 'checkbox', name: 'vaccinated', required: false, ...when('pet', 'checked') }),
  at(5, { type: 'number', name: 'rent', value: 900, read_only: true }),
  at(6, { type: 'number', name: 'extra', min: 0, ...when('pet', 'checked') }),
  at(7, {
    type: 'number',
    name: 'total',
    label: 'Total',
    formula: 'round(sum([rent], [extra]), 2)',
  }),
  at(8),
]
const LANDLORD = [
  at(0, {
    x: 320,
    ...{ type: 'text', name: 'consent', label: 'Consent to the pet' },
    ...when('pet', 'checked', { signer: 'tenant' }),
  }),
  at(1, { x: 320, type: 'number', name: 'deposit', formula: '[tenant:total] * 3' }),
  at(2, { x: 320 }),
]
const people = () =>
  [
    somebody({ fields: TENANT, order: 1, role: 'tenant', locale: 'en' }),
    somebody({ fields: LANDLORD, order: 2, role: 'landlord', locale: 'en' }),
  ] as const

const threePages = async (): Promise<Uint8Array> => {
  const document = await PDFDocument.create()
  for (let page = 0; page < 3; page += 1) document.addPage([595, 842])
  return await document.save()
}

/** The file inside that states what is signed. */
async function dossierIn(pdf: Uint8Array) {
  const { context, catalog } = await PDFDocument.load(pdf, { updateMetadata: false })
  const files = catalog
    .lookup(PDFName.of('Names'), PDFDict)
    .lookup(PDFName.of('EmbeddedFiles'), PDFDict)
    .lookup(PDFName.of('Names'), PDFArray)
  const stream = files.lookup(1, PDFDict).lookup(PDFName.of('EF'), PDFDict).lookup(PDFName.of('F'))
  if (!(stream instanceof PDFRawStream)) throw new Error(`no file in ${context}`)
  return JSON.parse(String(decodedStream(stream)))
}

interface Refused {
  errors: Array<{ pointer: string; code: string }>
}

interface Seen {
  signers: Array<{ fields: Array<Record<string, unknown> & { name?: string }> }>
}
const seenOf = async (id: string) =>
  (await signing.act('GET', id))
    .json<Seen>()
    .signers.map(({ fields }) =>
      Object.fromEntries(
        fields.flatMap(({ name, value, hidden }) =>
          name ? [[name, hidden ? 'hidden' : value]] : [],
        ),
      ),
    )

describe('from the order to the sealed file', () => {
  test('what is not asked for is neither required nor drawn; the next signer’s fields follow the first one’s', async () => {
    const [tenant, landlord] = people()
    const { id } = await signing.create([tenant, landlord])
    await (await signing.person(tenant)).signWhole({ ...TYPED, values: { total: 900 } })
    const next = await signing.person(landlord)
    await next.verify()
    const state = (await next.call('GET', '/state')).json<{ signer: { earlier_values: unknown } }>()
    expect(state.signer.earlier_values).toMatchObject([
      { name: 'pet', value: false },
      { name: 'total', value: 900 },
    ])
    expect(
      (await next.sign({ ...TYPED, values: { consent: 'yes' } })).json<SeenProblem>(),
    ).toMatchObject({
      errors: [{ pointer: '/values/consent', code: 'value_hidden' }],
    })
    expect((await next.sign({ ...TYPED, values: {} })).status).toBe(200)
    await signing.work()
    const hidden = { kind: 'hidden', size: 'hidden', vaccinated: 'hidden', extra: 'hidden' }
    expect(await seenOf(id)).toEqual([
      { pet: false, ...hidden, rent: 900, total: 900 },
      { consent: 'hidden', deposit: 2700 },
    ])
    const trail = String((await signing.act('GET', id, '/audit')).bytes)
    expect(trail).toContain('"hidden":["extra","kind","size","vaccinated"]')
    const pdf = await signing.signedFile(id)
    const file = PdfFile.open(pdf)
    const inFile = formFields(file)
      .filter(({ type }) => type !== 'Sig')
      .map(({ dict }) => fieldValue(file, dict))
    expect(inFile).toEqual(['', '', '', '', '900', '', '900.00', '', '2700'])
    const dossier = await dossierIn(pdf)
    expect(dossier.signers[0].inputs[6].formula).toBe('round(sum([rent], [extra]), 2)')
    expect(dossier.signers[1].inputs[0].visible_if.conditions).toEqual([
      { field: 'pet', operator: 'checked', signer: dossier.signers[0].id },
    ])
    const roots = [(await signing.services.pki.authority.key('root')).facts.certificate]
    const verified = verifyPdf(pdf, { roots, nowMs: signing.app.clock.now() })
    expect(verified.signatures.flatMap(({ problems }) => problems)).toEqual([])
  })

  test('what is asked for is required, and what was computed elsewhere is refused', async () => {
    const [tenant, landlord] = people()
    const { id } = await signing.create([tenant, landlord])
    const person = await signing.person(tenant)
    await person.verify()
    const codes = async (values: object) =>
      Object.fromEntries(
        (await person.sign({ ...TYPED, values }))
          .json<Refused>()
          .errors.map(({ pointer, code }) => [pointer, code]),
      )
    expect(await codes({ pet: true })).toEqual({
      '/values/kind': 'value_missing',
      '/values/size': 'value_missing',
      '/values/extra': 'value_missing',
    })
    const values = { pet: true, kind: 'Cat', size: 'Small', extra: '12,5', total: 912.5 }
    expect(await codes({ ...values, total: 900 })).toEqual({ '/values/total': 'value_differs' })
    expect(await codes({ ...values, rent: 1 })).toEqual({ '/values/rent': 'value_read_only' })
    expect((await person.sign({ ...TYPED, values })).status).toBe(200)
    const next = await signing.person(landlord)
    await next.signWhole({ ...TYPED, values: { consent: 'I agree' } })
    await signing.work()
    expect(await seenOf(id)).toEqual([
      { ...values, extra: 12.5, rent: 900, vaccinated: false },
      { consent: 'I agree', deposit: 2737.5 },
    ])
  })

  test('initials are drawn once for all pages, and a field on several pages is filled in once', async () => {
    const fields = [
      { type: 'initials', name: 'initials', pages: 'all', x: 500, y: 780 },
      { type: 'text', name: 'ref', pages: [1, 3], x: 60, y: 40 },
      at(3),
    ]
    const who = somebody({ fields })
    const { id } = await signing.create([who], { pdf: await threePages() })
    const drawn = [
      [0, 60, 40, 0, 80, 60],
      [120, 20],
    ]
    const person = await signing.person(who)
    await person.verify()
    const values = { initials: 'ZŁ', ref: '2026-11' }
    const large = [Array.from({ length: 3_000 }, () => 1), Array.from({ length: 3_000 }, () => 2)]
    expect((await person.sign({ ...TYPED, values, initials_strokes: large })).status).toBe(422)
    expect((await person.sign({ ...TYPED, values, initials_strokes: drawn })).status).toBe(200)
    await signing.work()
    const file = PdfFile.open(await signing.signedFile(id))
    const inFile = formFields(file)
      .filter(({ type }) => type !== 'Sig')
      .map(({ dict }) => fieldValue(file, dict))
    expect(inFile).toEqual(['ZŁ', 'ZŁ', 'ZŁ', '2026-11', '2026-11'])
  })
})

describe('refused before anything is stored', () => {
  const refused = async (...fields: object[]) => {
    const answer = await signing.post([somebody({ fields: [...fields, at(12)] })])
    expect(answer.status).toBe(422)
    return answer.json<Refused>().errors.map(({ pointer, code }) => `${pointer} ${code}`)
  }

  test('circles, unknown fields, hidden signatures, bad formulas and pages that are not there', async () => {
    const AT = '/signers/0/fields'
    const text = (row: number, name: string, more: object) =>
      at(row, { type: 'text', name, ...more })
    expect(
      await refused(text(0, 'a', when('b', 'filled')), text(1, 'b', when('a', 'filled'))),
    ).toEqual([`${AT}/0/visible_if rule_circle`])
    expect(await refused(text(0, 'a', when('zz', 'filled')))).toEqual([
      `${AT}/0/visible_if/conditions/0/field rule_unknown`,
    ])
    expect(await refused(at(0, when('a', 'filled')))).toEqual([`${AT}/0/visible_if field_member`])
    expect(await refused(text(0, 'a', { formula: '1 + 1' }))).toEqual([
      `${AT}/0/formula field_member`,
    ])
    const number = (more: object) => at(0, { type: 'number', name: 'n', ...more })
    expect(await refused(number({ formula: '1 +' }))).toEqual([`${AT}/0/formula formula_invalid`])
    expect(await refused(number({ formula: '1', value: 2 }))).toEqual([
      `${AT}/0/value field_member`,
    ])
    const on = (pages: unknown) => ({ type: 'text', name: 'p', pages, x: 60, y: 60 })
    expect(await refused(on('9999-'))).toEqual([`${AT}/0 ${FINDING_CODES.placeOutside}`])
    expect(await refused({ pages: 'all', x: 60, y: 60 })).toEqual([`${AT}/0/pages field_member`])
  })
})

describe('a half-filled form', () => {
  test('is there again on another device after the code, encrypted until then, and gone once it is signed', async () => {
    const [tenant, landlord] = people()
    const { id } = await signing.create([tenant, landlord])
    const person = await signing.person(tenant)
    expect((await person.call('PUT', '/values', { values: { kind: 'Cat' } })).status).toBe(403)
    await person.verify()
    const values = { pet: true, kind: 'Secretcat' }
    expect((await person.call('PUT', '/values', { values })).status).toBe(204)
    const row = () =>
      signing.services.db
        .selectFrom('signers')
        .select('kept_values')
        .where('request_id', '=', id)
        .where('position', '=', 1)
        .executeTakeFirst()
    expect(String((await row())?.kept_values)).not.toContain('Secretcat')
    const other = await signing.person(tenant)
    expect((await other.call('GET', '/values')).status).toBe(403)
    signing.app.clock.move(31_000)
    await other.verify()
    expect((await other.call('GET', '/values')).json()).toEqual({ values })
    expect((await other.call('PUT', '/values', { values: { strange: 'x' } })).status).toBe(422)
    expect(
      (await other.call('PUT', '/values', { values: { kind: 'x'.repeat(2_001) } })).status,
    ).toBe(422)
    expect((await other.sign({ ...TYPED, values: {} })).status).toBe(200)
    expect((await row())?.kept_values).toBeNull()
  })
})
