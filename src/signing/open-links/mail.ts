/**
 * The mail with the code that confirms an address. It repeats nothing that the visitor typed, and has no link: a
 * visitor who enters the address of another person sends them nothing of their own.
 */

import { KEY_MODES } from '../../accounts/key-format.ts'
import type { Language } from '../../kernel/languages.ts'
import { neutralizeLinks } from '../../messages/mail-content.ts'
import { layOutMail } from '../../messages/mail-layout.ts'
import type { MailQueue } from '../../messages/mail-queue.ts'
import type { Mail } from '../../messages/ports.ts'
import { textsIn } from '../../translations/texts.ts'
import { OTP } from '../authentication/otp.ts'
import type { Branding } from '../branding/service.ts'
import { START_MAIL } from '../model/job-kinds.ts'
import { isOwnAddress } from '../model/people.ts'
import { brandOf, type From, fromOf, headOf } from '../notifications/from.ts'
import type { Needs } from '../requests/parts.ts'
import { findTemplate, type TemplateRow } from '../templates/store.ts'
import { codeOf, isFresh } from './address-codes.ts'
import * as store from './store.ts'

/** What mails and pages of a link need. */
export interface ShownParts {
  branding: Branding
  senderOf(accountId: string): Promise<string>
}

/** By whom visitors are asked, as their request will say. */
export async function senderName(
  { branding, senderOf }: ShownParts,
  { account_id, mode }: Pick<store.LinkRow, 'account_id' | 'mode'>,
  { definition }: Pick<TemplateRow, 'definition'>,
): Promise<string> {
  const { name } = await branding.of({ account_id, mode })
  return definition.sender ?? name ?? (await senderOf(account_id))
}

/** What a mail says. */
export interface StartMail {
  to: string
  language: Language
  document: string
  sender: string
  code: string
  isTest: boolean
}

/** Writes the mail. */
export function writeStartMail(given: StartMail, from: From): Mail {
  const { language, code, isTest } = given
  const words = textsIn(language).signing.start.mail
  const { frame } = textsIn(language).signing.notifications.mails
  const [document, sender] = [neutralizeLinks(given.document), neutralizeLinks(given.sender)]
  const laidOut = layOutMail({
    locale: language,
    subject: `${isTest ? '[TEST] ' : ''}${words.subject({ document })}`,
    heading: words.heading,
    blocks: [
      ...(isTest ? [{ type: 'note' as const, words: [{ strong: frame.test }] }] : []),
      {
        type: 'paragraph',
        words: words.text({ document, sender, minutes: OTP.validMs / 60_000 }),
      },
      { type: 'paragraph', words: [{ strong: code }] },
      { type: 'note', words: words.secret },
    ],
    ...brandOf(from, sender),
    footer: [words.foot({ sender })],
  })
  return { to: given.to, ...headOf(from), ...laidOut }
}

interface MailParts extends ShownParts, Needs<'clock' | 'db' | 'senderFacts'> {
  service: string
  openLinks: { secret: Buffer }
}

/** Registers the mail; one that is late is not sent. */
export function writeStartMails(queue: MailQueue, parts: MailParts): void {
  const { db } = parts
  queue.compose<{ start_id: string }>(
    START_MAIL,
    async ({ start_id }) => {
      const start = await store.findStart(db, start_id)
      const link = start && (await store.findLink(db, start.link_id))
      if (start === undefined || link === undefined) return undefined
      if (!isFresh(start, parts.clock.now())) return undefined
      const { account_id, mode } = link
      const holder = { accountId: account_id, modes: KEY_MODES }
      const template = await findTemplate(db, holder, link.request_template_id)
      if (template === undefined) return undefined
      const sender = await senderName(parts, link, template)
      const { ownAddress, ...from } = await fromOf(parts, { account_id, mode, sender })
      const said = {
        to: start.email,
        language: start.language,
        document: template.definition.name,
        sender,
        code: codeOf(parts, start_id),
        isTest: mode === 'test',
      }
      const mail = writeStartMail(said, from)
      // A test must not reach anybody who did not ask for it.
      const kept = mode === 'test' && !isOwnAddress(start.email, ownAddress)
      return kept ? { ...mail, kept } : mail
    },
    {
      async failed(trx, { payload }) {
        await store.endStart(trx, payload.start_id, 'unsent')
      },
    },
  )
}
