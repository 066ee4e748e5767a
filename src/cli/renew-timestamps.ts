/** `renew-timestamps`: has archive time-stamps renewed whose certificates end soon. */
import { DAY_MS, systemClock, toIso } from '../kernel/clock.ts'
import { JOBS } from '../signing/model/job-kinds.ts'
import { listDue } from '../signing/sealing/renewal-store.ts'
import { type Command, jobsOf, printList } from './command.ts'

const LISTED_MAX = 1000

/** `renew-timestamps [--dry-run] [--json]`. */
export const renewTimestamps: Command = {
  usage: '[--dry-run] [--json]',
  summary:
    'Renew archive time-stamps whose certificates expire soon; with --dry-run, only list them',
  help: [
    'The service does this every day; the command asks it to start now. Documents whose time-stamps have not been examined',
    'yet are examined, and renewed only if necessary. PARAPH_RENEW_STAMPS_DAYS sets how early; 0 turns renewal off.',
    `At most ${LISTED_MAX} documents are processed at a time.`,
  ],
  async run(session, flags) {
    const { renewStampsDays } = session.config()
    if (renewStampsDays === 0) {
      session.note('PARAPH_RENEW_STAMPS_DAYS is 0: nothing is renewed.')
      return
    }
    const db = await session.database()
    const before = toIso(systemClock.now() + renewStampsDays * DAY_MS)
    const due = await listDue(db, before, LISTED_MAX)
    printList(session, flags, due, {
      document: (row) => row.id,
      account: (row) => row.account_id,
      completed: (row) => row.ended_at?.slice(0, 10) ?? '',
      stamp_ends: (row) => row.stamp_ends_at?.slice(0, 10) ?? 'not examined yet',
    })
    if (flags['dry-run'] === true || due.length === 0) return
    const jobs = jobsOf(db)
    for (const { id } of due) await jobs.add(db, JOBS.renewStamp, { id }, { uniqueKey: id })
    session.note(`Queued: ${due.length}. The service processes them now, or when it next starts.`)
  },
}
