/** Signers with certificates of their own: their provider authorises one hash, and nothing that it says is believed. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { TrailJson } from '../../../src/audit/verify-trail.ts'
import { verifyPdf } from '../../../src/pades/verify.ts'
import type { CertificateProvider } from '../../support/certificate-provider.ts'
import { checked, evidenceFiles } from '../../support/evidence.ts'
import { type ExternalProvider, startExternalProvider } from '../../support/external-provider.ts'
import { newSender } from '../../support/external-seals.ts'
import {
  back,
  chosen,
  connectService,
  inFrontOf,
  offered,
  ordered,
  pageIn,
  returned,
  SERVICE,
  signOwn,
} from '../../support/own-certificates.ts'
import {
  type Person,
  type SeenProblem,
  type SigningApp,
  smallPdf,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'

let provider: ExternalProvider
let front: CertificateProvider
let oldFront: CertificateProvider
let signing: SigningApp
/** Of a new account for each test: sends are limited per minute, and a service is the account's. */
let key: string
let accountId: string

beforeAll(async () => {
  provider = await startExternalProvider()
  front = await inFrontOf(provider)
  oldFront = await inFrontOf(provider, 1)
  signing = await startSigningApp()
})
beforeEach(async () => {
  ;({ key, accountId } = await newSender(signing))
  front.holds('person')
  await connectService(signing, front, [provider.root], { accountId })
})
afterAll(async () => {
  await signing.close()
  await front.close()
  await oldFront.close()
  await provider.close()
})
afterEach(() => provider.spoil(undefined))

const owner = (more: Partial<WishedSigner> = {}): WishedSigner =>
  somebody({ certificate: { service: SERVICE }, ...more })

/** Somebody with a certificate of their own, verified; and the request. */
async function asked(more: Partial<WishedSigner> = {}): Promise<{ id: string; person: Person }> {
  const who = owner(more)
  const { id } = await signing.create([who], { key })
  const person = await signing.person(who)
  await person.verify()
  return { id, person }
}

const problemOf = (answer: { json<T>(): T }): SeenProblem => answer.json<SeenProblem>()

interface Seen {
  status: string
  signatures?: Array<Record<string, unknown>>
}
const seen = async (id: string): Promise<Seen> =>
  (await signing.act('GET', id, '', undefined, key)).json<Seen>()
const entriesOf = async (id: string) =>
  (await signing.act('GET', id, '/audit', undefined, key)).json<TrailJson>().entries
const signedFile = async (id: string) =>
  (await signing.act('GET', id, '/signed', undefined, key)).bytes

async function verdictOn(id: string) {
  const { roots } = await signing.services.pki.trusted()
  const trust = { roots: [...roots, provider.root], nowMs: Date.now() }
  return verifyPdf(await signedFile(id), trust)
}

test.each([1, 2] as const)(
  'a signer signs with a certificate of their own over version %i',
  async (version) => {
    const used = version === 1 ? oldFront : front
    used.holds('person', 'p384')
    await connectService(signing, used, [provider.root], { accountId })
    const first = somebody()
    const who = owner({ order: 2, first_name: 'Dupont', last_name: 'Person' })
    const { id } = await signing.create([first, who], { key })
    await (await signing.person(first)).signWhole()
    const person = await signing.person(who)
    await person.verify()
    const certificates = await offered(used, person)
    expect(certificates).toMatchObject([
      {
        id: 'person',
        holder: 'Dupont SA person',
        issuer: 'Tiers Qualified CA',
        name_matches: true,
      },
      { id: 'p384', holder: 'Dupont SA p384', name_matches: false },
    ])
    const done = await back(person, await returned(used, pageIn(await chosen(person, 'person'))))
    expect(done.json()).toEqual({ certificates: null })
    expect((await person.state()).next).toBe('signed')
    await signing.work()
    const document = await seen(id)
    expect(document.status).toBe('completed')
    const theirs = provider.certificateOf('person')
    expect(document.signatures).toMatchObject([
      { kind: 'signature', level: 'advanced' },
      {
        kind: 'signature',
        certificate_claim: 'QESig',
        certificate_sha256: theirs.fingerprint,
        issuer: 'Tiers Qualified CA',
        certificate: { service: 'Tiers QTSP', holder: 'Dupont SA person', name_matches: true },
      },
      { kind: 'seal', level: 'advanced' },
    ])
    expect(document.signatures?.[1]).not.toHaveProperty('level')
    const { signatures } = await verdictOn(id)
    expect(signatures.flatMap(({ problems }) => problems)).toEqual([])
    const signer = signatures.find((each) => each.signer?.fingerprint === theirs.fingerprint)
    expect(signer).toMatchObject({ level: 'B-LTA', trusted: true })
  },
)

test('the evidence says whose certificate it is, and holds', async () => {
  const { id, person } = await asked({ first_name: 'Jeanne', last_name: 'Martin' })
  await signOwn(front, person, 'person')
  await signing.work()
  const entries = await entriesOf(id)
  const types = entries.map(({ type }) => type)
  expect(types).toContain('signer.certificate_chosen')
  expect(types).not.toContain('signer.key_destroyed')
  const chose = entries.find(({ type }) => type === 'signer.certificate_chosen')
  const { serialHex: serial } = provider.certificateOf('person')
  expect(chose?.data).toMatchObject({ service: 'Tiers QTSP', serial, name_matches: false })
  const files = await evidenceFiles(signing, id, key)
  const parties = JSON.parse(String(files.get('parties.json'))) as object[]
  expect(parties).toMatchObject([
    { own_certificate: { holder: 'Dupont SA person', issuer: 'Tiers Qualified CA', serial } },
  ])
  const { status, said } = await checked(files)
  expect({ status, said }).toMatchObject({ status: 0 })
})

test('what does not go together is refused by the field, and names no service of another account', async () => {
  const other = await newSender(signing)
  const pdf = await smallPdf()
  const faults = async (people: readonly WishedSigner[], by = key) => {
    const answer = await signing.post(people, { key: by })
    return { status: answer.status, at: problemOf(answer).errors?.map(({ pointer }) => pointer) }
  }
  expect(await faults([owner()], other.key)).toEqual({
    status: 422,
    at: ['/signers/0/certificate/service'],
  })
  const testKey = await signing.app.keyFor(accountId, 'signature_business', 'test')
  expect(await faults([owner()], testKey)).toMatchObject({ status: 422 })
  expect(await faults([owner({ certificate: { service: 'else' } })])).toEqual({
    status: 422,
    at: ['/signers/0/certificate/service'],
  })
  expect(await faults([owner(), somebody()])).toEqual({ status: 422, at: ['/signers/0/order'] })
  expect(await faults([owner({ action: 'approve' }), somebody({ order: 2 })])).toEqual({
    status: 422,
    at: ['/signers/0/action'],
  })
  expect(await faults([owner({ allow_delegation: true })])).toEqual({
    status: 422,
    at: ['/signers/0/allow_delegation'],
  })
  const places = [1, 2].map((page) => ({ page: 1, x: 60, y: 100 * page }))
  expect(await faults([owner({ fields: places })])).toEqual({
    status: 422,
    at: ['/signers/0/fields'],
  })
  const file = { filename: 'contrat.pdf', bytes: pdf }
  const several = await signing.app.call('POST', '/api/v1/documents', {
    key,
    form: [
      ['file', file],
      ['files', file],
      ['signers', JSON.stringify([owner()])],
    ],
  })
  expect(problemOf(several).errors).toMatchObject([{ pointer: '/files' }])
  const {
    first_name: _f,
    last_name: _l,
    ...nameless
  } = owner({
    certificate: { service: SERVICE, name_must_match: true },
  })
  expect(await faults([nameless])).toEqual({ status: 422, at: ['/signers/0/last_name'] })
})

test('there is one way to sign: not ours, not in a frame, not on the sender’s device, not before the code', async () => {
  const { id, person } = await asked()
  const ours = await person.sign()
  expect([ours.status, problemOf(ours).code]).toEqual([409, 'action_not_asked'])
  const [signer] = (await signing.act('GET', id, '', undefined, key)).json<{
    signers: [{ id: string }]
  }>().signers
  const hosted = { in_person: { host: 'Anna' } }
  const link = await signing.act('POST', id, `/signers/${signer.id}/signing-url`, hosted, key)
  expect(link.status).toBe(409)
  const usual = somebody()
  await signing.create([usual], { key })
  const other = await signing.person(usual)
  await other.verify()
  expect(problemOf(await ordered(other)).code).toBe('action_not_asked')
  const late = owner()
  await signing.create([late], { key })
  const unverified = await signing.person(late)
  await unverified.open()
  expect(problemOf(await ordered(unverified)).code).toBe('verification_required')
})

test('what comes back belongs to one order, in one browser, once', async () => {
  const { id, person } = await asked()
  const { person: other } = await asked()
  const mine = await returned(front, pageIn(await ordered(person)))
  const theirs = await returned(front, pageIn(await ordered(other)))
  const refusals = [
    // Somebody else's code, with one's own state or theirs.
    await back(other, mine),
    await back(person, { ...mine, state: `${mine.state}x` }),
  ]
  expect(refusals.map((each) => problemOf(each).code)).toEqual([
    'certificate_order_ended',
    'certificate_order_ended',
  ])
  // The code of another order: PKCE binds it to that one.
  const injected = await back(person, { state: mine.state, code: theirs.code })
  expect(problemOf(injected).code).toBe('certificate_service_unavailable')
  expect(problemOf(await back(person, mine)).code).toBe('certificate_order_ended')
  // Another window takes the order over; the first one's state is worth nothing.
  const first = await returned(front, pageIn(await ordered(person)))
  const second = await returned(front, pageIn(await ordered(person)))
  expect(problemOf(await back(person, first)).code).toBe('certificate_order_ended')
  // Of another session of the same signer.
  const cookie = person.cookie
  person.cookie = `${cookie.slice(0, -4)}AAAA`
  expect(problemOf(await back(person, second)).code).toBe('verification_required')
  person.cookie = cookie
  expect((await back(person, second)).status).toBe(200)
  expect(problemOf(await back(person, second)).code).toBe('certificate_order_ended')
  // Only what was listed can be chosen.
  expect(problemOf(await chosen(person, 'seal')).code).toBe('certificate_order_ended')
  const authorised = await returned(front, pageIn(await chosen(person, 'person')))
  const both = await Promise.all([back(person, authorised), back(person, authorised)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
  await signing.work()
  expect((await seen(id)).status).toBe('completed')
  const { signatures } = await verdictOn(id)
  expect(signatures.flatMap(({ problems }) => problems)).toEqual([])
})

test('who does not agree, or goes elsewhere, can begin anew', async () => {
  const { id, person } = await asked()
  const { state } = await returned(front, pageIn(await ordered(person)))
  expect(problemOf(await back(person, { state })).code).toBe('certificate_order_ended')
  const page = new URL(pageIn(await ordered(person)))
  page.searchParams.set('redirect_uri', 'https://attacker.example/certificate-return')
  expect((await front.agree(page.href)).status).toBe(400)
  expect((await signOwn(front, person, 'person')).status).toBe(200)
  await signing.work()
  expect((await seen(id)).status).toBe('completed')
})

test.each([
  ['revoked', /revoked/],
  ['expired', /expired/],
  ['server', /usage/],
] as const)('the certificate %s cannot sign', async (name, reason) => {
  front.holds(name)
  const { person } = await asked()
  const listed = await back(person, await returned(front, pageIn(await ordered(person))))
  const refused = listed.status === 200 ? await chosen(person, name) : listed
  expect(refused.status).toBe(409)
  expect(problemOf(refused)).toMatchObject({
    code: 'certificate_unusable',
    detail: expect.stringMatching(reason),
  })
  expect((await person.state()).next).toBe('sign')
})

test('a certificate of an authority that was not connected cannot sign', async () => {
  const { root } = await signing.services.pki.trusted().then(({ roots: [root] }) => ({ root }))
  if (root === undefined) throw new Error('there is an authority')
  await connectService(signing, front, [root], { accountId })
  const { person } = await asked()
  await offered(front, person)
  expect(problemOf(await chosen(person, 'person'))).toMatchObject({
    code: 'certificate_unusable',
    detail: expect.stringContaining('does not lead to any of the authorities'),
  })
})

test('a sender may demand the name of the signer in the certificate', async () => {
  const certificate = { service: SERVICE, name_must_match: true }
  const { person } = await asked({ certificate, first_name: 'Jeanne', last_name: 'Martin' })
  const [only] = await offered(front, person)
  expect(only).toMatchObject({ name_matches: false })
  expect(problemOf(await chosen(person, 'person'))).toMatchObject({
    code: 'certificate_unusable',
    detail: expect.stringContaining('Dupont SA person'),
  })
  const right = await asked({
    certificate,
    first_name: 'DUPONT',
    last_name: 'person',
  })
  expect((await signOwn(front, right.person, 'person')).status).toBe(200)
})

test.each([
  ['wrong-signature', 'signatures/signHash', /does not verify/],
  ['other-hash', 'signatures/signHash', /does not verify/],
  ['sad-expired', 'signatures/signHash', /refuses the signature/],
] as const)(
  'of the fault %s nothing remains in the file, and the signer can begin anew',
  async (fault, method, reason) => {
    const { id, person } = await asked()
    await offered(front, person)
    const authorised = await returned(front, pageIn(await chosen(person, 'person')))
    provider.spoil(fault, method)
    const failed = await back(person, authorised)
    expect(problemOf(failed)).toMatchObject({
      code: 'certificate_service_unavailable',
      detail: expect.stringMatching(reason),
    })
    expect((await person.state()).next).toBe('sign')
    provider.spoil(undefined)
    expect((await signOwn(front, person, 'person')).status).toBe(200)
    await signing.work()
    expect((await seen(id)).status).toBe('completed')
    const { signatures } = await verdictOn(id)
    expect(signatures.flatMap(({ problems }) => problems)).toEqual([])
  },
)

test('another certificate than was listed is not taken', async () => {
  front.holds('seal')
  const { person } = await asked()
  await offered(front, person)
  provider.spoil('other-certificate')
  expect(problemOf(await chosen(person, 'seal'))).toMatchObject({
    code: 'certificate_unusable',
    detail: expect.stringContaining('another certificate'),
  })
})

test('a document that ends meanwhile gets no signature', async () => {
  const { id, person } = await asked()
  await offered(front, person)
  const authorised = await returned(front, pageIn(await chosen(person, 'person')))
  await signing.act('POST', id, '/cancel', {}, key)
  expect(problemOf(await back(person, authorised)).code).toBe('signing_cancelled')
  expect((await seen(id)).status).toBe('cancelled')
})

test('codes, tokens and secrets are nowhere at rest, and the file that was begun goes', async () => {
  const { id, person } = await asked()
  await signOwn(front, person, 'person')
  await signing.work()
  const entries = JSON.stringify(await entriesOf(id))
  const rows = JSON.stringify(
    await signing.services.db.selectFrom('certificate_orders').selectAll().execute(),
  )
  for (const secret of front.secrets) {
    expect(entries).not.toContain(secret)
    expect(rows).not.toContain(secret)
  }
  expect(JSON.parse(rows)).not.toContainEqual(expect.objectContaining({ request_id: id }))
})

test('without its service nobody is invited in vain', async () => {
  const draft = await signing.create([owner()], { key, options: { send: 'false' } })
  await signing.services.signing.parts.certificateServices.remove(accountId, 'live')
  const sent = await signing.act('POST', draft.id, '/send', undefined, key)
  expect(problemOf(sent).code).toBe('certificate_service_unavailable')
})
