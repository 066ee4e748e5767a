/** Changes to a document that make LibreOffice lay it out as Word does; what does not need them stays as it is. */
import type { DocumentDraft } from '../engine/document-draft.ts'
import { partText } from '../engine/zip-parts.ts'
import { mainDocumentPath } from '../rich/package-parts.ts'
import { fitTables } from './autofit-tables.ts'
import { closeCells } from './cell-spacing.ts'
import { TextStyles } from './text-styles.ts'

/** Applies every rule to the main part. */
export function layOutAsWord(draft: DocumentDraft): void {
  const path = mainDocumentPath(draft)
  const before = partText(draft, path)
  if (before === undefined) return
  const stylesText = partText(draft, 'word/styles.xml') ?? ''
  let read: TextStyles | undefined
  const styles = (): TextStyles => {
    read ??= new TextStyles(stylesText, partText(draft, 'word/theme/theme1.xml') ?? '')
    return read
  }
  const after = closeCells(fitTables(before, styles), stylesText, styles)
  if (after !== before) draft.file(path, after)
}
