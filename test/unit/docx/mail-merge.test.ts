/** Word's own mail merge: MERGEFIELD and IF fields work with the data, in a template that nobody has changed. */
import { describe, expect, test } from 'vitest'
import { inspectTemplate } from '../../../src/docx/fields/inspect.ts'
import { withMergeTags } from '../../../src/docx/word-fields/merge-fields.ts'
import type { JsonObject } from '../../../src/kernel/json.ts'
import {
  docx,
  p,
  paragraph,
  partXml,
  run,
  table,
  texts,
  type Xml,
} from '../../support/docx-builder.ts'
import { findings, merge } from '../../support/merging.ts'

const char = (type: string): Xml => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`
const code = (text: string, look = ''): Xml =>
  `<w:r>${look}<w:instrText xml:space="preserve">${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')}</w:instrText></w:r>`
/** A complex field whose code is given in pieces, nested fields among them. */
const field = (pieces: Xml[], shown: string, look = ''): Xml =>
  char('begin') + pieces.join('') + char('separate') + run(shown, look) + char('end')
const mergeField = (name: string, look = ''): Xml =>
  field([code(` MERGEFIELD ${name} `)], `«${name.replace(/\s.*$/s, '')}»`, look)

const DATA: JsonObject = {
  First_Name: 'ada',
  'Last name': 'de lovelace',
  total: 1234.5,
  debt: -3,
  due: '2026-03-05',
  at: '2026-07-01T22:30:00Z',
  empty: '',
  lines: [
    { Name: 'Lamp', Qty: 2 },
    { Name: 'Bulb', Qty: 6 },
  ],
}
const shown = (runs: Xml, data = DATA) => {
  const merged = merge([paragraph(run('[') + runs + run(']'))], data, {}, { locale: 'en-GB' })
  expect(partXml(merged.docx)).not.toContain('MERGEFIELD')
  return texts(merged.docx)[0]?.slice(1, -1)
}

describe('a merge field', () => {
  test.each([
    ['First_Name', 'ada'],
    ['first_name', 'ada'],
    ['"First Name"', 'ada'],
    ['Last_Name', 'de lovelace'],
    ['First_Name \\* MERGEFORMAT', 'ada'],
    ['First_Name \\* Upper', 'ADA'],
    ['First_Name \\* FirstCap \\* MERGEFORMAT', 'Ada'],
    ['Last_Name \\* Caps', 'De Lovelace'],
    ['due \\@ "dddd d MMMM yyyy"', 'Thursday 5 March 2026'],
    ['due \\@dd/MM/yy', '05/03/26'],
    ['at \\@ "d MMM yyyy HH:mm"', '2 Jul 2026 00:30'],
    ['at \\@ "h:mm am/pm"', '12:30 am'],
    ['total \\# "#,##0.00"', '1,234.50'],
    ['total \\# "# ##0,00 €"', '1,234.50 €'],
    ['total \\# 0.000', '1234.500'],
    ['total \\# "£#,##0"', '£1,235'],
    ['debt \\# "0.00;(0.00)"', '(3.00)'],
    ['debt \\# "0;-0;none"', '-3'],
    ['First_Name \\b "Dear " \\f ","', 'Dear ada,'],
    ['empty \\b "Dear " \\f ","', ''],
    ['empty', ''],
    ['lines.0.Name', 'Lamp'],
  ])('%s prints %s', (text, result) => {
    expect(shown(field([code(` MERGEFIELD ${text} `)], '«x»'))).toBe(result)
  })
  test('keeps the look of its result, and may be simple or cut into several runs', () => {
    const merged = merge([paragraph(mergeField('First_Name', '<w:b/>'))], DATA).docx
    expect(partXml(merged)).toContain('<w:rPr><w:b/></w:rPr><w:t xml:space="preserve">ada</w:t>')
    expect(shown(field([code(' MERGE'), code('FIELD First'), code('_Name ')], '«x»'))).toBe('ada')
    const simple = `<w:fldSimple w:instr=" MERGEFIELD First_Name ">${run('«First_Name»')}</w:fldSimple>`
    expect(shown(simple)).toBe('ada')
    expect(shown(simple.repeat(3))).toBe('adaadaada')
  })
  test('works in cells, headers and footers, beside tags, and is asked for by the schema', () => {
    const body = [table([paragraph(mergeField('First_Name')), p('{total}')])]
    const header = [paragraph(mergeField('Last_Name'))]
    const merged = merge(body, DATA, { header }).docx
    expect(texts(merged)).toEqual(['ada', '1234.5'])
    expect(texts(merged, 'word/header1.xml')).toEqual(['de lovelace'])
    expect(Object.keys(inspectTemplate(docx(body, { header })).sample).sort()).toEqual([
      'First_Name',
      'Last_Name',
      'total',
    ])
  })
  test('repeats a row between TableStart and TableEnd, as other mail merges do', () => {
    const cells = [
      paragraph(mergeField('TableStart:lines') + mergeField('Name')),
      paragraph(mergeField('Qty') + mergeField('TableEnd:lines')),
    ]
    expect(texts(merge([table(cells)], DATA).docx)).toEqual(['Lamp', '2', 'Bulb', '6'])
  })
  test('that the data lack is missing where they fill another', () => {
    const body = [paragraph(mergeField('First_Name') + mergeField('Age'))]
    expect(findings('data_missing', () => merge(body, DATA))).toMatchObject([{ pointer: '/Age' }])
  })
  test('stays as Word stored it, with a warning, where the data fill none', () => {
    const body = [paragraph(mergeField('First_Name')), p('{x}')]
    const { docx: merged, warnings } = merge(body, { x: 1 })
    expect(texts(merged)[0]).toContain('«First_Name»')
    expect(partXml(merged)).toContain('MERGEFIELD First_Name')
    expect(warnings).toMatchObject([{ code: 'merge_field_left', text: '«First_Name»' }])
    expect(merge(body, { ...DATA, x: 1 }).warnings).toEqual([])
  })
  test('never makes a field code out of data', () => {
    const evil = '" INCLUDEPICTURE "http://x.invalid/a.png" {x} </w:t>'
    expect(shown(mergeField('First_Name'), { First_Name: evil })).toBe(evil)
  })
  test('in the code of another field stays there, and nothing is fetched', () => {
    const inner =
      char('begin') + code(' MERGEFIELD First_Name ') + char('separate') + run('x') + char('end')
    const xml = `<w:p>${field([code(' HYPERLINK "https://a.example/'), inner, code('" ')], 'go')}</w:p>`
    expect(withMergeTags(xml)).toBeUndefined()
  })
  test('in a code that is cut up, nested without end or never closed is left alone', () => {
    for (const xml of [
      `<w:p>${char('begin')}${code(' MERGEFIELD a ')}</w:p><w:p>${char('end')}</w:p>`,
      `<w:p>${(char('begin') + code(' MERGEFIELD a ')).repeat(5000)}</w:p>`,
      `<w:p><w:hyperlink>${char('begin')}${code(' MERGEFIELD a ')}</w:hyperlink>${char('end')}</w:p>`,
    ]) {
      expect(withMergeTags(xml)).toBeUndefined()
    }
  })
})

describe('an IF field', () => {
  const choice = (name: string, rest: string, outcome = 'stored') =>
    field([code(' IF '), mergeField(name), code(rest)], outcome)
  test.each([
    ['total', ' > 1000 "large" "small" ', 'large'],
    ['total', ' < "1000" "large" "small"', 'small'],
    ['First_Name', ' = "ada" "yes" "no" \\* MERGEFORMAT ', 'yes'],
    ['First_Name', '="Ada" "yes" "no" ', 'no'],
    ['First_Name', ' <> "" "some" ""', 'some'],
    ['empty', ' = "" "none" "some" ', 'none'],
    ['absent', ' = "" "none" "some" ', 'none'],
    ['debt', ' <= 0 "nothing {due}"', 'nothing {due}'],
    ['debt', ' >= 0 "nothing"', ''],
  ])('%s%s gives %s', (name, rest, result) => {
    expect(shown(choice(name, rest) + mergeField('First_Name'))).toBe(`${result}ada`)
  })
  test('may hold merge fields and further IFs in its texts, each with its look', () => {
    const inner = choice('empty', ' = "" "nobody" "you"')
    const runs = field(
      [
        code(' IF '),
        mergeField('total'),
        code(' = 0 "" "'),
        code('Dear ', '<w:rPr><w:b/></w:rPr>'),
        mergeField('First_Name'),
        code(', '),
        inner,
        code('" '),
      ],
      'x',
    )
    expect(shown(runs)).toBe('Dear ada, nobody')
    const merged = merge([paragraph(runs)], DATA).docx
    expect(partXml(merged)).toContain('<w:rPr><w:b/></w:rPr><w:t xml:space="preserve">Dear </w:t>')
  })
  test('that prints nothing keeps its paragraph, as in Word', () => {
    expect(texts(merge([paragraph(choice('total', ' = 0 "x" ""')), p('end')], DATA).docx)).toEqual([
      '',
      'end',
    ])
  })
  test('with a wildcard or a formula keeps what Word stored', () => {
    const body = [paragraph(choice('First_Name', ' = "a*" "x" "y"') + mergeField('total'))]
    expect(texts(merge(body, DATA).docx)[0]).toContain('stored')
  })
})

describe('marks of other tools that are no errors', () => {
  test.each(['«Client_Name»', '+++INS name+++', '<<client>>', '[[client]]', '<% name %>'])(
    '%s is printed as it stands, with a warning',
    (mark) => {
      const { docx: merged, warnings } = merge([p(`a ${mark} b`)], {})
      expect(texts(merged)).toEqual([`a ${mark} b`])
      expect(warnings).toMatchObject([
        { code: 'merge_field_left', text: mark, part: 'word/document.xml' },
      ])
    },
  )
  test.each(['« Bonjour »', '«Bonjour»', 'a << b >> c', '[[1]]', 'C+++', 'x <%'])(
    '%s is an ordinary text',
    (text) => {
      expect(merge([p(text)], {}).warnings).toEqual([])
    },
  )
})
