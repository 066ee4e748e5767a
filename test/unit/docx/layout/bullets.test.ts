import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { raiseBullets } from '../../../../src/docx/layout/bullets.ts'

const level = (text: string, font: string): string =>
  `<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="${text}"/><w:rPr><w:rFonts w:ascii="${font}" w:hAnsi="${font}" w:hint="default"/></w:rPr></w:lvl>`
const OURS =
  '<w:rFonts w:ascii="Paraph Symbol" w:hAnsi="Paraph Symbol" w:eastAsia="Paraph Symbol" w:cs="Paraph Symbol" w:hint="default"/>'

it('takes the bullet of Symbol from a font with the heights of Symbol', () => {
  for (const written of ['\uf0b7', '&#xF0B7;', '&#61623;']) {
    const made = raiseBullets(level('%1.', 'Symbol') + level(written, 'Symbol'))
    expect(made).toBe(
      `${level('%1.', 'Symbol')}<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val="\u2022"/><w:rPr>${OURS}</w:rPr></w:lvl>`,
    )
  }
})

it('leaves other characters, and bullets of other fonts, as they are', () => {
  const others = `${level('\uf0a7', 'Wingdings')}${level('o', 'Courier New')}${level('\uf0b7', 'Wingdings')}${level('\uf02d', 'Symbol')}`
  expect(raiseBullets(others)).toBe(others)
})

it('has line heights like the Symbol of Windows, 1.005 and 0.220 of the size', () => {
  const built = join(import.meta.dirname, '../../../../src/office/fonts/built')
  const font = readFileSync(join(built, 'ParaphSymbol-Regular.ttf'))
  // tables: a tag, a checksum, a place and a length each, behind the first twelve bytes
  const table = font.readUInt32BE(font.indexOf('hhea', 12, 'latin1') + 8)
  const heights = [4, 6, 8].map((at) => font.readInt16BE(table + at))
  expect(heights).toEqual([2059, -450, 0])
})
