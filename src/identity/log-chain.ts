/**
 * The chain of an organisation's log: a trail of its own, so that its entries are chained, only ever added to and
 * time-stamped as those of documents are. A trail is never changed but people may be erased: it has digests of each
 * entry, with salts that are in the row alone and go with it.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Trails } from '../audit/trail.ts'
import type { Db } from '../database/open.ts'
import { canonicalJson } from '../kernel/canonical-json.ts'
import type { EventRow } from './store.ts'

/** What happened, as it is hashed. */
type Facts = Pick<EventRow, 'id' | 'account_id' | 'organisation_id' | 'type' | 'at' | 'subject'>
/** Where from, as it is hashed. */
type From = Pick<EventRow, 'ip' | 'ua'>

/** An entry of the log. */
export const NOTED = 'log.noted'
/** Entries before a day were erased, as the operator's period says. */
export const LOG_ERASED = 'log.erased'

const PREFIX = 'log_'

/** The trail of an organisation's log. */
export const logTrailOf = (organisationId: string): string => `${PREFIX}${organisationId}`

/** Whose log a trail is; undefined: it is about something else. */
export const organisationOf = (trailId: string): string | undefined =>
  trailId.startsWith(PREFIX) ? trailId.slice(PREFIX.length) : undefined

const digest = (value: { readonly [member: string]: string | null }): string =>
  createHash('sha256').update(canonicalJson(value)).digest('hex')

/** SHA-256 (hexadecimal) over the RFC 8785 text of what an export says of an entry. */
export const factsDigest = (salt: string, row: Facts): string =>
  digest({
    salt,
    id: row.id,
    at: row.at,
    organisation: row.organisation_id,
    person: row.account_id,
    event: row.type,
    subject: row.subject,
  })

/** The same over where it came from, which is erased with the log-in of its person. */
export const originDigest = (salt: string, { ip, ua }: From): string =>
  digest({ salt, ip: ip === '' ? null : ip, user_agent: ua === '' ? null : ua })

/** 128 bits: what was erased cannot be found again by trying. */
const newSalt = (): string => randomBytes(16).toString('hex')

/** Chains an entry in the caller's transaction. Returns what its row needs to be checked later. */
export async function chain(
  trx: Db,
  trails: Trails,
  row: Facts & From & { organisation_id: string },
): Promise<{ salt: string; origin_salt: string; chain_seq: number }> {
  const [salt, origin_salt] = [newSalt(), newSalt()]
  const data = {
    entry: row.id,
    facts: factsDigest(salt, row),
    origin: originDigest(origin_salt, row),
  }
  const event = { type: NOTED, actor: `account:${row.account_id}`, data }
  const { seq } = await appendTo(trx, trails, row.organisation_id, event)
  return { salt, origin_salt, chain_seq: seq }
}

/**
 * Records in a chain that entries were erased, in the transaction that does.
 * @param what `before`: their times, RFC 3339; `through`: their places, up to this one
 */
export async function noteErased(
  trx: Db,
  trails: Trails,
  organisationId: string,
  what: { before: string; through: number },
): Promise<void> {
  const event = { type: LOG_ERASED, actor: 'service', data: what }
  await appendTo(trx, trails, organisationId, event)
}

async function appendTo(
  trx: Db,
  trails: Trails,
  organisationId: string,
  event: Parameters<Trails['append']>[2],
) {
  const id = logTrailOf(organisationId)
  if ((await trails.head(id, trx)) === undefined) {
    const header = { about: 'log', organisation: organisationId }
    await trails.open(trx, { id, accountId: organisationId, header })
  }
  return await trails.append(trx, id, event)
}
