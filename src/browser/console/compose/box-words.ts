/** What the fields on the pages say, in the words of the page. */
import type { FieldBoxWords } from './field-box.ts'
import type { Box } from './geometry.ts'
import { filled, type PageWords } from './words.ts'

const whole = ({ x, y, width, height }: Box) => ({
  x: Math.round(x),
  y: Math.round(y),
  width: Math.round(width),
  height: Math.round(height),
})

/** What the fields on the pages say. */
export const fieldBoxWords = (words: PageWords): FieldBoxWords => ({
  name: ({ type, label }, name) =>
    type === 'signature'
      ? filled(words.fieldBox, { name })
      : filled(words.input, { type: words.types[type], label, name }),
  kind: ({ type }) => (type === 'signature' ? words.fieldKind : words.inputKind),
  at: (page, box) =>
    `${filled(words.at, { page, ...whole(box) })}, ${filled(words.size, whole(box))}`,
  remove: words.remove,
  placed: ({ type, label }, name, page) =>
    type === 'signature'
      ? filled(words.placed, { name, page })
      : filled(words.inputPlaced, { label, name, page }),
  removed: ({ type, label }, name) =>
    type === 'signature' ? filled(words.removed, { name }) : filled(words.inputRemoved, { label }),
  moved: (page, box) => filled(words.moved, { page, ...whole(box) }),
  resized: (box) => filled(words.resized, whole(box)),
  full: ({ type }, max) => filled(type === 'signature' ? words.full : words.inputsFull, { max }),
})
