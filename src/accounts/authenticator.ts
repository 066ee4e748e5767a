/** Turns a presented API key into the {@link Caller} behind it. */
import { timingSafeEqual } from 'node:crypto'
import type { Db } from '../database/open.ts'
import { type Clock, toIso } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { say } from '../translations/texts.ts'
import type { Caller } from './caller.ts'
import { isWellFormedKey } from './key-format.ts'
import { limitsOf } from './key-limits.ts'
import * as store from './key-store.ts'
import type { KeyServiceOptions } from './keys.ts'
import type { Pepper } from './pepper.ts'
import type { Plans } from './plans.ts'

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
  readonly #db: Db
  readonly #clock: Clock
  readonly #plans: Plans
  readonly #pepper: Pepper
  /** When each key's last use was stored, epoch milliseconds. */
  readonly #noted = new Map<string, number>()

  constructor(options: AuthenticatorOptions) {
    this.#db = options.db
    this.#clock = options.clock
    this.#plans = options.plans
    this.#pepper = options.pepper
  }

  /**
   * Finds who is calling. A text that cannot be a key costs no database access.
   * @throws AppError `api_key_invalid`, the same for every reason
   */
  async authenticate(secret: string): Promise<Caller> {
    if (!isWellFormedKey(secret)) throw invalidKey()
    const hash = this.#pepper.hash(secret)
    const now = this.#clock.now()
    const match = await store.findByHash(this.#db, hash, toIso(now))
    if (match === undefined || !timingSafeEqual(match.hash, hash)) throw invalidKey()
    const plan = this.#plans.get(match.plan)
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
    await store.touchKey(this.#db, id, toIso(nowMs)).catch(() => undefined)
  }
}
