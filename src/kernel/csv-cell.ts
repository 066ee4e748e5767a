/** What separates cells where spreadsheets are set to one language or another. */
const SEPARATORS = /[,;\t]/

/**
 * A cell of CSV (RFC 4180, 2). A text that begins like a formula would be run by a spreadsheet; an apostrophe makes it
 * a text again. A spreadsheet of another language takes another separator than ours: a text with any of them is quoted.
 */
export function csvCell(text: string, separator: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  const isQuoted = SEPARATORS.test(safe) || safe.includes(separator) || /["\r\n]/.test(safe)
  return isQuoted ? `"${safe.replaceAll('"', '""')}"` : safe
}
