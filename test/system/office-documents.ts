import { makeDocx } from '../../src/office/sample.ts'

export const textParagraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`

export const letter = (text = 'Bonjour'): Uint8Array => makeDocx(textParagraph(text))

/** A table of so many rows; 300 take about a second. */
export function tableDocx(rows: number): Uint8Array {
  const cell = (text: string): string => `<w:tc>${textParagraph(text)}</w:tc>`
  const row = (n: number): string =>
    `<w:tr>${[1, 2, 3, 4].map((c) => cell(`${n}.${c}`)).join('')}</w:tr>`
  const body = Array.from({ length: rows }, (_, index) => row(index)).join('')
  return makeDocx(`<w:tbl>${body}</w:tbl>${textParagraph('')}`)
}

/** Tables in tables: LibreOffice needs minutes for 200. */
export const nestedTables = (depth: number): Uint8Array =>
  makeDocx(
    `${'<w:tbl><w:tr><w:tc>'.repeat(depth)}${textParagraph('x')}${`${textParagraph('')}</w:tc></w:tr></w:tbl>`.repeat(depth)}${textParagraph('')}`,
  )
