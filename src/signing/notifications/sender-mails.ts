/** The mails to senders about their own requests, written when they are sent. */

import type { Db } from '../../database/open.ts'
import type { BlobStore } from '../../files/blob-store.ts'
import { safeFilename } from '../../http/disposition.ts'
import { type Language, languageOf } from '../../kernel/languages.ts'
import type { FailedMail } from '../../messages/mail-events.ts'
import type { MailQueue } from '../../messages/mail-queue.ts'
import type { Mail, MailAttachment } from '../../messages/ports.ts'
import { isMailAddress } from '../../messages/settings.ts'
import { SENDER_MAIL } from '../model/job-kinds.ts'
import type { Given } from '../model/parts.ts'
import { isOwnAddress, SERVICE } from '../model/people.ts'
import type { Mails, NoticePayload } from '../model/ports.ts'
import type { RequestRow, RequestWithSigners, SignerRow } from '../model/rows.ts'
import * as store from '../store/requests.ts'
import { writeNotice } from './notice-mail.ts'
import { noticesOf } from './notice-store.ts'

/** As base64 this makes a mail of 7 MB; many mail servers refuse more than 10. */
const ATTACHED_BYTES_MAX = 5 * 1_048_576

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
export async function noticeBounce(db: Db, mails: Mails, { id, request_id }: SignerRow) {
  const request = await store.findRequest(db, request_id)
  if (request !== undefined)
    await addNotices(db, mails, request, { kind: 'bounced', signer_id: id })
}

interface NoticeParts extends Given<'blobs' | 'db' | 'trails'> {
  consoleOrigin: string
  ownerOf(accountId: string): Promise<Owner | undefined>
  service: string
}

/** Whether what a mail would say is still so. */
function isCurrent(
  { kind }: NoticePayload,
  { request }: RequestWithSigners,
  signer: SignerRow | undefined,
): boolean {
  if (kind === 'delegated') return request.status === 'pending' && signer?.delegation != null
  if (kind === 'returned') return request.returned !== null
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
    await parts.trails.record(trx, id, type, SERVICE, { ...facts, ...data })
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
