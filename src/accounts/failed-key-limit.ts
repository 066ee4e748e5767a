/**
 * What a network address may do in a minute without a valid key, in memory. One address is an IPv4
 * address or an IPv6 /64, which is what one customer line is assigned.
 */
import { isIPv6 } from 'node:net'
import type { Clock } from '../kernel/clock.ts'
import type { PolicyState } from './rate-headers.ts'

const WINDOW_MS = 60_000
/** Wrong keys that one address may send in a minute: slows guessing. */
export const FAILED_KEYS = { name: 'wrong-keys-minute', quota: 1_000 }
/** Calls without a key that one address may make in a minute: health, metrics, pages and unknown paths. */
export const PUBLIC_CALLS = { name: 'public-calls-minute', quota: 600 }
/** Bounds memory under an attack from very many addresses; the oldest entries are evicted first. */
const ADDRESSES_MAX = 50_000

interface Window {
  startedMs: number
  count: number
}

/** Four groups of an IPv6 address identify the line; the customer can vary the rest. */
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

/** Counts one kind of event by address in windows of a minute that begin with the first one. */
export class FailedKeyLimit {
  readonly #clock: Clock
  readonly #name: string
  readonly #quota: number
  readonly #windows = new Map<string, Window>()

  constructor(clock: Clock, { name, quota }: { name: string; quota: number }) {
    this.#clock = clock
    this.#name = name
    this.#quota = quota
  }

  /** Seconds that an address must wait; 0 if it need not. */
  waitSeconds(address: string): number {
    const window = this.#current(networkOf(address))
    if (window === undefined || window.count < this.#quota) return 0
    return Math.max(1, Math.ceil((window.startedMs + WINDOW_MS - this.#clock.now()) / 1000))
  }

  /** Policy state of an address, for the headers of a response without a caller. */
  policy(address: string): PolicyState {
    const window = this.#current(networkOf(address))
    return {
      name: this.#name,
      quota: this.#quota,
      windowSeconds: WINDOW_MS / 1000,
      remaining: this.#quota - (window?.count ?? 0),
      resetSeconds:
        window === undefined ? 0 : (window.startedMs + WINDOW_MS - this.#clock.now()) / 1000,
    }
  }

  /** Records one event. */
  note(address: string): void {
    const network = networkOf(address)
    const window = this.#current(network)
    if (window !== undefined) {
      window.count += 1
      return
    }
    this.#windows.delete(network)
    if (this.#windows.size >= ADDRESSES_MAX) {
      const [first] = this.#windows.keys()
      if (first !== undefined) this.#windows.delete(first)
    }
    this.#windows.set(network, { startedMs: this.#clock.now(), count: 1 })
  }

  /** Number of addresses in memory. */
  get size(): number {
    return this.#windows.size
  }

  #current(network: string): Window | undefined {
    const window = this.#windows.get(network)
    if (window === undefined) return undefined
    const age = this.#clock.now() - window.startedMs
    return age >= 0 && age < WINDOW_MS ? window : undefined
  }
}
