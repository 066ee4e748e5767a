/** All SQL about signers' authenticator apps: of an account's signers, by address. */
import type { Db } from '../../database/open.ts'
import { is, rowsOf } from '../../database/rows.ts'

/** An app as it is stored. */
export interface SignerTotp {
  id: string
  account_id: string
  mode: 'live' | 'test'
  /** In lower case. */
  email: string
  /** Sealed for `id`. */
  secret: Buffer
  /** The newest step of 30 seconds whose code was taken. */
  last_step: number
  /** Masked number of the telephone whose code was entered before. */
  phone: string
  /** Of that telephone, see `PhoneMarks`. */
  phone_hash: string
  /** RFC 3339. */
  created_at: string
  last_used_at: string | null
}

declare module '../../database/tables.ts' {
  interface Tables {
    signer_totps: SignerTotp
  }
}

/** Whose app. */
export type TotpOwner = Pick<SignerTotp, 'account_id' | 'mode' | 'email'>

/** The newest first. */
export const totpsOf = (db: Db, owner: TotpOwner): Promise<SignerTotp[]> =>
  rowsOf(db, 'signer_totps', {
    account_id: owner.account_id,
    mode: owner.mode,
    email: owner.email,
  }).all({ order: { created_at: 'desc', id: 'desc' } })

/** Stores a registered authenticator app. */
export const insertTotp = (db: Db, row: SignerTotp) =>
  db.insertInto('signer_totps').values(row).execute()

/** Takes a step: once, and none before it, however many ask at the same time. */
export const takeTotpStep = (
  db: Db,
  id: string,
  { step, at }: { step: number; at: string },
): Promise<boolean> =>
  rowsOf(db, 'signer_totps', { id, last_step: is('<', step) }).change({
    last_step: step,
    last_used_at: at,
  })

/** Removes every app of an address. */
export const removeTotps = (db: Db, owner: TotpOwner) =>
  rowsOf(db, 'signer_totps', {
    account_id: owner.account_id,
    mode: owner.mode,
    email: owner.email,
  }).delete()
