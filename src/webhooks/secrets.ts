/** Signing secrets: created, rotated with overlap, and decrypted only to sign or to be shown to their owner. */

import type { KeyMode } from '../accounts/key-format.ts'
import { inTurn } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import { type Clock, DAY_MS, toIso } from '../kernel/clock.ts'
import { invariant } from '../kernel/invariant.ts'
import type { SecretVault } from '../kernel/secret-vault.ts'
import { newSecret } from './signature.ts'
import { type EndpointRow, expireSecrets, insertSecret, secretsOf } from './store.ts'

/** How long both secrets sign after a rotation. */
const OVERLAP_MS = DAY_MS

/** Owner name under which an account's secret is stored: test keys must not read the secret of live requests. */
export const accountOwner = (accountId: string, mode: KeyMode): string =>
  mode === 'live' ? accountId : `${accountId} test`

/** The secrets service. */
export class Secrets {
  readonly #db: Db
  readonly #clock: Clock
  readonly #vault: SecretVault

  constructor(parts: { db: Db; clock: Clock; vault: SecretVault }) {
    this.#db = parts.db
    this.#clock = parts.clock
    this.#vault = parts.vault
  }

  /** Generates or stores the given secret of a new owner, in the caller's transaction. */
  async add(db: Db, ownerId: string, secret: string = newSecret()): Promise<string> {
    const sealed = this.#vault.seal(ownerId, secret)
    const created_at = toIso(this.#clock.now())
    await insertSecret(db, { owner_id: ownerId, sealed, created_at, expires_at: null })
    return secret
  }

  /** Adds a new secret beside the current ones, which continue to sign for 24 hours; in the caller's transaction. */
  async rotate(db: Db, ownerId: string): Promise<{ secret: string; previousUntil: string }> {
    const nowMs = this.#clock.now()
    const expiresMs = nowMs + OVERLAP_MS
    await expireSecrets(db, ownerId, { nowMs, expiresMs })
    return { secret: await this.add(db, ownerId), previousUntil: toIso(expiresMs) }
  }

  /** An account's secret for webhook addresses given with requests of a mode; created on first use. */
  async ofAccount(accountId: string, mode: KeyMode) {
    const owner = accountOwner(accountId, mode)
    return await inTurn(this.#db, 'webhooks', async (db) => {
      await this.ensureAccount(db, accountId, mode)
      const [newest] = await secretsOf(db, owner, this.#clock.now())
      invariant(newest !== undefined, 'the secret was just made')
      return { secret: this.#vault.open(owner, newest.sealed), created_at: newest.created_at }
    })
  }

  /** Creates the account's secret unless there is one, in the caller's transaction. */
  async ensureAccount(db: Db, accountId: string, mode: KeyMode): Promise<void> {
    const owner = accountOwner(accountId, mode)
    const known = await secretsOf(db, owner, this.#clock.now())
    if (known.length === 0) await this.add(db, owner)
  }

  /** The secrets that sign for an endpoint: its own, or its account's if it has none; newest first. */
  async signing(endpoint: Pick<EndpointRow, 'id' | 'account_id' | 'mode'>): Promise<string[]> {
    const { id, account_id, mode } = endpoint
    const nowMs = this.#clock.now()
    // The last one signs for requests that test keys sent before they had a secret of their own.
    for (const owner of [id, accountOwner(account_id, mode), account_id]) {
      const rows = await secretsOf(this.#db, owner, nowMs)
      if (rows.length > 0) return rows.map(({ sealed }) => this.#vault.open(owner, sealed))
    }
    invariant(false, 'an endpoint has a secret of its own or of its account')
  }
}
