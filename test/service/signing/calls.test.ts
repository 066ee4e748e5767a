/** Codes that are spoken in telephone calls, through a server that speaks Twilio's protocol. */
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  ANY_CODE,
  callSettings,
  heard,
  ORIGIN,
  SID,
  TOKEN,
  VOICE,
  withLandline,
} from '../../support/call-kit.ts'
import { checked, evidenceFiles } from '../../support/evidence.ts'
import { pdfText } from '../../support/pdf-text.ts'
import {
  messagesOf,
  type SeenProblem,
  type SigningApp,
  somebody,
  startSigningApp,
  type WishedSigner,
} from '../../support/signing-app.ts'
import {
  readCall,
  signedByTwilio,
  startTwilio,
  type TwilioAnswer,
  type TwilioRequest,
  twilioError,
} from '../../support/twilio-server.ts'

let twilio: Awaited<ReturnType<typeof startTwilio>>
let signing: SigningApp
let answer: ((request: TwilioRequest) => TwilioAnswer | undefined) | undefined

beforeAll(async () => {
  twilio = await startTwilio({ username: SID, password: TOKEN }, (request) => answer?.(request))
  signing = await startSigningApp(callSettings(twilio))
})
afterAll(async () => {
  await signing.close()
  await twilio.close()
})
beforeEach(() => {
  answer = undefined
})

const codeOf = (given: { json<T>(): T }): string => given.json<SeenProblem>().code
const findings = (given: { json<T>(): T }) =>
  given.json<{ errors?: Array<{ pointer: string; code?: string }> }>().errors ?? []
const callsTo = (phone: string | undefined) =>
  twilio.requests.filter(({ path, form }) => path.endsWith('/Calls.json') && form.To === phone)
const textsTo = (phone: string | undefined) =>
  twilio.requests.filter(({ path, form }) => path.endsWith('/Messages.json') && form.To === phone)
const lastCall = (phone: string | undefined) => {
  const call = callsTo(phone).at(-1)
  if (call === undefined) throw new Error(`nobody called ${phone}`)
  return readCall(call)
}
const trailOf = async (id: string) => (await signing.services.trails.read(id))?.entries ?? []
const of = (entries: Awaited<ReturnType<typeof trailOf>>, type: string) =>
  entries.filter((entry) => entry.type === type)

/** What Twilio posts from a call. */
const post = (url: string, form: Record<string, string>, token = TOKEN) =>
  signing.app.call('POST', url.slice(ORIGIN.length), signedByTwilio(token, url, form))
/** A key is pressed in the last call to a number. */
const press = (phone: string | undefined, Digits = '5', token = TOKEN) =>
  post(lastCall(phone).action, { CallSid: 'CA1', AccountSid: SID, Digits, To: phone ?? '' }, token)
/** The last call to a number is over. */
const hangUp = (phone: string | undefined, CallStatus: string) =>
  post(lastCall(phone).status, { CallSid: 'CA1', AccountSid: SID, CallStatus, To: phone ?? '' })
async function asking(who: WishedSigner) {
  const { id } = await signing.create([who])
  const person = await signing.person(who)
  await person.open()
  return { id, person }
}

describe('a landline', () => {
  test('is called, hears the code once a key is pressed, and signs with it; trail, proof and evidence say so', async () => {
    const who = withLandline({ locale: 'de' })
    const { id, person } = await asking(who)
    const asked = await person.askCode()
    expect([asked.status, asked.json()]).toMatchObject([
      202,
      { channel: 'call', delivery: 'sent', phone_masked: expect.stringContaining('•') },
    ])
    const [order] = callsTo(who.phone)
    expect(order?.form).toMatchObject({ From: VOICE, StatusCallbackEvent: 'completed' })
    expect(textsTo(who.phone)).toEqual([])
    const { twiml, action, status } = lastCall(who.phone)
    expect(twiml).toContain('language="de-DE"')
    expect(twiml).toContain('drücken Sie eine beliebige Taste')
    expect(action).toMatch(
      /^https:\/\/sign\.example\.com\/messages\/twilio\/pressed\?message=otp_[0-9a-z]{26}$/,
    )
    expect(status).toContain('/messages/twilio/status?message=otp_')

    const pressed = await press(who.phone)
    expect(pressed.headers['content-type']).toMatch(/^text\/xml/)
    const code = heard(pressed.bytes)
    // The order has neither the code nor anything like it.
    expect(JSON.stringify(order)).not.toContain(code)
    expect(twiml).not.toMatch(ANY_CODE)
    expect((await person.state()).code).toMatchObject({ delivery: 'delivered' })
    expect((await hangUp(who.phone, 'completed')).status).toBe(204)
    expect((await signing.get(id)).signers[0]).not.toHaveProperty('delivery_failure')

    expect((await person.enter(code)).status).toBe(200)
    expect((await person.sign()).status).toBe(200)
    await signing.services.stampTrail(id)
    await signing.work()
    expect((await signing.get(id)).status).toBe('completed')
    const entries = await trailOf(id)
    expect(of(entries, 'signer.otp_sent').map(({ data }) => data)).toMatchObject([
      { channel: 'call', phone_commitment: expect.any(String) },
    ])
    expect(of(entries, 'signer.code_spoken')).toHaveLength(1)
    expect(of(entries, 'signer.verified').map(({ data }) => data.method)).toEqual(['call'])
    expect(JSON.stringify(entries)).not.toContain(code)
    expect(of(entries, 'signer.consented').map(({ data }) => data.version)).toEqual([
      '2026-11-voice',
    ])
    const proof = pdfText((await signing.act('GET', id, '/proof')).bytes).join(' ')
    expect(proof).toContain('Link per E-Mail und Code per Anruf')
    expect(proof).toContain('ein Einmalcode, in einem Anruf unter seiner Telefonnummer angesagt')
    expect(proof).toContain('per SMS an mein Telefon gesendet oder dort in einem Anruf angesagt')
    expect(proof).not.toContain('Mobiltelefon')
    const evidence = await checked(await evidenceFiles(signing, id))
    expect(evidence).toMatchObject({
      status: 0,
      said: expect.stringContaining(`the code went to ${who.phone}`),
    })
    const mails = (await messagesOf(signing.app)).filter(({ to }) => to === who.email)
    expect(mails.at(-1)?.text).toContain('Sie erhalten einen Code per SMS oder per Telefonanruf.')
  })

  test('hears nothing more where nobody presses a key: the mailbox gets no code, and the signer is told', async () => {
    const who = withLandline()
    const { id, person } = await asking(who)
    await person.askCode()
    const none = await post(lastCall(who.phone).action, { CallSid: 'CA1', AccountSid: SID })
    expect([none.status, String(none.bytes)]).toEqual([404, expect.not.stringMatching(ANY_CODE)])
    await hangUp(who.phone, 'completed')
    expect((await person.state()).code).toMatchObject({ delivery: 'failed' })
    expect(of(await trailOf(id), 'signer.delivery_failed').map(({ data }) => data)).toMatchObject([
      { channel: 'call', reason: expect.stringContaining('no key was pressed') },
    ])
    expect((await signing.get(id)).signers[0]).toMatchObject({
      delivery_failure: { channel: 'call' },
    })
  })

  test.each(['busy', 'no-answer', 'failed', 'canceled'])(
    'that is %s is reported',
    async (status) => {
      const who = withLandline()
      const { person } = await asking(who)
      await person.askCode()
      await hangUp(who.phone, status)
      expect((await person.state()).code).toMatchObject({ delivery: 'failed' })
    },
  )

  test('is told the code once: whoever repeats the question, also at the same time, hears that there is none', async () => {
    const who = withLandline()
    const { id, person } = await asking(who)
    await person.askCode()
    const answers = await Promise.all(Array.from({ length: 8 }, () => press(who.phone)))
    expect(answers.filter(({ bytes }) => ANY_CODE.test(String(bytes)))).toHaveLength(1)
    expect(of(await trailOf(id), 'signer.code_spoken')).toHaveLength(1)
  })

  test('hears no code that Twilio has not asked for', async () => {
    const who = withLandline()
    const { id, person } = await asking(who)
    await person.askCode()
    const { action } = lastCall(who.phone)
    const form = { CallSid: 'CA1', AccountSid: SID, Digits: '5' }
    const path = action.slice(ORIGIN.length)
    const signed = signedByTwilio(TOKEN, action, form)
    const answers = [
      await press(who.phone, '5', 'another-token'),
      await signing.app.call('POST', path, {
        ...signed,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      }),
      await signing.app.call('POST', path, { ...signed, body: 'CallSid=CA1&Digits=6' }),
      await signing.app.call(
        'POST',
        path.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x')),
        signed,
      ),
      await signing.app.call('GET', path),
    ]
    for (const given of answers) {
      expect(given.status).toBe(404)
      expect(String(given.bytes)).not.toMatch(ANY_CODE)
    }
    expect(of(await trailOf(id), 'signer.code_spoken')).toEqual([])
    // The right question still is answered.
    heard((await press(who.phone)).bytes)
  })

  test('hears no code that is over, replaced, or of a request that was cancelled', async () => {
    const [late, again, gone] = [withLandline(), withLandline(), withLandline()]
    const first = await asking(late)
    await first.person.askCode()
    signing.app.clock.move(10 * 60_000 + 1)
    const second = await asking(again)
    await second.person.askCode()
    const { action } = lastCall(again.phone)
    signing.app.clock.move(31_000)
    await second.person.askCode()
    const third = await asking(gone)
    await third.person.askCode()
    await signing.act('POST', third.id, '/cancel', {})
    const form = { CallSid: 'CA1', AccountSid: SID, Digits: '5' }
    for (const given of [
      await press(late.phone),
      await post(action, form),
      await press(gone.phone),
    ]) {
      expect(given.status).toBe(200)
      expect(String(given.bytes)).toContain('<Say')
      expect(String(given.bytes)).not.toMatch(ANY_CODE)
    }
    const unknown = `${ORIGIN}/messages/twilio/pressed?message=otp_1`
    expect(String((await post(unknown, form)).bytes)).toContain('no longer available')
  })

  test('has three attempts, also for a code that nobody has heard; guesses at once share them', async () => {
    const who = withLandline()
    const { id, person } = await asking(who)
    await person.askCode()
    const guesses = await Promise.all(
      Array.from({ length: 30 }, (_, at) =>
        person.enter(String(100_000 + at), `203.0.113.${at + 1}`),
      ),
    )
    expect(guesses.filter(({ status }) => status === 200)).toEqual([])
    expect(
      of(await trailOf(id), 'signer.otp_failed').map(({ data }) => data.attempts_left),
    ).toEqual([2, 1, 0])
    // What nobody may enter any more is not spoken either.
    expect(String((await press(who.phone)).bytes)).not.toMatch(ANY_CODE)
  })

  test('is called three times a day at most, whoever asks and whatever is deleted; refused calls do not count', async () => {
    const { phone } = withLandline()
    const { accounts } = signing.services.accounts
    const ask = async () => {
      signing.app.clock.move(60_000)
      const account = await accounts.createAccount(`a${Math.random()}@example.com`)
      const key = await signing.app.keyFor(account.id, 'free')
      const who = somebody({ phone })
      const { id } = await signing.create([who], { key })
      const person = await signing.person(who)
      const asked = await person.askCode()
      await signing.act('POST', id, '/cancel', {}, key)
      return asked
    }
    answer = () => twilioError(503, 20503, 'Service unavailable')
    expect(codeOf(await ask())).toBe('sms_unavailable')
    answer = undefined
    for (let time = 0; time < 3; time += 1) expect((await ask()).status).toBe(202)
    const fourth = await ask()
    expect([fourth.status, codeOf(fourth)]).toEqual([429, 'sms_limit_reached'])
    expect(findings(fourth)).toMatchObject([{ pointer: '/phone', code: 'call_limit' }])
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(23 * 3600)
    expect(callsTo(phone)).toHaveLength(4)
    signing.app.clock.move(24 * 3_600_000)
    expect((await ask()).status).toBe(202)
  })

  test('may be given by the signer, who then is called', async () => {
    const { phone } = withLandline()
    const who = { email: somebody().email }
    const { person } = await asking(who)
    expect((await person.state()).signer).toMatchObject({ call: 'possible' })
    expect((await person.askCode(phone)).json()).toMatchObject({ channel: 'call' })
    expect((await person.state()).signer).toMatchObject({ call: 'only' })
    expect((await person.enter(heard((await press(phone)).bytes))).status).toBe(200)
  })

  test('is refused for methods that do not call it, with an extension, and outside the countries', async () => {
    const { phone } = withLandline()
    for (const [more, code] of [
      [{ phone, authentication: 'totp' }, 'phone_not_mobile'],
      [{ phone: `${phone} ext. 12` }, 'phone_extension'],
      [{ phone: '+12125550123' }, 'phone_country'],
      [{ phone: '+33899123456' }, 'phone_not_mobile'],
      [{ phone: '+442071838750' }, undefined],
    ] as const) {
      const given = await signing.post([somebody(more)])
      if (code === undefined) expect(given.status).toBe(201)
      else expect(findings(given)).toMatchObject([{ pointer: '/signers/0/phone', code }])
    }
  })

  test('of a draft stays only with the method that calls it', async () => {
    const who = withLandline()
    const draft = await signing.create([who], { options: { send: 'false' } })
    const path = `/signers/${draft.signers[0]?.id}`
    const refused = await signing.act('PATCH', draft.id, path, { authentication: 'email' })
    expect(findings(refused)).toMatchObject([{ pointer: '/authentication' }])
    const moved = { authentication: 'totp', phone: somebody().phone }
    expect((await signing.act('PATCH', draft.id, path, moved)).status).toBe(200)
    const landline = await signing.act('PATCH', draft.id, path, { phone: who.phone })
    expect(findings(landline)).toMatchObject([{ pointer: '/phone', code: 'phone_not_mobile' }])
    const back = { authentication: 'sms', phone: who.phone }
    expect((await signing.act('PATCH', draft.id, path, back)).status).toBe(200)
  })

  test('of a test request is not called: the page shows the code', async () => {
    const who = withLandline()
    const key = await signing.app.newKey('signature_business', who.email, 'test')
    // It makes its keys when it is first asked for.
    const { authority } = signing.services.pkiOf('test')
    await vi.waitUntil(() => authority.state.status === 'ready', { timeout: 60_000 })
    const { id } = await signing.create([who], { key })
    const person = await signing.person(who)
    await person.open()
    const asked = (await person.askCode()).json<{ channel: string; test_code: string }>()
    expect(asked).toMatchObject({ channel: 'call', test_code: expect.stringMatching(/^\d{6}$/) })
    expect((await person.enter(asked.test_code)).status).toBe(200)
    expect(callsTo(who.phone)).toEqual([])
    expect(of(await trailOf(id), 'signer.verified').map(({ data }) => data.method)).toEqual([
      'call',
    ])
  })

  test('that Twilio cannot call is a fault of the number; another fault of Twilio is not', async () => {
    const who = withLandline()
    const { id, person } = await asking(who)
    answer = () => twilioError(400, 21216, 'Account not allowed to call')
    const never = await person.askCode()
    expect([never.status, codeOf(never)]).toEqual([422, 'validation_failed'])
    expect(findings(never)).toMatchObject([{ pointer: '/phone', code: 'call_impossible' }])
    answer = () => twilioError(400, 21215, 'Account not authorized to call')
    expect(findings(await person.askCode())).toMatchObject([{ code: 'call_impossible' }])
    answer = () => twilioError(400, 21210, "'From' phone number not verified")
    const later = await person.askCode()
    expect([later.status, codeOf(later)]).toEqual([503, 'sms_unavailable'])
    expect(findings(later)).toMatchObject([{ code: 'call_unavailable' }])
    answer = undefined
    expect((await person.askCode()).status).toBe(202)
    const failed = of(await trailOf(id), 'signer.delivery_failed')
    expect(failed).toHaveLength(3)
    expect(JSON.stringify(failed)).not.toContain(who.phone)
  })
})

describe('a mobile phone', () => {
  test('gets a text first, then a call where its owner asks for one, and says how the code came', async () => {
    const who = somebody()
    const { id, person } = await asking(who)
    expect((await person.state()).signer).toMatchObject({ call: 'possible' })
    const early = await person.askCode(undefined, true)
    expect(findings(early)).toMatchObject([{ pointer: '/call' }])
    expect((await person.askCode()).json()).toMatchObject({ channel: 'sms' })
    const texted = /\d{6}/.exec(textsTo(who.phone).at(-1)?.form.Body ?? '')?.[0] ?? ''
    const soon = await person.askCode(undefined, true)
    expect(codeOf(soon)).toBe('otp_rate_limited')
    signing.app.clock.move(31_000)
    expect((await person.askCode(undefined, true)).json()).toMatchObject({ channel: 'call' })
    expect(codeOf(await person.enter(texted))).toBe('otp_invalid')
    expect((await person.enter(heard((await press(who.phone)).bytes))).status).toBe(200)
    const entries = await trailOf(id)
    expect(of(entries, 'signer.otp_sent').map(({ data }) => data.channel)).toEqual(['sms', 'call'])
    expect(of(entries, 'signer.verified').map(({ data }) => data.method)).toEqual(['call'])
  })

  test('that was called and then signs with a code by text message has a proof by text message', async () => {
    const who = somebody()
    const { id, person } = await asking(who)
    await person.askCode()
    signing.app.clock.move(31_000)
    await person.askCode(undefined, true)
    await press(who.phone)
    signing.app.clock.move(31_000)
    await person.askCode()
    const code = /\d{6}/.exec(textsTo(who.phone).at(-1)?.form.Body ?? '')?.[0] ?? ''
    expect((await person.enter(code)).status).toBe(200)
    expect(of(await trailOf(id), 'signer.verified').map(({ data }) => data.method)).toEqual(['sms'])
  })

  test('with another method is never called', async () => {
    const who = somebody({ authentication: 'totp' })
    const { person } = await asking(who)
    expect((await person.state()).signer).not.toHaveProperty('call')
    await person.askCode()
    signing.app.clock.move(31_000)
    expect(findings(await person.askCode(undefined, true))).toMatchObject([{ pointer: '/call' }])
    expect(callsTo(who.phone)).toEqual([])
  })
})
