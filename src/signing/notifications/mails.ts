/** The mails to signers, written when they are sent: no link is ever stored, and no outdated mail goes out. */

import type { Db } from '../../database/open.ts'
import { toIso } from '../../kernel/clock.ts'
import type { Language } from '../../kernel/languages.ts'
import { isOneOf } from '../../kernel/type-guards.ts'
import type { Block, Fact } from '../../messages/mail-content.ts'
import { neutralizeLinks } from '../../messages/mail-content.ts'
import { layOutMail } from '../../messages/mail-layout.ts'
import type { MailQueue } from '../../messages/mail-queue.ts'
import type { Mail } from '../../messages/ports.ts'
import { timeInWords } from '../../pages/locale.ts'
import { filled } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { SenderFacts } from '../branding/name-rules.ts'
import type { Branding } from '../branding/service.ts'
import { isAdvanced, plannedMethod } from '../model/authentication.ts'
import { delegatorOf } from '../model/delegation.ts'
import { MAILS } from '../model/job-kinds.ts'
import { isSigningAction } from '../model/participant-actions.ts'
import type { Given } from '../model/parts.ts'
import { isOwnAddress, SERVICE } from '../model/people.ts'
import type { ChangePayload } from '../model/ports.ts'
import type { RequestRow, SignerRow } from '../model/rows.ts'
import { ACTIVE_SIGNER_STATES } from '../model/states.ts'
import * as store from '../store/requests.ts'
import { type MailFacts, type MailKind, wordsTo } from './action-words.ts'
import { forgetFailure, markUndelivered } from './deliveries.ts'
import { brandOf, type From, fromOf, headOf } from './from.ts'
import { noticeBounce } from './sender-mails.ts'

type Payload = ChangePayload

/** `21 novembre 2026 à 14:00 UTC`: a time with its zone. */
const inWords = (time: string, language: Language): string => timeInWords(time, language, 'long')

/** `Bonjour Zoé Łukasz,`: without a name where none is known. */
export const hello = (language: Language, name: string): string =>
  textsIn(language).signing.notifications.mails.hello({ name, named: name !== '' })

/** The same, to a signer. */
export const greeting = ({
  locale,
  first_name,
  last_name,
}: Pick<SignerRow, 'locale' | 'first_name' | 'last_name'>): string =>
  hello(locale, [first_name, last_name].filter(Boolean).join(' '))

const ENDINGS = ['declined', 'cancelled', 'expired', 'failed'] as const
/** What a mail to a signer is about. */
export const MAIL_KINDS = [
  'invitation',
  'reminder',
  'changed',
  'reactivated',
  'removed',
  'completed',
  ...ENDINGS,
] as const
/** Mails that ask to read the document, and say until when. */
const ASKING = ['invitation', 'reminder', 'changed', 'reactivated'] as const

/** Everything of a mail besides its words. */
export interface Envelope extends From {
  /** The signer's link. */
  url: string
  /** Until when it stays valid after completion, RFC 3339. */
  linkUntil: string
  /** Whether every signature of the document is called an advanced one. */
  advanced: boolean
  /** What has changed. */
  change?: Pick<ChangePayload, 'parts' | 'again'>
}

/** Who named this person, and why: they do not know of it yet. */
function delegatedTo({ locale, delegation }: SignerRow): Block[] {
  if (delegation === null) return []
  const words = textsIn(locale).signing.delegation.notice({
    from: neutralizeLinks(delegatorOf(delegation)),
  })
  return [
    { type: 'paragraph', words },
    { type: 'quote', text: neutralizeLinks(delegation.reason) },
  ]
}

/** The files of a request with several, behind its name. */
function fileNames({ files }: RequestRow): string {
  if (files.length === 1) return ''
  return ` (${files.map(({ filename }) => neutralizeLinks(filename)).join(', ')})`
}

/** What has changed, in a line. */
const changedIn = (locale: Language, parts: NonNullable<ChangePayload['parts']>): string => {
  const { changedPart } = textsIn(locale).signing.notifications.mails.frame
  return parts.map((part) => changedPart({ part })).join(', ')
}

/** Writes a mail of a kind. */
export function writeMail(
  kind: MailKind,
  request: RequestRow,
  signer: SignerRow,
  { url, linkUntil, advanced, change = {}, ...from }: Envelope,
): Mail {
  const { locale } = signer
  const facts: MailFacts = {
    document: neutralizeLinks(request.name),
    sender: neutralizeLinks(request.sender),
    hello: greeting(signer),
    until: inWords(request.expires_at, locale),
    linkUntil: inWords(linkUntil, locale),
    method: plannedMethod(signer),
    advanced,
    again: change.again === true,
  }
  const reason = request.end_reason === null ? undefined : neutralizeLinks(request.end_reason)
  const { mails, frame } = wordsTo(signer)
  const words = mails[kind]
  const asks = isOneOf(ASKING, kind)
  const { parts = [] } = change
  const shown: Fact[] = [
    { label: frame.document, value: `${facts.document}${fileNames(request)}` },
    { label: frame.sender, value: facts.sender },
    ...(asks ? [{ label: frame.until, value: facts.until }] : []),
    ...(parts.length > 0 ? [{ label: frame.changed, value: changedIn(locale, parts) }] : []),
    ...(reason !== undefined ? [{ label: frame.reason, value: reason }] : []),
  ]
  const isTest = request.mode === 'test'
  const blocks: Block[] = [
    ...(isTest ? [{ type: 'note' as const, words: [{ strong: frame.test }] }] : []),
    { type: 'paragraph', words: filled(words.text, facts) },
    ...(kind === 'invitation' ? delegatedTo(signer) : []),
    ...(asks && request.message !== null
      ? [{ type: 'quote' as const, text: neutralizeLinks(request.message) }]
      : []),
    ...(words.button === undefined ? [] : [{ type: 'button' as const, label: words.button, url }]),
    { type: 'facts', facts: shown },
  ]
  const laidOut = layOutMail({
    locale,
    subject: `${isTest ? '[TEST] ' : ''}${filled(words.subject, facts)}`,
    heading: filled(words.heading, facts),
    blocks,
    ...brandOf(from, facts.sender),
    footer: [frame.foot(facts), ...(words.button === undefined ? [] : [frame.personal])],
  })
  return { to: signer.email, ...headOf(from), ...laidOut }
}

/** What a mail of a kind is to say now; undefined when it is obsolete. */
function kindNow(kind: string, request: RequestRow, signer: SignerRow): MailKind | undefined {
  const isPending = request.status === 'pending'
  const isAsked = isPending && isOneOf(ACTIVE_SIGNER_STATES, signer.status)
  const due: Partial<Record<string, readonly [MailKind, boolean]>> = {
    [MAILS.invitation]: ['invitation', isAsked],
    [MAILS.reminder]: ['reminder', isAsked],
    [MAILS.changed]: ['changed', isPending],
    [MAILS.reactivated]: ['reactivated', isPending],
    [MAILS.removed]: ['removed', signer.removed_at !== null],
    [MAILS.completed]: ['completed', request.status === 'completed'],
  }
  const [what, isDue] = due[kind] ?? []
  if (what !== undefined) return isDue === true ? what : undefined
  return ENDINGS.find((ending) => ending === request.status)
}

/** Dependencies of the mails. */
export interface MailParts extends Given<'clock' | 'db' | 'links' | 'trails'> {
  branding: Branding
  linkMs: number
  periods: { keptUntil(request: RequestRow, db: Db): Promise<string | undefined> }
  senderFacts(accountId: string): Promise<SenderFacts>
  service: string
}

/** Until when the file can be opened by a link: the link may end first, or the file be erased. RFC 3339. */
export async function linkUntilOf(
  {
    linkMs,
    periods,
    db,
  }: {
    linkMs: number
    periods: { keptUntil(request: RequestRow, db: Db): Promise<string | undefined> }
    db: Db
  },
  request: RequestRow,
): Promise<string> {
  const linkEnds = toIso(Date.parse(request.ended_at ?? request.expires_at) + linkMs)
  const kept = await periods.keptUntil(request, db)
  return kept !== undefined && kept < linkEnds ? kept : linkEnds
}

/** A mail as it is sent or, in test mode, stored. */
async function envelop(
  parts: MailParts,
  what: MailKind,
  request: RequestRow,
  signer: SignerRow,
  change: Pick<ChangePayload, 'parts' | 'again'>,
): Promise<Mail> {
  const { origin, ownAddress, ...from } = await fromOf(parts, request)
  const mail = writeMail(what, request, signer, {
    url: parts.links.url(signer, origin),
    linkUntil: await linkUntilOf(parts, request),
    advanced: (await store.signersOf(parts.db, request.id))
      .filter(isSigningAction)
      .every(isAdvanced),
    change,
    ...from,
  })
  // A test must not reach anybody who did not ask for it.
  const kept = request.mode === 'test' && !isOwnAddress(signer.email, ownAddress)
  return kept ? { ...mail, kept } : mail
}

/** Registers this domain's mails, and records their delivery in the trail. */
export function writeMails(queue: MailQueue, parts: MailParts): void {
  const appendTrailEntry = async (
    trx: Db,
    mail: { kind: string; payload: Payload; messageId: string },
    type: string,
    data: { readonly [member: string]: string },
  ): Promise<void> => {
    const { signer_id } = mail.payload
    const signer = await store.findSigner(trx, signer_id)
    if (signer === undefined) return
    const { reason } = data
    if (reason === undefined) await forgetFailure(trx, signer, 'email')
    else {
      const at = toIso(parts.clock.now())
      await markUndelivered(trx, signer_id, { channel: 'email', reason, at })
      // Once per address: its reminders fail too.
      if (signer.delivery_failure?.channel !== 'email') await noticeBounce(trx, queue, signer)
    }
    const facts = { signer_id, channel: 'email', kind: mail.kind, message_id: mail.messageId }
    await parts.trails.record(trx, signer.request_id, type, SERVICE, { ...facts, ...data })
  }
  const compose =
    (kind: string) =>
    async ({ signer_id, ...change }: Payload) => {
      const signer = await store.findSigner(parts.db, signer_id)
      const request = signer && (await store.findRequest(parts.db, signer.request_id))
      if (signer === undefined || request === undefined) return undefined
      const what = kindNow(kind, request, signer)
      return what === undefined ? undefined : await envelop(parts, what, request, signer, change)
    }
  for (const kind of Object.values(MAILS)) {
    queue.compose<Payload>(kind, compose(kind), {
      sent: (trx, mail) =>
        appendTrailEntry(trx, mail, 'message.sent', { provider_id: mail.providerId }),
      kept: async (trx, mail) => {
        const kept = { kind: mail.kind, at: toIso(parts.clock.now()) }
        await store.updateSigner(trx, mail.payload.signer_id, { kept_mail: kept })
        await appendTrailEntry(trx, mail, 'message.kept', {})
      },
      failed: (trx, mail) =>
        appendTrailEntry(trx, mail, 'signer.delivery_failed', { reason: mail.reason }),
    })
  }
}
