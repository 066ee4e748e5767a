/** Files that the rows of a table name, by their hash in an indexed column `sha256`; read by that index, however many. */
import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Tables } from './tables.ts'

/** Rows of the index that a statement reads, in some milliseconds. */
const PAGE = 1_000
/** So many files are listed whole in a few minutes. */
const LISTED_WHOLE = 100_000

/** The files that a table names. */
export class NamedFiles {
  readonly #db: Kysely<Tables>
  readonly #table: string

  /** @param table never untrusted input */
  constructor(db: Kysely<Tables>, table: string) {
    this.#db = db
    this.#table = table
  }

  /** Whether a row names a file. */
  async has(sha256: string): Promise<boolean> {
    const { rows } =
      await sql`SELECT 1 FROM ${this.#from} WHERE sha256 = ${sha256} LIMIT 1`.execute(this.#db)
    return rows.length > 0
  }

  /** Whether there are more than can be listed at once. */
  async areMany(): Promise<boolean> {
    const { rows } = await sql`SELECT 1 FROM ${this.#from} LIMIT 1 OFFSET ${LISTED_WHOLE}`.execute(
      this.#db,
    )
    return rows.length > 0
  }

  /** How many, each once. */
  async count(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM (SELECT DISTINCT sha256 FROM ${this.#from}) AS each`.execute(
      this.#db,
    )
    return Number(rows[0]?.count ?? 0)
  }

  /** All of them, each once, a page at a time. */
  async *all(): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const page = await this.#after(after, PAGE)
      yield* page
      if (page.length < PAGE) return
      after = page.at(-1) ?? ''
    }
  }

  /** One at random: hashes are spread evenly. Undefined where the drawn place has none after it. */
  async random(): Promise<string | undefined> {
    return (await this.#after(randomBytes(32).toString('hex'), 1))[0]
  }

  get #from() {
    return sql.table(this.#table)
  }

  async #after(after: string, limit: number): Promise<string[]> {
    const { rows } = await sql<{ sha256: string }>`
      SELECT DISTINCT sha256 FROM ${this.#from} WHERE sha256 > ${after}
      ORDER BY sha256 LIMIT ${limit}`.execute(this.#db)
    return rows.map(({ sha256 }) => sha256)
  }
}
