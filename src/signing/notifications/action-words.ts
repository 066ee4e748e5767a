/** The words of mails to a person, for what this person is asked to do. */
import type { Language } from '../../kernel/languages.ts'
import type { Texts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { PlannedMethod } from '../model/authentication.ts'
import type { ParticipantAction } from '../model/participant-actions.ts'

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
  /** Whether the person has to read the document anew. */
  again: boolean
}

type Mails = Texts['signing']['notifications']['mails']
type Sentence = string | ((facts: MailFacts) => string)

/** Kinds of mails to signers. */
export type MailKind = keyof Mails['mails']

/** One mail to a signer. */
interface MailWords {
  subject: Sentence
  heading: Sentence
  text: Sentence
  button?: string
}

/** The words of mails to one person. */
export function wordsTo({
  locale,
  action,
}: {
  locale: Language
  action: ParticipantAction
}): Pick<Mails, 'frame' | 'code'> & { mails: Record<MailKind, MailWords> } {
  const { mails: words, asked } = textsIn(locale).signing.notifications
  if (action === 'sign') return words
  const { [action]: own, approve } = asked
  const { mails, frame } = words
  const { invitation, reminder } = own
  const { subject: complete, text } = approve.completed
  return {
    mails: {
      ...mails,
      invitation: { subject: invitation, heading: invitation, text: own.text, button: own.button },
      reminder: { subject: reminder, heading: reminder, text: own.waits, button: own.button },
      ...(action === 'approve' && {
        completed: { ...mails.completed, subject: complete, heading: complete, text },
      }),
    },
    frame: { ...frame, ...(action === 'approve' && { until: approve.until }), foot: own.foot },
    code: { ...words.code, ...own.code },
  }
}
