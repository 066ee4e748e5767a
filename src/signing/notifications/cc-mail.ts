/** The mail with the finished document, for people who signed nothing. */
import type { Db } from '../../database/open.ts'
import type { BlobStore } from '../../files/blob-store.ts'
import { type Language, languageOf } from '../../kernel/languages.ts'
import { neutralizeLinks } from '../../messages/mail-content.ts'
import { layOutMail } from '../../messages/mail-layout.ts'
import type { MailQueue } from '../../messages/mail-queue.ts'
import type { Mail } from '../../messages/ports.ts'
import { timeInWords } from '../../pages/locale.ts'
import { textsIn } from '../../translations/texts.ts'
import { OTP } from '../authentication/otp.ts'
import { isAdvanced } from '../model/authentication.ts'
import { COPY_MAIL } from '../model/job-kinds.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import { isOwnAddress, SERVICE } from '../model/people.ts'
import type { CopyPayload, Mails } from '../model/ports.ts'
import type { RequestRow } from '../model/rows.ts'
import type { CopyRecipient } from '../model/schemas/cc-recipients.ts'
import * as store from '../store/requests.ts'
import { writeCodeMail } from './code-mail.ts'
import { brandOf, fromOf, headOf } from './from.ts'
import { type Envelope, hello, linkUntilOf, type MailParts } from './mails.ts'
import { signedAttachment } from './sender-mails.ts'

type CopyParts = MailParts & { blobs: BlobStore }

/** Of the mail to one of a request's copies. */
export const copyKey = (id: string, index: number): string => `${id} ${index}`

/** Adds the mails of a completed request, in the transaction that completes it. */
export async function addCopies(
  db: Db,
  mails: Mails,
  { id, copies, account_id: accountId }: RequestRow,
): Promise<void> {
  for (const index of copies.keys())
    await mails.add(db, COPY_MAIL, { id, index }, { uniqueKey: copyKey(id, index), accountId })
}

/** Adds the mails to those who follow from the start, in the transaction of what they are about. @param except addresses that know */
export async function addNews(
  db: Db,
  mails: Mails,
  { id, copies, account_id: accountId, revision }: RequestRow,
  news: 'started' | 'ended',
  except: ReadonlySet<string> = new Set(),
): Promise<void> {
  for (const [index, { email, from_start }] of copies.entries()) {
    if (from_start !== true || except.has(email.toLowerCase())) continue
    const order = { uniqueKey: `${id} ${news} ${email} ${revision}`, accountId }
    await mails.add(db, COPY_MAIL, { id, index, email, news }, order)
  }
}

/** Writes the mail. @param news what it says; undefined: that everybody has signed */
export function writeCopyMail(
  request: RequestRow,
  copy: CopyRecipient,
  locale: Language,
  {
    url,
    linkUntil,
    advanced,
    news,
    ...from
  }: Envelope & { news?: 'started' | 'ended' | undefined },
): Mail {
  const { mails, following } = textsIn(locale).signing.notifications
  const { frame } = mails
  const words = { ...mails.copy, ...(news !== undefined && following[news]) }
  const [document, sender] = [neutralizeLinks(request.name), neutralizeLinks(request.sender)]
  const isTest = request.mode === 'test'
  const facts = {
    document,
    sender,
    hello: hello(
      locale,
      neutralizeLinks([copy.first_name, copy.last_name].filter(Boolean).join(' ')),
    ),
    linkUntil: timeInWords(linkUntil, locale, 'long'),
    advanced,
  }
  const laidOut = layOutMail({
    locale,
    subject: `${isTest ? '[TEST] ' : ''}${words.subject(facts)}`,
    heading: words.heading,
    blocks: [
      ...(isTest ? [{ type: 'note' as const, words: [{ strong: frame.test }] }] : []),
      { type: 'paragraph', words: words.text(facts) },
      { type: 'button', label: words.button, url },
      {
        type: 'facts',
        facts: [
          { label: frame.document, value: document },
          { label: frame.sender, value: sender },
        ],
      },
    ],
    ...brandOf(from, sender),
    footer: [words.foot(facts), frame.personal],
  })
  return { to: copy.email, ...headOf(from), ...laidOut }
}

/** How long a code can be entered, at least. */
export const COPY_CODE_MS = OTP.validMs

/** Whom a mail is for: the list may have changed since. */
const copyOf = ({ copies }: RequestRow, { index, email }: CopyPayload) =>
  email === undefined ? copies[index] : copies.find((copy) => copy.email === email)

/** Whether what a mail would say is still so. */
function isCurrent({ status }: RequestRow, { news, at_ms = 0 }: CopyPayload, nowMs: number) {
  if (news === 'code') return nowMs - at_ms < COPY_CODE_MS
  if (news === 'started') return status === 'pending'
  return news === 'ended' ? status !== 'pending' && status !== 'completed' : status === 'completed'
}

async function compose(parts: CopyParts, payload: CopyPayload): Promise<Mail | undefined> {
  const { id, bare = false, news, at_ms = 0 } = payload
  const request = await store.findRequest(parts.db, id)
  const copy = request && copyOf(request, payload)
  if (request === undefined || copy === undefined) return undefined
  if (!isCurrent(request, payload, parts.clock.now())) return undefined
  const signers = await store.signersOf(parts.db, id)
  const locale = languageOf(copy.locale ?? '') ?? signers[0]?.locale ?? 'en'
  const { origin, ownAddress, ...from } = await fromOf(parts, request)
  const { email, first_name = null, last_name = null } = copy
  if (news === 'code') {
    const code = parts.links.copyCode(id, email, Math.floor(at_ms / COPY_CODE_MS))
    const person = { action: 'sign', email, first_name, last_name, locale } as const
    return writeCodeMail(request, person, code, from, true)
  }
  const written = writeCopyMail(request, copy, locale, {
    ...from,
    news,
    url: parts.links.copyUrl(id, email, origin),
    linkUntil: await linkUntilOf(parts, request),
    advanced: signers.filter(isSigningAction).every(isAdvanced),
  })
  // A file in a mailbox asks for no code.
  const attachment =
    bare || news !== undefined || request.code_to_open === 1
      ? undefined
      : await signedAttachment(parts, request)
  const mail = attachment === undefined ? written : { ...written, attachment }
  // A test must not reach anybody who did not ask for it.
  const kept = request.mode === 'test' && !isOwnAddress(copy.email, ownAddress)
  return kept ? { ...mail, kept } : mail
}

/** Registers the mail, and records its delivery in the trail. */
export function writeCopyMails(queue: MailQueue, parts: CopyParts): void {
  const note = async (
    trx: Db,
    { payload, messageId }: { payload: CopyPayload; messageId: string },
    type: 'message.sent' | 'message.kept' | 'copy.delivery_failed',
    data: { readonly [member: string]: string } = {},
  ): Promise<void> => {
    const { id } = payload
    const request = await store.findRequest(trx, id)
    const copy = request && copyOf(request, payload)
    if (copy === undefined) return
    const facts = { copy: copy.email, channel: 'email', kind: COPY_MAIL, message_id: messageId }
    await parts.trails.record(trx, id, type, SERVICE, { ...facts, ...data })
  }
  queue.compose<CopyPayload>(COPY_MAIL, (payload) => compose(parts, payload), {
    sent: (trx, mail) => note(trx, mail, 'message.sent', { provider_id: mail.providerId }),
    kept: (trx, mail) => note(trx, mail, 'message.kept'),
    async failed(trx, mail) {
      await note(trx, mail, 'copy.delivery_failed', { reason: mail.reason })
      const { payload } = mail
      // Too large for this mail server, perhaps: the link in the mail leads to the same file.
      if (mail.permanent === 'message' && payload.bare !== true)
        await queue.add(trx, COPY_MAIL, { ...payload, bare: true })
    },
  })
}
