/**
 * `npx tsx scripts/layout-widths.ts`: writes src/docx/layout/widths.json, the advance widths by which words are
 * measured, from the fonts that LibreOffice draws with in place of Word's. To be run when scripts/fonts/build changed them.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSync as fontOf } from '@cantoo/fontkit'
import { MEASURED_RANGES } from '../src/docx/layout/text-widths.ts'

const ROOT = join(import.meta.dirname, '..')
const BUILT = join(ROOT, 'src/office/fonts/built')
const SYSTEM = '/usr/share/fonts/truetype'
/** Debian's own, which need no alias of ours: family of Word's and its files, up to the name of the face. */
const DEBIAN: readonly [string, string][] = [
  ['Arial', 'liberation2/LiberationSans'],
  ['Helvetica', 'liberation2/LiberationSans'],
  ['Times New Roman', 'liberation2/LiberationSerif'],
  ['Times', 'liberation2/LiberationSerif'],
  ['Courier New', 'liberation2/LiberationMono'],
  ['Courier', 'liberation2/LiberationMono'],
]
/** In the order of widths.json. */
const FACES = ['Regular', 'Bold', 'Italic', 'BoldItalic'] as const

/** Advance widths of a font's characters, thousandths of an em; 0 where it has none. */
function widthsOf(path: string): string {
  const font = fontOf(path)
  if (!('unitsPerEm' in font)) throw new Error(`${path} is a collection`)
  const codes = MEASURED_RANGES.flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, at) => from + at),
  )
  return codes
    .map((code) => {
      if (!font.hasGlyphForCodePoint(code)) return 0
      return Math.round(
        (1000 * (font.glyphForCodePoint(code)?.advanceWidth ?? 0)) / font.unitsPerEm,
      )
    })
    .join(' ')
}

/** Widths of a family's faces; empty for one that is not there, or is as wide as the upright one. */
function facesOf(files: string): string[] {
  const found = FACES.map((face) => `${files}-${face}.ttf`).map((path) =>
    existsSync(path) ? widthsOf(path) : '',
  )
  const [regular = '', bold = '', italic = '', boldItalic = ''] = found
  const all = [
    regular,
    bold,
    italic === regular ? '' : italic,
    boldItalic === (bold || regular) ? '' : boldItalic,
  ]
  return all.slice(0, all.findLastIndex((widths) => widths !== '') + 1)
}

const table: Record<string, string[]> = {}
for (const [family, files] of DEBIAN) table[family] = facesOf(join(SYSTEM, files))
const configuration = readFileSync(join(BUILT, 'fonts.conf'), 'utf8')
const alias = /<alias binding="same">\s*<family>([^<]+)<\/family>\s*<accept><family>([^<]+)</g
for (const [, family = '', ours = ''] of configuration.matchAll(alias))
  table[family] ??= facesOf(join(BUILT, ours.replaceAll(' ', '')))
writeFileSync(join(ROOT, 'src/docx/layout/widths.json'), `${JSON.stringify(table, null, 1)}\n`)
