/** What senders get mails about. */

/** What a sender can get a mail about. */
export const NOTICE_KINDS = [
  'completed',
  'declined',
  'expired',
  'failed',
  'bounced',
  'delegated',
] as const

/** What a mail to the sender is about; `bounced`: the mail server refused a signer's address; `delegated`: to another. */
export type NoticeKind = (typeof NOTICE_KINDS)[number]
