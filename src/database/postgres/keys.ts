/** Keys of PostgreSQL's advisory locks. */
import { createHash } from 'node:crypto'

/** The same for every process on the same schema; 64 bits of SHA-256. */
export const lockKeyOf = (schema: string, purpose: 'migrations' | 'writes' | 'instance'): bigint =>
  createHash('sha256').update(`paraph ${schema} ${purpose}`).digest().readBigInt64BE()
