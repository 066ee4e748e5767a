/** What is wrong with an order before its document is looked at: for a request, and for each row of a bulk send. */

import type { Db } from '../../database/open.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Finding } from '../../kernel/coded-error.ts'
import { type SenderFacts, wordFindings } from '../branding/name-rules.ts'
import { fieldFindings } from '../fields/definitions.ts'
import {
  type AuthenticationMethod,
  authenticationFindings,
  withMethods,
} from '../model/authentication.ts'
import { actionFindings, withSteps } from '../model/participant-actions.ts'
import type { Calls } from '../model/ports.ts'
import { copyFindings } from '../model/schemas/cc-recipients.ts'
import { handedFindings } from '../model/schemas/delegation.ts'
import { LIMITS } from '../model/schemas/request.ts'
import type { TextBudget } from '../notifications/text-budget.ts'
import type { TextWatch } from '../notifications/text-watch.ts'
import { type CreateRequestInput, deliveryOf, repeatedSigners, unknownSigners } from './order.ts'
import { withPhones } from './phones.ts'

/** What {@link checkOrder} needs. */
export interface CheckParts {
  authentication: readonly AuthenticationMethod[]
  calls: Calls | undefined
  clock: Clock
  db: Db
  senderFacts(accountId: string): Promise<SenderFacts>
  texting: { budget: TextBudget; watch: TextWatch }
}
/** The people, words and fields of an order. */
export type OrderWords = Pick<CreateRequestInput, 'signers' | 'options'> & {
  additional?: readonly unknown[]
}

/**
 * An order with its methods and its numbers in E.164, and every fault by JSON pointer. Places are not looked at.
 * @param facts of the account, where they are known already
 */
export async function checkOrder<Order extends OrderWords>(
  parts: CheckParts,
  accountId: string,
  given: Order,
  facts?: SenderFacts,
): Promise<{ order: Order; findings: Finding[] }> {
  const { authentication: allowed, clock } = parts
  const signers = withSteps(withMethods(given.signers, given.options.authentication, allowed))
  const { order, findings } = await withPhones(parts, accountId, { ...given, signers })
  const known = facts ?? (await parts.senderFacts(accountId))
  return {
    order,
    findings: [
      ...authenticationFindings(given, allowed, clock.now()),
      ...repeatedSigners(order.signers),
      ...unknownSigners(order),
      ...handedFindings(
        order.signers.map((each) => ({ ...each, delivery: deliveryOf(each, order.options) })),
      ),
      ...actionFindings(order.signers),
      ...copyFindings(order.options.copies ?? [], order.signers),
      ...wordFindings(order, known),
      ...fieldFindings(order.signers, {
        signatures: LIMITS.signaturesPerSigner,
        files: 1 + (given.additional?.length ?? 0),
      }),
      ...findings,
    ],
  }
}
