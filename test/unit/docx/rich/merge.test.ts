import PizZip from 'pizzip'
import { describe, expect, test } from 'vitest'
import { type MergeInput, mergeDocx } from '../../../../src/docx/merge.ts'
import { CodedError } from '../../../../src/kernel/coded-error.ts'
import { makeDocx, makePng, p, xmlOf } from './fixture.ts'
import { all, type Node, parseXml, problemsOf, textOf } from './xml-check.ts'

const cell = (text: string): string =>
  `<w:tc><w:tcPr><w:tcW w:w="4500" w:type="dxa"/></w:tcPr>${p(text)}</w:tc>`
const table = (...rows: string[][]): string =>
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4500"/><w:gridCol w:w="4500"/></w:tblGrid>${rows
    .map((texts) => `<w:tr>${texts.map(cell).join('')}</w:tr>`)
    .join('')}</w:tbl>`

const data = {
  on: true,
  off: false,
  list: '<p>intro</p><ul><li>x</li></ul>',
  logo: 'logo',
  items: [
    { name: 'a', note: '- x\n- y' },
    { name: 'b', note: '' },
  ],
}
const inputOf = (body: string, missing: MergeInput['missing'] = 'error'): MergeInput => ({
  template: makeDocx({ body }).generate({ type: 'uint8array' }),
  data,
  locale: 'fr-FR',
  timezone: 'Europe/Paris',
  missing,
  pictures: new Map([['logo', makePng(40, 20)]]),
})
function merged(body: string, missing: MergeInput['missing'] = 'error'): Node {
  const root = parseXml(xmlOf(new PizZip(mergeDocx(inputOf(body, missing)).docx)))
  expect(problemsOf(root)).toEqual([])
  return root
}
function errorOf(body: string): CodedError {
  try {
    mergeDocx(inputOf(body))
  } catch (error) {
    if (error instanceof CodedError) return error
    throw error
  }
  throw new Error('no error')
}
const lines = (root: Node): string[] => all(root, 'w:p').map(textOf)

describe('rich tags in the real merge', () => {
  test('the branches of a condition in one paragraph are blocks or nothing', () => {
    const body = p('{#on}{~list | html}{:else}{%%logo}{/on}') + p('{#off}{~list | html}{/off}')
    expect(lines(merged(body + p('end')))).toEqual(['intro', 'x', 'end'])
  })

  test('a repeated row keeps the blocks of its cells', () => {
    const root = merged(table(['{#items}{name}', '{~note | markdown}{/items}']) + p('end'))
    expect(all(root, 'w:tr').map((row) => lines(row))).toEqual([
      ['a', 'x', 'y'],
      ['b', ''],
    ])
  })

  test('a row whose only content is a condition stays when it holds, and vanishes when not', () => {
    const root = merged(table(['{#on}{%%logo}{/on}', ''], ['{#off}{%%logo}{/off}', '']) + p('end'))
    expect(all(root, 'w:tr')).toHaveLength(1)
    expect(all(root, 'w:drawing')).toHaveLength(1)
  })

  test('spaces and curly quotes in a tag do no harm', () => {
    expect(all(merged(p('{ %logo | size:“1cm” } {%% logo }')), 'w:drawing')).toHaveLength(2)
  })

  test('every wrong picture is reported as image_invalid with its tag', () => {
    const error = errorOf(p('{%list}') + p('{%items.0.name | size:"2cm"}'))
    expect(error.code).toBe('image_invalid')
    expect(error.errors.map(({ tag }) => tag)).toEqual(['{%list}', '{%items.0.name | size:"2cm"}'])
  })

  test('a value that a tag without its filter cannot use comes with the filter to add', () => {
    const error = errorOf(p('{~list}'))
    expect(error.code).toBe('data_invalid')
    expect(error.errors[0]?.detail).toContain('{~list | html}')
  })

  test('an argument that a filter can never use is an error of the template', () => {
    expect(errorOf(p('{%logo | size:"4 parsecs"}')).code).toBe('template_invalid')
  })

  test('a missing picture is an error, a blank, or its tag in plain sight', () => {
    expect(errorOf(p('a {%none}')).code).toBe('data_missing')
    expect(textOf(merged(p('a {%none}'), 'blank'))).toBe('a ')
    expect(textOf(merged(p('a {%none}'), 'mark'))).toBe('a {%none}')
  })
})
