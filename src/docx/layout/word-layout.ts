/** Changes to a document that make LibreOffice lay it out as Word does; what does not need them stays as it is. */
import type { DocumentDraft } from '../engine/document-draft.ts'
import { partText } from '../engine/zip-parts.ts'
import { mainDocumentPath } from '../rich/package-parts.ts'
import { fitTables } from './autofit-tables.ts'
import { dropBindingsIn } from './bindings.ts'
import { hasBlankPages } from './blank-pages.ts'
import { closeCells } from './cell-spacing.ts'
import { closeContentsHeading } from './contents-heading.ts'
import { unlinkStylesIn } from './template-styles.ts'
import { TextStyles } from './text-styles.ts'

/** What the conversion has to know of the layout. */
export interface PageLayout {
  /** Whether pages that LibreOffice leaves blank are Word's too. */
  blankPages: boolean
}

/** Applies every rule to the parts that it concerns. @returns what only the conversion can do */
export function layOutAsWord(draft: DocumentDraft): PageLayout {
  dropBindingsIn(draft)
  unlinkStylesIn(draft)
  const path = mainDocumentPath(draft)
  const before = partText(draft, path)
  if (before === undefined) return { blankPages: false }
  const stylesText = partText(draft, 'word/styles.xml') ?? ''
  let read: TextStyles | undefined
  const styles = (): TextStyles => {
    read ??= new TextStyles(stylesText, partText(draft, 'word/theme/theme1.xml') ?? '')
    return read
  }
  const contents = closeContentsHeading(before, partText(draft, 'word/settings.xml') ?? '', styles)
  const after = closeCells(fitTables(contents, styles), stylesText, styles)
  if (after !== before) draft.file(path, after)
  return { blankPages: hasBlankPages(after) }
}
