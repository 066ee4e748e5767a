/** What of a field a reader sees: its place, whether it is shown, what its appearance draws. */
import { PDFArray, type PDFDict, PDFName, type PDFObject, PDFRawStream } from 'pdf-lib'
import { dictOf, type PdfFile } from '../pdf-file.ts'
import { decodedStream, readable } from '../stream-data.ts'
import { keysOf } from './difference.ts'

/**
 * Flags of an annotation that determine whether and where it is visible: invisible, hidden, printed, no zoom, no
 * view.
 */
const SIGHT_FLAGS = 1 | 2 | 4 | 8 | 16 | 32 | 256

/** Whether only other flags differ, such as "locked", which signing sets (ISO 32000-2, 12.5.3). */
export function sameSight(one: PDFDict | undefined, other: PDFDict | undefined): boolean {
  const sight = (dict: PDFDict | undefined): number =>
    Number(String(dict?.get(PDFName.of('F')) ?? 0)) & SIGHT_FLAGS
  return sight(one) === sight(other)
}

/** Left, bottom, right, top. */
export function rectOf(file: PdfFile, dict: PDFDict | undefined): number[] {
  const rect = file.get(dict, 'Rect')
  const numbers =
    rect instanceof PDFArray ? rect.asArray().map((item) => Number(String(file.resolve(item)))) : []
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = numbers
  return [Math.min(x1, x2), Math.min(y1, y2), Math.max(x1, x2), Math.max(y1, y2)]
}

/** Whether a widget has an area on its page. */
export function hasSize(file: PdfFile, dict: PDFDict): boolean {
  const [left, bottom, right, top] = rectOf(file, dict)
  return left !== right && bottom !== top
}

/** Adjacent fields may touch. */
const TOUCH_POINTS = 1

/** Whether two rectangles have more than a border in common. */
export function overlap(one: number[], other: number[]): boolean {
  const [left = 0, bottom = 0, right = 0, top = 0] = one
  const [otherLeft = 0, otherBottom = 0, otherRight = 0, otherTop = 0] = other
  return (
    Math.min(right, otherRight) - Math.max(left, otherLeft) > TOUCH_POINTS &&
    Math.min(top, otherTop) - Math.max(bottom, otherBottom) > TOUCH_POINTS
  )
}

/** Whether an appearance paints anything; one that cannot be decoded counts as painting. */
export function draws(file: PdfFile, appearance: PDFObject | undefined): boolean {
  if (appearance === undefined) return false
  const normal = file.get(appearance, 'N')
  if (!(normal instanceof PDFRawStream) || keysOf(dictOf(appearance)).length > 1) return true
  return readable(() => /[^qQ\s]/.test(decodedStream(normal).toString('latin1'))) ?? true
}
