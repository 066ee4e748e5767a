/** The texts the page provides for its script. */
import type { ConsoleTexts, Templates } from '../../../translations/messages.ts'

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
