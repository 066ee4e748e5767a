/** The texts the page provides for its script. */
import type { ComposeScriptWords } from '../../../console/pages/compose-words.ts'
import type { FieldScriptWords } from '../../../console/pages/field-words.ts'

/** All of them. */
export type PageWords = ComposeScriptWords & FieldScriptWords

/** The words of the page's language. */
export function composeScriptWords(): PageWords {
  const text = document.getElementById('compose-words')?.textContent
  if (text == null) throw new Error('the page has no words')
  return JSON.parse(text) as PageWords
}

/** A sentence with its gaps filled: `Page {page}`. */
export const filled = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (gap, name: string) => String(values[name] ?? gap))
