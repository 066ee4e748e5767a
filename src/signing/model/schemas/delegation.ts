/** The input of a delegation to another person, and what can be wrong with it. */
import { type Static, Type } from 'typebox'
import { toIso } from '../../../kernel/clock.ts'
import type { Finding } from '../../../kernel/coded-error.ts'
import type { Language } from '../../../kernel/languages.ts'
import { findingAt } from '../../../translations/texts.ts'
import type { Delegation } from '../delegation.ts'
import { isSameMailbox } from '../people.ts'
import type { Delivery } from '../states.ts'
import { EMAIL_PATTERN, languageTag } from './notify.ts'

/** Characters of the reason, which others read. */
const REASON_MAX = 300
/** Characters of a telephone number as people write it. */
const PHONE_MAX = 40

const text = (description: string, maxLength: number) =>
  Type.String({ description, minLength: 1, maxLength, pattern: '\\S' })

/** JSON body that names the delegate. */
export const DelegationInputSchema = Type.Object(
  {
    email: Type.String({
      pattern: EMAIL_PATTERN,
      maxLength: 254,
      description: 'Where that person’s own link is sent',
    }),
    first_name: text('Given name', 100),
    last_name: text('Family name', 100),
    phone: Type.Optional(
      Type.String({
        maxLength: PHONE_MAX,
        description: 'Mobile phone for the code; if omitted, that person enters it',
      }),
    ),
    locale: Type.Optional(languageTag('the signer’s')),
    reason: text('Why; the sender and that person read it', REASON_MAX),
  },
  { additionalProperties: false, title: 'DelegationOrder' },
)
/** See {@link DelegationInputSchema}. */
export type DelegationInput = Static<typeof DelegationInputSchema>

/** What is stored about a person who delegates now. */
export const delegationBy = (
  signer: {
    email: string
    first_name: string | null
    last_name: string | null
    phone: string | null
    locale: Language
    link_version: number
  },
  { reason, phone }: DelegationInput,
  nowMs: number,
): Delegation => ({
  email: signer.email,
  ...(signer.first_name !== null && { first_name: signer.first_name }),
  ...(signer.last_name !== null && { last_name: signer.last_name }),
  reason: reason.trim(),
  at: toIso(nowMs),
  link_version: signer.link_version,
  phone_given: phone !== undefined,
  phone: signer.phone,
  locale: signer.locale,
})

const HAS_PART = 'delegate_has_part'
const hasPart = (pointer: string): Finding => findingAt(pointer, HAS_PART, 'people.hasPart')

/** A delegate who enters a number enters their own: the delegator's number proves nothing about them. */
export const ownPhoneFindings = (delegation: Delegation | null, phone: string): Finding[] =>
  delegation !== null && delegation.phone === phone
    ? [findingAt('/phone', HAS_PART, 'people.ownPhone')]
    : []

/**
 * Each person takes part once: neither the address nor the number of a delegate may be in the request already.
 * The sender chooses who takes part, and one person does not act for another.
 */
export function delegateFindings(
  {
    signers,
    sender,
  }: { signers: ReadonlyArray<{ email: string; phone: string | null }>; sender: string },
  { email, phone }: { email: string; phone: string | null },
): Finding[] {
  const taken = [sender, ...signers.map((each) => each.email)]
  // With another +tag it is the same person's mailbox.
  if (taken.some((each) => isSameMailbox(each, email))) return [hasPart('/email')]
  return phone !== null && signers.some((each) => each.phone === phone) ? [hasPart('/phone')] : []
}

/** Who delegates, or may, without being reached by e-mail: their delegate could not be either. */
export const handedFindings = (
  signers: ReadonlyArray<{ allow_delegation?: boolean | undefined; delivery: Delivery }>,
): Finding[] =>
  signers.flatMap(({ allow_delegation, delivery }, index) => {
    if (allow_delegation !== true || delivery === 'email') return []
    const pointer = `/signers/${index}/allow_delegation`
    return [findingAt(pointer, 'delegation_needs_email', 'people.delegateMail')]
  })
