/** A request that was edited, one that went on after its deadline, and one behind codes, before the outside judges. */
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OTP } from '../../src/signing/authentication/otp.ts'
import { pyHankoOnAll } from '../support/pyhanko.ts'
import { pdfOf } from '../support/several-files.ts'
import { messagesOf, Person, somebody, type WishedSigner } from '../support/signing-app.ts'
import { openStage, type Stage, verified } from '../support/signing-conformance.ts'

const TIMEOUT_MS = 900_000
/** Time for the first signature. */
const SOON_MS = 25_000
let stage: Stage
beforeAll(async () => {
  stage = await openStage()
}, TIMEOUT_MS)
afterAll(() => stage.close(), TIMEOUT_MS)

/** What all three say of a file with so many signatures. */
async function expectPassed(pdf: Buffer, count: number): Promise<void> {
  const all = (word: string) => Array.from({ length: count }, () => word)
  const dss = await stage.judges.pades(pdf, stage.roots)
  expect(dss.problems).toEqual([])
  expect(dss.signatures.map(({ indication }) => indication)).toEqual(all('TOTAL_PASSED'))
  expect(dss.signatures.map(({ level }) => level)).toEqual(all('PAdES-BASELINE-LTA'))
  const [hanko] = await pyHankoOnAll([pdf], stage.roots)
  expect(hanko?.problem).toBeUndefined()
  expect(hanko?.signatures.map(({ ades }) => ades)).toEqual(all('PASSED'))
  expect(hanko?.signatures.filter(({ holds }) => !holds)).toEqual([])
  expect((await verified(stage, pdf)).json()).toMatchObject({ verdict: 'valid' })
}

test('a request with another file, another person and other fields is signed by all to B-LTA', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { signing } = stage
  const fields = [
    { page: 2, x: 60, y: 500 },
    { type: 'text', name: 'town', page: 1, x: 60, y: 100 },
  ]
  const [one, two] = [somebody({ fields }), somebody({ order: 2 })]
  const { id, signers } = await signing.create([one], { pdf: await pdfOf(2) })
  await (await signing.person(one)).open()
  const changes = { name: 'Second version', signers: [{ id: signers[0]?.id, role: 'buyer' }, two] }
  const edited = await signing.app.call('PATCH', `/api/v1/documents/${id}`, {
    key: signing.key,
    form: [
      ['file', { filename: 'second.pdf', bytes: await pdfOf(3) }],
      ['changes', JSON.stringify(changes)],
    ],
  })
  expect(edited.status).toBe(200)
  const values = { values: { town: 'Lyon' } }
  await (await signing.person(one)).signWhole({ kind: 'typed', text: 'Zoé', ...values })
  await signing.finish(id, [two])
  expect((await signing.get(id)).status).toBe('completed')
  // Two people, and a seal on each page of the proof certificate.
  await expectPassed(await signing.signedFile(id), 4)
})

test('a request that was returned for correction and changed is signed by both to B-LTA', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { signing } = stage
  const [one, two] = [somebody(), somebody({ order: 2 })]
  const options = { allow_return: 'true' }
  const { id } = await signing.create([one, two], { options, pdf: await pdfOf(1) })
  const reason = 'The rent is 850 EUR, not 950 EUR'
  const person = await signing.person(one)
  expect((await person.call('POST', '/return', { reason })).status).toBe(200)
  const edited = await signing.app.call('PATCH', `/api/v1/documents/${id}`, {
    key: signing.key,
    form: [
      ['file', { filename: 'corrected.pdf', bytes: await pdfOf(2) }],
      ['changes', '{"name":"Lease, 850 EUR"}'],
    ],
  })
  expect(edited.status).toBe(200)
  await signing.finish(id, [one, two])
  expect((await signing.get(id)).status).toBe('completed')
  await expectPassed(await signing.signedFile(id), 4)
})

test('a request that expired after the first signature is signed to the end once it goes on', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { signing } = stage
  const { clock } = signing.app
  const [one, two] = [somebody(), somebody({ order: 2 })]
  // The stamps are of the time that it is: the clock is not moved.
  const options = { expires_at: new Date(clock.now() + SOON_MS).toISOString() }
  const { id } = await signing.create([one, two], { options })
  await (await signing.person(one)).signWhole()
  await sleep(SOON_MS)
  const status = async () => {
    await signing.work()
    return (await signing.get(id)).status
  }
  await expect.poll(status, { timeout: SOON_MS }).toBe('expired')
  expect((await signing.act('POST', id, '/reactivate', {})).status).toBe(200)
  await signing.finish(id, [two])
  expect((await signing.get(id)).status).toBe('completed')
  await expectPassed(await signing.signedFile(id), 4)
})

/** Follows the link in the text message, and enters the code without which it shows nothing. */
async function unlocked(who: WishedSigner): Promise<Person> {
  const { app } = stage.signing
  const texts = (await messagesOf(app)).filter(({ to }) => to === who.phone)
  const token = /\/sign\/([\w-]+)/.exec(texts.map(({ text }) => text).join('\n'))?.[1] ?? ''
  const person = new Person(app, { token, to: who.email, phone: who.phone })
  expect((await person.call('GET', '/file')).status).toBe(403)
  expect((await person.call('POST', '/opening-code', {})).status).toBe(202)
  const opened = await person.call('POST', '/opening', { code: await person.readCode() })
  expect(opened.status).toBe(204)
  person.cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  return person
}

test('a request whose links go by SMS and open after a code is signed by both to B-LTA', {
  timeout: TIMEOUT_MS,
}, async () => {
  const { signing } = stage
  const [one, two] = [somebody(), somebody()]
  const options = { delivery: 'sms', code_to_open: 'true' }
  const { id } = await signing.create([one, two], { options })
  await signing.work()
  const persons = [await unlocked(one), await unlocked(two)]
  // Between two codes; the clock is not moved.
  await sleep(OTP.pauseMs)
  for (const person of persons) {
    await person.signWhole()
    await signing.work()
  }
  expect((await signing.get(id)).status).toBe('completed')
  await expectPassed(await signing.signedFile(id), 4)
})
