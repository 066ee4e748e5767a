/** Guessing codes for days, and links that outlive their purpose. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type Person,
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

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const move = (ms: number) => signing.app.clock.move(ms)
const codeOf = (answer: { json<T>(): T }): string => answer.json<SeenProblem>().code

/** Two wrong guesses at a code, which is never ended by a third, then a new one; until it goes no further. */
async function guessOn(person: Person, rounds: number): Promise<string[]> {
  const outcomes: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    move(11 * MINUTE_MS)
    const asked = await person.askCode()
    if (asked.status !== 202) {
      outcomes.push(codeOf(asked))
      continue
    }
    const wrong = await person.wrongCode()
    outcomes.push(codeOf(await person.enter(wrong)), codeOf(await person.enter(wrong)))
  }
  return outcomes
}

test('two wrong attempts per code end after ten in a day: no attempt and no code until tomorrow', async () => {
  const who = somebody()
  const { id } = await signing.create([who])
  const person = await signing.person(who)
  await person.open()
  expect(await guessOn(person, 6)).toEqual([
    ...Array<string>(9).fill('otp_invalid'),
    'otp_locked',
    'otp_locked',
  ])
  const asked = await person.askCode()
  expect([asked.status, codeOf(asked)]).toEqual([423, 'otp_locked'])
  expect(Number(asked.headers['retry-after'])).toBeGreaterThan(22 * 3600)
  // The code of before is not compared any more either.
  expect(codeOf(await person.enter(await person.readCode()))).toBe('otp_locked')
  const trail = await signing.services.trails.read(id)
  const failed = trail?.entries.filter(({ type }) => type === 'signer.otp_failed')
  expect(failed).toHaveLength(10)
  expect(failed?.at(-1)?.data).toMatchObject({ reason: 'locked_today' })
  move(DAY_MS)
  expect((await person.askCode()).status).toBe(202)
  expect((await person.enter(await person.readCode())).status).toBe(200)
})

test('the sender can let the person try again at once, with a new link', async () => {
  const who = somebody()
  const made = await signing.create([who])
  const person = await signing.person(who)
  await person.open()
  const unblock = () => signing.act('POST', made.id, `/signers/${made.signers[0]?.id}/unblock`)
  expect((await unblock()).status).toBe(409)
  await guessOn(person, 5)
  expect((await unblock()).status).toBe(200)
  expect((await person.call('GET', '/state')).status).toBe(404)
  move(MINUTE_MS)
  await (await signing.person(who)).signWhole()
})

test('one phone is guessed for twenty times a day at the most, across signers', async () => {
  const phone = somebody().phone!
  const outcomes: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const who = somebody({ phone })
    await signing.create([who])
    const person = await signing.person(who)
    await person.open()
    outcomes.push(...(await guessOn(person, 4)))
  }
  expect(outcomes.filter((code) => code === 'otp_invalid')).toHaveLength(19)
  expect(outcomes.at(-1)).toBe('otp_locked')
})

test('the link of a signer ends 30 days after completion, and its page says who has the document', async () => {
  const who = somebody({ locale: 'fr' })
  const { id } = await signing.create([who])
  const person = await signing.person(who)
  await person.signWhole()
  await signing.work()
  expect((await signing.get(id)).status).toBe('completed')
  move(30 * DAY_MS - MINUTE_MS)
  expect((await person.call('GET', '/signed')).status).toBe(200)
  move(MINUTE_MS)
  for (const [method, path] of [
    ['GET', '/state'],
    ['GET', '/signed'],
    ['GET', '/file'],
    ['POST', '/open'],
  ] as const) {
    const answer = await person.call(method, path, method === 'POST' ? {} : undefined)
    expect([path, answer.status, codeOf(answer)]).toEqual([path, 410, 'signing_link_ended'])
  }
  for (const [lang, words] of [
    ['fr', 'demandez à la personne qui vous l’a envoyé'],
    ['en', 'ask the person who sent it to you'],
  ]) {
    const page = await person.call('GET', `?lang=${lang}`)
    expect(page.status).toBe(410)
    expect(page.bytes.toString()).toContain(words)
  }
  expect((await signing.act('GET', id, '/signed')).status).toBe(200)
})
