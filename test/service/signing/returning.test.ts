/** Documents that a signer returns for correction: nobody signs until the sender has changed them, or sent them again. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  messagesOf,
  type Person,
  type SeenProblem,
  SigningApp,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp({ PARAPH_UPLOADS_MAX: '200' })
})
afterAll(() => signing.close())
beforeEach(async () => {
  signing = new SigningApp(signing.app, await signing.app.newKey('signature_business'))
})

const REASON = 'The rent is 850 EUR, not 950 EUR'
const give = (person: Person, reason = REASON) => person.call('POST', '/return', { reason })
const codeOf = (answer: { json<T>(): T }) => answer.json<SeenProblem>().code
const asked = (signers: readonly WishedSigner[], options: Record<string, string> = {}) =>
  signing.create(signers, { options: { allow_return: 'true', ...options } })
const patch = (id: string, changes: object) => signing.act('PATCH', id, '', changes)
const trailOf = async (id: string) =>
  (await signing.act('GET', id, '/audit')).json<{
    entries: Array<{ type: string; actor: string; data: Record<string, unknown> }>
  }>().entries
const mailsTo = async (email: string) =>
  (await messagesOf(signing.app)).filter(({ to, channel }) => channel === 'mail' && to === email)

describe('a document that is returned', () => {
  test('waits for its sender; changed, it is read and signed anew', async () => {
    const [head, who] = [
      somebody({ action: 'approve', order: 1, locale: 'en' }),
      somebody({ order: 2, locale: 'en' }),
    ]
    const { id } = await asked([head, who])
    await (await signing.person(head)).approveWhole()
    await signing.work()
    const person = await signing.person(who)
    expect((await person.open()).signer).toMatchObject({ may_return: true })
    const given = await give(person)
    expect([given.status, given.json()]).toMatchObject([200, { next: 'returned' }])
    expect(await signing.get(id)).toMatchObject({
      status: 'pending',
      returned: { reason: REASON, signer_id: expect.stringMatching(/^sgr_/) },
    })
    expect(String((await person.call('GET', '?lang=en')).bytes)).toContain('being corrected')
    for (const path of ['/file', '/first-page.jpg'])
      expect(codeOf(await person.call('GET', path))).toBe('signing_returned')
    const remind = await signing.act('POST', id, '/remind')
    expect(remind.json<SeenProblem>().detail).toContain('returned')
    expect((await trailOf(id)).find(({ type }) => type === 'signer.returned')).toMatchObject({
      actor: expect.stringMatching(/^signer:sgr_/),
      data: { reason: REASON },
    })
    // The head approved another document.
    expect((await patch(id, { name: 'Lease, 850 EUR' })).status).toBe(200)
    expect(await signing.get(id)).not.toHaveProperty('returned')
    expect((await person.state()).next).toBe('wait')
    await signing.work()
    signing.app.clock.move(31_000)
    const again = await signing.person(head)
    await again.approveWhole()
    await signing.work()
    expect((await mailsTo(who.email)).map(({ subject }) => subject).join()).toContain('850 EUR')
    await (await signing.person(who)).signWhole()
    await signing.work()
    expect((await signing.get(id)).status).toBe('completed')
  })

  test('can be sent again as it is; who approved has approved, whose turn it is gets an e-mail', async () => {
    const [head, who, other] = [
      somebody({ action: 'approve', order: 1 }),
      somebody({ order: 2, locale: 'en' }),
      somebody({ order: 2, locale: 'en' }),
    ]
    const { id } = await asked([head, who, other])
    await (await signing.person(head)).approveWhole()
    await signing.work()
    const [person, second] = [await signing.person(who), await signing.person(other)]
    await second.verify()
    await give(person)
    expect(codeOf(await second.sign({ document_sha256: '0'.repeat(64), kind: 'typed' }))).toBe(
      'signing_returned',
    )
    const before = (await mailsTo(other.email)).length
    expect((await signing.act('POST', id, '/send')).status).toBe(200)
    await signing.work()
    expect((await mailsTo(other.email)).length).toBe(before + 1)
    expect((await signing.get(id)).signers.map(({ status }) => status)).toEqual([
      'approved',
      'invited',
      'invited',
    ])
    expect((await trailOf(id)).some(({ type }) => type === 'document.resumed')).toBe(true)
    expect((await signing.act('POST', id, '/send')).status).toBe(409)
    // What a code had proved was before.
    expect(codeOf(await second.sign())).toBe('verification_required')
    signing.app.clock.move(31_000)
    for (const each of [person, second]) await each.signWhole()
    await signing.work()
    expect((await signing.get(id)).status).toBe('completed')
  })

  test('is told to the sender by e-mail with the reason, and to webhooks', async () => {
    const hook = { url: 'https://8.8.8.8/hooks', events: ['signer.returned'] }
    const { key } = signing
    await signing.app.call('POST', '/api/v1/webhooks', { key, json: hook })
    const { id, who } = await (async () => {
      const one = somebody({ locale: 'en' })
      return { who: one, ...(await asked([one], { notify: '{"locale":"en"}' })) }
    })()
    await give(await signing.person(who))
    await signing.work()
    await signing.services.webhooks.dispatcher.runDue()
    const [mail] = (await messagesOf(signing.app)).filter(({ text }) => text.includes(REASON))
    expect([mail?.subject, mail?.text]).toEqual([
      expect.stringContaining('returned'),
      expect.stringContaining(`/console/requests/${id}`),
    ])
    const events = signing.services.db.selectFrom('webhook_events').select('body')
    const [{ body } = { body: '{}' }] = await events
      .where('document_id', '=', id)
      .where('type', '=', 'signer.returned')
      .execute()
    expect(JSON.parse(body)).toMatchObject({ data: { details: { reason: REASON } } })
  })

  test('expires at its deadline, reminds nobody before, and starts anew when it is reactivated', async () => {
    const who = somebody({ locale: 'en' })
    const { id } = await asked([who], { reminders: '{"first_after_days":1,"every_days":1}' })
    const person = await signing.person(who)
    await give(person)
    signing.app.clock.move(3 * 86_400_000)
    await signing.work()
    // The invitation.
    expect((await mailsTo(who.email)).length).toBe(1)
    signing.app.clock.move(30 * 86_400_000)
    await signing.work()
    expect((await signing.get(id)).status).toBe('expired')
    const ended = await mailsTo(who.email)
    expect(ended.length).toBe(2)
    expect((await signing.act('POST', id, '/reactivate', {})).status).toBe(200)
    expect((await person.state()).next).toBe('open')
  })

  test('is corrected by another person in the place of who returned it', async () => {
    const [who, other] = [somebody(), somebody()]
    const { id, signers } = await asked([who])
    await give(await signing.person(who))
    const changed = await signing.act('PATCH', id, `/signers/${signers[0]?.id}`, {
      email: other.email,
      phone: other.phone,
    })
    expect(changed.status).toBe(200)
    await signing.act('POST', id, '/send')
    await signing.work()
    await (await signing.person(other)).signWhole()
    await signing.work()
    expect((await signing.get(id)).status).toBe('completed')
  })
})

describe('is refused', () => {
  test('where the sender does not allow it, and for people whose turn it is not', async () => {
    const [who, later] = [somebody({ order: 1 }), somebody({ order: 2 })]
    await signing.create([who])
    const first = await signing.person(who)
    expect((await first.state()).signer).not.toHaveProperty('may_return')
    expect(codeOf(await give(first))).toBe('return_not_allowed')
    const asks = somebody({ order: 1 })
    const { id } = await asked([asks, later])
    const [moved, stays] = [somebody({ order: 1 }), somebody({ order: 1 })]
    const other = await asked([moved, stays])
    const signers = [{ id: other.signers[0]?.id, order: 2 }]
    expect((await patch(other.id, { signers })).status).toBe(200)
    expect(codeOf(await give(await signing.person(moved)))).toBe('not_your_turn')
    const person = await signing.person(asks)
    await person.signWhole()
    expect(codeOf(await give(person))).toBe('already_signed')
    await signing.work()
    // What was signed is never changed: the later one declines, and the sender sends another document.
    const second = await signing.person(later)
    expect((await second.state()).signer).not.toHaveProperty('may_return')
    const late = await give(second)
    expect([late.status, late.json<SeenProblem>().detail]).toEqual([
      409,
      expect.stringContaining('decline'),
    ])
    expect((await patch(id, { name: 'Other' })).json<SeenProblem>().detail).toContain(
      'send a new one',
    )
  })

  test('twice, with a reason that is too long, empty or absent, and for accounts of others', async () => {
    const who = somebody()
    const { id } = await asked([who])
    const person = await signing.person(who)
    for (const reason of ['x'.repeat(10_000), ' ', '', 7, undefined])
      expect((await person.call('POST', '/return', { reason })).status).toBe(422)
    expect(await signing.get(id)).not.toHaveProperty('returned')
    const answers = await Promise.all([1, 2, 3].map(() => give(person)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await trailOf(id)).filter(({ type }) => type === 'signer.returned').length).toBe(1)
    const stranger = await signing.app.newKey('signature_business')
    expect((await signing.act('POST', id, '/send', undefined, stranger)).status).toBe(404)
    expect(await signing.get(id)).toHaveProperty('returned')
  })

  test('while another signs: one wins, the other gets a clear answer', async () => {
    for (let round = 0; round < 3; round += 1) {
      const [one, two] = [somebody(), somebody()]
      const { id } = await asked([one, two])
      const [signs, gives] = [await signing.person(one), await signing.person(two)]
      await signs.verify()
      const body = {
        document_sha256: (await signs.state()).document.sha256,
        kind: 'typed',
        text: 'Z',
      }
      const [signed, given] = await Promise.all([
        signs.call('POST', '/signature', body),
        give(gives),
      ])
      const outcome = [signed.status, given.status].join()
      expect(['200,409', '409,200']).toContain(outcome)
      if (signed.status !== 200) expect(codeOf(signed)).toBe('signing_returned')
      else expect(codeOf(given)).toBe('return_not_allowed')
      expect('returned' in (await signing.get(id))).toBe(given.status === 200)
    }
  })
})
