/** Turns entries of the trail into events and their deliveries, in the transaction that advances the reader. */

import type { KeyMode } from '../accounts/key-format.ts'
import type { StreamEntry, Trails } from '../audit/trail.ts'
import { afterCommit, takeTurn } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import type { JsonValue } from '../kernel/canonical-json.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { newId } from '../kernel/ids.ts'
import { textsOf } from '../kernel/type-guards.ts'
import type { BatchEvents } from '../rendering/ports.ts'
import { insertDelivery, insertEvent } from './delivery-store.ts'
import { receiversOf } from './store.ts'

/** Entries of the trail that are sent to receivers; all others stay internal. */
export const TRAIL_EVENTS = [
  'document.created',
  'document.sent',
  'document.updated',
  'document.reactivated',
  'document.completed',
  'document.declined',
  'document.cancelled',
  'document.expired',
  'document.failed',
  'signer.invited',
  'signer.opened',
  'signer.otp_sent',
  'signer.otp_failed',
  'signer.verified',
  'signer.signed',
  'signer.approved',
  'signer.declined',
  'signer.delegated',
  'signer.returned',
  'signer.blocked',
  'signer.reminded',
  'signer.delivery_failed',
] as const

/** Every event sent to receivers; those of batches are in no trail. */
export const EVENT_TYPES = [...TRAIL_EVENTS, 'batch.completed', 'batch.failed'] as const

/** The event of `POST …/test`. */
export const TEST_EVENT = 'webhook.test'

const READER = 'webhooks'
const BATCH = 100
/** Standard Webhooks: bodies stay below 20 kB. */
const BODY_BYTES_MAX = 20_000
const TYPES: ReadonlySet<string> = new Set(TRAIL_EVENTS)

type Members = { readonly [member: string]: JsonValue }

/** The body as sent. @param at RFC 3339 */
const bodyOf = (type: string, at: string, data: Members): string =>
  JSON.stringify({ type, timestamp: at, data })

/** Omits the largest parts one by one until the body is small enough, and marks it as truncated. */
function fitting(entry: StreamEntry, data: Members, document: DocumentFacts): string {
  const write = (facts: Members, more: Members = {}) =>
    bodyOf(entry.type, entry.at, { ...data, ...more, document: facts })
  const whole = write(document)
  if (Buffer.byteLength(whole) < BODY_BYTES_MAX) return whole
  const truncated = { truncated: true }
  const { metadata: _metadata, ...plain } = document
  const withoutMetadata = write(plain as Members, truncated)
  if (Buffer.byteLength(withoutMetadata) < BODY_BYTES_MAX) return withoutMetadata
  const { signers: _signers, ...brief } = plain
  const { details: _details, ...rest } = data
  return bodyOf(entry.type, entry.at, { ...rest, ...truncated, document: brief as Members })
}

function dataOf(entry: StreamEntry, eventId: string, document: DocumentFacts): Members {
  const { signer_id, ...details } = entry.data
  const signer = document.signers.find(({ id }) => id === signer_id)
  return {
    event_id: eventId,
    document_id: entry.trailId,
    ...(typeof signer_id === 'string' && { signer_id }),
    // Receivers that store these can detect later whether the trail was rewritten.
    trail: { seq: entry.seq, hash: entry.hash },
    details,
    ...(signer !== undefined && { signer }),
  }
}

/** Dependencies of the reader. */
interface EventReaderParts {
  trails: Trails
  clock: Clock
  documents: DocumentSource
}

/** What reads the trail for webhooks to its end, and returns the number of entries read. */
export const eventReader = (parts: EventReaderParts) => (): Promise<number> =>
  parts.trails.readAll(READER, BATCH, async (db, entries) => {
    await takeTurn(db, 'webhooks')
    for (const entry of entries) if (TYPES.has(entry.type)) await enqueueEvent(parts, db, entry)
  })

async function enqueueEvent({ clock, documents }: EventReaderParts, db: Db, entry: StreamEntry) {
  const { accountId, trailId: documentId, type, position } = entry
  const mode = (await documents.modeOf(db, documentId)) ?? 'live'
  const document = await documents.describe(db, documentId)
  // Deleted in the meantime, with all that there was to tell.
  if (document === undefined) return
  const about = { accountId, mode, type, position, documentId, lane: documentId }
  await insertFor(db, about, clock.now(), (id) =>
    fitting(entry, dataOf(entry, id, document), document),
  )
}

/** Publishes the ends of batches. @param wake looks for what is to be sent */
export const batchEvents = (trails: Trails, clock: Clock, wake: () => void): BatchEvents => ({
  async publish(db, { data, id: lane, ...event }) {
    // In this order, as the reader has them; it numbers what comes later higher.
    const position = await trails.positionOf(db, READER)
    await takeTurn(db, 'webhooks')
    const nowMs = clock.now()
    const body = (id: string) => bodyOf(event.type, toIso(nowMs), { event_id: id, ...data })
    await insertFor(db, { ...event, position, documentId: null, lane }, nowMs, body)
    afterCommit(db, wake)
  },
})

/** Inserts an event with a delivery for each receiver. */
async function insertFor(
  db: Db,
  event: {
    accountId: string
    mode: KeyMode
    type: string
    position: number
    documentId: string | null
    lane: string
  },
  nowMs: number,
  body: (id: string) => string,
): Promise<void> {
  const { accountId, mode, type, position, documentId, lane } = event
  const candidates = await receiversOf(db, { accountId, documentId: lane, mode })
  const receivers = candidates.filter(
    ({ events }) => events === null || textsOf(JSON.parse(events)).includes(type),
  )
  const id = newId('evt', nowMs)
  await insertEvent(db, {
    id,
    account_id: accountId,
    document_id: documentId,
    type,
    at: toIso(nowMs),
    body: body(id),
    mode,
    position,
  })
  for (const receiver of receivers) {
    const row = {
      id: newId('dlv', nowMs),
      endpoint_id: receiver.id,
      event_id: id,
      event_type: type,
      lane,
      replay_of: null,
      created_at: toIso(nowMs),
    }
    await insertDelivery(db, row, nowMs)
  }
}

/** Inserts a synthetic test event, not about any document. */
export async function insertTestEvent(db: Db, accountId: string, nowMs: number) {
  const id = newId('evt', nowMs)
  const at = toIso(nowMs)
  const data = {
    event_id: id,
    message: 'This is a test event; it does not relate to any document.',
  }
  const body = bodyOf(TEST_EVENT, at, data)
  await insertEvent(db, {
    id,
    account_id: accountId,
    type: TEST_EVENT,
    at,
    body,
  })
  return { id, body }
}

// What webhooks need from other domains.

/** A signature request as sent to its owner's receivers: never a link, a token or a code. */
export interface DocumentFacts {
  readonly [member: string]: JsonValue
  id: string
  name: string
  status: string
  external_id: string | null
  metadata: JsonValue
  created_at: string
  completed_at: string | null
  signers: ReadonlyArray<
    { id: string; email: string; status: string } & { [member: string]: JsonValue }
  >
}

/** Describes documents; signing implements it. */
export interface DocumentSource {
  /** The document's state in this transaction; undefined when there is none. */
  describe(db: Db, documentId: string): Promise<DocumentFacts | undefined>
  /** Mode of the key that created it, even if the document is erased; undefined for an unknown id. */
  modeOf(db: Db, documentId: string): Promise<KeyMode | undefined>
}
