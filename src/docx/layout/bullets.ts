/**
 * The bullet of Word's lists: a character of the font Symbol, whose lines are higher than those of most text, so that
 * every line with a bullet is. LibreOffice takes the bullet from a font with low lines. Ours has the heights of Symbol
 * (scripts/fonts/bullets.py), and the bullet at its own place, so that it is copied from the PDF as what it is.
 */
import type { DocumentDraft } from '../engine/document-draft.ts'
import { partText } from '../engine/zip-parts.ts'

const NUMBERING = 'word/numbering.xml'
const LEVEL_END = '</w:lvl>'
const TEXT = /(<w:lvlText\s[^>]*?w:val=")(?:\uf0b7|&#(?:xF0B7|61623);)"/i
const FONT = /<w:rFonts\s(?=[^>]*w:ascii="Symbol")[^>]*>/
const NAMES = ['ascii', 'hAnsi', 'eastAsia', 'cs'].map((name) => `w:${name}="Paraph Symbol"`)
const OURS = `<w:rFonts ${NAMES.join(' ')} w:hint="default"/>`

/** The part with bullets of our font in the place of Symbol's. */
export const raiseBullets = (xml: string): string =>
  xml
    .split(LEVEL_END)
    .map((level) =>
      TEXT.test(level) && FONT.test(level)
        ? level.replace(TEXT, '$1\u2022"').replace(FONT, OURS)
        : level,
    )
    .join(LEVEL_END)

/** Does so in a document. */
export function raiseBulletsIn(draft: DocumentDraft): void {
  const before = partText(draft, NUMBERING)
  if (before === undefined) return
  const after = raiseBullets(before)
  if (after !== before) draft.file(NUMBERING, after)
}
