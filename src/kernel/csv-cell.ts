/**
 * A cell of CSV (RFC 4180, 2). A text that begins like a formula would be run by a spreadsheet; an apostrophe makes it
 * a text again.
 */
export function csvCell(text: string, separator: string): string {
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return safe.includes(separator) || /["\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
