/**
 * The codes by SMS, call and e-mail: six digits, three attempts, ten minutes, six an hour per signer and per phone or address; a new code
 * invalidates the previous one and does not restart the hour. Only HMACs are stored.
 */

import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { takeTurn } from '../../database/concurrent.ts'
import type { Db } from '../../database/open.ts'
import { CLOCK_TOLERANCE_MS, type Clock, stillHolds } from '../../kernel/clock.ts'
import { saying } from '../../kernel/coded-error.ts'
import { AppError } from '../../kernel/errors.ts'
import { newId } from '../../kernel/ids.ts'
import { Service } from '../../kernel/service.ts'
import { inEveryLanguage, say } from '../../translations/texts.ts'
import type { ChallengePurpose, RegisteredMethod, UsedMethod } from '../model/authentication.ts'
import type { Channel } from '../model/rows.ts'
import * as store from './otp-store.ts'

/** The rules, each defined once. */
export const OTP = {
  digits: 6,
  attempts: store.ATTEMPTS,
  validMs: 10 * 60_000,
  perHour: 6,
  hourMs: 60 * 60_000,
  /** Minimum pause between two codes. */
  pauseMs: 30_000,
  /** Wrong guesses in 24 hours, over all codes, after which no code is accepted. */
  wrongPerSigner: 10,
  wrongPerPhone: 20,
  dayMs: 24 * 60 * 60_000,
  /** Codes with all attempts used up before the signer is blocked. */
  wastedMax: 3,
} as const

/** What a code is bound to. */
export interface CodeBinding {
  signerId: string
  documentSha256: string
  /** Wrong guesses before this time no longer count: the sender has unblocked the person. */
  forgivenMs: number
}

/** Where a code goes. */
export interface CodeTarget {
  channel: Channel
  /** Telephone number in E.164, or e-mail address. */
  to: string
}

/** A new code; the only time its value is available. */
export interface NewCode {
  id: string
  code: string
  expiresAtMs: number
}

/** What is tried: the digits of a code that was sent, or whether what is registered answers the challenge. */
export type Proof = string | ((challenge: string) => Promise<boolean>)

const CHALLENGE_BYTES = 32

/** Result of an attempt, decided inside a transaction that commits whatever the outcome. */
export type CodeOutcome =
  | { kind: 'right'; id: string; channel: UsedMethod }
  /** @property counted whether it used one of the code's attempts */
  | { kind: 'wrong'; attemptsLeft: number; counted: true }
  | { kind: 'expired'; counted: boolean }
  | { kind: 'locked'; counted: boolean }
  /** Too many wrong guesses in a day, over all codes. */
  | { kind: 'locked_today'; counted: boolean; untilMs: number }

/** What the page may show about the code sent. */
export interface OtpStatus {
  /** totp: nothing was sent; the app shows it. */
  channel: Channel | 'totp'
  expiresAtMs: number
  attemptsLeft: number
  resendAtMs: number
  /** As reported by the carrier so far. */
  delivery: 'sent' | 'delivered' | 'failed'
  /** The code itself; null for live requests, of which only a hash is stored. */
  testCode: string | null
}

/** Makes and checks codes. */
export class OtpCodes extends Service<{ clock: Clock; secret: Buffer }> {
  /**
   * Makes a code in the caller's transaction and invalidates the previous one; with the keyed hash of the number or
   * address that it goes to.
   * @param save whether it can be read again (test mode)
   * @throws AppError `otp_rate_limited`
   */
  async issue(db: Db, binding: CodeBinding, target: CodeTarget, save: boolean) {
    const nowMs = this.parts.clock.now()
    const phoneHash = this.#targetMac(target).toString('hex')
    const untilMs = await this.lockedUntil(db, binding, phoneHash)
    if (untilMs !== undefined) throw lockedToday(untilMs, nowMs)
    const sinceMs = nowMs - OTP.hourMs
    refuseSoon(await store.sentToSigner(db, binding.signerId, sinceMs), nowMs)
    refuseSoon(await store.sentToPhone(db, phoneHash, sinceMs), nowMs)
    const id = newId('otp', nowMs)
    const code = this.#codeOf(id)
    await store.insertCode(db, {
      id,
      method: target.channel,
      signer_id: binding.signerId,
      phone_hash: phoneHash,
      document_sha256: binding.documentSha256,
      code_hash: this.#codeMac(id, binding, code).toString('hex'),
      purpose: null,
      challenge: null,
      attempts_left: OTP.attempts,
      state: 'valid',
      created_at: nowMs,
      expires_at: nowMs + OTP.validMs,
      test_code: save ? code : null,
      delivery: null,
      // In test mode nobody is called: the page shows the code.
      call_state: target.channel === 'call' ? (save ? 'spoken' : 'asked') : null,
    })
    return { id, code, expiresAtMs: nowMs + OTP.validMs, targetHash: phoneHash }
  }

  /**
   * The challenge for what is registered, base64url; the same one until it is used or over. It takes the place of a code,
   * with the same limits, except that nothing is sent and so nobody has to wait for the next one. An authenticator app
   * does not answer it: then it counts the tries.
   * @param subject whose: wrong answers count for all their requests
   * @throws AppError `otp_rate_limited`, `otp_locked`
   */
  async challenge(
    db: Db,
    binding: CodeBinding,
    asked: { channel: RegisteredMethod; purpose: ChallengePurpose; subject: string },
  ): Promise<string> {
    const { channel, purpose } = asked
    const nowMs = this.parts.clock.now()
    const subjectHash = this.#mac(`${channel}s ${asked.subject}`).toString('hex')
    const untilMs = await this.lockedUntil(db, binding, subjectHash)
    if (untilMs !== undefined) throw lockedToday(untilMs, nowMs)
    const current = await store.currentCode(db, binding.signerId)
    const known = current?.method === channel ? challengeIn(current, purpose) : undefined
    if (current !== undefined && known !== undefined && this.#isFresh(current)) {
      if (current.attempts_left > 0) return known
    }
    const before = await store.askedOf(db, binding.signerId, nowMs - OTP.hourMs)
    refuseSoon(before, nowMs, 0)
    const challenge = randomBytes(CHALLENGE_BYTES).toString('base64url')
    await store.insertCode(db, {
      id: newId('otp', nowMs),
      method: channel,
      signer_id: binding.signerId,
      phone_hash: subjectHash,
      document_sha256: binding.documentSha256,
      code_hash: null,
      purpose,
      challenge,
      attempts_left: OTP.attempts,
      state: 'valid',
      created_at: nowMs,
      expires_at: nowMs + OTP.validMs,
      test_code: null,
      delivery: null,
      call_state: null,
    })
    return challenge
  }

  /** The code of a signer's mail, written when it is sent; undefined when it can no longer be entered. */
  async mailed(db: Db, signerId: string, id: string): Promise<NewCode | undefined> {
    const row = await store.currentCode(db, signerId)
    const isWanted = row?.id === id && row.method === 'email' && row.attempts_left > 0
    if (row === undefined || !isWanted || !this.#isFresh(row)) return undefined
    return { id, code: this.#codeOf(id), expiresAtMs: row.expires_at }
  }

  /**
   * The code of a call in which a key was pressed, once; undefined: it was spoken, or it can no longer be entered.
   * @param id of the code
   */
  async speak(db: Db, id: string): Promise<string | undefined> {
    const row = await store.takeSpoken(db, id)
    return row !== undefined && this.#isFresh(row) ? this.#codeOf(id) : undefined
  }

  /**
   * Tries a code, or what is registered: the attempt is counted before anything is compared.
   * @param purpose of the challenge that is answered
   */
  async attempt(
    db: Db,
    binding: CodeBinding,
    proof: Proof,
    purpose: ChallengePurpose = 'get',
  ): Promise<CodeOutcome> {
    const before = await this.#locked(db, binding)
    if (before !== undefined) return { kind: 'locked_today', counted: false, untilMs: before }
    const row = await store.takeAttempt(db, binding.signerId)
    if (row === undefined) {
      const left = await store.currentCode(db, binding.signerId)
      return left === undefined || !this.#isFresh(left)
        ? { kind: 'expired', counted: false }
        : { kind: 'locked', counted: false }
    }
    if (!this.#isFresh(row) || row.document_sha256 !== binding.documentSha256)
      return { kind: 'expired', counted: true }
    if (await this.#isRight(row, binding, proof, purpose)) {
      await store.markUsed(db, row.id)
      return { kind: 'right', id: row.id, channel: row.method }
    }
    const after = await this.#locked(db, binding)
    if (after !== undefined) return { kind: 'locked_today', counted: true, untilMs: after }
    return row.attempts_left === 0
      ? { kind: 'locked', counted: true }
      : { kind: 'wrong', attemptsLeft: row.attempts_left, counted: true }
  }

  async #isRight(
    row: store.CodeRow,
    binding: CodeBinding,
    proof: Proof,
    purpose: ChallengePurpose,
  ): Promise<boolean> {
    if (typeof proof === 'function') {
      const challenge = challengeIn(row, purpose)
      return challenge !== undefined && (await proof(challenge))
    }
    // What nobody has heard was guessed.
    if (row.call_state === 'asked') return false
    if (row.code_hash === null) return false
    const known = Buffer.from(row.code_hash, 'hex')
    const given = this.#codeMac(row.id, binding, proof)
    return known.length === given.length && timingSafeEqual(known, given)
  }

  /**
   * Until when guessing is locked for a signer, epoch milliseconds; undefined: not locked.
   * @param phoneHash of the phone that receives the code, for which guesses count across signers; undefined: not
   * known
   */
  async lockedUntil(
    db: Db,
    { signerId, forgivenMs }: Pick<CodeBinding, 'signerId' | 'forgivenMs'>,
    phoneHash?: string,
  ): Promise<number | undefined> {
    const sinceMs = this.parts.clock.now() - OTP.dayMs
    const own = await store.wrongAttempts(
      db,
      ['signer_id', signerId],
      Math.max(sinceMs, forgivenMs),
    )
    // Guesses of all requests count, and no other transaction guesses in between.
    if (phoneHash !== undefined && db.isTransaction) await takeTurn(db, 'guesses', phoneHash)
    const ofPhone =
      phoneHash === undefined
        ? []
        : await store.wrongAttempts(db, ['phone_hash', phoneHash], sinceMs)
    const until = [freeAgain(own, OTP.wrongPerSigner), freeAgain(ofPhone, OTP.wrongPerPhone)]
    const latest = Math.max(...until.map((ms) => ms ?? 0))
    return latest === 0 ? undefined : latest
  }

  async #locked(db: Db, binding: CodeBinding): Promise<number | undefined> {
    const code = await store.currentCode(db, binding.signerId)
    return await this.lockedUntil(db, binding, code?.phone_hash)
  }

  /** The code for this purpose that can be entered now; undefined when there is none. */
  async status(
    db: Db,
    { signerId, documentSha256 }: Omit<CodeBinding, 'forgivenMs'>,
  ): Promise<OtpStatus | undefined> {
    const row = await store.currentCode(db, signerId)
    if (row?.document_sha256 !== documentSha256 || !this.#isFresh(row)) return undefined
    const channel = row.method
    if (channel === 'passkey') return undefined
    if (channel === 'totp' && challengeIn(row, 'get') === undefined) return undefined
    return {
      channel,
      expiresAtMs: row.expires_at,
      attemptsLeft: row.attempts_left,
      resendAtMs: row.created_at + OTP.pauseMs,
      delivery: row.delivery ?? 'sent',
      testCode: row.test_code,
    }
  }

  /** Marks a code that could not be sent, so that it does not count. */
  async unsent(db: Db, id: string): Promise<void> {
    await store.markUnsent(db, id)
  }

  /** Invalidates the current code. */
  async end(db: Db, signerId: string): Promise<void> {
    await store.endCodes(db, signerId)
  }

  /** The code itself, in test mode only; undefined when there is none to enter. */
  testCode(db: Db, signerId: string): Promise<string | undefined> {
    return store.testCode(db, signerId)
  }

  #isFresh(row: store.CodeRow): boolean {
    return stillHolds(row.created_at, row.expires_at - row.created_at, this.parts.clock.now())
  }

  /** Derived from its random id and the secret: a mail can be written later, and no code is stored. */
  #codeOf(id: string): string {
    const number = this.#mac(`digits ${id}`).readUIntBE(0, 6) % 10 ** OTP.digits
    return String(number).padStart(OTP.digits, '0')
  }

  #targetMac({ channel, to }: CodeTarget): Buffer {
    return this.#mac(channel === 'email' ? `address ${to.toLowerCase()}` : `phone ${to}`)
  }

  #codeMac(id: string, { signerId, documentSha256 }: CodeBinding, code: string): Buffer {
    return this.#mac(`code ${id} ${signerId} ${documentSha256} ${code}`)
  }

  #mac(text: string): Buffer {
    return createHmac('sha256', this.parts.secret).update(text).digest()
  }
}

/** The challenge of a row with that purpose; undefined: it has another one, or a code. */
const challengeIn = (row: store.CodeRow, purpose: ChallengePurpose): string | undefined =>
  row.purpose === purpose ? (row.challenge ?? undefined) : undefined

/** When the oldest relevant guess is a day old; undefined: another guess is allowed. */
function freeAgain(codes: ReadonlyArray<{ created_at: number; wrong: number }>, max: number) {
  let count = 0
  for (const { created_at, wrong } of codes.toReversed()) {
    count += wrong
    if (count >= max) return created_at + OTP.dayMs
  }
  return undefined
}

/** The error while guessing is locked for a day. */
export function lockedToday(untilMs: number, nowMs: number): AppError {
  const detail = inEveryLanguage(({ faults }) => faults.messages.codeLockedToday)
  return new AppError('otp_locked', detail, {
    attemptsLeft: 0,
    retryAfterSeconds: Math.max(1, Math.ceil((untilMs - nowMs) / 1000)),
    errors: [{ pointer: '/code', code: 'otp_locked_today', ...saying(detail) }],
  })
}

/** The limits of every code: six an hour, half a minute between two. @throws AppError `otp_rate_limited` */
export function refuseSoon(sent: readonly number[], nowMs: number, pauseMs: number = OTP.pauseMs) {
  // After the clock was set back, times in the future count for the hour but are not waited for.
  const newest = sent.filter((ms) => ms <= nowMs + CLOCK_TOLERANCE_MS).at(-1)
  const oldest = sent.at(-OTP.perHour)
  const pause = newest === undefined ? 0 : newest + pauseMs - nowMs
  const hour = oldest === undefined ? 0 : Math.min(oldest - nowMs, 0) + OTP.hourMs
  const waitMs = Math.max(pause, hour)
  if (waitMs <= 0) return
  const seconds = Math.ceil(waitMs / 1000)
  const detail =
    hour > 0
      ? say('codes.perHour', { max: OTP.perHour, minutes: Math.ceil(seconds / 60) })
      : say('codes.nextIn', { seconds })
  throw new AppError('otp_rate_limited', detail, { retryAfterSeconds: seconds })
}
