/** Years that pass in a test: the clock moves, certificates are succeeded, daily work is done. */
import { DAY_MS } from '../../src/kernel/clock.ts'
import type { Pki } from '../../src/pki/open.ts'
import type { SigningApp } from './signing-app.ts'

const TRIES = 3000

/** Waits until the time-stamping key is one whose certificate ends after a time. */
async function succeeded(pki: Pki, afterMs: number): Promise<void> {
  for (let turn = 0; turn < TRIES; turn++) {
    const { facts } = await pki.authority.key('timestamp')
    if (facts.certificate.notAfterMs > afterMs) return
    await new Promise((done) => setTimeout(done, 100))
  }
  throw new Error('the time-stamping key has no successor')
}

/** Moves the clock to so many days before the newest stamp ends, and does what is due then. */
export async function passUntil(signing: SigningApp, id: string, days: number): Promise<void> {
  const { db, clock, pki } = signing.services
  const row = await db
    .selectFrom('signature_requests')
    .select('stamp_ends_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (row.stamp_ends_at === null) throw new Error('nobody has looked at the stamp')
  const endsMs = Date.parse(row.stamp_ends_at)
  signing.app.clock.move(endsMs - days * DAY_MS - clock.now())
  await succeeded(pki, endsMs)
  await signing.work()
}
