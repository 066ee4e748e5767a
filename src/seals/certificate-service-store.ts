/** The table of certificate services and all its SQL. */

import type { KeyMode } from '../accounts/key-format.ts'
import type { Db } from '../database/open.ts'
import { rowsOf } from '../database/rows.ts'
import { textsOf } from '../kernel/type-guards.ts'

interface CertificateServicesTable {
  account_id: string
  /** Of the requests that may name it. */
  mode: KeyMode
  name: string
  title: string
  /** JSON: where it is. */
  place: string
  /** JSON of the secrets, encrypted. */
  secrets: Buffer
  /** JSON array of DER in base64: authorities at one of which every chain must end. */
  anchors: string
  /** 1: lists and responders may be on the operator's own network. */
  own_network: number
  created_at: string
}

declare module '../database/tables.ts' {
  interface Tables {
    certificate_services: CertificateServicesTable
  }
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

/** The service of an account for one mode. */
export interface CertificateServiceRow {
  accountId: string
  mode: KeyMode
  /** By which requests name it. */
  name: string
  /** By which people know it. */
  title: string
  place: CertificateServicePlace
  secrets: Buffer
  /** DER. */
  anchors: readonly Buffer[]
  ownNetwork: boolean
  createdAt: string
}

const decode = (row: CertificateServicesTable): CertificateServiceRow => ({
  accountId: row.account_id,
  mode: row.mode,
  name: row.name,
  title: row.title,
  place: JSON.parse(row.place) as CertificateServicePlace,
  secrets: row.secrets,
  anchors: textsOf(JSON.parse(row.anchors)).map((each) => Buffer.from(each, 'base64')),
  ownNetwork: row.own_network === 1,
  createdAt: row.created_at,
})

/** The service of an account; undefined: none. */
export async function findCertificateService(
  db: Db,
  accountId: string,
  mode: KeyMode,
): Promise<CertificateServiceRow | undefined> {
  const row = await rowsOf(db, 'certificate_services', { account_id: accountId, mode }).first()
  return row && decode(row)
}

/** Every service. */
export const listCertificateServices = async (db: Db): Promise<CertificateServiceRow[]> =>
  (
    await db
      .selectFrom('certificate_services')
      .selectAll()
      .orderBy('account_id')
      .orderBy('mode')
      .execute()
  ).map(decode)

/** Stores a service in place of an earlier one. */
export async function replaceCertificateService(
  db: Db,
  service: CertificateServiceRow,
): Promise<void> {
  await deleteCertificateService(db, service.accountId, service.mode)
  await db
    .insertInto('certificate_services')
    .values({
      account_id: service.accountId,
      mode: service.mode,
      name: service.name,
      title: service.title,
      place: JSON.stringify(service.place),
      secrets: service.secrets,
      anchors: JSON.stringify(service.anchors.map((each) => each.toString('base64'))),
      own_network: service.ownNetwork ? 1 : 0,
      created_at: service.createdAt,
    })
    .execute()
}

/** Removes a service; false: there was none. */
export async function deleteCertificateService(
  db: Db,
  accountId: string,
  mode: KeyMode,
): Promise<boolean> {
  return (
    (await rowsOf(db, 'certificate_services', {
      account_id: accountId,
      mode,
    }).delete()) > 0
  )
}
