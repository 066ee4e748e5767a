import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import fontkit, { type Font } from '@cantoo/fontkit'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { FontSubset, TrueTypeFile } from '../../../src/pdf/font-subset.ts'

const { resolve } = createRequire(import.meta.url)
const FONTS = [
  'dejavu-fonts-ttf/ttf/DejaVuSans.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSans-Bold.ttf',
  'dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  '@expo-google-fonts/great-vibes/400Regular/GreatVibes_400Regular.ttf',
  '/usr/share/fonts/truetype/noto/NotoSansDevanagari-Regular.ttf',
  // A collection, whose first font is taken.
  '/usr/share/fonts/truetype/wqy/wqy-microhei.ttc',
]

describe.each(FONTS)('a subset of %s', (path) => {
  const bytes = readFileSync(resolve(path))
  const opened = fontkit.create(bytes)
  const font = 'fonts' in opened ? (opened.fonts[0] as Font) : opened
  const file = TrueTypeFile.of(bytes)
  if (file === undefined) throw new Error(`${path} is a TrueType font`)

  /** Both subsets of the same glyphs, with the numbers that these got. */
  const made = (glyphs: readonly number[]) =>
    [font.createSubset(), new FontSubset(file)].map((subset) => {
      const numbers = glyphs.map((glyph) => subset.includeGlyph(glyph))
      return { numbers, bytes: Buffer.from(subset.encode()).toString('base64') }
    })

  it('is the very file that fontkit makes, composite letters with their parts', () => {
    const glyphs = font.layout('Zoé Łukasz, Ærøskøbing, Ấn Độ, Жук').glyphs.map(({ id }) => id)
    const [theirs, ours] = made(glyphs)
    expect(ours).toEqual(theirs)
  })

  it('is the very file that fontkit makes, whatever glyphs are used', () => {
    const glyph = fc.integer({ min: 0, max: font.numGlyphs - 1 })
    fc.assert(
      fc.property(fc.array(glyph, { maxLength: 40 }), (glyphs) => {
        const [theirs, ours] = made(glyphs)
        expect(ours).toEqual(theirs)
      }),
      { numRuns: 25 },
    )
  })
})

describe('a font file of another kind', () => {
  it.each(['OTTO', 'wOFF', 'ttcf', ''])('is left to fontkit: %j', (signature) => {
    expect(
      TrueTypeFile.of(Buffer.from(signature.padEnd(signature === '' ? 0 : 64, '\0'))),
    ).toBeUndefined()
  })
})
