/**
 * One person's erasure request (GDPR, Article 17): what is stored under an e-mail address in every domain, what is
 * erased, what stays and why. What was signed stays as evidence (Article 17(3)(e)) unless the operator says
 * otherwise; open requests are never ended here.
 */
import type { Trails } from '../audit/trail.ts'
import { concurrently } from '../database/concurrent.ts'
import { asciiLower } from '../database/conditions.ts'
import { type Db, emptyLog } from '../database/open.ts'
import { countLinksOf, eraseLinks, findUserByEmail } from '../identity/store.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import type { Outbox } from '../messages/outbox.ts'
import { countNaming } from '../pki/store.ts'
import { countRegistered, eraseRegistered } from '../signing/authentication/registered-store.ts'
import { countRowsAbout, eraseRowsAbout } from '../signing/bulk/store.ts'
import { erasePersonRequest, erasureStatusOf } from '../signing/retention/person.ts'
import * as signing from '../signing/retention/person-store.ts'
import { countAbout, eraseAbout } from '../webhooks/event-store.ts'

/** Dependencies: every place that may contain personal data. */
interface PersonErasureParts {
  db: Db
  clock: Clock
  trails: Trails
  jobs: Pick<Jobs, 'add'>
  outbox: Pick<Outbox, 'about' | 'remove'>
}

/** What is stored about a person. */
export type PersonFindings = Awaited<ReturnType<PersonErasure['find']>>

/** Erases single persons. */
export class PersonErasure {
  readonly #parts: PersonErasureParts

  constructor(parts: PersonErasureParts) {
    this.#parts = parts
  }

  /**
   * What is stored under an address, and what would happen to it. Changes nothing.
   * @param options `evidence`: signed requests are erased too
   */
  async find(address: string, { evidence }: { evidence: boolean }) {
    const { db, trails, outbox } = this.#parts
    const email = asciiLower(address.trim())
    const login = email.toLowerCase()
    const requests = await signing.findPersonRequests(db, email, await trails.naming(email))
    const of = (erasureStatus: ReturnType<typeof erasureStatusOf>) =>
      requests.filter((request) => erasureStatusOf(request) === erasureStatus)
    const going = [...of('unsigned'), ...(evidence ? of('evidence') : [])]
    const about = { documents: going.map(({ id }) => id), text: email }
    const events = await countAbout(db, about)
    const account = await findUserByEmail(db, login)
    const names = await signing.findPersonNames(db, email)
    const messages = await outbox.about([...names.emails, ...names.phones])
    return {
      /** The address, in lower case. */
      email,
      /** What must be ended first: sentences that explain how. */
      obstacles: [
        ...(account === undefined ? [] : [hasAccount(account.account_id)]),
        ...of('open').map(isOpen),
        ...(events.waiting === 0 ? [] : [areWaiting(events.waiting)]),
      ],
      /** Requests to be erased whole, with their files and trails. */
      going,
      /** Requests that stay as evidence. */
      evidence: evidence ? [] : of('evidence'),
      /** What else is erased; counts. */
      rest: {
        codes: await signing.countPersonCodes(db, email),
        registered: await countRegistered(db, email),
        webhook_events: events.events,
        stored_answers: await signing.countAnswers(db, about),
        outbox_messages: messages.length,
        sign_up_links: await countLinksOf(db, login),
        list_rows: await countRowsAbout(db, email),
      },
      /** Certificates that name the person; they stay. */
      certificates: await countNaming(db, names.emails),
      /** Requests of others whose name, message or data contain the address, and request templates; they stay unchanged. */
      mentions: await signing.findMentions(
        db,
        email,
        requests.map(({ id }) => id),
      ),
    }
  }

  /**
   * Erases it; an interrupted run is completed by the next one. The service's own trail records the erasure, without
   * a name. Returns what was erased and what stayed, and whether the database's log could be emptied too.
   * @throws AppError `document_state_conflict` when something must be ended first; nothing is erased then
   */
  async erase(
    address: string,
    options: { evidence: boolean },
  ): Promise<PersonFindings & { logEmptied: boolean }> {
    const { db, trails, outbox } = this.#parts
    const found = await this.find(address, options)
    const { email, going, obstacles } = found
    if (obstacles.length > 0) throw new AppError('document_state_conflict', obstacles.join('\n'))
    // Before the rows are erased: they contain the phone numbers.
    const names = await signing.findPersonNames(db, email)
    await outbox.remove(await outbox.about([...names.emails, ...names.phones]))
    // First what references the requests, then the requests: an interrupted run can still find everything.
    const about = { documents: going.map(({ id }) => id), text: email }
    await eraseAbout(db, about)
    await concurrently(db, 'rows', async (trx) => {
      await signing.eraseAnswers(trx, about)
      await signing.erasePersonCodes(trx, email)
      await eraseRegistered(trx, email)
      await eraseLinks(trx, email.toLowerCase())
      await eraseRowsAbout(trx, email)
    })
    for (const request of going)
      await concurrently(db, 'request', (trx) => erasePersonRequest(this.#parts, trx, request))
    if (wasFound(found))
      await concurrently(db, 'trail', (trx) =>
        trails.note(trx, {
          type: 'person.erased',
          actor: 'operator',
          data: { requests: going.length, kept: found.evidence.length, evidence: options.evidence },
        }),
      )
    return { ...found, logEmptied: await emptyLog(db) }
  }
}

/** Whether there is anything to erase. */
export const wasFound = ({ going, rest }: PersonFindings): boolean =>
  going.length > 0 || Object.values(rest).some((count) => count > 0)

const hasAccount = (id: string): string =>
  `Account ${id} uses this address: its owner must delete it in the developer area (Settings, "Delete the account"), which also ends its keys, templates and open requests. Then run this again.`

const isOpen = ({ id, account_id, status }: signing.PersonRequest): string =>
  `${id} is still ${status}: its sender (${account_id}) must cancel it, or it must be signed, declined or expire. Then run this again.`

const areWaiting = (count: number): string =>
  `${count} webhook deliveries about this person are still pending. Wait until they are delivered or abandoned, or have the owner of the webhook delete it.`
