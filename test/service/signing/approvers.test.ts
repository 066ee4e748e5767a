/** People who approve instead of signing: identified like signers, without key, certificate and signature. */
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { partiesText } from '../../../src/signing/evidence/parties.ts'
import { findRequestWithSigners } from '../../../src/signing/store/requests.ts'
import { bytesOf, checked, evidenceFiles } from '../../support/evidence.ts'
import { pdfText } from '../../support/pdf-text.ts'
import {
  messagesOf,
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

const approver = (more: Parameters<typeof somebody>[0] = {}) =>
  somebody({ action: 'approve', locale: 'en', ...more })
const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex')
const mailsTo = async (email: string) =>
  (await messagesOf(signing.app)).filter(({ channel, to }) => channel === 'mail' && to === email)
const used = async (): Promise<number> =>
  (await signing.app.call('GET', '/usage', { key: signing.key })).json<{
    monthly: { signatures: { used: number } }
  }>().monthly.signatures.used

interface Entry {
  type: string
  data: Record<string, unknown>
}
const entriesOf = async (id: string): Promise<Entry[]> =>
  (await signing.act('GET', id, '/audit')).json<{ entries: Entry[] }>().entries

describe('an approver', () => {
  test('of the first step holds the second; the file has the signatures of those who sign, and the proof says the rest', async () => {
    const before = await used()
    const first = approver()
    const second = somebody({ order: 2, locale: 'en' })
    const made = await signing.create([first, second])
    expect(made.signers).toMatchObject([
      { action: 'approve', status: 'invited', fields: [] },
      { status: 'waiting' },
    ])
    expect(made.signers[1]).not.toHaveProperty('action')
    expect((await used()) - before).toBe(2)
    const person = await signing.person(first)
    const [invitation] = await mailsTo(first.email)
    expect(invitation?.subject).toBe('Please approve “contrat”')
    expect(invitation?.text).toContain('asks you to read a document and to approve or decline it')
    expect(invitation?.text.toLowerCase()).not.toMatch(/advanced|your signature|signer of/)
    const answered = await person.approveWhole()
    expect(answered.json()).toMatchObject({
      next: 'approved',
      signer: { status: 'approved', action: 'approve' },
    })
    const code = (await messagesOf(signing.app)).find(
      ({ channel, to }) => channel === 'sms' && to === first.phone,
    )
    expect(code?.text).toContain('is your code to approve "contrat"')
    await signing.work()
    const between = await signing.get(made.id)
    expect(between.signers).toMatchObject([{ status: 'approved' }, { status: 'invited' }])
    expect(between.signers[0]).toHaveProperty('approved_at')
    expect(between.signers[0]).not.toHaveProperty('signed_at')
    await (await signing.person(second)).signWhole()
    await signing.work()
    const done = await signing.get(made.id)
    expect(done).toMatchObject({ status: 'completed', level: 'PAdES-BASELINE-LTA' })
    const entries = await entriesOf(made.id)
    const about = entries.filter(({ data }) => data.signer_id === made.signers[0]?.id)
    expect(about.map(({ type }) => type)).toEqual([
      'signer.invited',
      'message.sent',
      'signer.opened',
      'signer.consented',
      'signer.otp_sent',
      'signer.verified',
      'signer.approved',
      'message.sent',
    ])
    expect(entries.filter(({ type }) => type === 'signer.signed')).toHaveLength(1)
    const proof = pdfText((await signing.act('GET', made.id, '/proof')).bytes).join(' ')
    expect(proof).toContain('The signer applied an advanced electronic signature')
    expect(proof).toContain('One person has approved the document')
    expect(proof).toContain('Approval (not a signature)')
    const signed = (await signing.act('GET', made.id, '/signed')).bytes
    const report = (
      await signing.app.call('POST', '/api/v1/verify', {
        key: signing.key,
        form: [['file', { filename: 'a.pdf', bytes: signed }]],
      })
    ).json<{ signatures: Array<{ field: string; signer?: unknown }> }>()
    const ofPeople = report.signatures.filter(({ field }) => field.includes('-signer-'))
    expect(ofPeople).toHaveLength(1)
    const mail = (await mailsTo(first.email)).find(
      ({ subject }) => subject === 'Complete: “contrat”',
    )
    expect(mail?.text).toContain('which you approved')
    const page = String((await person.call('GET', '?lang=en')).bytes)
    expect(page).toContain('The document is complete')
    const evidence = await evidenceFiles(signing, made.id)
    expect((await checked(evidence)).said).toContain('Everything holds.')
    const parties = JSON.parse(bytesOf(evidence, 'parties.json').toString()) as object[]
    expect(
      parties.map((each) => Object.keys(each).filter((name) => name.endsWith('d_at'))),
    ).toEqual([['approved_at'], ['signed_at']])
    const whole = await findRequestWithSigners(signing.services.db, made.id)
    const { signers = [], request } = whole ?? {}
    expect(request?.key_id).toMatch(/^key_/)
    expect(proof).not.toContain(request?.key_id)
    // What an older service wrote stays as it is, since the trail has its hash.
    const older = partiesText(signers, 'its hash')
    expect(older.match(/"signed_at"/g)).toHaveLength(2)
    expect(partiesText(signers, hashOf(older))).toBe(older)
    expect(partiesText(signers, hashOf(partiesText(signers)))).toBe(partiesText(signers))
  })

  test('who is last has the document sealed', async () => {
    const [first, last] = [somebody(), approver({ order: 2 })]
    const { id } = await signing.create([first, last])
    await (await signing.person(first)).signWhole()
    await signing.work()
    expect((await signing.get(id)).status).toBe('pending')
    await (await signing.person(last)).approveWhole()
    await signing.work()
    expect((await signing.get(id)).status).toBe('completed')
  })

  test('cannot sign, and a signer cannot approve; each is told which of the two is asked', async () => {
    const [one, other] = [approver(), somebody()]
    const { id } = await signing.create([one, other])
    const [first, second] = [await signing.person(one), await signing.person(other)]
    await first.verify()
    await second.verify()
    expect((await first.sign()).json<SeenProblem>()).toMatchObject({
      code: 'action_not_asked',
      status: 409,
    })
    expect((await second.approve()).json<SeenProblem>()).toMatchObject({
      code: 'action_not_asked',
    })
    expect((await signing.get(id)).signers).toMatchObject([
      { status: 'verified' },
      { status: 'verified' },
    ])
  })

  test('needs the right code in this browser, the file that was shown, and a link of their own', async () => {
    const [one, other] = [approver(), approver()]
    await signing.create([one, other, somebody()])
    const [first, second] = [await signing.person(one), await signing.person(other)]
    await first.open()
    expect((await first.approve()).json()).toMatchObject({ code: 'verification_required' })
    await first.verify()
    const wrong = await first.call('POST', '/approval', { document_sha256: 'a'.repeat(64) })
    expect(wrong.json()).toMatchObject({ code: 'document_changed' })
    // The cookie of one opens nothing behind the link of another.
    await second.open()
    second.cookie = first.cookie
    expect((await second.approve()).json()).toMatchObject({ code: 'verification_required' })
    expect((await first.approve()).status).toBe(200)
    expect((await first.approve()).json()).toMatchObject({ code: 'already_approved' })
    expect((await first.decline()).json()).toMatchObject({ code: 'already_approved' })
  })

  test('who approves twice at once has approved once', async () => {
    const one = approver()
    const { id } = await signing.create([one, somebody({ order: 2 })])
    const person = await signing.person(one)
    await person.verify()
    const answers = await Promise.all(Array.from({ length: 8 }, () => person.approve()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    const entries = await entriesOf(id)
    expect(entries.filter(({ type }) => type === 'signer.approved')).toHaveLength(1)
    expect(entries.filter(({ type }) => type === 'signer.invited')).toHaveLength(2)
  })

  test('who declines ends the request; the sender reads that approval was refused, and unused signatures come back', async () => {
    const before = await used()
    const one = approver()
    const { id } = await signing.create([one, somebody({ order: 2 })])
    const person = await signing.person(one)
    await person.open()
    await person.decline('Wrong price')
    await signing.work()
    expect(await signing.get(id)).toMatchObject({ status: 'declined' })
    expect(await used()).toBe(before)
    const notice = (await messagesOf(signing.app)).find(({ subject }) =>
      subject?.includes('declined to approve “contrat”'),
    )
    expect(notice?.text).toContain('Wrong price')
  })

  test('is asked in words of approval on the page, in every language, with a consent of its own', async () => {
    const one = approver()
    await signing.create([one, somebody()])
    const person = await signing.person(one)
    for (const lang of ['en', 'fr', 'de', 'es', 'it', 'nl', 'pl', 'pt']) {
      const page = String((await person.call('GET', `?lang=${lang}`)).bytes)
      expect(page).toContain('id="approve-form"')
      expect(page).not.toContain('id="pad"')
    }
    const { consent } = (await person.call('GET', '/state')).json<{
      consent: { text: string; version: string }
    }>()
    expect(consent.version).toBe('2026-11-approve')
    expect(consent.text).toContain('it is not a signature')
  })

  test('is in the webhook’s facts as one who has approved', async () => {
    const one = approver()
    const { id, signers } = await signing.create([one, somebody({ order: 2 })])
    await (await signing.person(one)).approveWhole()
    const entry = (await entriesOf(id)).find(({ type }) => type === 'signer.approved')
    expect(entry?.data).toMatchObject({
      signer_id: signers[0]?.id,
      sha256_shown: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
  })
})

describe('an order', () => {
  const refused = async (signers: Parameters<SigningApp['post']>[0]) => {
    const before = await used()
    const answer = await signing.post(signers)
    expect(answer.status).toBe(422)
    expect(await used()).toBe(before)
    return answer.json<SeenProblem>().errors ?? []
  }

  test('needs somebody who signs, and an approver has no fields', async () => {
    expect(await refused([approver()])).toMatchObject([
      { pointer: '/signers', code: 'nobody_signs' },
    ])
    const fields = [{ page: 1, x: 10, y: 10 }]
    expect(await refused([approver({ fields }), somebody()])).toMatchObject([
      { pointer: '/signers/0/fields', code: 'approver_has_fields' },
    ])
  })

  test('numbers the places in the document by those who sign', async () => {
    const tagged = await signing.create([approver(), somebody()])
    expect(tagged.signers[0]?.fields).toEqual([])
    expect(tagged.warnings).toMatchObject([{ pointer: '/signers/1' }])
  })
})

describe('a witness', () => {
  const pair = () => {
    const signer = somebody({ locale: 'en', last_name: 'Hart' })
    const witness = somebody({ action: 'witness', witness_of: signer.email, locale: 'en' })
    return { signer, witness }
  }

  test('signs after the signer, with a certificate of their own; stamp, consent and proof say as what', async () => {
    const { signer, witness } = pair()
    const made = await signing.create([witness, signer])
    expect(made.signers).toMatchObject([
      { action: 'witness', order: 2, status: 'waiting', witness_of: made.signers[1]?.id },
      { order: 1, status: 'invited' },
    ])
    await (await signing.person(signer)).signWhole()
    await signing.work()
    const person = await signing.person(witness)
    const { consent } = (await person.call('GET', '/state')).json<{
      consent: { text: string; version: string }
    }>()
    expect(consent.version).toBe('2026-11-witness')
    expect(consent.text).toContain('as a witness to the signature of another person')
    await person.signWhole()
    await signing.work()
    expect(await signing.get(made.id)).toMatchObject({ status: 'completed' })
    const file = pdfText((await signing.act('GET', made.id, '/signed')).bytes).join(' ')
    expect(file).toContain('Signed as witness by')
    const proof = pdfText((await signing.act('GET', made.id, '/proof')).bytes).join(' ')
    expect(proof).toContain('One of the signers signed as a witness')
    expect(proof).toContain('as witness of Zoé Hart')
  })

  test('is nobody’s own, names one signer and signs afterwards', async () => {
    const { signer, witness } = pair()
    const findings = async (...signers: Parameters<SigningApp['post']>[0]) =>
      (await signing.post(signers)).json<SeenProblem>().errors
    expect(await findings(signer, { ...witness, email: signer.email, role: 'b' })).toMatchObject([
      { pointer: '/signers/1/email', code: 'witness_is_signer' },
    ])
    expect(await findings(signer, { ...witness, phone: signer.phone ?? '' })).toMatchObject([
      { pointer: '/signers/1/phone', code: 'witness_is_signer' },
    ])
    expect(await findings(signer, { ...witness, order: 1 })).toMatchObject([
      { pointer: '/signers/1/order' },
    ])
    expect(await findings(signer, { ...witness, witness_of: 'x@example.com' })).toMatchObject([
      { pointer: '/signers/1/witness_of', code: 'witness_of_unknown' },
    ])
    const { witness_of: _none, ...nobody } = witness
    expect(await findings(signer, nobody)).toMatchObject([{ pointer: '/signers/1/witness_of' }])
    expect(await findings(signer, { ...somebody(), witness_of: signer.email })).toMatchObject([
      { pointer: '/signers/1/witness_of' },
    ])
  })

  test('does not become the signer by a correction, nor by the phone that is typed on the page', async () => {
    const { signer, witness } = pair()
    const { phone: _phone, ...unknown } = witness
    const made = await signing.create([signer, unknown])
    const [first, second] = made.signers
    const change = (id: string | undefined, json: object) =>
      signing.act('PATCH', made.id, `/signers/${id}`, json)
    for (const answer of [
      await change(second?.id, { email: signer.email.toUpperCase() }),
      await change(first?.id, { email: witness.email }),
      await change(second?.id, { phone: signer.phone }),
    ]) {
      expect(answer.status).toBe(422)
      expect(answer.json<SeenProblem>().errors).toContainEqual(
        expect.objectContaining({ code: 'witness_is_signer' }),
      )
    }
    await (await signing.person(signer)).signWhole()
    await signing.work()
    const person = await signing.person(unknown)
    await person.open()
    const asked = await person.askCode(signer.phone)
    expect(asked.json<SeenProblem>().errors).toMatchObject([{ code: 'witness_is_signer' }])
  })
})
