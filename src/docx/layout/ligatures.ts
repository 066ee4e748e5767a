/**
 * Ligatures: Word joins letters only where a run asks for it (`w14:ligatures`, [MS-DOCX] 2.6.1.12). LibreOffice joins
 * them wherever the font can. Ours, which stands for Calibri, has none; a Calibri that the document or the account
 * brings has many (`ti`, `tt`, `ft`) that are narrower than their letters, so that lines hold more than in Word. `:-liga`
 * after a font's name switches a feature off in LibreOffice, which then finds only a font of that very name.
 */
import { FONT_TABLE } from '../embedded-fonts/font-parts.ts'
import type { OwnFont } from '../embedded-fonts/own-fonts.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import { partText } from '../package/zip-parts.ts'

/** The font of Word's own that has ligatures. */
const NAMED = Buffer.from('"Calibri"')
const IN_RUNS = /(\sw:(?:ascii|hAnsi)=")Calibri"/g
const IN_THEME = /(<a:latin\s+typeface=")Calibri"/g
const ASKED = /<w14:ligatures\s+w14:val="(?!none")/
const PART = /^word\/(?:theme\/)?[^/]+\.xml$/

/** A part with the feature switched off wherever it names the font. */
export const separateLetters = (xml: string): string =>
  xml.replace(IN_RUNS, '$1Calibri:-liga"').replace(IN_THEME, '$1Calibri:-liga"')

/** Whether the table of fonts has a file of it. */
const bringsIt = (table: string): boolean =>
  table
    .split('</w:font>')
    .some((font) => font.includes('w:name="Calibri"') && font.includes('<w:embed'))

/** Does so in a document with a Calibri of its own or the account's, unless its styles ask for ligatures. */
export function separateLettersIn(
  draft: DocumentDraft,
  stylesText: string,
  own: readonly OwnFont[],
): void {
  const isOwn = own.some(({ names }) => names.some((name) => name.toLowerCase() === 'calibri'))
  if (!(isOwn || bringsIt(partText(draft, FONT_TABLE) ?? '')) || ASKED.test(stylesText)) return
  for (const [name, bytes] of [...draft.contents()]) {
    if (!PART.test(name)) continue
    const part = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
    if (part.indexOf(NAMED) === -1) continue
    const before = partText(draft, name) ?? ''
    const after = separateLetters(before)
    if (after !== before) draft.file(name, after)
  }
}
