/** The origins that an account lets embed its signers' pages, and all SQL about them. */
import type { Db } from '../../database/open.ts'
import { rowsOf } from '../../database/rows.ts'

interface EmbedOriginsTable {
  account_id: string
  /** Such as `https://app.example.com`. */
  origin: string
}

declare module '../../database/tables.ts' {
  interface Tables {
    embed_origins: EmbedOriginsTable
  }
}

/** An account's origins, in the order of the alphabet. */
export async function originsOf(db: Db, accountId: string): Promise<string[]> {
  return (await rowsOf(db, 'embed_origins', { account_id: accountId }).list('origin')).sort()
}

/** Replaces an account's origins. */
export async function setOrigins(db: Db, account_id: string, origins: readonly string[]) {
  await rowsOf(db, 'embed_origins', { account_id }).delete()
  if (origins.length === 0) return
  const rows = origins.map((origin) => ({ account_id, origin }))
  await db.insertInto('embed_origins').values(rows).execute()
}
