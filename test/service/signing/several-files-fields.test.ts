/** Fields to fill in in any file of a request: from the order over the sealed files to the proof. */
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { fieldValue } from '../../../src/pdf/compare/field-values.ts'
import { formFields } from '../../../src/pdf/form-fields.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { bytesOf, checked, evidenceFiles } from '../../support/evidence.ts'
import { fillable, wholeForm } from '../../support/fillable-forms.ts'
import { withFieldsFilled } from '../../support/later-filling.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { signedSteps } from '../../support/signing.ts'
import {
  type SeenProblem,
  type SigningApp,
  smallPdf,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

const TYPED = { kind: 'typed', text: 'Zoé' } as const

interface Seen {
  id: string
  status: string
  warnings?: Array<{ code: string; pointer: string; by?: string; text?: string }>
  signers: Array<{ fields: Array<Record<string, unknown>> }>
}

/** A page with these lines, far from each other. */
async function pdfWith(lines: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const font = await document.embedFont(StandardFonts.Helvetica)
  const page = document.addPage([595, 842])
  for (const [index, line] of lines.entries())
    page.drawText(line, { x: 50, y: 780 - 60 * index, size: 9, font })
  return await document.save({ useObjectStreams: false })
}

const file = async (id: string, number: number): Promise<Buffer> =>
  (await signing.act('GET', id, `/signed?file_number=${number}`)).bytes

/** The values of the fields of a file, in its order. */
function valuesIn(pdf: Uint8Array): unknown[] {
  const opened = PdfFile.open(pdf)
  return formFields(opened)
    .filter(({ type }) => type !== 'Sig')
    .map(({ dict }) => fieldValue(opened, dict))
}

/** Every file of a finished request as our own verification sees it: whole, and no value can be changed. */
async function expectLocked(id: string, numbers: readonly number[]): Promise<void> {
  const { roots } = await signing.services.pki.trusted()
  const verdict = (pdf: Uint8Array) => verifyPdf(pdf, { roots, nowMs: signing.app.clock.now() })
  for (const number of numbers) {
    const pdf = await file(id, number)
    const { problems, valid } = await verdict(pdf)
    expect({ number, problems, valid }).toEqual({ number, problems: [], valid: true })
    const changed = withFieldsFilled(pdf)
    if (changed !== undefined) expect((await verdict(changed)).valid).toBe(false)
  }
}

const sent = async (
  signers: readonly WishedSigner[],
  pdfs: readonly Uint8Array[],
  options: Record<string, string> = {},
) => {
  const [pdf, ...others] = pdfs
  const files = others.map((bytes, index) => ({ filename: `annexe-${index + 2}.pdf`, bytes }))
  return await signing.post(signers, { ...(pdf && { pdf }), files, options })
}

const namesOf = ({ signers }: Seen) =>
  signers.map(({ fields }) =>
    fields.map(({ name = 'signature', file_number: number = 1 }) => `${number} ${name}`),
  )

describe('two people who fill in fields of two files, by place and by text', () => {
  let id: string
  const fieldsOf = (x: number) => [
    { page: 1, x, y: 60, type: 'text', name: 'city' },
    { file_number: 2, anchor: 'Tenant:', dx: x, dy: 0, type: 'text', name: 'tenant' },
    { file_number: 2, page: 1, x, y: 500, type: 'checkbox', name: 'terms' },
    { file_number: 2, page: 1, x, y: 540, type: 'date', name: 'start', required: false },
  ]
  const people = [
    somebody({ fields: fieldsOf(60), order: 1, locale: 'en' }),
    somebody({ fields: fieldsOf(320), order: 2, locale: 'en' }),
  ]
  const valuesOf = (index: number) => ({
    city: `City ${index}`,
    tenant: `Łódź ${index}`,
    terms: true,
  })

  beforeAll(async () => {
    const answer = await sent(people, [await smallPdf(), await pdfWith(['Tenant:'])])
    expect(answer.status).toBe(201)
    ;({ id } = answer.json<Seen>())
    for (const [index, who] of people.entries()) {
      const person = await signing.person(who)
      if (index === 0) {
        await person.open()
        const { inputs } = ((await person.state()) as unknown as SeenInputs).signer
        expect(inputs.map(({ name, places }) => [name, places[0]?.file_number])).toEqual([
          ['city', undefined],
          ['tenant', 2],
          ['terms', 2],
          ['start', 2],
        ])
      }
      await person.signWhole({ ...TYPED, values: valuesOf(index) })
    }
    await signing.work()
  })

  interface SeenInputs {
    signer: { inputs: Array<{ name: string; places: Array<{ file_number?: number }> }> }
  }

  test('the values are in their file alone, and locked there', async () => {
    expect(valuesIn(await file(id, 1))).toEqual(['City 0', 'City 1'])
    expect(valuesIn(await file(id, 2))).toEqual(['Łódź 0', 'Yes', '', 'Łódź 1', 'Yes', ''])
    await expectLocked(id, [1, 2])
  })

  test('the answer names the file of each field', async () => {
    const done = (await signing.act('GET', id)).json<Seen>()
    expect(done.status).toBe('completed')
    const own = ['1 city', '2 tenant', '2 terms', '2 start']
    expect(
      namesOf(done).map((names) => names.filter((name) => !name.endsWith('signature'))),
    ).toEqual([own, own])
  })

  test('the proof says in which file each value is', async () => {
    const text = pdfText((await signing.act('GET', id, '/proof')).bytes).join('\n')
    const values = text.slice(text.indexOf('Fields filled in'))
    const at = (words: string) => values.indexOf(words)
    expect(at('1. contrat.pdf')).toBeGreaterThan(0)
    expect(at('City 0')).toBeGreaterThan(at('1. contrat.pdf'))
    expect(at('2. annexe-2.pdf')).toBeGreaterThan(at('City 0'))
    expect(at('Łódź 0')).toBeGreaterThan(at('2. annexe-2.pdf'))
  })

  test('the evidence is whole, and each dossier names the fields of its file', async () => {
    const files = await evidenceFiles(signing, id)
    expect(await checked(files)).toMatchObject({ status: 0 })
    const named = async (number: number): Promise<string[][]> => {
      const pdf = await file(id, number)
      const document = await PDFDocument.load(pdf)
      const [dossier] = document.getAttachments()
      const { signers } = JSON.parse(Buffer.from(dossier?.data ?? []).toString()) as {
        signers: Array<{ inputs?: Array<{ name: string }> }>
      }
      return signers.map(({ inputs = [] }) => inputs.map(({ name }) => name))
    }
    const second = ['tenant', 'terms', 'start']
    expect([await named(1), await named(2)]).toEqual([
      [['city'], ['city']],
      [second, second],
    ])
    expect(bytesOf(files, 'files/2/document-signed.pdf')).toEqual(await file(id, 2))
  })
})

describe('tags in several files', () => {
  test('of the same name are one field: filled in once, in every file', async () => {
    const who = somebody({ role: 'client' })
    const answer = await sent(
      [who],
      [
        await pdfWith(['{field:client:start;type=date}', '{signature:client}']),
        await pdfWith(['{field:client:start}', '{field:client:town}']),
      ],
    )
    expect(answer.status).toBe(201)
    const made = answer.json<Seen>()
    expect(namesOf(made)).toEqual([['1 signature', '2 signature', '1 start', '2 start', '2 town']])
    expect(made.warnings?.filter(({ code }) => code === 'tags_covered')).toMatchObject([
      { pointer: '/file' },
      { pointer: '/files/0' },
    ])
    const values = { start: '2026-11-24', town: 'Gent' }
    await (await signing.person(who)).signWhole({ ...TYPED, values })
    await signing.work()
    const day = '24 novembre 2026'
    expect(valuesIn(await file(made.id, 1))).toEqual([day])
    expect(valuesIn(await file(made.id, 2))).toEqual([day, 'Gent'])
    await expectLocked(made.id, [1, 2])
  })

  test('that say different things of one name are refused with the file that has the second', async () => {
    const answer = await sent(
      [somebody({ role: 'client' })],
      [
        await pdfWith(['{field:client:start;type=date}']),
        await pdfWith(['{field:client:start;type=number}']),
      ],
    )
    expect(answer.status).toBe(422)
    expect(answer.json<SeenProblem>().errors).toMatchObject([
      { pointer: '/files/0', code: 'tag_unusable' },
    ])
  })
})

describe('forms of several files', () => {
  test('are filled in where they are; a name that is there twice is told apart by its file', async () => {
    const who = somebody()
    const town = () => fillable(({ text }) => void text('town', 700))
    const answer = await sent([who], [await town(), await town(), await wholeForm()], {
      form_fields: 'use',
    })
    expect(answer.status).toBe(201)
    const made = answer.json<Seen>()
    const [names = []] = namesOf(made)
    expect(names).toContain('1 town')
    expect(names).toContain('2 town-file2')
    expect(names).toContain('3 country')
    const used = made.warnings?.filter(({ code }) => code === 'form_fields_used')
    expect(used?.map(({ pointer, text }) => [pointer, text?.split(', ')[0]])).toEqual([
      ['/file', 'town'],
      ['/files/0', 'town'],
      ['/files/1', 'name'],
    ])
    const values = {
      ...{ town: 'Gent', 'town-file2': 'Łódź', name: 'Ada', amount: 12.5, start: '2026-11-24' },
      ...{ code: 'A1B2', terms: true, pay: 'Transfer', country: 'Belgium' },
    }
    await (await signing.person(who)).signWhole({ ...TYPED, values })
    await signing.work()
    expect(valuesIn(await file(made.id, 1))).toEqual(['Gent'])
    expect(valuesIn(await file(made.id, 2))).toEqual(['Łódź'])
    expect(valuesIn(await file(made.id, 3))).toContain('Belgium')
    await expectLocked(made.id, [1, 2, 3])
  })
})

describe('what goes wrong', () => {
  const inSecond = (more: object) => ({ file_number: 2, page: 1, x: 60, y: 60, ...more })

  test('a value for which its place in the second file has no room is refused; nothing is signed', async () => {
    const narrow = inSecond({ type: 'text', name: 'city', width: 20, height: 8 })
    const who = somebody({ fields: [narrow] })
    const { id } = (await sent([who], [await smallPdf(), await smallPdf()])).json<Seen>()
    const person = await signing.person(who)
    await person.verify()
    const refused = await person.sign({
      ...TYPED,
      values: { city: 'Much too long for this place' },
    })
    expect(refused.status).toBe(422)
    expect(refused.json<SeenProblem>().errors).toMatchObject([{ pointer: '/values/city' }])
    expect((await person.sign({ ...TYPED, values: {} })).status).toBe(422)
    expect((await person.sign({ ...TYPED, values: { city: 'Y' } })).status).toBe(200)
    await signing.work()
    expect(valuesIn(await file(id, 2))).toEqual(['Y'])
  })

  test('a field of the second file outside its page, over another, or of a name that is taken is refused', async () => {
    const faults = async (...fields: object[]) => {
      const answer = await sent([somebody({ fields })], [await smallPdf(), await smallPdf()])
      return answer
        .json<SeenProblem>()
        .errors?.map((fault) => [fault.pointer, (fault as { code?: string }).code])
    }
    const at = '/signers/0/fields'
    const city = inSecond({ type: 'text', name: 'city' })
    expect(await faults({ ...city, page: 2 })).toEqual([[`${at}/0`, 'place_outside']])
    expect(await faults(city, { ...city, name: 'other' })).toEqual([[`${at}/1`, 'place_overlaps']])
    expect(await faults({ ...city, file_number: 1 }, city)).toEqual([
      [`${at}/1/name`, 'field_repeated'],
    ])
  })

  test('a turn that is interrupted between two files is done again with the same values in both', async () => {
    const { parts } = signing.services.signing
    const who = somebody({
      fields: [
        { page: 1, x: 60, y: 60, type: 'text', name: 'a' },
        inSecond({ type: 'text', name: 'b' }),
      ],
    })
    const { id } = (await sent([who], [await smallPdf(), await smallPdf()])).json<Seen>()
    const person = await signing.person(who)
    await person.verify()
    const { begin } = parts.blobs
    let begun = 0
    parts.blobs.begin = (from) => {
      begun += 1
      if (begun === 2) throw new Error('gone between the first and the second file')
      return begin.call(parts.blobs, from)
    }
    try {
      expect((await person.sign({ ...TYPED, values: { a: 'one', b: 'two' } })).status).toBe(200)
    } finally {
      parts.blobs.begin = begin
    }
    expect(begun).toBe(2)
    signing.app.clock.move(60_000)
    await signing.work()
    expect(valuesIn(await file(id, 1))).toEqual(['one'])
    expect(valuesIn(await file(id, 2))).toEqual(['two'])
    await expectLocked(id, [1, 2])
  })

  test('a second file that others have signed keeps its form, and takes fields no more than a first one', async () => {
    const plan = { signers: 1, certify: false, seal: false, prefix: 'Other' }
    const form = await fillable(({ text }) => void text('a', 700))
    const [, signed = form] = await signedSteps(signing.services, form, plan)
    const use = { form_fields: 'use' }
    const made = (await sent([somebody()], [await smallPdf(), signed], use)).json<Seen>()
    const kept = made.warnings?.filter(({ by }) => by !== undefined)
    expect(kept).toMatchObject([{ code: 'form_field_left', by: 'signed', pointer: '/files/0' }])
    const asked = (number: number) =>
      somebody({
        fields: [{ file_number: number, page: 1, x: 400, y: 700, type: 'text', name: 'b' }],
      })
    const alone = (await sent([asked(1)], [signed])).json<SeenProblem>()
    const second = (await sent([asked(2)], [await smallPdf(), signed])).json<SeenProblem>()
    expect(second.code).toBe(alone.code)
    expect(second.errors).toMatchObject([{ pointer: '/files/0' }])
  })
})
