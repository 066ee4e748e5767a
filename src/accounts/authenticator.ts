/** Turns a presented API key into the {@link Caller} behind it. */
import { timingSafeEqual } from 'node:crypto'
import { toIso } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { say } from '../translations/texts.ts'
import type { Caller } from './caller.ts'
import { isWellFormedKey } from './key-format.ts'
import { limitsOf } from './key-limits.ts'
import * as store from './key-store.ts'
import type { KeyServiceOptions } from './keys.ts'

/** Dependencies of the authenticator. */
type AuthenticatorOptions = Omit<KeyServiceOptions, 'prefix'>

const LAST_USE_EVERY_MS = 60_000

/** Deliberately the same for unknown, revoked, expired and disabled. */
const invalidKey = () => new AppError('api_key_invalid', say('accounts.keyInvalid'))

/** Most keys have no limits, and nothing is read for them. */
const limited = (match: store.KeyMatch) =>
  match.scopes !== null || match.addresses !== null ? { limits: limitsOf(match) } : {}

/** Checks keys against the database at every call, so that revoking one works at once. */
export class Authenticator {
  readonly #parts: AuthenticatorOptions
  /** When each key's last use was stored, epoch milliseconds. */
  readonly #noted = new Map<string, number>()

  constructor(options: AuthenticatorOptions) {
    this.#parts = options
  }

  /**
   * Finds who is calling. A text that cannot be a key costs no database access.
   * @throws AppError `api_key_invalid`, the same for every reason
   */
  async authenticate(secret: string): Promise<Caller> {
    if (!isWellFormedKey(secret)) throw invalidKey()
    const hash = this.#parts.pepper.hash(secret)
    const now = this.#parts.clock.now()
    const match = await store.findByHash(this.#parts.db, hash, toIso(now))
    if (match === undefined || !timingSafeEqual(match.hash, hash)) throw invalidKey()
    const plan = this.#parts.plans.get(match.plan)
    if (plan === undefined) throw new Error(`key ${match.key_id} is bound to an unknown plan`)
    await this.#noteUse(match.key_id, now)
    return {
      account: { id: match.account_id },
      key: { id: match.key_id, name: match.name, mode: match.mode, ...limited(match) },
      plan,
    }
  }

  /** Stores the time of use at most once a minute; a full disk must not make a read call fail. */
  async #noteUse(id: string, nowMs: number): Promise<void> {
    const last = this.#noted.get(id)
    if (last !== undefined && Math.abs(nowMs - last) < LAST_USE_EVERY_MS) return
    this.#noted.set(id, nowMs)
    await store.touchKey(this.#parts.db, id, toIso(nowMs)).catch(() => undefined)
  }
}
