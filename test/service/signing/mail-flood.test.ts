/** Many requests from one account to one person who never asked for any, and one mailbox under several addresses. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isSameMailbox } from '../../../src/signing/model/people.ts'
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

async function send(who: ReturnType<typeof somebody>, times: number) {
  const outcomes: Array<number | string> = []
  for (let count = 0; count < times; count += 1) {
    const answer = await signing.post([who])
    outcomes.push(answer.status)
    if (answer.status !== 201)
      expect(answer.json<SeenProblem>()).toMatchObject({
        code: 'recipient_limit_reached',
        detail: expect.stringContaining(who.email),
      })
    signing.app.clock.move(60_000)
  }
  return outcomes
}

test('of 25 requests to one stranger in an hour, five are refused by name', async () => {
  const who = somebody()
  const outcomes = await send(who, 25)
  expect(outcomes.filter((status) => status === 201)).toHaveLength(20)
  expect(outcomes.slice(20)).toEqual([429, 429, 429, 429, 429])
  await signing.work()
  const mails = (await messagesOf(signing.app)).filter(({ to }) => to === who.email)
  expect(mails).toHaveLength(20)
  // In other letters it is the same person; others are not held up.
  expect((await signing.post([{ ...who, email: who.email.toUpperCase() }])).status).toBe(429)
  expect((await signing.post([somebody()])).status).toBe(201)
  signing.app.clock.move(3_600_000)
  expect((await signing.post([who])).status).toBe(201)
})

test('a stranger who is added to documents sent long ago is counted when the mail is sent', async () => {
  const [first, who] = [somebody(), somebody()]
  const ids: string[] = []
  while (ids.length < 21) {
    ids.push((await signing.create([first])).id)
    if (ids.length === 1) await (await signing.person(first)).open()
  }
  signing.app.clock.move(3_601_000)
  const statuses: number[] = []
  for (const id of ids) {
    statuses.push((await signing.act('PATCH', id, '', { signers: [who] })).status)
    await signing.work()
  }
  expect(statuses).toEqual([...Array(20).fill(200), 429])
})

test('a person who has opened one is no stranger', async () => {
  const who = somebody()
  await signing.create([who])
  await (await signing.person(who)).open()
  expect(await send(who, 24)).toEqual(Array.from({ length: 24 }, () => 201))
})

test.each([
  ['ada@example.com', 'ADA+x@Example.com', true],
  ['a.da@gmail.com', 'Ada+x@googlemail.com', true],
  ['a.da@example.com', 'ada@example.com', false],
  ['ada@bücher.example', 'ada@xn--bcher-kva.example', true],
  ['ada@BÜCHER.example', 'ada+y@bücher.example', true],
  ['ada@bücher.example', 'ada@bucher.example', false],
])('a mailbox is the same however it is written: %s, %s', (one, other, same) => {
  expect(isSameMailbox(one, other)).toBe(same)
})

test('who delegates names another person, not their own mailbox in other letters', async () => {
  const who = somebody({ email: 'zoe.martin@gmail.com', allow_delegation: true })
  await signing.create([who])
  const person = await signing.person(who)
  const order = {
    email: 'zoemartin+me@googlemail.com',
    first_name: 'Zoé',
    last_name: 'Martin',
    reason: 'It is me',
  }
  const answer = await person.call('POST', '/delegation', order)
  expect([answer.status, answer.json<SeenProblem>().errors]).toMatchObject([
    422,
    [{ pointer: '/email' }],
  ])
})
