/** Invitations and reminders by text message: a job each, counted like codes, written when it is sent. */

import { concurrently } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { RetryLater } from '../../jobs/jobs.ts'
import { monthOf, toIso } from '../../kernel/clock.ts'
import { AppError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { Service } from '../../kernel/service.ts'
import { isOneOf, membersOf } from '../../kernel/type-guards.ts'
import { gsmName, segmentsOf } from '../../messages/gsm.ts'
import { neutralizeLinks } from '../../messages/mail-content.ts'
import { textsIn } from '../../translations/texts.ts'
import type { SenderFacts } from '../branding/name-rules.ts'
import type { Branding } from '../branding/service.ts'
import { JOBS, MAILS } from '../model/job-kinds.ts'
import type { Given } from '../model/parts.ts'
import { type Actor, maskedPhone, SERVICE } from '../model/people.ts'
import type { RequestRow, SignerRow } from '../model/rows.ts'
import { ACTIVE_SIGNER_STATES, isTexted } from '../model/states.ts'
import * as store from '../store/requests.ts'
import { markUndelivered } from './deliveries.ts'
import { fromOf } from './from.ts'
import type { TextBudget } from './text-budget.ts'

/** What such a text is about. */
export type LinkTextKind = 'invitation' | 'reminder'

/** What was counted for billing, to be given back. */
export type BilledText = { keyId: string; month: string; metric: 'sms' }

type BillParts = Given<'clock' | 'quota'>

/** One text or call per signature is included; the others are counted for billing. Returns what to uncount. */
export async function billText(
  { clock, quota }: BillParts,
  trx: Db,
  { request, signer }: { request: RequestRow; signer: SignerRow },
): Promise<BilledText | undefined> {
  await store.updateSigner(trx, signer.id, { texts_sent: signer.texts_sent + 1 })
  if (signer.texts_sent === 0 || request.mode === 'test') return undefined
  await quota.count(trx, { keyId: request.key_id, metric: 'sms', amount: 1 })
  return { keyId: request.key_id, month: monthOf(clock.now()), metric: 'sms' }
}

/** What could not be sent is not billed. */
export async function unbillText(
  { quota }: BillParts,
  trx: Db,
  signerId: string,
  billed: BilledText | undefined,
): Promise<void> {
  await store.uncountText(trx, signerId)
  if (billed !== undefined) await quota.refund(trx, billed, 1)
}

interface Payload {
  signer_id: string
  kind: LinkTextKind
  /** Once it is counted. */
  text?: { id: string; billed?: BilledText }
}

/** Dependencies of these texts. */
export interface LinkTextParts
  extends BillParts,
    Given<'db' | 'jobs' | 'links' | 'texts' | 'trails'> {
  branding: Branding
  senderFacts(accountId: string): Promise<SenderFacts>
  service: string
  texting: { budget: TextBudget }
}

const RETRIES_MS = [30_000, 120_000, 600_000, 3_600_000, 4 * 3_600_000]
const NAME_MAX = 40
const SEGMENTS_MAX = 2

const short = (name: string): string => {
  const letters = [...neutralizeLinks(name).replaceAll('\u2060', ' ')]
  return letters.length > NAME_MAX
    ? `${letters.slice(0, NAME_MAX - 1).join('')}…`
    : letters.join('')
}

/** The text with a link: as much of it as two messages hold. */
export function linkText(
  kind: LinkTextKind,
  { name, sender }: Pick<RequestRow, 'name' | 'sender'>,
  { action, locale }: Pick<SignerRow, 'action' | 'locale'>,
  url: string,
): string {
  const { texts } = textsIn(locale).signing.notifications
  const written = (names: { name: string; sender: string }) => {
    const named = names.name !== ''
    const from = names.sender === '' ? 'none' : 'sender'
    return gsmName(texts[kind]({ action, named, from, ...names, url }))
  }
  const whole = { name: short(name), sender: short(sender) }
  const tries = [whole, { ...whole, sender: '' }, { name: '', sender: '' }].map(written)
  return tries.find((text) => segmentsOf(text) <= SEGMENTS_MAX) ?? url
}

/** Sends links to telephones. */
export class LinkTexts extends Service<LinkTextParts> {
  /** Create it before the jobs start. */
  constructor(parts: LinkTextParts) {
    super(parts)
    parts.jobs.handle<Payload>(JOBS.text, {
      retryDelaysMs: RETRIES_MS,
      run: (payload) => this.#run(payload),
      givenUp: (trx, payload, error) => this.#failed(trx, payload, error),
    })
  }

  /**
   * Orders a text, in the transaction of what it is about, and counts it. A sender's call is refused at a limit; where
   * nobody calls, the text waits.
   * @throws AppError `sms_limit_reached`, `validation_failed` for a number that gets no texts any more
   */
  async add(
    db: Db,
    whole: { request: RequestRow; signer: SignerRow },
    kind: LinkTextKind,
    { actor }: Actor,
  ): Promise<void> {
    const { request, signer } = whole
    if (!isTexted(signer.delivery)) return
    if (request.mode === 'test') return await this.#note(db, signer, 'message.kept', { kind })
    const payload: Payload = { signer_id: signer.id, kind }
    try {
      payload.text = await this.#count(db, whole)
    } catch (error) {
      const isAlone = actor === SERVICE.actor || actor.startsWith('signer:')
      if (!isAlone || !(error instanceof AppError)) throw error
    }
    const uniqueKey = `${signer.id} ${kind} ${this.parts.clock.now()}`
    await this.parts.jobs.add(db, JOBS.text, payload, { uniqueKey, accountId: request.account_id })
  }

  async #count(db: Db, { request, signer }: { request: RequestRow; signer: SignerRow }) {
    const { budget } = this.parts.texting
    const number = await budget.number(db, request.account_id, signer.phone ?? '', false)
    const id = newId('otp', this.parts.clock.now())
    await budget.consume(db, request, { id, number, link: signer })
    const billed = await billText(this.parts, db, { request, signer })
    return { id, ...(billed !== undefined && { billed }) }
  }

  /** The person, as long as they are asked. */
  async #due(db: Db, { signer_id }: Payload) {
    const signer = await store.findSigner(db, signer_id)
    const request = signer && (await store.findRequest(db, signer.request_id))
    const isDue =
      request?.status === 'pending' && isOneOf(ACTIVE_SIGNER_STATES, signer?.status ?? '')
    if (!isDue || signer?.phone == null || !isTexted(signer.delivery)) return undefined
    return { request, signer, phone: signer.phone }
  }

  async #run(payload: Payload): Promise<void> {
    const { db, links, texts, jobs } = this.parts
    const { text } = payload
    if (text === undefined) {
      // Counted with the job that sends it: neither without the other.
      return await concurrently(db, 'request', async (trx) => {
        const due = await this.#due(trx, payload)
        if (due === undefined) return
        const counted = { ...payload, text: await this.#count(trx, due).catch(later) }
        await jobs.add(trx, JOBS.text, counted, { accountId: due.request.account_id })
      })
    }
    const due = await this.#due(db, payload)
    if (due === undefined) return
    const { request, signer, phone } = due
    const { origin } = await fromOf(this.parts, request)
    const words = linkText(payload.kind, request, signer, links.url(signer, origin))
    const sent = await texts
      .send({ to: phone, text: words, reference: text.id })
      .catch(async (error) => {
        if (!(error instanceof AppError) || error.code === 'sms_unavailable') return later(error)
        // This number will never get it.
        await concurrently(db, 'request', (trx) => this.#failed(trx, payload, error))
        return undefined
      })
    if (sent === undefined) return
    const { providerId } = membersOf(sent)
    const data = { kind: payload.kind, message_id: text.id, provider_id: String(providerId) }
    await concurrently(db, 'request', (trx) => this.#note(trx, signer, 'message.sent', data))
  }

  async #failed(trx: Db, payload: Payload, error: Error): Promise<void> {
    const signer = await store.findSigner(trx, payload.signer_id)
    if (signer === undefined) return
    if (payload.text !== undefined)
      await unbillText(this.parts, trx, signer.id, payload.text.billed)
    const reason = error instanceof AppError ? error.message : 'the text message could not be sent'
    const at = toIso(this.parts.clock.now())
    await markUndelivered(trx, signer.id, { channel: 'sms', reason, at })
    await this.#note(trx, signer, 'signer.delivery_failed', { kind: payload.kind, reason })
  }

  async #note(trx: Db, signer: SignerRow, type: string, facts: Record<string, string>) {
    const phone = maskedPhone(signer.phone ?? '')
    const kind = MAILS[facts.kind === 'reminder' ? 'reminder' : 'invitation']
    const data = { signer_id: signer.id, channel: 'sms', phone, ...facts, kind }
    await this.parts.trails.record(trx, signer.request_id, type, SERVICE, data)
  }
}

/** A limit, or a carrier that is away: again when it says. */
function later(error: unknown): never {
  if (!(error instanceof AppError) || error.retryAfterSeconds === undefined) throw error
  throw new RetryLater(error.message, error.retryAfterSeconds * 1000, { cause: error })
}
