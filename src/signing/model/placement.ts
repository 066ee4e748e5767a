/** Places on pages where participants sign or fill in fields. */

import type { Box } from '../../pdf/pages.ts'
import type { InFile } from './files.ts'

/** A rectangle on a page of a file, in points from the top left corner as seen. */
export interface Placement extends InFile {
  /** From 1. */
  page: number
  box: Box
}

/** Size of a page in points, as seen. */
export interface PageSize {
  width: number
  height: number
}

/** Default size in points. */
export const DEFAULT_SIZE = { width: 180, height: 60 }
