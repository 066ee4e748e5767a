/** Fields that signers fill in: from the order over the sealed file to what is told of them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { fieldValue } from '../../../src/pdf/compare/field-values.ts'
import { formFields } from '../../../src/pdf/form-fields.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
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
/** One of each type, and a place to sign. */
const FIELDS = [
  at(0, { type: 'text', name: 'city', label: 'City' }),
  at(1, { type: 'number', name: 'share', min: 1, max: 100 }),
  at(2, { type: 'date', name: 'start', min: '2026-01-01' }),
  at(3, { type: 'checkbox', name: 'terms', label: 'I accept' }),
  at(4, { type: 'select', name: 'plan', options: ['Basic', 'Plus'] }),
  at(5, { type: 'initials', name: 'initials' }),
  at(6, { type: 'company', name: 'company', required: false }),
  at(7, { type: 'text', name: 'fixed', value: 'Ref. 2026-11', read_only: true }),
  at(8, { type: 'radio', name: 'pay', options: ['Card', 'Transfer', 'Cash'] }),
  at(12),
]
const VALUES = {
  city: 'Łódź',
  share: '12,5',
  start: '2026-11-24',
  terms: true,
  plan: 'Plus',
  initials: 'ZŁ',
  pay: 'Transfer',
}
const TYPED = { kind: 'typed', text: 'Zoé Łukasz' } as const

describe('from the order to the sealed file', () => {
  test('two people fill in every type; the values are in the file, the answer and nowhere in the trail', async () => {
    const moved = FIELDS.map((field) => ({ ...field, x: 320 }))
    const people = [
      somebody({ fields: FIELDS, order: 1 }),
      somebody({ fields: moved, order: 2, locale: 'en' }),
    ]
    const { id } = await signing.create(people)
    for (const who of people) {
      const values = who === people[0] ? VALUES : { ...VALUES, city: 'Secretville' }
      await (await signing.person(who)).signWhole({ ...TYPED, values })
    }
    await signing.work()
    const done = (await signing.act('GET', id)).json<{
      status: string
      signers: Array<{ fields: Array<{ name?: string; value?: unknown }> }>
    }>()
    expect(done.status).toBe('completed')
    const seen = done.signers.map(({ fields }) =>
      Object.fromEntries(fields.flatMap(({ name, value }) => (name ? [[name, value]] : []))),
    )
    const all = { ...VALUES, share: 12.5, fixed: 'Ref. 2026-11', company: undefined }
    expect(seen).toEqual([all, { ...all, city: 'Secretville' }])

    const pdf = await signing.signedFile(id)
    const file = PdfFile.open(pdf)
    const inFile = formFields(file)
      .filter(({ type }) => type !== 'Sig')
      .map(({ dict }) => fieldValue(file, dict))
    const plain = ['Plus', 'ZŁ', '', 'Ref. 2026-11', 'Transfer']
    expect(inFile).toEqual([
      ...['Łódź', '12,5', '24 novembre 2026', 'Yes', ...plain],
      ...['Secretville', '12.5', '24 November 2026', 'Yes', ...plain],
    ])
    const roots = [(await signing.services.pki.authority.key('root')).facts.certificate]
    const verified = verifyPdf(pdf, { roots, nowMs: signing.app.clock.now() })
    expect(verified.problems).toEqual([])
    expect(verified.signatures.flatMap(({ problems }) => problems)).toEqual([])

    const trail = String((await signing.act('GET', id, '/audit')).bytes)
    expect(trail).toContain(
      '"filled":["city","fixed","initials","pay","plan","share","start","terms"]',
    )
    expect(trail).not.toContain('Secretville')
  })

  test('what the server refuses is told by field, and can be corrected', async () => {
    const who = somebody({ fields: FIELDS })
    const { id } = await signing.create([who])
    const person = await signing.person(who)
    await person.verify()
    const values = {
      ...{ city: 'a\u202eb', share: 101, start: '2026-02-30', terms: false, plan: 'Other' },
      ...{ initials: 'far too long', fixed: 'mine', strange: 'x' },
    }
    const refused = await person.sign({ ...TYPED, values })
    expect(refused.status).toBe(422)
    const { errors = [] } = refused.json<{ errors: Array<{ pointer: string; code: string }> }>()
    expect(Object.fromEntries(errors.map(({ pointer, code }) => [pointer, code]))).toEqual({
      '/values/strange': 'value_unknown',
      '/values/fixed': 'value_read_only',
      '/values/city': 'value_hidden_characters',
      '/values/share': 'value_too_large',
      '/values/start': 'value_not_date',
      '/values/terms': 'value_unticked',
      '/values/plan': 'value_no_option',
      '/values/initials': 'value_too_long',
      '/values/pay': 'value_missing',
    })
    const long = await person.sign({ ...TYPED, values: { ...VALUES, city: 'W'.repeat(200) } })
    expect(long.json<SeenProblem>().errors).toMatchObject([{ pointer: '/values/city' }])
    expect((await signing.get(id)).signers[0]?.status).toBe('verified')
    expect((await person.sign({ ...TYPED, values: VALUES })).status).toBe(200)
  })
})

test.each([
  ['an overlap', [at(0, { type: 'text', name: 'a' }), at(0)], '/signers/0/fields/1'],
  ['off the page', [at(90, { type: 'text', name: 'a' })], '/signers/0/fields/0'],
  ['no name', [at(0, { type: 'text' })], '/signers/0/fields/0/name'],
  [
    'a name twice',
    [at(0, { type: 'text', name: 'a' }), at(1, { type: 'date', name: 'A' })],
    '/signers/0/fields/1/name',
  ],
  ['no options', [at(0, { type: 'select', name: 'a' })], '/signers/0/fields/0/options'],
  [
    'a script as label',
    [at(0, { type: 'text', name: 'a', label: '<script>alert(1)</script>' })],
    '/signers/0/fields/0/label',
  ],
  [
    'hidden characters in a label',
    [at(0, { type: 'text', name: 'a', label: 'I accept\u200b' })],
    '/signers/0/fields/0/label',
  ],
  [
    'a value that is too long',
    [at(0, { type: 'text', name: 'a', value: 'abc', max_length: 2 })],
    '/signers/0/fields/0/value',
  ],
  [
    'a member of another type',
    [at(0, { type: 'text', name: 'a', min: 1 })],
    '/signers/0/fields/0/min',
  ],
  [
    'read-only without a value',
    [at(0, { type: 'text', name: 'a', read_only: true })],
    '/signers/0/fields/0/value',
  ],
  ['too many places to sign', [0, 2, 4, 6, 8, 10].map((row) => at(row)), '/signers/0/fields'],
])('refused: %s', async (_what, fields, pointer) => {
  const answer = await signing.post([somebody({ fields })])
  expect(answer.status).toBe(422)
  const { errors = [] } = answer.json<SeenProblem>()
  expect(errors.map((each) => each.pointer)).toEqual([pointer])
})

test('a field named like a member of every object stays empty when nobody fills it in', async () => {
  const names = ['constructor', 'toString', 'hasOwnProperty', '__defineGetter__']
  const fields = names.map((name, row) => at(row, { type: 'text', name, required: false }))
  const who = somebody({ fields: [...fields, at(12)] })
  const { id } = await signing.create([who])
  await (await signing.person(who)).signWhole({ ...TYPED, values: { toString: 'Łódź' } })
  await signing.work()
  const done = (await signing.act('GET', id)).json<{
    status: string
    signers: Array<{ fields: Array<{ name?: string; value?: unknown }> }>
  }>()
  expect(done.status).toBe('completed')
  const filled = done.signers[0]?.fields.filter(({ value }) => value !== undefined)
  expect(filled).toMatchObject([{ name: 'toString', value: 'Łódź' }])
  const refused = await signing.post([
    somebody({ fields: [at(0, { type: 'text', name: '__proto__' })] }),
  ])
  expect(refused.json<SeenProblem>().errors?.[0]?.pointer).toBe('/signers/0/fields/0/name')
})

test.each(['\u061c', '\u2800', '\u3164', '\ue000', '\u{e0041}', '\ufff9'])(
  'what is not seen is not signed: %j in a value is refused',
  async (hidden) => {
    const who = somebody({ fields: [at(0, { type: 'text', name: 'city' }), at(12)] })
    await signing.create([who])
    const person = await signing.person(who)
    await person.verify()
    const answer = await person.sign({ ...TYPED, values: { city: `A${hidden}` } })
    expect([answer.status, answer.json<SeenProblem>().errors?.[0]?.pointer]).toEqual([
      422,
      '/values/city',
    ])
  },
)

test('a type that does not exist is refused with the types that do', async () => {
  const answer = await signing.post([somebody({ fields: [at(0, { type: 'retina', name: 'a' })] })])
  expect(answer.status).toBe(422)
  expect(answer.json<SeenProblem>().detail).toContain('signature, text, number, date, checkbox')
})
