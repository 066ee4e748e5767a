/**
 * API keys: creating, naming, moving between plans, rotating and revoking. Authentication is in `authenticator.ts`.
 */
import { sql } from 'kysely'
import { concurrently, inTurn, lockRows } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { type Clock, monthOf, toIso } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { newId } from '../kernel/ids.ts'
import { FatalError } from '../kernel/invariant.ts'
import { say } from '../translations/texts.ts'
import type { Caller } from './caller.ts'
import { type KeyMode, maskedKey, newKey } from './key-format.ts'
import { limitsOf, type StoredLimits } from './key-limits.ts'
import * as store from './key-store.ts'
import type { Pepper } from './pepper.ts'
import { keysMax, type Plan, type Plans } from './plans.ts'
import { noAccount, wrongField } from './service.ts'
import { findAccount } from './store.ts'

/** Options of the key service. */
export interface KeyServiceOptions {
  db: Db
  clock: Clock
  plans: Plans
  pepper: Pepper
  /** Start of every key, such as `pk`. */
  prefix: string
}

/** A new key. `secret` is shown once and stored nowhere. */
interface NewKey {
  id: string
  secret: string
}

/** Properties of a new key. */
interface KeyInput {
  accountId: string
  plan: string
  name: string
  mode: KeyMode
  /** What it is limited to; absent: nothing. */
  limits?: StoredLimits
}

type KeyScope = Pick<store.KeyRow, 'account_id' | 'plan' | 'mode'>

const OVERLAP_MAX_SECONDS = 24 * 3600
/** Default time that the old secret of a rotated key stays valid. */
export const OVERLAP_DEFAULT_SECONDS = 3600
const NAME_LENGTH_MAX = 80

/** A caller may have passed the secret itself, so it is not echoed. */
const noKey = (id: string) =>
  wrongField(
    '/key',
    /^key_\w*$/.test(id)
      ? `There is no key "${id}", or it is revoked.`
      : 'This is not the id of a key, which begins with key_; the list of keys shows it next to the first and last characters of each key.',
  )

function checkedName(name: string): string {
  const trimmed = name.trim()
  if (trimmed === '' || trimmed.length > NAME_LENGTH_MAX || /\p{Cc}/u.test(trimmed)) {
    throw wrongField(
      '/name',
      `The name of a key must have 1 to ${NAME_LENGTH_MAX} characters and no control characters.`,
    )
  }
  return trimmed
}

/** The key service. */
export class KeyService {
  readonly #parts: KeyServiceOptions

  constructor(options: KeyServiceOptions) {
    this.#parts = options
  }

  /**
   * Refuses to start with keys whose plan is no longer in the catalogue: their limits would be unknown.
   * @throws FatalError that names the plans
   */
  async checkPlans(): Promise<void> {
    const missing = (await store.plansInUse(this.#parts.db)).filter(
      (plan) => !this.#parts.plans.has(plan),
    )
    if (missing.length > 0) {
      throw new FatalError(
        `keys are bound to plans that are not in the catalogue: ${missing.join(', ')}; put them back into the plan file`,
      )
    }
  }

  /**
   * Makes a key bound to a plan. A plan's number of keys counts the keys of an account that are bound to that plan
   * and not revoked, live and test separately. Where the number is limited, a new key that replaces one revoked this
   * month continues its counters: revoking does not reset the quota.
   * @throws AppError `key_limit_reached`; `validation_failed` for an unknown account, plan or name
   */
  async createKey(input: KeyInput): Promise<NewKey> {
    const plan = this.#planNamed(input.plan)
    const name = checkedName(input.name)
    const now = this.#parts.clock.now()
    const place = { account_id: input.accountId, plan: plan.id, mode: input.mode }
    const made = { id: newId('key', now), secret: newKey(this.#parts.prefix, input.mode) }
    await inTurn(this.#parts.db, ['account', input.accountId], async (db) => {
      if ((await findAccount(db, input.accountId)) === undefined) throw noAccount(input.accountId)
      const limit = keysMax(plan)
      await this.#checkScope(db, place, plan)
      await store.insertKey(db, {
        ...place,
        id: made.id,
        name,
        created_at: toIso(now),
        last_used_at: null,
        revoked_at: null,
        succeeded_by: null,
        scopes: input.limits?.scopes ?? null,
        addresses: input.limits?.addresses ?? null,
      })
      await this.#insertSecret(db, made)
      const month = monthOf(now)
      const before = limit === null ? undefined : await store.findPredecessor(db, place, month)
      if (before !== undefined) await store.succeed(db, before.id, made.id, month)
    })
    return made
  }

  /** Signatures per month of a key's plan; 0 for an unknown key or a plan without signatures. */
  async signaturesOf(keyId: string, db: Db = this.#parts.db): Promise<number> {
    const key = await store.findKey(db, keyId)
    const plan = key && this.#parts.plans.get(key.plan)
    return plan?.signature?.signatures_per_month ?? 0
  }

  /** A key as the caller of work that outlives its call; undefined: it is revoked, or its account disabled. */
  async callerOf(keyId: string): Promise<Caller | undefined> {
    const key = await store.findUsable(this.#parts.db, keyId)
    const plan = key && this.#parts.plans.get(key.plan)
    if (key === undefined || plan === undefined) return undefined
    const { id, name, mode, account_id } = key
    return { account: { id: account_id }, key: { id, name, mode, limits: limitsOf(key) }, plan }
  }

  /** The keys of an account, or of all, revoked ones included. */
  listKeys(accountId?: string): Promise<store.ListedKey[]> {
    return store.listKeys(this.#parts.db, accountId)
  }

  /** Until when the replaced secrets of an account's keys, or of all, stay valid, by key. */
  async overlaps(accountId?: string): Promise<ReadonlyMap<string, string>> {
    const rows = await store.listOverlaps(this.#parts.db, accountId, toIso(this.#parts.clock.now()))
    return new Map(rows.map(({ id, until }) => [id, until]))
  }

  /** @throws AppError `validation_failed` when there is no such key or the name is bad */
  async renameKey(keyId: string, name: string): Promise<void> {
    await this.#update(keyId, { name: checkedName(name) })
  }

  /**
   * Replaces the limits of a key, from the next call on.
   * @param limits of `checkedLimits`
   * @throws AppError `validation_failed` when there is no such key
   */
  async limitKey(keyId: string, { scopes, addresses }: StoredLimits): Promise<void> {
    await this.#update(keyId, { scopes, addresses })
  }

  /** Ends a key with all its secrets, at once. @throws AppError `validation_failed` when there is none */
  async revokeKey(keyId: string): Promise<void> {
    await this.#update(keyId, { revoked_at: toIso(this.#parts.clock.now()) })
  }

  /**
   * Binds a key to another plan; what it has used this month stays used.
   * @throws AppError `key_limit_reached`; `validation_failed` for an unknown key or plan
   */
  async movePlan(keyId: string, planId: string): Promise<void> {
    const plan = this.#planNamed(planId)
    const found = await store.findKey(this.#parts.db, keyId)
    await inTurn(this.#parts.db, ['account', found?.account_id ?? ''], async (db) => {
      const key = await this.#liveKey(db, keyId)
      if (key.plan === plan.id) return
      await this.#checkScope(db, { ...key, plan: plan.id }, plan)
      await store.updateKey(db, keyId, { plan: plan.id })
    })
  }

  /**
   * Gives a key a new secret. The old one stays valid for `overlapSeconds` (0 to 86,400), so that callers can switch;
   * id, plan, name and counters stay.
   * @throws AppError `validation_failed` for an unknown key or a longer overlap
   */
  async rotateKey(keyId: string, overlapSeconds = OVERLAP_DEFAULT_SECONDS): Promise<NewKey> {
    if (
      !Number.isInteger(overlapSeconds) ||
      overlapSeconds < 0 ||
      overlapSeconds > OVERLAP_MAX_SECONDS
    ) {
      throw wrongField('/overlap', `The overlap must be 0 to ${OVERLAP_MAX_SECONDS} whole seconds.`)
    }
    return await concurrently(this.#parts.db, 'rows', async (db) => {
      const key = await this.#liveKey(db, keyId)
      const made = { id: key.id, secret: newKey(this.#parts.prefix, key.mode) }
      await store.endSecrets(db, key.id, toIso(this.#parts.clock.now() + overlapSeconds * 1000))
      await this.#insertSecret(db, made)
      return made
    })
  }

  #planNamed(id: string): Plan {
    const plan = this.#parts.plans.get(id)
    if (plan !== undefined) return plan
    const valid = [...this.#parts.plans.keys()].join(', ')
    throw wrongField('/plan', `There is no plan "${id}"; the plans are ${valid}.`)
  }

  async #liveKey(db: Db, id: string): Promise<store.KeyRow> {
    await lockRows(db, sql`api_keys WHERE id = ${id}`)
    const key = await store.findKey(db, id)
    if (key === undefined || key.revoked_at !== null) throw noKey(id)
    return key
  }

  async #checkScope(db: Db, place: KeyScope, plan: Plan): Promise<void> {
    const limit = keysMax(plan)
    if (limit === null || (await store.countKeys(db, place)) < limit) return
    throw new AppError(
      'key_limit_reached',
      say('accounts.keysFull', { plan: plan.title, limit, mode: place.mode }),
    )
  }

  async #insertSecret(db: Db, made: NewKey): Promise<void> {
    await store.insertSecret(db, {
      hash: this.#parts.pepper.hash(made.secret),
      key_id: made.id,
      masked: maskedKey(made.secret),
      created_at: toIso(this.#parts.clock.now()),
      expires_at: null,
    })
  }

  async #update(id: string, change: Parameters<typeof store.updateKey>[2]): Promise<void> {
    if (!(await store.updateKey(this.#parts.db, id, change))) throw noKey(id)
  }
}
