/**
 * Ligatures: Word joins letters only where a run asks for it (`w14:ligatures`, [MS-DOCX] 2.6.1.12). LibreOffice joins
 * them wherever the font can, and Carlito, which stands for Calibri, has many (`ti`, `tt`, `ft`) that are narrower than
 * their letters, so that lines hold more than in Word. `:-liga` after a font's name switches a feature off in LibreOffice.
 */
import type { DocumentDraft } from '../engine/document-draft.ts'
import { partText } from '../engine/zip-parts.ts'

/** The font of Word's own whose substitute has ligatures. */
const NAMED = Buffer.from('"Calibri"')
const IN_RUNS = /(\sw:(?:ascii|hAnsi)=")Calibri"/g
const IN_THEME = /(<a:latin\s+typeface=")Calibri"/g
const ASKED = /<w14:ligatures\s+w14:val="(?!none")/
const PART = /^word\/(?:theme\/)?[^/]+\.xml$/

/** A part with the feature switched off wherever it names the font. */
export const separateLetters = (xml: string): string =>
  xml.replace(IN_RUNS, '$1Calibri:-liga"').replace(IN_THEME, '$1Calibri:-liga"')

/** Does so in a document whose styles do not ask for ligatures. */
export function separateLettersIn(draft: DocumentDraft, stylesText: string): void {
  if (ASKED.test(stylesText)) return
  for (const [name, bytes] of [...draft.contents()]) {
    if (!PART.test(name)) continue
    const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    if (part.indexOf(NAMED) === -1) continue
    const before = partText(draft, name) ?? ''
    const after = separateLetters(before)
    if (after !== before) draft.file(name, after)
  }
}
