/** A condition in SQL, for columns of JSON. */
import { type RawBuilder, sql } from 'kysely'

/** Whether some member of a column's JSON is exactly this text, whatever its case in ASCII. @param column its name, never a stranger's */
export const namesText = (column: string, text: string): RawBuilder<boolean> => {
  const json = sql.ref(column)
  // Most rows hold the text nowhere, which is cheaper to see than to read them as JSON.
  return sql<boolean>`(instr(lower(${json}), lower(${text})) > 0 AND EXISTS (
    SELECT 1 FROM json_tree(${json}) AS part
    WHERE part.type = 'text' AND lower(part.atom) = lower(${text})))`
}
