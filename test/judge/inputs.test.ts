/** Files with fields that signers filled in, before the outside judges. */
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wholeForm } from '../support/fillable-forms.ts'
import { renderedInvoice, renderedLetter } from '../support/host-samples.ts'
import { withFieldsFilled } from '../support/later-filling.ts'
import { isLong } from '../support/long-tests.ts'
import { SAMPLES } from '../support/pdf-samples.ts'
import { photo } from '../support/photographs.ts'
import { pyHankoOnAll } from '../support/pyhanko.ts'
import { somebody, type WishedSigner } from '../support/signing-app.ts'
import { openStage, type Stage } from '../support/signing-conformance.ts'

const TIMEOUT_MS = 900_000
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, TIMEOUT_MS)
afterAll(() => stage.close(), TIMEOUT_MS)

const VALUES = { name: 'Łódź', share: 12.5, start: '2026-11-24', terms: true, pay: 'Transfer' }

const FORM_VALUES = {
  ...{ name: 'Łódź', amount: 12.5, start: '2026-11-24', code: 'A1B2', terms: true },
  ...{ pay: 'Transfer', country: 'Belgium' },
}

/** Five fields for each, in rows of small boxes. */
const fieldsOf = (row: number): object[] => {
  const at = (x: number, width: number, more: object) => ({
    ...{ page: 1, x, y: 8 + row * 36, width, height: 30 },
    ...more,
  })
  return [
    at(5, 60, { type: 'text', name: 'name' }),
    at(70, 40, { type: 'number', name: 'share' }),
    at(115, 80, { type: 'date', name: 'start' }),
    at(200, 14, { type: 'checkbox', name: 'terms' }),
    at(220, 60, { type: 'radio', name: 'pay', options: ['Card', 'Transfer'] }),
  ]
}

async function filled(signers: number, pdf: Uint8Array, order: (index: number) => number) {
  const people = Array.from({ length: signers }, (_, index): WishedSigner => {
    const fields = fieldsOf(index)
    return somebody({ fields, order: order(index) })
  })
  const { id } = await stage.signing.create(people, { pdf })
  for (const who of people) {
    const person = await stage.signing.person(who)
    await person.signWhole({ kind: 'typed', text: 'Zoé', values: VALUES })
  }
  await stage.signing.work()
  expect((await stage.signing.get(id)).status).toBe('completed')
  return await stage.signing.signedFile(id)
}

async function classic(): Promise<Uint8Array> {
  const pdf = await SAMPLES['a classic file']?.()
  if (pdf === undefined) throw new RangeError('the sample is gone')
  return pdf
}

/** As the tags of a Word template ask for them, and of the text of a PDF. */
async function filledByTags(pdf: Uint8Array, signers: number) {
  const people = Array.from({ length: signers }, () => somebody())
  const { id } = await stage.signing.create(people, { pdf })
  const values = { start: '2026-11-24', terms: true, plan: 'Plus', who: 'Łódź ١٢ שלום 😀' }
  for (const who of people)
    await (await stage.signing.person(who)).signWhole({ kind: 'typed', text: 'Zoé', values })
  await stage.signing.work()
  return await stage.signing.signedFile(id)
}

const TAGS = (signer: string) => [
  `{{start;role=${signer};type=date}}`,
  `{field:${signer}:terms;type=checkbox} I accept`,
  `{field:${signer}:plan;type=radio;options=Basic,Plus}`,
  `{field:${signer}:who}`,
]

async function taggedText(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([595, 842])
  const lines = ['signer1', 'signer2'].flatMap(TAGS)
  lines.forEach((line, index) => {
    page.drawText(line, { x: 50, y: 780 - 70 * index, size: 9, font })
  })
  return await document.save({ useObjectStreams: false })
}

test.runIf(isLong('signed-kinds'))(
  '20 signers who fill in five fields each',
  { timeout: TIMEOUT_MS },
  async () => {
    const pdf = await filled(20, await classic(), (index) => 1 + Math.floor(index / 2))
    const dss = await stage.judges.pades(pdf, stage.roots)
    expect(dss.problems).toEqual([])
    expect(dss.signatures.length).toBeGreaterThan(20)
    expect(
      dss.signatures.filter(
        (each) => each.indication !== 'TOTAL_PASSED' || each.warnings.length > 0,
      ),
    ).toEqual([])
  },
)

test('three signers: pyHanko accepts the file; values changed afterwards are told', {
  timeout: TIMEOUT_MS,
}, async () => {
  const pdf = await filled(3, await classic(), (index) => 1 + Math.floor(index / 2))
  const changed = withFieldsFilled(pdf)
  if (changed === undefined) throw new TypeError('the file has fields that are filled in')
  const [whole, spoiled] = await pyHankoOnAll([pdf, changed], stage.roots)
  expect(whole?.problem).toBeUndefined()
  expect(whole?.signatures.filter(({ holds, docmdp }) => !holds || docmdp === false)).toEqual([])
  expect(whole?.signatures.map(({ ades }) => ades)).toEqual(whole?.signatures.map(() => 'PASSED'))
  // Each signature fixes what its signer filled in, and the last seal everything.
  expect(spoiled?.signatures.filter(({ holds }) => holds)).toEqual([])
  const dss = await stage.judges.pades(changed, stage.roots)
  expect(dss.problems).not.toEqual([])
})

test('two signers, by tags in the text of a PDF that are painted over', {
  timeout: TIMEOUT_MS,
}, async () => {
  const pdf = await filledByTags(await taggedText(), 2)
  const [dss, [hanko]] = await Promise.all([
    stage.judges.pades(pdf, stage.roots),
    pyHankoOnAll([pdf], stage.roots),
  ])
  expect(dss.problems).toEqual([])
  expect(dss.signatures.map(({ indication }) => indication)).toEqual(
    dss.signatures.map(() => 'TOTAL_PASSED'),
  )
  expect(hanko?.problem).toBeUndefined()
  expect(hanko?.signatures.filter(({ holds, docmdp }) => !holds || docmdp === false)).toEqual([])
})

test('two signers who fill in the form of the PDF: the judges accept it, and each value is locked', {
  timeout: TIMEOUT_MS,
}, async () => {
  const people = ['client', 'supplier'].map((role, index) => somebody({ role, order: index + 1 }))
  const asked = { pdf: await wholeForm(['client', 'supplier']), options: { form_fields: 'use' } }
  const { id } = await stage.signing.create(people, asked)
  for (const [index, who] of people.entries()) {
    const role = index === 0 ? 'client' : 'supplier'
    const values = Object.entries(FORM_VALUES).map(([name, value]) => [`${role}.${name}`, value])
    const filled = { kind: 'typed', text: 'Zoé', values: Object.fromEntries(values) } as const
    await (await stage.signing.person(who)).signWhole(filled)
  }
  await stage.signing.work()
  const pdf = await stage.signing.signedFile(id)
  const changed = withFieldsFilled(pdf)
  if (changed === undefined) throw new TypeError('the file has fields that are filled in')
  const dss = await stage.judges.pades(pdf, stage.roots)
  expect(dss.problems).toEqual([])
  expect(
    dss.signatures.filter((each) => each.indication !== 'TOTAL_PASSED' || each.warnings.length > 0),
  ).toEqual([])
  const [whole, spoiled] = await pyHankoOnAll([pdf, changed], stage.roots)
  expect(whole?.problem).toBeUndefined()
  expect(whole?.signatures.filter(({ holds, docmdp }) => !holds || docmdp === false)).toEqual([])
  expect(spoiled?.signatures.filter(({ holds }) => holds)).toEqual([])
})

test.each([
  ['a PDF/A-3b', (): Promise<Uint8Array> => renderedLetter(stage.signing, 'pdfa-3b'), ['pdfa']],
  ['a Factur-X', (): Promise<Uint8Array> => renderedInvoice(stage.signing), ['pdfa', 'mustang']],
] as const)(
  '%s with filled fields stays one',
  { timeout: TIMEOUT_MS },
  async (_what, make, layers) => {
    const pdf = await filled(2, await make(), (index) => index + 1)
    const [archive, dss] = await Promise.all([
      stage.judges.judge(pdf, [...layers]),
      stage.judges.pades(pdf, stage.roots),
    ])
    expect(archive.pdfa).toEqual({ claimed: '3b', problems: [] })
    if (layers.length > 1) expect(archive.mustang).toMatchObject({ summary: 'valid' })
    expect(dss.problems).toEqual([])
  },
)

test('two signers who give a file each: its hash is the locked value', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { signing } = stage
  const people = [1, 2].map((order) =>
    somebody({ order, fields: [{ page: 1, x: 5, y: 40 * order, type: 'file', name: 'identity' }] }),
  )
  const { id } = await signing.create(people, { pdf: await classic() })
  for (const [index, who] of people.entries()) {
    const person = await signing.person(who)
    await person.verify()
    const sent = await signing.app.call('POST', `/sign/${person.token}/files`, {
      headers: { cookie: person.cookie },
      form: [
        ['field', 'identity'],
        ['file', { filename: 'card.jpg', bytes: photo(index + 1) }],
      ],
    })
    expect(sent.status).toBe(200)
    expect((await person.sign()).status).toBe(200)
  }
  await signing.work()
  const pdf = await signing.signedFile(id)
  const dss = await stage.judges.pades(pdf, stage.roots)
  expect(dss.problems).toEqual([])
  expect(
    dss.signatures.filter((each) => each.indication !== 'TOTAL_PASSED' || each.warnings.length > 0),
  ).toEqual([])
  const [whole] = await pyHankoOnAll([pdf], stage.roots)
  expect(whole?.problem).toBeUndefined()
  expect(whole?.signatures.filter(({ holds, docmdp }) => !holds || docmdp === false)).toEqual([])
})

test.runIf(isLong('signed-kinds'))(
  'two signers who fill in fields of both files: each file holds by itself, and each value is locked',
  {
    timeout: TIMEOUT_MS,
  },
  async () => {
    const { signing } = stage
    const people = [0, 1].map((index) => {
      const second = fieldsOf(index).map((field) => ({ ...field, file_number: 2 }))
      const city = { page: 1, x: 5, y: 8 + index * 36, type: 'text', name: 'city' }
      return somebody({ fields: [city, ...second], order: index + 1 })
    })
    const files = [{ filename: 'annexe.pdf', bytes: await taggedText() }]
    const { id } = await signing.create(people, { pdf: await classic(), files })
    const values = { ...VALUES, city: 'Łódź' }
    for (const who of people)
      await (await signing.person(who)).signWhole({ kind: 'typed', text: 'Zoé', values })
    await signing.work()
    for (const number of [1, 2]) {
      const pdf = (await signing.act('GET', id, `/signed?file_number=${number}`)).bytes
      const changed = withFieldsFilled(pdf)
      if (changed === undefined) throw new TypeError('the file has fields that are filled in')
      const dss = await stage.judges.pades(pdf, stage.roots)
      expect(dss.problems).toEqual([])
      expect(
        dss.signatures.filter(
          (each) => each.indication !== 'TOTAL_PASSED' || each.warnings.length > 0,
        ),
      ).toEqual([])
      const [whole, spoiled] = await pyHankoOnAll([pdf, changed], stage.roots)
      expect(whole?.problem).toBeUndefined()
      expect(whole?.signatures.filter(({ holds, docmdp }) => !holds || docmdp === false)).toEqual(
        [],
      )
      const holding = spoiled?.signatures.filter(({ holds }) => holds).map(({ field }) => field)
      // pyHanko counts a changed text as form filling after a seal that is not the last one.
      expect(holding?.filter((field) => field.includes('-signer-'))).toEqual([])
      expect(spoiled?.signatures.at(-1)).toMatchObject({ holds: false })
    }
  },
)
