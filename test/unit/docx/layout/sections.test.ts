/** What sections ask for and LibreOffice does otherwise: line numbers, space above columns, boxes that are turned. */
import { expect, test } from 'vitest'
import { numberLines, spaceColumns, unnumbered } from '../../../../src/docx/layout/sections.ts'
import { TextStyles } from '../../../../src/docx/layout/text-styles.ts'
import { uprightBoxes } from '../../../../src/docx/layout/upright-boxes.ts'

const body = (inner: string): string => `<w:document><w:body>${inner}</w:body></w:document>`
const p = (text: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`
const ends = (section: string): string => `<w:p><w:pPr>${section}</w:pPr></w:p>`
const plain = '<w:sectPr><w:pgSz w:w="1"/></w:sectPr>'
const numbered = '<w:sectPr><w:lnNumType w:countBy="1"/></w:sectPr>'
const OUT = '<w:suppressLineNumbers/>'

test('lines are counted in the sections that number them only', () => {
  const styled = p('b', '<w:pStyle w:val="X"/><w:b/>')
  const after = numberLines(body(p('a') + styled + ends(plain) + p('c') + numbered))
  expect(after).toContain(`<w:p><w:pPr>${OUT}</w:pPr><w:r><w:t>a`)
  expect(after).toContain(`<w:pPr><w:pStyle w:val="X"/>${OUT}<w:b/></w:pPr>`)
  expect(after).toContain(p('c') + numbered)
  const alone = body(p('a') + numbered)
  expect(numberLines(alone)).toBe(alone)
  expect(numberLines(body(p('a') + plain))).not.toContain(OUT)
  expect(unnumbered(p('head'), alone)).toContain(OUT)
  expect(unnumbered(p('head'), plain)).toBe(p('head'))
})

const STYLES =
  '<w:style w:type="paragraph" w:default="1" w:styleId="N"><w:pPr><w:spacing w:after="9"/></w:pPr></w:style>' +
  '<w:style w:type="paragraph" w:styleId="H"><w:pPr><w:spacing w:before="240"/></w:pPr></w:style>'
const spaced = (xml: string): string => spaceColumns(xml, () => new TextStyles(STYLES, ''))
const columns = '<w:sectPr><w:cols w:num="3" w:space="480"/></w:sectPr>'
const room = (height: number): string =>
  `<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="${height}" w:lineRule="exact"/></w:pPr></w:p>`

test('space before the first paragraph of columns stands in the first one only', () => {
  const own = p('a', '<w:spacing w:before="720" w:after="20"/><w:jc w:val="left"/>')
  expect(spaced(body(own + p('b') + columns))).toContain(
    `<w:body>${room(720)}<w:p><w:pPr><w:spacing w:after="20" w:before="0"/><w:jc w:val="left"/></w:pPr>`,
  )
  const heading = p('h', '<w:pStyle w:val="H"/>')
  expect(spaced(body(p('a') + ends(plain) + heading + columns))).toContain(
    `${ends(plain)}${room(240)}<w:p><w:pPr><w:pStyle w:val="H"/><w:spacing w:before="0"/></w:pPr>`,
  )
  for (const same of [
    body(own + plain),
    body(p('a') + own + columns),
    body(p('a', '<w:pStyle w:val="H"/><w:pageBreakBefore/>') + columns),
  ])
    expect(spaced(same)).toBe(same)
})

const box = (rot: string, vert: string, form = 'roundRect'): string =>
  `<wp:anchor a="1"><wp:positionH relativeFrom="margin"><wp:posOffset>1000</wp:posOffset></wp:positionH><wp:positionV relativeFrom="margin"><wp:posOffset>500</wp:posOffset></wp:positionV><wp:extent cx="400" cy="600"/><wps:wsp><a:xfrm rot="${rot}"><a:off x="0" y="0"/><a:ext cx="400" cy="600"/></a:xfrm><a:prstGeom prst="${form}"/><wps:bodyPr rot="0" vert="${vert}" wrap="square"/></wps:wsp></wp:anchor>`

test('a box that is turned, with its text turned back, lies as it is seen', () => {
  const after = uprightBoxes(box('5400000', 'vert270'))
  expect(after).toContain('<wp:posOffset>900</wp:posOffset></wp:positionH>')
  expect(after).toContain('<wp:posOffset>600</wp:posOffset></wp:positionV>')
  expect(after).toContain('<wp:extent cx="600" cy="400"/>')
  expect(after).toContain('<a:xfrm><a:off x="0" y="0"/><a:ext cx="600" cy="400"/></a:xfrm>')
  expect(after).not.toContain('vert=')
  expect(uprightBoxes(box('16200000', 'vert'))).not.toContain('rot="16200000"')
  for (const same of [box('5400000', 'horz'), box('5400000', 'vert270', 'rightArrow')])
    expect(uprightBoxes(same)).toBe(same)
})
