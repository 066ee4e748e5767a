/** How people are named and addressed, in full or masked for others. */
import { domainToASCII } from 'node:url'
import type { SignerRow } from './rows.ts'

// Who acts: a key, a signer, or the service.

/** Who performs an action, for the trail. */
export interface Actor {
  /** `key:…`, `signer:…` or `service`. */
  actor: string
  ip?: string | undefined
  ua?: string | undefined
}

/** The service itself, for timers and jobs. */
export const SERVICE: Actor = { actor: 'service' }

/** `+33612345678` as `+33 •• •• 78`. */
export const maskedPhone = (phone: string) => `${phone.slice(0, 3)} •• •• ${phone.slice(-2)}`

/** The address without its tag: `ada+try@example.com` is a mailbox of ada@example.com (RFC 5233). */
export const mailbox = (email: string) => email.toLowerCase().replace(/^([^@+]+)\+[^@]*@/, '$1@')

/** Providers that ignore dots before the @. */
const DOTLESS = new Set(['gmail.com', 'googlemail.com'])

/** What is the same in all the ways to write an address of one mailbox: case, tag, dots at Gmail, the name of a domain in Unicode. */
function mailboxOf(email: string): string {
  const [local = '', domain = ''] = mailbox(email.normalize('NFKC')).split('@')
  const ascii = domainToASCII(domain) || domain
  return DOTLESS.has(ascii) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${ascii}`
}

/** Whether two addresses lead to the same mailbox. */
export const isSameMailbox = (one: string, other: string) => mailboxOf(one) === mailboxOf(other)

/** The account's own address, with or without a `+tag`. */
export const isOwnAddress = (email: string, account: string): boolean =>
  email.toLowerCase() === account.toLowerCase() || mailbox(email) === account.toLowerCase()

/** The name of a person, or the address where no name is known. */
export const nameOf = ({ first_name, last_name, email }: SignerRow): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email
