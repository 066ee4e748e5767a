/** All filters whose values are richer than text. */
import type { Filter } from '../language/filter-contract.ts'
import { codeFilters } from './codes.ts'
import { linkFilters } from './links.ts'
import { markupFilters } from './markup.ts'
import { pictureFilters } from './pictures.ts'

/** `size`, `fit`, `alt`, `qr`, `epcqr`, `barcode`, `html`, `markdown`, `link`. */
export const richFilters: Readonly<Record<string, Filter>> = {
  ...pictureFilters,
  ...codeFilters,
  ...markupFilters,
  ...linkFilters,
}
