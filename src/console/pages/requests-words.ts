import type { Locale } from '../../kernel/languages.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'Signature requests',
  text: 'Documents that people are asked to sign, whether your program sent them or you did it here.',
  newOne: 'New request',
  filterTitle: 'Filter',
  state: 'State',
  anyState: 'All states',
  kind: 'Kind',
  anyKind: 'Live and test',
  live: 'Live',
  test: 'Test',
  show: 'Show',
  listTitle: 'Newest first',
  empty: 'No requests yet',
  emptyText:
    'Upload a PDF, say who signs and where, and send it. With a test key nothing counts, no SMS is sent, and the signed document is marked TEST.',
  emptyCurl: 'Your program does the same with one call:',
  none: 'No results',
  noneText: 'No request matches this state and kind.',
  all: 'Show all',
  newest: 'Newest',
  older: 'Older ones',
  signedOf: (signed: number, all: number) => `${signed} of ${all} signed`,
  approvedOf: (approved: number, all: number) => `${approved} of ${all} approved`,
  actions: { approve: 'Approver', witness: 'Witness' } as Readonly<Record<string, string>>,
  approved: 'Approved',
  noPlaces: 'None: approves',
  states: {
    draft: 'Draft',
    pending: 'Waiting for signatures',
    completed: 'Completed',
    declined: 'Declined',
    cancelled: 'Cancelled',
    expired: 'Expired',
    failed: 'Failed',
  },
  sealing: 'Everyone has signed. The document is being sealed, which takes a few seconds.',
  signerStates: {
    waiting: 'Not yet their turn',
    invited: 'Invited',
    opened: 'Has opened it',
    verified: 'Entered the code',
    signed: 'Signed',
    approved: 'Approved',
    declined: 'Declined',
    blocked: 'Blocked',
  },
  made: 'Created',
  sent: 'Sent',
  ends: 'Expires',
  keptUntil: 'Kept until',
  ended: 'Ended',
  completed: 'Completed',
  back: 'All requests',
  signers: 'Signers',
  step: (step: number) => `Step ${step}`,
  stepHint: 'Signers of the same step sign at the same time; the next step is invited afterwards.',
  language: 'Language',
  phone: 'Phone',
  phoneUnknown: 'entered by the signer',
  phoneBySigner: 'given by the signer',
  invited: 'Invited',
  opened: 'Opened',
  verified: 'Identified',
  signed: 'Signed',
  filesGiven: 'Files given',
  places: 'Places',
  place: (page: number) => `page ${page}`,
  placeAtEnd: 'on a page at the end',
  placeWarnings: {
    place_on_added_page:
      'No place was chosen for a signature, and none is named in the document: it is shown on a page added at the end.',
    place_invisible:
      'No place was chosen for a signature, and none is named in the document: it is in the file, but not visible on any page, because others have already signed the document.',
  },
  uploadNotices: {
    repaired:
      'The structure of the PDF was damaged and has been rebuilt, as PDF readers do. The signers sign the rebuilt file: check it before they do.',
    decrypted:
      'The PDF was encrypted. Its encryption and its restrictions (printing, copying, changes) have been removed: an encrypted file cannot be signed.',
    fields_flattened:
      'The form fields of the document become part of its pages as they look now and can no longer be filled in.',
    javascript_removed:
      'The JavaScript of the document is removed: it could change what people see after signing.',
    actions_removed:
      'Actions that start programs, send or import data, play media or hide parts of pages are removed from the document.',
    xfa_removed:
      'The XFA form of the document is removed; the pages stay as PDF readers without XFA show them.',
    tags_covered:
      'Tags for fields in the text of the document have been painted over in white: the signers fill in the fields there.',
  },
  placeChoose:
    'Next time, drag it to its place on the page, or write a tag such as {signature:signer1} in the document.',
  testLink: 'Link',
  testLinkDo: 'Open their page',
  linkHanded: 'Handed over by your program; no e-mail is sent',
  testCode: 'Code by SMS',
  testCodeHint: 'Only for test requests, which send no SMS.',
  delegated: (from: string) => `${from} has named this person in their place`,
  keptMail:
    'The e-mail to this person was not sent: test keys send e-mail only to your own account’s addresses. Their link is below.',
  certificateFailed: 'Could not sign with a certificate of their own:',
  undelivered: {
    email: 'The last e-mail did not arrive',
    sms: 'The last SMS did not arrive',
    call: 'The last call did not get through',
  },
  reason: 'Reason',
  change: 'Change details',
  changeText:
    'A new address gets a new link, and the old link no longer works. Empty fields stay unchanged.',
  email: 'E-mail address',
  firstName: 'First name',
  lastName: 'Last name',
  phoneLabel: 'Mobile phone',
  phoneHint: 'As you would write it, such as 06 12 34 56 78.',
  country: 'Country of the phone',
  changeDo: 'Save the changes',
  unblock: 'Let them try again',
  unblockText:
    'Too many wrong codes were entered. A new link is sent; the old one no longer works.',
  unblockDo: 'Send a new link',
  remind: 'Remind',
  remindText: 'Everyone whose turn it is gets the e-mail again; at most every ten minutes.',
  remindDo: 'Send the reminder',
  cancel: 'Cancel',
  cancelText:
    'The links stop working at once, and everyone who was invited is notified. Unused signatures go back to your quota.',
  cancelReason: 'Reason',
  cancelReasonHint: 'Optional. The signers see it.',
  cancelCheck: 'Yes, cancel this request permanently',
  cancelDo: 'Cancel permanently',
  delete: 'Delete',
  deleteText:
    'Erases the file and the people named in it, at once and for good. The audit trail is kept for its own retention period.',
  deleteSignedText:
    'Erases the signed file, the proof and the evidence, at once and for good; the signers’ links stop working. Download the evidence first if you may need it. Copies that others hold stay valid, and the audit trail is kept for its own retention period.',
  deleteCheck: 'Yes, delete this document permanently',
  deleteDo: 'Delete permanently',
  send: 'Send',
  sendText:
    'The first signers are invited by e-mail. Each signer uses one signature of your monthly quota.',
  sendWith: 'With the key',
  sendDo: 'Send to the signers',
  noKey: 'No key of this kind can send. Create one first.',
  files: 'Files',
  fileNames: {
    file: 'Document as uploaded',
    signed: 'Signed document',
    proof: 'Proof certificate',
    audit: 'Audit trail (JSON)',
    evidence: 'Evidence archive (zip)',
  },
  filesLater:
    'The signed document, the proof and the evidence will be here once everyone has signed.',
  facts: 'About the request',
  number: 'Number',
  file: 'File',
  pages: (pages: number, size: string) => `${pages} ${pages === 1 ? 'page' : 'pages'}, ${size}`,
  hash: 'SHA-256 as uploaded',
  signedHash: 'SHA-256 as signed',
  level: 'Level',
  sender: 'Sender',
  message: 'Message',
  copies: 'Copies to',
  externalId: 'Your reference',
  trail: 'History',
  trailText: 'Every entry contains the hash of the previous one, so any change is detected.',
  chainWhole: (entries: number, stamps: number) =>
    `The chain is intact: ${entries} entries, ${stamps} ${stamps === 1 ? 'time-stamp' : 'time-stamps'}, checked just now.`,
  chainBroken: 'The chain is broken',
  actors: { service: 'Paraph', console: 'developer area', key: 'API key' },
  entryHash: 'Hash',
  outbox: 'See the e-mails sent from here',
}

/** The texts of the section. */
export type RequestWords = typeof en

const fr: RequestWords = {
  title: 'Demandes de signature',
  text: 'Les documents à faire signer, envoyés par votre programme ou depuis cette page.',
  newOne: 'Nouvelle demande',
  filterTitle: 'Filtrer',
  state: 'État',
  anyState: 'Tous les états',
  kind: 'Nature',
  anyKind: 'Réelles et de test',
  live: 'Réelle',
  test: 'Test',
  show: 'Afficher',
  listTitle: 'Les plus récentes d’abord',
  empty: 'Aucune demande pour l’instant',
  emptyText:
    'Déposez un PDF, indiquez qui signe et où, puis envoyez. Avec une clé de test, rien n’est décompté, aucun SMS ne part et le document signé porte la mention TEST.',
  emptyCurl: 'Votre programme fait de même en un appel :',
  none: 'Aucun résultat',
  noneText: 'Aucune demande de cet état et de cette nature.',
  all: 'Tout afficher',
  newest: 'Les plus récentes',
  older: 'Plus anciennes',
  signedOf: (signed, all) => `${signed} sur ${all} signé${signed > 1 ? 's' : ''}`,
  approvedOf: (approved, all) => `${approved} sur ${all} approuvé${approved > 1 ? 's' : ''}`,
  actions: { approve: 'Approbateur', witness: 'Témoin' },
  approved: 'Approuvé',
  noPlaces: 'Aucun : approuve',
  states: {
    draft: 'Brouillon',
    pending: 'En attente de signature',
    completed: 'Terminée',
    declined: 'Refusée',
    cancelled: 'Annulée',
    expired: 'Expirée',
    failed: 'Échec',
  },
  sealing:
    'Tous ont signé. Le cachet électronique est apposé sur le document en quelques secondes.',
  signerStates: {
    waiting: 'Pas encore son tour',
    invited: 'Invité',
    opened: 'A ouvert le document',
    verified: 'A saisi le code',
    signed: 'A signé',
    approved: 'A approuvé',
    declined: 'A refusé',
    blocked: 'Bloqué',
  },
  made: 'Créée',
  sent: 'Envoyée',
  ends: 'Échéance',
  keptUntil: 'Conservée jusqu’au',
  ended: 'Close',
  completed: 'Terminée',
  back: 'Toutes les demandes',
  signers: 'Signataires',
  step: (step) => `Étape ${step}`,
  stepHint:
    'Les signataires d’une même étape signent en même temps ; l’étape suivante est invitée ensuite.',
  language: 'Langue',
  phone: 'Téléphone',
  phoneUnknown: 'saisi par le signataire',
  phoneBySigner: 'fourni par le signataire',
  invited: 'Invité',
  opened: 'Ouvert',
  verified: 'Identifié',
  signed: 'Signé',
  filesGiven: 'Fichiers remis',
  places: 'Emplacements',
  place: (page) => `page ${page}`,
  placeAtEnd: 'sur une page à la fin',
  placeWarnings: {
    place_on_added_page:
      'Aucun emplacement n’a été choisi pour une signature, ni nommé dans le document : elle se voit sur une page ajoutée à la fin.',
    place_invisible:
      'Aucun emplacement n’a été choisi pour une signature, ni nommé dans le document : elle est dans le fichier, mais ne se voit sur aucune page, car d’autres ont déjà signé ce document.',
  },
  uploadNotices: {
    repaired:
      'La structure du PDF était endommagée : elle a été reconstruite, comme le font les lecteurs de PDF. Les signataires signent le fichier reconstruit : relisez-le avant eux.',
    decrypted:
      'Le PDF était chiffré. Son chiffrement et ses restrictions (impression, copie, modification) ont été retirés : un fichier chiffré ne peut pas être signé.',
    fields_flattened:
      'Les champs de formulaire du document sont intégrés à ses pages tels qu’ils s’affichent, et ne peuvent plus être remplis.',
    javascript_removed:
      'Le JavaScript du document est supprimé : il pourrait modifier l’affichage après signature.',
    actions_removed:
      'Les actions qui lancent des programmes, envoient ou importent des données, lisent des médias ou masquent des parties de pages sont supprimées du document.',
    xfa_removed:
      'Le formulaire XFA du document est supprimé ; les pages restent telles que les affichent les lecteurs PDF sans XFA.',
    tags_covered:
      'Les balises de champs dans le texte du document ont été couvertes de blanc : les signataires y remplissent les champs.',
  },
  placeChoose:
    'La prochaine fois, glissez-la à sa place sur la page, ou écrivez une balise comme {signature:signer1} dans le document.',
  testLink: 'Lien',
  testLinkDo: 'Ouvrir sa page',
  linkHanded: 'Remis par votre programme ; aucun e-mail n’est envoyé',
  testCode: 'Code par SMS',
  testCodeHint: 'Seulement pour les demandes de test, qui n’envoient aucun SMS.',
  delegated: (from) => `${from} a désigné cette personne à sa place`,
  keptMail:
    'L’e-mail à cette personne n’a pas été envoyé : avec une clé de test, seules les adresses de votre propre compte reçoivent des e-mails. Son lien est ci-dessous.',
  certificateFailed: 'N’a pas pu signer avec son propre certificat :',
  undelivered: {
    email: 'Le dernier e-mail n’est pas arrivé',
    sms: 'Le dernier SMS n’est pas arrivé',
    call: 'Le dernier appel n’a pas abouti',
  },
  reason: 'Motif',
  change: 'Modifier les coordonnées',
  changeText:
    'Une autre adresse reçoit un nouveau lien ; l’ancien ne permet plus de signer. Un champ laissé vide reste inchangé.',
  email: 'Adresse e-mail',
  firstName: 'Prénom',
  lastName: 'Nom',
  phoneLabel: 'Téléphone mobile',
  phoneHint: 'Comme vous l’écririez, par exemple 06 12 34 56 78.',
  country: 'Pays du téléphone',
  changeDo: 'Enregistrer',
  unblock: 'Autoriser un nouvel essai',
  unblockText:
    'Trop de codes erronés ont été saisis. Un nouveau lien est envoyé ; l’ancien ne fonctionne plus.',
  unblockDo: 'Envoyer un nouveau lien',
  remind: 'Relancer',
  remindText:
    'Toutes les personnes dont c’est le tour reçoivent à nouveau l’e-mail ; au plus toutes les dix minutes.',
  remindDo: 'Envoyer le rappel',
  cancel: 'Annuler',
  cancelText:
    'Les liens cessent aussitôt de fonctionner et les personnes invitées sont prévenues. Les signatures non utilisées sont rendues à votre quota.',
  cancelReason: 'Motif',
  cancelReasonHint: 'Facultatif. Les signataires le voient.',
  cancelCheck: 'Oui, annuler définitivement cette demande',
  cancelDo: 'Annuler définitivement',
  delete: 'Supprimer',
  deleteText:
    'Efface le fichier et les personnes qui y figurent, aussitôt et pour de bon. La piste d’audit reste pendant sa propre durée de conservation.',
  deleteSignedText:
    'Efface le fichier signé, le certificat de preuve et le dossier de preuve, aussitôt et pour de bon ; les liens des signataires ne fonctionnent plus. Téléchargez d’abord le dossier de preuve si vous pouvez en avoir besoin. Les copies que d’autres détiennent restent valides, et la piste d’audit reste pendant sa propre durée de conservation.',
  deleteCheck: 'Oui, supprimer définitivement ce document',
  deleteDo: 'Supprimer définitivement',
  send: 'Envoyer',
  sendText:
    'Les premiers signataires sont invités par e-mail. Chaque signataire compte pour une signature de votre quota mensuel.',
  sendWith: 'Avec la clé',
  sendDo: 'Envoyer aux signataires',
  noKey: 'Aucune clé de cette nature ne peut envoyer. Créez-en une d’abord.',
  files: 'Fichiers',
  fileNames: {
    file: 'Document d’origine',
    signed: 'Document signé',
    proof: 'Certificat de preuve',
    audit: 'Journal d’audit (JSON)',
    evidence: 'Dossier de preuve complet (zip)',
  },
  filesLater:
    'Le document signé, la preuve et le dossier complet seront ici quand tout le monde aura signé.',
  facts: 'À propos de la demande',
  number: 'Numéro',
  file: 'Fichier',
  pages: (pages, size) => `${pages} page${pages > 1 ? 's' : ''}, ${size}`,
  hash: 'SHA-256 du fichier d’origine',
  signedHash: 'SHA-256 du fichier signé',
  level: 'Niveau',
  sender: 'Expéditeur',
  message: 'Message',
  copies: 'Copies à',
  externalId: 'Votre référence',
  trail: 'Déroulement',
  trailText:
    'Chaque entrée contient l’empreinte de la précédente : aucune ne peut être modifiée sans que cela se voie.',
  chainWhole: (entries, stamps) =>
    `La chaîne est intacte : ${entries} entrées, ${stamps} horodatage${stamps > 1 ? 's' : ''}, vérifiés à l’instant.`,
  chainBroken: 'La chaîne est rompue',
  actors: { service: 'Paraph', console: 'espace développeur', key: 'clé d’API' },
  entryHash: 'Empreinte',
  outbox: 'Voir les e-mails envoyés ici',
}

const WORDS: Words<RequestWords> = { en, fr }

/** The texts in a language. */
export const requestWords = (locale: Locale): RequestWords => WORDS[locale]

/** The label of a name in a table; unknown names are returned unchanged. */
export const named = (words: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(words, name) ? (words[name] ?? name) : name
