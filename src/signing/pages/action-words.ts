/** The words of a signer's page for what this person is asked to do. */
import type { Language } from '../../kernel/languages.ts'
import type { SignTexts } from '../../translations/messages.ts'
import { textsIn } from '../../translations/texts.ts'
import type { ParticipantAction } from '../model/participant-actions.ts'

function forWitness(words: SignTexts, locale: Language): SignTexts {
  const { from, read, legal, submit } = textsIn(locale).signing.pages.witness
  return {
    ...words,
    from,
    read: { ...words.read, text: read },
    sign: { ...words.sign, legal, submit },
  }
}

function forApprover(words: SignTexts, locale: Language): SignTexts {
  const own = textsIn(locale).signing.pages.approve
  const { outcomes } = words
  return {
    ...words,
    pageTitle: own.pageTitle,
    from: own.from,
    steps: { ...words.steps, sign: own.step },
    facts: { ...words.facts, expires: own.before, others: own.others },
    read: { ...words.read, text: own.read },
    agree: { ...words.agree, title: own.agree },
    code: { ...words.code, why: own.codeWhy, phoneHint: own.phoneHint },
    passkey: { ...words.passkey, whyCode: own.passkeyWhy },
    sign: {
      ...words.sign,
      title: own.title,
      legal: own.legal,
      submit: own.submit,
      busy: own.busy,
    },
    declining: {
      ...words.declining,
      title: own.declineTitle,
      confirm: own.declineConfirm,
    },
    outcomes: {
      ...outcomes,
      signed: { ...outcomes.signed, ...own.done },
      completed: { ...outcomes.completed, title: own.completed },
      declined: { ...outcomes.declined, own: own.declined },
      blocked: { ...outcomes.blocked, title: own.blocked },
    },
  }
}

/** The words in a language. @param action of the person; undefined: to sign */
export function pageWords(locale: Language, action: ParticipantAction = 'sign'): SignTexts {
  const words = textsIn(locale).signing.pages.sign
  if (action === 'sign') return words
  return action === 'witness' ? forWitness(words, locale) : forApprover(words, locale)
}
