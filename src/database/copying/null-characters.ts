/** The one character that SQLite stores in a text and PostgreSQL does not: U+0000. */
import { sql } from 'kysely'
import { FatalError } from '../../kernel/invariant.ts'
import type { Db } from '../open.ts'
import type { Row } from './rows.ts'
import type { TableShape } from './shape.ts'

/** So many texts are named; a person corrects them one by one. */
const NAMED_MAX = 20

/** The texts of a table that have it, as "table.column where key = …". */
async function textsWithNull(sqlite: Db, { name, columns, key }: TableShape): Promise<string[]> {
  const has = columns.map((column) => {
    const cell = sql.ref(column)
    return sql`(typeof(${cell}) = 'text' AND instr(${cell}, char(0)) > 0)`
  })
  const { rows } =
    await sql<Row>`SELECT ${sql.join([...new Set([...key, ...columns])].map((column) => sql.ref(column)))}
    FROM ${sql.table(name)} WHERE ${sql.join(has, sql` OR `)}`.execute(sqlite)
  return rows.flatMap((row) => {
    const found = columns.filter((column) => String(row[column] ?? '').includes('\0'))
    const which = key.map((column) => `${column} = ${JSON.stringify(row[column])}`).join(' and ')
    return found.map((column) => `${name}.${column} where ${which}`)
  })
}

/**
 * Looks through the source before anything is copied into PostgreSQL.
 * @throws FatalError naming the texts, for a person to correct
 */
export async function refuseNullCharacters(sqlite: Db, shapes: readonly TableShape[]) {
  const found: string[] = []
  for (const shape of shapes) found.push(...(await textsWithNull(sqlite, shape)))
  if (found.length === 0) return
  const left = found.length - NAMED_MAX
  throw new FatalError(
    [
      'nothing was copied: PostgreSQL cannot store the character U+0000, which these texts of the source contain; set each of them to a text without it, and run this again:',
      ...found.slice(0, NAMED_MAX),
      ...(left > 0 ? [`and ${left} more`] : []),
    ].join('\n'),
  )
}
