/** The texts of the mails to account owners, in French and English. */
import type { Role } from './roles.ts'
import type { UserLocale } from './store.ts'

/** One kind of mail. */
export type MailKind = 'confirm' | 'known' | 'reset' | 'changed' | 'factor'

/** The texts of one mail. */
export interface Words {
  subject: string
  heading: string
  text: (email: string) => string
  button: string
  note: string
  footer: (email: string) => readonly string[]
}

const footerEn = (email: string) => [
  `You are receiving this e-mail because someone entered ${email} in Paraph’s developer area.`,
]
const footerFr = (email: string) => [
  `Vous recevez ce message parce que quelqu’un a saisi ${email} dans l’espace développeur de Paraph.`,
]

const EN: Record<MailKind, Words> = {
  confirm: {
    subject: 'Confirm your address for Paraph',
    heading: 'One click, and your account is ready',
    text: (email) =>
      `Confirm that ${email} is yours. You can then create an API key and your first document.`,
    button: 'Confirm my address',
    note: 'The link works once and for 24 hours. If you did not sign up, ignore this e-mail: no account is created.',
    footer: footerEn,
  },
  known: {
    subject: 'You already have a Paraph account',
    heading: 'You already have an account',
    text: (email) =>
      `Someone, perhaps you, just signed up with ${email}. An account with this address already exists: log in, or choose a new password if you have forgotten yours.`,
    button: 'Go to my account',
    note: 'If it was not you, you do not need to do anything: no one has logged in and nothing was changed.',
    footer: footerEn,
  },
  reset: {
    subject: 'Choose a new password for Paraph',
    heading: 'Choose a new password',
    text: (email) => `Someone, perhaps you, requested a new password for the account of ${email}.`,
    button: 'Choose a new password',
    note: 'The link works once and for one hour. If you did not request it, ignore this e-mail: your password stays the same.',
    footer: footerEn,
  },
  changed: {
    subject: 'Your Paraph password was changed',
    heading: 'Your password was changed',
    text: (email) =>
      `The password of the account of ${email} has just been changed, and all other sessions were ended.`,
    button: 'It was not me',
    note: 'If you changed it yourself, you do not need to do anything. If not, choose a new password now.',
    footer: (email) => [`You are receiving this e-mail because ${email} has a Paraph account.`],
  },
  factor: {
    subject: 'The second factor of your Paraph account was changed',
    heading: 'Your second factor was changed',
    text: (email) =>
      `An authenticator app, a passkey or the recovery codes of the account of ${email} have just been added or removed.`,
    button: 'It was not me',
    note: 'If you did it yourself, you do not need to do anything. If not, choose a new password now and review the security events in the settings.',
    footer: (email) => [`You are receiving this e-mail because ${email} has a Paraph account.`],
  },
}

const FR: Record<MailKind, Words> = {
  confirm: {
    subject: 'Confirmez votre adresse pour Paraph',
    heading: 'Un clic et votre compte est prêt',
    text: (email) =>
      `Confirmez que ${email} est bien votre adresse. Vous pourrez ensuite créer une clé d’API et votre premier document.`,
    button: 'Confirmer mon adresse',
    note: 'Le lien fonctionne une seule fois, pendant 24 heures. Si vous n’avez rien demandé, ignorez ce message : aucun compte ne sera créé.',
    footer: footerFr,
  },
  known: {
    subject: 'Vous avez déjà un compte Paraph',
    heading: 'Vous avez déjà un compte',
    text: (email) =>
      `Quelqu’un, peut-être vous, vient de s’inscrire avec ${email}. Un compte existe déjà à cette adresse : connectez-vous, ou choisissez un nouveau mot de passe si vous l’avez oublié.`,
    button: 'Accéder à mon compte',
    note: 'Si ce n’était pas vous, vous n’avez rien à faire : personne ne s’est connecté et rien n’a changé.',
    footer: footerFr,
  },
  reset: {
    subject: 'Choisissez un nouveau mot de passe Paraph',
    heading: 'Choisissez un nouveau mot de passe',
    text: (email) =>
      `Quelqu’un, peut-être vous, a demandé un nouveau mot de passe pour le compte ${email}.`,
    button: 'Choisir un nouveau mot de passe',
    note: 'Le lien fonctionne une seule fois, pendant une heure. Si vous n’avez rien demandé, ignorez ce message : votre mot de passe ne change pas.',
    footer: footerFr,
  },
  changed: {
    subject: 'Votre mot de passe Paraph a été modifié',
    heading: 'Votre mot de passe a été modifié',
    text: (email) =>
      `Le mot de passe du compte ${email} vient d’être modifié, et toutes les autres sessions ont été fermées.`,
    button: 'Ce n’était pas moi',
    note: 'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe.',
    footer: (email) => [`Vous recevez ce message parce que ${email} a un compte Paraph.`],
  },
  factor: {
    subject: 'Le second facteur de votre compte Paraph a été modifié',
    heading: 'Votre second facteur a été modifié',
    text: (email) =>
      `Une application d’authentification, une clé d’accès ou les codes de secours du compte ${email} viennent d’être ajoutés ou supprimés.`,
    button: 'Ce n’était pas moi',
    note: 'Si c’était vous, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe et consultez les événements de sécurité dans les réglages.',
    footer: (email) => [`Vous recevez ce message parce que ${email} a un compte Paraph.`],
  },
}

/** The words of each kind of mail. */
export const MAIL_WORDS: Record<UserLocale, Record<MailKind, Words>> = { en: EN, fr: FR }

/** What a role is called in a sentence. */
const ROLE_WORDS: Record<UserLocale, Record<Role, string>> = {
  en: { owner: 'an owner', developer: 'a developer', sender: 'a sender', auditor: 'an auditor' },
  fr: {
    owner: 'propriétaire',
    developer: 'développeur',
    sender: 'expéditeur',
    auditor: 'auditeur',
  },
}

/** An invitation: it says who invites, and the words of others stay short and on one line. */
export function invitationWords(
  locale: UserLocale,
  facts: { organisation: string; invitedBy: string; role: Role },
): Words {
  const { organisation, invitedBy } = facts
  const role = ROLE_WORDS[locale][facts.role]
  if (locale === 'fr')
    return {
      subject: `Invitation à rejoindre ${organisation} sur Paraph`,
      heading: 'Vous êtes invité',
      text: (email) =>
        `${invitedBy} invite ${email} à rejoindre l’organisation « ${organisation} » sur Paraph comme ${role}.`,
      button: 'Voir l’invitation',
      note: 'Le lien fonctionne une seule fois, pendant 7 jours. Si vous ne connaissez pas cette personne, ignorez ce message : rien ne se passe.',
      footer: (email) => [
        `Vous recevez ce message parce que ${invitedBy} a saisi ${email} dans l’espace développeur de Paraph.`,
      ],
    }
  return {
    subject: `Invitation to join ${organisation} on Paraph`,
    heading: 'You are invited',
    text: (email) =>
      `${invitedBy} invites ${email} to join the organisation “${organisation}” on Paraph as ${role}.`,
    button: 'View the invitation',
    note: 'The link works once and for 7 days. If you do not know this person, ignore this e-mail: nothing happens.',
    footer: (email) => [
      `You are receiving this e-mail because ${invitedBy} entered ${email} in Paraph’s developer area.`,
    ],
  }
}
