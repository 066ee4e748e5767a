import type { Locale } from '../../kernel/languages.ts'
import type { Words } from '../words.ts'

const en = {
  second: {
    title: 'Second factor',
    text: 'Your password is correct. Now confirm with your second factor.',
    code: 'Code',
    codeHint: 'The six digits of your authenticator app, or one of your recovery codes.',
    submit: 'Log in',
    passkey: 'Use a passkey',
    passkeyFailed: 'The passkey was not used. Try again, or enter a code.',
    lost: 'Lost both, and no recovery code left? Ask the operator of this service.',
    back: 'Start again',
  },
  confirm: {
    title: 'Confirm it’s you',
    text: 'For keys, secrets and your data, enter your password again.',
    password: 'Your password',
    submit: 'Confirm and continue',
  },
  section: 'Second factor',
  sectionText:
    'Besides the password, logging in requires a code from an authenticator app or a passkey. Someone who learns your password still cannot log in.',
  off: 'Off',
  on: 'On',
  app: 'Authenticator app',
  appSince: 'since',
  appAdd: 'Set up an authenticator app',
  appTitle: 'Set up an authenticator app',
  appText:
    'Scan the code with your app, or type the key into it. Then enter the six digits that it shows.',
  appKey: 'Key for the app',
  appQr: 'The key as a QR code',
  appCode: 'Code that the app shows',
  appDo: 'Turn it on',
  passkey: 'Passkey',
  passkeyAdd: 'Add a passkey',
  passkeyTitle: 'Add a passkey',
  passkeyText:
    'A passkey is stored on your phone, your computer or a security key, and works only on this site.',
  passkeyName: 'Name of the passkey',
  passkeyHint: 'Such as “Laptop” or “Blue key”.',
  passkeyDo: 'Create the passkey',
  passkeyFailed: 'No passkey was created. Try again.',
  passkeyScript: 'Passkeys need JavaScript.',
  passkeyNever: 'Passkeys need this service to have a host name and TLS (or localhost).',
  used: 'last used',
  remove: 'Remove',
  codes: 'Recovery codes',
  codesLeft: (left: number) => `${left} of 10 left.`,
  codesAnew: 'Create new ones',
  codesTitle: 'Your recovery codes',
  codesText:
    'Each code works once, when you have neither your app nor your passkey. They are shown only now: print them or save them in your password manager.',
  codesLabel: 'Recovery codes',
  codesDone: 'I have saved them',
}

const fr: typeof en = {
  second: {
    title: 'Second facteur',
    text: 'Votre mot de passe est correct. Confirmez maintenant avec votre second facteur.',
    code: 'Code',
    codeHint:
      'Les six chiffres de votre application d’authentification, ou l’un de vos codes de secours.',
    submit: 'Se connecter',
    passkey: 'Utiliser une clé d’accès',
    passkeyFailed: 'La clé d’accès n’a pas été utilisée. Réessayez, ou saisissez un code.',
    lost: 'Rien sous la main, et plus de code de secours ? Adressez-vous à l’exploitant du service.',
    back: 'Recommencer',
  },
  confirm: {
    title: 'Confirmez que c’est bien vous',
    text: 'Pour accéder à vos clés, à vos secrets et à vos données, saisissez à nouveau votre mot de passe.',
    password: 'Votre mot de passe',
    submit: 'Confirmer et continuer',
  },
  section: 'Second facteur',
  sectionText:
    'En plus du mot de passe, la connexion demande un code d’une application d’authentification ou une clé d’accès. Connaître votre mot de passe ne suffit plus pour entrer.',
  off: 'Désactivé',
  on: 'Activé',
  app: 'Application d’authentification',
  appSince: 'depuis le',
  appAdd: 'Configurer une application d’authentification',
  appTitle: 'Configurer une application d’authentification',
  appText:
    'Scannez le code avec votre application, ou saisissez-y la clé. Entrez ensuite les six chiffres qu’elle affiche.',
  appKey: 'Clé pour l’application',
  appQr: 'La clé en code QR',
  appCode: 'Code affiché par l’application',
  appDo: 'Activer',
  passkey: 'Clé d’accès',
  passkeyAdd: 'Ajouter une clé d’accès',
  passkeyTitle: 'Ajouter une clé d’accès',
  passkeyText:
    'Une clé d’accès se trouve dans votre téléphone, votre ordinateur ou une clé de sécurité, et ne fonctionne que sur ce site.',
  passkeyName: 'Nom de la clé d’accès',
  passkeyHint: 'Par exemple « Portable » ou « Clé bleue ».',
  passkeyDo: 'Créer la clé d’accès',
  passkeyFailed: 'Aucune clé d’accès n’a été créée. Réessayez.',
  passkeyScript: 'Les clés d’accès ont besoin de JavaScript.',
  passkeyNever:
    'Les clés d’accès demandent que ce service ait un nom d’hôte et TLS (ou localhost).',
  used: 'dernier usage',
  remove: 'Supprimer',
  codes: 'Codes de secours',
  codesLeft: (left: number) => `Il en reste ${left} sur 10.`,
  codesAnew: 'En créer de nouveaux',
  codesTitle: 'Vos codes de secours',
  codesText:
    'Chacun permet d’entrer une fois, quand ni application ni clé d’accès n’est disponible. Ils ne sont affichés que maintenant : imprimez-les ou enregistrez-les dans votre gestionnaire de mots de passe.',
  codesLabel: 'Codes de secours',
  codesDone: 'Je les ai enregistrés',
}

const WORDS: Words<typeof en> = { en, fr }

/** The texts in a language. */
export const factorWords = (locale: Locale): typeof en => WORDS[locale]
