/** Rate limits: the interfaces that domains call, implemented in memory and in PostgreSQL, and addresses as they count them. */
import { isIPv6 } from 'node:net'

/** How many attempts a window allows; it begins with the first one. */
export interface AttemptLimit {
  /** Lower-case letters and hyphens; two limits of one name count together. */
  name: string
  max: number
  windowMs: number
  /** Only time ends a refusal (attempts are neither refunded nor cleared), so each instance may remember it. */
  lasting?: true
}

/** State of one key's window. */
export interface AttemptState {
  /** Milliseconds to wait; 0: the attempt was counted, or one is left. */
  waitMs: number
  /** Attempts counted, including this one. */
  used: number
  /** Milliseconds until the window ends. */
  restMs: number
}

/** A limit and the key to check it for: a call is refused while its attempts are used up. */
export interface LimitCheck {
  limit: AttemptLimit
  key: string
}

/** Counts attempts by key. An attempt is counted before it is made, so that many at once gain nothing. */
export interface AttemptLimiter {
  readonly limit: AttemptLimit
  /** Counts an attempt if one is left. @throws AppError `storage_unavailable` when it cannot be counted */
  consume(key: string): Promise<AttemptState>
  /** The state of a key that must wait, as far as it is known without asking the database; undefined: go on. */
  exceeded(key: string): AttemptState | undefined
  /** Refunds one attempt that succeeded. */
  refund(key: string): Promise<void>
  /** Clears the attempts of a key. */
  clear(key: string): Promise<void>
}

/** State of a rate after a call. */
export interface RateState {
  limit: number
  remaining: number
  /** Milliseconds until one more call fits. */
  waitMs: number
}

/** A rate per 60 seconds. */
export interface MinuteRate {
  name: string
  limit: number
}

/** A call to be admitted. */
export interface Call {
  /** Whose slots and rates: any text, such as a key id. */
  owner: string
  /** How many calls of the owner may run at once; undefined: any number, and no slot is taken. */
  slots?: number | undefined
  rate?: MinuteRate | undefined
  /** A limit that must not be used up. */
  check?: LimitCheck | undefined
}

/** An admitted call. */
export interface Admitted {
  refused?: undefined
  /** Frees the slot; further calls do nothing. */
  leave(): void
  /** State of the call's rate now, as far as this process knows; undefined: the call has no rate. */
  rate(): RateState | undefined
}

/** Why a call was not admitted; nothing was counted. */
export type Refused =
  | { refused: 'slots' }
  | { refused: 'rate'; rate: RateState }
  | { refused: 'bar'; waitMs: number }

/** Admits calls: slots first, then the rate. A refused call counts against neither. */
export interface Calls {
  /** @throws AppError `storage_unavailable` when it cannot be counted */
  enter(call: Call): Promise<Admitted | Refused>
  /** State of an owner's rate, without counting. */
  rate(owner: string, rate: MinuteRate): Promise<RateState>
  /** Running calls of an owner that hold a slot. */
  running(owner: string): Promise<number>
}

/** What counts: one process's memory, or a database that several instances share. */
export interface Throttling {
  /** Whether several instances count together. */
  readonly isShared: boolean
  readonly calls: Calls
  attemptLimiter(limit: AttemptLimit): AttemptLimiter
  /** Counts in this process alone: for what must be answered while the database is away. */
  ownAttemptLimiter(limit: AttemptLimit): AttemptLimiter
  /** Ends what runs in the background; slots still held come free by themselves. */
  close(): Promise<void>
}

/** An IPv4 address, or four groups of an IPv6 address: they identify the line, and the customer can vary the rest. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)
  if (mapped?.[1] !== undefined) return mapped[1]
  const [head = '', tail = ''] = address.split('%')[0]?.split('::') ?? []
  const before = head === '' ? [] : head.split(':')
  const after = tail === '' ? [] : tail.split(':')
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0')
  const groups = address.includes('::') ? [...before, ...zeros, ...after] : before
  return groups.slice(0, 4).join(':').toLowerCase()
}
