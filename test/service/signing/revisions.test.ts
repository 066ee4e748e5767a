/** Of two that make the next revision of one file, such as on two instances, the first counts and the other changes nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  noteExternalSeal,
  placeExternalSeal,
  replaceRevision,
} from '../../../src/signing/store/requests.ts'
import { type SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

const [A, B, C] = ['a', 'b', 'c'].map((digit) => digit.repeat(64)) as [string, string, string]

/** A new request: its id, and how its row stands now. */
async function pending() {
  const { id } = await signing.create([somebody()])
  const now = () =>
    signing.services.db
      .selectFrom('signature_requests')
      .select(['current_sha256', 'outer_seal'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  const { current_sha256: first } = await now()
  return { id, now, first: first ?? '' }
}

test('the revision with a signature replaces the one that was signed, once', async () => {
  const { db } = signing.services
  const { id, now, first } = await pending()
  const replace = (from: string, to: string) => replaceRevision(db, id, { from, to, further: [] })
  expect(await replace(B, C)).toBe(false)
  expect(await replace(first, A)).toBe(true)
  expect(await replace(first, B)).toBe(false)
  expect((await now()).current_sha256).toBe(A)
})

test('so does the revision with the seal of another provider, and the reason why there is none', async () => {
  const { db } = signing.services
  const { id, now, first } = await pending()
  const state = { name: 'Ada', certificate_sha256: B }
  const place = (from: string, to: string) => placeExternalSeal(db, id, { from, to, state })
  expect(await place(B, C)).toBe(false)
  await noteExternalSeal(db, id, B, state)
  expect(await now()).toEqual({ current_sha256: first, outer_seal: null })
  expect(await place(first, A)).toBe(true)
  expect(await place(first, B)).toBe(false)
  expect((await now()).current_sha256).toBe(A)
})
