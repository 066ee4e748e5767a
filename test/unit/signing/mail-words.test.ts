import { describe, expect, test } from 'vitest'
import { MAIL_WORDS } from '../../../src/signing/messages/mail-words.ts'
import { writeMail } from '../../../src/signing/messages/mails.ts'
import type * as store from '../../../src/signing/requests/store.ts'

const KINDS = Object.keys(MAIL_WORDS.en) as Array<keyof (typeof MAIL_WORDS)['en']>
const LANGUAGES = ['fr', 'en'] as const
const LINK = 'https://sign.example.com/sign/a-token'

const ENVELOPE = {
  advanced: true,
  url: LINK,
  linkMs: 30 * 86_400_000,
  fromName: 'Acme SARL via Paraph',
}

const requestOf = (more: Partial<store.RequestRow> = {}): store.RequestRow =>
  ({
    name: 'Contrat de prestation',
    sender: 'Acme SARL',
    message: 'Bonjour,\nvoici le contrat.',
    expires_at: '2026-12-21T14:00:00.000Z',
    end_reason: null,
    mode: 'live',
    ...more,
  }) as store.RequestRow

const signerOf = (locale: 'fr' | 'en'): store.SignerRow =>
  ({
    email: 'zoe@example.com',
    first_name: 'Zoé',
    last_name: 'Łukasz',
    locale,
    authentication: 'sms',
  }) as store.SignerRow

const cases = LANGUAGES.flatMap((locale) => KINDS.map((kind) => [locale, kind] as const))
const ADVANCED = {
  fr: /signatures? électroniques? avancées? \(eIDAS\)/,
  en: /advanced electronic signatures? \(eIDAS\)/,
}

describe.each(cases)('%s, %s', (locale, kind) => {
  const mail = writeMail(
    kind,
    requestOf({ end_reason: 'Le prix est faux' }),
    signerOf(locale),
    ENVELOPE,
  )
  const parts = [mail.subject, mail.text, mail.html]

  test('never claims a qualified signature, and names the level where a signature is asked for or made', () => {
    for (const part of parts) expect(part).not.toMatch(/qualifi/i)
    const isNamed = ['invitation', 'completed'].includes(kind)
    for (const part of [mail.text, mail.html]) expect(ADVANCED[locale].test(part)).toBe(isNamed)
  })

  test('has a link only where there is something to do, and the same one in both parts', () => {
    const isAsked = ['invitation', 'reminder', 'completed'].includes(kind)
    expect([mail.text.includes(LINK), mail.html.includes(LINK)]).toEqual([isAsked, isAsked])
  })

  test('keeps French marks with their words', () => {
    if (locale === 'fr')
      for (const part of parts) expect(part).not.toMatch(/« | »|[^-] [:;!?]( |$)/m)
  })
})

test.each(LANGUAGES)(
  'a mail of a test key says so in its subject and in its text (%s)',
  (locale) => {
    const mail = writeMail('invitation', requestOf({ mode: 'test' }), signerOf(locale), ENVELOPE)
    expect(mail.subject).toMatch(/^\[TEST\] /)
    for (const part of [mail.text, mail.html])
      expect(part).toMatch(locale === 'fr' ? /aucune valeur juridique/ : /no legal effect/)
  },
)
