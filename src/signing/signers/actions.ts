/** What a signer does: opens, proves who they are, signs or declines. Each action is an entry in the trail. */

import { concurrently } from '../../database/concurrent.ts'
import { toIso } from '../../kernel/clock.ts'
import type { SecretVault } from '../../kernel/secret-vault.ts'
import { Service } from '../../kernel/service.ts'
import { isLandline } from '../../messages/phone-rules.ts'
import { markFrom } from '../model/intent.ts'
import { JOBS } from '../model/job-kinds.ts'
import { returnToSender } from '../requests/editing.ts'
import type { PendingBlobs } from '../requests/pending-blobs.ts'
import type { Sealing } from '../sealing/service.ts'
import * as store from '../store/requests.ts'
import type { SignerContext, SignerParts } from './access.ts'
import type { Visitor } from './action-entries.ts'
import { act, actorOf, appendTrailEntry, noteOpened, type Origin } from './action-entries.ts'
import { CodeActions } from './code-actions.ts'
import { Delegating } from './delegating.ts'
import { KeptValues } from './kept-values.ts'
import type { CodeInput } from './phone-and-consent.ts'
import { RegisteredActions } from './registered-actions.ts'
import {
  givenBy,
  holdFiles,
  intentIn,
  type Ordered,
  type SignatureOrderBody,
} from './sign-command.ts'
import { assertAsked, assertOwn, assertShown, assertVerified } from './signer-guards.ts'
import type { SignerSteps } from './view.ts'

/** Delay after which a job makes the signature, if the call that ordered it was interrupted. */
const RESCUE_AFTER_MS = 20_000

interface SignerActionsDeps extends SignerParts {
  files: PendingBlobs
  keptVault: SecretVault
  sealing: Sealing
  signatureFailed(error: unknown, facts: { document: string; signer: string }): void
}

/** Signer actions. */
export class SignerActions extends Service<SignerActionsDeps> {
  readonly #codes = new CodeActions(this.parts)
  /** The code before the document is shown. */
  readonly opening = this.#codes.opening
  /** What signers who delegate do. */
  readonly delegating = new Delegating(this.parts)
  /** Passkeys, which take the place of codes, and authenticator apps. */
  readonly registered = new RegisteredActions({ ...this.parts, codes: this.#codes })
  /** Half-filled forms. */
  readonly kept = new KeptValues(this.parts)

  /** Where a signer is whose method is registered, and whether codes can be spoken in a call. */
  async steps(context: SignerContext): Promise<SignerSteps> {
    const { phone, voice } = context.signer
    const calls = voice !== null && this.parts.calls !== undefined
    return {
      passkey: await this.registered.step(context, 'passkey'),
      totp: await this.registered.step(context, 'totp'),
      call: calls ? (phone !== null && isLandline(phone) ? 'only' : 'possible') : undefined,
    }
  }

  /** A person opens the document; mail scanners that only fetch the page do not get here. */
  async open(token: string, origin: Origin): Promise<void> {
    await concurrently(this.parts.db, 'request', async (trx) => {
      const context = await this.parts.access.context(trx, token)
      await noteOpened(this.parts, { ...context, trx, origin })
    })
  }

  /** See `CodeActions.request`. */
  requestCode(token: string, body: CodeInput, origin: Origin): Promise<void> {
    return this.#codes.request(token, body, origin)
  }

  /** See `CodeActions.enter`. */
  verify(token: string, code: string, origin: Origin): Promise<string> {
    return this.#codes.enter(token, code, origin)
  }

  /**
   * Takes the order to sign, makes the signature, and returns when it is made. Once the order is taken, nothing more
   * is asked of the person: if the call is interrupted after that, a job makes the signature.
   * @throws AppError `verification_required`, `validation_failed`, `document_changed`, `image_invalid`, `authority_unavailable`
   */
  async sign(visitor: Visitor, body: SignatureOrderBody): Promise<void> {
    const asking = await this.parts.access.activeContext(this.parts.db, visitor.token)
    const { signer } = asking
    assertAsked(signer, 'signature')
    assertOwn(signer, false)
    assertShown(asking, body.document_sha256)
    assertVerified(this.parts, signer, visitor.session)
    const given = await givenBy(this.parts.db, asking, body)
    await this.parts.sealing.rehearse(asking, { mark: markFrom(body), ...given })
    await this.parts.files.during(async (save) => {
      const picture = body.picture === undefined ? undefined : await save(body.picture)
      await this.#order(visitor, { body, picture, ...given })
    })
    try {
      await this.parts.sealing.sign(signer.id)
    } catch (error) {
      // The order stays valid: the job makes the signature, 20 seconds later.
      this.parts.signatureFailed(error, { document: signer.request_id, signer: signer.id })
    }
  }

  /** Takes the order to sign: from here on, a job makes the signature if this call does not. */
  async #order(visitor: Visitor, ordered: Ordered): Promise<void> {
    const { body, files } = ordered
    const { clock, jobs } = this.parts
    await act(this.parts, visitor, async (ordering) => {
      const { trx, signer, request } = ordering
      assertShown(ordering, body.document_sha256)
      assertVerified(this.parts, signer, visitor.session)
      await holdFiles(trx, signer, files)
      const intent = intentIn(ordering, ordered, visitor.origin, toIso(clock.now()))
      await store.updateSigner(trx, signer.id, { intent })
      const payload = { signer_id: signer.id, id: request.id }
      await jobs.add(trx, JOBS.sign, payload, {
        uniqueKey: signer.id,
        lane: request.id,
        accountId: request.account_id,
        delayMs: RESCUE_AFTER_MS,
      })
    })
  }

  /**
   * Records that an approver approves the document as it was shown, and goes on with the next step: an entry in the
   * trail, without key, certificate or revision of the file.
   * @throws AppError `action_not_asked`, `verification_required`, `document_changed`
   */
  async approve(visitor: Visitor, sha256: string): Promise<void> {
    const { clock, lifecycle } = this.parts
    await act(this.parts, visitor, async (approving) => {
      const { trx, signer, request } = approving
      assertAsked(signer, 'approval')
      // An edit also ends what was verified: that the document is another one says more.
      assertShown(approving, sha256)
      assertVerified(this.parts, signer, visitor.session)
      await store.moveSigner(trx, signer.id, 'signed', {
        signed_at: toIso(clock.now()),
        session_hash: null,
        verified_until: null,
      })
      await appendTrailEntry(this.parts, approving, 'signer.approved', { sha256_shown: sha256 })
      await lifecycle.advance(trx, request.id)
    })
  }

  /** Returns the document to the sender. @throws AppError `return_not_allowed` */
  async return(token: string, reason: string, origin: Origin): Promise<void> {
    await act(this.parts, { token, origin }, async (returning) => {
      await returnToSender(this.parts, returning.trx, returning, reason)
      await appendTrailEntry(this.parts, returning, 'signer.returned', { reason })
    })
  }

  /** Refuses to sign, which ends the request for everybody. */
  async decline(token: string, reason: string, origin: Origin): Promise<void> {
    const { clock, lifecycle } = this.parts
    await act(this.parts, { token, origin }, async (declining) => {
      const { trx, signer } = declining
      const changes = { ended_at: toIso(clock.now()), end_reason: reason, session_hash: null }
      await store.moveSigner(trx, signer.id, 'declined', changes)
      await appendTrailEntry(this.parts, declining, 'signer.declined', { reason })
      const actor = actorOf(signer, origin)
      await lifecycle.end(trx, declining, 'declined', { actor, reason, except: signer.id })
    })
  }
}
