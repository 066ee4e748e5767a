/** How people are named and addressed, in full or masked for others. */
import type { SignerRow } from './rows.ts'

/** `+33612345678` as `+33 •• •• 78`. */
export const maskedPhone = (phone: string): string =>
  `${phone.slice(0, 3)} •• •• ${phone.slice(-2)}`

/** The address without its tag: `ada+try@example.com` is a mailbox of ada@example.com (RFC 5233). */
const mailbox = (email: string): string => email.toLowerCase().replace(/^([^@+]+)\+[^@]*@/, '$1@')

/** The account's own address, with or without a `+tag`. */
export const isOwnAddress = (email: string, account: string): boolean =>
  email.toLowerCase() === account.toLowerCase() || mailbox(email) === account.toLowerCase()

/** The name of a person, or the address where no name is known. */
export const nameOf = ({ first_name, last_name, email }: SignerRow): string =>
  [first_name, last_name].filter(Boolean).join(' ') || email
