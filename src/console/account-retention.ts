/** How long an organisation keeps its signature requests: the services, called on behalf of its owner. */
import { inTurn } from '../database/concurrent.ts'
import type { SecurityEvents } from '../identity/events.ts'
import type { MemberActor } from '../identity/members.ts'
import type { Locale } from '../kernel/languages.ts'
import type { DocumentJson } from '../signing/model/schemas/request.ts'
import type { Signing } from '../signing/open.ts'
import {
  type ChosenDays,
  PERIOD_KINDS,
  type PeriodKind,
  type RetentionPeriods,
} from '../signing/retention/periods.ts'
import { type RetentionMailParts, retentionMails } from './retention-mail.ts'

/** The console's operations on retention. */
export type AccountRetention = ReturnType<typeof accountRetention>

/** `completed 30, unsigned as the operator`, for the log. */
const inShort = (chosen: ChosenDays): string =>
  PERIOD_KINDS.map((kind) => `${kind}: ${chosen[kind] ?? '–'}`).join(', ')

/** Builds the operations. */
export function accountRetention({
  periods,
  erasure,
  events,
  ...mailing
}: RetentionMailParts & {
  periods: RetentionPeriods
  erasure: Pick<Signing['erasure'], 'dueAt'>
  events: Pick<SecurityEvents, 'note'>
}) {
  const { db } = mailing
  const mailOwners = retentionMails(mailing)
  return {
    bounds: (kind: PeriodKind) => periods.bounds(kind),
    of: (accountId: string) => periods.of(accountId),
    preview: (accountId: string, chosen: ChosenDays) => periods.preview(accountId, chosen),
    dueAt: (accountId: string, kind: PeriodKind, when: { at: string; days: number }) =>
      erasure.dueAt(accountId, kind, when),
    /** Until when a request that has ended is kept; undefined: without limit. RFC 3339. */
    keptUntil: (
      accountId: string,
      {
        status,
        ended_at,
        completed_at,
      }: Pick<DocumentJson, 'status' | 'ended_at' | 'completed_at'>,
    ) => {
      const ended = ended_at ?? completed_at ?? null
      return periods.keptUntil({ account_id: accountId, status, ended_at: ended })
    },
    /** Owners get a mail about shorter ones. @throws AppError `validation_failed` */
    set: (by: MemberActor, chosen: ChosenDays, locale: Locale) =>
      inTurn(db, ['account', by.accountId], async (trx) => {
        const {
          shortened: kinds,
          from,
          now,
          days,
        } = await periods.preview(by.accountId, chosen, trx)
        await periods.set(trx, by.accountId, chosen, `key:console:${by.personId}`)
        const { accountId: organisationId, personId: accountId, origin } = by
        const event = { accountId, organisationId, origin, subject: inShort(chosen) }
        await events.note({ ...event, type: 'retention.changed' }, trx)
        const shortened = kinds.map((kind) => ({ kind, before: now[kind], days: days[kind] }))
        const about = { organisation_id: organisationId, by_id: accountId, locale, from }
        if (shortened.length > 0) await mailOwners(trx, { ...about, shortened })
      }),
  }
}
