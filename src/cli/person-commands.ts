/** `person …`: what is stored about one person, and its erasure. */

import { join } from 'node:path'
import { systemClock } from '../kernel/clock.ts'
import { keysOf } from '../kernel/type-guards.ts'
import { Outbox } from '../messages/outbox.ts'
import { PersonErasure, type PersonFindings, wasFound } from '../retention/person-erasure.ts'
import type { PersonRequest } from '../signing/retention/person-store.ts'
import { type Command, jobsOf, required, type Session, UsageError } from './command.ts'

const ADDRESS = /^[^\s@]+@[^\s@]+$/

/** Labels of what is erased besides requests, singular and plural. */
const REST: Readonly<Record<keyof PersonFindings['rest'], readonly [string, string]>> = {
  codes: ['code by SMS or e-mail', 'codes by SMS or e-mail'],
  registered: [
    'registered passkey or authenticator app',
    'registered passkeys and authenticator apps',
  ],
  webhook_events: ['webhook event with its deliveries', 'webhook events with their deliveries'],
  stored_answers: ['stored response to an API call', 'stored responses to API calls'],
  outbox_messages: ['message of the development outbox', 'messages of the development outbox'],
  sign_up_links: ['sign-up or password link', 'sign-up and password links'],
  list_rows: ['row of a list for bulk sending', 'rows of lists for bulk sending'],
}

async function erasureOf(session: Session): Promise<PersonErasure> {
  const db = await session.database()
  const outbox = new Outbox({
    folder: join(session.config().dataDir, 'outbox'),
    clock: systemClock,
  })
  const [trails, jobs] = [await session.trails(), jobsOf(db)]
  return new PersonErasure({ db, clock: systemClock, trails, jobs, outbox })
}

const requestLine = ({ id, account_id, status, ended_at, whole, others }: PersonRequest): string =>
  [
    `  ${id}  ${status} ${ended_at?.slice(0, 10) ?? ''}, of ${account_id}`,
    ...(whole ? [] : ['already erased except for its audit trail']),
    ...(others === 0
      ? []
      : [`${others} other ${others === 1 ? 'person' : 'people'} asked to sign`]),
  ].join(', ')

/** Reports what is erased, what stays and why, and the obstacles. */
function report(session: Session, found: PersonFindings, verb: 'would be erased' | 'erased'): void {
  const { going, evidence, rest, certificates, mentions, obstacles } = found
  const section = (title: string, lines: readonly string[]) => {
    if (lines.length > 0) for (const line of [title, ...lines]) session.out(line)
  }
  const counts = keysOf(rest).flatMap((kind) =>
    rest[kind] === 0 ? [] : [`  ${rest[kind]} ${REST[kind][rest[kind] === 1 ? 0 : 1]}`],
  )
  section(`${verb}: complete requests with files and audit trail:`, going.map(requestLine))
  section(`${verb}: other records:`, counts)
  section(
    'kept: evidence of signatures (GDPR, Article 17(3)(e)); --evidence erases it too:',
    evidence.map(requestLine),
  )
  if (certificates > 0)
    section(
      'kept: certificates, because the authority must account for every serial number it issued:',
      [
        `  ${certificates} ${certificates === 1 ? 'certificate' : 'certificates'} in the name of this person`,
      ],
    )
  section(
    "kept: mentions in other people's requests; ask their senders:",
    mentions.map((id) => `  ${id}`),
  )
  section(
    'blocking erasure:',
    obstacles.map((obstacle) => `  ${obstacle}`),
  )
}

const erase: Command = {
  usage: '--email <address> [--evidence] [--yes]',
  summary: 'Show what is stored about a person who requests erasure; with --yes, erase it',
  help: [
    'Without --yes nothing is changed: the list shows what would be erased, what is kept and why. Only data stored under',
    'this address is found; run the command once per address. First verify that the request comes from that person.',
    '',
    '--evidence  Also erase what was signed, with the evidence of everyone who signed it. Ask the senders first: they',
    '            may need it for legal claims, and it cannot be undone.',
    '--yes       Erase. Refused while a request is open, an account uses the address, or webhook deliveries are pending.',
    '',
    'Not covered: backups, files and e-mails held by others, the logs of the mail server and of Twilio, and the register',
    'of the TEST authority.',
  ],
  async run(session, flags) {
    const email = required(flags, 'email')
    if (!ADDRESS.test(email)) throw new UsageError(`--email: "${email}" is not an e-mail address`)
    const options = { evidence: flags.evidence === true }
    const erasure = await erasureOf(session)
    if (flags.yes !== true) {
      const found = await erasure.find(email, options)
      report(session, found, 'would be erased')
      session.note(
        wasFound(found)
          ? 'Nothing was changed; add --yes to erase.'
          : 'Nothing is stored under this address.',
      )
      return
    }
    const done = await erasure.erase(email, options)
    report(session, done, 'erased')
    session.note(
      'Files are deleted within seconds if the service is running, otherwise when it starts. Backups are not changed.',
    )
    if (session.config().postgres !== undefined)
      session.note(
        'PostgreSQL keeps erased rows in its files until VACUUM, and in its log and backups for as long as you keep those.',
      )
    if (!done.logEmptied)
      session.note(
        'The write-ahead log of the database is in use: run this again later so that erased data is removed from it too.',
      )
  },
}

/** Commands under `person`. */
export const personCommands: Readonly<Record<string, Command>> = { erase }
