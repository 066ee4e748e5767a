/** The log of an organisation as a file: page by page, so that a long one takes no memory. */
import type { LogFilter, LogRow } from '../identity/log-store.ts'
import { csvCell } from '../kernel/csv-cell.ts'

/** The forms of the file. */
export const LOG_FORMATS = ['csv', 'jsonl'] as const
/** A form of the file. */
export type LogFormat = (typeof LOG_FORMATS)[number]

/** Type and encoding of each. */
export const LOG_TYPES: Readonly<Record<LogFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
}

const PAGE = 500
const COLUMNS = ['id', 'at', 'person', 'email', 'event', 'subject', 'ip', 'user_agent'] as const

type Entry = Record<(typeof COLUMNS)[number], string | null>

const entryOf = (row: LogRow): Entry => ({
  id: row.id,
  at: row.at,
  person: row.account_id,
  email: row.email,
  event: row.type,
  subject: row.subject,
  ip: row.ip === '' ? null : row.ip,
  user_agent: row.ua === '' ? null : row.ua,
})

const LINE: Readonly<Record<LogFormat, (entry: Entry) => string>> = {
  csv: (entry) => `${COLUMNS.map((column) => csvCell(entry[column] ?? '', ',')).join(',')}\r\n`,
  jsonl: (entry) => `${JSON.stringify(entry)}\n`,
}

/** The file, newest entries first. @param read a page of entries before an id */
export async function* logFile(
  format: LogFormat,
  filter: LogFilter,
  read: (
    filter: LogFilter,
    page: { before?: string | undefined; limit: number },
  ) => Promise<LogRow[]>,
): AsyncGenerator<string> {
  if (format === 'csv') yield `${COLUMNS.join(',')}\r\n`
  for (let before: string | undefined, more = true; more; ) {
    const rows = await read(filter, { before, limit: PAGE })
    if (rows.length > 0) yield rows.map((row) => LINE[format](entryOf(row))).join('')
    before = rows.at(-1)?.id
    more = rows.length === PAGE
  }
}
