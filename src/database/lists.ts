/** An SQL condition for lists, which may be empty, or longer than a statement may have parameters. */
import { type RawBuilder, sql } from 'kysely'

/** SQLite takes 32,766 parameters, PostgreSQL 65,535; a text of this length is also compiled anew each time. */
const PARAMETERS_MAX = 1_000

/** Whether an expression is one of these values: ids, numbers, addresses. */
export function isAmong(
  expression: RawBuilder<unknown>,
  values: ReadonlyArray<string | number>,
): RawBuilder<boolean> {
  if (values.length === 0) return sql<boolean>`(1 = 0)`
  if (values.length <= PARAMETERS_MAX) return sql<boolean>`(${expression} IN (${sql.join(values)}))`
  const listed = `"${values.join('"')}"`
  return sql<boolean>`(instr(${listed}, '"' || ${expression} || '"') > 0)`
}
