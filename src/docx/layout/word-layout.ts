/** Changes to a document that make LibreOffice lay it out as Word does; what does not need them stays as it is. */
import type { OwnFont } from '../embedded-fonts/own-fonts.ts'
import type { DocumentDraft } from '../package/document-draft.ts'
import { partText } from '../package/zip-parts.ts'
import { mainDocumentPath } from '../rich/package-parts.ts'
import { fitTables } from './autofit-tables.ts'
import { dropBindingsIn } from './bindings.ts'
import { openBorders, thinBorders } from './border-groups.ts'
import { linkSmartArtIn, styleLinksIn, unlinkStylesIn } from './broken-links.ts'
import { setBulletsIn } from './bullets.ts'
import { closeCells, fillCells } from './cell-spacing.ts'
import { closeContentsHeading, isOfWord2013 } from './contents-heading.ts'
import { alignLeaders } from './leader-dots.ts'
import { separateLettersIn } from './ligatures.ts'
import { cutTables } from './long-tables.ts'
import { keepRoom } from './picture-room.ts'
import { numberLines, spaceColumns, unnumbered } from './sections.ts'
import { drawSymbols } from './symbols.ts'
import { TextStyles } from './text-styles.ts'
import { toggleBold } from './toggles.ts'
import { uprightBoxes } from './upright-boxes.ts'
import { keepRows } from './whole-rows.ts'

// Pages that Word leaves blank.

/**
 * Whether a section of a part begins on an odd or an even page (ISO/IEC 29500-1, 17.18.77): only there does Word leave a
 * page blank. LibreOffice also leaves one where page numbers that begin anew would put an odd number on the left.
 */
const hasBlankPages = (xml: string): boolean => /<w:type\s[^>]*w:val="(?:odd|even)Page"/.test(xml)

/** What the conversion has to know of the layout. */
export interface PageLayout {
  /** Whether pages that LibreOffice leaves blank are Word's too. */
  blankPages: boolean
}

/**
 * Applies every rule to the parts that it concerns.
 * @param own fonts of the account
 * @returns what only the conversion can do
 */
export function layOutAsWord(draft: DocumentDraft, own: readonly OwnFont[] = []): PageLayout {
  dropBindingsIn(draft)
  unlinkStylesIn(draft)
  setBulletsIn(draft)
  linkSmartArtIn(draft)
  const path = mainDocumentPath(draft)
  const before = partText(draft, path)
  if (before === undefined) return { blankPages: false }
  const stylesText = partText(draft, 'word/styles.xml') ?? ''
  let read: TextStyles | undefined
  const styles = (): TextStyles => {
    read ??= new TextStyles(stylesText, partText(draft, 'word/theme/theme1.xml') ?? '')
    return read
  }
  const settings = partText(draft, 'word/settings.xml') ?? ''
  const isOld = !isOfWord2013(settings)
  const contents = closeContentsHeading(before, settings, styles)
  const toggled = toggleBold(contents, styles)
  const tables = fillCells(fitTables(toggled, styles, isOld), styles)
  const cells = closeCells(tables, stylesText, styles)
  const rows = keepRows(cells, stylesText, styles)
  const framed = openBorders(rows, stylesText, styles)
  const drawn = drawSymbols(
    thinBorders(alignLeaders(framed, stylesText, settings, styles)),
    stylesText,
  )
  const sections = spaceColumns(numberLines(uprightBoxes(drawn)), styles)
  const after = cutTables(sections, styles)
  if (after !== before) draft.file(path, after)
  for (const { name, asText } of draft.file(/^word\/(?:header|footer)\d*\.xml$/)) {
    const margin = asText()
    const tables = fillCells(fitTables(margin, styles, isOld, before), styles)
    const fitted = unnumbered(
      drawSymbols(thinBorders(keepRoom(tables, styles)), stylesText),
      before,
    )
    if (fitted !== margin) draft.file(name, fitted)
  }
  styleLinksIn(draft, path)
  // last: the other rules measure by the names of fonts
  separateLettersIn(draft, stylesText, own)
  return { blankPages: hasBlankPages(after) }
}
