/** A whole signature, and what needs turns, over a pooler that gives every transaction another session of PostgreSQL. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTurn, takeTurn } from '../../../src/database/concurrent.ts'
import { type PgBouncer, startPgBouncer } from '../../support/pgbouncer.ts'
import { PostgresServer } from '../../support/postgres.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

let server: PostgresServer
let bouncer: PgBouncer
let signing: SigningApp
beforeAll(async () => {
  server = await PostgresServer.start()
  bouncer = await startPgBouncer(server)
  signing = await startSigningApp({
    PARAPH_SIGNER_KEYS: 'ecdsa-p256',
    PARAPH_DATABASE_URL: `${server.url}?schema=pooled`,
    PARAPH_DATABASE_POOL_URL: bouncer.url,
    PARAPH_DATABASE_CONNECTIONS: '12',
  })
}, 180_000)
afterAll(async () => {
  await signing?.close()
  bouncer?.close()
  await server?.close()
})

test('two people sign, and the document is sealed', { timeout: 120_000 }, async () => {
  const people = [somebody(), somebody()]
  const { id } = await signing.create(people)
  for (const each of people) {
    const person = await signing.person(each)
    await person.verify()
    expect((await person.sign()).status).toBe(200)
  }
  await signing.work()
  expect(await signing.get(id)).toMatchObject({ status: 'completed' })
})

test('calls at once on more connections than there are sessions get their own answers', async () => {
  const { db } = signing.services
  const ask = async (n: number) => {
    const { rows } = await sql<{ n: number; schema: string }>`
      SELECT ${n} AS n, current_schema() AS schema`.execute(db)
    return rows[0]
  }
  const asked = Array.from({ length: 60 }, (_, n) => n)
  expect(await Promise.all(asked.map(ask))).toEqual(asked.map((n) => ({ n, schema: 'pooled' })))
})

test('a turn is held by a transaction, whatever session it has, and by nothing after it', async () => {
  const { db } = signing.services
  let running = 0
  const alone = () =>
    inTurn(db, ['account', 'acc_a'], async (trx) => {
      running += 1
      expect(running).toBe(1)
      await sql`SELECT pg_sleep(0.02)`.execute(trx)
      running -= 1
    })
  await Promise.all(Array.from({ length: 10 }, alone))
  await db.transaction().execute((trx) => takeTurn(trx, 'account', 'acc_a'))
})

test('what one transaction has set does not reach the next one', async () => {
  const { db } = signing.services
  const { rows } = await sql<{
    setting: string
  }>`SELECT current_setting('synchronous_commit') AS setting`.execute(db)
  expect(rows).toEqual([{ setting: 'on' }])
})
