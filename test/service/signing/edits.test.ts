/** Edits of requests that nobody has signed: each member, said everywhere; quota, people, refusals. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { editsOf, type Faults, toNextMonth } from '../../support/edits.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { pdfOf } from '../../support/several-files.ts'
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

const { codeOf, edit, entriesOf, mailsTo, ok, replace, updatesOf, usedBy, verdict } = editsOf(
  () => signing,
)

describe('a pending request', () => {
  test('changes each member of the document; the trail has before and after, the asked are told', async () => {
    const who = somebody({ locale: 'de' })
    const { id } = await signing.create([who], {
      options: { name: 'Old', message: 'Old words', external_id: 'a-1' },
    })
    const person = await signing.person(who)
    await person.verify()
    const expires_at = new Date(signing.app.clock.now() + 5 * 86_400_000).toISOString()
    const changed = ok(
      await edit(id, {
        name: 'New',
        message: null,
        external_id: 'a-2',
        expires_at,
        reminders: { first_after_days: 2 },
        metadata: { deal: '7' },
        copies: [{ email: 'copy@example.com' }],
      }),
    )
    expect(changed).toMatchObject({
      name: 'New',
      external_id: 'a-2',
      metadata: { deal: '7' },
      reminders: { first_after_days: 2 },
      copies: [{ email: 'copy@example.com' }],
      status: 'pending',
    })
    expect(Date.parse(changed.expires_at)).toBe(Date.parse(expires_at))
    expect(changed).not.toHaveProperty('message')
    const [data] = await updatesOf(id)
    expect(data).toMatchObject({
      changed: expect.arrayContaining(['name', 'message', 'external_id', 'expires_at', 'metadata']),
      before: { name: 'Old', message: 'Old words', external_id: 'a-1', metadata: {} },
      after: { name: 'New', message: null, external_id: 'a-2', metadata: { deal: '7' } },
    })
    expect(await mailsTo(who.email)).toContain('Geändert: „New“')
    // What was proved and agreed to was about another document.
    expect((await person.state()).signer.status).toBe('invited')
    expect(codeOf(await person.sign())).toBe('verification_required')
    signing.app.clock.move(31_000)
    const done = await signing.finish(id, [who])
    expect(done).toMatchObject({ status: 'completed', level: 'PAdES-BASELINE-LTA' })
    expect((await pdfText(await signing.signedFile(id))).join(' ')).toContain('New')
  })

  test('adds, changes and removes people: quota exact, the link of the removed ends, everybody is told', async () => {
    const [one, two, three] = [
      somebody({ locale: 'en' }),
      somebody({ locale: 'en', order: 2 }),
      somebody({ locale: 'en' }),
    ]
    const { id, signers } = await signing.create([one, two])
    expect(await usedBy()).toBe(2)
    const first = await signing.person(one)
    await first.verify()
    const changed = ok(
      await edit(id, {
        signers: [
          { id: signers[0]?.id, remove: true },
          { id: signers[1]?.id, order: 1, action: 'approve' },
          three,
        ],
      }),
    )
    expect(changed.signers.map(({ email, order, action }) => [email, order, action])).toEqual([
      [two.email, 1, 'approve'],
      [three.email, 1, undefined],
    ])
    expect(await usedBy()).toBe(2)
    expect(codeOf(await first.call('GET', '/state'))).toBe('signer_removed')
    const page = await first.call('GET', '?lang=en')
    expect(page.status).toBe(410)
    expect(String(page.bytes)).toContain('no longer needed')
    expect(await mailsTo(one.email)).toContain('No longer needed: “contrat”')
    expect((await mailsTo(two.email)).at(0)).toContain('approve')
    const [data] = await updatesOf(id)
    expect(data).toMatchObject({
      changed: ['signers'],
      signers_removed: [{ signer_id: signers[0]?.id, email: one.email }],
      signers_added: [{ email: three.email }],
      signers: [{ signer_id: signers[1]?.id, before: { step: 2 }, after: { step: 1 } }],
    })
    expect(codeOf(await edit(id, { signers: [{ id: signers[0]?.id, order: 3 }] }))).toBe(
      'validation_failed',
    )
    // Only who approves is left: nobody signs.
    const nobody = await edit(id, { signers: [{ id: changed.signers[1]?.id, remove: true }] })
    expect(nobody.json<Faults>().errors[0]?.code).toBe('nobody_signs')
    await (await signing.person(two)).approveWhole()
    await signing.finish(id, [three])
    expect((await signing.get(id)).status).toBe('completed')
    const { valid } = await verdict(await signing.signedFile(id))
    expect(valid).toBe(true)
  })

  test('takes a correction of address, phone and name with everything else in one call', async () => {
    const [one, other] = [somebody(), somebody()]
    const { id, signers } = await signing.create([one])
    const before = await signing.person(one)
    const { email, phone } = other
    const sid = signers[0]?.id
    ok(await edit(id, { name: 'Neu', signers: [{ id: sid, email, phone, last_name: 'Autre' }] }))
    expect(codeOf(await before.call('GET', '/state'))).toBe('signing_link_invalid')
    const [data] = await updatesOf(id)
    expect(data).toMatchObject({
      signers: [
        {
          before: { email: one.email },
          after: { email, last_name: 'Autre', phone: expect.stringContaining('••') },
        },
      ],
    })
    expect(JSON.stringify(data)).not.toContain(phone)
    expect((await signing.finish(id, [other])).status).toBe('completed')
  })

  test('withdraws approvals, and invites in turn', async () => {
    const [boss, one] = [somebody({ action: 'approve' }), somebody({ order: 2 })]
    const { id, signers } = await signing.create([boss, one])
    await (await signing.person(boss)).approveWhole()
    await signing.work()
    expect((await signing.get(id)).signers.map(({ status }) => status)).toEqual([
      'approved',
      'invited',
    ])
    const changed = ok(await edit(id, { message: 'Read this' }))
    expect(changed.signers.map(({ status }) => status)).toEqual(['invited', 'waiting'])
    expect((await updatesOf(id))[0]?.approvals_withdrawn).toEqual([signers[0]?.id])
    expect((await (await signing.person(one)).state()).next).toBe('wait')
    signing.app.clock.move(31_000)
    await (await signing.person(boss)).approveWhole()
    expect((await signing.finish(id, [one])).status).toBe('completed')
  })

  test('does not change once a signature is made, except what is not in the file', async () => {
    const [one, two] = [somebody(), somebody({ order: 2 })]
    const { id } = await signing.create([one, two])
    await (await signing.person(one)).signWhole()
    const refused = await edit(id, { name: 'Other' })
    expect([refused.status, codeOf(refused)]).toEqual([409, 'document_state_conflict'])
    expect(refused.json<{ detail: string }>().detail).toContain('has signed')
    const before = await signing.get(id)
    const expires_at = new Date(signing.app.clock.now() + 3 * 86_400_000).toISOString()
    ok(await edit(id, { expires_at, metadata: { a: 'b' }, reminders: { first_after_days: 1 } }))
    expect((await signing.get(id)).signers[0]).toEqual(before.signers[0])
    expect((await mailsTo(two.email)).at(0)).toContain('Modifié')
    // At the new deadline, not at the old one.
    signing.app.clock.move(4 * 86_400_000)
    await signing.work()
    expect((await signing.get(id)).status).toBe('expired')
    expect(codeOf(await edit(id, { name: 'Late' }))).toBe('document_state_conflict')
  })
})

describe('an edit is refused', () => {
  test('of another account, in the other mode, and by a key that may not', async () => {
    const { id } = await signing.create([somebody()])
    const stranger = await signing.app.newKey('signature_business')
    expect(codeOf(await edit(id, { name: 'Mine' }, stranger))).toBe('document_not_found')
    const reading = await signing.act('POST', id, '/reactivate', {}, stranger)
    expect(codeOf(reading)).toBe('document_not_found')
  })

  test('with each fault at its place in the call', async () => {
    const [one, two] = [somebody(), somebody()]
    const { id, signers } = await signing.create([one, two])
    const faults: Array<[object, string]> = [
      [{ signers: [{ first_name: 'Nobody' }] }, '/signers/0/email'],
      [{ signers: [{ id: signers[1]?.id, email: one.email }] }, '/signers/0/email'],
      [
        { signers: [{ id: signers[1]?.id, fields: [{ page: 9, x: 1, y: 1 }] }] },
        '/signers/0/fields/0',
      ],
      [{ copies: [{ email: two.email }] }, '/copies/0/email'],
      [{ expires_at: '2020-01-01T00:00:00Z' }, '/expires_at'],
    ]
    for (const [changes, pointer] of faults) {
      const answer = await edit(id, changes)
      expect([answer.status, answer.json<Faults>().errors?.[0]?.pointer]).toEqual([422, pointer])
    }
    expect(await updatesOf(id)).toEqual([])
    expect(await usedBy()).toBe(2)
  })

  test('where the quota has no room for a new signer: its transaction leaves nothing', async () => {
    signing = new SigningApp(signing.app, await signing.app.newKey('signature_free'))
    const people = Array.from({ length: 9 }, () => somebody())
    const { id } = await signing.create(people)
    const before = await signing.get(id)
    const entries = await entriesOf(id)
    const two = { name: 'Eleven', signers: [somebody(), somebody()] }
    expect(codeOf(await edit(id, two))).toBe('quota_exceeded')
    expect(await signing.get(id)).toEqual(before)
    expect(await entriesOf(id)).toEqual(entries)
    expect(await usedBy()).toBe(9)
    const swapped = { signers: [{ id: before.signers[0]?.id, remove: true }, ...two.signers] }
    ok(await edit(id, swapped))
    expect(await usedBy()).toBe(10)
  })

  test('for more signers than a document has, and costs nothing', async () => {
    const { id } = await signing.create([somebody()])
    const many = Array.from({ length: 50 }, () => somebody())
    const answer = await edit(id, { signers: many })
    expect(codeOf(answer)).toBe('validation_failed')
    expect(await usedBy()).toBe(1)
  })
})

describe('a draft', () => {
  test('changes in every way without a mail or quota, and is sent as it is then', async () => {
    const [one, two] = [somebody(), somebody()]
    const { id, signers } = await signing.create([one], { options: { send: 'false' } })
    const bytes = await pdfOf(2)
    const changed = ok(
      await replace(id, bytes, {
        changes: { name: 'Draft', signers: [{ id: signers[0]?.id, remove: true }, two] },
      }),
    )
    expect(changed).toMatchObject({ status: 'draft', name: 'Draft', pages: 2 })
    expect(changed.signers.map(({ email }) => email)).toEqual([two.email])
    expect(await usedBy()).toBe(0)
    expect(await mailsTo(two.email)).toEqual([])
    expect((await signing.act('POST', id, '/send')).status).toBe(200)
    expect((await signing.finish(id, [two])).status).toBe('completed')
  })
})
