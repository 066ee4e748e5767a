/** The mail to a sender about what became of a request. */
import type { Language } from '../../kernel/languages.ts'
import { type Block, type Fact, neutralizeLinks } from '../../messages/mail-content.ts'
import { layOutMail } from '../../messages/mail-layout.ts'
import type { Mail, MailAttachment } from '../../messages/ports.ts'
import { filled } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { delegatorOf } from '../model/delegation.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import { nameOf } from '../model/people.ts'
import type { RequestWithSigners, SignerRow } from '../model/rows.ts'
import type { NoticeKind } from '../model/schemas/notify.ts'

/** A request with fifty signers still makes a short mail. */
const NAMED_MAX = 10

/** Values used in the sentences of mails to senders. */
interface NoticeFacts {
  document: string
  /** The signer who declined, or cannot be reached. */
  person: string
  service: string
}

/** Everything of a mail besides its words. */
export interface NoticeEnvelope {
  to: string
  locale: Language
  service: string
  /** Origin of the console. */
  origin: string
  /** Whom it is about: `bounced`, `delegated` and `returned` only. */
  signer?: SignerRow | undefined
  attachment?: MailAttachment | undefined
}

/** Names, the first ten of them. */
function named(signers: readonly SignerRow[], locale: Language): string {
  const names = signers.slice(0, NAMED_MAX).map((signer) => neutralizeLinks(nameOf(signer)))
  const rest = signers.length - names.length
  return [
    ...names,
    ...(rest > 0
      ? [textsIn(locale).signing.notifications.mails.noticeFrame.others({ count: rest })]
      : []),
  ].join(', ')
}

/** What the mail lists below its text. */
function factsOf(
  kind: NoticeKind,
  { request, signers }: RequestWithSigners,
  { locale, signer }: NoticeEnvelope,
): Fact[] {
  const frame = textsIn(locale).signing.notifications.mails.noticeFrame
  const facts: Fact[] = [{ label: frame.document, value: neutralizeLinks(request.name) }]
  if (request.external_id !== null)
    facts.push({ label: frame.reference, value: neutralizeLinks(request.external_id) })
  const people = signers.filter(isSigningAction)
  const missing = (each: SignerRow): boolean => each.status !== 'signed'
  const unsigned = people.filter(missing)
  const unapproved = signers.filter((each) => !isSigningAction(each) && missing(each))
  if (kind === 'completed') facts.push({ label: frame.signers, value: named(people, locale) })
  if (kind === 'expired' && unsigned.length > 0)
    facts.push({ label: frame.unsigned, value: named(unsigned, locale) })
  if (kind === 'expired' && unapproved.length > 0)
    facts.push({
      label: textsIn(locale).signing.notifications.asked.approve.missing,
      value: named(unapproved, locale),
    })
  if (kind === 'declined' && request.end_reason !== null)
    facts.push({ label: frame.reason, value: neutralizeLinks(request.end_reason) })
  if (kind === 'returned' && request.returned !== null)
    facts.push({ label: frame.reason, value: neutralizeLinks(request.returned.reason) })
  if (kind === 'failed') facts.push({ label: frame.id, value: request.id })
  return signer === undefined ? facts : [...facts, ...personFacts(signer, locale)]
}

/** About the one person whom a mail is about. */
function personFacts({ email, delivery_failure, delegation }: SignerRow, locale: Language) {
  const frame = textsIn(locale).signing.notifications.mails.noticeFrame
  const facts: Fact[] = [{ label: frame.address, value: email }]
  if (delegation !== null)
    facts.push({ label: frame.reason, value: neutralizeLinks(delegation.reason) })
  // Only what the server said: our own words before it are in English.
  const [, reply] = /: (.+)/.exec(delivery_failure?.reason ?? '') ?? []
  if (reply !== undefined) facts.push({ label: frame.reply, value: reply })
  return facts
}

type Sentence = string | ((facts: NoticeFacts) => string)

/** The words of a notice. */
interface Wording {
  subject: Sentence
  heading: string
  text: Sentence
  button: string
}

/** The words of a notice about a delegate. */
function delegatedWords(delegate: SignerRow | undefined, locale: Language): Wording {
  const { sender } = textsIn(locale).signing.delegation
  const from = delegate?.delegation == null ? '' : neutralizeLinks(delegatorOf(delegate.delegation))
  return {
    ...sender,
    subject: ({ document }) => sender.subject({ from, document }),
    text: ({ person, document }) => sender.text({ from, person, document }),
  }
}

/** Writes a mail of a kind. */
export function writeNotice(
  kind: NoticeKind,
  whole: RequestWithSigners,
  envelope: NoticeEnvelope,
): Mail {
  const { request, signers } = whole
  const { to, locale, service, origin, attachment } = envelope
  const about = envelope.signer ?? signers.find(({ status }) => status === 'declined')
  const facts: NoticeFacts = {
    document: neutralizeLinks(request.name),
    person: about === undefined ? '' : neutralizeLinks(nameOf(about)),
    service,
  }
  const { mails, asked } = textsIn(locale).signing.notifications
  const { notices, noticeFrame: frame } = mails
  const words: Wording = {
    ...(kind === 'delegated' ? delegatedWords(envelope.signer, locale) : notices[kind]),
    ...(kind === 'declined' &&
      about !== undefined &&
      !isSigningAction(about) &&
      asked.approve.declined),
  }
  const isTest = request.mode === 'test'
  const url = `${origin}/console/requests/${request.id}`
  const blocks: Block[] = [
    ...(isTest ? [{ type: 'note' as const, words: [{ strong: frame.test }] }] : []),
    { type: 'paragraph', words: filled(words.text, facts) },
    ...(attachment === undefined ? [] : [{ type: 'paragraph' as const, words: frame.attached }]),
    { type: 'button', label: words.button, url },
    { type: 'facts', facts: factsOf(kind, whole, envelope) },
  ]
  const laidOut = layOutMail({
    locale,
    subject: `${isTest ? '[TEST] ' : ''}${filled(words.subject, facts)}`,
    heading: words.heading,
    blocks,
    footer: [
      frame.foot(facts),
      { text: frame.choose, url: `${origin}/console/settings#notifications` },
    ],
    brand: service,
  })
  return { to, ...laidOut, ...(attachment !== undefined && { attachment }) }
}
