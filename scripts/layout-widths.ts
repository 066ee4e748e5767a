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
/** Debian's own, which need no alias of ours: family of Word's and the files of regular and bold. */
const DEBIAN: readonly [string, string, string][] = [
  ['Calibri', 'crosextra/Carlito-Regular.ttf', 'crosextra/Carlito-Bold.ttf'],
  ['Arial', 'liberation2/LiberationSans-Regular.ttf', 'liberation2/LiberationSans-Bold.ttf'],
  [
    'Times New Roman',
    'liberation2/LiberationSerif-Regular.ttf',
    'liberation2/LiberationSerif-Bold.ttf',
  ],
  ['Courier New', 'liberation2/LiberationMono-Regular.ttf', 'liberation2/LiberationMono-Bold.ttf'],
]

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

const table: Record<string, string[]> = {}
for (const [family, regular, bold] of DEBIAN) {
  table[family] = [widthsOf(join(SYSTEM, regular)), widthsOf(join(SYSTEM, bold))]
}
const configuration = readFileSync(join(BUILT, 'fonts.conf'), 'utf8')
const alias = /<alias binding="same">\s*<family>([^<]+)<\/family>\s*<accept><family>([^<]+)</g
for (const [, family = '', ours = ''] of configuration.matchAll(alias)) {
  const file = (style: string): string => join(BUILT, `${ours.replaceAll(' ', '')}-${style}.ttf`)
  table[family] = [file('Regular'), file('Bold')].filter(existsSync).map(widthsOf)
}
writeFileSync(join(ROOT, 'src/docx/layout/widths.json'), `${JSON.stringify(table, null, 1)}\n`)
