/** The words of the settings, of the export and of the end of an account. */
import type { EventType } from '../../identity/events.ts'
import type { Locale } from '../../pages/locale.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'Settings',
  text: (email: string) => `The account of ${email}.`,
  language: 'Language',
  languageText: 'Of these pages and of our mails to you.',
  languageSave: 'Save the language',
  password: 'Password',
  passwordText: 'Changing it ends every other session, and we tell you by mail.',
  current: 'Current password',
  next: 'New password',
  nextHint: 'At least 10 characters.',
  passwordSave: 'Change the password',
  sessions: 'Sessions',
  sessionsText:
    'Where you are logged in. A session ends after three days without use, at the latest after 30.',
  here: 'This browser',
  since: 'since',
  seen: 'last used',
  end: 'End',
  endOthers: 'End all others',
  events: 'Security events',
  eventsText: 'What happened to this account, newest first; kept for 13 months.',
  types: {
    'account.created': 'Account created',
    'login.done': 'Logged in',
    'login.failed': 'Wrong password',
    'logout.done': 'Logged out',
    'password.set': 'Password chosen by a link',
    'password.changed': 'Password changed',
    'session.ended': 'Session ended',
    'sessions.ended': 'All other sessions ended',
    'key.created': 'Key made',
    'key.renamed': 'Key renamed',
    'key.rotated': 'Key rotated',
    'key.revoked': 'Key revoked',
    'account.exported': 'Data exported',
  } satisfies Record<EventType, string>,
  data: 'Your data',
  dataText:
    'Everything we hold of this account as a zip of JSON files, with the current version of each template.',
  dataDo: 'Download my data',
  leave: 'Delete the account',
  leaveText:
    'Keys stop at once, templates and webhooks are removed, open signature requests are cancelled, and your address is erased here.',
  leaveDo: 'Delete the account…',
  deleteTitle: 'Delete this account?',
  deleteText: 'This cannot be undone.',
  deletePoints: [
    'Every API key is revoked at once.',
    'Stored templates and webhooks are removed.',
    'Signature requests that are not finished are cancelled; their signers are told.',
    'Signed documents and their trail stay, with your address in them: they are evidence that others rely on. Download yours first.',
    'Your address, password, sessions and security events are erased.',
  ],
  deletePassword: 'Your password, to confirm',
  deleteCheck: 'Yes, delete my account for good',
  deleteDo: 'Delete my account',
}

const fr: typeof en = {
  title: 'Réglages',
  text: (email: string) => `Le compte ${email}.`,
  language: 'Langue',
  languageText: 'De ces pages et de nos messages.',
  languageSave: 'Enregistrer la langue',
  password: 'Mot de passe',
  passwordText:
    'Le modifier ferme toutes les autres sessions, et nous vous en informons par e-mail.',
  current: 'Mot de passe actuel',
  next: 'Nouveau mot de passe',
  nextHint: 'Au moins 10 caractères.',
  passwordSave: 'Modifier le mot de passe',
  sessions: 'Sessions',
  sessionsText:
    'Là où vous êtes connecté. Une session se ferme après trois jours sans usage, et au plus tard après 30 jours.',
  here: 'Ce navigateur',
  since: 'depuis le',
  seen: 'dernier usage',
  end: 'Fermer',
  endOthers: 'Fermer toutes les autres',
  events: 'Événements de sécurité',
  eventsText: 'Ce qui est arrivé à ce compte, du plus récent au plus ancien ; conservé 13 mois.',
  types: {
    'account.created': 'Compte créé',
    'login.done': 'Connexion',
    'login.failed': 'Mot de passe erroné',
    'logout.done': 'Déconnexion',
    'password.set': 'Mot de passe choisi par un lien',
    'password.changed': 'Mot de passe modifié',
    'session.ended': 'Session fermée',
    'sessions.ended': 'Toutes les autres sessions fermées',
    'key.created': 'Clé créée',
    'key.renamed': 'Clé renommée',
    'key.rotated': 'Clé remplacée',
    'key.revoked': 'Clé révoquée',
    'account.exported': 'Données exportées',
  },
  data: 'Vos données',
  dataText:
    'Tout ce que nous gardons de ce compte : un zip de fichiers JSON, avec la version courante de chaque modèle.',
  dataDo: 'Télécharger mes données',
  leave: 'Supprimer le compte',
  leaveText:
    'Les clés cessent aussitôt de fonctionner, modèles et webhooks sont supprimés, les demandes de signature en cours sont annulées et votre adresse est effacée ici.',
  leaveDo: 'Supprimer le compte…',
  deleteTitle: 'Supprimer ce compte ?',
  deleteText: 'C’est irréversible.',
  deletePoints: [
    'Chaque clé d’API est aussitôt révoquée.',
    'Les modèles enregistrés et les webhooks sont supprimés.',
    'Les demandes de signature inachevées sont annulées ; leurs signataires sont prévenus.',
    'Les documents signés et leur piste d’audit restent, avec votre adresse : ce sont des preuves sur lesquelles d’autres comptent. Téléchargez d’abord les vôtres.',
    'Votre adresse, votre mot de passe, vos sessions et vos événements de sécurité sont effacés.',
  ],
  deletePassword: 'Votre mot de passe, pour confirmer',
  deleteCheck: 'Oui, supprimer définitivement mon compte',
  deleteDo: 'Supprimer mon compte',
}

const WORDS: Words<typeof en> = { en, fr }

/** The words of a language. */
export const settingsWords = (locale: Locale): typeof en => WORDS[locale]
