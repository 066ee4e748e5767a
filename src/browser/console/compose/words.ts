/** The texts the page provides for its script. */
import type { ConsoleTexts, Templates } from '../../../translations/messages.ts'
import type { Box } from './geometry.ts'
import type { Sketch } from './sketches.ts'

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

/** What the fields on the pages say; `name` is their signer's. */
export const fieldBoxWords = (words: PageWords) => ({
  /** What it is, and whose. */
  name: ({ type, label }: Sketch, name: string): string =>
    type === 'signature'
      ? filled(words.fieldBox, { name })
      : filled(words.input, { type: words.types[type], label, name }),
  kind: ({ type }: Sketch): string => (type === 'signature' ? words.fieldKind : words.inputKind),
  at: (page: number, box: Box): string =>
    `${filled(words.at, { page, ...whole(box) })}, ${filled(words.size, whole(box))}`,
  remove: words.remove,
  placed: ({ type, label }: Sketch, name: string, page: number): string =>
    type === 'signature'
      ? filled(words.placed, { name, page })
      : filled(words.inputPlaced, { label, name, page }),
  removed: ({ type, label }: Sketch, name: string): string =>
    type === 'signature' ? filled(words.removed, { name }) : filled(words.inputRemoved, { label }),
  moved: (page: number, box: Box): string => filled(words.moved, { page, ...whole(box) }),
  resized: (box: Box): string => filled(words.resized, whole(box)),
  full: ({ type }: Sketch, max: number): string =>
    filled(type === 'signature' ? words.full : words.inputsFull, { max }),
})
/** See {@link fieldBoxWords}. */
export type FieldBoxWords = ReturnType<typeof fieldBoxWords>
