/** Symbols, links and watermarks as Word draws them, and what is said of dates with + and of pictures without %. */
import { describe, expect, test } from 'vitest'
import { styleLinks } from '../../../src/docx/layout/broken-links.ts'
import { drawSymbols } from '../../../src/docx/layout/symbols.ts'
import { escapedOnce } from '../../../src/pdf/xmp.ts'
import { p, partXml, run } from '../../support/docx-builder.ts'
import { findings, merge } from '../../support/merging.ts'

const wingdings = (text: string): string =>
  run(text, '<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>')
const symbols = (xml: string, styles = ''): string[] =>
  [...drawSymbols(xml, styles).matchAll(/<w:sym w:font="([^"]*)" w:char="([^"]*)"\/>/g)].map(
    ([, font, char]) => `${font} ${char}`,
  )

describe('letters in a font of symbols', () => {
  test.each([
    ['û', ['Wingdings F0FB']],
    ['ü q', ['Wingdings F0FC', 'Wingdings F071']],
    ['\uf0fc', ['Wingdings F0FC']],
    ['€', ['Wingdings F080']],
    ['漢', []],
  ])('%s', (text, wanted) => {
    expect(symbols(wingdings(text))).toEqual(wanted)
  })
  test('also by a character style, but not in a run with another font', () => {
    const styles =
      '<w:style w:type="character" w:styleId="Tick"><w:rPr><w:rFonts w:ascii="Symbol"/></w:rPr></w:style>'
    const style = '<w:rStyle w:val="Tick"/>'
    expect(symbols(run('a', style), styles)).toEqual(['Symbol F061'])
    expect(symbols(run('a', `${style}<w:rFonts w:ascii="Arial"/>`), styles)).toEqual([])
  })
  test('other runs stay as they are', () => {
    expect(drawSymbols(run('ü') + run('a'), '')).toBe(run('ü') + run('a'))
  })
})

test('every run of a link has a character style that is known', () => {
  const link = (properties: string): string =>
    `<w:hyperlink r:id="rId1">${run('a', properties)}${run('b')}</w:hyperlink>`
  const styled = (xml: string): string[] =>
    [...styleLinks(xml, (id) => id === 'Hyperlink').matchAll(/rStyle w:val="([^"]*)"/g)].map(
      ([, id = '']) => id,
    )
  expect(styled(run('x') + link('<w:rStyle w:val="Hyperlink"/>'))).toEqual([
    'Hyperlink',
    'ParaphLink',
  ])
  expect(styled(link('<w:rStyle w:val="Gone"/><w:b/>'))).toEqual(['ParaphLink', 'ParaphLink'])
  const field =
    '<w:r><w:instrText> HYPERLINK "https://x.org" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>' +
    `${run('a')}<w:r><w:fldChar w:fldCharType="end"/></w:r>${run('after')}`
  expect(styled(field)[0]).toBe('ParaphLink')
  expect(styleLinks(field, () => false)).toContain(run('after'))
})

test('a watermark is grey, and as large as its text and the page let it be', () => {
  const shape = (text: string): string =>
    partXml(
      merge([p('x')], {}, {}, { pageMark: { text, isWatermark: true } }).docx,
      'word/header-page-mark.xml',
    )
  const sizes = (text: string): number[] =>
    [...(/width:(\d+)pt;height:(\d+)pt/.exec(shape(text)) ?? [])].slice(1).map(Number)
  expect(shape('DRAFT')).toMatch(/z-index:-\d+.*fillcolor="silver"/)
  for (const text of ['DRAFT', 'CONFIDENTIAL']) {
    const [width = 0, height = 0] = sizes(text)
    expect(Math.round((width + height) / Math.SQRT2)).toBe(482)
    expect(Math.round((width / height) * 3)).toBe(text.length)
  }
})

test('a text of the metadata that is escaped twice is escaped once, in a file of the same length', () => {
  const pdf = (title: string): Buffer =>
    Buffer.from(`%PDF <x:xmpmeta><rdf:li>${title}</rdf:li></x:xmpmeta> end`)
  const before = pdf('Smith &amp;amp; Sons &amp;lt;Paris&amp;gt;')
  const after = Buffer.from(escapedOnce(before))
  expect(after.toString()).toContain('<rdf:li>Smith &amp; Sons &lt;Paris&gt;</rdf:li>')
  expect(after.length).toBe(before.length)
  expect(escapedOnce(pdf('A &amp; B'))).toEqual(pdf('A &amp; B'))
})

describe('errors say what to write', () => {
  test('a date with + names the filter', () => {
    for (const d of ['2026-01-31', '2026-01-31T10:00:00Z']) {
      expect(findings('data_invalid', () => merge([p('{d + 30}')], { d }))).toMatchObject([
        { code: 'value_unusable', tag: '{d + 30}', detail: expect.stringContaining('filter date') },
      ])
    }
  })
  test('a picture in a tag of text names the sign', () => {
    const png = `iVBORw0KGgo${'A'.repeat(60)}`
    for (const logo of [png, `data:image/png;base64,${png}`]) {
      expect(findings('data_invalid', () => merge([p('{logo}')], { logo }))).toMatchObject([
        { code: 'value_not_text', detail: expect.stringContaining('{%logo}') },
      ])
    }
  })
})
