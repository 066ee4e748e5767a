/** The log of an organisation as a file: page by page, so that a long one takes no memory. */
import type { TrailEntry } from '../audit/chain.ts'
import type { LogFilter, LogRow } from '../identity/log-store.ts'
import { csvCell } from '../kernel/csv-cell.ts'

/** The forms of the file. */
export const LOG_FORMATS = ['csv', 'jsonl'] as const
/** A form of the file. */
type LogFormat = (typeof LOG_FORMATS)[number]

/** Type and encoding of each. */
export const LOG_TYPES: Readonly<Record<LogFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  jsonl: 'application/jsonl; charset=utf-8',
}

const PAGE = 500
const COLUMNS = [
  ...(['id', 'at', 'person', 'email', 'event', 'subject', 'ip', 'user_agent'] as const),
  // Of the chain: with these and the salts an entry can be checked without this service.
  ...(['organisation', 'salt', 'origin_salt', 'seq', 'prev_hash', 'hash'] as const),
]

type Entry = Record<Exclude<(typeof COLUMNS)[number], 'seq'>, string | null> & {
  seq: number | null
}

const entryOf = (row: LogRow, place: TrailEntry | undefined): Entry => ({
  id: row.id,
  at: row.at,
  person: row.account_id,
  email: row.email,
  event: row.type,
  subject: row.subject,
  ip: row.ip === '' ? null : row.ip,
  user_agent: row.ua === '' ? null : row.ua,
  organisation: row.organisation_id,
  salt: row.salt,
  origin_salt: row.origin_salt,
  seq: row.chain_seq,
  prev_hash: place?.prev_hash ?? null,
  hash: place?.hash ?? null,
})

const LINE: Readonly<Record<LogFormat, (entry: Entry) => string>> = {
  csv: (entry) =>
    `${COLUMNS.map((column) => csvCell(String(entry[column] ?? ''), ',')).join(',')}\r\n`,
  jsonl: (entry) => `${JSON.stringify(entry)}\n`,
}

/** Where the file comes from. */
interface LogSource {
  /** A page of entries before an id. */
  read(filter: LogFilter, page: { before?: string | undefined; limit: number }): Promise<LogRow[]>
  /** Their places in the chain. */
  places(seqs: readonly number[]): Promise<ReadonlyMap<number, TrailEntry>>
}

/** The file, newest entries first. */
export async function* logFile(format: LogFormat, filter: LogFilter, { read, places }: LogSource) {
  if (format === 'csv') yield `${COLUMNS.join(',')}\r\n`
  for (let before: string | undefined, more = true; more; ) {
    const rows = await read(filter, { before, limit: PAGE })
    const found = await places(rows.flatMap(({ chain_seq }) => chain_seq ?? []))
    const entries = rows.map((row) => entryOf(row, found.get(row.chain_seq ?? 0)))
    if (rows.length > 0) yield entries.map(LINE[format]).join('')
    before = rows.at(-1)?.id
    more = rows.length === PAGE
  }
}
