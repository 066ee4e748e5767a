import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/kernel/languages.ts'
import type { RequestRow, SignerRow } from '../../../src/signing/model/rows.ts'
import type { MailKind } from '../../../src/signing/notifications/action-words.ts'
import { writeMail } from '../../../src/signing/notifications/mails.ts'
import { textsIn } from '../../../src/translations/texts.ts'
import { misplacedMarks } from '../../support/typography.ts'

const KINDS = Object.keys(textsIn('en').signing.notifications.mails.mails) as MailKind[]
const LINK = 'https://sign.example.com/sign/a-token'

const ENVELOPE = {
  advanced: true,
  url: LINK,
  linkUntil: '2027-01-20T14:00:00.000Z',
  fromName: 'Acme SARL via Paraph',
}

const requestOf = (more: Partial<RequestRow> = {}): RequestRow =>
  ({
    name: 'Contrat de prestation',
    sender: 'Acme SARL',
    message: 'Bonjour,\nvoici le contrat.',
    expires_at: '2026-12-21T14:00:00.000Z',
    end_reason: null,
    mode: 'live',
    files: [{ filename: 'contrat.pdf' }],
    ...more,
  }) as RequestRow

const signerOf = (locale: Language): SignerRow =>
  ({
    email: 'zoe@example.com',
    first_name: 'Zoé',
    last_name: 'Łukasz',
    locale,
    authentication: 'sms',
    action: 'sign',
    delegation: null,
  }) as SignerRow

const cases = LANGUAGES.flatMap((locale) => KINDS.map((kind) => [locale, kind] as const))
const ADVANCED: Record<Language, RegExp> = {
  fr: /signatures? électroniques? avancées? \(eIDAS\)/,
  en: /advanced electronic signatures? \(eIDAS\)/,
  de: /fortgeschrittenen elektronischen Signatur(?:en)? \(eIDAS\)/,
  es: /firma electrónica avanzada \(eIDAS\)/,
  it: /firma elettronica avanzata \(eIDAS\)/,
  nl: /geavanceerde elektronische handtekening \(eIDAS\)/,
  pt: /assinatura eletrónica avançada \(eIDAS\)/,
  pl: /zaawansowanym podpisem elektronicznym \(eIDAS\)/,
}
const QUALIFIED = /qualif|cualific|gekwalific|kwalifik/i

describe.each(cases)('%s, %s', (locale, kind) => {
  const mail = writeMail(
    kind,
    requestOf({ end_reason: 'Le prix est faux' }),
    signerOf(locale),
    ENVELOPE,
  )
  const parts = [mail.subject, mail.text, mail.html]

  test('never claims a qualified signature, and names the level where a signature is asked for or made', () => {
    for (const part of parts) expect(part).not.toMatch(QUALIFIED)
    const isNamed = ['invitation', 'completed'].includes(kind)
    for (const part of [mail.text, mail.html]) expect(ADVANCED[locale].test(part)).toBe(isNamed)
  })

  test('has a link only where there is something to do, and the same one in both parts', () => {
    const isAsked = ['invitation', 'reminder', 'changed', 'reactivated', 'completed'].includes(kind)
    expect([mail.text.includes(LINK), mail.html.includes(LINK)]).toEqual([isAsked, isAsked])
  })

  test('sets its marks as the language does', () => {
    for (const part of parts) expect(misplacedMarks(locale, part)).toEqual([])
  })
})

const NO_EFFECT: Record<Language, RegExp> = {
  en: /no legal effect/,
  fr: /aucune valeur juridique/,
  de: /keine rechtliche Wirkung/,
  es: /no tiene valor jurídico/,
  it: /alcun valore legale/,
  nl: /geen rechtsgevolg/,
  pt: /não tem valor jurídico/,
  pl: /nie mają skutków prawnych/,
}

test.each(LANGUAGES)(
  'a mail of a test key says so in its subject and in its text (%s)',
  (locale) => {
    const mail = writeMail('invitation', requestOf({ mode: 'test' }), signerOf(locale), ENVELOPE)
    expect(mail.subject).toMatch(/^\[TEST\] /)
    for (const part of [mail.text, mail.html]) expect(part).toMatch(NO_EFFECT[locale])
  },
)
