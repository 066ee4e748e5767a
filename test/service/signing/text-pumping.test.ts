import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  messagesOf,
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp({ PARAPH_OPERATOR_MAIL: 'ops@example.com' })
})
afterAll(() => signing.close())

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
const codeOf = (answer: { json<T>(): T }): string => answer.json<SeenProblem>().code
const faultsOf = (answer: { json<T>(): T }) =>
  answer.json<{ errors: Array<{ pointer: string; code: string; fix?: string }> }>().errors
const nobody = () => ({ email: somebody().email })
const texts = async () => (await messagesOf(signing.app)).filter(({ channel }) => channel === 'sms')

/** Numbers whose owners are paid for every text, or which nobody can read one on. */
const SATELLITE = '+8816123456789'
const PREMIUM = '+33899123456'
const LANDLINE = '+33123456789'
const ELSEWHERE = '+5355123456'

async function accountWithKey(plan = 'free') {
  const { accounts } = signing.services.accounts
  const account = await accounts.createAccount(`a${Math.random()}@example.com`)
  return { account, key: await signing.app.keyFor(account.id, plan) }
}

/** Cancels, as somebody would who wants the signature back after the text was sent. */
const cancel = (id: string, key: string) => signing.act('POST', id, '/cancel', {}, key)

describe('a number that gets no text messages', () => {
  test.each([
    [SATELLITE, 'phone_not_mobile'],
    [PREMIUM, 'phone_not_mobile'],
    [LANDLINE, 'phone_not_mobile'],
    [ELSEWHERE, 'phone_country'],
    ['+33700000000', 'phone_unknown'],
  ])(
    '%s is refused when it is given with the request, and nothing is counted',
    async (phone, fault) => {
      const { key } = await accountWithKey()
      const answer = await signing.post([somebody(), somebody({ phone })], { key })
      expect(codeOf(answer)).toBe('validation_failed')
      expect(faultsOf(answer)).toMatchObject([
        { pointer: '/signers/1/phone', code: fault, fix: expect.any(String) },
      ])
      const usage = (await signing.app.call('GET', '/usage', { key })).json<{
        monthly: { signatures: { used: number } }
      }>()
      expect(usage.monthly.signatures.used).toBe(0)
    },
  )

  test('is refused when a signer is corrected', async () => {
    const made = await signing.create([somebody()])
    const path = `/signers/${made.signers[0]?.id}`
    const answer = await signing.act('PATCH', made.id, path, { phone: SATELLITE })
    expect(codeOf(answer)).toBe('validation_failed')
    expect(faultsOf(answer)).toMatchObject([{ pointer: '/phone', code: 'phone_not_mobile' }])
  })

  test.each([SATELLITE, PREMIUM, LANDLINE, ELSEWHERE])(
    'is refused on the page of the signer, who may give another: %s',
    async (phone) => {
      const who = nobody()
      await signing.create([who])
      const person = await signing.person(who)
      const before = (await texts()).length
      const refused = await person.askCode(phone)
      expect(codeOf(refused)).toBe('validation_failed')
      expect(faultsOf(refused)).toMatchObject([{ pointer: '/phone' }])
      expect((await person.state()).signer.phone_masked).toBeNull()
      expect(await texts()).toHaveLength(before)
      expect((await person.askCode(somebody().phone)).status).toBe(202)
    },
  )

  test('twenty texts to satellites in a row are none', async () => {
    const { key } = await accountWithKey()
    const before = (await texts()).length
    const codes = new Set<string>()
    for (let count = 0; count < 20; count += 1) {
      const who = nobody()
      // A free key has ten signatures: what is cancelled comes back, as long as nothing was sent for it.
      const { id } = await signing.create([who], { key })
      const person = await signing.person(who)
      codes.add(codeOf(await person.askCode(`+88161234567${String(count).padStart(2, '0')}`)))
      await cancel(id, key)
      signing.app.clock.move(3_000)
    }
    expect([...codes]).toEqual(['validation_failed'])
    expect(await texts()).toHaveLength(before)
  })
})

test('an account may have countries of its own, more or fewer', async () => {
  const { account, key } = await accountWithKey()
  const { limits } = signing.services.accounts
  await limits.set(account.id, { smsCountries: ['CU'] })
  expect((await signing.post([somebody({ phone: ELSEWHERE })], { key })).status).toBe(201)
  expect(codeOf(await signing.post([somebody()], { key }))).toBe('validation_failed')
  await limits.set(account.id, {})
  expect((await signing.post([somebody()], { key })).status).toBe(201)
})

describe('what was sent stays counted', () => {
  test('a free key sends 20 texts in an hour and 40 in a day, however often requests are cancelled', async () => {
    const { account, key } = await accountWithKey()
    const outcomes: string[] = []
    let asked = 0
    const pump = async (times: number) => {
      for (let count = 0; count < times; count += 1) {
        asked += 1
        // Numbers far apart, so that only the key stands in the way.
        const phone = `+3362${String(1_000_000 + asked * 20_011).slice(-7)}`
        const who = { ...nobody(), phone }
        const { id } = await signing.create([who], { key })
        const answer = await (await signing.person(who)).askCode()
        outcomes.push(answer.status === 202 ? 'sent' : codeOf(answer))
        if (answer.status === 429) expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
        await cancel(id, key)
        signing.app.clock.move(3_000)
      }
    }
    await pump(21)
    expect(outcomes).toEqual([...Array(20).fill('sent'), 'sms_limit_reached'])
    // An hour later twenty more fit; that is the day's forty.
    const earlier = await signing.services.db
      .selectFrom('text_messages')
      .selectAll()
      .where('account_id', '=', account.id)
      .execute()
    const more = earlier.map((row) => ({ ...row, id: `${row.id}_again` }))
    await signing.services.db.insertInto('text_messages').values(more).execute()
    signing.app.clock.move(61 * MINUTE_MS)
    await pump(1)
    expect(outcomes.at(-1)).toBe('sms_limit_reached')
    signing.app.clock.move(23 * 60 * MINUTE_MS)
    await pump(1)
    expect(outcomes.at(-1)).toBe('sent')
    // Of the signatures all came back; the texts that went with them are counted to be billed.
    const { monthly } = (await signing.app.call('GET', '/usage', { key })).json<{
      monthly: { signatures: { used: number }; sms: { used: number } }
    }>()
    expect(monthly).toMatchObject({ signatures: { used: 0 }, sms: { used: 21 } })
  })

  test('another key of the account helps to no more than twice as many', async () => {
    const { account, key } = await accountWithKey()
    await signing.services.db
      .insertInto('text_messages')
      .values(
        Array.from({ length: 40 }, (_, index) => ({
          id: `otp_${account.id}_${index}`,
          account_id: account.id,
          key_id: 'key_another',
          country: 'FR',
          prefix: `${index}`,
          at: signing.app.clock.now() - 1_000,
          entered: 1,
        })),
      )
      .execute()
    const who = somebody()
    await signing.create([who], { key })
    expect(codeOf(await (await signing.person(who)).askCode())).toBe('sms_limit_reached')
  })

  /** Texts that others had sent to a block of numbers. */
  const sentTo = (prefix: string, count: number, entered: 0 | 1) =>
    signing.services.db
      .insertInto('text_messages')
      .values(
        Array.from({ length: count }, (_, index) => ({
          id: `otp_block_${prefix}_${entered}_${index}`,
          account_id: `acc_${index}`,
          key_id: `key_${index}`,
          country: 'FR',
          prefix,
          at: signing.app.clock.now() - 1_000,
          entered,
        })),
      )
      .execute()

  test('a block of numbers gets 60 texts in an hour whose codes nobody enters, from all accounts together', async () => {
    await sentTo('3367777', 60, 0)
    const [inside, outside] = [
      somebody({ phone: '+33677771234' }),
      somebody({ phone: '+33677781234' }),
    ]
    await signing.create([inside, outside])
    expect(codeOf(await (await signing.person(inside)).askCode())).toBe('sms_limit_reached')
    expect((await (await signing.person(outside)).askCode()).status).toBe(202)
  })

  test('a company with numbers in a row, whose people enter their codes, gets ten times as many', async () => {
    await sentTo('3367779', 599, 1)
    const [one, other] = [somebody({ phone: '+33677791234' }), somebody({ phone: '+33677791235' })]
    await signing.create([one, other])
    expect((await (await signing.person(one)).askCode()).status).toBe(202)
    expect(codeOf(await (await signing.person(other)).askCode())).toBe('sms_limit_reached')
  })

  test('a disabled account has no texts sent for what it began before', async () => {
    const { account, key } = await accountWithKey()
    const who = somebody()
    await signing.create([who], { key })
    const person = await signing.person(who)
    await signing.services.accounts.accounts.setDisabled(account.id, true)
    expect(codeOf(await person.askCode())).toBe('sms_limit_reached')
  })

  test('a test key sends no text and takes nothing from the budgets', async () => {
    const { account } = await accountWithKey()
    const input = { accountId: account.id, plan: 'free', name: 'test', mode: 'test' as const }
    const { secret: key } = await signing.services.accounts.keys.createKey(input)
    await signing.services.pkiOf('test').authority.ready()
    const who = somebody()
    await signing.create([who], { key })
    const before = (await texts()).length
    expect((await (await signing.person(who)).askCode()).status).toBe(202)
    expect(await texts()).toHaveLength(before)
    const rows = await signing.services.db
      .selectFrom('text_messages')
      .select('id')
      .where('account_id', '=', account.id)
      .execute()
    expect(rows).toEqual([])
  })
})

describe('codes that are asked for and never entered', () => {
  const alarms = async () =>
    (await messagesOf(signing.app)).filter(({ to }) => to === 'ops@example.com')
  const counted = async () =>
    /paraph_alarms_total\{kind="texts_unanswered"\} (\d+)/.exec(
      (await signing.app.call('GET', '/metrics')).bytes.toString(),
    )?.[1]

  test('raise one alarm a day: metric, mail to the operator, entry in the trail', async () => {
    signing.app.clock.move(2 * DAY_MS)
    await signing.work()
    const [mails, metric] = [(await alarms()).length, Number(await counted())]
    const { account, key } = await accountWithKey()
    for (let count = 0; count < 10; count += 1) {
      const who = { ...nobody(), phone: `+3363${String(1_000_000 + count * 20_011).slice(-7)}` }
      const { id } = await signing.create([who], { key })
      expect((await (await signing.person(who)).askCode()).status).toBe(202)
      await cancel(id, key)
    }
    await signing.work()
    expect(await alarms()).toHaveLength(mails)
    for (let round = 0; round < 3; round += 1) {
      signing.app.clock.move(11 * MINUTE_MS)
      await signing.work()
    }
    const raised = await alarms()
    expect(raised).toHaveLength(mails + 1)
    expect(raised[0]?.text).toContain(account.id)
    expect(Number(await counted())).toBe(metric + 1)
    const trail = await signing.services.trails.read('service')
    expect(trail?.entries.at(-1)).toMatchObject({
      type: 'texts.unanswered',
      data: { scope: 'account', subject: account.id, sent: 10, entered: 0 },
    })
  })

  test('raise none where most people enter theirs', async () => {
    signing.app.clock.move(2 * DAY_MS)
    await signing.work()
    const mails = (await alarms()).length
    const { key } = await accountWithKey()
    for (let count = 0; count < 10; count += 1) {
      const who = { ...nobody(), phone: `+3364${String(1_000_000 + count * 20_011).slice(-7)}` }
      await signing.create([who], { key })
      const person = await signing.person(who)
      if (count < 6) await person.verify()
      else await person.askCode()
    }
    signing.app.clock.move(11 * MINUTE_MS)
    await signing.work()
    expect(await alarms()).toHaveLength(mails)
  })
})
