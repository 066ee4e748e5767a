/** Places on pages where participants sign or fill in fields. */

import type { Box } from '../../pdf/pages.ts'
import type { InFile } from './files.ts'
import type { AnchoredField } from './schemas/signature-field.ts'

/** A text beside which a place is. */
export type AnchorOrigin = Pick<
  AnchoredField,
  'anchor' | 'occurrence' | 'dx' | 'dy' | 'width' | 'height'
>

/** By what a place was found in the file: it is looked for anew in a file that takes its place. */
export type PlaceOrigin = 'tag' | 'form' | AnchorOrigin

/** A rectangle on a page of a file, in points from the top left corner as seen. */
export interface Placement extends InFile {
  /** Absent: the sender gave the rectangle. */
  from?: PlaceOrigin
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

/** Name of the n-th field of a signer; unlike any name in the document. */
export const fieldName = (requestId: string, position: number, number: number): string =>
  `${requestId.slice(-8)}-signer-${position}-${number}`

/** Name of the n-th place that a signer fills in. */
export const inputName = (requestId: string, position: number, number: number): string =>
  `${requestId.slice(-8)}-input-${position}-${number}`

/** Name of the seal on a page of the proof certificate. */
export const sealName = (requestId: string, number: number): string =>
  `${requestId.slice(-8)}-seal-${number}`

/** Name of the field for the seal by a key of another provider. */
export const externalSealName = (requestId: string): string => `${requestId.slice(-8)}-outer-1`

/** Name of the field for the archive time-stamp; its prefix is not that of our signatures. */
export const stampName = (requestId: string): string => `stamp-${requestId.slice(-8)}`

/** Whether a field is one of those that a request has laid out. */
export const isOwnField = (requestId: string, field: string): boolean =>
  field.startsWith(`${requestId.slice(-8)}-`) || field === stampName(requestId)
