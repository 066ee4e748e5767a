/** What is deleted by the thousand goes in slices, between which others have their turn. */
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isSqlite } from '../../../src/database/conditions.ts'
import { sweep } from '../../../src/identity/store.ts'
import { forgetTexts } from '../../../src/signing/notifications/text-store.ts'
import { ENDS } from '../../../src/signing/retention/erasure.ts'
import { endedIn } from '../../../src/signing/store/erasure.ts'
import { openWorld } from '../accounts/fixture.ts'

const ROWS = 2_000
const OLD = '2020-01-01T00:00:00.000Z'
const NOW = '2026-01-01T00:00:00.000Z'

let world: Awaited<ReturnType<typeof openWorld>>
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

/** How many statements of another caller end while work is done. */
async function others(work: Promise<unknown>): Promise<number> {
  let [count, over] = [0, false]
  const done = work.finally(() => {
    over = true
  })
  while (!over) {
    await sql`SELECT 1`.execute(world.database.db)
    count += 1
  }
  await done
  return count
}

test('old texts and the sign-ups that nobody confirmed are deleted while others are served', async () => {
  const { db } = world.database
  await db.transaction().execute(async (trx) => {
    for (let n = 0; n < ROWS; n += 1) {
      const text = { account_id: 'acc', key_id: 'key', country: 'FR', prefix: '+336', entered: 0 }
      await trx
        .insertInto('text_messages')
        .values({ ...text, id: `otp_${n}`, at: n < 5 ? 2 : 1 })
        .execute()
      await sql`INSERT INTO signups (id, email, password, locale, browser_hash, created_at, expires_at)
        VALUES (${`sup_${n}`}, 'a@example.com', '', 'en', ${Buffer.alloc(32)}, ${OLD}, ${OLD})`.execute(
        trx,
      )
    }
  })
  const before = { links: NOW, sessions: NOW, idle: NOW, events: NOW }
  // As many as there are slices at least; one statement for all would leave one turn.
  expect(await others(forgetTexts(db, 2))).toBeGreaterThanOrEqual(ROWS / 100)
  expect(await others(sweep(db, before))).toBeGreaterThanOrEqual(ROWS / 100)
  const left = await db.selectFrom('text_messages').select('id').execute()
  expect(left).toHaveLength(5)
  expect(await db.selectFrom('signups').select('id').execute()).toEqual([])
})

test('the daily erasure finds what is due by an index in its order, among all that is kept', async () => {
  const { db } = world.database
  if (!isSqlite(db)) return
  const plan = async (end: keyof typeof ENDS, accountId?: string) => {
    const filter = { ...ENDS[end], accountId }
    const state = ENDS[end].states[0]
    if (state === undefined) throw new Error('no state')
    const steps = await endedIn(db, state, filter, NOW).explain<{ detail: string }>(
      undefined,
      sql`query plan`,
    )
    return steps.map(({ detail }) => detail)
  }
  const search = (index: string, columns: string) => [
    expect.stringMatching(`^SEARCH signature_requests USING .*INDEX ${index} \\(${columns}\\)$`),
  ]
  const byState = 'status=\\? AND ended_at<\\?'
  expect(await plan('completed')).toEqual(search('requests_ended', byState))
  expect(await plan('unsent')).toEqual(search('requests_ended_unsent', byState))
  const ofAccount = `account_id=\\? AND ${byState}`
  for (const end of ['completed', 'unsigned'] as const)
    expect(await plan(end, 'acc_1')).toEqual(search('requests_ended_of', ofAccount))
})
