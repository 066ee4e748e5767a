/** Signers who name somebody else: a link, an identity and a key of the delegate's own; once, and said everywhere. */

import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { checked, evidenceFiles } from '../../support/evidence.ts'
import { pdfText } from '../../support/pdf-text.ts'
import {
  messagesOf,
  type Person,
  type SeenProblem,
  SigningApp,
  smallPdf,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'

let signing: SigningApp
beforeAll(async () => {
  signing = await startSigningApp({
    PARAPH_UPLOADS_MAX: '200',
    PARAPH_SIGNER_AUTHENTICATION: 'sms,totp',
  })
})
afterAll(() => signing.close())
beforeEach(async () => {
  signing = new SigningApp(signing.app, await signing.app.newKey('signature_business'))
})

type Seen = { signers: Array<Record<string, unknown>> }

const delegator = (more: Partial<WishedSigner> = {}) =>
  somebody({ allow_delegation: true, locale: 'en', ...more })
/** Somebody to name, with what the form asks. */
const other = (more: object = {}) => {
  const { email, phone, first_name, last_name } = somebody()
  return { email, phone, first_name, last_name, reason: 'On leave until May', ...more }
}
const delegate = (person: Person, order: object) => person.call('POST', '/delegation', order)
const codeOf = (answer: { json<T>(): T }) => answer.json<SeenProblem>().code

/** A request to one person who may delegate. */
async function asked(who = delegator(), others: readonly WishedSigner[] = []) {
  const { id } = await signing.create([who, ...others])
  return { id, who, person: await signing.person(who) }
}

const trailOf = async (id: string) =>
  (await signing.act('GET', id, '/audit')).json<{
    entries: Array<{ type: string; actor: string; data: Record<string, unknown> }>
  }>().entries

describe('a delegation', () => {
  test('gives another person a link, an identity and a certificate of their own; trail, API, proof and mails name both', async () => {
    const verified_identity = { method: 'eid', source: 'Acme', verified_at: '2026-01-01T00:00:00Z' }
    const { id, who, person } = await asked(delegator({ verified_identity }))
    await person.verify()
    const named = other()
    expect((await delegate(person, named)).status).toBe(204)
    const [signer] = ((await signing.get(id)) as unknown as Seen).signers
    expect(signer).toMatchObject({
      email: named.email,
      status: 'invited',
      phone_from: 'delegator',
      delegation: { email: who.email, first_name: who.first_name, reason: named.reason },
    })
    expect(signer).not.toHaveProperty('verified_identity')
    expect(signer).not.toHaveProperty('verified_at')
    // The earlier session and link end; the link says why.
    expect(codeOf(await person.call('GET', '/state'))).toBe('signing_delegated')
    const page = await person.call('GET', '?lang=en')
    expect(page.status).toBe(410)
    expect(String(page.bytes)).toContain('You have delegated this')
    expect(String(page.bytes)).not.toContain(named.email)
    const theirs = await signing.person(named)
    const [mail] = (await messagesOf(signing.app)).filter(({ to }) => to === named.email)
    expect(mail?.text).toContain('has asked you to act in their place')
    expect(mail?.text).toContain(named.reason)
    expect(String((await theirs.call('GET', '?lang=en')).bytes)).toContain(named.reason)
    expect(codeOf(await theirs.sign())).toBe('verification_required')
    // Codes of a place come one after the other.
    signing.app.clock.move(31_000)
    await theirs.signWhole({ kind: 'typed', text: 'The Delegate' })
    await signing.work()
    expect((await signing.get(id)).status).toBe('completed')
    const trail = await trailOf(id)
    const entry = trail.find(({ type }) => type === 'signer.delegated')
    expect(entry).toMatchObject({
      actor: expect.stringMatching(/^signer:sgr_/),
      data: { email: named.email, reason: named.reason, phone_given: true },
    })
    const proof = pdfText((await signing.act('GET', id, '/proof')).bytes).join(' ')
    const tidy = proof.replace(/\s+/g, ' ')
    expect(tidy).toContain(`Delegated by ${who.first_name} ${who.last_name} (${who.email})`)
    expect(tidy).toContain(named.reason)
    expect(tidy).toContain('supplied by the delegator')
    const file = String((await signing.signedFile(id)).toString('latin1'))
    expect(file.length).toBeGreaterThan(10_000)
  })

  test('tells the sender by e-mail and by a webhook', async () => {
    const hook = await signing.app.call('POST', '/api/v1/webhooks', {
      key: signing.key,
      json: { url: 'https://8.8.8.8/hooks', events: ['signer.delegated'] },
    })
    expect(hook.status).toBe(201)
    const { id, who, person } = await asked()
    const named = other()
    await delegate(person, named)
    await signing.work()
    await signing.services.webhooks.dispatcher.runDue()
    const bodies = async () =>
      (
        await signing.services.db
          .selectFrom('webhook_events')
          .select('body')
          .where('document_id', '=', id)
          .execute()
      )
        .map(({ body }) => JSON.parse(body))
        .filter(({ type }) => type === 'signer.delegated')
    await expect.poll(bodies).toMatchObject([
      {
        type: 'signer.delegated',
        data: {
          details: { reason: named.reason },
          document: { signers: [{ email: named.email, delegation: { email: who.email } }] },
        },
      },
    ])
    const told = (await messagesOf(signing.app)).filter(
      ({ subject, text }) =>
        String(subject).includes('Delegated by Zoé') && text.includes(named.email),
    )
    expect(told).toHaveLength(1)
    expect(told[0]?.text).toContain(named.reason)
    expect(told[0]?.text).toContain(named.email)
    expect(told[0]?.to).not.toBe(named.email)
    const [own] = (await messagesOf(signing.app)).filter(({ to }) => to === who.email)
    expect(own?.subject).toContain('You have delegated')
    for (const part of [named.email, named.reason, 'If this was not you'])
      expect(own?.text).toContain(part)
    expect(own?.text).not.toContain('/sign/')
    expect((await trailOf(id)).filter(({ type }) => type === 'signer.delegated')).toHaveLength(1)
  })

  test('needs the leave of the sender, and is possible once', async () => {
    const { person } = await asked(somebody({ locale: 'en' }))
    expect(codeOf(await delegate(person, other()))).toBe('delegation_not_allowed')
    const { who, person: first } = await asked()
    const named = other()
    await delegate(first, named)
    const second = await signing.person(named)
    const { email, first_name, last_name } = who
    const back = { email, first_name, last_name, reason: 'Back to you' }
    expect(codeOf(await delegate(second, back))).toBe('delegation_not_allowed')
    expect(codeOf(await delegate(first, other()))).toBe('signing_delegated')
  })

  test('twice at once puts one person in the place', async () => {
    const { id, person } = await asked()
    const answers = await Promise.all([delegate(person, other()), delegate(person, other())])
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 410])
    expect((await trailOf(id)).filter(({ type }) => type === 'signer.invited')).toHaveLength(2)
  })

  test('names nobody who has a part in the document, by address or telephone', async () => {
    const [approver, witness] = [somebody({ action: 'approve' }), somebody({ action: 'witness' })]
    const who = delegator()
    const all = [approver, { ...witness, witness_of: who.email }]
    const copy = { email: 'copy@example.com', first_name: 'C', locale: 'en' }
    const { id } = await signing.create([who, ...all], {
      options: { copies: JSON.stringify([copy]) },
    })
    const person = await signing.person(who)
    const faults = async (order: object) => {
      const answer = (await delegate(person, order)).json<{
        errors: Array<{ pointer: string; code: string }>
      }>()
      return answer.errors.map(({ pointer, code }) => `${pointer} ${code}`)
    }
    for (const { email } of [who, ...all])
      expect(await faults(other({ email: email.toUpperCase() }))).toEqual([
        '/email delegate_has_part',
      ])
    // Nor their own mailbox under another tag.
    expect(await faults(other({ email: who.email.replace('@', '+me@') }))).toEqual([
      '/email delegate_has_part',
    ])
    for (const { phone } of [who, ...all])
      expect(await faults(other({ phone }))).toEqual(['/phone delegate_has_part'])
    expect(await faults(other({ email: 'copy@example.com' }))).toEqual(['/email copy_repeated'])
    expect((await signing.get(id)).signers[0]?.email).toBe(who.email)
  })

  test('sends no links and no tricks to strangers', async () => {
    const { person } = await asked()
    for (const [name, value] of [
      ['reason', 'see https://evil.example/x'],
      ['reason', 'pay\u202e now'],
      ['first_name', 'www.evil.example'],
      ['last_name', ' '],
      ['email', 'nobody'],
      ['phone', '+33 1'],
      ['reason', 'x'.repeat(301)],
    ])
      expect(
        (await delegate(person, other({ [name ?? '']: value }))).json<SeenProblem>().errors?.[0]
          ?.pointer ?? name,
        name,
      ).toBe(name === undefined ? '' : `/${name}`)
    expect((await delegate(person, other())).status).toBe(204)
  })

  test('survives a code that was sent, and comes too late after the signature was ordered', async () => {
    const { person } = await asked()
    await person.open()
    await person.askCode()
    const code = await person.readCode()
    const named = other({ phone: undefined })
    expect((await delegate(person, named)).status).toBe(204)
    expect(codeOf(await person.enter(code))).toBe('signing_delegated')
    const theirs = await signing.person(named)
    expect(codeOf(await theirs.enter(code))).toBe('otp_expired')
    const signed = await asked()
    await signed.person.signWhole()
    expect(codeOf(await delegate(signed.person, other()))).toBe('already_signed')
  })

  test('keeps the level that the request requires, and the fields that are to be filled in', async () => {
    const fields = [
      { page: 1, x: 60, y: 100, width: 180, height: 60 },
      { type: 'text', name: 'town', page: 1, x: 60, y: 200, width: 180, height: 20 },
    ]
    const who = delegator({ fields })
    const { id } = await signing.create([who], {
      pdf: await smallPdf(),
      options: { required_level: 'advanced' },
    })
    const named = other()
    await delegate(await signing.person(who), named)
    const theirs = await signing.person(named)
    await theirs.signWhole({ kind: 'typed', text: 'Delegate', values: { town: 'Lyon' } })
    await signing.work()
    const done = (await signing.get(id)) as unknown as Seen & { status: string }
    expect(done.status).toBe('completed')
    expect(done.signers[0]).toMatchObject({ authentication: 'sms', email: named.email })
  })

  test('ends where the sender names somebody: the delegate’s link too', async () => {
    const { id, person } = await asked()
    const named = other()
    await delegate(person, named)
    const theirs = await signing.person(named)
    const corrected = somebody()
    const path = `/signers/${(await signing.get(id)).signers[0]?.id}`
    await signing.act('PATCH', id, path, { email: corrected.email, phone: corrected.phone })
    expect(((await signing.get(id)) as unknown as Seen).signers[0]).not.toHaveProperty('delegation')
    for (const ended of [person, theirs])
      expect(codeOf(await ended.call('GET', '/state'))).toBe('signing_link_invalid')
  })

  test('is not promised to who gets no e-mail', async () => {
    const answer = await signing.post([delegator({ delivery: 'none' })])
    expect(answer.json<SeenProblem>().errors).toMatchObject([
      { pointer: '/signers/0/allow_delegation', code: 'delegation_needs_email' },
    ])
  })

  test('does not go back to the sender', async () => {
    const email = `boss-${Math.random()}@example.com`
    signing = new SigningApp(signing.app, await signing.app.newKey('signature_business', email))
    const { person } = await asked()
    expect((await delegate(person, other({ email: email.toUpperCase() }))).json()).toMatchObject({
      errors: [{ pointer: '/email', code: 'delegate_has_part' }],
    })
  })

  test('chains and circles are refused, whoever begins them', async () => {
    const [first, second] = [delegator(), delegator()]
    const { id } = await signing.create([first, second])
    const [one, two] = [await signing.person(first), await signing.person(second)]
    expect(codeOf(await delegate(one, other({ email: second.email })))).toBe('validation_failed')
    const third = other()
    expect((await delegate(one, third)).status).toBe(204)
    // The second cannot send theirs where the first has sent theirs, and the delegate sends nothing on.
    expect(codeOf(await delegate(two, other({ email: third.email })))).toBe('validation_failed')
    expect(codeOf(await delegate(two, other({ phone: third.phone })))).toBe('validation_failed')
    const theirs = await signing.person(third)
    for (const email of [first.email, second.email, somebody().email])
      expect(codeOf(await delegate(theirs, other({ email })))).toBe('delegation_not_allowed')
    expect((await trailOf(id)).filter(({ type }) => type === 'signer.delegated')).toHaveLength(1)
  })

  test('takes neither an app nor a telephone of the other along', async () => {
    const who = delegator({ authentication: 'totp' })
    const { person } = await asked(who)
    await person.verify()
    const { secret } = (await person.call('POST', '/totp/creation', {})).json<{ secret: string }>()
    const appCode = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({
        timestamp: signing.app.clock.now(),
      })
    expect((await person.call('POST', '/totp', { code: appCode() })).status).toBe(200)
    signing.app.clock.move(60_000)
    const { id, person: again } = await asked(who)
    const named = other({ phone: undefined })
    expect((await delegate(again, named)).status).toBe(204)
    const theirs = await signing.person(named)
    expect((await theirs.state()).signer).toMatchObject({ totp: 'code', phone_masked: null })
    await theirs.open()
    expect(codeOf(await theirs.enter(appCode()))).toBe('otp_expired')
    // The number of whoever delegated proves nothing about the delegate.
    expect((await theirs.askCode(who.phone)).json()).toMatchObject({
      errors: [{ pointer: '/phone', code: 'delegate_has_part' }],
    })
    const phone = somebody().phone ?? ''
    expect((await theirs.askCode(phone)).status).toBe(202)
    await theirs.enter(await theirs.readCode(phone))
    expect((await theirs.state()).signer).toMatchObject({ totp: 'register' })
    expect(codeOf(await theirs.sign())).toBe('verification_required')
    expect((await signing.get(id)).signers[0]).not.toHaveProperty('verified_at')
  })

  test('says whose number it is once the sender gives one, and the archive names who delegated', async () => {
    const { id, who, person } = await asked()
    const named = other()
    await delegate(person, named)
    const { phone } = somebody()
    const path = `/signers/${(await signing.get(id)).signers[0]?.id}`
    expect((await signing.act('PATCH', id, path, { phone })).json()).toMatchObject({
      signers: [{ phone_from: 'sender', delegation: { email: who.email } }],
    })
    await (await signing.person({ email: named.email, phone })).signWhole()
    await signing.work()
    const files = await evidenceFiles(signing, id)
    expect(files.get('parties.json')?.toString()).toContain(`"delegated_by":"${who.email}"`)
    expect(await checked(files)).toMatchObject({ status: 0 })
  })
})
