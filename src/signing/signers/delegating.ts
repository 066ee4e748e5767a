/** Delegation: one transaction, after which another person is the signer. */

import { AppError, throwIfInvalid } from '../../kernel/errors.ts'
import { Service } from '../../kernel/service.ts'
import { say } from '../../translations/texts.ts'
import { nameFindings, personFindings } from '../branding/name-rules.ts'
import { DELEGATOR_MAIL, JOBS } from '../model/job-kinds.ts'
import { SERVICE } from '../model/people.ts'
import type { SignerRow } from '../model/rows.ts'
import { copiedFindings } from '../model/schemas/cc-recipients.ts'
import {
  type DelegationInput,
  delegateFindings,
  delegationBy,
} from '../model/schemas/delegation.ts'
import { addNotices } from '../notifications/sender-mails.ts'
import { correctedColumns } from '../requests/corrections.ts'
import { languageIn } from '../requests/phones.ts'
import * as store from '../store/requests.ts'
import { removeFilesOfSigner } from '../store/uploads.ts'
import type { SignerContext, SignerParts } from './access.ts'
import type { Act } from './action-entries.ts'
import { act, appendTrailEntry, type Origin } from './action-entries.ts'

/** @throws AppError `delegation_not_allowed` */
function assertMayDelegate({ signer, host }: SignerContext): void {
  const why =
    signer.delegation !== null
      ? say('links.delegatedOnce')
      : signer.allow_delegation !== 1
        ? say('links.noDelegation')
        : host !== undefined
          ? say('links.delegateByMail')
          : undefined
  if (why !== undefined) throw new AppError('delegation_not_allowed', why)
}

/** Delegations. */
export class Delegating extends Service<SignerParts> {
  /**
   * Replaces a signer by another person, with a link, an identity and a key of their own. Nothing that the
   * signer saw, agreed to or proved counts for them, and the method of proof stays, so that the level does too.
   * @throws AppError `delegation_not_allowed`, `validation_failed`, `recipient_limit_reached`
   */
  async delegate(token: string, order: DelegationInput, origin: Origin): Promise<void> {
    const { db, clock, mails, otp, jobs } = this.parts
    const asked = await this.parts.access.activeContext(db, token)
    const sender = await this.parts.senderOf(asked.request.account_id)
    await act(this.parts, { token, origin }, async (delegating) => {
      assertMayDelegate(delegating)
      const { trx, request, signer, signers } = delegating
      const delegate = await this.#delegate(delegating, order)
      throwIfInvalid([
        ...personFindings(order),
        ...nameFindings(order.reason, '/reason'),
        ...delegateFindings({ signers, sender }, { email: order.email, phone: delegate.phone }),
        ...copiedFindings(request.copies, order),
      ])
      // Before the address counts as one that the account has written to.
      if (request.mode === 'live')
        await this.parts.recipientLimit.consume(trx, request.account_id, [order.email])
      await otp.end(trx, signer.id)
      // What one person uploaded is not shown to the next.
      const files = await removeFilesOfSigner(trx, signer.id)
      if (files.length > 0) await jobs.add(trx, JOBS.discard, { files })
      const delegation = delegationBy(signer, order, clock.now())
      const changes = { ...delegate, delegation, verified_identity: null }
      await store.updateSigner(trx, signer.id, changes)
      const { email, first_name, last_name, reason } = order
      const named = { email, first_name, last_name, reason, phone_given: delegation.phone_given }
      await appendTrailEntry(this.parts, delegating, 'signer.delegated', named)
      // The row is the delegate’s from here on: one more key if the sender replaces them by a person who delegates again.
      const key = `${signer.id} ${delegation.link_version}`
      const mail = { uniqueKey: key, accountId: request.account_id }
      await mails.add(trx, DELEGATOR_MAIL, { signer_id: signer.id }, mail)
      await addNotices(trx, mails, request, { kind: 'delegated', signer_id: signer.id, key })
      await this.parts.lifecycle.invite(trx, { ...signer, ...changes }, SERVICE)
    })
  }

  /** The columns of the person who takes the place. @throws AppError `validation_failed` at /phone */
  async #delegate(
    { trx, request, signer }: Act,
    { email, first_name, last_name, phone: typed, locale: tag }: DelegationInput,
  ): Promise<Partial<SignerRow> & { phone: string | null }> {
    const locale = tag === undefined ? signer.locale : languageIn(tag)
    const { budget } = this.parts.texting
    const phone =
      typed === undefined
        ? null
        : await budget.typed(trx, request.account_id, {
            typed,
            locale,
            calls: signer.voice !== null,
          })
    return {
      ...correctedColumns(signer, { email, first_name, last_name, locale }),
      phone,
      // A holder of the link must not replace a number that another person has given.
      phone_from: phone === null ? null : 'sender',
      phone_salt: null,
    }
  }
}
