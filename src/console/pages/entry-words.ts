import type { Locale } from '../../kernel/languages.ts'
import type { Words } from '../words.ts'

const en = {
  email: 'E-mail address',
  password: 'Password',
  newPassword: 'New password',
  passwordHint: 'At least 10 characters.',
  logIn: {
    title: 'Log in',
    text: 'Access your API keys, usage and first steps.',
    submit: 'Log in',
    forgot: 'Forgot your password?',
    other: 'New here?',
    otherLink: 'Create an account',
  },
  signUp: {
    title: 'Create your account',
    text: 'Free, without a payment card: documents and signatures every month to try everything.',
    submit: 'Create account',
    other: 'Already have an account?',
    otherLink: 'Log in',
    closedTitle: 'Sign-up is closed here',
    closedText:
      'The operator of this service creates the accounts. If you already have one, log in, or get a link to choose your first password.',
  },
  points: [
    [
      'Word template and JSON in, finished PDF out',
      'PDF, PDF/A, PDF/UA, Factur-X or DOCX, in the response of one call.',
    ],
    [
      'Signatures that still hold years later',
      'Advanced electronic signatures (eIDAS) with time-stamps and proof inside the file.',
    ],
    ['Nothing to install', 'One HTTP call with a key. Generated files are never stored.'],
  ],
  mailed: {
    title: 'Check your inbox',
    signUp: (email: string) =>
      `We sent an e-mail to ${email}. Open the link in it to finish; it works for 24 hours.`,
    reset: (email: string) =>
      `If ${email} has an account, an e-mail with a link is on its way. The link works for one hour.`,
    late: 'Nothing there? Check your spam folder, or the address.',
    again: 'Use another address',
    outbox: 'Open the development outbox',
    outboxText: 'No mail server is set up: messages go to the outbox instead.',
  },
  forgot: {
    title: 'Choose a new password',
    text: 'We send you a link. It is also how an account made by an operator gets its first password.',
    submit: 'Send me a link',
    back: 'Back to log-in',
  },
  confirm: {
    title: 'Confirm your address',
    text: (email: string) => `Finish creating the account for ${email}.`,
    passwordText:
      'You opened the link in a different browser from the one you signed up with: enter the password you chose.',
    submit: 'Confirm and continue',
  },
  reset: {
    title: 'Choose a new password',
    text: (email: string) => `For the account of ${email}. All open sessions will be closed.`,
    submit: 'Save and log in',
  },
  over: {
    title: 'This link has expired',
    text: 'It has already been used, is too old, or was cut off when copied.',
    signUp: 'Sign up again',
    logIn: 'Log in',
    forgot: 'Request a new link',
  },
}

const fr: typeof en = {
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  newPassword: 'Nouveau mot de passe',
  passwordHint: 'Au moins 10 caractères.',
  logIn: {
    title: 'Connexion',
    text: 'Les clés, la consommation et les premiers pas de votre compte.',
    submit: 'Se connecter',
    forgot: 'Mot de passe oublié ?',
    other: 'Pas encore de compte ?',
    otherLink: 'Créer un compte',
  },
  signUp: {
    title: 'Créez votre compte',
    text: 'Gratuit et sans carte bancaire : chaque mois, des documents et des signatures pour tout essayer.',
    submit: 'Créer le compte',
    other: 'Déjà un compte ?',
    otherLink: 'Se connecter',
    closedTitle: 'Les inscriptions sont fermées',
    closedText:
      'C’est l’exploitant de ce service qui crée les comptes. Si vous en avez un, connectez-vous ou choisissez votre premier mot de passe par e-mail.',
  },
  points: [
    [
      'Un modèle Word et du JSON, un PDF prêt en retour',
      'PDF, PDF/A, PDF/UA, Factur-X ou DOCX, dans la réponse d’un seul appel.',
    ],
    [
      'Des signatures qui tiennent des années',
      'Signatures électroniques avancées (eIDAS), horodatages et preuve dans le fichier.',
    ],
    [
      'Rien à installer',
      'Un appel HTTP avec une clé. Les fichiers produits ne sont jamais conservés.',
    ],
  ],
  mailed: {
    title: 'Consultez votre messagerie',
    signUp: (email: string) =>
      `Nous avons envoyé un message à ${email}. Ouvrez son lien pour terminer ; il fonctionne pendant 24 heures.`,
    reset: (email: string) =>
      `Si ${email} a un compte, un message avec un lien est en route. Il fonctionne pendant une heure.`,
    late: 'Rien reçu ? Regardez dans les courriers indésirables, ou vérifiez l’adresse.',
    again: 'Utiliser une autre adresse',
    outbox: 'Ouvrir la boîte de développement',
    outboxText:
      'Aucun serveur de messagerie n’est configuré : les messages vont dans la boîte de développement.',
  },
  forgot: {
    title: 'Choisir un nouveau mot de passe',
    text: 'Nous vous envoyons un lien. C’est aussi ainsi qu’un compte créé par l’exploitant reçoit son premier mot de passe.',
    submit: 'M’envoyer un lien',
    back: 'Retour à la connexion',
  },
  confirm: {
    title: 'Confirmez votre adresse',
    text: (email: string) => `Terminez la création du compte ${email}.`,
    passwordText:
      'Vous avez ouvert le lien dans un autre navigateur que celui de l’inscription : saisissez le mot de passe que vous avez choisi.',
    submit: 'Confirmer et continuer',
  },
  reset: {
    title: 'Choisissez un nouveau mot de passe',
    text: (email: string) =>
      `Pour le compte ${email}. Toutes les sessions ouvertes seront fermées.`,
    submit: 'Enregistrer et se connecter',
  },
  over: {
    title: 'Ce lien n’est plus valable',
    text: 'Il a déjà servi, il est trop ancien, ou il a été coupé lors de la copie.',
    signUp: 'S’inscrire à nouveau',
    logIn: 'Se connecter',
    forgot: 'Demander un nouveau lien',
  },
}

const WORDS: Words<typeof en> = { en, fr }

/** The texts in a language. */
export const entryWords = (locale: Locale): typeof en => WORDS[locale]
