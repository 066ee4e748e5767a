/** The words of mails to a person, for what this person is asked to do. */
import type { Language } from '../../kernel/languages.ts'
import type { ParticipantAction } from '../model/participant-actions.ts'
import { ASKED_MAIL_WORDS } from './action-mail-words.ts'
import type { MailFacts, MessageWords } from './words/shape.ts'
import { messageWords } from './words/words.ts'

const named = (text: string, document: string): string => text.replace('%', () => document)

/** The words of mails to one person. */
export function wordsTo({
  locale,
  action,
}: {
  locale: Language
  action: ParticipantAction
}): Pick<MessageWords, 'mails' | 'frame' | 'code'> {
  const words = messageWords(locale)
  if (action === 'sign') return words
  const { [action]: own, approve } = ASKED_MAIL_WORDS[locale]
  const invited = ({ document }: MailFacts): string => named(own.invitation, document)
  const reminded = ({ document }: MailFacts): string => named(own.reminder, document)
  const complete = ({ document }: MailFacts): string => named(approve.completed.subject, document)
  const { mails, frame } = words
  return {
    mails: {
      ...mails,
      invitation: { subject: invited, heading: invited, text: own.text, button: own.button },
      reminder: { subject: reminded, heading: reminded, text: own.waits, button: own.button },
      ...(action === 'approve' && {
        completed: {
          ...mails.completed,
          subject: complete,
          heading: complete,
          text: approve.completed.text,
        },
      }),
    },
    frame: {
      ...frame,
      ...(action === 'approve' && { until: approve.until }),
      foot: (facts) => [own.foot(facts)],
    },
    code: { ...words.code, ...own.code },
  }
}
