/** The mail to the owners of an organisation when one of them shortens how long documents are kept. */
import type { Db } from '../database/open.ts'
import type { Members } from '../identity/members.ts'
import { findUser } from '../identity/store.ts'
import type { Locale } from '../kernel/languages.ts'
import { layOutMail } from '../messages/mail-layout.ts'
import type { MailQueue } from '../messages/mail-queue.ts'
import type { Mail } from '../messages/ports.ts'
import type { PeriodKind } from '../signing/retention/periods.ts'
import { inWords, readerIn } from './words.ts'

const MAIL = 'console.retention_shortened'

/** A period that becomes shorter; days, 0: without limit. */
export interface Shortened {
  kind: PeriodKind
  before: number
  days: number
}

interface Payload {
  organisation_id: string
  /** The owner it is for, and the member who did it. */
  person_id: string
  by_id: string
  locale: Locale
  /** From when it counts, RFC 3339. */
  from: string
  shortened: readonly Shortened[]
}

/** Dependencies of the mail. */
export interface RetentionMailParts {
  db: Db
  mails: Pick<MailQueue, 'add' | 'compose'>
  members: Pick<Members, 'title' | 'list'>
  /** Public origin of the console. */
  origin: string
}

/** Registers the mail. Returns what sends it, in the transaction of the change: to every owner. */
export function retentionMails(parts: RetentionMailParts) {
  const { mails, members } = parts
  mails.compose<Payload>(MAIL, (payload) => compose(parts, payload))
  return async (
    trx: Db,
    facts: Pick<Payload, 'organisation_id' | 'by_id' | 'locale' | 'from' | 'shortened'>,
  ): Promise<void> => {
    const list = await members.list(facts.organisation_id, trx)
    for (const { person_id } of list.filter(({ role }) => role === 'owner'))
      await mails.add(trx, MAIL, { ...facts, person_id })
  }
}

async function compose(
  { db, members, origin }: RetentionMailParts,
  { organisation_id, person_id, by_id, from, shortened, ...payload }: Payload,
): Promise<Mail | undefined> {
  const owner = await findUser(db, person_id)
  const by = await findUser(db, by_id)
  if (owner === undefined || owner.disabled_at !== null) return undefined
  return writeRetentionMail({
    to: owner.email,
    locale: owner.locale ?? payload.locale,
    organisation: await members.title(organisation_id),
    who: by?.email ?? by_id,
    date: from,
    shortened,
    origin,
  })
}

/** Writes the mail. @param facts `who` did it, and from which `date` on it counts (RFC 3339) */
export function writeRetentionMail(
  facts: Pick<Payload, 'locale' | 'shortened'> &
    Pick<RetentionMailParts, 'origin'> &
    Record<'to' | 'organisation' | 'who' | 'date', string>,
): Mail {
  const { to, locale, organisation, who, shortened, origin } = facts
  const reader = readerIn(locale)
  const { retentionMail: words, retention } = reader.words
  const text = words.text({ organisation, who, date: inWords(facts.date, reader) })
  const inDays = (days: number): string => retention.days({ days })
  const mail = layOutMail({
    locale,
    subject: words.subject({ organisation }),
    preview: text,
    heading: words.heading,
    blocks: [
      { type: 'paragraph', words: text },
      {
        type: 'facts',
        facts: shortened.map(({ kind, days, before }) => ({
          label: retention.kinds[kind],
          value: words.change({ days: inDays(days), before: inDays(before) }),
        })),
      },
      { type: 'button', label: words.button, url: `${origin}/console/settings/retention` },
      { type: 'note', words: words.note },
    ],
    footer: [words.footer({ email: to, organisation })],
  })
  return { to, ...mail }
}
