/** Requests that have expired and go on. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { findRequest } from '../../../src/signing/store/requests.ts'
import { editsOf, toNextMonth } from '../../support/edits.ts'
import { SigningApp, somebody, startSigningApp } from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp({ PARAPH_UPLOADS_MAX: '500' })
})
afterAll(() => signing.close())
beforeEach(async () => {
  // What is used is counted by month.
  toNextMonth(signing.app.clock)
  signing = new SigningApp(signing.app, await signing.app.newKey('signature_business'))
})

const { codeOf, entriesOf, mailsTo, ok, usedBy, verdict } = editsOf(() => signing)

describe('a request that has expired', () => {
  const DAY_MS = 86_400_000
  const reactivate = (id: string, body: object = {}) => signing.act('POST', id, '/reactivate', body)
  const shownSha256 = async (id: string) =>
    (await findRequest(signing.services.db, id))?.files[0].laid_out_sha256
  const soon = () => new Date(signing.app.clock.now() + DAY_MS).toISOString()

  test('is reactivated: laid out anew, quota taken again, the same links work, and it is signed', async () => {
    const who = somebody({ locale: 'en' })
    const { id } = await signing.create([who], { options: { expires_at: soon() } })
    const person = await signing.person(who)
    await person.verify()
    expect(codeOf(await reactivate(id))).toBe('document_state_conflict')
    signing.app.clock.move(2 * DAY_MS)
    await signing.work()
    expect((await signing.get(id)).status).toBe('expired')
    expect(await usedBy()).toBe(0)
    expect(codeOf(await reactivate(id, { expires_at: '2020-01-01T00:00:00Z' }))).toBe(
      'validation_failed',
    )
    const open = ok(await reactivate(id))
    expect(open).toMatchObject({ status: 'pending' })
    expect(open).not.toHaveProperty('ended_at')
    expect((Date.parse(open.expires_at) - signing.app.clock.now()) / DAY_MS).toBeCloseTo(30, 3)
    expect(await usedBy()).toBe(1)
    expect(await mailsTo(who.email)).toContain('Open again: “contrat”')
    const again = await signing.person(who)
    expect(again.token).toBe(person.token)
    expect((await signing.finish(id, [who])).status).toBe('completed')
    expect((await entriesOf(id)).map(({ type }) => type)).toContain('document.reactivated')
    expect((await verdict(await signing.signedFile(id))).valid).toBe(true)
  })

  test('goes on where somebody had signed, and expires at the new deadline', async () => {
    const [one, two] = [somebody(), somebody({ order: 2 })]
    const { id } = await signing.create([one, two], { options: { expires_at: soon() } })
    await (await signing.person(one)).signWhole()
    signing.app.clock.move(2 * DAY_MS)
    await signing.work()
    expect(await usedBy()).toBe(1)
    ok(await reactivate(id, { expires_at: soon() }))
    expect(await usedBy()).toBe(2)
    signing.app.clock.move(2 * DAY_MS)
    await signing.work()
    expect((await signing.get(id)).status).toBe('expired')
    expect(await usedBy()).toBe(1)
    ok(await reactivate(id))
    const done = await signing.finish(id, [two])
    expect(done.status).toBe('completed')
    expect(await usedBy()).toBe(2)
    expect((await verdict(await signing.signedFile(id))).valid).toBe(true)
  })

  test('is signed below the authority of today where that has changed since', async () => {
    const who = somebody()
    const { id } = await signing.create([who], { options: { expires_at: soon() } })
    signing.app.clock.move(2 * DAY_MS)
    await signing.work()
    const { authority } = signing.services.pki
    await authority.rotate('root')
    await authority.rotate('issuing')
    const before = await shownSha256(id)
    ok(await reactivate(id))
    // Laid out anew: what it says of the root is so.
    expect(await shownSha256(id)).not.toBe(before)
    expect((await signing.finish(id, [who])).status).toBe('completed')
    expect((await verdict(await signing.signedFile(id))).valid).toBe(true)
  })

  test('is not reactivated if it was never sent, or did not expire', async () => {
    const { id } = await signing.create([somebody()], { options: { send: 'false' } })
    expect(codeOf(await reactivate(id))).toBe('document_state_conflict')
    const other = await signing.create([somebody()])
    await signing.act('POST', other.id, '/cancel', {})
    expect(codeOf(await reactivate(other.id))).toBe('document_state_conflict')
  })
})
