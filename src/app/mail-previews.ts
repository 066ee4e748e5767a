/** Every mail that the service writes, about people and documents that do not exist: what `/dev/mails` shows. */
import { writeRetentionMail } from '../console/retention-mail.ts'
import { ACCOUNT_MAIL_KINDS, writeAccountMail, writeInvitation } from '../identity/mails.ts'
import { LANGUAGES, type Language, LOCALES } from '../kernel/languages.ts'
import { writeAlert } from '../messages/operator-alerts.ts'
import type { Mail } from '../messages/ports.ts'
import type { MailPreview } from '../messages/preview-page.tsx'
import type { RequestFile } from '../signing/model/files.ts'
import type { RequestRow, SignerRow } from '../signing/model/rows.ts'
import { NOTICE_KINDS } from '../signing/model/schemas/notify.ts'
import { writeCopyMail } from '../signing/notifications/cc-mail.ts'
import { writeCodeMail } from '../signing/notifications/code-mail.ts'
import { writeDelegatorMail } from '../signing/notifications/delegator-mail.ts'
import { MAIL_KINDS, writeMail } from '../signing/notifications/mails.ts'
import { writeNotice } from '../signing/notifications/notice-mail.ts'
import { writeStartMail } from '../signing/open-links/mail.ts'

const ORIGIN = 'https://sign.example.com'
const TO = 'ada@example.com'
const LATER = '2027-01-20T14:00:00.000Z'
const REASON = 'The last page is missing.'
const DELEGATED = { reason: 'On leave until January', link_version: 1, phone_given: false }

/** As much of a request as its mails say. */
const SAID: Partial<RequestRow> = {
  id: 'doc_01m8e3rf2fr7qmxnt60jhp22cb',
  name: 'Rental agreement – 12 Analytical Lane',
  sender: 'Acme Lettings',
  message: 'Dear Ada,\nhere is the agreement as we discussed.',
  expires_at: LATER,
  end_reason: null,
  returned: { signer_id: 'sgr_1', reason: REASON, returned_at: LATER },
  external_id: 'R-2026-118',
  mode: 'live',
}
const FILE: Partial<RequestFile> = {
  filename: 'agreement.pdf',
  laid_out_sha256: '9f86d081'.repeat(8),
}
const REQUEST = { ...SAID, files: [FILE] } as RequestRow
const ENVELOPE = {
  url: `${ORIGIN}/sign/example`,
  linkUntil: LATER,
  advanced: true,
  fromName: 'Acme Lettings',
  change: { parts: ['file', 'expires_at'] as const, again: true },
}
/** An account with a colour of its own. */
const BRAND = {
  name: 'Acme Lettings',
  color: '#8a1c4a',
  replyTo: null,
  origin: undefined,
  logo: null,
}

/** What mails say about a signer; another person delegated to them. */
const signerOf = (locale: Language): SignerRow =>
  ({
    ...{ email: TO, first_name: 'Ada', last_name: 'Lovelace', locale, authentication: 'sms' },
    ...{ action: 'sign', status: 'declined', delegation: null },
    delivery_failure: { reason: 'The mail server refused it: 550 5.1.1 no such user' },
  }) as SignerRow
const delegateOf = (locale: Language) => {
  const before = { email: 'hedy@example.com', first_name: 'Hedy', last_name: 'Lamarr', phone: null }
  const delegation = { ...before, ...DELEGATED, locale, at: LATER }
  return { delegation, signer: { ...signerOf(locale), delegation } }
}

/** A mail in each of some languages. */
const inEach = <L extends Language>(
  languages: readonly L[],
  name: string,
  write: (language: L) => Mail,
): MailPreview[] => languages.map((language) => ({ name, language, write: () => write(language) }))

const toSigners = MAIL_KINDS.flatMap((kind) =>
  inEach(LANGUAGES, `signer-${kind}`, (language) => {
    const reason = kind === 'declined' || kind === 'cancelled' ? REASON : null
    return writeMail(kind, { ...REQUEST, end_reason: reason }, signerOf(language), ENVELOPE)
  }),
)

const toSenders = NOTICE_KINDS.flatMap((kind) =>
  inEach(LANGUAGES, `sender-${kind}`, (locale) => {
    const { signer } = kind === 'delegated' ? delegateOf(locale) : { signer: signerOf(locale) }
    const whole = { request: { ...REQUEST, end_reason: REASON }, signers: [signer] }
    const about = kind === 'bounced' || kind === 'delegated' ? signer : undefined
    return writeNotice(kind, whole, {
      to: TO,
      locale,
      service: 'Paraph',
      origin: ORIGIN,
      signer: about,
    })
  }),
)

const toMembers = ACCOUNT_MAIL_KINDS.flatMap((kind) =>
  inEach(LOCALES, `account-${kind}`, (locale) =>
    writeAccountMail(kind, { to: TO, locale, url: `${ORIGIN}/console/example` }),
  ),
)

/** The previews, those of a mail one after another. */
export const mailPreviews: readonly MailPreview[] = [
  ...toSigners,
  ...inEach(LANGUAGES, 'signer-invitation-branded', (language) =>
    writeMail('invitation', { ...REQUEST, mode: 'test' }, signerOf(language), {
      ...ENVELOPE,
      brand: BRAND,
    }),
  ),
  ...inEach(LANGUAGES, 'signer-invitation-delegated', (language) =>
    writeMail('invitation', REQUEST, delegateOf(language).signer, ENVELOPE),
  ),
  ...inEach(LANGUAGES, 'signer-code', (language) =>
    writeCodeMail(REQUEST, signerOf(language), '483920', ENVELOPE),
  ),
  ...inEach(LANGUAGES, 'visitor-code', (language) => {
    const { name: document = '', sender = '' } = SAID
    const said = { to: TO, language, document, sender, code: '483920', isTest: false }
    return writeStartMail(said, ENVELOPE)
  }),
  ...inEach(LANGUAGES, 'signer-has-delegated', (language) => {
    const { signer, delegation } = delegateOf(language)
    return writeDelegatorMail(REQUEST, signer, { ...ENVELOPE, delegation })
  }),
  ...inEach(LANGUAGES, 'copy', (language) =>
    writeCopyMail(REQUEST, { email: TO }, language, ENVELOPE),
  ),
  ...toSenders,
  ...toMembers,
  ...inEach(LOCALES, 'account-invitation', (locale) => {
    const facts = {
      organisation: 'Acme Lettings',
      invitedBy: 'hedy@example.com',
      role: 'sender',
    } as const
    return writeInvitation(facts, { to: TO, locale, url: `${ORIGIN}/console/invite/example` })
  }),
  ...inEach(LOCALES, 'account-retention', (locale) => {
    const shortened = [{ kind: 'completed', before: 365, days: 30 } as const]
    const facts = {
      to: TO,
      locale,
      organisation: 'Acme Lettings',
      who: 'hedy@example.com',
      date: LATER,
    }
    return writeRetentionMail({ ...facts, shortened, origin: ORIGIN })
  }),
  ...inEach(['en'], 'operator-alarm', () =>
    writeAlert(TO, {
      kind: 'texts_unanswered',
      title: 'Text messages to a country are not answered',
      text: 'Of the last codes sent there, none was entered. Somebody may be earning money with them.',
      facts: { country: 'FR', sent: 120, entered: 0 },
    }),
  ),
]
