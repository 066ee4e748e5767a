/** Compares the log of an organisation with its chain: what was changed, removed or put in between. */
import type { TrailEntry } from '../audit/chain.ts'
import type { Trails } from '../audit/trail.ts'
import type { Db } from '../database/open.ts'
import { factsDigest, LOG_ERASED, logTrailOf, NOTED, originDigest } from './log-chain.ts'
import {
  countUnchained,
  type LogRow,
  rowsInChain,
  rowsPastChain,
  unchainedSince,
} from './log-store.ts'

const PAGE = 500
const FINDINGS_MAX = 100

/** An entry that is not as it was written. */
export interface LogFinding {
  /** `foreign`: it is in the log, and not in the chain. */
  kind: 'changed' | 'missing' | 'foreign'
  id: string
  /** Its place in the chain; undefined: it has none. */
  seq: number | undefined
}

/** What was found. */
export interface LogVerdict {
  /** Entries that are as they were written. */
  intact: number
  /** Those of them without a network address, which was erased with the log-in of its person. */
  anonymous: number
  /** Entries erased as the operator's period says, and before when. */
  erased: { entries: number; before: string | undefined }
  /** Entries of before the chain began. */
  older: number
  /** The first of {@link LogVerdict.faultCount}. */
  findings: LogFinding[]
  findingCount: number
}

/** A fault in a sentence. */
export function findingSentence({ kind, id, seq }: LogFinding): string {
  if (kind === 'foreign') return `${id} is in the log and not in the chain`
  return `entry ${seq} of the log (${id}) ${kind === 'changed' ? 'was changed' : 'is missing'}`
}

/** Up to where the operator's period has erased. */
type Erased = Awaited<ReturnType<typeof erasedIn>>

const textIn = (entry: TrailEntry, member: string): string => {
  const value = entry.data[member]
  return typeof value === 'string' ? value : ''
}

/** Whether the address of an entry went with the log-in of its person. */
const isAnonymous = ({ ip, ua, email }: LogRow): boolean =>
  ip === '' && ua === '' && email.endsWith('@invalid')

function isChanged(entry: TrailEntry, row: LogRow): boolean {
  if (row.salt === null || factsDigest(row.salt, row) !== textIn(entry, 'facts')) return true
  if (isAnonymous(row)) return false
  return row.origin_salt === null || originDigest(row.origin_salt, row) !== textIn(entry, 'origin')
}

/** The check of one log. */
class LogCheck {
  readonly #erasedThrough: number
  readonly verdict: LogVerdict

  constructor({ through, before }: Erased) {
    this.#erasedThrough = through
    const erased = { entries: 0, before }
    this.verdict = { intact: 0, anonymous: 0, erased, older: 0, findings: [], findingCount: 0 }
  }

  take(entries: readonly TrailEntry[], rows: readonly LogRow[]): void {
    const left = new Map(rows.map((row) => [row.id, row]))
    for (const entry of entries.filter(({ type }) => type === NOTED)) {
      const row = left.get(textIn(entry, 'entry'))
      if (row?.chain_seq === entry.seq) left.delete(row.id)
      this.#compare(entry, row?.chain_seq === entry.seq ? row : undefined)
    }
    for (const { id, chain_seq } of left.values()) this.addFinding('foreign', id, chain_seq)
  }

  addFinding(kind: LogFinding['kind'], id: string, seq: number | null): void {
    this.verdict.findingCount += 1
    if (this.verdict.findings.length < FINDINGS_MAX)
      this.verdict.findings.push({ kind, id, seq: seq ?? undefined })
  }

  #compare(entry: TrailEntry, row: LogRow | undefined): void {
    const { verdict } = this
    if (row === undefined && entry.seq <= this.#erasedThrough) verdict.erased.entries += 1
    else if (row === undefined) this.addFinding('missing', textIn(entry, 'entry'), entry.seq)
    else if (isChanged(entry, row)) this.addFinding('changed', row.id, entry.seq)
    else {
      verdict.intact += 1
      if (isAnonymous(row)) verdict.anonymous += 1
    }
  }
}

async function erasedIn(trails: Trails, trail: string) {
  const mark = await trails.newest(trail, LOG_ERASED)
  if (mark === undefined) return { through: 0, before: undefined }
  return { through: Number(mark.data.through), before: textIn(mark, 'before') }
}

/** Compares, page by page. The chain itself is checked like any trail. */
export async function checkLog(db: Db, trails: Trails, organisationId: string) {
  const trail = logTrailOf(organisationId)
  const check = new LogCheck(await erasedIn(trails, trail))
  let [seq, began]: [number, string | undefined] = [0, undefined]
  for (let more = true; more; ) {
    const entries = await trails.page(trail, seq, PAGE)
    const last = entries.at(-1)
    if (last === undefined) break
    began ??= entries[0]?.at
    const rows = await rowsInChain(db, organisationId, { after: seq, to: last.seq })
    check.take(entries, rows)
    seq = last.seq
    more = entries.length === PAGE
  }
  // Entries that were added meanwhile have their place.
  const end = (await trails.head(trail))?.seq ?? 0
  for (const { id, chain_seq } of await rowsPastChain(db, organisationId, end, FINDINGS_MAX))
    check.addFinding('foreign', id, chain_seq)
  check.verdict.older = await countUnchained(db, organisationId, began)
  if (began !== undefined)
    for (const { id } of await unchainedSince(db, organisationId, began, FINDINGS_MAX))
      check.addFinding('foreign', id, null)
  return check.verdict
}
