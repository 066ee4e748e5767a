import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { setBullets } from '../../../../src/docx/layout/bullets.ts'

const level = (text: string, font: string): string =>
  `<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="${text}"/><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:hint="default"/></w:rPr></w:lvl>`
const ours = (text: string, family: string): string =>
  `<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="${text}"/><w:rPr><w:rFonts w:ascii="${family}" w:hAnsi="${family}" w:eastAsia="${family}" w:cs="${family}" w:hint="default"/></w:rPr></w:lvl>`

it('takes the disc of Symbol from a font with the heights of Symbol', () => {
  for (const written of ['\uf0b7', '&#xF0B7;', '&#61623;'])
    expect(setBullets(level('%1.', 'Symbol') + level(written, 'Symbol'))).toBe(
      level('%1.', 'Symbol') + ours('\u2022', 'Paraph Symbol'),
    )
})

it('takes the circle of Courier New from a font that is lower than text', () => {
  expect(setBullets(level('o', 'Courier New'))).toBe(ours('o', 'Paraph Circle'))
})

it('leaves other characters, and bullets of other fonts, as they are', () => {
  const others = `${level('\uf0a7', 'Wingdings')}${level('o', 'Arial')}${level('%1o', 'Courier New')}${level('\uf0b7', 'Wingdings')}${level('\uf02d', 'Symbol')}`
  expect(setBullets(others)).toBe(others)
})

it.each([
  ['ParaphSymbol', [2059, -450, 0]],
  ['ParaphCircle', [1400, -300, 0]],
])('%s has the heights that its lines need', (name, heights) => {
  const built = join(import.meta.dirname, '../../../../src/office/fonts/built')
  const font = readFileSync(join(built, `${name}-Regular.ttf`))
  // tables: a tag, a checksum, a place and a length each, behind the first twelve bytes
  const table = font.readUInt32BE(font.indexOf('hhea', 12, 'latin1') + 8)
  expect([4, 6, 8].map((at) => font.readInt16BE(table + at))).toEqual(heights)
})
