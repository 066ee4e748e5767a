/** What the wording of the mails consists of in every language. */
import type { PlannedMethod } from '../../model/authentication.ts'
import type { NoticeKind } from '../../model/schemas/notify.ts'

/** Values used in the sentences of mails to signers. */
export interface MailFacts {
  document: string
  sender: string
  /** Greets the signer. */
  hello: string
  /** Deadline, already in words. */
  until: string
  /** When the link to the finished document expires, already in words. */
  linkUntil: string
  /** How the signer proves who they are. */
  method: PlannedMethod
  /** Whether every signature of the document is called an advanced one. */
  advanced: boolean
}

/** Values used in the sentences of mails with a copy. */
export type CopyFacts = Pick<MailFacts, 'document' | 'sender' | 'hello' | 'linkUntil' | 'advanced'>

/** Kinds of mails to signers. */
export type MailKind =
  | 'invitation'
  | 'reminder'
  | 'completed'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'failed'

/** One mail to a signer. */
interface MailWords {
  subject: (facts: MailFacts) => string
  heading: (facts: MailFacts) => string
  text: (facts: MailFacts) => string
  button?: string
}

/** Values used in the sentences of mails to senders. */
export interface NoticeFacts {
  document: string
  /** Whoever declined, or cannot be reached. */
  person: string
  service: string
  /** Where the account chooses its mails. */
  settings: string
}

/** One mail to a sender. */
interface NoticeWords {
  subject: (facts: NoticeFacts) => string
  heading: string
  text: (facts: NoticeFacts) => string
  button: string
}

type FooterLine = string | { text: string; url: string }

/** Every text of the mails in one language. */
export interface MessageWords {
  /** Greets a person; the name is empty where none is known. */
  hello: (name: string) => string
  mails: Record<MailKind, MailWords>
  /** Labels and the foot of every mail to a signer. */
  frame: {
    document: string
    sender: string
    until: string
    reason: string
    test: string
    foot: (facts: Pick<MailFacts, 'sender' | 'document'>) => readonly FooterLine[]
    personal: string
  }
  /** The mail with a code. */
  code: {
    subject: (document: string) => string
    heading: string
    /** @param mark of the document, as in the text message */
    text: (facts: { hello: string; document: string; mark: string; minutes: number }) => string
    secret: string
  }
  /** The mail to somebody who gets a copy and signs nothing. */
  copy: {
    subject: (facts: CopyFacts) => string
    heading: string
    text: (facts: CopyFacts) => string
    button: string
    foot: (facts: CopyFacts) => string
  }
  notices: Record<Exclude<NoticeKind, 'delegated'>, NoticeWords>
  /** Labels and the foot of every mail to a sender. */
  noticeFrame: {
    document: string
    reference: string
    id: string
    signers: string
    unsigned: string
    others: (count: number) => string
    reason: string
    address: string
    reply: string
    attached: string
    test: string
    foot: (facts: NoticeFacts) => readonly FooterLine[]
  }
}
