import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chainFindings } from '../../../src/audit/chain.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import { factsOf } from '../../../src/pdf/facts.ts'
import { PdfFile } from '../../../src/pdf/pdf-file.ts'
import { pdfText } from '../../support/pdf-text.ts'
import { strokePng } from '../../support/proof-facts.ts'
import { signedSteps, startAuthority } from '../../support/signing.ts'
import {
  messagesOf,
  type SigningApp,
  smallPdf,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

const DAY_MS = 86_400_000

interface TrailAnswer {
  header: never
  entries: Array<{ type: string; actor: string; data: Record<string, unknown> }>
}

async function trailOf(id: string): Promise<TrailAnswer> {
  const trail = (await signing.act('GET', id, '/audit')).json() as unknown as TrailAnswer
  expect(chainFindings(trail.header, trail.entries as never)).toEqual([])
  return trail
}

const typesOf = ({ entries }: TrailAnswer): string[] => entries.map(({ type }) => type)

async function expectSealed(id: string, signers: number): Promise<void> {
  const roots = [(await signing.services.pki.authority.key('root')).facts.certificate]
  const verified = verifyPdf(await signing.signedFile(id), {
    roots,
    nowMs: signing.app.clock.now(),
  })
  expect(verified.problems).toEqual([])
  const own = verified.signatures.filter(({ field }) => field.includes('-signer-'))
  expect(own.map(({ level, problems }) => ({ level, problems }))).toEqual(
    Array.from({ length: signers }, () => ({ level: 'B-LTA', problems: [] })),
  )
}

describe('from the form to the sealed file', () => {
  test('one signer: every act is in the trail and the file is B-LTA', async () => {
    const who = somebody()
    const { id } = await signing.create([who])
    const done = await signing.finish(id, [who])
    expect(done).toMatchObject({ status: 'completed', level: 'PAdES-BASELINE-LTA' })
    await expectSealed(id, 1)
    // Others may fill in and sign, nothing else: notes would be level 3 (ISO 32000-2, table 257).
    expect(factsOf(PdfFile.open(await signing.signedFile(id)))).toMatchObject({ certified: 2 })
    const trail = await trailOf(id)
    expect(typesOf(trail).filter((type) => type !== 'message.sent')).toEqual([
      'document.created',
      'document.sent',
      'signer.invited',
      'signer.opened',
      'signer.consented',
      'signer.otp_sent',
      'signer.verified',
      'signature.intended',
      'signer.signed',
      'signer.key_destroyed',
      'document.completed',
    ])
    expect(JSON.stringify(trail)).not.toContain(who.phone)
    // The same certificate all the way: intended, used, its key destroyed.
    const data = (type: string) => trail.entries.find((entry) => entry.type === type)?.data
    const { serials } = data('signature.intended') as { serials: string[] }
    expect(serials).toEqual([expect.stringMatching(/^[0-9a-f]{16,}$/)])
    expect(data('signer.signed')).toMatchObject({ made: [{ serial: serials[0] }] })
    expect(data('signer.key_destroyed')).toMatchObject({ serials })
  })

  test('two signers in order: the second is invited when the first has signed', async () => {
    const [first, second] = [somebody({ order: 1 }), somebody({ order: 2 })]
    const { id, signers } = await signing.create([first, second])
    expect(signers.map(({ status }) => status)).toEqual(['invited', 'waiting'])
    await expect(signing.person(second)).rejects.toThrow('no link')
    await (await signing.person(first)).signWhole()
    const later = await signing.person(second)
    expect((await later.state()).next).toBe('open')
    await later.signWhole()
    await signing.work()
    expect((await signing.get(id)).status).toBe('completed')
    await expectSealed(id, 2)
  })

  test('three in two groups: the group after begins when all before have signed', async () => {
    const people = [somebody({ order: 1 }), somebody({ order: 1 }), somebody({ order: 5 })]
    const { id, signers } = await signing.create(people)
    expect(signers.map(({ status }) => status)).toEqual(['invited', 'invited', 'waiting'])
    await (await signing.person(people[1]!)).signWhole()
    expect((await signing.get(id)).signers[2]?.status).toBe('waiting')
    await (await signing.person(people[0]!)).signWhole()
    expect((await signing.get(id)).signers[2]?.status).toBe('invited')
    const done = await signing.finish(id, [people[2]!])
    expect(done.status).toBe('completed')
    await expectSealed(id, 3)
  })

  test('a signer with only an address gives the phone, and the answer says so', async () => {
    const { email } = somebody()
    const { id } = await signing.create([{ email }])
    const person = await signing.person({ email })
    await person.open()
    expect((await person.askCode()).json()).toMatchObject({ code: 'phone_required' })
    expect((await person.askCode('06 12')).json()).toMatchObject({ code: 'validation_failed' })
    await person.verify('+33755555511')
    await person.sign()
    await signing.work()
    const done = await signing.get(id)
    expect(done.status).toBe('completed')
    expect(done.signers[0]).toMatchObject({ phone: '+33755555511', phone_from: 'signer' })
    expect(typesOf(await trailOf(id))).toContain('signer.phone_given')
  })

  test('a code that is entered without the page being opened counts as opening it', async () => {
    const who = somebody()
    const { id } = await signing.create([who])
    const person = await signing.person(who)
    await person.askCode()
    expect((await person.enter(await person.readCode())).status).toBe(200)
    expect((await person.sign()).status).toBe(200)
    await signing.work()
    expect((await signing.get(id)).status).toBe('completed')
  })

  test('after half an hour a new code is needed, and then signing continues', async () => {
    const who = somebody()
    await signing.create([who])
    const person = await signing.person(who)
    await person.verify()
    signing.app.clock.move(31 * 60_000)
    expect((await person.sign()).json()).toMatchObject({ code: 'verification_required' })
    await person.verify()
    expect((await person.sign()).status).toBe(200)
  })
})

test('the proof says how each signature was made, also where the page drew what was typed', async () => {
  const people = [1, 2, 3, 4].map((order) => somebody({ order, locale: 'en' }))
  const image = `data:image/png;base64,${strokePng().toString('base64')}`
  const orders = [
    { kind: 'drawn', image },
    { kind: 'typed', text: 'Zoé', image },
    { kind: 'typed', text: 'Zoé' },
    { kind: 'image', image },
  ]
  const { id } = await signing.create(people)
  for (const [index, who] of people.entries())
    await (await signing.person(who)).signWhole(orders[index])
  await signing.work()
  const proof = pdfText((await signing.act('GET', id, '/proof')).bytes).join('\n')
  const kinds = proof.match(/Drawn signature|Typed signature|Picture of a signature/g)
  expect(kinds).toEqual([
    'Drawn signature',
    'Typed signature',
    'Typed signature',
    'Picture of a signature',
  ])
})

describe('other ends', () => {
  test('a draft invites nobody until it is sent, and is gone with its time', async () => {
    const [who, late] = [somebody(), somebody()]
    const { id, status } = await signing.create([who], { options: { send: 'false' } })
    expect(status).toBe('draft')
    await expect(signing.person(who)).rejects.toThrow('no link')
    expect((await signing.act('POST', id, '/send')).status).toBe(200)
    expect((await signing.act('POST', id, '/send')).json()).toMatchObject({
      code: 'document_state_conflict',
    })
    expect((await (await signing.person(who)).state()).next).toBe('open')

    const draft = await signing.create([late], { options: { send: 'false' } })
    signing.app.clock.move(31 * DAY_MS)
    expect((await signing.act('POST', draft.id, '/send')).json()).toMatchObject({
      code: 'document_state_conflict',
    })
    await signing.work()
    expect((await signing.get(draft.id)).status).toBe('expired')
    expect((await signing.get(id)).status).toBe('expired')
  })

  test('where no place is found, the answer says where the signature is shown, and how to choose', async () => {
    const given = { ...somebody(), fields: [{ page: 1, x: 60, y: 300 }] }
    const created = await signing.create([given, somebody()], { options: { send: 'false' } })
    expect(created.warnings).toMatchObject([
      {
        code: 'place_on_added_page',
        pointer: '/signers/1',
        detail: expect.stringMatching(/a page added at the end.*"fields"/),
      },
    ])
    const sent = await signing.act('POST', created.id, '/send')
    expect(sent.json().warnings).toMatchObject([
      { detail: expect.stringMatching('page 2, which was added at the end') },
    ])
    expect(await signing.create([{ ...somebody(), fields: given.fields }])).not.toHaveProperty(
      'warnings',
    )
  })

  test('where a document signed before takes no page, the answer says that a signature is not seen', async () => {
    const somebodyElse = await startAuthority()
    const plan = { signers: 1, certify: false, seal: false }
    const [, pdf] = await signedSteps(somebodyElse, await smallPdf(), plan)
    await somebodyElse.close()
    const { warnings } = await signing.create([somebody()], { pdf: pdf as Buffer })
    expect(warnings).toMatchObject([
      {
        code: 'place_invisible',
        pointer: '/signers/0',
        detail: expect.stringMatching(/not visible on any page.*"fields"/),
      },
    ])
  })

  test('is withdrawn by a call that sends nothing, not even the kind of its body', async () => {
    const { id } = await signing.create([somebody()])
    expect((await signing.act('POST', id, '/cancel')).json()).toMatchObject({ status: 'cancelled' })
  })

  test('a refusal ends it for everybody, with the reason, and all who were asked are informed', async () => {
    const people = [somebody({ locale: 'fr' }), somebody({ locale: 'en' }), somebody({ order: 9 })]
    const { id } = await signing.create(people)
    const [first, second] = [await signing.person(people[0]!), await signing.person(people[1]!)]
    await first.signWhole()
    await second.open()
    expect((await second.decline()).json<{ next: string }>().next).toBe('declined')
    await signing.work()
    expect(await signing.get(id)).toMatchObject({
      status: 'declined',
      end_reason: 'Le prix est faux',
      signers: [{ status: 'signed' }, { status: 'declined' }, { status: 'waiting' }],
    })
    const mails = (await messagesOf(signing.app)).filter(({ text }) => text.includes('prix'))
    // And the sender, at the address of the account.
    const [toSender, ...others] = mails.map(({ to }) => to)
    expect(others).toEqual([people[0]!.email])
    expect(people.map(({ email }) => email)).not.toContain(toSender)
    expect((await first.call('GET', '/file')).json()).toMatchObject({ code: 'signing_declined' })
    await trailOf(id)
  })

  test('a withdrawn document cannot be signed, and a second withdrawal is refused', async () => {
    const who = somebody()
    const { id } = await signing.create([who])
    const person = await signing.person(who)
    await person.verify()
    expect((await signing.act('POST', id, '/cancel', { reason: 'Erreur' })).status).toBe(200)
    expect((await person.sign()).json()).toMatchObject({ code: 'signing_cancelled' })
    expect((await signing.act('POST', id, '/cancel', {})).status).toBe(409)
    expect((await person.state()).next).toBe('cancelled')
  })
})
