/**
 * Heads of trails, written down once a day in the service's own trail, which is time-stamped itself: a trail that is
 * rewritten, cut or deleted afterwards no longer agrees with it.
 */
import { isRecord } from '../kernel/type-guards.ts'
import { OWN_TRAIL, type Trails } from './trail.ts'

/** The type of the entries that name heads; each has `heads`: a number and a hash for each trail by its id. */
const TYPE = 'trails.heads'
const READER = 'audit.heads'
/** Entries of all trails that one such entry is about. */
const BATCH = 500

/** Writes down the newest entry of each trail that has new ones since the last time. */
export async function recordHeads(trails: Trails): Promise<void> {
  await trails.readAll(READER, BATCH, async (db, entries) => {
    const others = entries.filter(({ trailId }) => trailId !== OWN_TRAIL)
    if (others.length === 0) return
    const heads = Object.fromEntries(
      others.map(({ trailId, seq, hash }) => [trailId, [seq, hash]] as const),
    )
    await trails.note(db, { type: TYPE, actor: 'service', data: { heads } })
  })
}

/** What the service's own trail says of the others. */
export class RecordedHeads {
  readonly #heads = new Map<string, Map<number, string>>()
  readonly #erased = new Set<string>()

  /** Reads the service's own trail, whose own check says whether to believe it. */
  static async read(trails: Trails): Promise<RecordedHeads> {
    const recorded = new RecordedHeads()
    for (const { type, data } of (await trails.read(OWN_TRAIL))?.entries ?? []) {
      if (type === 'trail.erased') recorded.#erased.add(String(data.trail_id))
      if (type !== TYPE || !isRecord(data.heads)) continue
      for (const [id, head] of Object.entries(data.heads))
        if (Array.isArray(head)) recorded.#add(id, Number(head[0]), String(head[1]))
    }
    return recorded
  }

  #add(id: string, seq: number, hash: string): void {
    const heads = this.#heads.get(id) ?? new Map<number, string>()
    this.#heads.set(id, heads.set(seq, hash))
  }

  /** What contradicts it in a trail: one sentence each. */
  findings(id: string, entries: ReadonlyArray<{ seq: number; hash: string }>): string[] {
    const hashes = new Map(entries.map(({ seq, hash }) => [seq, hash]))
    return [...(this.#heads.get(id) ?? [])].flatMap(([seq, hash]) => {
      if (hashes.get(seq) === hash) return []
      return hashes.has(seq)
        ? [`the service's own trail recorded another hash of entry ${seq}`]
        : [`entry ${seq} is missing: the service's own trail recorded it`]
    })
  }

  /** Trails that it names, that were not erased, and that are not among these. */
  missing(ids: ReadonlySet<string>): string[] {
    return [...this.#heads.keys()].filter((id) => !ids.has(id) && !this.#erased.has(id))
  }
}
