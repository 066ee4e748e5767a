/** What a document warning says. Also part of scripts for the browser, whose words are templates. */
import type { DocumentWarning } from '../kernel/document-warnings.ts'
import type { Templates, Texts } from './messages.ts'

/** The words of all warnings in a language. */
export type WarningTexts = Texts['documentWarnings']

type Said = string | ((values: Record<'text' | 'by' | 'times' | 'count', string>) => string)

/** The wording of a warning. @param words of a language, or as templates */
export function warningText(
  { code, text = '?', by = '?', count = 1 }: DocumentWarning,
  words: WarningTexts | Templates<WarningTexts>,
): { detail: string; fix: string } {
  const say = (said: Said, values: Record<string, string>): string =>
    typeof said === 'string'
      ? said.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
      : said(values as never)
  const { once, many } = words.times
  const times = count === 1 ? once : say(many as Said, { count: String(count) })
  const { detail, fix } = words[code]
  return { detail: say(detail as Said, { text, by, times }), fix }
}
