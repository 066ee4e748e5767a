/**
 * A document that takes its styles from its template anew whenever it is opened (`w:linkStyles`, ISO/IEC 29500-1,
 * 17.15.1.55). The template is never there, and Word then keeps the styles of the document; LibreOffice puts Word's
 * defaults in the place of what they leave open: lines 1.15 times as far apart, ten points after each paragraph.
 */
import type { DocumentDraft } from '../package/document-draft.ts'
import { partText } from '../package/zip-parts.ts'

const SETTINGS = 'word/settings.xml'

/** The settings without the link. */
export const unlinkStyles = (settings: string): string =>
  settings.replace(/<w:linkStyles(?:\s[^>]*?)?(?:\/>|>\s*<\/w:linkStyles>)/g, '')

/** Does so in a document. */
export function unlinkStylesIn(draft: DocumentDraft): void {
  const before = partText(draft, SETTINGS)
  if (before === undefined) return
  const after = unlinkStyles(before)
  if (after !== before) draft.file(SETTINGS, after)
}
