/** The chain of an organisation's log: as a file, and checked. */
import type { KeyMode } from '../accounts/key-format.ts'
import type { Trails } from '../audit/trail.ts'
import { type TrailJson, type TrailVerdict, trailJson } from '../audit/verify-trail.ts'
import type { SecurityEvents } from '../identity/events.ts'
import { logTrailOf } from '../identity/log-chain.ts'
import type { LogVerdict } from '../identity/log-check.ts'
import type { Certificate } from '../pades/certificate.ts'
import type { Pki } from '../pki/open.ts'
import type { VerifyPool } from '../verification/verify-pool.ts'

/** Longer ones are checked on the command line, or from the file: a page would take seconds and the memory of many. */
const CHECKED_MAX = 20_000
const PAGE = 500

/** What a page says of a log and its chain. */
export interface CheckedLog {
  /** The newest entry of the chain. */
  head: { seq: number; hash: string }
  /** Undefined: too long to be checked here. */
  found: { rows: LogVerdict; chain: TrailVerdict } | undefined
}

/** The console's operations on the chains of logs. */
export type AccountLog = ReturnType<typeof accountLog>

/** Builds the operations. */
export function accountLog({
  trails,
  events,
  ...verifier
}: TrailVerifier & { trails: Trails; events: Pick<SecurityEvents, 'check'> }) {
  return {
    /** Places of entries in the chain, by the number of each. */
    async places(organisationId: string, seqs: readonly number[]) {
      const entries = await trails.entries(logTrailOf(organisationId), seqs)
      return new Map(entries.map((entry) => [entry.seq, entry]))
    },
    /** Compares the log with its chain, and checks that; undefined: nothing is in it yet. */
    async check(organisationId: string): Promise<CheckedLog | undefined> {
      const id = logTrailOf(organisationId)
      const head = await trails.head(id)
      if (head === undefined) return undefined
      const { seq, hash } = head
      if (seq > CHECKED_MAX) return { head: { seq, hash }, found: undefined }
      const trail = await trails.read(id)
      if (trail === undefined) return undefined
      const chain = await trailVerdict(verifier, trailJson(trail), 'live')
      return { head: { seq, hash }, found: { rows: await events.check(organisationId), chain } }
    },
    /** The chain in the form of every trail, in pieces: it may be long. */
    async *file(organisationId: string): AsyncGenerator<string> {
      const id = logTrailOf(organisationId)
      const bare = await trails.bare(id)
      if (bare === undefined) return
      const { entries: _, ...around } = trailJson(bare)
      yield `${JSON.stringify(around).slice(0, -1)},"entries":[`
      for (let seq = 0, more = true; more; ) {
        const entries = await trails.page(id, seq, PAGE)
        const text = entries.map((entry) => JSON.stringify(entry)).join(',\n')
        if (text !== '') yield seq === 0 ? text : `,\n${text}`
        seq = entries.at(-1)?.seq ?? seq
        more = entries.length === PAGE
      }
      yield ']}\n'
    },
  }
}

// Checks a trail against every authority that may have time-stamped it.

/** What it takes. */
export interface TrailVerifier {
  pkiOf(mode: KeyMode): Pki
  /** Threads that check trails. */
  verifiers: Pick<VerifyPool, 'trail'>
}

/** Checks a trail in a thread. */
export async function trailVerdict(verifier: TrailVerifier, trail: TrailJson, mode: KeyMode) {
  const { between } = verifier.pkiOf(mode)
  const roots = trail.stamps.length === 0 ? [] : await rootsOf(verifier, mode)
  const known = roots.map(({ der }) => der)
  const others = between.map(({ der }) => der)
  return await verifier.verifiers.trail(trail, known, others)
}

/** Every root that this service ever had, and those of external authorities. */
async function rootsOf({ pkiOf }: TrailVerifier, mode: KeyMode): Promise<Certificate[]> {
  const { roots, stampRoots } = await pkiOf(mode).trusted()
  return [...roots, ...stampRoots]
}
