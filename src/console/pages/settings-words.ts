import type { Locale } from '../../kernel/languages.ts'
import type { NoticeKind } from '../../signing/model/schemas/notify.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'Settings',
  text: (email: string) => `The account of ${email}.`,
  language: 'Language',
  languageText: 'Used for these pages and for our e-mails to you.',
  languageSave: 'Save the language',
  notices: 'Notifications',
  noticesText:
    'The e-mails you get about your signature requests. A request can set its own with “notify” (API).',
  noticeKinds: {
    completed: 'Completed: everyone has signed',
    declined: 'Declined by a signer, with the reason',
    expired: 'Expired without being signed by everyone',
    failed: 'Failed for a technical reason',
    bounced: 'A signer’s e-mail address was refused',
    delegated: 'A signer has named somebody else in their place',
  } satisfies Record<NoticeKind, string>,
  noticesAttach: 'Attach the signed file to “Completed”',
  noticesAttachHint:
    'Up to 5 MB. Without it the e-mail has a link, and the file stays behind your login.',
  noticesSave: 'Save the notifications',
  country: 'Telephone numbers',
  countryText:
    'The country assumed for signers’ numbers written without a country code, such as 06 12 34 56 78. For a single signer: “country” (API).',
  countryLabel: 'Country',
  countrySave: 'Save the country',
  password: 'Password',
  passwordText: 'Changing it ends every other session, and we notify you by e-mail.',
  current: 'Current password',
  next: 'New password',
  nextHint: 'At least 10 characters.',
  passwordSave: 'Change the password',
  sessions: 'Sessions',
  sessionsText:
    'Where you are logged in. A session ends after three days without use, and after 30 days at the latest.',
  here: 'This browser',
  since: 'since',
  seen: 'last used',
  end: 'End',
  endOthers: 'End all others',
  events: 'Security events',
  eventsText: 'What happened to this account, newest first; stored for 13 months.',
  data: 'Your data',
  dataText:
    'Everything we store about this account as a zip of JSON files, with the current version of each template.',
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
    'Unfinished signature requests are cancelled; their signers are notified.',
    'Signed documents and their audit trail stay, with your address in them: they are evidence that others rely on. Download yours first.',
    'Your address, password, sessions and security events are erased.',
  ],
  deletePassword: 'Your password, to confirm',
  deleteCheck: 'Yes, delete my account permanently',
  deleteDo: 'Delete my account',
}

const fr: typeof en = {
  title: 'Réglages',
  text: (email: string) => `Le compte ${email}.`,
  language: 'Langue',
  languageText: 'Pour ces pages et nos e-mails.',
  languageSave: 'Enregistrer la langue',
  notices: 'Notifications',
  noticesText:
    'Les e-mails que vous recevez sur vos demandes de signature. Une demande peut avoir les siens avec « notify » (API).',
  noticeKinds: {
    completed: 'Terminée : tout le monde a signé',
    declined: 'Refusée par un signataire, avec le motif',
    expired: 'Expirée sans être signée par tous',
    failed: 'Échouée pour une raison technique',
    bounced: 'Adresse e-mail d’un signataire refusée',
    delegated: 'Un signataire a désigné une autre personne à sa place',
  },
  noticesAttach: 'Joindre le fichier signé à « Terminée »',
  noticesAttachHint:
    'Jusqu’à 5 Mo. Sinon, l’e-mail contient un lien et le fichier reste protégé par votre connexion.',
  noticesSave: 'Enregistrer les notifications',
  country: 'Numéros de téléphone',
  countryText:
    'Le pays supposé des numéros de signataires écrits sans indicatif, comme 06 12 34 56 78. Pour un seul signataire : « country » (API).',
  countryLabel: 'Pays',
  countrySave: 'Enregistrer le pays',
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
  data: 'Vos données',
  dataText:
    'Tout ce que nous conservons de ce compte : un zip de fichiers JSON, avec la version courante de chaque modèle.',
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

/** The texts in a language. */
export const settingsWords = (locale: Locale): typeof en => WORDS[locale]
