/** Providers and visitors who lie, repeat themselves or come too late: nothing is half signed, and nobody signs twice. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../../support/app.ts'
import { namedBlobs } from '../../support/blob-refs.ts'
import { issueHostile } from '../../support/hostile-certificates.ts'
import { codeOf, type Seen, seen, startTenants } from '../../support/own-certificate-tenants.ts'
import {
  back,
  chosen,
  offered,
  ordered,
  pageIn,
  returned,
  signOwn,
} from '../../support/own-certificates.ts'
import { type Person, type SigningApp, somebody } from '../../support/signing-app.ts'
import { hashesIn } from '../../support/storage.ts'

let stage: Awaited<ReturnType<typeof startTenants>>
let signing: SigningApp
beforeAll(async () => {
  stage = await startTenants()
  ;({ signing } = stage)
})
afterAll(() => stage.close())

test('who declines at the provider, or meets its own error, is told so and may sign or decline', async () => {
  const tenant = await stage.newTenant()
  const { front } = tenant
  const { id, person } = await tenant.asked()
  const come = async (said: object): Promise<Answer> => {
    const { state } = await returned(front, pageIn(await ordered(person)))
    return await back(person, { state, ...said })
  }
  expect(seen(await come({ error: 'access_denied' }))).toMatchObject({
    status: 409,
    code: 'certificate_order_ended',
    detail: expect.stringContaining('did not agree'),
  })
  expect(await tenant.failureOf(id)).toMatchObject({ fault: 'not_authorised' })
  expect(seen(await come({ error: 'temporarily_unavailable' }))).toMatchObject({
    status: 503,
    code: 'certificate_service_unavailable',
  })
  expect(await tenant.failureOf(id)).toMatchObject({
    fault: 'refused',
    reason: 'The provider of the certificate refused (oauth2/authorize).',
  })
  expect(codeOf(await come({}))).toBe('certificate_order_ended')
  expect(codeOf(await back(person, { state: 'none' }))).toBe('certificate_order_ended')
  for (const error of ['<script>', 'Access Denied', 'x'.repeat(61)])
    expect((await come({ error })).status).toBe(422)
  expect((await person.decline()).status).toBe(200)
  expect(await tenant.read<Seen>(id)).toMatchObject({ status: 'declined' })
  expect(await tenant.used()).toBe(0)
})

test('a code is worth nothing again: neither to its own person, nor to another order, nor after the end', async () => {
  const tenant = await stage.newTenant()
  const { front } = tenant
  const { person } = await tenant.asked()
  const used = await returned(front, pageIn(await ordered(person)))
  expect((await back(person, used)).status).toBe(200)
  expect(codeOf(await back(person, used))).toBe('certificate_order_ended')
  // With the state of a new order: the provider gives nothing for it.
  const { state } = await returned(front, pageIn(await ordered(person)))
  expect(codeOf(await back(person, { state, code: used.code }))).toBe(
    'certificate_service_unavailable',
  )
  const asking = front.calls.length
  const ends: ReadonlyArray<[string, (at: { id: string; person: Person }) => Promise<unknown>]> = [
    ['signing_cancelled', ({ id }) => signing.act('POST', id, '/cancel', {}, tenant.key)],
    ['signing_declined', (at) => at.person.decline()],
    [
      'signing_link_invalid',
      async ({ id }) => {
        await signing.act('POST', id, '/cancel', {}, tenant.key)
        // Whoever was asked hears of it before.
        await signing.work()
        await signing.act('DELETE', id, '', undefined, tenant.key)
      },
    ],
  ]
  for (const [code, end] of ends) {
    const at = await tenant.asked()
    const came = await returned(front, pageIn(await ordered(at.person)))
    await end(at)
    expect([code, codeOf(await back(at.person, came))]).toEqual([code, code])
  }
  expect(front.calls.length).toBe(asking)
})

test('of two windows in which a signer signs at the same time one counts, and of a withdrawal meanwhile the withdrawal', async () => {
  const tenant = await stage.newTenant()
  const { front } = tenant
  const next = somebody({ order: 2 })
  const { id, person } = await tenant.asked({}, [next])
  await offered(front, person)
  const first = await returned(front, pageIn(await chosen(person, 'person')))
  const release = front.hold('signatures/signHash')
  const slow = back(person, first)
  await expect.poll(() => front.calls.at(-1)).toBe('signatures/signHash')
  const opened = front.hold('nothing')
  expect((await signOwn(front, person, 'person')).status).toBe(200)
  opened()
  release()
  expect(codeOf(await slow)).toBe('already_signed')
  await (await signing.person(next)).signWhole()
  await tenant.expectSignedOnce(id, 2)
  expect(await tenant.used()).toBe(2)
  const withdrawn = await tenant.asked()
  await offered(front, withdrawn.person)
  const came = await returned(front, pageIn(await chosen(withdrawn.person, 'person')))
  const free = front.hold('signatures/signHash')
  const before = front.calls.length
  const late = back(withdrawn.person, came)
  await expect.poll(() => front.calls.slice(before)).toContain('signatures/signHash')
  await signing.act('POST', withdrawn.id, '/cancel', {}, tenant.key)
  free()
  expect(codeOf(await late)).toBe('signing_cancelled')
  expect(await tenant.count(withdrawn.id, 'signer.signed')).toBe(0)
  expect((await tenant.entriesOf(withdrawn.id)).at(-1)?.type).not.toBe('signer.certificate_failed')
})

const HOSTILE: ReadonlyArray<[string, Parameters<typeof issueHostile>[2], RegExp]> = [
  ['future', { from: '20900101000000Z' }, /valid from 2090-01-01 only/],
  ['short', { key: ['rsa:1024'] }, /too short/],
  ['ed25519', { key: ['ed25519'] }, /no algorithm that is supported/],
  ['broken', { section: 'broken' }, /cannot be read|does not lead/],
  ['impostor', { byImpostor: true }, /does not lead to any of the authorities/],
  ['bell', { name: 'Dupont\u0007' }, /not one that can be shown/],
  ['turned', { name: 'Dupont \u202etnecniV' }, /not one that can be shown/],
]

test.each(HOSTILE)('a certificate that is %s cannot sign', async (file, wish, reason) => {
  const tenant = await stage.newTenant()
  const { front } = tenant
  front.holds(file)
  front.shows(file, await issueHostile(stage.provider, file, wish))
  const { id, person } = await tenant.asked()
  const listed = await back(person, await returned(front, pageIn(await ordered(person))))
  const refused = listed.status === 200 ? await chosen(person, file) : listed
  expect(seen(refused)).toMatchObject({
    status: 409,
    code: 'certificate_unusable',
    detail: expect.stringMatching(reason),
  })
  expect(await tenant.failureOf(id)).toMatchObject({
    fault: 'certificate',
    reason: 'The certificate cannot sign.',
  })
  // With a good one they sign.
  front.holds('person')
  expect((await signOwn(front, person, 'person')).status).toBe(200)
  await tenant.expectSignedOnce(id)
})

test('what is no certificate, or hundreds of them, does no harm', async () => {
  const tenant = await stage.newTenant()
  const { front } = tenant
  front.holds('odd')
  const { person } = await tenant.asked()
  const at = async (certificates: readonly Buffer[]) => {
    front.shows('odd', certificates)
    return await back(person, await returned(front, pageIn(await ordered(person))))
  }
  const good = stage.provider.certificateOf('person').der
  expect(codeOf(await at([]))).toBe('certificate_unusable')
  expect(codeOf(await at([Buffer.from('not DER')]))).toBe('certificate_unusable')
  expect(codeOf(await at([good.subarray(0, 200)]))).toBe('certificate_unusable')
  expect(codeOf(await at([good, Buffer.alloc(1_000, 0x30)]))).toBe('certificate_unusable')
  const root = stage.provider.root.der
  expect((await at([good, ...Array.from({ length: 100 }, () => root)])).status).toBe(200)
  front.holds()
  expect(seen(await at([]))).toMatchObject({
    code: 'certificate_unusable',
    detail: expect.stringContaining('no certificate of this person'),
  })
})

test('no address in a certificate leads into the network of the operator', async () => {
  const tenant = await stage.newTenant({ ownNetwork: false })
  const { id, person } = await tenant.asked()
  await offered(tenant.front, person)
  stage.provider.published.length = 0
  expect(seen(await chosen(person, 'person'))).toMatchObject({
    status: 503,
    code: 'certificate_service_unavailable',
    detail: expect.stringContaining('public internet'),
  })
  expect(stage.provider.published).toEqual([])
  expect(await tenant.failureOf(id)).toMatchObject({ fault: 'status_unknown', step: 'choice' })
})

test('services of the same name in two accounts stay apart', async () => {
  const [one, two] = [await stage.newTenant(), await stage.newTenant()]
  const [mine, theirs] = [await one.asked(), await two.asked()]
  const page = new URL(pageIn(await ordered(mine.person)))
  expect(page.origin).toBe(one.front.origin)
  // What the other account's provider gives is worth nothing here.
  const came = await returned(one.front, page.href)
  const foreign = await returned(two.front, pageIn(await ordered(theirs.person)))
  expect(codeOf(await back(mine.person, foreign))).toBe('certificate_order_ended')
  const mixed = await back(mine.person, { state: came.state, code: foreign.code })
  expect(codeOf(mixed)).toBe('certificate_service_unavailable')
  expect((await back(theirs.person, foreign)).status).toBe(200)
  await signing.services.signing.parts.certificateServices.remove(one.accountId, 'live')
  expect(codeOf(await ordered(mine.person))).toBe('certificate_service_unavailable')
  expect((await signOwn(two.front, theirs.person, 'person')).status).toBe(200)
  await two.expectSignedOnce(theirs.id)
})

test('orders that are begun again and again leave no files behind', async () => {
  const tenant = await stage.newTenant()
  const { front } = tenant
  const { id, person } = await tenant.asked()
  const { blobs, db } = signing.services.signing.parts
  for (let n = 0; n < 3; n++) {
    await offered(front, person)
    await Promise.all([chosen(person, 'person'), chosen(person, 'person')])
  }
  await signing.act('POST', id, '/cancel', {}, tenant.key)
  await signing.work()
  const orders = db.selectFrom('certificate_orders').select('id').where('request_id', '=', id)
  expect(await orders.execute()).toEqual([])
  const inUse = await namedBlobs(db)
  expect((await hashesIn(blobs)).filter((hash) => !inUse.has(hash))).toEqual([])
})
