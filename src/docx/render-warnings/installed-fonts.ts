/** What the check of a document needs to know of what it is going to be drawn with; `office/` knows it. */
import type { DocumentWarning } from '../../kernel/document-warnings.ts'

/** The fonts of the service. */
export interface InstalledFonts {
  /** One bit for each code point: whether some font has a glyph for it; undefined where that is unknown. */
  glyphs(): Promise<SharedArrayBuffer | undefined>
  /** A warning for each family that is drawn with another one of other widths. */
  replaced(families: readonly string[]): Promise<DocumentWarning[]>
  /** Whether equations are drawn. */
  drawsEquations(): Promise<boolean>
}
