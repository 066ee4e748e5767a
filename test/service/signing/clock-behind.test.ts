/** A signature ordered while the clock is behind: it waits, says so by its state, and is sealed once the time has come. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { trailJson, verifyTrail } from '../../../src/audit/verify-trail.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

const MINUTE_MS = 60_000
/** The hour by which the clock is behind, and the longest wait between two attempts. */
const PASS_MINUTES = 190
let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

/** Time passes, and the service works meanwhile. */
async function pass(minutes: number): Promise<void> {
  for (let minute = 0; minute < minutes; minute += 5) {
    signing.app.clock.move(5 * MINUTE_MS)
    await signing.work()
  }
}

test('a signature ordered while the clock is behind is sealed by itself once it has caught up', async () => {
  // A document that is finished at the later time: the authority's last time-stamp.
  const first = somebody()
  const done = await signing.create([first])
  const before = await signing.person(first)
  await before.verify()
  await before.sign()
  await signing.work()
  await expect.poll(async () => (await signing.get(done.id)).status).toBe('completed')

  signing.app.clock.move(-60 * MINUTE_MS)
  const who = somebody()
  const { id } = await signing.create([who])
  const person = await signing.person(who)
  await person.verify()
  const answer = await person.sign()
  expect([answer.status, String(answer.bytes)]).toMatchObject([200, expect.any(String)])
  await signing.work()
  // The signer is through, and the sender sees a document that is not finished rather than one that failed.
  expect(await signing.get(id)).toMatchObject({ status: 'pending' })
  expect(String((await signing.app.call('GET', '/health/ready')).bytes)).toContain('was set back')

  await pass(PASS_MINUTES)
  expect(await signing.get(id)).toMatchObject({ status: 'completed', level: 'PAdES-BASELINE-LTA' })
  const trail = await signing.services.trails.read(id)
  if (trail === undefined) throw new Error('no trail')
  expect(verifyTrail(trailJson(trail), []).findings).toEqual([])
})
