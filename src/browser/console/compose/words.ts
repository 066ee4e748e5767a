/** The texts the page provides for its script. */
import type { ConsoleTexts, Templates } from '../../../translations/messages.ts'
import type { FieldBoxWords } from './field-box.ts'
import type { Box } from './geometry.ts'

/** All of them. */
export type PageWords = Templates<
  ConsoleTexts['compose']['script'] & ConsoleTexts['fields']['script']
>

/** The words of the page's language. */
export function composeScriptWords(): PageWords {
  const text = document.getElementById('compose-words')?.textContent
  if (text == null) throw new Error('the page has no words')
  return JSON.parse(text) as PageWords
}

/** A sentence with its gaps filled: `Page {page}`. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap))

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
