/** A picture of the template whose alternative text is a tag shows the picture of the data, in its size and its place. */
import { expect, test } from 'vitest'
import { landscape, logo } from '../../../../scripts/language-docs/drawings.ts'
import type { JsonObject } from '../../../../src/kernel/json.ts'
import { p, paragraph, partXml } from '../../../support/docx-builder.ts'
import { findings, merge } from '../../../support/merging.ts'

const A = 'http://schemas.openxmlformats.org/drawingml/2006/main'
const PIC = 'http://schemas.openxmlformats.org/drawingml/2006/picture'
const WP = 'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing'
const photo = Buffer.from(landscape()).toString('base64')
const square = Buffer.from(logo()).toString('base64')
const picture = (tag: string, title = ''): string =>
  paragraph(
    `<w:r><w:drawing><wp:inline xmlns:wp="${WP}"><wp:extent cx="900000" cy="600000"/><wp:docPr id="4" name="Pic" descr="${tag}"${title}/><a:graphic xmlns:a="${A}"><a:graphicData uri="${PIC}"><pic:pic xmlns:pic="${PIC}"><pic:nvPicPr><pic:cNvPr id="0" name="p.png" descr="${tag}"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rIdOld"><a:extLst><a:ext uri="svg"/></a:extLst></a:blip><a:srcRect l="10000"/><a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="900000" cy="600000"/></a:xfrm><a:ln w="9"/></pic:spPr></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r>`,
  )
const xmlOf = (body: string[], data: JsonObject, missing: 'error' | 'blank' | 'mark' = 'error') =>
  partXml(merge(body, data, {}, { missing }).docx)
const all = (xml: string, pattern: RegExp): string[] =>
  [...xml.matchAll(pattern)].map(([, one = '']) => one)

test('it keeps frame and place, is as large as fits, and is described by the name of the tag', () => {
  const xml = xmlOf([picture('{%photo}', ' title="{photo}"')], { photo })
  expect(all(xml, /<(wp:extent cx="\d+" cy="\d+"|a:ext cx="\d+" cy="\d+")/g)).toEqual([
    'wp:extent cx="900000" cy="300000"',
    'a:ext cx="900000" cy="300000"',
  ])
  expect(all(xml, / (descr="[^"]*")/g)).toEqual(['descr="photo"', 'descr="photo"'])
  expect(xml).toContain('<a:blip r:embed="rIdRich1"/><a:stretch>')
  expect(xml).toContain('<a:ln w="9"/>')
  expect(xml).not.toMatch(/paraph|title=|svg|srcRect/)
})

test('fit, size and alt say how', () => {
  const cover = xmlOf([picture(`{%photo | fit:'cover' | alt:'A &amp; B'}`)], { photo })
  expect(all(cover, /<(wp:extent cx="\d+" cy="\d+")/g)).toEqual([
    'wp:extent cx="900000" cy="600000"',
  ])
  expect(all(cover, /<a:srcRect ([^/]*)/g)).toEqual(['l="25000" t="0" r="25000" b="0"'])
  expect(all(cover, /docPr (descr="[^"]*")/g)).toEqual(['descr="A &amp; B"'])
  const sized = xmlOf([picture(`{%photo | size:'3cm'}`)], { photo })
  expect(all(sized, /<(wp:extent cx="\d+" cy="\d+")/g)).toEqual([
    'wp:extent cx="1080000" cy="360000"',
  ])
})

test('in a loop each copy shows the picture of its item', () => {
  const items = [{ photo }, { photo: square }, { photo }]
  const xml = xmlOf([p('{#items}'), picture('{%photo}'), p('{/items}')], { items })
  expect(all(xml, /r:embed="([^"]*)"/g)).toEqual(['rIdRich1', 'rIdRich2', 'rIdRich1'])
})

test('without a value it is an error, left out, or stays and is named', () => {
  expect(findings('data_missing', () => xmlOf([picture('{%photo}')], {}))).toMatchObject([
    { tag: '{%photo}', pointer: '/photo' },
  ])
  expect(xmlOf([picture('{%photo}')], {}, 'blank')).not.toContain('<w:drawing')
  expect(xmlOf([picture('{%photo}')], { photo: '' })).not.toContain('<w:drawing')
  const marked = xmlOf([picture('{%photo}')], {}, 'mark')
  expect(marked).toContain('r:embed="rIdOld"')
  expect(all(marked, /docPr [^>]*descr="([^"]*)"/g)).toEqual(['{%photo}'])
})

test('a value that is no picture is an error that names the tag', () => {
  expect(
    findings('image_invalid', () => xmlOf([picture('{%photo}')], { photo: 'x' })),
  ).toMatchObject([{ code: 'image_invalid', tag: '{%photo}' }])
})
