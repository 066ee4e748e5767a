/** The mails to people with an account, written when they are sent: no link is ever stored. */
import type { Db } from '../database/open.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import type { Block } from '../messages/mail-content.ts'
import { layOutMail } from '../messages/mail-layout.ts'
import type { MailQueue } from '../messages/mail-queue.ts'
import type { Mail } from '../messages/ports.ts'
import { textsIn } from '../translations/texts.ts'
import { factsOf, findInvitation } from './invitation-store.ts'
import type { IdentityLinks } from './links.ts'
import type { Members } from './members.ts'
import type { Role } from './roles.ts'
import * as store from './store.ts'

/** The jobs' names for these mails. */
export const IDENTITY_MAILS = {
  signup: 'identity.signup',
  reset: 'identity.reset',
  passwordChanged: 'identity.password_changed',
  factorChanged: 'identity.factor_changed',
  invitation: 'identity.invitation',
} as const

/** Dependencies of the mails. */
interface IdentityMailParts {
  db: Db
  clock: Clock
  links: IdentityLinks
  members: Pick<Members, 'title'>
}

/** The texts of a mail, those of others in it short and on one line. */
type MailTexts = Record<'subject' | 'heading' | 'text' | 'button' | 'note' | 'footer', string>

/** Mails about a log-in; `known`: to the owner of an address that signs up again. */
export const ACCOUNT_MAIL_KINDS = ['confirm', 'known', 'reset', 'changed', 'factor'] as const
type AccountMailKind = (typeof ACCOUNT_MAIL_KINDS)[number]

/** What a mail is about, in whose language, and where its button leads. */
interface Addressed {
  to: string
  locale: store.UserLocale
  url: string
}

/** Writes a mail about a log-in. */
export function writeAccountMail(kind: AccountMailKind, addressed: Addressed): Mail {
  const { to: email, locale } = addressed
  const { [kind]: words, footers } = textsIn(locale).accountMails
  const footer = kind === 'changed' || kind === 'factor' ? footers.owned : footers.entered
  return lay({ ...words, text: words.text({ email }), footer: footer({ email }) }, addressed)
}

/** Writes the invitation to an organisation. */
export function writeInvitation(
  facts: { organisation: string; invitedBy: string; role: Role },
  addressed: Addressed,
): Mail {
  const { to: email, locale } = addressed
  const { invitation: words, roles } = textsIn(locale).accountMails
  const { organisation, invitedBy } = facts
  const texts = {
    subject: words.subject({ organisation }),
    text: words.text({ invitedBy, email, organisation, role: roles[facts.role] }),
    footer: words.footer({ invitedBy, email }),
  }
  return lay({ ...words, ...texts }, addressed)
}

function lay(words: MailTexts, { to, locale, url }: Addressed): Mail {
  const blocks: Block[] = [
    { type: 'paragraph', words: words.text },
    { type: 'button', label: words.button, url },
    { type: 'note', words: words.note },
  ]
  const content = { locale, subject: words.subject, preview: words.note, heading: words.heading }
  return { to, ...layOutMail({ ...content, blocks, footer: [words.footer] }) }
}

/** Registers this domain's mails. */
export function writeIdentityMails(queue: MailQueue, parts: IdentityMailParts): void {
  const { db, clock, links, members } = parts
  const isOpen = (link: { used_at: string | null; expires_at: string }): boolean =>
    link.used_at === null && link.expires_at > toIso(clock.now())

  queue.compose<{ id: string }>(IDENTITY_MAILS.signup, async ({ id }) => {
    const signup = await store.findSignup(db, id)
    if (signup === undefined || !isOpen(signup)) return undefined
    const { email: to, locale } = signup
    const user = await store.findUserByEmail(db, to)
    if (user === undefined)
      return writeAccountMail('confirm', { to, locale, url: links.url('confirm', id) })
    // The page showed the same as for an unknown address; only its owner learns of the account.
    const url = user.password === null ? links.page('/forgot') : links.page('/log-in')
    return writeAccountMail('known', { to, locale, url })
  })

  queue.compose<{ id: string }>(IDENTITY_MAILS.reset, async ({ id }) => {
    const reset = await store.findReset(db, id)
    if (reset === undefined || !isOpen(reset)) return undefined
    const user = await store.findUserByEmail(db, reset.email)
    if (user === undefined || user.disabled_at !== null) return undefined
    const locale = user.locale ?? reset.locale
    return writeAccountMail('reset', { to: reset.email, locale, url: links.url('reset', id) })
  })

  queue.compose<{ id: string }>(IDENTITY_MAILS.invitation, async ({ id }) => {
    const row = await findInvitation(db, id)
    if (row === undefined || !isOpen(row)) return undefined
    const facts = await factsOf(db, members, row)
    if (facts === undefined) return undefined
    const { email: to, locale } = row
    return writeInvitation(facts, { to, locale, url: links.url('invite', id) })
  })

  const toOwner = (job: string, kind: AccountMailKind): void =>
    queue.compose<{ account_id: string; locale: store.UserLocale }>(
      job,
      async ({ account_id, locale }) => {
        const user = await store.findUser(db, account_id)
        if (user === undefined || user.disabled_at !== null) return undefined
        const url = links.page('/forgot')
        return writeAccountMail(kind, { to: user.email, locale: user.locale ?? locale, url })
      },
    )
  toOwner(IDENTITY_MAILS.passwordChanged, 'changed')
  toOwner(IDENTITY_MAILS.factorChanged, 'factor')
}
