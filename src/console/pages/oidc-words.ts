import type { Locale } from '../../kernel/languages.ts'
import type { Words } from '../words.ts'

const en = {
  logIn: (name: string) => `Log in with ${name}`,
  failed: 'This log-in did not work',
  again: 'Try again',
  connectTitle: 'Connect your log-in',
  connectText: (name: string, email: string) =>
    `There is a log-in with a password for ${email}. Enter its password once; from then on ${name} is enough.`,
  connectDo: 'Connect and log in',
  confirmTitle: 'Log in again',
  confirmText: (name: string) =>
    `This asks for a fresh log-in, and yours has no password. Log in with ${name} again, then repeat what you were doing.`,
  off: 'Passwords are not used here.',
}

const fr: typeof en = {
  logIn: (name) => `Se connecter avec ${name}`,
  failed: 'Cette connexion n’a pas fonctionné',
  again: 'Réessayer',
  connectTitle: 'Reliez votre accès',
  connectText: (name, email) =>
    `Un accès avec mot de passe existe pour ${email}. Saisissez ce mot de passe une fois ; ensuite, ${name} suffit.`,
  connectDo: 'Relier et se connecter',
  confirmTitle: 'Connectez-vous à nouveau',
  confirmText: (name) =>
    `Cette action demande une connexion récente, et votre accès n’a pas de mot de passe. Connectez-vous à nouveau avec ${name}, puis recommencez.`,
  off: 'Les mots de passe ne servent pas ici.',
}

const WORDS: Words<typeof en> = { en, fr }

/** The texts in a language. */
export const oidcWords = (locale: Locale): typeof en => WORDS[locale]
