/** What an approver does instead of signing: an entry in the trail, without key, certificate or revision of the file. */

import { concurrently } from '../../database/concurrent.ts'
import { toIso } from '../../kernel/clock.ts'
import type { RequestLifecycle } from '../requests/lifecycle.ts'
import type { Needs } from '../requests/parts.ts'
import * as store from '../store/requests.ts'
import type { SignerAccess } from './access.ts'
import { appendTrailEntry, type Origin } from './action-entries.ts'
import { assertAsked, assertShown, assertVerified } from './signer-guards.ts'

type ApprovingDeps = Needs<'clock' | 'db' | 'trails'>

/** Approvals. */
export class Approving {
  readonly #parts: ApprovingDeps
  readonly #access: SignerAccess
  readonly #lifecycle: RequestLifecycle

  constructor(
    parts: ApprovingDeps,
    { access, lifecycle }: { access: SignerAccess; lifecycle: RequestLifecycle },
  ) {
    this.#parts = parts
    this.#access = access
    this.#lifecycle = lifecycle
  }

  /**
   * Records that a person approves the document as it was shown, and goes on with the next step: one transaction.
   * @throws AppError `action_not_asked`, `verification_required`, `document_changed`
   */
  async approve(
    token: string,
    session: string | undefined,
    sha256: string,
    origin: Origin,
  ): Promise<void> {
    const { db, clock } = this.#parts
    await concurrently(db, 'request', async (trx) => {
      const context = await this.#access.activeContext(trx, token)
      const { signer, request } = context
      assertAsked(signer, 'approval')
      // An edit also ends what was verified: that the document is another one says more.
      assertShown(context, sha256)
      assertVerified(this.#parts, signer, session)
      await store.moveSigner(trx, signer.id, 'signed', {
        signed_at: toIso(clock.now()),
        session_hash: null,
        verified_until: null,
      })
      await appendTrailEntry(this.#parts, trx, context, origin, 'signer.approved', {
        sha256_shown: sha256,
      })
      await this.#lifecycle.advance(trx, request.id)
    })
  }
}
