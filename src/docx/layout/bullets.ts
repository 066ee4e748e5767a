/**
 * The bullet of Word's lists, a character of the font Symbol. In text of Calibri, a quarter of whose line is a gap that
 * Word adds above the higher of both fonts, it makes each line higher; in Arial, say, it does not. LibreOffice takes the
 * bullet from a font with low lines. Ours has the heights of Symbol (scripts/fonts/bullets.py), and the bullet at its own
 * place, so that it is copied from the PDF as what it is.
 */
import type { DocumentDraft } from '../engine/document-draft.ts'
import { partText } from '../engine/zip-parts.ts'
import type { TextStyles } from './text-styles.ts'

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

/** Does so in a document whose text is of that font. @param styles of the document */
export function raiseBulletsIn(draft: DocumentDraft, styles: () => TextStyles): void {
  const before = partText(draft, NUMBERING)
  if (before === undefined || styles().paragraph(undefined, undefined).family !== 'Calibri') return
  const after = raiseBullets(before)
  if (after !== before) draft.file(NUMBERING, after)
}
