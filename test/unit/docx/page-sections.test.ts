import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bullet, p, paragraph, partXml, run, table, type Xml } from '../../support/docx-builder.ts'
import { merge } from '../../support/merging.ts'
import { parseXml } from './rich/xml-check.ts'

/** A break whose section is recognised by its page width, with a header of its own or that of the one before. */
const setup = (width: string, header = true): Xml =>
  `<w:sectPr>${header ? `<w:headerReference w:type="default" r:id="rH${width}"/>` : ''}<w:pgSz w:w="${width}" w:h="1"/></w:sectPr>`
const breakOf = (width: string, text = '', header = true): Xml =>
  paragraph(text === '' ? '' : run(text), setup(width, header))

/** The sections of a merged body: their texts, then width and header (`-` for none of its own). */
function sections(body: Xml[], data: Parameters<typeof merge>[1]): string[] {
  const xml = partXml(merge(body, data).docx)
  expect(xml).not.toContain('paraph-')
  parseXml(xml)
  const paragraphs = xml.replace(/^.*<w:body>/s, '').split(/(?<=<\/w:p>|<\/w:sectPr><\/w:body>)/)
  const found: string[] = []
  let texts: string[] = []
  for (const each of paragraphs) {
    const text = each.replace(/<[^>]*>/g, '')
    if (text !== '') texts.push(text)
    const end = /<w:sectPr>(.*?)<\/w:sectPr>/s.exec(each)?.[1]
    if (end === undefined) continue
    const width = /<w:pgSz w:w="(\d+)"/.exec(end)?.[1]
    found.push(`${texts.join(' ')} | ${width} ${/r:id="rH(\d+)"/.exec(end)?.[1] ?? '-'}`)
    texts = []
  }
  return found
}

const LAST = '11906'

describe('a condition that takes a section break away', () => {
  test('leaves the text before it the page set-up and header it had', () => {
    const body = [p('before'), p('{#x}'), p('in'), breakOf('2'), p('{/x}'), p('after')]
    expect(sections(body, { x: false })).toEqual(['before | 2 2', `after | ${LAST} -`])
    expect(sections(body, { x: true })).toEqual(['before in | 2 2', `after | ${LAST} -`])
  })
  test('takes the break away where both sides look alike', () => {
    const body = [p('before'), p('{#x}'), breakOf(LAST, 'in', false), p('{/x}'), p('after')]
    const xml = partXml(
      merge(
        body.map((part) =>
          part.replace(
            '<w:pgSz w:w="11906" w:h="1"/>',
            '<w:pgSz w:w="11906" w:h="16838"/><w:pgMar w:top="1134" w:right="1134" w:bottom="1134" w:left="1134" w:header="567" w:footer="567" w:gutter="0"/>',
          ),
        ),
        { x: false },
      ).docx,
    )
    expect(xml.match(/<w:sectPr/g)).toHaveLength(1)
  })
  test('hands the header on to the sections that had it from there', () => {
    const body = [p('{#x}'), p('cover'), breakOf('1'), p('{/x}'), p('after')]
    expect(sections(body, { x: false })).toEqual([`after | ${LAST} 1`])
  })
  test('keeps the break after a table, in a paragraph of its own', () => {
    const body = [table(['cell']), p('{#x}'), p('in'), breakOf('2'), p('{/x}'), p('after')]
    expect(sections(body, { x: false }).map((text) => text.replace(/^.*\|/, ''))).toEqual([
      ' 2 2',
      ` ${LAST} -`,
    ])
  })
})

describe('a section whose content is conditional', () => {
  const body = [p('cover'), breakOf('1'), p('{#x}'), p('annex'), breakOf('2', '{/x}'), p('after')]
  test('keeps its set-up when its break is in the paragraph of the end tag', () => {
    expect(sections(body, { x: true })).toEqual(['cover | 1 1', 'annex | 2 2', `after | ${LAST} -`])
    expect(sections(body, { x: [{}, {}] })).toEqual([
      'cover | 1 1',
      'annex annex | 2 2',
      `after | ${LAST} -`,
    ])
  })
  test('leaves no empty page behind', () => {
    expect(sections(body, { x: false })).toEqual(['cover | 1 1', `after | ${LAST} 2`])
    expect(sections([p('cover'), breakOf('1'), p('{#x}'), p('annex'), p('{/x}')], {})).toEqual([
      'cover | 1 1',
    ])
  })
  test('is repeated with its break, each time with the same header', () => {
    const each = [p('{#x}'), p('{#on}'), p('in'), breakOf('2'), p('{/on}'), p('{/x}'), p('after')]
    expect(sections(each, { x: [{ on: false }, { on: true }, { on: true }] })).toEqual([
      'in | 2 2',
      'in | 2 -',
      `after | ${LAST} -`,
    ])
  })
  test('a break in the paragraph of the start tag comes with each turn', () => {
    const each = [p('before'), breakOf('1', '{#x}'), p('in'), p('{/x}'), p('after')]
    expect(sections(each, { x: [{}, {}] })).toEqual([
      'before | 1 1',
      'in | 1 -',
      `in after | ${LAST} -`,
    ])
  })
})

describe('whatever the data are', () => {
  const piece = fc.oneof(
    fc.constantFrom(p('text'), p(''), bullet('{#a}item{/a}'), table(['cell', '{#b}x{/b}'])),
    fc.constantFrom(breakOf('1'), breakOf('2', '', false), breakOf('3', 'end')),
  )
  const blocks = fc.letrec<{ body: Xml[]; section: Xml[] }>((tie) => ({
    section: fc
      .tuple(
        fc.constantFrom('a', 'b'),
        tie('body'),
        fc.constantFrom('own', 'first', 'last', 'words'),
      )
      .map(([name, inside, where]) => {
        if (where === 'first') return [breakOf('4', `{#${name}}`), ...inside, p('{/}')]
        if (where === 'last') return [p(`{#${name}}`), ...inside, breakOf('5', '{/}')]
        if (where === 'words') return [p(`{#${name}}one`), ...inside, p('two{/}')]
        return [p(`{#${name}}`), ...inside, p('{/}')]
      }),
    body: fc
      .array(
        fc.oneof(
          { depthSize: 'small', maxDepth: 3 },
          piece.map((xml) => [xml]),
          tie('section'),
        ),
        { maxLength: 5 },
      )
      .map((parts) => parts.flat()),
  })).body
  const value = fc.constantFrom(true, false, [], [{}], [{}, {}])
  test('the document is sound, ends with a section, and no break follows another', () => {
    fc.assert(
      fc.property(blocks, value, value, (body, a, b) => {
        const found = sections([p('start'), ...body, p('finish')], { a, b })
        expect(found.at(-1)).toContain('finish')
        expect(found[0]).toContain('start')
        for (const section of found) expect(section).toMatch(/\| \d+ [\d-]+$/)
      }),
      { numRuns: 150 },
    )
  })
})
