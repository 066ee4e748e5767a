/** Fields of a PDF's form that signers fill in: whose each is, what is told, and what is in the file. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PDFName, PDFString } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { formFields, textOf } from '../../../src/pdf/form-fields.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { fillable, type Making, wholeForm } from '../../support/fillable-forms.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { signedSteps } from '../../support/signing.ts'
import {
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

interface Seen {
  id: string
  warnings?: Array<{ code: string; by?: string; text?: string; count?: number; detail: string }>
  signers: Array<{ fields: Array<Record<string, unknown>> }>
}

const TYPED = { kind: 'typed', text: 'Zoé' } as const
const VALUES = {
  name: 'Łódź',
  amount: 12.5,
  start: '2026-11-24',
  code: 'A1B2',
  terms: true,
  pay: 'Transfer',
  country: 'Belgium',
}

const sent = async (signers: readonly WishedSigner[], pdf: Uint8Array, more: object = {}) =>
  await signing.post(signers, { pdf, options: { form_fields: 'use', ...more } })

const namesOf = ({ signers }: Seen) =>
  signers.map(({ fields }) =>
    fields.map(({ type = 'signature', name = '' }) => `${type} ${name}`.trim()),
  )

const said = ({ warnings = [] }: Seen) => warnings.map(({ code, by, text }) => [code, by, text])

describe('one signer', () => {
  test('fills in every kind of field; the file has the values and no field of its own', async () => {
    const who = somebody()
    const answer = await sent([who], await wholeForm())
    expect(answer.status).toBe(201)
    const made = answer.json<Seen>()
    expect(said(made)).toEqual([
      ['javascript_removed', undefined, undefined],
      ['form_fields_used', undefined, 'name, amount, start, code, terms, pay, country, contract'],
      ['place_on_added_page', undefined, undefined],
    ])
    expect(made.signers[0]?.fields).toMatchObject([
      { page: 2 },
      { type: 'text', name: 'name', value: 'Ada', required: true },
      { type: 'number', name: 'amount', required: false },
      { type: 'date', name: 'start' },
      { type: 'text', name: 'code' },
      { type: 'checkbox', name: 'terms', value: false },
      { type: 'radio', name: 'pay' },
      { type: 'radio', name: 'pay' },
      { type: 'select', name: 'country', value: 'France' },
      { type: 'text', name: 'contract', value: '2026-17', read_only: true },
    ])
    await (await signing.person(who)).signWhole({ ...TYPED, values: VALUES })
    await signing.work()
    const seen = (await signing.get(made.id)) as unknown as Seen & { status: string }
    expect(seen.status).toBe('completed')
    const file = PdfFile.open(await signing.signedFile(made.id))
    const own = formFields(file).filter(({ type }) => type !== 'Sig')
    expect(own.every(({ name }) => /-input-1-\d+$/.test(name))).toBe(true)
    const values = own.map(({ dict }) => {
      const value = file.get(dict, 'V')
      return value instanceof PDFName ? value.decodeText() : textOf(value)
    })
    expect(values).toEqual([
      'Łódź',
      '12,5',
      '24 novembre 2026',
      'A1B2',
      'Yes',
      'Off',
      'Yes',
      'Belgium',
      '2026-17',
    ])
  })

  test('a draft that is sent later has the same fields', async () => {
    const who = somebody()
    const made = (await sent([who], await wholeForm(), { send: 'false' })).json<Seen>()
    await signing.act('POST', made.id, '/send')
    await (await signing.person(who)).signWhole({ ...TYPED, values: VALUES })
    await signing.work()
    const file = PdfFile.open(await signing.signedFile(made.id))
    expect(formFields(file).filter(({ type }) => type !== 'Sig')).toHaveLength(9)
  })

  test('what does not fit a field is refused', async () => {
    const who = somebody()
    await sent([who], await wholeForm())
    const person = await signing.person(who)
    await expect(
      person.signWhole({ ...TYPED, values: { ...VALUES, code: 'A1B2C3D' } }),
    ).rejects.toThrow(/value_too_long|longer than 6/)
  })

  test('without the option nothing changes', async () => {
    const made = (await signing.post([somebody()], { pdf: await wholeForm() })).json<Seen>()
    expect(namesOf(made)).toEqual([['signature']])
    expect(said(made)[0]).toEqual(['fields_flattened', undefined, undefined])
  })

  test('a field under a place that the sender gives is left, and told', async () => {
    const fields = [{ page: 1, x: 40, y: 75 }]
    const made = (await sent([somebody({ fields })], await wholeForm())).json<Seen>()
    expect(said(made)).toContainEqual(['form_field_left', 'overlaps', 'name, amount'])
  })

  test('an unknown word is refused', async () => {
    const answer = await sent([somebody()], await wholeForm(), { form_fields: 'keep' })
    expect(answer.json<SeenProblem>()).toMatchObject({
      code: 'validation_failed',
      errors: [{ pointer: '/form_fields' }],
    })
  })
})

function signatureField({ document, page }: Making, name: string, y: number): void {
  const { context } = document
  const T = PDFString.of(name)
  const dict = context.obj({ Type: 'Annot', Subtype: 'Widget', FT: 'Sig', T, F: 4 })
  dict.set(PDFName.of('Rect'), context.obj([300, y, 460, y + 50]))
  const field = context.register(dict)
  page.node.addAnnot(field)
  document.getForm().acroForm.addField(field)
}

describe('several signers', () => {
  const two = () => [
    somebody({ role: 'Client', order: 1 }),
    somebody({ role: 'Client 2', order: 2 }),
  ]

  test('each fields of the role that its name begins with, or that its tag states', async () => {
    const pdf = await fillable((making) => {
      const { text } = making
      const names = ['client.start', 'Page1.Client_2_city', 'signer1-a', 'client2 x', 'other']
      names.forEach((name, index) => void text(name, 740 - index * 30))
      text('First day;role=Client 2;type=date;required=false', 500)
      text('{field:signer1:iban;max_length=34}', 470)
      text('x;role=buyer;type=text', 440)
      text('y;type=moment;role=client', 410)
      signatureField(making, 'client.sign', 300)
      signatureField(making, 'Sign;role=Client 2;type=signature', 200)
    })
    const made = (await sent(two(), pdf)).json<Seen>()
    expect(namesOf(made)).toEqual([
      ['signature', 'text client.start', 'text signer1-a', 'text iban'],
      ['signature', 'text Page1.Client_2_city', 'date First day'],
    ])
    expect(said(made).slice(1)).toEqual([
      ['form_field_left', 'tag', 'y;type=moment;role=client'],
      ['form_field_left', 'nobody', 'client2 x, other, x;role=buyer;type=text'],
    ])
    expect(made.signers[0]?.fields[0]).toMatchObject({ page: 1, x: 300, width: 160, height: 50 })
  })

  test('a role that two have is nobody’s', async () => {
    const pdf = await fillable(({ text }) => void text('client.a', 700))
    const made = (
      await sent([somebody({ role: 'client' }), somebody({ role: 'client' })], pdf)
    ).json<Seen>()
    expect(said(made)[0]).toEqual(['form_field_left', 'several', 'client.a'])
  })

  test('who approves fills in nothing; the only one who signs has the fields', async () => {
    const pdf = await fillable(({ text }) => void text('a', 700))
    const people = [somebody({ action: 'approve' }), somebody({ order: 2 })]
    const made = (await sent(people, pdf)).json<Seen>()
    expect(namesOf(made)).toEqual([[], ['signature', 'text a']])
  })
})

describe('odd forms', () => {
  test('2,000 fields are refused at once; nothing is kept', async () => {
    const pdf = await fillable(({ document, page }) => {
      for (let index = 0; index < 2_000; index++) {
        const at = { x: 10 + (index % 20) * 28, y: 20 + Math.floor(index / 20) * 7.8 }
        document
          .getForm()
          .createTextField(`f${index}`)
          .addToPage(page, { ...at, width: 25, height: 6 })
      }
    })
    const taken = await sent([somebody()], pdf)
    expect([taken.status, taken.bytes.toString().slice(0, 500)]).toEqual([201, expect.any(String)])
    const small = taken.json<Seen>()
    expect(small.warnings?.[0]).toMatchObject({ by: 'too_small', count: 2_000 })
    const answer = await sent(
      [somebody()],
      await fillable(({ document }) => {
        for (let number = 0; number < 40; number++) {
          const page = document.addPage([595, 842])
          for (let row = 0; row < 50; row++)
            document
              .getForm()
              .createTextField(`f${number}.${row}`)
              .addToPage(page, { x: 40, y: 30 + row * 15, width: 180, height: 10 })
        }
      }),
    )
    expect(answer.status).toBe(422)
    expect(answer.json<SeenProblem>().errors).toMatchObject([
      { pointer: '/form_fields', code: 'fields_too_many' },
    ])
  })

  test('names that nobody may read as something else, and labels with HTML, stay out of the pages', async () => {
    const pdf = await fillable(({ text }) => {
      text('a\u202eb', 700)
      text('c', 650).acroField.dict.set(PDFName.of('TU'), PDFString.of('<script>1</script>'))
    })
    const made = (await sent([somebody()], pdf)).json<Seen>()
    expect(said(made)[0]).toEqual(['form_field_left', 'label', 'ab, c'])
  })

  test('a file that others have signed keeps its form', async () => {
    const form = await fillable(({ text }) => void text('a', 700))
    const [, pdf = form] = await signedSteps(signing.services, form, {
      signers: 1,
      seal: false,
      certify: false,
    })
    const made = (await sent([somebody()], pdf)).json<Seen>()
    expect(said(made)[0]).toEqual(['form_field_left', 'signed', undefined])
  })

  test('a form in a file that is encrypted, or linearised', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'paraph-form-'))
    const [from, to] = [join(folder, 'form.pdf'), join(folder, 'other.pdf')]
    writeFileSync(from, await wholeForm())
    for (const how of [['--encrypt', '', 'owner', '256', '--'], ['--linearize']]) {
      execFileSync('qpdf', [...how, from, to])
      const made = (await sent([somebody()], readFileSync(to))).json<Seen>()
      expect(namesOf(made)[0]).toHaveLength(10)
    }
    rmSync(folder, { recursive: true })
  })

  test('what was in the field is not under what is filled in', async () => {
    const pdf = await fillable(({ text }) => {
      text('a', 700, (field) => field.setText('OLD'))
      text('b', 650, (field) => field.setText('KEPT')).enablePassword()
    })
    const who = somebody()
    const made = (await sent([who], pdf)).json<Seen>()
    await (await signing.person(who)).signWhole({ ...TYPED, values: { a: 'NEW' } })
    await signing.work()
    const [page] = pdfText(await signing.signedFile(made.id))
    expect(page).toContain('NEW')
    expect(page).not.toContain('OLD')
  })
})
