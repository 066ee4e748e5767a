/** Moves a field that was placed by a text, so that what is drawn in it covers no words of the document. */
import { type Box, bottom, right, sharedArea } from './fields.ts'

/** Between a text and the field beside it, in points. */
const GAP = 3
/** Shared with the words of a line above or below: their boxes have room for accents and descenders. */
const TOUCH = 2
const MARGIN = 12

/** A page as far as fields have to avoid something on it. */
export interface Crowd {
  page: { width: number; height: number }
  /** What is written on it. */
  words: readonly Box[]
}

const isOn = (box: Box, { width, height }: Crowd['page']): boolean =>
  box.x >= 0 && box.y >= 0 && right(box) <= width && bottom(box) <= height

const isFree = (box: Box, { page, words }: Crowd): boolean => {
  const inner = {
    x: box.x + TOUCH,
    y: box.y + TOUCH,
    width: box.width - 2 * TOUCH,
    height: box.height - 2 * TOUCH,
  }
  return isOn(box, page) && !words.some((word) => sharedArea(word, inner) > 0)
}

/** Under the text, behind it, above it; the nearest first. */
function beside(text: Box, { width, height }: Box, page: Crowd['page']): Box[] {
  const x = Math.max(0, Math.min(text.x, page.width - width - MARGIN))
  const middle = text.y + (text.height - height) / 2
  return [
    { x, y: bottom(text) + GAP, width, height },
    { x: right(text) + 2 * GAP, y: middle, width, height },
    { x, y: text.y - GAP - height, width, height },
    { x: text.x - 2 * GAP - width, y: middle, width, height },
    { x, y: bottom(text) + GAP + height / 2, width, height },
  ]
}

/** The field beside a visible text; where there is no room around it, as it was. */
export const besideText = (field: Box, text: Box, crowd: Crowd): Box =>
  beside(text, field, crowd.page).find((box) => isFree(box, crowd)) ?? field

/** The field of a tag, which may be covered itself; moved only where it would cover other words. */
export function clearOfWords(field: Box, tag: Box, crowd: Crowd): Box {
  const others = { ...crowd, words: crowd.words.filter((word) => sharedArea(word, tag) === 0) }
  if (isFree(field, others)) return field
  const upward = { ...field, y: bottom(tag) - field.height }
  return [upward, ...beside(tag, field, crowd.page)].find((box) => isFree(box, others)) ?? field
}
