/** What a signer does: opens, asks for a code, enters it, signs or declines. Each act is an entry in the trail. */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { JsonValue } from '../kernel/canonical-json.ts'
import { monthOf, toIso } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import { refusalOf, smsText } from './code-words.ts'
import { consentNamed } from './consent.ts'
import { forgetFailure, markUndelivered } from './deliveries.ts'
import type { Door, Visit } from './door.ts'
import type { KeptFiles } from './kept-files.ts'
import { maskedPhone } from './mask.ts'
import { CLOCK_TOLERANCE_MS, type CodeOutcome, OTP } from './otp.ts'
import type { Doer, SigningParts } from './parts.ts'
import { JOBS, type Progress } from './progress.ts'
import type { Mark } from './proof-artist.ts'
import { refuse } from './refusal.ts'
import { PHONE_PATTERN } from './schemas.ts'
import type { Intent, Sealing } from './sealing.ts'
import * as store from './store.ts'

/** How long a right code lets a person sign. */
const VERIFIED_MS = 30 * 60_000
/** When a signature is made by a job, because the call that asked for it was cut off. */
const RESCUE_AFTER_MS = 20_000
const PHONE = new RegExp(PHONE_PATTERN)

/** Where a call comes from. */
export interface Origin {
  ip: string
  ua: string | undefined
}

/** What is asked to be signed. */
export interface SignatureOrderBody {
  document_sha256: string
  kind: 'drawn' | 'typed' | 'image'
  text?: string
  picture?: Uint8Array
}

type BilledText = { keyId: string; month: string; metric: 'sms' }

const sha256Hex = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Acts of signers. */
export class SignerActs {
  readonly #parts: SigningParts
  readonly #door: Door
  readonly #progress: Progress
  readonly #sealing: Sealing
  readonly #files: KeptFiles

  constructor(
    parts: SigningParts,
    deps: { door: Door; progress: Progress; sealing: Sealing; files: KeptFiles },
  ) {
    this.#parts = parts
    this.#door = deps.door
    this.#progress = deps.progress
    this.#sealing = deps.sealing
    this.#files = deps.files
  }

  /** A person looks at the document; a mail scanner that only fetches the page does not come here. */
  async open(token: string, origin: Origin): Promise<void> {
    await this.#parts.db.transaction().execute(async (trx) => {
      await this.#opened(trx, await this.#door.visit(trx, token), origin)
    })
  }

  async #opened(trx: SigningParts['db'], visit: Visit, origin: Origin): Promise<void> {
    if (visit.next !== 'open') return
    const at = toIso(this.#parts.clock.now())
    await store.moveSigner(trx, visit.signer.id, 'opened', { opened_at: at })
    await this.#tell(trx, visit, origin, 'signer.opened')
  }

  /**
   * Takes the consent and sends a code.
   * @throws AppError `consent_required`, `phone_required`, `otp_rate_limited`, `sms_unavailable`
   */
  async requestCode(
    token: string,
    body: { consent: { version: string; sha256: string }; phone?: string },
    origin: Origin,
  ): Promise<void> {
    const { db, otp, texts } = this.#parts
    const issued = await db.transaction().execute(async (trx) => {
      const visit = await this.#door.actor(trx, token)
      await this.#opened(trx, visit, origin)
      const phone = await this.#phone(trx, visit, body.phone, origin)
      await this.#consent(trx, visit, body.consent, origin)
      const keep = visit.request.mode === 'test'
      const code = await otp.issue(trx, bindingOf(visit), phone, keep)
      const billed = await this.#countText(trx, visit)
      const data = {
        channel: 'sms',
        phone: maskedPhone(phone),
        expires_at: toIso(code.expiresAtMs),
      }
      await this.#tell(trx, visit, origin, 'signer.otp_sent', data)
      return { visit, phone, code, billed }
    })
    if (issued.visit.request.mode === 'test') return
    try {
      const text = smsText(issued.visit, issued.code.code)
      await texts.send({ to: issued.phone, text, reference: issued.code.id })
    } catch (error) {
      await this.#unsent(issued, origin, error)
      throw error
    }
  }

  /**
   * Tries a code. Answers the secret of the session in which the person may sign.
   * @throws AppError `otp_invalid`, `otp_expired`, `otp_locked`, `signer_blocked`
   */
  async verify(token: string, code: string, origin: Origin): Promise<string> {
    const { db, otp, clock } = this.#parts
    const session = randomBytes(32).toString('base64url')
    // Decided in a transaction that commits in any case: a failed try must stay counted.
    const outcome = await db.transaction().execute(async (trx): Promise<CodeOutcome> => {
      const visit = await this.#door.actor(trx, token)
      const result = await otp.attempt(trx, bindingOf(visit), code)
      if (result.kind === 'right') {
        const nowMs = clock.now()
        const moved = await store.moveSigner(trx, visit.signer.id, 'verified', {
          verified_at: toIso(nowMs),
          verified_until: toIso(nowMs + VERIFIED_MS),
          session_hash: sha256Hex(session),
        })
        invariant(moved, 'whoever was sent a code has opened the document')
        await forgetFailure(trx, visit.signer, 'sms')
        await this.#tell(trx, visit, origin, 'signer.verified', { method: 'sms' })
      } else {
        await this.#failed(trx, visit, origin, result)
      }
      return result
    })
    if (outcome.kind === 'right') return session
    throw refusalOf(outcome)
  }

  /** Only what took an attempt is told: the rest could be repeated for ever by whoever has the link. */
  async #failed(
    trx: SigningParts['db'],
    visit: Visit,
    origin: Origin,
    result: Exclude<CodeOutcome, { kind: 'right' }>,
  ): Promise<void> {
    if (!result.counted) return
    const attempts_left = result.kind === 'wrong' ? result.attemptsLeft : 0
    await this.#tell(trx, visit, origin, 'signer.otp_failed', {
      reason: result.kind,
      attempts_left,
    })
    if (result.kind === 'locked') await this.#wasted(trx, visit, origin)
  }

  /**
   * Takes the order to sign, makes the signature, and answers when it is made. Once the order is taken nothing is
   * asked of the person again: cut off anywhere after that, a job makes the signature.
   * @throws AppError `verification_required`, `document_changed`, `image_invalid`, `authority_unavailable`
   */
  async sign(
    token: string,
    session: string | undefined,
    body: SignatureOrderBody,
    origin: Origin,
  ): Promise<void> {
    const asking = await this.#door.actor(this.#parts.db, token)
    const { signer } = asking
    this.#assertVerified(signer, session)
    await this.#sealing.rehearse(asking, markOf(body))
    await this.#files.during(async (keep) => {
      const picture = body.picture === undefined ? undefined : await keep(body.picture)
      await this.#order(token, session, { body, picture }, origin)
    })
    try {
      await this.#sealing.sign(signer.id)
    } catch {
      // The order stands: the job makes the signature, and says what is wrong if it cannot either.
    }
  }

  /** Takes the order to sign: from here on a job makes the signature, if nobody else does. */
  async #order(
    token: string,
    session: string | undefined,
    { body, picture }: { body: SignatureOrderBody; picture: string | undefined },
    origin: Origin,
  ): Promise<void> {
    const { db, clock, jobs } = this.#parts
    await db.transaction().execute(async (trx) => {
      const visit = await this.#door.actor(trx, token)
      this.#assertVerified(visit.signer, session)
      if (body.document_sha256 !== visit.request.laid_out_sha256)
        throw new AppError(
          'document_changed',
          'The document is not the one that was shown. Open the link again and read it anew.',
        )
      const at = toIso(clock.now())
      const intent: Intent = {
        kind: body.kind,
        ...(body.text !== undefined && { text: body.text }),
        ...(picture !== undefined && { image_sha256: picture }),
        at,
        ip: origin.ip,
        ...(origin.ua !== undefined && { ua: origin.ua }),
      }
      await store.updateSigner(trx, visit.signer.id, { intent: JSON.stringify(intent) })
      const payload = { signer_id: visit.signer.id, id: visit.request.id }
      await jobs.add(trx, JOBS.sign, payload, {
        uniqueKey: visit.signer.id,
        lane: visit.request.id,
        runAtMs: clock.now() + RESCUE_AFTER_MS,
      })
    })
  }

  /** Refuses to sign, which ends the request for everybody. */
  async decline(token: string, reason: string, origin: Origin): Promise<void> {
    const { db, clock } = this.#parts
    await db.transaction().execute(async (trx) => {
      const visit = await this.#door.actor(trx, token)
      const { signer } = visit
      const changes = { ended_at: toIso(clock.now()), end_reason: reason, session_hash: null }
      await store.moveSigner(trx, signer.id, 'declined', changes)
      await this.#tell(trx, visit, origin, 'signer.declined', { reason })
      const doer = doerOf(signer, origin)
      await this.#progress.end(trx, visit, 'declined', { doer, reason, except: signer.id })
    })
  }

  #assertVerified(signer: store.SignerRow, session: string | undefined): void {
    const { session_hash, verified_at, verified_until, status } = signer
    const now = toIso(this.#parts.clock.now())
    const known = Buffer.from(session_hash ?? '', 'hex')
    const given = Buffer.from(sha256Hex(session ?? ''), 'hex')
    // A clock that was set back must not make half an hour longer.
    const begun = toIso(this.#parts.clock.now() + CLOCK_TOLERANCE_MS)
    const fits = known.length === given.length && timingSafeEqual(known, given)
    if (
      status === 'verified' &&
      fits &&
      verified_until !== null &&
      verified_until > now &&
      (verified_at ?? '') <= begun
    )
      return
    throw new AppError(
      'verification_required',
      'Enter the code from the text message first; it lets you sign for 30 minutes in this browser.',
    )
  }

  async #phone(
    trx: SigningParts['db'],
    { signer, request }: Visit,
    given: string | undefined,
    origin: Origin,
  ): Promise<string> {
    if (signer.phone !== null && signer.phone_from === 'sender') {
      // The sender named the phone: nobody with the link may put another in its place.
      if (given !== undefined && typedPhone(given) !== signer.phone)
        refuse([
          {
            pointer: '/phone',
            detail: 'The sender has given the phone number; it cannot be changed here.',
          },
        ])
      return signer.phone
    }
    const phone = given === undefined ? signer.phone : typedPhone(given)
    if (phone === null)
      throw new AppError(
        'phone_required',
        'Give the number of your mobile phone, such as +33612345678.',
      )
    if (phone !== signer.phone) {
      await store.updateSigner(trx, signer.id, { phone, phone_from: 'signer' })
      await this.#parts.trails.append(trx, request.id, {
        type: 'signer.phone_given',
        ...doerOf(signer, origin),
        data: { signer_id: signer.id, phone: maskedPhone(phone) },
      })
    }
    return phone
  }

  async #consent(
    trx: SigningParts['db'],
    visit: Visit,
    given: { version: string; sha256: string },
    origin: Origin,
  ): Promise<void> {
    const { signer } = visit
    // In whichever language the person chose to read it.
    const shown = consentNamed(given)
    if (shown === undefined)
      throw new AppError(
        'consent_required',
        'Agree to the text that is shown, in its present version.',
      )
    const { text: _text, ...consent } = shown
    const before =
      signer.consent === null ? undefined : (JSON.parse(signer.consent) as { sha256: string })
    if (before?.sha256 === consent.sha256) return
    const at = toIso(this.#parts.clock.now())
    await store.updateSigner(trx, signer.id, {
      consent: JSON.stringify({ ...consent, at, ip: origin.ip, ua: origin.ua ?? null }),
    })
    await this.#tell(trx, visit, origin, 'signer.consented', { ...consent })
  }

  /** One text per signature is included; the others are counted to be billed. Answers what to uncount. */
  async #countText(
    trx: SigningParts['db'],
    { request, signer }: Visit,
  ): Promise<BilledText | undefined> {
    await store.updateSigner(trx, signer.id, { texts_sent: signer.texts_sent + 1 })
    if (signer.texts_sent === 0 || request.mode === 'test') return undefined
    await this.#parts.quota.count(trx, { keyId: request.key_id, metric: 'sms', amount: 1 })
    return { keyId: request.key_id, month: monthOf(this.#parts.clock.now()), metric: 'sms' }
  }

  async #unsent(
    { visit, code, billed }: { visit: Visit; code: { id: string }; billed: BilledText | undefined },
    origin: Origin,
    error: unknown,
  ): Promise<void> {
    // The words of a refusal name no number; those of anything else may.
    const reason = error instanceof AppError ? error.message : 'an error of the service'
    await this.#parts.db.transaction().execute(async (trx) => {
      await this.#parts.otp.unsent(trx, code.id)
      await store.uncountText(trx, visit.signer.id)
      if (billed !== undefined) await this.#parts.quota.giveBack(trx, billed, 1)
      const at = toIso(this.#parts.clock.now())
      await markUndelivered(trx, visit.signer.id, { channel: 'sms', reason, at })
      await this.#tell(trx, visit, origin, 'signer.delivery_failed', { channel: 'sms', reason })
    })
  }

  /** The third code that was entered wrongly to its end blocks the signer. */
  async #wasted(trx: SigningParts['db'], visit: Visit, origin: Origin): Promise<void> {
    const { signer } = visit
    const wasted = signer.codes_wasted + 1
    await store.updateSigner(trx, signer.id, { codes_wasted: wasted })
    if (wasted < OTP.wastedMax) return
    await store.moveSigner(trx, signer.id, 'blocked')
    await this.#tell(trx, visit, origin, 'signer.blocked', { codes: wasted })
  }

  async #tell(
    trx: SigningParts['db'],
    { request, signer }: Visit,
    origin: Origin,
    type: string,
    data: { readonly [member: string]: JsonValue } = {},
  ): Promise<void> {
    const event = { type, ...doerOf(signer, origin), data: { signer_id: signer.id, ...data } }
    await this.#parts.trails.append(trx, request.id, event)
  }
}

const doerOf = (signer: store.SignerRow, { ip, ua }: Origin): Doer => ({
  actor: `signer:${signer.id}`,
  ip,
  ua,
})

const markOf = ({ kind, text = '', picture }: SignatureOrderBody): Mark =>
  picture === undefined
    ? { kind: 'typed', text }
    : { kind: kind === 'typed' ? 'drawn' : kind, picture }

/** `00 33 6 12 34 56 78` as `+33612345678`. @throws AppError `validation_failed` */
function typedPhone(given: string): string {
  const phone = given.replace(/[\s.()/-]/g, '').replace(/^00/, '+')
  if (!PHONE.test(phone))
    refuse([
      {
        pointer: '/phone',
        detail: 'Give the number with its country, such as +33612345678.',
      },
    ])
  return phone
}

const bindingOf = ({ signer, request }: Visit) => ({
  signerId: signer.id,
  documentSha256: request.laid_out_sha256 ?? '',
})
