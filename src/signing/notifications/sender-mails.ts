/** The mails to senders about their own requests, written when they are sent. */
import type { Trails } from '../../audit/trail.ts'
import type { Db } from '../../database/open.ts'
import type { BlobStore } from '../../files/blob-store.ts'
import { safeFilename } from '../../http/disposition.ts'
import { type Language, languageOf } from '../../kernel/languages.ts'
import type { Block, Fact } from '../../messages/mail-content.ts'
import { neutralizeLinks } from '../../messages/mail-content.ts'
import { layOutMail } from '../../messages/mail-layout.ts'
import type { FailedMail, MailQueue } from '../../messages/mail-queue.ts'
import type { Mail, MailAttachment } from '../../messages/ports.ts'
import { isMailAddress } from '../../messages/settings.ts'
import { filled } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import { delegatorOf } from '../model/delegation.ts'
import { SENDER_MAIL } from '../model/job-kinds.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import { isOwnAddress, nameOf, SERVICE } from '../model/people.ts'
import type { Mails, NoticePayload } from '../model/ports.ts'
import type { RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'
import type { NoticeKind } from '../model/schemas/notify.ts'
import * as store from '../store/requests.ts'
import { noticesOf } from './notice-store.ts'

/** As base64 this makes a mail of 7 MB; many mail servers refuse more than 10. */
const ATTACHED_BYTES_MAX = 5 * 1_048_576

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
  /** Whom it is about: `bounced` and `delegated` only. */
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

/**
 * Adds the mails about a request, in the transaction of what they are about.
 * @param about.key of what happens more than once to the same signer
 */
export async function addNotices(
  db: Db,
  mails: Mails,
  request: RequestRow,
  { key, ...about }: Pick<NoticePayload, 'kind' | 'signer_id'> & { key?: string },
): Promise<void> {
  const count = request.notify?.emails?.length ?? 1
  for (let to = 0; to < count; to++) {
    const payload = { id: request.id, ...about, to }
    const uniqueKey = `${about.kind} ${request.id} ${key ?? about.signer_id ?? ''} ${to}`
    await mails.add(db, SENDER_MAIL, payload, { uniqueKey, accountId: request.account_id })
  }
}

/** Adds the mails about a signer whom no mail reaches. */
export async function noticeBounce(
  db: Db,
  mails: Mails,
  { id, request_id }: SignerRow,
): Promise<void> {
  const request = await store.findRequest(db, request_id)
  if (request !== undefined)
    await addNotices(db, mails, request, { kind: 'bounced', signer_id: id })
}

interface NoticeParts {
  blobs: BlobStore
  consoleOrigin: string
  db: Db
  ownerOf(accountId: string): Promise<Owner | undefined>
  service: string
  trails: Trails
}

/** Whether what a mail would say is still so. */
function isCurrent(
  { kind }: NoticePayload,
  { request }: RequestWithSigners,
  signer: SignerRow | undefined,
): boolean {
  if (kind === 'delegated') return request.status === 'pending' && signer?.delegation != null
  if (kind !== 'bounced') return request.status === kind
  return signer?.delivery_failure?.channel === 'email'
}

/** The signed file, where it is small enough. */
export async function signedAttachment(
  { blobs }: { blobs: BlobStore },
  { name, files: [{ signed_sha256 }, ...additional] }: RequestRow,
): Promise<MailAttachment | undefined> {
  // One of several files would be taken for all of them.
  if (signed_sha256 === null || additional.length > 0) return undefined
  const bytes = await blobs.get(signed_sha256)
  if (bytes.length > ATTACHED_BYTES_MAX) return undefined
  return { filename: safeFilename(`${name} (signed)`, 'pdf'), type: 'application/pdf', bytes }
}

async function compose(parts: NoticeParts, payload: NoticePayload): Promise<Mail | undefined> {
  const whole = await store.findRequestWithSigners(parts.db, payload.id)
  if (whole === undefined) return undefined
  const { request, signers } = whole
  const signer = signers.find(({ id }) => id === payload.signer_id)
  if (!isCurrent(payload, whole, signer)) return undefined
  const wishes = await noticesOf(parts.db, request.account_id)
  const kinds = request.notify?.kinds ?? wishes.kinds
  const owner = await parts.ownerOf(request.account_id)
  if (owner === undefined || !kinds.includes(payload.kind)) return undefined
  const to = request.notify?.emails?.[payload.to] ?? owner.email
  // The account may have got another address in the meantime.
  if (!isMailAddress(to) || !isOwnAddress(to, owner.email)) return undefined
  const attaches = wishes.attach && payload.kind === 'completed' && payload.bare !== true
  return writeNotice(payload.kind, whole, {
    to,
    locale: languageOf(request.notify?.locale ?? '') ?? owner.locale ?? signers[0]?.locale ?? 'en',
    service: parts.service,
    origin: parts.consoleOrigin,
    signer,
    attachment: attaches ? await signedAttachment(parts, request) : undefined,
  })
}

/** Registers the mails to senders, and records their delivery in the trail. */
export function writeSenderMails(queue: MailQueue, parts: NoticeParts): void {
  const note = async (
    trx: Db,
    { payload, messageId }: { payload: NoticePayload; messageId: string },
    type: 'message.sent' | 'sender.delivery_failed',
    data: { readonly [member: string]: string },
  ): Promise<void> => {
    const { id, kind } = payload
    if ((await store.findRequest(trx, id)) === undefined) return
    const facts = { to: 'sender', channel: 'email', kind, message_id: messageId }
    await parts.trails.append(trx, id, { type, ...SERVICE, data: { ...facts, ...data } })
  }
  const failed = async (trx: Db, mail: FailedMail<NoticePayload>): Promise<void> => {
    await note(trx, mail, 'sender.delivery_failed', { reason: mail.reason })
    const { payload } = mail
    // Too large for this mail server, perhaps: the news matters more than the file.
    if (mail.permanent !== 'message' || payload.kind !== 'completed' || payload.bare === true)
      return
    await queue.add(trx, SENDER_MAIL, { ...payload, bare: true })
  }
  queue.compose<NoticePayload>(SENDER_MAIL, (payload) => compose(parts, payload), {
    sent: (trx, mail) => note(trx, mail, 'message.sent', { provider_id: mail.providerId }),
    failed,
  })
}

/** The owner of an account, for mails about its requests. */
export interface Owner {
  email: string
  /** Undefined: not known. */
  locale: Language | undefined
}
