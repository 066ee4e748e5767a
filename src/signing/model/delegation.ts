/** A signer delegates to another person: what is stored and shown about it. */
import { type Static, Type } from 'typebox'
import type { Language } from '../../kernel/languages.ts'

/** Whether the sender lets a signer delegate. */
export const AllowDelegationSchema = Type.Boolean({
  description: 'May name somebody else in their place, once; not with delivery none',
})

/** Who delegated, as the API describes it. */
export const DelegationSchema = Type.Object(
  {
    email: Type.String(),
    first_name: Type.Optional(Type.String()),
    last_name: Type.Optional(Type.String()),
    reason: Type.String(),
    at: Type.String({ format: 'date-time' }),
  },
  {
    title: 'Delegation',
    description: 'Who named this person in their place',
  },
)

/** What the API tells of a signer who may delegate, or was named. */
export const DELEGATION_MEMBERS = {
  phone_from: Type.Optional(
    Type.Enum(['sender', 'signer', 'delegator'], { description: 'Who supplied the phone' }),
  ),
  allow_delegation: Type.Optional(Type.Boolean()),
  delegation: Type.Optional(DelegationSchema),
}

/** What is stored with the delegate. */
export interface Delegation extends Static<typeof DelegationSchema> {
  /** Of the link of the person who delegated; its page says so from then on. */
  link_version: number
  /** Whether they also gave the telephone number, which the delegate then cannot change. */
  phone_given: boolean
  /** Number of the person who delegated, if known: it proves nothing about the delegate. */
  phone: string | null
  /** In which they read. */
  locale: Language
}

/** As the API and webhooks show it. */
export const delegationJson = ({
  link_version: _link,
  phone_given: _given,
  phone: _phone,
  locale: _locale,
  ...told
}: Delegation): Static<typeof DelegationSchema> => told

/** Who supplied the telephone number of a signer. */
export const phoneFromOf = ({
  phone_from,
  delegation,
}: {
  phone_from: 'sender' | 'signer' | null
  delegation: Delegation | null
}) => (delegation?.phone_given === true ? 'delegator' : phone_from)

/** The name of the person who delegated, else their address. */
export const delegatorOf = ({ first_name, last_name, email }: Static<typeof DelegationSchema>) =>
  [first_name, last_name].filter(Boolean).join(' ') || email
