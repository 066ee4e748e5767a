/**
 * Rows of one table found by the values of their columns, which is what most statements ask. A store writes Kysely or SQL
 * where a statement joins tables, groups or computes.
 */
import { type Insertable, type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { isAmong } from './conditions.ts'
import type { Tables } from './tables.ts'

type Row<Table extends keyof Tables> = Selectable<Tables[Table]>
type Operator = '<' | '<=' | '>' | '>=' | '!='

/** A comparison other than equality. */
export class Comparison<Value> {
  readonly operator: Operator
  readonly value: Value

  constructor(operator: Operator, value: Value) {
    this.operator = operator
    this.value = value
  }
}

/** Compares a column otherwise than by equality, as in `{ expires_at: is('>', now) }`. */
export const is = <const Value>(operator: Operator, value: Value) => new Comparison(operator, value)

/** Values that columns must all have: a value, null for none, or a list of which it must be one. */
type Where<Table extends keyof Tables> = {
  readonly [Column in keyof Row<Table>]?:
    | Row<Table>[Column]
    | Comparison<Row<Table>[Column]>
    | ReadonlyArray<Row<Table>[Column] & (string | number)>
}

type Changes<Table extends keyof Tables> = {
  readonly [Column in keyof Row<Table>]?: Row<Table>[Column] | RawBuilder<Row<Table>[Column]>
}

/** Which columns to read, in which order and how many rows. */
interface Reading<Table extends keyof Tables, Column extends keyof Row<Table>> {
  columns?: readonly Column[]
  order?: { readonly [By in keyof Row<Table>]?: 'asc' | 'desc' }
  limit?: number
}

function condition([column, value]: [string, unknown]): RawBuilder<unknown> {
  const name = sql.ref(column)
  // Left out, it would match every row.
  if (value === undefined) throw new TypeError(`no value to find rows by ${column}`)
  if (value === null) return sql`${name} IS NULL`
  if (Array.isArray(value)) return isAmong(name, value)
  if (!(value instanceof Comparison)) return sql`${name} = ${value}`
  if (value.value === null) return sql`${name} IS NOT NULL`
  return sql`${name} ${sql.raw(value.operator)} ${value.value}`
}

class Rows<Table extends keyof Tables> {
  readonly #db: Kysely<Tables>
  readonly #table: RawBuilder<unknown>
  readonly #where: RawBuilder<unknown>

  constructor(db: Kysely<Tables>, table: Table, where: Where<Table>) {
    this.#db = db
    this.#table = sql.table(table)
    this.#where = sql.join(Object.entries(where).map(condition), sql` AND `)
  }

  /** Reads them. */
  async all<Column extends keyof Row<Table> = keyof Row<Table>>({
    columns,
    order = {},
    limit,
  }: Reading<Table, Column> = {}): Promise<Pick<Row<Table>, Column>[]> {
    const names = columns ? sql.join(columns.map((each) => sql.ref(String(each)))) : sql`*`
    const by = Object.entries(order).map(
      ([each, way]) => sql`${sql.ref(each)} ${way === 'desc' ? sql`DESC` : sql`ASC`}`,
    )
    const { rows } = await sql<Pick<Row<Table>, Column>>`
      SELECT ${names} FROM ${this.#table} WHERE ${this.#where}
      ${by.length > 0 ? sql`ORDER BY ${sql.join(by)}` : sql``}
      ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`.execute(this.#db)
    return rows
  }

  /** The first of them; undefined where there is none. */
  async first<Column extends keyof Row<Table> = keyof Row<Table>>(
    reading?: Omit<Reading<Table, Column>, 'limit'>,
  ): Promise<Pick<Row<Table>, Column> | undefined> {
    return (await this.all({ ...reading, limit: 1 }))[0]
  }

  /** One column of them. */
  async list<Column extends keyof Row<Table>>(
    column: Column,
    reading?: Omit<Reading<Table, Column>, 'columns'>,
  ): Promise<Array<Row<Table>[Column]>> {
    const rows = await this.all({ ...reading, columns: [column] })
    return rows.map((row) => row[column])
  }

  /** How many there are. */
  async count(): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      SELECT count(*) AS count FROM ${this.#table} WHERE ${this.#where}`.execute(this.#db)
    return rows[0]?.count ?? 0
  }

  /** The sum of a column of them. */
  async sum(column: keyof Row<Table> & string): Promise<number> {
    const { rows } = await sql<{ sum: number }>`
      SELECT coalesce(sum(${sql.ref(column)}), 0) AS sum FROM ${this.#table} WHERE ${this.#where}`.execute(
      this.#db,
    )
    return rows[0]?.sum ?? 0
  }

  /** Changes columns; returns whether there was such a row. */
  async change(changes: Changes<Table>): Promise<boolean> {
    const done = await this.#update(changes).execute(this.#db)
    return Number(done.numAffectedRows) > 0
  }

  /** Changes columns; returns the rows as they are then. */
  async changed(changes: Changes<Table>): Promise<Row<Table>[]> {
    const { rows } = await sql<Row<Table>>`${this.#update(changes)} RETURNING *`.execute(this.#db)
    return rows
  }

  #update(changes: Changes<Table>): RawBuilder<unknown> {
    const set = Object.entries(changes)
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => sql`${sql.ref(column)} = ${value}`)
    return sql`UPDATE ${this.#table} SET ${sql.join(set)} WHERE ${this.#where}`
  }

  /** Deletes them; returns how many there were. */
  async delete(): Promise<number> {
    const done = await sql`DELETE FROM ${this.#table} WHERE ${this.#where}`.execute(this.#db)
    return Number(done.numAffectedRows)
  }

  /** Deletes them; returns what they were. */
  async take(): Promise<Row<Table>[]> {
    const gone = sql<Row<Table>>`DELETE FROM ${this.#table} WHERE ${this.#where} RETURNING *`
    return (await gone.execute(this.#db)).rows
  }
}

/** Adds a row to a table. */
export async function addRow<Table extends keyof Tables>(
  db: Kysely<Tables>,
  table: Table,
  row: Insertable<Tables[Table]>,
): Promise<void> {
  const columns = Object.keys(row).map((each) => sql.ref(each))
  const values = Object.values(row)
  await sql`INSERT INTO ${sql.table(table)} (${sql.join(columns)}) VALUES (${sql.join(values)})`.execute(
    db,
  )
}

/** The rows of a table whose columns have these values. */
export const rowsOf = <Table extends keyof Tables>(
  db: Kysely<Tables>,
  table: Table,
  where: Where<Table>,
) => new Rows(db, table, where)
