/** All SQL about signers' passkeys: of an account's signers, by address and by the host that browsers bind them to. */
import type { Db } from '../../database/open.ts'
import { rowsOf } from '../../database/rows.ts'

/** A passkey as it is stored. */
export interface SignerPasskey {
  /** The credential id that the authenticator chose, base64url. */
  id: string
  account_id: string
  mode: 'live' | 'test'
  /** In lower case. */
  email: string
  host: string
  /** COSE_Key (RFC 9052). */
  public_key: Buffer
  counter: number
  transports: string
  /** Masked number of the telephone whose code was entered before. */
  phone: string
  /** Of that telephone, see `PhoneMarks`; empty for those registered before it was kept. */
  phone_hash: string
  /** RFC 3339. */
  created_at: string
  last_used_at: string | null
}

declare module '../../database/tables.ts' {
  interface Tables {
    signer_passkeys: SignerPasskey
  }
}

/** Whose passkeys, and for which pages. */
export type PasskeyOwner = Pick<SignerPasskey, 'account_id' | 'mode' | 'email' | 'host'>

/** The passkeys of an owner, oldest first. */
export const passkeysOf = (db: Db, owner: PasskeyOwner): Promise<SignerPasskey[]> =>
  rowsOf(db, 'signer_passkeys', {
    account_id: owner.account_id,
    mode: owner.mode,
    email: owner.email,
    host: owner.host,
  }).all({ order: { created_at: 'asc' } })

/** Returns whether it was inserted: not if anybody has one with that id. */
export async function insertPasskey(db: Db, row: SignerPasskey): Promise<boolean> {
  const rows = await db
    .insertInto('signer_passkeys')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .execute()
  return rows.length > 0
}

/** Records a use of a passkey: its signature counter and when. */
export const usePasskey = (db: Db, id: string, use: { counter: number; at: string }) =>
  rowsOf(db, 'signer_passkeys', { id }).change({ counter: use.counter, last_used_at: use.at })

/** Removes every passkey of an address; returns how many. */
export const removePasskeys = (db: Db, owner: Omit<PasskeyOwner, 'host'>): Promise<number> =>
  rowsOf(db, 'signer_passkeys', {
    account_id: owner.account_id,
    mode: owner.mode,
    email: owner.email,
  }).delete()
