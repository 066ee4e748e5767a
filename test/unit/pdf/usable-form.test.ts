/** Which fields of a form signers can fill in, what each asks for, and why others are left. */
import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFString } from 'pdf-lib'
import { describe, expect, test } from 'vitest'
import { usableForm } from '../../../src/pdf/acroform-import/form.ts'
import { openPdf } from '../../../src/pdf/opening.ts'
import { fillable, type Making, script, wholeForm } from '../../support/fillable-forms.ts'

const formIn = async (pdf: Uint8Array) => usableForm((await openPdf(pdf)).file)
const formOf = async (make: Parameters<typeof fillable>[0], options = {}) =>
  await formIn(await fillable(make, options))
const reasonOf = async (make: Parameters<typeof fillable>[0], options = {}) => {
  const { fields, left } = await formOf(make, options)
  expect(fields).toEqual([])
  return left.map(({ reason }) => reason)
}

describe('what a field asks for', () => {
  test('every kind', async () => {
    const { fields, left } = await formIn(await wholeForm())
    expect(left).toEqual([])
    const asked = fields.map(({ members, comb, places }) => ({
      ...members,
      comb,
      places: places.length,
      options_shown: places.flatMap(({ option }) => option ?? []),
    }))
    const common = { required: false, places: 1, options_shown: [] }
    expect(asked).toEqual([
      { ...common, ...named('name'), type: 'text', max_length: 200, value: 'Ada', required: true },
      { ...common, ...named('amount'), type: 'number' },
      { ...common, ...named('start'), type: 'date' },
      { ...common, ...named('code'), type: 'text', max_length: 6, comb: true },
      { ...common, ...named('terms'), type: 'checkbox', value: false },
      {
        ...common,
        ...named('pay'),
        type: 'radio',
        options: ['Card', 'Transfer'],
        places: 2,
        options_shown: ['Card', 'Transfer'],
      },
      {
        ...common,
        ...named('country'),
        type: 'select',
        options: ['Belgium', 'France'],
        value: 'France',
      },
      {
        ...common,
        ...named('contract'),
        type: 'text',
        max_length: 200,
        value: '2026-17',
        read_only: true,
      },
    ])
    expect(fields[0]?.places[0]).toMatchObject({ page: 1, box: { x: 39.5, y: 81.5 } })
  })
  const named = (name: string) => ({ name, label: name })

  test.each([
    ['AFDate_FormatEx("dd/mm/yyyy");', '24/11/2026', { type: 'date', value: '2026-11-24' }],
    ['AFDate_FormatEx("mm/dd/yy")', '11/24/26', { type: 'date', value: '2026-11-24' }],
    ["AFDate_FormatEx('yyyy-mm-dd');", '2026-11-24', { type: 'date', value: '2026-11-24' }],
    ['AFDate_Format(2);', '11/24/26', { type: 'date', value: '2026-11-24' }],
    ['AFNumber_Format(2,0,0,0,"",true);', '1,234.5', { type: 'number', value: '1234.5' }],
    ['AFNumber_Format(2,2,0,0,"EUR",true);', '1.234,5', { type: 'number', value: '1234,5' }],
    ['AFSpecial_Format(2);', '555 0100', { type: 'text', value: '555 0100' }],
  ])('%s: %s', async (code, value, members) => {
    const { fields } = await formOf(({ text }) => {
      script(
        text('a', 700, (field) => field.setText(value)),
        'F',
        code,
      )
    })
    expect(fields[0]?.members).toMatchObject(members)
  })

  test('a range that Acrobat checks', async () => {
    const { fields } = await formOf(({ text }) => {
      const field = text('a', 700)
      script(field, 'F', 'AFNumber_Format(0, 1, 0, 0, "", false);')
      script(field, 'V', 'AFRange_Validate(true, 1, true, 99);')
    })
    expect(fields[0]?.members).toMatchObject({ type: 'number', min: 1, max: 99 })
  })

  test('tooltips are what signers read; long ones are cut', async () => {
    const { fields } = await formOf(({ text }) => {
      text('a', 700).acroField.dict.set(PDFName.of('TU'), PDFHexString.fromText('Prénom'))
      text('b', 650).acroField.dict.set(PDFName.of('TU'), PDFHexString.fromText('x'.repeat(300)))
    })
    expect(fields.map(({ members }) => members?.label)).toEqual(['Prénom', `${'x'.repeat(199)}…`])
  })

  test('options are what people read; the chosen one too; a blank line is none', async () => {
    const { fields } = await formOf(({ document, page }) => {
      const field = document.getForm().createDropdown('country')
      field.addOptions(['BE', 'FR'])
      field.select('FR')
      field.addToPage(page, { x: 40, y: 700, width: 100, height: 20 })
      const pairs = [
        ['', ' '],
        ['BE', 'Belgium'],
        ['FR', 'France'],
      ].map((pair) => pair.map((each) => PDFString.of(each)))
      field.acroField.dict.set(PDFName.of('Opt'), document.context.obj(pairs))
    })
    expect(fields[0]?.members).toMatchObject({ options: ['Belgium', 'France'], value: 'France' })
  })

  test('a field with several widgets on several pages is one, in several places', async () => {
    const { fields } = await formOf(({ document, page, text }) => {
      const field = text('initials', 700)
      field.addToPage(document.addPage([400, 400]), { x: 10, y: 10, width: 90, height: 20 })
      field.addToPage(page, { x: 40, y: 600, width: 90, height: 20, hidden: true })
    })
    expect(fields[0]?.places.map(({ page }) => page)).toEqual([1, 2])
  })

  test('boxes of one name with different states are a choice', async () => {
    const { fields } = await formOf(({ document, page }) => {
      const group = document.getForm().createRadioGroup('sex')
      for (const [at, option] of ['f', 'm'].entries())
        group.addOptionToPage(option, page, { x: 40 + at * 40, y: 700, width: 15, height: 15 })
      group.acroField.dict.delete(PDFName.of('Ff'))
    })
    expect(fields[0]?.members).toMatchObject({ type: 'radio', options: ['f', 'm'] })
  })

  test.each([0, 90, 180, 270])('on a page turned by %i°, in its crop box', async (rotation) => {
    const turned = ({ document, page }: Making) => {
      const box = { x: 140, y: 700, width: 16, height: 16, borderWidth: 0 }
      document.getForm().createCheckBox('box').addToPage(page, box)
    }
    const options = { rotation, crop: [100, 100, 400, 700] as const }
    const { fields } = await formOf(turned, options)
    const places: Readonly<Record<number, { x: number; y: number }>> = {
      0: { x: 40, y: 84 },
      90: { x: 600, y: 40 },
      180: { x: 344, y: 600 },
      270: { x: 84, y: 344 },
    }
    expect(fields[0]?.places[0]?.box).toEqual({ ...places[rotation], width: 16, height: 16 })
  })

  test('a place to sign has no members', async () => {
    const { fields } = await formOf(({ document, page }) => {
      const { context } = document
      const field = context.register(
        context.obj({
          Type: 'Annot',
          Subtype: 'Widget',
          FT: 'Sig',
          T: PDFString.of('Signature1'),
          Rect: [40, 600, 200, 650],
          P: page.ref,
          F: 4,
        }),
      )
      page.node.set(PDFName.of('Annots'), context.obj([field]))
      document.getForm().acroForm.dict.set(PDFName.of('Fields'), context.obj([field]))
    })
    expect(fields).toMatchObject([{ name: 'Signature1', places: [{ page: 1 }] }])
    expect(fields[0]?.members).toBeUndefined()
  })
})

/** pdf-lib removes XFA from every form that it is asked for. */
const xfa = ({ catalog }: PDFDocument): void => {
  catalog.lookup(PDFName.of('AcroForm'), PDFDict).set(PDFName.of('XFA'), PDFString.of('<x/>'))
}

describe('what is left as it looks', () => {
  test.each<[string, Parameters<typeof fillable>[0], string]>([
    [
      'a button',
      ({ document, page }) => document.getForm().createButton('b').addToPage('B', page),
      'button',
    ],
    [
      'a calculation',
      ({ text }) => script(text('a', 700), 'C', 'AFSimple_Calculate("SUM", "b")'),
      'calculated',
    ],
    ['another script', ({ text }) => script(text('a', 700), 'K', 'app.alert(1)'), 'script'],
    [
      'two calls in one script',
      ({ text }) => script(text('a', 700), 'F', 'AFNumber_Format(2,0,0,0,"",true); app.alert(1)'),
      'script',
    ],
    [
      'a script at a click',
      ({ text }) => script(text('a', 700), 'U', 'AFNumber_Format(2,0,0,0,"",true)'),
      'script',
    ],
    ['a percentage', ({ text }) => script(text('a', 700), 'F', 'AFPercent_Format(2, 0)'), 'script'],
    [
      'a time',
      ({ text }) => script(text('a', 700), 'F', 'AFDate_FormatEx("dd/mm/yyyy HH:MM")'),
      'script',
    ],
    ['a password', ({ text }) => text('a', 700, (field) => field.enablePassword()), 'kind'],
    ['a file', ({ text }) => text('a', 700, (field) => field.enableFileSelection()), 'kind'],
    ['rich text', ({ text }) => text('a', 700).enableRichFormatting(), 'kind'],
    [
      'a read-only field without a value',
      ({ text }) => text('a', 700).enableReadOnly(),
      'read_only_empty',
    ],
    [
      'an editable list',
      ({ document, page }) => {
        const field = document.getForm().createDropdown('d')
        field.addOptions(['a'])
        field.enableEditing()
        field.addToPage(page)
      },
      'kind',
    ],
    [
      'several choices',
      ({ document, page }) => {
        const field = document.getForm().createOptionList('d')
        field.addOptions(['a', 'b'])
        field.enableMultiselect()
        field.addToPage(page)
      },
      'kind',
    ],
    [
      'too many options',
      ({ document, page }) => {
        const field = document.getForm().createDropdown('d')
        field.addOptions(Array.from({ length: 31 }, (_, index) => `o${index}`))
        field.addToPage(page)
      },
      'options',
    ],
    [
      'a hidden field',
      ({ document, page }) =>
        document.getForm().createTextField('h').addToPage(page, { hidden: true }),
      'hidden',
    ],
    ['a field off its page', ({ text }) => text('a', 900), 'off_page'],
    [
      'a text turned on its page',
      ({ document, page }) =>
        document
          .getForm()
          .createTextField('a')
          .addToPage(page, {
            x: 200,
            y: 200,
            width: 90,
            height: 20,
            rotate: { type: 'degrees', angle: 90 } as never,
          }),
      'turned',
    ],
    [
      'XFA',
      ({ document, text }) => {
        text('a', 700)
        xfa(document)
      },
      'xfa',
    ],
  ])('%s', async (_what, make, reason) => {
    expect(await reasonOf(make)).toEqual([reason])
  })

  test('fields of the same name', async () => {
    const reasons = await reasonOf(({ document, text }) => {
      text('a', 700)
      text('b', 650).acroField.dict.set(PDFName.of('T'), PDFString.of('a'))
      expect(document.getForm().acroForm.dict.lookup(PDFName.of('Fields'), PDFArray).size()).toBe(2)
    })
    expect(reasons).toEqual(['repeated', 'repeated'])
  })

  test('a field that is its own kid is refused as damaged', async () => {
    const pdf = await fillable(({ text }) => {
      text('a', 700)
    })
    const document = await PDFDocument.load(pdf)
    const { dict, ref } = document.getForm().getTextField('a').acroField
    dict.set(PDFName.of('Kids'), document.context.obj([ref]))
    const bytes = await document.save({ useObjectStreams: false, updateFieldAppearances: false })
    await expect(openPdf(bytes)).rejects.toMatchObject({ code: 'pdf_invalid' })
  })
})
