/**
 * The mail with a code, for signers who prove access to their mailbox. It has no link: forwarding it
 * passes on nothing that opens the document.
 */
import { toIso } from '../../kernel/clock.ts'
import { neutralizeLinks } from '../../messages/mail-content.ts'
import { layOutMail } from '../../messages/mail-layout.ts'
import type { MailQueue } from '../../messages/mail-queue.ts'
import type { Mail } from '../../messages/ports.ts'
import { textsIn } from '../../translations/texts.ts'
import { OTP, type OtpCodes } from '../authentication/otp.ts'
import * as codes from '../authentication/otp-store.ts'
import { CODE_MAIL } from '../model/job-kinds.ts'
import { SERVICE } from '../model/people.ts'
import { type RequestRow, type SignerRow, shownSha256 } from '../model/rows.ts'
import * as store from '../store/requests.ts'
import { wordsTo } from './action-words.ts'
import { markUndelivered } from './deliveries.ts'
import { brandOf, type From, fromOf, headOf } from './from.ts'
import { greeting, type MailParts } from './mails.ts'

interface CodePayload {
  signer_id: string
  code_id: string
  /** It shows the document, and signs nothing. */
  opens?: boolean
}

const MINUTES = OTP.validMs / 60_000

/** Writes the mail with a code. */
export function writeCodeMail(
  request: RequestRow,
  signer: Pick<SignerRow, 'action' | 'email' | 'first_name' | 'last_name' | 'locale'>,
  code: string,
  from: From,
  opens = false,
): Mail {
  const { locale } = signer
  const { code: usual, frame } = wordsTo(signer)
  const words = opens ? { ...usual, ...textsIn(locale).signing.opening.mail } : usual
  const [document, sender] = [neutralizeLinks(request.name), neutralizeLinks(request.sender)]
  const mark = shownSha256(request).slice(0, 8)
  const laidOut = layOutMail({
    locale,
    subject: words.subject({ document }),
    heading: words.heading,
    blocks: [
      {
        type: 'paragraph',
        words: words.text({ hello: greeting(signer), document, mark, minutes: MINUTES }),
      },
      { type: 'paragraph', words: [{ strong: code }] },
      { type: 'note', words: words.secret },
    ],
    ...brandOf(from, sender),
    footer: [frame.foot({ sender, document })],
  })
  return { to: signer.email, ...headOf(from), ...laidOut }
}

/** Registers the mail with a code. */
export function writeCodeMails(queue: MailQueue, parts: MailParts & { otp: OtpCodes }): void {
  const { db, otp, trails, clock } = parts
  queue.compose<CodePayload>(
    CODE_MAIL,
    async ({ signer_id, code_id, opens }) => {
      const signer = await store.findSigner(db, signer_id)
      const request = signer && (await store.findRequest(db, signer.request_id))
      const found = await otp.mailed(db, signer_id, code_id)
      if (signer === undefined || request === undefined || found === undefined) return undefined
      return writeCodeMail(request, signer, found.code, await fromOf(parts, request), opens)
    },
    {
      async failed(trx, mail) {
        const { signer_id, code_id } = mail.payload
        const signer = await store.findSigner(trx, signer_id)
        if (signer === undefined) return
        const { reason } = mail
        await codes.takeReport(trx, code_id, 'failed')
        const failure = { channel: 'email', reason, at: toIso(clock.now()) } as const
        await markUndelivered(trx, signer_id, failure)
        const data = { signer_id, channel: 'email', kind: CODE_MAIL, reason }
        await trails.record(trx, signer.request_id, 'signer.delivery_failed', SERVICE, data)
      },
    },
  )
}
