/** The words of the signer's page for everybody who proves who they are by something else than a code by SMS. */
import type { Locale } from '../../pages/locale.ts'

/** A code by e-mail: the words that replace those of a code by SMS. */
export interface MailCodeWords {
  why: string
  whyTest: string
  target: (address: string) => string
  sentTo: (address: string) => string
  hint: (time: string, isSent: boolean) => string
  undelivered: (address: string) => string
  wrong: string
}

const MAIL_CODE: Record<Locale, MailCodeWords> = {
  en: {
    why: 'We will send a 6-digit code to your e-mail address. Do not share it.',
    whyTest:
      'A live request sends a 6-digit code to your e-mail address. This is a test: the code is shown here, and no e-mail is sent.',
    target: (address) => `The code will be sent to ${address}.`,
    sentTo: (address) => `We have sent a code to ${address}.`,
    hint: (time, isSent) =>
      `${isSent ? 'The e-mail can take a minute; also look in your spam folder. ' : ''}The code is valid until ${time} and is checked as soon as it is complete.`,
    undelivered: (address) =>
      `The e-mail to ${address} could not be delivered. If the address is wrong, ask the sender to correct it.`,
    wrong: 'This is not the code from the last e-mail.',
  },
  fr: {
    why: 'Nous envoyons un code à 6 chiffres à votre adresse e-mail. Ne le communiquez à personne.',
    whyTest:
      'Une demande réelle envoie un code à 6 chiffres à votre adresse e-mail. Ceci est un test : le code s’affiche ici, et aucun e-mail n’est envoyé.',
    target: (address) => `Le code sera envoyé à ${address}.`,
    sentTo: (address) => `Nous avons envoyé un code à ${address}.`,
    hint: (time, isSent) =>
      `${isSent ? 'L’e-mail peut mettre une minute à arriver ; regardez aussi dans vos courriers indésirables. ' : ''}Le code est valable jusqu’à ${time} et vérifié dès qu’il est complet.`,
    undelivered: (address) =>
      `L’e-mail à ${address} n’a pas pu être remis. Si l’adresse est fausse, demandez à l’expéditeur de la corriger.`,
    wrong: 'Ce n’est pas le code du dernier e-mail.',
  },
}

/** The words of a code by e-mail. */
export const mailCodeWords = (locale: Locale): MailCodeWords => MAIL_CODE[locale]
