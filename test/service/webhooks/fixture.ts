/** Webhooks over a real database and trail, with a clock to move and documents from a list. */
import { Trails } from '../../../src/audit/trail.ts'
import type { Resolver } from '../../../src/egress/addresses.ts'
import type { DocumentFacts } from '../../../src/webhooks/events.ts'
import { openWebhooks } from '../../../src/webhooks/open.ts'
import { startReceiver } from '../../support/receiver.ts'
import { openWorld, TestClock } from '../accounts/fixture.ts'

const quiet = { warn: () => undefined, error: () => undefined }

export const describeDocument = (id: string, more: object = {}): DocumentFacts => ({
  id,
  name: 'Contract',
  status: 'pending',
  external_id: null,
  metadata: {},
  created_at: '2026-11-21T10:00:00.000Z',
  completed_at: null,
  signers: [{ id: 'sgr_1', email: 'a@example.com', status: 'invited' }],
  ...more,
})

export async function openTelling(
  options: {
    privateAllowed?: boolean
    resolver?: Resolver
    clock?: TestClock
    timeoutMs?: number | undefined
  } = {},
) {
  const world = await openWorld(options.clock === undefined ? {} : { clock: options.clock })
  const { db } = world.database
  const trails = new Trails(db, world.clock)
  const facts = new Map<string, object>()
  const open = () =>
    openWebhooks({
      keepDays: 30,
      db,
      clock: world.clock,
      log: quiet,
      trails,
      documents: {
        describe: async (_db, id) => describeDocument(id, facts.get(id)),
        modeOf: async (_db, id) => (id.startsWith('doc_test') ? 'test' : 'live'),
      },
      secretKey: world.deriveKey('webhook secrets'),
      privateAllowed: options.privateAllowed ?? true,
      version: '0',
      timeoutMs: options.timeoutMs,
      ...(options.resolver !== undefined && { resolver: options.resolver }),
    })
  const owner = await world.caller('signature_pro')
  const append = (id: string, type: string, data = {}) =>
    db.transaction().execute((trx) => trails.append(trx, id, { type, actor: 'service', data }))
  return {
    ...world,
    db,
    trails,
    facts,
    owner,
    telling: open(),
    /** Another process over the same rows. */
    reopen: open,
    /** A document's trail, of the owner by default. */
    document: (id: string, accountId = owner.account.id) =>
      db.transaction().execute((trx) => trails.open(trx, { id, accountId, header: {} })),
    append,
  }
}

export type Telling = Awaited<ReturnType<typeof openTelling>>

/** The same with two documents and a receiver on this machine. */
export async function openReceiving(timeoutMs?: number) {
  // The library that receives compares with the machine's time.
  const world = await openTelling({ clock: new TestClock(new Date().toISOString()), timeoutMs })
  const receiver = await startReceiver()
  await world.document('doc_a')
  await world.document('doc_b')
  const { webhooks, dispatcher } = world.telling
  return {
    world,
    receiver,
    add: async (more = {}) => {
      const made = await webhooks.create(world.owner, { url: receiver.url, ...more })
      receiver.secrets.push(made.secret)
      return made
    },
    run: () => dispatcher.runDue(),
    listed: async (id: string) =>
      (await webhooks.deliveries(world.owner, id, { cursor: undefined, limit: 100 })).deliveries,
    async close() {
      await world.telling.close()
      await receiver.close()
      await world.close()
    },
  }
}

export type Receiving = Awaited<ReturnType<typeof openReceiving>>
