/** The table of external seals and all its SQL. */

import type { KeyMode } from '../accounts/key-format.ts'
import type { Db } from '../database/open.ts'
import { rowsOf } from '../database/rows.ts'
import { textsOf } from '../kernel/type-guards.ts'
import type { SigningAlgorithmName } from '../pades/signing-algorithm.ts'
import type { SealPlace } from './place.ts'

interface ExternalSealsTable {
  account_id: string
  /** Of the requests that get it. */
  mode: KeyMode
  /** JSON: where the key is. */
  place: string
  /** JSON of the secrets, encrypted. */
  secrets: Buffer
  /** JSON array of DER in base64: the certificate, those above it, the trust anchor last. */
  certificates: string
  algorithm: SigningAlgorithmName
  /** 1: lists and responders may be on the operator's own network. */
  own_network: number
  created_at: string
  /** Why the provider must not be asked again before the operator has acted; null: it may be. */
  refused: string | null
}

declare module '../database/tables.ts' {
  interface Tables {
    outer_seals: ExternalSealsTable
    outer_seal_anchors: { sha256: string; der: Buffer; added_at: string }
  }
}

/** The external seal of an account for one mode. */
export interface ExternalSealRow {
  accountId: string
  mode: KeyMode
  place: SealPlace
  secrets: Buffer
  /** DER: the certificate, those above it, the trust anchor last. */
  certificates: readonly Buffer[]
  algorithm: SigningAlgorithmName
  ownNetwork: boolean
  createdAt: string
  refused: string | null
}

const decode = (row: ExternalSealsTable): ExternalSealRow => ({
  accountId: row.account_id,
  mode: row.mode,
  place: JSON.parse(row.place) as SealPlace,
  secrets: row.secrets,
  certificates: textsOf(JSON.parse(row.certificates)).map((each) => Buffer.from(each, 'base64')),
  algorithm: row.algorithm,
  ownNetwork: row.own_network === 1,
  createdAt: row.created_at,
  refused: row.refused,
})

/** The external seal of an account; undefined: none. */
export async function findSeal(
  db: Db,
  accountId: string,
  mode: KeyMode,
): Promise<ExternalSealRow | undefined> {
  const row = await rowsOf(db, 'outer_seals', { account_id: accountId, mode }).first()
  return row && decode(row)
}

/** Every external seal. */
export const listSeals = async (db: Db): Promise<ExternalSealRow[]> =>
  (
    await db.selectFrom('outer_seals').selectAll().orderBy('account_id').orderBy('mode').execute()
  ).map(decode)

/** Stores an external seal in place of an earlier one, and its trust anchor. */
export async function replaceSeal(db: Db, seal: ExternalSealRow): Promise<void> {
  await deleteSeal(db, seal.accountId, seal.mode)
  await db
    .insertInto('outer_seals')
    .values({
      account_id: seal.accountId,
      mode: seal.mode,
      place: JSON.stringify(seal.place),
      secrets: seal.secrets,
      certificates: JSON.stringify(seal.certificates.map((each) => each.toString('base64'))),
      algorithm: seal.algorithm,
      own_network: seal.ownNetwork ? 1 : 0,
      created_at: seal.createdAt,
      refused: seal.refused,
    })
    .execute()
}

/** Keeps a trust anchor for good. */
export const keepAnchor = (db: Db, anchor: { sha256: string; der: Buffer; added_at: string }) =>
  db
    .insertInto('outer_seal_anchors')
    .values(anchor)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()

/** DER of the trust anchors of every external seal there ever was. */
export const listAnchors = async (db: Db): Promise<Buffer[]> =>
  (await db.selectFrom('outer_seal_anchors').select('der').orderBy('sha256').execute()).map(
    ({ der }) => der,
  )

/** Removes an external seal; false: there was none. */
export async function deleteSeal(db: Db, accountId: string, mode: KeyMode): Promise<boolean> {
  return (
    (await rowsOf(db, 'outer_seals', {
      account_id: accountId,
      mode,
    }).delete()) > 0
  )
}

/** Records why the provider must not be asked again, unless the operator has replaced the seal meanwhile. */
export const noteRefused = (db: Db, seal: ExternalSealRow, refused: string) =>
  rowsOf(db, 'outer_seals', {
    account_id: seal.accountId,
    mode: seal.mode,
    created_at: seal.createdAt,
  }).change({ refused })
