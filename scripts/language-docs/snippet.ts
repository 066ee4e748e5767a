/** Writes the template and the data of an example as text that can be read and copied. */
import type { Block, Cell, Example, Piece, WordDocument } from './example.ts'
import { NOTE_MARK } from './example.ts'

const textOf = (pieces: readonly Piece[]): string =>
  pieces
    .map((piece) => (typeof piece === 'string' ? piece : piece.text))
    .join('')
    .replaceAll(NOTE_MARK, '¹')

/** Tables wider than this are not padded to columns. */
const WIDE = 100

function tableText(rows: readonly Cell[][]): string[] {
  return gridText(rows.map((row) => row.map(textOf)))
}

function gridText(texts: readonly string[][]): string[] {
  const widths = (texts[0] ?? []).map((_, column) =>
    Math.max(...texts.map((row) => (row[column] ?? '').length)),
  )
  const fits = widths.reduce((sum, width) => sum + width + 3, 1) <= WIDE
  return texts.map(
    (row) =>
      `| ${row.map((cell, column) => (fits ? cell.padEnd(widths[column]!) : cell)).join(' | ')} |`,
  )
}

function blockText(block: Block): string[] {
  if (block.kind === 'section') return ['──── section break (next page) ────']
  if (block.kind === 'table') return tableText(block.rows)
  if (block.kind === 'chart') {
    const title = block.title === '' ? '' : ` "${block.title}"`
    return [
      `[${block.chart} chart${title}: Edit Data]`,
      ...gridText(block.sheet.map((row) => row.map(String))),
    ]
  }
  const text = textOf(block.pieces)
  if (block.style === 'Bullet') return [`• ${text}`]
  return [block.style === 'Number' ? `1. ${text}` : text]
}

/** What one types in Word. */
export function templateText(document: WordDocument): string {
  const labelled = (label: string, blocks: readonly Block[] | undefined): string[] =>
    (blocks ?? []).flatMap(blockText).map((line) => `[${label}] ${line}`)
  return [
    ...labelled('header', document.header),
    ...document.body.flatMap(blockText),
    ...(document.footnote ? [`[footnote] ¹ ${textOf(document.footnote)}`] : []),
    ...labelled('footer', document.footer),
    ...(document.title ? [`[File > Info > Title] ${document.title}`] : []),
  ].join('\n')
}

const SHOWN = 90

/** A line of JSON where it fits, else a member a line; long base64 is cut. */
function json(value: unknown, indent: string): string {
  if (typeof value === 'string' && /^(data:image|[A-Za-z0-9+/]{100})/.test(value)) {
    return JSON.stringify(`${value.slice(0, 34)}…`)
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const deeper = `${indent}  `
  const members = Array.isArray(value)
    ? value.map((one: unknown) => json(one, deeper))
    : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${json(one, deeper)}`)
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const space = Array.isArray(value) || members.length === 0 ? '' : ' '
  const line = `${open}${space}${members.join(', ')}${space}${close}`
  if (!line.includes('\n') && line.length + indent.length <= SHOWN) return line
  return `${open}\n${members.map((member) => deeper + member).join(',\n')}\n${indent}${close}`
}

/** The data of an example. */
export const dataText = (example: Pick<Example, 'data'>): string => json(example.data, '')
