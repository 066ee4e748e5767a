/** What a signer does: opens, proves who they are, signs or declines. Each action is an entry in the trail. */

import { concurrently } from '../../database/concurrent.ts'
import { toIso } from '../../kernel/clock.ts'
import { isLandline } from '../../messages/phone-rules.ts'
import { markFrom } from '../model/intent.ts'
import { JOBS } from '../model/job-kinds.ts'
import type { RequestLifecycle } from '../requests/lifecycle.ts'
import type { ServiceParts } from '../requests/parts.ts'
import type { PendingBlobs } from '../requests/pending-blobs.ts'
import { returnToSender } from '../requests/returning.ts'
import type { Sealing } from '../sealing/service.ts'
import * as store from '../store/requests.ts'
import type { SignerAccess, SignerContext } from './access.ts'
import { actorOf, appendTrailEntry, noteOpened, type Origin } from './action-entries.ts'
import { Approving } from './approving.ts'
import { CodeActions } from './code-actions.ts'
import { Delegating } from './delegating.ts'
import { KeptValues, type KeptValuesDeps } from './kept-values.ts'
import type { Opening } from './opening.ts'
import { PasskeyActions } from './passkey-actions.ts'
import type { CodeInput } from './phone-and-consent.ts'
import {
  givenBy,
  holdFiles,
  intentIn,
  type Ordered,
  type SignatureOrderBody,
} from './sign-command.ts'
import { assertAsked, assertOwn, assertShown, assertVerified } from './signer-guards.ts'
import { TotpActions } from './totp-actions.ts'
import type { SignerSteps } from './view.ts'

/** Delay after which a job makes the signature, if the call that ordered it was interrupted. */
const RESCUE_AFTER_MS = 20_000

interface SignerActionsDeps extends KeptValuesDeps, ServiceParts {
  signatureFailed(error: unknown, facts: { document: string; signer: string }): void
}

/** Signer actions. */
export class SignerActions {
  readonly #parts: SignerActionsDeps
  readonly #access: SignerAccess
  readonly #lifecycle: RequestLifecycle
  readonly #sealing: Sealing
  readonly #codes: CodeActions
  /** The code before the document is shown. */
  readonly opening: Opening
  /** What approvers do. */
  readonly approving: Approving
  /** What signers who delegate do. */
  readonly delegating: Delegating
  /** Passkeys, which take the place of codes. */
  readonly passkeys: PasskeyActions
  /** Authenticator apps, whose codes are entered like those sent by SMS. */
  readonly totps: TotpActions
  /** Half-filled forms. */
  readonly kept: KeptValues
  readonly #files: PendingBlobs

  constructor(
    parts: SignerActionsDeps,
    deps: {
      access: SignerAccess
      lifecycle: RequestLifecycle
      sealing: Sealing
      files: PendingBlobs
    },
  ) {
    this.#parts = parts
    this.#access = deps.access
    this.#lifecycle = deps.lifecycle
    this.#sealing = deps.sealing
    this.#codes = new CodeActions(parts, deps.access)
    this.opening = this.#codes.opening
    this.passkeys = new PasskeyActions(parts, deps.access, this.#codes)
    this.totps = new TotpActions(parts, deps.access, this.#codes)
    this.approving = new Approving(parts, deps)
    this.delegating = new Delegating(parts, deps)
    this.kept = new KeptValues(parts, deps.access)
    this.#files = deps.files
  }

  /** Where a signer is whose method is registered, and whether codes can be spoken in a call. */
  async steps(context: SignerContext): Promise<SignerSteps> {
    const { phone, voice } = context.signer
    const calls = voice !== null && this.#parts.calls !== undefined
    return {
      passkey: await this.passkeys.step(context),
      totp: await this.totps.step(context),
      call: calls ? (phone !== null && isLandline(phone) ? 'only' : 'possible') : undefined,
    }
  }

  /** A person opens the document; mail scanners that only fetch the page do not get here. */
  async open(token: string, origin: Origin): Promise<void> {
    await concurrently(this.#parts.db, 'request', async (trx) => {
      await noteOpened(this.#parts, trx, await this.#access.context(trx, token), origin)
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
  async sign(
    token: string,
    session: string | undefined,
    body: SignatureOrderBody,
    origin: Origin,
  ): Promise<void> {
    const asking = await this.#access.activeContext(this.#parts.db, token)
    const { signer } = asking
    assertAsked(signer, 'signature')
    assertOwn(signer, false)
    assertShown(asking, body.document_sha256)
    assertVerified(this.#parts, signer, session)
    const given = await givenBy(this.#parts.db, asking, body)
    await this.#sealing.rehearse(asking, { mark: markFrom(body), ...given })
    await this.#files.during(async (save) => {
      const picture = body.picture === undefined ? undefined : await save(body.picture)
      await this.#order(token, session, { body, picture, ...given }, origin)
    })
    try {
      await this.#sealing.sign(signer.id)
    } catch (error) {
      // The order stays valid: the job makes the signature, 20 seconds later.
      this.#parts.signatureFailed(error, { document: signer.request_id, signer: signer.id })
    }
  }

  /** Takes the order to sign: from here on, a job makes the signature if this call does not. */
  async #order(
    token: string,
    session: string | undefined,
    ordered: Ordered,
    origin: Origin,
  ): Promise<void> {
    const { body, files } = ordered
    const { db, clock, jobs } = this.#parts
    await concurrently(db, 'request', async (trx) => {
      const context = await this.#access.activeContext(trx, token)
      assertShown(context, body.document_sha256)
      assertVerified(this.#parts, context.signer, session)
      await holdFiles(trx, context.signer, files)
      const intent = intentIn(context, ordered, origin, toIso(clock.now()))
      await store.updateSigner(trx, context.signer.id, { intent })
      const payload = { signer_id: context.signer.id, id: context.request.id }
      await jobs.add(trx, JOBS.sign, payload, {
        uniqueKey: context.signer.id,
        lane: context.request.id,
        accountId: context.request.account_id,
        delayMs: RESCUE_AFTER_MS,
      })
    })
  }

  /** Returns the document to the sender. @throws AppError `return_not_allowed` */
  async return(token: string, reason: string, origin: Origin): Promise<void> {
    await concurrently(this.#parts.db, 'request', async (trx) => {
      const context = await this.#access.activeContext(trx, token)
      await returnToSender(this.#parts, trx, context, reason)
      await appendTrailEntry(this.#parts, trx, context, origin, 'signer.returned', { reason })
    })
  }

  /** Refuses to sign, which ends the request for everybody. */
  async decline(token: string, reason: string, origin: Origin): Promise<void> {
    const { db, clock } = this.#parts
    await concurrently(db, 'request', async (trx) => {
      const context = await this.#access.activeContext(trx, token)
      const { signer } = context
      const changes = { ended_at: toIso(clock.now()), end_reason: reason, session_hash: null }
      await store.moveSigner(trx, signer.id, 'declined', changes)
      await appendTrailEntry(this.#parts, trx, context, origin, 'signer.declined', { reason })
      const actor = actorOf(signer, origin)
      await this.#lifecycle.end(trx, context, 'declined', { actor, reason, except: signer.id })
    })
  }
}
