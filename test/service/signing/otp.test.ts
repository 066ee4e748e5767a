import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  messagesOf,
  type Person,
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'

let signing: SigningApp
let who: WishedSigner
let person: Person
let id: string

beforeAll(async () => {
  // So many that fifty people without a key may send at the same time.
  signing = await startSigningApp({ PARAPH_UPLOADS_MAX: '200' })
})
afterAll(() => signing.close())
beforeEach(async () => {
  who = somebody()
  id = (await signing.create([who])).id
  person = await signing.person(who)
  await person.open()
})

const MINUTE_MS = 60_000
const move = (ms: number) => signing.app.clock.move(ms)
const codeOf = (answer: { json<T>(): T }): string => answer.json<SeenProblem>().code

async function trailTypes(): Promise<string[]> {
  const trail = (await signing.services.trails.read(id))!
  return trail.entries.map(({ type }) => type)
}

const rowsOf = (signerId: string) =>
  signing.services.db
    .selectFrom('otp_codes')
    .selectAll()
    .where('signer_id', '=', signerId)
    .execute()

describe('attempts', () => {
  /**
   * Fifty of them, each from its own address. Transactions wait for each other, so the last ones may have waited too long
   * for a connection to the database (503): then nothing was tried, and a client does so again.
   */
  const fifty = (code: string) =>
    Promise.all(
      Array.from({ length: 50 }, async (_, n) => {
        for (;;) {
          const answer = await person.enter(code, `10.9.8.${n}`)
          if (codeOf(answer) !== 'storage_unavailable') return answer
        }
      }),
    )

  test('fifty wrong tries at once take three attempts; then even the right code is refused', async () => {
    await person.askCode()
    const [right, wrong] = [await person.readCode(), await person.wrongCode()]
    const answers = await fifty(wrong)
    const seen = answers.map((answer) => `${answer.status} ${codeOf(answer)}`).sort()
    expect(seen).toEqual([
      ...Array<string>(2).fill('422 otp_invalid'),
      ...Array<string>(48).fill('423 otp_locked'),
    ])
    const left = answers.map((answer) => answer.json<SeenProblem>().attempts_left)
    expect(left.sort()).toEqual([...Array<number>(48).fill(0), 1, 2])
    expect(codeOf(await person.enter(right))).toBe('otp_locked')
    expect((await trailTypes()).filter((type) => type === 'signer.otp_failed')).toHaveLength(3)
    const [row] = await rowsOf((await person.state()).signer.id)
    expect(row?.attempts_left).toBe(0)
  })

  test('fifty right tries at once give one session', async () => {
    await person.askCode()
    const right = await person.readCode()
    const answers = await fifty(right)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(codeOf))).toEqual(
      new Set(['otp_expired']),
    )
    expect((await trailTypes()).filter((type) => type === 'signer.verified')).toHaveLength(1)
  })

  test('a used code does nothing a second time, nor does one of another person or document', async () => {
    await person.askCode()
    const code = await person.readCode()
    const others = [somebody(), { ...who }]
    for (const other of others) {
      move(MINUTE_MS)
      const document = await signing.create([other])
      const stranger = await signing.person(other)
      await stranger.askCode()
      if ((await stranger.readCode()) === code) continue
      expect(codeOf(await stranger.enter(code))).toBe('otp_invalid')
      expect((await signing.get(document.id)).signers[0]?.status).toBe('opened')
    }
    expect((await person.enter(code)).status).toBe(200)
    expect(codeOf(await person.enter(code))).toBe('otp_expired')
  })

  test('three codes entered wrongly to the end block the person until the sender lets them in', async () => {
    for (let round = 0; round < 3; round++) {
      await person.askCode()
      const wrong = await person.wrongCode()
      for (let attempt = 0; attempt < 3; attempt++) await person.enter(wrong)
      move(MINUTE_MS)
    }
    expect((await person.state()).next).toBe('blocked')
    expect(codeOf(await person.askCode())).toBe('signer_blocked')
    expect((await person.call('GET', '/file')).status).toBe(403)
    const signerId = (await person.state()).signer.id
    expect((await signing.act('POST', id, `/signers/${signerId}/unblock`)).status).toBe(200)
    expect((await person.call('GET', '/state')).status).toBe(404)
    const again = await signing.person(who)
    await again.signWhole()
    expect((await signing.act('POST', id, `/signers/${signerId}/unblock`)).status).toBe(409)
  })
})

describe('time', () => {
  test('a code is good for ten minutes', async () => {
    await person.askCode()
    const code = await person.readCode()
    move(10 * MINUTE_MS)
    expect(codeOf(await person.enter(code))).toBe('otp_expired')
    await person.askCode()
    move(9.9 * MINUTE_MS)
    expect((await person.enter(await person.readCode())).status).toBe(200)
  })

  test('six codes an hour, a pause between two, and a new one does not begin the hour anew', async () => {
    const first = await person.askCode()
    expect(first.status).toBe(202)
    const soon = await person.askCode()
    expect(codeOf(soon)).toBe('otp_rate_limited')
    expect(Number(soon.headers['retry-after'])).toBeLessThanOrEqual(30)
    for (let count = 2; count <= 6; count++) {
      move(9 * MINUTE_MS)
      expect((await person.askCode()).status).toBe(202)
    }
    move(MINUTE_MS)
    const seventh = await person.askCode()
    expect(codeOf(seventh)).toBe('otp_rate_limited')
    // The first one was 46 minutes ago.
    expect(Number(seventh.headers['retry-after'])).toBeGreaterThan(13 * 60)
    expect(Number(seventh.headers['retry-after'])).toBeLessThanOrEqual(14 * 60)
    move(14 * MINUTE_MS)
    expect((await person.askCode()).status).toBe(202)
    expect(codeOf(await person.askCode())).toBe('otp_rate_limited')
  })

  test('the hour counts per phone across signers too', async () => {
    for (let count = 0; count < 6; count++) {
      expect((await person.askCode()).status).toBe(202)
      move(MINUTE_MS)
    }
    const other = somebody({ phone: who.phone! })
    await signing.create([other])
    const twin = await signing.person(other)
    expect(codeOf(await twin.askCode())).toBe('otp_rate_limited')
    move(55 * MINUTE_MS)
    expect((await twin.askCode()).status).toBe(202)
  })

  test('a new code kills the one before', async () => {
    await person.askCode()
    const before = await person.readCode()
    move(MINUTE_MS)
    await person.askCode()
    const now = await person.readCode()
    if (before !== now) expect(codeOf(await person.enter(before))).toBe('otp_invalid')
    expect((await person.enter(now)).status).toBe(200)
  })

  test('a clock set back ends what was sent and verified, and lets a new code be asked at once', async () => {
    await person.askCode()
    const code = await person.readCode()
    move(-30 * MINUTE_MS)
    expect(codeOf(await person.enter(code))).toBe('otp_expired')
    expect((await person.askCode()).status).toBe(202)
    // The outbox sorts by a time that went back.
    const texts = (await messagesOf(signing.app)).filter(({ to }) => to === who.phone)
    const later = texts.map(({ text }) => text.slice(0, 6)).find((each) => each !== code)
    expect((await person.enter(later ?? code)).status).toBe(200)
    move(-30 * MINUTE_MS)
    expect(codeOf(await person.sign())).toBe('verification_required')
  })
})

describe('texts that do not go out', () => {
  test('count for nothing: no code, no hour, no bill', async () => {
    const before = await usedTexts()
    const { texts } = signing.services.signing.parts
    const real = texts.send
    texts.send = () => Promise.reject(new Error('the carrier is down'))
    try {
      for (let count = 0; count < 8; count++) expect((await person.askCode()).status).toBe(500)
    } finally {
      texts.send = real
    }
    const signerId = (await person.state()).signer.id
    const rows = await rowsOf(signerId)
    expect(new Set(rows.map(({ state }) => state))).toEqual(new Set(['unsent']))
    expect(await usedTexts()).toBe(before)
    expect((await person.askCode()).status).toBe(202)
    expect((await person.enter(await person.readCode())).status).toBe(200)
    expect(await usedTexts()).toBe(before)
  })

  test('texts beyond the first of a signature are counted', async () => {
    const before = await usedTexts()
    for (let count = 0; count < 3; count++) {
      await person.askCode()
      move(MINUTE_MS)
    }
    expect((await usedTexts()) - before).toBe(2)
  })
})

async function usedTexts(): Promise<number> {
  const rows = await signing.services.db
    .selectFrom('quota_usage')
    .select('used')
    .where('metric', '=', 'sms')
    .where('key_id', '=', await keyId())
    .execute()
  return rows.reduce((sum, { used }) => sum + used, 0)
}

async function keyId(): Promise<string> {
  const row = await signing.services.db
    .selectFrom('signature_requests')
    .select('key_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.key_id
}

test('no code lies readable in the database, in the trail or in a problem', async () => {
  await person.askCode()
  const code = await person.readCode()
  const state = await person.state()
  const [row] = await rowsOf(state.signer.id)
  expect(row).toMatchObject({ test_code: null, attempts_left: 3 })
  expect(state.code).not.toHaveProperty('test_code')
  expect(JSON.stringify(row)).not.toContain(`"${code}"`)
  expect(JSON.stringify(await signing.services.trails.read(id))).not.toContain(`"${code}"`)
  const texts = (await messagesOf(signing.app)).filter(({ to }) => to === who.phone)
  expect(texts).toHaveLength(1)
})

describe('beside a build that has only channel and call_state', () => {
  /** What such a build writes. */
  const asBefore = (signerId: string) =>
    signing.services.db
      .updateTable('otp_codes')
      .set({ method: null, purpose: null, challenge: null })
      .where('signer_id', '=', signerId)
      .execute()
  const signerId = async () => (await signing.get(id)).signers[0]?.id ?? ''

  test('its codes are accepted, and it can read those of this one', async () => {
    await person.askCode()
    const [row] = await rowsOf(await signerId())
    expect(row).toMatchObject({ channel: 'sms', method: 'sms', purpose: null, challenge: null })
    expect(row?.code_hash).toMatch(/^[0-9a-f]{64}$/)
    await asBefore(await signerId())
    expect((await person.enter(await person.readCode())).status).toBe(200)
  })

  test('so are its challenges', async () => {
    const { otp } = signing.services.signing.parts
    const { db } = signing.services
    const binding = { signerId: await signerId(), documentSha256: 'a', forgivenMs: 0 }
    const asked = { channel: 'passkey', purpose: 'create', subject: 'somebody' } as const
    const challenge = await otp.challenge(db, binding, asked)
    const row = (await rowsOf(binding.signerId)).at(-1)
    expect(row).toMatchObject({
      channel: 'passkey',
      method: 'passkey',
      purpose: 'create',
      challenge,
    })
    expect(row?.code_hash).toBe(`create ${challenge}`)
    await asBefore(binding.signerId)
    expect(await otp.challenge(db, binding, asked)).toBe(challenge)
    const answers = async (given: string) => given === challenge
    expect((await otp.attempt(db, binding, answers, 'get')).kind).toBe('wrong')
    expect(await otp.attempt(db, binding, answers, 'create')).toMatchObject({
      kind: 'right',
      channel: 'passkey',
    })
  })
})
