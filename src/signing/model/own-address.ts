/** Whether mail to an address reaches the account's owner. */

/** The address without its tag: `ada+try@example.com` is a mailbox of ada@example.com (RFC 5233). */
const mailbox = (email: string): string => email.toLowerCase().replace(/^([^@+]+)\+[^@]*@/, '$1@')

/** The account's own address, with or without a `+tag`. */
export const isOwnAddress = (email: string, account: string): boolean =>
  email.toLowerCase() === account.toLowerCase() || mailbox(email) === account.toLowerCase()
