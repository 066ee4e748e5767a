/** The text of an uploaded list: its encoding, its separator, whether it is CSV or JSON lines, and the records of a CSV. */
import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { throwIfInvalid } from '../kernel/errors.ts'
import { findingAt } from '../translations/texts.ts'

/** A list as text. */
export interface ListText {
  text: string
  format: 'csv' | 'ndjson'
  /** Of CSV. */
  separator: string
  /** Line of the file on which the text begins: Excel's `sep=` is left out. */
  firstLine: number
  /** The encoding was guessed: the file is not Unicode. */
  guessed: boolean
}

const SEPARATORS = [';', ',', '\t'] as const
/** The only encoding besides Unicode that Excel saves CSV in, in Western Europe. */
const EXCEL = 'windows-1252'

const BOMS = [
  { mark: [0xef, 0xbb, 0xbf], encoding: 'utf-8' },
  { mark: [0xff, 0xfe], encoding: 'utf-16le' },
  { mark: [0xfe, 0xff], encoding: 'utf-16be' },
] as const

function decode(bytes: Uint8Array): { text: string; guessed: boolean } {
  const known = BOMS.find(({ mark }) => mark.every((byte, at) => bytes[at] === byte))
  const encoding = known?.encoding ?? 'utf-8'
  try {
    return { text: new TextDecoder(encoding, { fatal: true }).decode(bytes), guessed: false }
  } catch {
    if (known === undefined) return { text: new TextDecoder(EXCEL).decode(bytes), guessed: true }
    const facts = { encoding: encoding.toUpperCase() }
    throwIfInvalid([findingAt('/rows', 'list_encoding', 'lists.encoding', facts)])
    throw new Error('unreachable')
  }
}

/** The separator that occurs most often in the header, outside quotes. */
function separatorOf(text: string): string {
  const counts = new Map<string, number>(SEPARATORS.map((each) => [each, 0]))
  let quoted = false
  for (const char of text.slice(0, HEADER_MAX)) {
    if (char === '"') quoted = !quoted
    else if (!quoted && (char === '\n' || char === '\r')) break
    else if (!quoted && counts.has(char)) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  const [best] = [...counts].sort(([, one], [, other]) => other - one)
  return best !== undefined && best[1] > 0 ? best[0] : ','
}

const HEADER_MAX = 100_000
const SEP_LINE = /^sep=(.)\r?\n/

/** Reads an upload. @throws AppError `validation_failed` for a file that is no text */
export function listText(
  bytes: Uint8Array,
  { filename, mediaType }: { filename: string; mediaType: string },
): ListText {
  const { text, guessed } = decode(bytes)
  const isLines =
    /\bx?-?(?:ndjson|jsonl|jsonlines)\b/i.test(mediaType) ||
    /\.(?:ndjson|jsonl)$/i.test(filename) ||
    /^\s*\{/.test(text)
  if (isLines) return { text, format: 'ndjson', separator: ',', firstLine: 1, guessed }
  const named = SEP_LINE.exec(text)
  if (named !== null)
    return {
      text: text.slice(named[0].length),
      format: 'csv',
      separator: named[1] ?? ',',
      firstLine: 2,
      guessed,
    }
  return { text, format: 'csv', separator: separatorOf(text), firstLine: 1, guessed }
}

/** A record that is longer than this is a quote that was never closed, where nothing else is said. */
const RECORD_CHARS_MAX = 2_000_000
/** Between pieces others are served. */
const CHUNK_CHARS = 64 * 1024

function* chunksOf(text: string): Generator<string> {
  for (let at = 0; at < text.length; at += CHUNK_CHARS) yield text.slice(at, at + CHUNK_CHARS)
}

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

/**
 * The records of a CSV (RFC 4180, as spreadsheets write it) that are not empty, with the line on which each begins.
 * @throws AppError `validation_failed` with the line that cannot be read
 */
export async function* csvRecords(
  { text, separator, firstLine }: ListText,
  recordMax = RECORD_CHARS_MAX,
): AsyncGenerator<{ cells: string[]; line: number }> {
  // The parser counts a carriage return inside a cell as a line of its own.
  const parser = pipeline(
    Readable.from(chunksOf(text.replaceAll('\r\n', '\n'))),
    parse({
      delimiter: separator,
      info: true,
      max_record_size: recordMax,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    }),
    // Errors come to the one who reads.
    () => undefined,
  )
  let before = firstLine - 1
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRecord>) {
      const line = before + 1
      before = info.lines + firstLine - 1
      if (record.some((cell) => cell.trim() !== '')) yield { cells: record, line }
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const line = Number(error.lines ?? 1) + firstLine - 1
    const detail = /QUOTE|MAX_RECORD/.test(error.code) ? 'lists.quote' : 'lists.csv'
    throwIfInvalid([findingAt('/rows', 'csv_broken', detail, { line })])
  }
}
