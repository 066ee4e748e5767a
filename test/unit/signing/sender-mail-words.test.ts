import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language } from '../../../src/kernel/languages.ts'
import type { RequestRow, SignerRow } from '../../../src/signing/model/rows.ts'
import { NOTICE_KINDS } from '../../../src/signing/model/schemas/notify.ts'
import { writeNotice } from '../../../src/signing/notifications/notice-mail.ts'
import { textsIn } from '../../../src/translations/texts.ts'
import { misplacedMarks } from '../../support/typography.ts'

const ORIGIN = 'https://sign.example.com'
const signerOf = (more: Partial<SignerRow> = {}): SignerRow =>
  ({
    id: 'sgr_1',
    email: 'zoe@example.com',
    first_name: 'Zoé',
    last_name: 'Łukasz',
    status: 'declined',
    delivery_failure: null,
    ...more,
  }) as SignerRow

const wholeOf = (more: Partial<RequestRow> = {}, signers = [signerOf()]) => ({
  request: {
    id: 'doc_1',
    name: 'Contrat de prestation',
    external_id: null,
    end_reason: 'Le prix est faux',
    returned: {
      reason: 'Le loyer est faux',
      signer_id: 'sgr_1',
      returned_at: '2026-11-26T00:00:00.000Z',
    },
    mode: 'live',
    ...more,
  } as RequestRow,
  signers,
})

const DELEGATION = {
  email: 'hedy@example.com',
  first_name: 'Hedy',
  last_name: 'Lamarr',
  reason: 'On leave',
  at: '2026-11-26T00:00:00.000Z',
  link_version: 1,
  phone_given: false,
  phone: null,
  locale: 'en',
} as const

const envelope = (locale: Language) => ({
  to: 'ada@example.com',
  locale,
  service: 'Paraph',
  origin: ORIGIN,
})

const cases = LANGUAGES.flatMap((locale) => NOTICE_KINDS.map((kind) => [locale, kind] as const))

describe.each(cases)('to the sender, %s, %s', (locale, kind) => {
  const signer = kind === 'delegated' ? signerOf({ delegation: DELEGATION }) : undefined
  const mail = writeNotice(kind, wholeOf(), { ...envelope(locale), signer })
  const parts = [mail.subject, mail.text, mail.html]

  test('leads to the request in the console, and to where its mails are chosen, in both parts', () => {
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(`${ORIGIN}/console/requests/doc_1`)
      expect(part).toContain(`${ORIGIN}/console/settings#notifications`)
    }
    expect(mail.html).toContain(`href="${ORIGIN}/console/settings#notifications"`)
  })

  test('sets its marks as the language does', () => {
    for (const part of parts) expect(misplacedMarks(locale, part)).toEqual([])
  })

  test('with a test key says so in subject and text', () => {
    const { subject, text } = writeNotice(kind, wholeOf({ mode: 'test' }), envelope(locale))
    expect(subject).toMatch(/^\[TEST\] /)
    expect(text).toContain(textsIn(locale).signing.notifications.mails.noticeFrame.test)
  })
})

test('of fifty signers ten are named and the others counted', () => {
  const signers = Array.from({ length: 50 }, (_, index) =>
    signerOf({ last_name: `Łukasz ${index}`, status: 'signed' }),
  )
  const { text } = writeNotice('completed', wholeOf({}, signers), envelope('en'))
  expect(text).toContain('Łukasz 9, and 40 others')
  expect(text).not.toContain('Łukasz 10')
})

test('words of a stranger make no link, no markup and no line of the header', () => {
  const mail = writeNotice(
    'declined',
    wholeOf({ end_reason: 'see evil.example.net\r\nBcc: x@example.net <img src=x>' }, [
      signerOf({ first_name: '<b>A</b>\r\nBcc: y@example.net' }),
    ]),
    envelope('en'),
  )
  expect(mail.subject).not.toMatch(/[\r\n]/)
  expect(mail.html).not.toMatch(/<img|<b>/)
  expect(mail.text).not.toContain('evil.example.net')
})
