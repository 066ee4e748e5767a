/** An SQL condition for columns of JSON. */
import { type RawBuilder, sql } from 'kysely'
import { asciiLower } from './ascii-lower.ts'

/**
 * Whether a column's JSON, as `JSON.stringify` writes it, holds exactly this text as a value or a name, ASCII
 * case-insensitively: inside a longer text its quotation marks would be escaped. @param column its name, never
 * untrusted input
 */
export const namesText = (column: string, text: string): RawBuilder<boolean> =>
  sql<boolean>`(instr(lower(${sql.ref(column)}), ${asciiLower(JSON.stringify(text))}) > 0)`
