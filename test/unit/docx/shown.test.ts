/** Characters without a glyph, and the fonts that the text of a document asks for. */
import { describe, expect, test } from 'vitest'
import { missingGlyphs } from '../../../src/docx/render-warnings/missing-glyphs.ts'
import { usedFonts } from '../../../src/docx/render-warnings/used-fonts.ts'
import { glyphBits } from '../../../src/kernel/glyph-bits.ts'
import { MachineFonts } from '../../../src/office/installed-fonts.ts'

const bytes = (xml: string) => new TextEncoder().encode(xml)
const p = (text: string) => `<w:p w:id="é"><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
/** Latin, Greek and Cyrillic, as a text font has them. */
const LATIN = glyphBits(['20-7e a0-24f', '370-3ff 400-4ff', '2013-2014 20ac'])
const missing = (xml: string) => missingGlyphs([['word/document.xml', bytes(xml)]], LATIN)

describe('characters without a glyph', () => {
  test('are listed once each with how often, the part and the first paragraph', () => {
    expect(missing(p('Ωmega и €') + p('Kanji 漢字 and 漢') + p('😀'))).toEqual([
      {
        code: 'glyph_missing',
        text: '漢字😀',
        count: 4,
        part: 'word/document.xml',
        paragraph: 'Kanji 漢字 and 漢',
      },
    ])
  })

  test('are not those that nobody sees, nor those of symbol fonts, nor names inside the file', () => {
    expect(missing(p('a\u200db\u200ec\ufe0fd\u2011e\u2003f\uf0b7'))).toEqual([])
    expect(missing(`<wp:docPr id="1" name="画像 1" descr="漢"/>${p('text')}`)).toEqual([])
    expect(missing('<w:p><w:r><w:instrText>漢</w:instrText></w:r></w:p>')).toEqual([])
  })

  test('are at most 24 in a warning', () => {
    const many = Array.from({ length: 100 }, (_, index) => String.fromCodePoint(0x4e00 + index))
    const [warning] = missing(p(many.join('')))
    expect([[...(warning?.text ?? '')].length, warning?.count]).toEqual([25, 100])
  })

  test('cost the same for each byte, in one long text as in many short ones', () => {
    const time = (xml: string): number => {
      const content = bytes(xml)
      const start = process.cpuUsage()
      missingGlyphs([['a', content]], LATIN)
      const { user, system } = process.cpuUsage(start)
      return user + system
    }
    const short = () => time(p('漢字').repeat(40_000))
    const long = () => time(p('漢字'.repeat(400_000)))
    short()
    long()
    // Per character, a text of 800,000 may cost no more than ten times one of 80,000 in pieces.
    expect(Math.min(long(), long(), long())).toBeLessThan(
      Math.max(Math.min(short(), short(), short()), 2_000) * 100,
    )
  })
})

describe('the fonts of a document', () => {
  const styles =
    '<w:docDefaults><w:rPrDefault><w:rPr><w:rFonts w:asciiTheme="minorHAnsi" w:eastAsia="MS Mincho"/></w:rPr></w:rPrDefault></w:docDefaults>' +
    '<w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:rPr><w:rFonts w:ascii="Base" w:hAnsi="Base"/></w:rPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="H1"><w:basedOn w:val="H0"/><w:rPr><w:rFonts w:asciiTheme="majorHAnsi"/></w:rPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="H0"><w:rPr><w:rFonts w:ascii="Below"/></w:rPr></w:style>' +
    '<w:style w:type="paragraph" w:styleId="Unused"><w:rPr><w:rFonts w:ascii="Nobody"/></w:rPr></w:style>'
  const theme =
    '<a:majorFont><a:latin typeface="Major"/></a:majorFont><a:minorFont><a:latin typeface="Minor"/></a:minorFont>'

  test('are the default, those of the styles in use, and those of runs', () => {
    const text =
      '<w:p><w:pPr><w:pStyle w:val="H1"/></w:pPr><w:r><w:rPr><w:rFonts w:ascii="Own" w:cs="Arabic"/></w:rPr></w:r></w:p>'
    expect(usedFonts({ texts: [text], styles, theme })).toEqual([
      'Minor',
      'Base',
      'Major',
      'Below',
      'Own',
    ])
  })

  test('are replaced by what fontconfig says; fonts of the same widths are no replacement', async () => {
    const fonts = new MachineFonts()
    const warnings = await fonts.replaced([
      'Arial',
      'Times New Roman',
      'Wingdings',
      'No Such: Font-1',
    ])
    expect(warnings).toEqual([
      { code: 'font_replaced', text: 'No Such: Font-1', by: expect.stringMatching(/\w/) },
    ])
  })

  test('have the glyphs that fontconfig lists', async () => {
    const has = new Uint8Array((await new MachineFonts().glyphs()) ?? new SharedArrayBuffer(0))
    const bit = (text: string): number => {
      const code = text.codePointAt(0) ?? 0
      return ((has[code >> 3] ?? 0) >> (code & 7)) & 1
    }
    expect(['A', 'é', '€', 'Ω'].map(bit)).toEqual([1, 1, 1, 1])
    expect(bit('\u{10ffff}')).toBe(0)
  })
})
