/** All SQL of endpoints and their secrets. */
import type { Generated } from 'kysely'
import type { Holder } from '../accounts/caller.ts'
import type { KeyMode } from '../accounts/key-format.ts'
import type { Db } from '../database/open.ts'
import { is, rowsOf } from '../database/rows.ts'

/** Why nothing is sent to an endpoint any more. */
export type DisabledReason = 'requested' | 'gone' | 'failing'

/** An endpoint as stored. */
export interface EndpointRow {
  id: string
  account_id: string
  /** Of the keys that see it, and of the requests whose events it gets. */
  mode: KeyMode
  document_id: string | null
  url: string
  description: string | null
  events: string | null
  status: 'active' | 'disabled'
  disabled_reason: DisabledReason | null
  disabled_at: string | null
  created_at: string
  updated_at: string
  last_success_at: string | null
  last_failure_at: string | null
  failures: number
  failing_since: number | null
  paused_until: number | null
  due_at: number | null
}

interface SecretsTable {
  id: Generated<number>
  owner_id: string
  sealed: Buffer
  created_at: string
  expires_at: number | null
}

declare module '../database/tables.ts' {
  interface Tables {
    webhook_endpoints: EndpointRow
    webhook_secrets: SecretsTable
  }
}

/** An endpoint to be inserted. */
export type NewEndpoint = Pick<
  EndpointRow,
  'id' | 'account_id' | 'mode' | 'document_id' | 'url' | 'description' | 'events' | 'created_at'
>

/** Adds an endpoint, active and without failures. */
export const insertEndpoint = (db: Db, endpoint: NewEndpoint) =>
  db
    .insertInto('webhook_endpoints')
    .values({
      ...endpoint,
      status: 'active',
      updated_at: endpoint.created_at,
      failures: 0,
    })
    .execute()

/** An endpoint of this account that keys of these modes may see. */
export const findEndpoint = (db: Db, { accountId, modes }: Holder, id: string) =>
  rowsOf(db, 'webhook_endpoints', { id, account_id: accountId, mode: modes }).first()

/** The account's endpoints, newest first; those of one document if given, else those of the account itself. */
export function listEndpoints(
  db: Db,
  filter: Holder & {
    documentId: string | undefined
    before: string | undefined
    limit: number
  },
) {
  const { accountId, modes, documentId = null, before, limit } = filter
  const older = before !== undefined && { id: is('<', before) }
  const which = { account_id: accountId, mode: modes, document_id: documentId, ...older }
  return rowsOf(db, 'webhook_endpoints', which).all({ order: { id: 'desc' }, limit })
}

/** Number of the account's own endpoints for keys of a mode. */
export const countEndpoints = (db: Db, accountId: string, mode: KeyMode): Promise<number> =>
  rowsOf(db, 'webhook_endpoints', { account_id: accountId, mode, document_id: null }).count()

/** Receivers of a document's events: never those of the other mode. */
export const receiversOf = (
  db: Db,
  { accountId, documentId, mode }: { accountId: string; documentId: string; mode: KeyMode },
) =>
  db
    .selectFrom('webhook_endpoints')
    .select(['id', 'events'])
    .where('account_id', '=', accountId)
    .where('mode', '=', mode)
    .where('status', '=', 'active')
    .where((where) =>
      where.or([where('document_id', 'is', null), where('document_id', '=', documentId)]),
    )
    .orderBy('id')
    .execute()

/** Sets columns of an endpoint. */
export const updateEndpoint = (db: Db, id: string, values: Partial<Omit<EndpointRow, 'id'>>) =>
  rowsOf(db, 'webhook_endpoints', { id }).change(values)

/** Deletes an endpoint with its secrets and deliveries; events stay until they expire. */
export async function deleteEndpoint(db: Db, id: string): Promise<void> {
  await rowsOf(db, 'webhook_secrets', { owner_id: id }).delete()
  await rowsOf(db, 'webhook_endpoints', { id }).delete()
}

/** Deletes the address that came with a document. */
export async function deleteEndpointOf(db: Db, documentId: string): Promise<void> {
  const ids = await rowsOf(db, 'webhook_endpoints', { document_id: documentId }).list('id')
  for (const id of ids) await deleteEndpoint(db, id)
}

/** Adds a secret; previous ones sign until they expire. */
export const insertSecret = (db: Db, secret: Omit<SecretsTable, 'id'>) =>
  db.insertInto('webhook_secrets').values(secret).execute()

/** The secrets that sign now, newest first. */
export const secretsOf = (db: Db, ownerId: string, nowMs: number) =>
  db
    .selectFrom('webhook_secrets')
    .select(['sealed', 'created_at', 'expires_at'])
    .where('owner_id', '=', ownerId)
    .where((where) => where.or([where('expires_at', 'is', null), where('expires_at', '>', nowMs)]))
    .orderBy('id', 'desc')
    .execute()

/** Sets the expiry of the current secrets, and deletes expired ones. */
export async function expireSecrets(
  db: Db,
  ownerId: string,
  times: { nowMs: number; expiresMs: number },
): Promise<void> {
  const ofOwner = db.deleteFrom('webhook_secrets').where('owner_id', '=', ownerId)
  await ofOwner.where('expires_at', '<=', times.nowMs).execute()
  await rowsOf(db, 'webhook_secrets', { owner_id: ownerId, expires_at: null }).change({
    expires_at: times.expiresMs,
  })
}
