/** The states of a signature request and of a signer, and all their transitions, defined only here. */
import { isOneOf } from '../../kernel/type-guards.ts'

/** States of a request, in the order of a successful one. */
export const REQUEST_STATES = [
  'draft',
  'pending',
  'completed',
  'declined',
  'cancelled',
  'expired',
  'failed',
] as const
/** State of a request. */
export type RequestState = (typeof REQUEST_STATES)[number]

/** States of a signer, in the order of a successful signature. */
export const SIGNER_STATES = [
  'waiting',
  'invited',
  'opened',
  'verified',
  'signed',
  'declined',
  'blocked',
] as const
/** State of a signer. */
export type SignerState = (typeof SIGNER_STATES)[number]

/** States as the API shows them: an approver is `approved` instead of `signed`. */
export const SIGNER_STATUSES = [...SIGNER_STATES, 'approved'] as const

/** Transitions of a request. */
const REQUEST_MOVES = {
  draft: ['pending', 'cancelled', 'expired'],
  pending: ['completed', 'declined', 'cancelled', 'expired', 'failed'],
  completed: [],
  declined: [],
  cancelled: [],
  // The sender may give it a new deadline.
  expired: ['pending'],
  // The operator may retry a sealing that failed permanently.
  failed: ['completed'],
} as const satisfies Record<RequestState, readonly RequestState[]>

/** Transitions of a signer. */
const SIGNER_MOVES = {
  // Who comes later than before waits again; so does who approved what was changed afterwards.
  waiting: ['invited', 'waiting'],
  // A new address means another person, who is invited and starts over; the same in the states below.
  invited: ['opened', 'declined', 'blocked', 'invited', 'waiting'],
  opened: ['verified', 'declined', 'blocked', 'invited', 'waiting'],
  // A verification expires, after which a new code is needed.
  verified: ['signed', 'verified', 'opened', 'declined', 'blocked', 'invited', 'waiting'],
  signed: ['waiting'],
  declined: [],
  blocked: ['invited'],
} as const satisfies Record<SignerState, readonly SignerState[]>

/** States from which a request may become `to`. */
export const requestSources = (to: RequestState): RequestState[] =>
  REQUEST_STATES.filter((from) => isOneOf(REQUEST_MOVES[from], to))

/** States from which a signer may become `to`. */
export const signerSources = (to: SignerState): SignerState[] =>
  SIGNER_STATES.filter((from) => isOneOf(SIGNER_MOVES[from], to))

/** Signers who are asked to do something now. */
export const ACTIVE_SIGNER_STATES = [
  'invited',
  'opened',
  'verified',
] as const satisfies readonly SignerState[]

/** How a signer gets the link: from the service by e-mail, by text message or by both, or handed over by the sender. */
export const DELIVERIES = ['email', 'sms', 'email_and_sms', 'none'] as const
/** See {@link DELIVERIES}. */
export type Delivery = (typeof DELIVERIES)[number]
/** Whether the link goes to the telephone, whose number the sender then gives. */
export const isTexted = (delivery: Delivery) => delivery === 'sms' || delivery === 'email_and_sms'
