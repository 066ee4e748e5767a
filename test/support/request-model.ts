/**
 * What a signature request is supposed to do, in as few words as possible: a second, independent statement of the
 * rules, against which the service is run. Each method says what a call answers and moves the model on.
 */

/** What a call answers: `ok`, or the code of a problem. */
export type Answer = string

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
export const DAY = 24 * HOUR

/** A code that was sent and can still be entered. */
interface Code {
  at: number
  left: number
}

/** One person. */
export interface ModelSigner {
  step: number
  status: 'waiting' | 'invited' | 'opened' | 'verified' | 'signed' | 'declined' | 'blocked'
  /** Times of all codes that were sent. */
  sent: number[]
  code: Code | undefined
  wasted: number
  /** Until when the browser of the person who entered the right code may sign. */
  session: number
  mailedAt: number
  /** How often the link was replaced. */
  links: number
}

/** A request and its people. */
export class RequestModel {
  status: 'draft' | 'pending' | 'completed' | 'declined' | 'cancelled' | 'expired' = 'draft'
  #completedAt = 0
  now: number
  readonly madeAt: number
  readonly signers: ModelSigner[]

  constructor(now: number, steps: readonly number[]) {
    this.now = now
    this.madeAt = now
    this.signers = steps.map((step) => ({
      step,
      status: 'waiting',
      sent: [],
      code: undefined,
      wasted: 0,
      session: 0,
      mailedAt: 0,
      links: 0,
    }))
  }

  /** Signatures that count against the month. */
  get charged(): number {
    if (this.status === 'draft') return 0
    if (this.status === 'pending') return this.signers.length
    return this.signed
  }

  get signed(): number {
    return this.signers.filter(({ status }) => status === 'signed').length
  }

  /** What a person's page shows; undefined when their link leads nowhere. */
  /** Whoever signed has the file by then. */
  get #isLinkOver(): boolean {
    return this.status === 'completed' && this.now >= this.#completedAt + 30 * DAY
  }

  get #noLink(): string {
    return this.#isLinkOver ? 'signing_link_ended' : 'signing_link_invalid'
  }

  next(index: number): string | undefined {
    const { status } = this.at(index)
    if (this.status === 'draft' || this.#isLinkOver) return undefined
    if (this.status !== 'pending') return this.status
    const shown: Record<ModelSigner['status'], string> = {
      waiting: 'wait',
      invited: 'open',
      opened: 'sign',
      verified: 'sign',
      signed: 'signed',
      declined: 'declined',
      blocked: 'blocked',
    }
    return shown[status]
  }

  at(index: number): ModelSigner {
    const signer = this.signers[index]
    if (signer === undefined) throw new Error(`there is no signer ${index}`)
    return signer
  }

  /** Why a person cannot act; undefined when they can. */
  #over(index: number): Answer | undefined {
    const over: Record<string, Answer> = {
      wait: 'not_your_turn',
      signed: 'already_signed',
      completed: 'already_signed',
      declined: 'signing_declined',
      cancelled: 'signing_cancelled',
      expired: 'signing_expired',
      blocked: 'signer_blocked',
    }
    const next = this.next(index)
    return next === undefined ? this.#noLink : over[next]
  }

  send(): Answer {
    if (this.status !== 'draft') return 'document_state_conflict'
    this.status = 'pending'
    this.#inviteNext()
    return 'ok'
  }

  #inviteNext(): void {
    const left = this.signers.filter(({ status }) => status !== 'signed')
    const step = Math.min(...left.map((signer) => signer.step))
    for (const signer of left)
      if (signer.step === step && signer.status === 'waiting') this.#invite(signer)
  }

  #invite(signer: ModelSigner): void {
    signer.status = 'invited'
    signer.mailedAt = this.now
  }

  open(index: number): Answer {
    const signer = this.at(index)
    if (this.next(index) === undefined) return this.#noLink
    if (this.next(index) === 'open') signer.status = 'opened'
    return 'ok'
  }

  askCode(index: number): Answer {
    const over = this.#over(index)
    if (over !== undefined) return over
    const signer = this.at(index)
    const lately = signer.sent.filter((at) => at > this.now - HOUR)
    const tooSoon = lately.some((at) => at + 30 * SECOND > this.now)
    if (tooSoon || lately.length >= 6) return 'otp_rate_limited'
    if (signer.status === 'invited') signer.status = 'opened'
    signer.sent.push(this.now)
    signer.code = { at: this.now, left: 3 }
    return 'ok'
  }

  verify(index: number, isRight: boolean): Answer {
    const over = this.#over(index)
    if (over !== undefined) return over
    const signer = this.at(index)
    const { code } = signer
    if (code === undefined) return 'otp_expired'
    const isFresh = this.now < code.at + 10 * MINUTE
    if (code.left === 0) return isFresh ? 'otp_locked' : 'otp_expired'
    code.left -= 1
    if (!isFresh) return 'otp_expired'
    if (isRight) return this.#verified(signer)
    if (code.left > 0) return 'otp_invalid'
    signer.wasted += 1
    if (signer.wasted === 3) signer.status = 'blocked'
    return 'otp_locked'
  }

  #verified(signer: ModelSigner): Answer {
    signer.code = undefined
    signer.status = 'verified'
    signer.session = this.now + 30 * MINUTE
    return 'ok'
  }

  sign(index: number): Answer {
    const over = this.#over(index)
    if (over !== undefined) return over
    const signer = this.at(index)
    if (signer.status !== 'verified' || signer.session <= this.now) return 'verification_required'
    signer.status = 'signed'
    if (this.signed < this.signers.length) this.#inviteNext()
    return 'ok'
  }

  decline(index: number): Answer {
    const over = this.#over(index)
    if (over !== undefined) return over
    this.at(index).status = 'declined'
    this.status = 'declined'
    return 'ok'
  }

  cancel(): Answer {
    const isSealing = this.status === 'pending' && this.signed === this.signers.length
    if (isSealing || !this.#isOpen()) return 'document_state_conflict'
    this.status = 'cancelled'
    return 'ok'
  }

  #isOpen(): boolean {
    return this.status === 'draft' || this.status === 'pending'
  }

  remind(): Answer {
    const due = this.signers.filter(({ status }) =>
      ['invited', 'opened', 'verified'].includes(status),
    )
    if (this.status !== 'pending' || due.length === 0) return 'document_state_conflict'
    if (due.some(({ mailedAt }) => mailedAt + 10 * MINUTE > this.now)) return 'rate_limited'
    for (const signer of due) signer.mailedAt = this.now
    return 'ok'
  }

  unblock(index: number): Answer {
    const signer = this.at(index)
    if (this.status !== 'pending' || signer.status !== 'blocked') return 'document_state_conflict'
    this.#begin(signer)
    this.#invite(signer)
    return 'ok'
  }

  /** A new link, for a person who begins anew. */
  #begin(signer: ModelSigner): void {
    signer.links += 1
    signer.wasted = 0
    signer.code = undefined
    signer.session = 0
  }

  /** @param what what the sender corrects; another address is another person */
  edit(index: number, what: 'email' | 'phone' | 'name'): Answer {
    const signer = this.at(index)
    if (!this.#isOpen() || ['signed', 'declined'].includes(signer.status))
      return 'document_state_conflict'
    signer.session = 0
    if (what !== 'name') signer.code = undefined
    if (what !== 'email') return 'ok'
    this.#begin(signer)
    if (this.status === 'pending' && ['invited', 'opened', 'verified'].includes(signer.status))
      this.#invite(signer)
    return 'ok'
  }

  /** Time passes, and what is due is done. */
  wait(ms: number): void {
    this.now += ms
    const isAllSigned = this.signed === this.signers.length
    if (this.#isOpen() && !isAllSigned && this.now >= this.madeAt + 30 * DAY)
      this.status = 'expired'
    if (this.status !== 'pending' || !isAllSigned) return
    this.status = 'completed'
    this.#completedAt = this.now
  }
}

/** Answers that must have come about at least once; without them the rules behind them were not tried. */
export const MET = [
  'another email: document_state_conflict',
  'another email: ok',
  'ask for a code: already_signed',
  'ask for a code: not_your_turn',
  'ask for a code: otp_rate_limited',
  'ask for a code: signer_blocked',
  'ask for a code: signing_cancelled',
  'ask for a code: signing_declined',
  'ask for a code: signing_expired',
  'ask for a code: signing_link_invalid',
  'cancel: document_state_conflict',
  'cancel: ok',
  'decline: ok',
  'remind: ok',
  'remind: rate_limited',
  'right code: ok',
  'right code: otp_expired',
  'right code: otp_locked',
  'sign: ok',
  'sign: verification_required',
  'the first call again, under its Idempotency-Key: ok',
  'unblock: document_state_conflict',
  'unblock: ok',
  'wrong code: otp_expired',
  'wrong code: otp_invalid',
  'wrong code: otp_locked',
  'wrong code: signer_blocked',
]
