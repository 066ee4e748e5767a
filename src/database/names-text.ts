/** An SQL condition for JSON columns. */
import { type RawBuilder, sql } from 'kysely'

/**
 * Whether any value in a column's JSON is exactly this text, ASCII case-insensitively. @param column its name, never
 * untrusted input
 */
export const namesText = (column: string, text: string): RawBuilder<boolean> => {
  const json = sql.ref(column)
  // Most rows do not contain the text, which is cheaper to check than parsing them as JSON.
  return sql<boolean>`(instr(lower(${json}), lower(${text})) > 0 AND EXISTS (
    SELECT 1 FROM json_tree(${json}) AS part
    WHERE part.type = 'text' AND lower(part.atom) = lower(${text})))`
}
