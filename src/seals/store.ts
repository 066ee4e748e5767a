/** The tables of external seals and of certificate services, and all their SQL. */

import type { KeyMode } from '../accounts/key-format.ts'
import { JsonColumns } from '../database/json-columns.ts'
import type { Db } from '../database/open.ts'
import { rowsOf } from '../database/rows.ts'
import type { SigningAlgorithmName } from '../pades/signing-algorithm.ts'
import type { SealPlace } from './place.ts'

/** What an account has at a provider, for the requests of one mode. */
interface AtProvider<Place> {
  account_id: string
  mode: KeyMode
  place: Place
  /** JSON of the secrets, encrypted. */
  secrets: Buffer
  /** 1: lists and responders may be on the operator's own network. */
  own_network: number
  created_at: string
}

/** The external seal of an account for one mode. */
export interface ExternalSealRow extends AtProvider<SealPlace> {
  /** DER in base64: the certificate, those above it, the trust anchor last. */
  certificates: readonly string[]
  algorithm: SigningAlgorithmName
  /** Why the provider must not be asked again before the operator has acted; null: it may be. */
  refused: string | null
}

/** Where a service is (Cloud Signature Consortium, API 1.0.4 or 2), as the operator gave it. */
export interface CertificateServicePlace {
  /** Base address, such as `https://sign.example.com/csc/v2`. */
  url: string
  version: 1 | 2
  clientId: string
  /** Address of the OAuth page to which people are sent. */
  authorizeUrl: string
  /** Address of the OAuth token endpoint. */
  tokenUrl: string
}

/** The certificate service of an account for one mode. */
export interface CertificateServiceRow extends AtProvider<CertificateServicePlace> {
  /** By which requests name it. */
  name: string
  /** By which people know it. */
  title: string
  /** DER in base64: authorities at one of which every chain must end. */
  anchors: readonly string[]
}

type Stored<Row, Json extends keyof Row> = Omit<Row, Json> & Record<Json, string>
type SealsTable = Stored<ExternalSealRow, 'place' | 'certificates'>
type ServicesTable = Stored<CertificateServiceRow, 'place' | 'anchors'>

declare module '../database/tables.ts' {
  interface Tables {
    outer_seals: SealsTable
    outer_seal_anchors: { sha256: string; der: Buffer; added_at: string }
    certificate_services: ServicesTable
  }
}

const seals = new JsonColumns<SealsTable, ExternalSealRow>(['place', 'certificates'])
const services = new JsonColumns<ServicesTable, CertificateServiceRow>(['place', 'anchors'])

/** The external seal of an account; undefined: none. */
export async function findSeal(db: Db, account_id: string, mode: KeyMode) {
  const row = await rowsOf(db, 'outer_seals', { account_id, mode }).first()
  return row && seals.decode(row)
}

/** The certificate service of an account; undefined: none. */
export async function findCertificateService(db: Db, account_id: string, mode: KeyMode) {
  const row = await rowsOf(db, 'certificate_services', { account_id, mode }).first()
  return row && services.decode(row)
}

const BY_ACCOUNT = ['account_id', 'mode'] as const

/** Every external seal. */
export async function listSeals(db: Db): Promise<ExternalSealRow[]> {
  const all = db
    .selectFrom('outer_seals')
    .selectAll()
    .orderBy([...BY_ACCOUNT])
  return (await all.execute()).map((row) => seals.decode(row))
}

/** Every certificate service. */
export async function listCertificateServices(db: Db): Promise<CertificateServiceRow[]> {
  const all = db
    .selectFrom('certificate_services')
    .selectAll()
    .orderBy([...BY_ACCOUNT])
  return (await all.execute()).map((row) => services.decode(row))
}

/** Stores an external seal in place of an earlier one. */
export async function replaceSeal(db: Db, seal: ExternalSealRow): Promise<void> {
  await removeFrom(db, 'outer_seals', seal.account_id, seal.mode)
  await db.insertInto('outer_seals').values(seals.encode(seal)).execute()
}

/** Stores a certificate service in place of an earlier one. */
export async function replaceCertificateService(db: Db, service: CertificateServiceRow) {
  await removeFrom(db, 'certificate_services', service.account_id, service.mode)
  await db.insertInto('certificate_services').values(services.encode(service)).execute()
}

/** Removes what an account has of one mode; false: there was none. */
export const removeFrom = async (
  db: Db,
  table: 'outer_seals' | 'certificate_services',
  account_id: string,
  mode: KeyMode,
): Promise<boolean> => (await rowsOf(db, table, { account_id, mode }).delete()) > 0

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

/** Records why the provider must not be asked again, unless the operator has replaced the seal meanwhile. */
export const noteRefused = (db: Db, seal: ExternalSealRow, refused: string) => {
  const { account_id, mode, created_at } = seal
  return rowsOf(db, 'outer_seals', { account_id, mode, created_at }).change({ refused })
}
