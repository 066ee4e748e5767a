/** Which statements PostgreSQL keeps prepared: parsing and planning takes it several times as long as doing most of them. */
import { createHash } from 'node:crypto'

/** A text that was sent this often comes again. */
const USES = 3
/** Each connection keeps its own plans, of some ten kilobytes. */
const NAMES_MAX = 300
/** Lists as long as this are rarely as long again. */
const LENGTH_MAX = 4_000
/** Texts that are counted, with those that never come again. */
const COUNTED_MAX = 5_000

/**
 * A prepared statement fails for good once its columns are others ("cached plan must not change result type"), as those
 * of `SELECT *` are when a newer build has added one while this one still runs.
 */
const ALL_COLUMNS = /(?<!\(\s*)\*(?!\s*[\d(:])/

/** One statement, of those that have a plan. */
const PLANNED = /^\s*(SELECT|WITH|INSERT|UPDATE|DELETE)\b[^;]*$/i

/** Names for statements, the same on every connection. */
export class StatementNames {
  readonly #uses = new Map<string, number>()
  readonly #names = new Map<string, string>()

  /** The name to prepare a statement under; undefined: it is sent as it is. @param text with placeholders for values */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (this.#names.size >= NAMES_MAX || text.length > LENGTH_MAX) return
    if (!PLANNED.test(text) || ALL_COLUMNS.test(text)) return
    if (this.#uses.size >= COUNTED_MAX) this.#uses.clear()
    const uses = (this.#uses.get(text) ?? 0) + 1
    this.#uses.set(text, uses)
    if (uses < USES) return
    this.#uses.delete(text)
    const name = `paraph_${createHash('sha256').update(text).digest('hex').slice(0, 32)}`
    this.#names.set(text, name)
    return name
  }
}
