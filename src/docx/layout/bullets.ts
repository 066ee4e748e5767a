/**
 * The bullets of Word's lists. Symbol's disc makes lines higher, by as much as Symbol rises above the font of the text:
 * 0.67 pt in Arial of 10 pt, 0.58 pt in Calibri of 11 pt. LibreOffice takes it from a font with low lines. The circle of
 * the second level, Courier New's letter o, leaves lines as they are; in LibreOffice they reach down as far as Courier.
 * Ours have these heights (scripts/fonts/bullets.py), and each bullet at its own place, so that it is copied from the PDF
 * as what it is.
 */
import type { DocumentDraft } from '../package/document-draft.ts'
import { partText } from '../package/zip-parts.ts'

const NUMBERING = 'word/numbering.xml'
const LEVEL_END = '</w:lvl>'

const fontsOf = (family: string): string =>
  `<w:rFonts ${['ascii', 'hAnsi', 'eastAsia', 'cs'].map((name) => `w:${name}="${family}"`).join(' ')} w:hint="default"/>`

const BULLETS = [
  {
    text: /(<w:lvlText\s[^>]*?w:val=")(?:\uf0b7|&#(?:xF0B7|61623);)"/i,
    font: /<w:rFonts\s(?=[^>]*w:ascii="Symbol")[^>]*>/,
    char: '\u2022',
    ours: fontsOf('Paraph Symbol'),
  },
  {
    text: /(<w:lvlText\s[^>]*?w:val=")o"/,
    font: /<w:rFonts\s(?=[^>]*w:ascii="Courier New")[^>]*>/,
    char: 'o',
    ours: fontsOf('Paraph Circle'),
  },
] as const

function withOurs(level: string): string {
  const found = BULLETS.find(({ text, font }) => text.test(level) && font.test(level))
  return found === undefined
    ? level
    : level.replace(found.text, `$1${found.char}"`).replace(found.font, found.ours)
}

/** The part with bullets of our fonts in the place of Word's. */
export const setBullets = (xml: string): string =>
  xml.split(LEVEL_END).map(withOurs).join(LEVEL_END)

/** Does so in a document. */
export function setBulletsIn(draft: DocumentDraft): void {
  const before = partText(draft, NUMBERING)
  if (before === undefined) return
  const after = setBullets(before)
  if (after !== before) draft.file(NUMBERING, after)
}
