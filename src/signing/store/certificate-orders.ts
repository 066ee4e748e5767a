/** Orders to sign with a certificate of one's own, while the signer is at the provider: the table and all its SQL. */
import type { Db } from '../../database/open.ts'
import { is, rowsOf } from '../../database/rows.ts'
import type { SigningAlgorithmName } from '../../pades/signing-algorithm.ts'
import type { Intent } from '../model/intent.ts'

/** What the signer is asked for next. */
export type OrderStep = 'service' | 'choice' | 'credential'

/** A certificate that the provider listed for this person. */
export interface ListedCertificate {
  credential: string
  /** SHA-256. */
  sha256: string
}

/** The signature that was begun for the chosen certificate. */
export interface BegunSignature {
  credential: string
  /** DER in base64, the trust anchor last. */
  chain: readonly string[]
  algorithms: readonly string[]
  algorithm: SigningAlgorithmName
  /** SHA-256 of the revision that is signed. */
  from: string
  hole: { start: number; end: number }
  /** Of what the signature covers; base64. */
  digest: string
}

/** What is not secret of an order. */
export interface OrderData {
  intent: Intent
  /** Where the provider sends the browser back to. */
  redirect_uri: string
  listed?: readonly ListedCertificate[]
  begun?: BegunSignature
}

interface OrdersTable {
  id: string
  /** One order per signer: a new one takes the place of an earlier one. */
  signer_id: string
  request_id: string
  step: OrderStep
  /** Of the browser that gave the order. */
  session_hash: string
  /** SHA-256 of the state that may come back, once; null: none is out. */
  state_hash: string | null
  /** Encrypted JSON: verifier of PKCE, token of the provider. */
  secrets: Buffer
  /** JSON. */
  data: string
  /** The blob of the file that was begun; null: none. */
  file_sha256: string | null
  picture_sha256: string | null
  expires_at: string
}

declare module '../../database/tables.ts' {
  interface Tables {
    certificate_orders: OrdersTable
  }
}

/** An order. */
export type CertificateOrderRow = Omit<OrdersTable, 'data'> & { data: OrderData }

type Files = Pick<OrdersTable, 'file_sha256' | 'picture_sha256'>

const namedBy = (rows: readonly Files[]): string[] =>
  rows.flatMap(({ file_sha256, picture_sha256 }) =>
    [file_sha256, picture_sha256].filter((hash) => hash !== null),
  )

/** Stores an order in place of the signer's earlier one; returns the files that one named. */
export async function replaceOrder(db: Db, row: CertificateOrderRow): Promise<string[]> {
  const earlier = await rowsOf(db, 'certificate_orders', { signer_id: row.signer_id }).all({
    columns: ['file_sha256', 'picture_sha256'],
  })
  const values = { ...row, data: JSON.stringify(row.data) }
  const { signer_id: _, ...changes } = values
  await db
    .insertInto('certificate_orders')
    .values(values)
    .onConflict((conflict) => conflict.column('signer_id').doUpdateSet(changes))
    .execute()
  return namedBy(earlier)
}

/** The order of a signer. */
export async function findOrder(
  db: Db,
  signerId: string,
): Promise<CertificateOrderRow | undefined> {
  const row = await rowsOf(db, 'certificate_orders', { signer_id: signerId }).first()
  return row && { ...row, data: JSON.parse(row.data) as OrderData }
}

/** Takes the state that came back; false: it was taken before, or another order came between. */
export const takeState = (
  db: Db,
  { id, state_hash }: Pick<CertificateOrderRow, 'id' | 'state_hash'>,
) => rowsOf(db, 'certificate_orders', { id, state_hash }).change({ state_hash: null })

/** Moves an order on; false: another came between. */
export async function moveOrder(
  db: Db,
  { id, file_sha256: file }: Pick<CertificateOrderRow, 'id' | 'file_sha256'>,
  { data, ...changes }: Partial<Omit<CertificateOrderRow, 'id'>>,
): Promise<boolean> {
  // Two windows may begin it at once: the file of the later one would replace the other unseen.
  return await rowsOf(db, 'certificate_orders', { id, file_sha256: file }).change({
    ...changes,
    ...(data !== undefined && { data: JSON.stringify(data) }),
  })
}

/** Ends an order; false: it had ended. */
export async function endOrder(db: Db, id: string): Promise<boolean> {
  return (await rowsOf(db, 'certificate_orders', { id }).delete()) > 0
}

/** Removes orders that ended by time; returns the files that they named. */
export const removeExpiredOrders = async (db: Db, before: string): Promise<string[]> =>
  namedBy(await rowsOf(db, 'certificate_orders', { expires_at: is('<', before) }).take())

/** Removes the orders of a request; returns the files that they named. */
export const removeOrdersOf = async (db: Db, requestId: string): Promise<string[]> =>
  namedBy(await rowsOf(db, 'certificate_orders', { request_id: requestId }).take())
