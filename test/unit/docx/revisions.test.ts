import { describe, expect, test } from 'vitest'
import { openTemplate } from '../../../src/docx/engine/template-cache.ts'
import { inspectTemplate } from '../../../src/docx/fields/inspect.ts'
import type { Changes } from '../../../src/docx/merge-options.ts'
import { docx, p, partXml, rows, run, texts } from '../../support/docx-builder.ts'
import { merge } from '../../support/merging.ts'
import {
  deleted,
  former,
  inserted,
  mark,
  movedFrom,
  movedTo,
  paragraphWithMark,
  row,
  tableOf,
} from '../../support/tracked-changes.ts'

const made = (body: string[], changes?: Changes, data = {}) =>
  merge(body, data, {}, { converts: true, changes }).docx
const both = (body: string[]) => [texts(made(body)), texts(made(body, 'original'))]
const xml = (body: string[], changes?: Changes) => partXml(made(body, changes))
const one = (content: string): string => `<w:p>${content}</w:p>`

describe('text', () => {
  test('inserted is there after the change, deleted before it', () => {
    expect(both([one(run('A ') + inserted('new') + deleted('old') + run(' B'))])).toEqual([
      ['A new B'],
      ['A old B'],
    ])
  })
  test('moved is in one place only', () => {
    expect(both([one(movedFrom('moved')), p('between'), one(movedTo('moved'))])).toEqual([
      ['', 'between', 'moved'],
      ['moved', 'between', ''],
    ])
  })
  test('inserted and then deleted is in neither', () => {
    expect(both([one(`${run('A')}<w:ins w:id="1" w:author="a">${deleted('x')}</w:ins>`)])).toEqual([
      ['A'],
      ['A'],
    ])
  })
  test('a deleted field goes as a whole, and comes back as a field', () => {
    const piece = (inner: string) => `<w:r>${inner}</w:r>`
    const field = `<w:del w:id="1" w:author="a">${piece('<w:fldChar w:fldCharType="begin"/>')}${piece('<w:delInstrText>PAGE</w:delInstrText>')}${piece('<w:fldChar w:fldCharType="separate"/>')}${piece('<w:delText>3</w:delText>')}${piece('<w:fldChar w:fldCharType="end"/>')}</w:del>`
    expect(xml([one(run('A') + field)])).not.toContain('fldChar')
    expect(xml([one(run('A') + field)], 'original')).toContain(
      '<w:instrText>PAGE</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>3</w:t>',
    )
  })
  test('the outline of a shape, which has a moveTo of its own, stays', () => {
    const shape = `<w:r><w:drawing><a:path xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:moveTo><a:pt x="0" y="0"/></a:moveTo></a:path></w:drawing></w:r>`
    expect(xml([one(shape + deleted('x'))])).toContain('<a:moveTo><a:pt x="0" y="0"/></a:moveTo>')
    expect(xml([one(shape + deleted('x'))], 'original')).toContain('<a:moveTo>')
  })
})

describe('paragraphs', () => {
  test('whose mark is deleted are joined to the next, in the format of the mark that stays', () => {
    const body = [paragraphWithMark('del', run('One '), 'Heading1'), one(run('two')), p('three')]
    expect(both(body)).toEqual([
      ['One two', 'three'],
      ['One ', 'two', 'three'],
    ])
    expect(xml(body)).not.toContain('Heading1')
  })
  test('whose mark is inserted are joined once the change is rejected', () => {
    expect(both([paragraphWithMark('ins', run('One ')), p('two')])).toEqual([
      ['One ', 'two'],
      ['One two'],
    ])
  })
  test('several in a row, over bookmarks', () => {
    const body = [
      paragraphWithMark('del', run('a')),
      '<w:bookmarkStart w:id="1" w:name="b"/>',
      paragraphWithMark('moveFrom', deleted('x')),
      '<w:bookmarkEnd w:id="1"/>',
      '<w:p/>',
      p('z'),
    ]
    expect(texts(made(body))).toEqual(['a', 'z'])
  })
  test('deleted with all their text leave nothing, before a table too', () => {
    const body = [
      paragraphWithMark('del', deleted('gone')),
      tableOf(row('', ['cell', ''])),
      p('end'),
    ]
    expect(texts(made(body))).toEqual(['cell', 'end'])
  })
  test('keep their mark at the end of a cell, before a table and at the end', () => {
    const cell = `<w:tbl><w:tblPr/><w:tblGrid/><w:tr><w:tc>${paragraphWithMark('del', deleted('x'))}</w:tc></w:tr></w:tbl>`
    const body = [
      paragraphWithMark('del', run('kept')),
      cell,
      paragraphWithMark('del', run('last')),
    ]
    expect(texts(made(body))).toEqual(['kept', '', 'last'])
  })
})

describe('tables', () => {
  const body = [
    tableOf(
      row('', ['a', ''], ['b', mark('cellDel')]),
      row(mark('del'), ['old', '']),
      row(mark('ins'), ['new', ''], ['more', mark('cellIns')]),
    ),
    p('end'),
  ]
  test('lose deleted rows and cells; before the change, inserted ones', () => {
    expect(rows(made(body))).toEqual([['a'], ['new', 'more']])
    expect(rows(made(body, 'original'))).toEqual([['a', 'b'], ['old']])
  })
  test('without rows are gone', () => {
    expect(xml([tableOf(row(mark('del'), ['a', ''])), p('end')])).not.toContain('<w:tbl>')
  })
  test('have the merged cells of their state', () => {
    const merged = [
      tableOf(
        row('', ['a', '<w:cellMerge w:id="1" w:author="a" w:vMerge="cont" w:vMergeOrig="rest"/>']),
      ),
      p(''),
    ]
    expect(xml(merged)).toContain('<w:vMerge w:val="continue"/>')
    expect(xml(merged, 'original')).toContain('<w:vMerge w:val="restart"/>')
  })
})

describe('formats', () => {
  const cases = [
    [
      'a run',
      `<w:p><w:r><w:rPr><w:b/>${former('rPr', '<w:i/>')}</w:rPr><w:t>x</w:t></w:r></w:p>`,
      '<w:b/>',
      '<w:i/>',
    ],
    [
      'a paragraph',
      `<w:p><w:pPr><w:jc w:val="right"/><w:rPr><w:b/></w:rPr>${former('pPr', '<w:jc w:val="left"/>')}</w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
      '<w:pPr><w:jc w:val="right"/><w:rPr><w:b/></w:rPr></w:pPr>',
      '<w:pPr><w:jc w:val="left"/><w:rPr><w:b/></w:rPr></w:pPr>',
    ],
    [
      'a section',
      `<w:p><w:pPr><w:sectPr><w:headerReference w:type="default" w:id="x"/><w:cols w:num="2"/>${former('sectPr', '<w:cols w:num="3"/>')}</w:sectPr></w:pPr></w:p>`,
      '<w:headerReference w:type="default" w:id="x"/><w:cols w:num="2"/></w:sectPr>',
      '<w:headerReference w:type="default" w:id="x"/><w:cols w:num="3"/></w:sectPr>',
    ],
    [
      'a table',
      `<w:tbl><w:tblPr><w:jc w:val="right"/>${former('tblPr', '<w:jc w:val="left"/>')}</w:tblPr><w:tblGrid/><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>`,
      '<w:tblPr><w:jc w:val="right"/></w:tblPr>',
      '<w:tblPr><w:jc w:val="left"/></w:tblPr>',
    ],
    [
      'a list',
      `<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/>${mark('ins')}</w:numPr></w:pPr><w:r><w:t>x</w:t></w:r></w:p>`,
      '<w:numId w:val="1"/></w:numPr>',
      '<w:pPr></w:pPr>',
    ],
  ] as const
  test.each(cases)('of %s are those of the state', (_what, block, final, original) => {
    const [after, before] = [xml([block, p('')]), xml([block, p('')], 'original')]
    expect(after).toContain(final)
    expect(after).not.toContain(original)
    expect(before).toContain(original)
    for (const part of [after, before]) expect(part).not.toMatch(/Change|w:author/)
  })
})

describe('templates', () => {
  const loop = [
    one(
      `${inserted('{#items}')}${deleted('{#old}')}{name}${deleted(' {price}')}${inserted('{/items}')}`.replace(
        '{name}',
        run('{name}'),
      ),
    ),
    one(run('{#rows}')),
    one(run('{a}') + deleted('{gone}') + inserted(' {b}')),
    one(run('{/rows}')),
  ]
  const data = {
    items: [{ name: 'x' }, { name: 'y' }],
    rows: [
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ],
  }

  test('loops with changes in them and around them repeat the state asked for', () => {
    expect(texts(made(loop, undefined, data))).toEqual(['xy', '1 2', '3 4'])
  })
  test('with the changes rejected ask for what stood there before', () => {
    const body = [one(`${deleted('{old}')}${inserted('{new}')}`)]
    expect(texts(made(body, 'original', { old: 'before' }))).toEqual(['before'])
    expect(texts(made(body, 'final', { new: 'after' }))).toEqual(['after'])
  })
  test('do not ask for what is deleted', () => {
    const { sample, errors } = inspectTemplate(
      docx([one(deleted('{old}') + movedFrom('{gone}') + inserted('{new}'))]),
    )
    expect(errors).toEqual([])
    expect(Object.keys(sample)).toEqual(['new'])
  })
  test('that go out as .docx keep their changes, unless the order says otherwise', () => {
    const body = [one(run('A') + inserted('new') + deleted('old'))]
    expect(partXml(merge(body, {}).docx)).toBe(partXml(docx(body)))
    expect(texts(merge(body, {}, {}, { changes: 'original' }).docx)).toEqual(['Aold'])
  })
  test('in headers and footnotes too, and without data', () => {
    const parts = {
      header: [one(deleted('x') + run('Head'))],
      footnote: [one(deleted('y') + run('Note'))],
    }
    const file = docx([p('a')], parts)
    const { docx: cleaned } = openTemplate(file).cleaned()
    expect(texts(cleaned, 'word/header1.xml')).toEqual(['Head'])
    expect(partXml(cleaned, 'word/footnotes.xml')).not.toContain('delText')
  })
  test('with markup are as they are', () => {
    const body = [one(run('A') + inserted('new') + deleted('old'))]
    expect(xml(body, 'markup')).toBe(partXml(docx(body)))
  })
})

test('a template without tracked changes is one template, whatever is asked', () => {
  const file = docx([tableOf(row('', ['a', ''])), p('x')])
  expect(openTemplate(file, 'final')).toBe(openTemplate(file, 'markup'))
  expect(openTemplate(file, 'original')).toBe(openTemplate(file, 'markup'))
})
