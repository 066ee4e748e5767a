/**
 * What visitors of an open link do: ask for a code by e-mail, enter it, and get a request of their own. Before the code
 * is right nothing is created, and no answer depends on who has an address.
 */

import type { Caller } from '../../accounts/caller.ts'
import { maySend } from '../../accounts/key-limits.ts'
import type { Quota } from '../../accounts/quota.ts'
import type { RateLimiter } from '../../accounts/rate-limiter.ts'
import { concurrently, takeTurn } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { DAY_MS, HOUR_MS, toIso } from '../../kernel/clock.ts'
import { AppError, ERRORS, throwIfInvalid } from '../../kernel/errors.ts'
import type { Language } from '../../kernel/languages.ts'
import { Service } from '../../kernel/service.ts'
import { accountTenant, forTenant } from '../../kernel/tenant.ts'
import { omitUndefined } from '../../kernel/type-guards.ts'
import { type AttemptLimiter, networkOf } from '../../throttling/ports.ts'
import { invalidAt } from '../../translations/refusals.ts'
import { say } from '../../translations/texts.ts'
import { OTP } from '../authentication/otp.ts'
import { personFindings } from '../branding/name-rules.ts'
import { START_MAIL } from '../model/job-kinds.ts'
import { isActive, REMIND_PAUSE_MS, type RequestLifecycle } from '../requests/lifecycle.ts'
import type { Needs } from '../requests/parts.ts'
import * as requests from '../store/requests.ts'
import type { TemplateUse } from '../templates/schemas.ts'
import type { RequestTemplates } from '../templates/service.ts'
import type { TemplateRow } from '../templates/store.ts'
import type { TemplateUses } from '../templates/use.ts'
import { AddressCodes, codeOf, macOf } from './address-codes.ts'
import type { Start } from './schemas.ts'
import { type OpenLinkParts, type OpenLinks, visitorRole } from './service.ts'
import type { LinkRow, StartRow } from './store.ts'
import * as store from './store.ts'
import { ProofOfWork } from './work.ts'

/** Where a call comes from. */
export interface Visitor {
  ip: string
  ua: string | undefined
  signal: AbortSignal
}

/** Dependencies. */
export interface StartingDeps extends OpenLinkParts, Needs<'jobs' | 'mails' | 'throttling'> {
  linkService: OpenLinks
  quota: Pick<Quota, 'state'>
  requestTemplates: RequestTemplates
  uses: TemplateUses
  lifecycle: RequestLifecycle
  rateLimiter: Pick<RateLimiter, 'within'>
  /** The key of a link as a caller; undefined: it is revoked, or its account disabled. */
  callerOf(link: Pick<LinkRow, 'account_id' | 'key_id' | 'mode'>): Promise<Caller | undefined>
}

/** Mails with codes in an hour, and invitation codes entered from a network at a link, over all addresses. */
export const START_LIMITS = { network: 60, link: 600, invitations: 60 } as const

const SEND = { interface: 'signature', metered: 'signatures' } as const

/** What becomes of a right code: a page to go to; or the link was sent by mail again. */
export type Begun = { url: string } | { continued: true }

/** The same address has begun here at the same moment. */
class AlreadyBegun extends Error {}

const unavailable = (cause?: unknown): AppError =>
  new AppError('open_link_unavailable', say('openLinks.unavailable'), { cause })

/** Begins requests at open links. */
export class OpenLinkStarts extends Service<StartingDeps> {
  readonly #work = new ProofOfWork(this.parts)
  readonly #codes = new AddressCodes(this.parts)
  readonly #limits: Record<keyof typeof START_LIMITS, AttemptLimiter>

  constructor(parts: StartingDeps) {
    super(parts)
    const limiter = (name: string, max: number) =>
      parts.throttling.attemptLimiter({ name, max, windowMs: HOUR_MS, lasting: true })
    this.#limits = {
      network: limiter('open-link-codes-network', START_LIMITS.network),
      link: limiter('open-link-codes-link', START_LIMITS.link),
      invitations: limiter('open-link-invitations', START_LIMITS.invitations),
    }
  }

  /** What the page of a link shows; without a template nothing can be begun. @throws AppError `open_link_not_found` */
  async seen(token: string) {
    const link = await this.parts.linkService.atToken(token)
    const isEnded = this.parts.linkService.endedBy(link) !== undefined
    const ready = isEnded ? undefined : await this.#ready(link)
    return { link, isEnded, ready, work: this.#work.challenge(link.id) }
  }

  /**
   * Sends a code to an address that a visitor says is theirs.
   * @returns what the visitor hands back with the code
   * @throws AppError `open_link_*`, `validation_failed`, `rate_limited`, `otp_rate_limited`
   */
  async askCode(token: string, given: Start & { language: Language }, { ip }: Visitor) {
    const { db, mails } = this.parts
    const link = await this.#open(token)
    throwIfInvalid(personFindings(given))
    await this.#work.take(link.id, given.challenge, given.solution)
    const network = networkOf(ip)
    await this.#checkInvitation(link, given.invitation_code, network)
    await this.#refuseFull(db, link, network)
    if ((await this.#ready(link)) === undefined) throw unavailable()
    await consume(this.#limits.network, network)
    await consume(this.#limits.link, link.id)
    const { id, created_at } = await concurrently(db, 'turn', async (trx) => {
      await takeTurn(trx, 'guesses', given.email.toLowerCase())
      const { email, language, first_name = null, last_name = null } = given
      const visitor = { link_id: link.id, email, language, first_name, last_name }
      const start = await this.#codes.issue(trx, visitor)
      const order = { uniqueKey: start.id, accountId: link.account_id, urgent: true }
      await mails.add(trx, START_MAIL, { start_id: start.id }, order)
      return start
    })
    return {
      start: id,
      expires_at: toIso(created_at + OTP.validMs),
      ...(link.mode === 'test' && { test_code: codeOf(this.parts, id) }),
    }
  }

  /**
   * Takes the code and creates the request.
   * @throws AppError `otp_invalid`, `otp_expired`, `otp_locked`, `open_link_*`, `validation_failed`
   */
  async confirm(
    token: string,
    { start, code }: { start: string; code: string },
    visitor: Visitor,
  ): Promise<Begun> {
    const link = await this.#open(token)
    const known = await this.#codes.take(link.id, start, code.replaceAll(/\D/g, ''))
    return await forTenant(accountTenant(link.account_id), () => this.#begin(link, known, visitor))
  }

  async #begin(link: LinkRow, start: StartRow, { ip, ua, signal }: Visitor): Promise<Begun> {
    const { db, clock } = this.parts
    const who = { email: start.email, role: link.role }
    const before = await store.openSignerOf(db, link.id, who)
    if (before !== undefined) return await this.#resend(before)
    const network = networkOf(ip)
    await this.#refuseFull(db, link, network)
    const ready = await this.#ready(link)
    if (ready === undefined) throw unavailable()
    const emailConfirmedAt = toIso(clock.now())
    try {
      const { id } = await this.parts.rateLimiter.within(ready.caller, SEND, () =>
        this.parts.uses.create(ready.caller, ready.template, useOf(link, start), {
          actor: { actor: 'service', ip, ua },
          signal,
          begun: { linkId: link.id, role: link.role, emailConfirmedAt },
          save: (trx, { id: document }) =>
            this.#count(trx, link, { ...who, except: document, network }),
        }),
      )
      return { url: await this.#pageOf(id, link) }
    } catch (error) {
      const now =
        error instanceof AlreadyBegun ? await store.openSignerOf(db, link.id, who) : undefined
      if (now !== undefined) return await this.#resend(now)
      throw asSeen(error)
    }
  }

  /** In the transaction of the request: its place among those of the link. */
  async #count(
    trx: Db,
    link: LinkRow,
    begun: { email: string; role: string; except: string; network: string },
  ): Promise<void> {
    const nowMs = this.parts.clock.now()
    if (!(await store.takeStart(trx, link.id)))
      throw new AppError('open_link_ended', say('openLinks.ended'))
    // From here on others who begin at this link wait.
    await this.#refuseFull(trx, link, begun.network)
    if ((await store.openSignerOf(trx, link.id, begun)) !== undefined) throw new AlreadyBegun()
    const network = this.#networkHash(begun.network)
    const row = { document_id: begun.except, link_id: link.id, network, at: nowMs }
    await store.insertBegun(trx, row, nowMs - DAY_MS)
  }

  /** The link of a request that was begun, by mail; not twice within some minutes. */
  async #resend(signerId: string): Promise<Begun> {
    const { db, clock } = this.parts
    await concurrently(db, 'request', async (trx) => {
      const signer = await requests.findSigner(trx, signerId)
      if (signer === undefined || !isActive(signer)) return
      const last = signer.reminded_at ?? signer.invited_at ?? '1970'
      if (clock.now() - Date.parse(last) < REMIND_PAUSE_MS) return
      await this.parts.lifecycle.remind(trx, signer, { actor: `signer:${signer.id}` })
    })
    return { continued: true }
  }

  async #pageOf(documentId: string, link: LinkRow): Promise<string> {
    const { db, branding, links } = this.parts
    const request = await requests.findRequest(db, documentId)
    const signer = await requests.findSigner(db, request?.open_link?.signer_id ?? '')
    if (signer === undefined) throw unavailable()
    return links.url(signer, (await branding.of(link)).origin)
  }

  /** @throws AppError `open_link_not_found`, `open_link_ended` */
  async #open(token: string): Promise<LinkRow> {
    const { linkService } = this.parts
    const link = await linkService.atToken(token)
    if (linkService.endedBy(link) === undefined) return link
    throw new AppError('open_link_ended', say('openLinks.ended'))
  }

  async #checkInvitation(link: LinkRow, given: string | undefined, network: string): Promise<void> {
    if (link.invitation_hash === null) return
    await consume(this.#limits.invitations, `${link.id} ${network}`)
    if (!this.parts.linkService.knowsInvitation(link, given))
      throw invalidAt('/invitation_code', 'invitation_wrong', 'openLinks.invitation')
  }

  /** @throws AppError `open_link_unavailable` when a limit of the day is reached */
  async #refuseFull(db: Db, link: LinkRow, network: string): Promise<void> {
    const sinceMs = this.parts.clock.now() - DAY_MS
    const { id, max_per_day: day, max_per_network_per_day: own } = link
    if (day !== null && (await store.startedSince(db, id, sinceMs)) >= day) throw unavailable()
    if (own === null) return
    const hash = this.#networkHash(network)
    if ((await store.startedSince(db, id, sinceMs, hash)) >= own) throw unavailable()
  }

  /** The key that is charged and the template, if the one may send and the other still has the role. */
  async #ready(link: LinkRow): Promise<{ caller: Caller; template: TemplateRow } | undefined> {
    const found = await this.parts.callerOf(link)
    if (found?.plan.signature === undefined) return undefined
    if (found.key.limits !== undefined && !maySend(found.key.limits)) return undefined
    const caller: Caller = link.by_owner === 1 ? { ...found, owner: true } : found
    try {
      const template = await this.parts.requestTemplates.row(caller, link.request_template_id)
      visitorRole(template.definition, link.role)
      const { remaining } = await this.parts.quota.state(caller, 'signatures')
      const isUsedUp = remaining !== null && remaining < template.definition.roles.length
      return isUsedUp && link.mode === 'live' ? undefined : { caller, template }
    } catch (error) {
      if (error instanceof AppError && ERRORS[error.code].status < 500) return undefined
      throw error
    }
  }

  #networkHash(network: string): string {
    return macOf(this.parts, `network ${network}`).toString('hex')
  }
}

async function consume(limiter: AttemptLimiter, key: string): Promise<void> {
  const { waitMs } = await limiter.consume(key)
  if (waitMs <= 0) return
  const detail = say('openLinks.codes', { minutes: Math.ceil(waitMs / 60_000) })
  throw new AppError('rate_limited', detail, { retryAfterSeconds: Math.ceil(waitMs / 1000) })
}

/** What the request of a start has: the visitor in their role, and what the link gives. */
function useOf({ role, request }: LinkRow, start: StartRow): TemplateUse {
  const { email, language: locale } = start
  const names = {
    first_name: start.first_name ?? undefined,
    last_name: start.last_name ?? undefined,
  }
  // The link in the mail is how they come back.
  const visitor = { role, email, locale, delivery: 'email' as const, ...omitUndefined(names) }
  const { metadata, data } = request
  return { signers: [visitor], ...(metadata && { metadata }), ...(data && { data }) }
}

/** What visitors hear of a refusal: what they can mend themselves, else that it is not possible now. */
function asSeen(error: unknown): unknown {
  if (!(error instanceof AppError) || ERRORS[error.code].status >= 500) return error
  const isTheirs =
    error.code === 'validation_failed' &&
    error.errors.every(({ pointer }) => pointer?.startsWith('/signers/0/') === true)
  return isTheirs || error.code === 'open_link_ended' ? error : unavailable(error)
}
