import { afterAll, beforeAll, expect, test } from 'vitest'
import { LANGUAGES } from '../../../src/kernel/languages.ts'
import { consentIn } from '../../../src/signing/words/consent.ts'
import { textsIn } from '../../../src/translations/texts.ts'
import { pdfText } from '../../support/pdf-text.ts'
import {
  messagesOf,
  type SigningApp,
  somebody,
  startSigningApp,
} from '../../support/signing-app.ts'

let signing: SigningApp

beforeAll(async () => {
  signing = await startSigningApp()
})
afterAll(() => signing.close())

const page = async (token: string, headers: Record<string, string> = {}): Promise<string> =>
  (await signing.app.call('GET', `/sign/${token}`, { headers })).bytes.toString()

test.each(LANGUAGES)('a signer who reads %s gets everything in it', async (language) => {
  const who = somebody({ locale: language })
  const { id, signers } = await signing.create([who])
  expect(signers[0]).toMatchObject({ locale: language })
  const person = await signing.person(who)
  const html = await page(person.token, { 'accept-language': 'sv' })
  expect(html).toContain(`<html lang="${language}" dir="ltr">`)
  expect(html).toContain(textsIn(language).signing.pages.sign.read.text.slice(0, 30))
  expect(html).toContain(
    consentIn(language, { delivery: 'email', authentication: 'sms' }).text.slice(0, 30),
  )
  await signing.finish(id, [who])
  const sent = (await messagesOf(signing.app)).filter(({ to }) => to === who.email)
  const { frame } = textsIn(language).signing.notifications.mails
  expect(sent.every(({ text }) => text.includes(`${frame.document}`))).toBe(true)
  const proof = pdfText(await signing.signedFile(id)).join(' ')
  expect(proof).toContain(textsIn(language).signing.proof.certificate.title)
  expect(proof).toContain(textsIn(language).signing.proof.certificate.identification)
  expect(proof).toContain(textsIn(language).signing.fields.sheet)
})

test('the proof prints the text that was agreed to, in the language in which it was read', async () => {
  const who = somebody({ locale: 'fr' })
  const { id } = await signing.create([who])
  const person = await signing.person(who)
  await person.open()
  const german = consentIn('de', { delivery: 'email', authentication: 'sms' })
  const { version, sha256 } = german
  expect((await person.call('POST', '/code', { consent: { version, sha256 } })).status).toBe(202)
  expect((await person.enter(await person.readCode())).status).toBe(200)
  expect((await person.sign()).status).toBe(200)
  await signing.work()
  const proof = pdfText((await signing.act('GET', id, '/proof')).bytes).join(' ')
  expect(proof).toContain(german.text.slice(0, 30))
  expect(proof).toContain(sha256)
  const french = consentIn('fr', { delivery: 'email', authentication: 'sms' })
  expect(proof).not.toContain(french.text.slice(0, 30))
})

test('a region changes nothing: de-AT is German; what nobody wrote is refused with what there is', async () => {
  const { signers } = await signing.create([somebody({ locale: 'de-AT' })])
  expect(signers[0]).toMatchObject({ locale: 'de' })
  const refused = await signing.post([somebody({ locale: 'sv' })])
  expect(refused.status).toBe(422)
  expect(refused.bytes.toString()).toContain('en, fr, de, es, it, nl, pt, pl')
})

test('the sender corrects the language', async () => {
  const who = somebody({ locale: 'en' })
  const { id, signers } = await signing.create([who])
  const path = `/signers/${signers[0]?.id}`
  const changed = await signing.act('PATCH', id, path, { locale: 'pt-BR' })
  expect(changed.status).toBe(200)
  expect((await signing.get(id)).signers[0]).toMatchObject({ locale: 'pt' })
})

test('the sender’s own mails come in the language that the request asks for', async () => {
  const who = somebody({ locale: 'en' })
  const options = { notify: JSON.stringify({ kinds: ['completed'], locale: 'pl-PL' }) }
  const { id } = await signing.create([who], { options })
  await signing.finish(id, [who])
  const own = (await messagesOf(signing.app)).filter(({ text }) =>
    text.includes(`/console/requests/${id}`),
  )
  expect(own.map(({ subject }) => subject)).toEqual([
    expect.stringMatching(/^Podpisany przez wszystkich: /),
  ])
})

test('a link that is none answers in the language of the browser', async () => {
  const html = await page('01k00000000000000000000000-1-aaaaaaaaaaaaaaaaaaaaaaaaaa', {
    'accept-language': 'it-CH, en;q=0.5',
  })
  expect(html).toContain('<html lang="it" dir="ltr">')
  expect(html).toContain(textsIn('it').signing.pages.sign.outcomes.unknown.title)
})
