/** The mail to the person who delegated. A link is enough to delegate, and others may have it: its owner learns of it. */
import type { Db } from '../../database/open.ts'
import { neutralizeLinks } from '../../messages/mail-content.ts'
import { layOutMail } from '../../messages/mail-layout.ts'
import type { MailQueue } from '../../messages/mail-queue.ts'
import type { Mail } from '../../messages/ports.ts'
import { textsIn } from '../../translations/texts.ts'
import type { Delegation } from '../model/delegation.ts'
import { DELEGATOR_MAIL } from '../model/job-kinds.ts'
import { isOwnAddress, nameOf, SERVICE } from '../model/people.ts'
import type { RequestRow, SignerRow } from '../model/rows.ts'
import * as store from '../store/requests.ts'
import { brandOf, type From, fromOf, headOf } from './from.ts'
import type { MailParts } from './mails.ts'
import { hello } from './mails.ts'

/** Writes the mail. @param delegate who has the place now */
export function writeDelegatorMail(
  request: RequestRow,
  delegate: SignerRow,
  { delegation, ...from }: From & { delegation: Delegation },
): Mail {
  const { locale, first_name, last_name, email, reason } = delegation
  const { delegator: words, mails } = textsIn(locale).signing.notifications
  const { frame } = mails
  const [document, sender] = [neutralizeLinks(request.name), neutralizeLinks(request.sender)]
  const isTest = request.mode === 'test'
  const facts = {
    hello: hello(locale, neutralizeLinks([first_name, last_name].filter(Boolean).join(' '))),
    person: neutralizeLinks(nameOf(delegate)),
    sender,
    document,
  }
  const laidOut = layOutMail({
    locale,
    subject: `${isTest ? '[TEST] ' : ''}${words.subject({ document })}`,
    heading: words.heading,
    blocks: [
      ...(isTest ? [{ type: 'note' as const, words: [{ strong: frame.test }] }] : []),
      { type: 'paragraph', words: words.text(facts) },
      {
        type: 'facts',
        facts: [
          { label: frame.document, value: document },
          { label: frame.sender, value: sender },
          { label: words.address, value: delegate.email },
          { label: frame.reason, value: neutralizeLinks(reason) },
        ],
      },
    ],
    ...brandOf(from, sender),
    footer: [words.foot(facts)],
  })
  return { to: email, ...headOf(from), ...laidOut }
}

/** Registers the mail, and records its delivery in the trail. */
export function writeDelegatorMails(queue: MailQueue, parts: MailParts): void {
  const compose = async ({ signer_id }: { signer_id: string }): Promise<Mail | undefined> => {
    const delegate = await store.findSigner(parts.db, signer_id)
    const request = delegate && (await store.findRequest(parts.db, delegate.request_id))
    const delegation = delegate?.delegation
    if (delegate === undefined || request === undefined || delegation == null) return undefined
    const { origin: _origin, ownAddress, ...from } = await fromOf(parts, request)
    const mail = writeDelegatorMail(request, delegate, { ...from, delegation })
    // A test must not reach anybody who did not ask for it.
    const kept = request.mode === 'test' && !isOwnAddress(delegation.email, ownAddress)
    return kept ? { ...mail, kept } : mail
  }
  const note = async (
    trx: Db,
    { payload, messageId }: { payload: { signer_id: string }; messageId: string },
    type: string,
    data: { readonly [member: string]: string } = {},
  ): Promise<void> => {
    const delegate = await store.findSigner(trx, payload.signer_id)
    if (delegate === undefined) return
    const facts = { channel: 'email', kind: DELEGATOR_MAIL, message_id: messageId }
    const { email: delegator = '' } = delegate.delegation ?? {}
    await parts.trails.record(trx, delegate.request_id, type, SERVICE, {
      ...facts,
      delegator,
      ...data,
    })
  }
  queue.compose<{ signer_id: string }>(DELEGATOR_MAIL, compose, {
    sent: (trx, mail) => note(trx, mail, 'message.sent', { provider_id: mail.providerId }),
    kept: (trx, mail) => note(trx, mail, 'message.kept'),
    failed: (trx, mail) => note(trx, mail, 'delegator.delivery_failed', { reason: mail.reason }),
  })
}
