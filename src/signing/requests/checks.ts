/** What is wrong with an order before its document is looked at: for a request, and for each row of a bulk send. */

import type { Finding } from '../../kernel/coded-error.ts'
import { type SenderFacts, wordFindings } from '../branding/name-rules.ts'
import { fieldFindings } from '../fields/definitions.ts'
import { authenticationFindings, withMethods } from '../model/authentication.ts'
import { actionFindings, withSteps } from '../model/participant-actions.ts'
import { copyFindings } from '../model/schemas/cc-recipients.ts'
import { handedFindings } from '../model/schemas/delegation.ts'
import { LIMITS } from '../model/schemas/signer.ts'
import type { Needs } from './parts.ts'
import { withPhones } from './phones.ts'
import {
  type CreateRequestInput,
  deliveryOf,
  repeatedSigners,
  unknownSigners,
} from './request-input.ts'

/** What {@link checkInput} needs. */
export type CheckParts = Needs<
  'authentication' | 'calls' | 'clock' | 'db' | 'senderFacts' | 'texting'
>
/** The people, words and fields of an order. */
export type InputWords = Pick<CreateRequestInput, 'signers' | 'options'> & {
  additional?: readonly unknown[]
}

/**
 * An order with its methods and its numbers in E.164, and every fault by JSON pointer. Places are not looked at.
 * @param facts of the account, where they are known already
 */
export async function checkInput<Input extends InputWords>(
  parts: CheckParts,
  accountId: string,
  given: Input,
  facts?: SenderFacts,
): Promise<{ input: Input; findings: Finding[] }> {
  const { authentication: allowed, clock } = parts
  const signers = withSteps(withMethods(given.signers, given.options.authentication, allowed))
  const { input, findings } = await withPhones(parts, accountId, { ...given, signers })
  const known = facts ?? (await parts.senderFacts(accountId))
  return {
    input,
    findings: [
      ...authenticationFindings(given, allowed, clock.now()),
      ...repeatedSigners(input.signers),
      ...unknownSigners(input),
      ...handedFindings(
        input.signers.map((each) => ({ ...each, delivery: deliveryOf(each, input.options) })),
      ),
      ...actionFindings(input.signers),
      ...copyFindings(input.options.copies ?? [], input.signers),
      ...wordFindings(input, known),
      ...fieldFindings(input.signers, {
        signatures: LIMITS.signaturesPerSigner,
        files: 1 + (given.additional?.length ?? 0),
      }),
      ...findings,
    ],
  }
}
