/** Of two that make the next revision of one file, such as on two instances, the first counts and the other changes nothing. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eachFile } from '../../../src/signing/model/files.ts'
import {
  findRequest,
  listUnsealed,
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
  const request = await findRequest(db, id)
  if (request === undefined) throw new Error('the request is gone')
  const replace = (from: string, to: string) =>
    replaceRevision(db, id, {
      from,
      files: eachFile(request, (file) => ({ ...file, current_sha256: to })),
    })
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

describe('a draft whose signer is corrected while it is being sent', () => {
  const byBuild = {
    'this build': (id: string, signer: string) =>
      signing.act('PATCH', id, `/signers/${signer}`, { email: 'another@example.com' }),
    'the build before, which counts no revisions': (_: string, signer: string) =>
      signing.services.db
        .updateTable('signers')
        .set({ email: 'another@example.com' })
        .where('id', '=', signer)
        .execute(),
  }
  test.each(Object.entries(byBuild))(
    'by %s stays a draft, and is sent the next time',
    async (_, correct) => {
      const { blobs } = signing.services.signing.parts
      const { id, signers } = await signing.create([somebody()], { options: { send: 'false' } })
      const real = blobs.put.bind(blobs)
      blobs.put = async (...given) => {
        blobs.put = real
        await correct(id, signers[0]?.id ?? '')
        return await real(...given)
      }
      const sent = await signing.act('POST', id, '/send', {})
      expect([sent.status, sent.json<{ code: string }>().code]).toEqual([
        409,
        'document_state_conflict',
      ])
      expect(await signing.get(id)).toMatchObject({
        status: 'draft',
        signers: [{ email: 'another@example.com' }],
      })
      expect((await signing.act('POST', id, '/send', {})).status).toBe(200)
    },
  )
})

test('what waits for the seal of another provider is found without reading other documents', async () => {
  const { db } = signing.services
  const { id } = await pending()
  const state = { name: 'Ada', certificate_sha256: B }
  const accountId = await db
    .selectFrom('signature_requests')
    .select(['account_id', 'current_sha256'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const waiting = async () =>
    (await listUnsealed(db, accountId.account_id)).filter((each) => each.id === id).length
  expect(await waiting()).toBe(0)
  await noteExternalSeal(db, id, accountId.current_sha256 ?? '', state)
  expect(await waiting()).toBe(1)
  const made = { field: 'seal', sha256_after: A } as never
  await noteExternalSeal(db, id, accountId.current_sha256 ?? '', { ...state, made })
  expect(await waiting()).toBe(0)
})
