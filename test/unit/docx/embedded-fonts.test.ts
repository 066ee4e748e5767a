import { describe, expect, test } from 'vitest'
import { fontFinding } from '../../../src/docx/embedded-fonts/font-check.ts'
import { readUploadedFont } from '../../../src/docx/embedded-fonts/uploaded-font.ts'
import { lintDocx } from '../../../src/docx/lint/lint.ts'
import { composite, docxWithFont, inCff, outlines, smallFont } from '../../support/small-font.ts'

type Tables = Map<string, Buffer>

/** A change of one table's bytes. */
const patched =
  (tag: string, change: (table: Buffer) => void) =>
  (tables: Tables): void => {
    const table = Buffer.from(tables.get(tag) ?? [])
    change(table)
    tables.set(tag, table)
  }
const glyphs = (own: ReadonlyMap<number, Buffer>) => (tables: Tables) => {
  const [glyf, loca] = outlines(own)
  tables.set('glyf', glyf)
  tables.set('loca', loca)
}
/** Each glyph twice the one before: 2 to the power of 40 outlines in a few hundred bytes. */
const bomb = new Map(Array.from({ length: 40 }, (_, n) => [n + 2, composite(n + 1, n + 1)]))
const head = (at: number, value: number) => {
  const font = smallFont()
  font.writeUInt32BE(value, at)
  return font
}

describe('a font file', () => {
  test('that is sound and of the declared family may be used', () => {
    expect(fontFinding(smallFont(), 'Boxes')).toBeUndefined()
    expect(fontFinding(smallFont({ family: 'Boîtes 中' }), ' boîtes 中')).toBeUndefined()
    expect(fontFinding(smallFont({ usage: 0x8 }), 'Boxes')).toBeUndefined()
    expect(fontFinding(smallFont({ usage: 0x4 }), 'Boxes')).toBeUndefined()
    expect(
      fontFinding(smallFont({ change: glyphs(new Map([[5, composite(1, 2)]])) }), 'Boxes'),
    ).toBeUndefined()
  })

  test('of another family is not: it would stand for that one', () => {
    expect(fontFinding(smallFont({ family: 'Boxes' }), 'Arial')).toBe('other_family')
    expect(fontFinding(smallFont(), '')).toBe('other_family')
  })

  test.each([
    ['embedding is forbidden', 0x2],
    ['no subsets may be made', 0x108],
    ['only bitmaps may be embedded', 0x208],
  ])('whose maker says that %s is not', (_what, usage) => {
    expect(fontFinding(smallFont({ usage }), 'Boxes')).toBe('forbidden')
  })

  test.each([
    ['is empty', Buffer.alloc(0)],
    ['is something else', Buffer.from('%PDF-1.7 and more than twelve bytes')],
    ['is a collection', head(0, 0x74746366)],
    ['is cut off', smallFont().subarray(0, 900)],
    ['has a table outside of it', head(12 + 8, 0xfffffff0)],
    ['has a table longer than it', head(12 + 12, 0x7fffffff)],
    ['has a table over another', head(12 + 8, 200)],
    ['has too many tables', head(4, 0xffff0000)],
    ['lacks a table', smallFont({ change: (tables) => tables.delete('hhea') })],
    [
      'has drawings in SVG',
      smallFont({ change: (tables) => tables.set('SVG ', Buffer.alloc(12)) }),
    ],
    [
      'has more widths than it holds',
      smallFont({ change: patched('hhea', (t) => t.writeUInt16BE(0xffff, 34)) }),
    ],
    [
      'has more glyphs than it holds',
      smallFont({ change: patched('maxp', (t) => t.writeUInt16BE(0xffff, 4)) }),
    ],
    ['has no size of an em', smallFont({ change: patched('head', (t) => t.writeUInt16BE(0, 18)) })],
    [
      'has an outline outside of its table',
      smallFont({ change: patched('loca', (t) => t.writeUInt32BE(0x7fffffff, 20)) }),
    ],
    [
      'has a glyph that contains itself',
      smallFont({
        change: glyphs(
          new Map([
            [5, composite(6)],
            [6, composite(5)],
          ]),
        ),
      }),
    ],
    [
      'has a glyph of glyphs that are not there',
      smallFont({ change: glyphs(new Map([[5, composite(60_000)]])) }),
    ],
    ['has a glyph that multiplies', smallFont({ change: glyphs(bomb) })],
    [
      'has a name table of nothing',
      smallFont({ change: (tables) => tables.set('OS/2', Buffer.alloc(4)) }),
    ],
  ])('that %s is damaged', (_what, font) => {
    expect(fontFinding(font, 'Boxes')).toBe('damaged')
  })

  test('that is too large is not read', () => {
    expect(fontFinding(Buffer.alloc(25 * 1024 * 1024), 'Boxes')).toBe('too_large')
  })

  test('cut off or changed anywhere is judged without an error', () => {
    const font = smallFont()
    for (let at = 0; at < font.length; at += 7) {
      fontFinding(font.subarray(0, at), 'Boxes')
      const changed = Buffer.from(font)
      changed[at] = 0xff
      fontFinding(changed, 'Boxes')
    }
    expect(fontFinding(font, 'Boxes')).toBeUndefined()
  })
})

describe('a document that brings a font', () => {
  const partsOf = (bytes: Uint8Array) => lintDocx(bytes).parts
  const fontsOf = (bytes: Uint8Array) =>
    [...partsOf(bytes).keys()].filter((name) => name.includes('/fonts/'))

  test('keeps it where it may be used', () => {
    const file = docxWithFont(smallFont())
    expect(fontsOf(file)).toHaveLength(1)
    expect(Buffer.from(partsOf(file).get('word/fontTable.xml') ?? []).toString()).toMatch(
      /<w:embedRegular [^>]*r:id="rId1"/,
    )
    expect(lintDocx(file).losses).toEqual([])
  })

  test.each([
    ['claims another family', docxWithFont(smallFont({ family: 'Other' }))],
    ['is a bomb', docxWithFont(smallFont({ change: glyphs(bomb) }))],
    ['may not be embedded', docxWithFont(smallFont({ usage: 2 }))],
    ['is no font', docxWithFont(Buffer.from('MZ, a program of some kind or another'))],
  ])('that %s loses it with a warning, and nothing else', (_what, file) => {
    expect(fontsOf(file)).toEqual([])
    const { parts, losses } = lintDocx(file)
    expect(losses).toMatchObject([{ code: 'embedded_font_ignored', text: 'Boxes' }])
    expect(Buffer.from(parts.get('word/fontTable.xml') ?? []).toString()).not.toContain('embed')
  })
})

describe('the outlines of an OpenType font', () => {
  const OTTO = 0x4f54544f
  const code = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex')
  /** One glyph's charstring in hexadecimal, and global subroutines. */
  const drawn = (outline: string, ...subrs: string[]): Buffer =>
    smallFont({ change: inCff(new Map([[3, code(outline)]]), subrs.map(code)) })
  /** Of a subroutine by its number, where there are fewer than 1,240. */
  const CALL_FIRST = '20 1d'

  test.each([
    ['as they are', smallFont({ change: inCff() })],
    ['with a subroutine', drawn(`${CALL_FIRST} 0e`, '8b8b15 0b')],
    ['that end in a subroutine', drawn(CALL_FIRST, '8b8b15 0e')],
    ['with hints and a mask', drawn('8b8b 8b8b 12 13c0 8b8b15 0e')],
    ['with arithmetic', drawn('8b8c 0c0c 8b15 0e')],
  ])('are taken %s', (_what, font) => {
    expect(fontFinding(font, 'Boxes')).toBeUndefined()
  })

  test.each([
    ['are not there at all, TrueType ones instead', head(0, OTTO)],
    [
      'are there beside TrueType ones',
      smallFont({
        change: (tables) => {
          const [glyf, loca] = outlines()
          inCff()(tables)
          tables.set('glyf', glyf)
          tables.set('loca', loca)
        },
      }),
    ],
    ['are fewer than the glyphs', smallFont({ change: inCff(new Map(), [], 20) })],
    [
      'are cut off',
      smallFont({
        change: (tables) => {
          inCff()(tables)
          tables.set('CFF ', tables.get('CFF ')?.subarray(0, 300) ?? Buffer.alloc(0))
        },
      }),
    ],
    [
      'have none of the dictionaries',
      smallFont({ change: (t) => t.set('CFF ', code('01000404')) }),
    ],
    ['do not end', drawn('8b8b15')],
    ['end in the middle of a number', drawn('8b8b15 1c03')],
    ['have an operator that there is not', drawn('8b 02 0e')],
    ['call a subroutine that there is not', drawn(`${CALL_FIRST} 0e`)],
    ['call a subroutine by a computed number', drawn('8b8b 0c0a 1d 0e', '0b')],
    ['call a subroutine that calls itself', drawn(`${CALL_FIRST} 0e`, `${CALL_FIRST} 0b`)],
    ['push more than any reader takes', drawn(`${'8b'.repeat(600)} 05 0e`)],
    ['return from no subroutine', drawn('0b 0e')],
    ['have a mask without its bits', drawn('8b8b 12 13')],
  ])('are refused when they %s', (_what, font) => {
    expect(fontFinding(font, 'Boxes')).toBe('damaged')
    expect(readUploadedFont(font)).toBe('damaged')
  })

  test('are refused when calls multiply beyond all measure', () => {
    const twice = (number: number): string => `${(139 - 107 + number).toString(16)} 1d`.repeat(10)
    const subrs = Array.from({ length: 9 }, (_, at) => `${twice(at + 1)} 0b`)
    expect(fontFinding(drawn(`${CALL_FIRST} 0e`, ...subrs, '8b8b15 0b'), 'Boxes')).toBe('damaged')
  })

  test('in TrueType are refused where points of a simple glyph are missing', () => {
    const [glyf, loca] = outlines(new Map([[3, composite(1, 2)]]))
    const short = Buffer.from(glyf)
    // more points than the box has, and so more flags and coordinates than there are
    short.writeUInt16BE(900, 10)
    const font = smallFont({
      change: (tables) => {
        tables.set('glyf', short)
        tables.set('loca', loca)
      },
    })
    expect(fontFinding(font, 'Boxes')).toBe('damaged')
  })
})
