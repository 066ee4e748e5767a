/** The texts of the page that creates a signature request, and those of its script. */
import type { Locale } from '../../pages/locale.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'New signature request',
  text: 'Choose a PDF, add the signers, and put each signature where it belongs.',
  documentTitle: 'Document',
  file: 'PDF to be signed',
  fileHint: (limit: string) => `At most ${limit}.`,
  fileDrop: 'Drop a PDF here, or choose one',
  fileOver: (limit: string) => `The file is larger than ${limit}.`,
  fileAgain: 'Choose the file again: browsers do not keep it.',
  name: 'Name of the document',
  nameHint: 'As the signers see it. If empty, the file’s name is used.',
  signersTitle: 'Signers',
  signer: (number: number | string) => `Signer ${number}`,
  email: 'E-mail address',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Mobile phone',
  phoneHint: 'If empty, the signer enters it on the page.',
  country: 'Country of the phone',
  language: 'Language',
  action: 'What this person does',
  actions: {
    sign: 'Signs',
    approve: 'Approves (no signature)',
    witness: 'Signs as a witness',
  },
  witnessOf: 'Witness of',
  witnessOfHint: 'For witnesses: the address of the signer. The step comes after that signer’s.',
  step: 'Step',
  stepHint: 'Signers with the same number sign at the same time.',
  add: 'Add a signer',
  remove: 'Remove',
  more: 'More signers',
  wordsTitle: 'Message and deadline',
  message: 'Message to the signers',
  messageHint: 'Optional. It is included in the e-mail.',
  days: 'Time to sign',
  daysMax: (days: number) => `${days} days`,
  daysOf: (days: number) => `${days} days`,
  remind: 'Reminders',
  remindNever: 'None',
  remindOf: (days: number) => `Every ${days} days, at most 3`,
  delivery: 'Links of the signers',
  deliveryHint:
    'Without e-mails, give the mobile phone of each signer; your program gets the links from …/signing-url.',
  deliveryEmail: 'By e-mail',
  deliveryNone: 'None is sent: I hand them over, or they sign in person',
  formFields: 'Form fields of the PDF',
  formFieldsHint:
    'Fields that cannot be filled in by a signer stay as they look; the page of the request names them.',
  formFieldsFlatten: 'Stay as they look',
  formFieldsUse: 'Signers fill them in',
  sendTitle: 'Send',
  key: 'With the key',
  keyHint:
    'The quota and limits of its plan apply. Test: uses no quota, sends no SMS, and the file is marked TEST.',
  send: 'Send to the signers',
  draft: 'Save as a draft',
  back: 'All requests',
  placesTitle: 'Places on the page',
  noScript:
    'Without JavaScript, signatures go where tags such as {{signature:signer1}} are in the document, or else on a page at the end.',
  noFile: 'The pages appear here once a PDF is chosen.',
  place: 'Drag onto the page',
  noPlace: 'No place yet: the tags in the document are used, or else a page at the end.',
}

type ComposeWords = typeof en

const fr: ComposeWords = {
  title: 'Nouvelle demande de signature',
  text: 'Choisissez un PDF, indiquez qui signe et placez chaque signature au bon endroit.',
  documentTitle: 'Document',
  file: 'PDF à faire signer',
  fileHint: (limit) => `${limit} au plus.`,
  fileDrop: 'Déposez un PDF ici, ou choisissez-en un',
  fileOver: (limit) => `Le fichier dépasse ${limit}.`,
  fileAgain: 'Choisissez à nouveau le fichier : les navigateurs ne le gardent pas.',
  name: 'Nom du document',
  nameHint: 'Tel que les signataires le voient. Si vide, le nom du fichier.',
  signersTitle: 'Signataires',
  signer: (number) => `Signataire ${number}`,
  email: 'Adresse e-mail',
  firstName: 'Prénom',
  lastName: 'Nom',
  phone: 'Téléphone mobile',
  phoneHint: 'Si vide, le signataire le saisit sur la page.',
  country: 'Pays du téléphone',
  language: 'Langue',
  action: 'Ce que fait cette personne',
  actions: {
    sign: 'Signe',
    approve: 'Approuve (sans signature)',
    witness: 'Signe comme témoin',
  },
  witnessOf: 'Témoin de',
  witnessOfHint: 'Pour un témoin : l’adresse du signataire. L’étape suit celle de ce signataire.',
  step: 'Étape',
  stepHint: 'Les signataires de même numéro signent en même temps.',
  add: 'Ajouter un signataire',
  remove: 'Retirer',
  more: 'Autres signataires',
  wordsTitle: 'Message et délai',
  message: 'Message aux signataires',
  messageHint: 'Facultatif. Il figure dans l’e-mail.',
  days: 'Délai pour signer',
  daysMax: (days) => `${days} jours`,
  daysOf: (days) => `${days} jours`,
  remind: 'Rappels',
  remindNever: 'Aucun',
  remindOf: (days) => `Tous les ${days} jours, 3 au plus`,
  delivery: 'Liens des signataires',
  deliveryHint:
    'Sans e-mail, indiquez le mobile de chaque signataire ; votre programme obtient les liens par …/signing-url.',
  deliveryEmail: 'Par e-mail',
  deliveryNone: 'Aucun envoi : je les remets, ou ils signent en personne',
  formFields: 'Champs de formulaire du PDF',
  formFieldsHint:
    'Les champs qu’un signataire ne peut pas remplir gardent leur aspect ; la page de la demande les nomme.',
  formFieldsFlatten: 'Gardent leur aspect',
  formFieldsUse: 'Remplis par les signataires',
  sendTitle: 'Envoi',
  key: 'Avec la clé',
  keyHint:
    'Le quota et les limites de son offre s’appliquent. Test : rien n’est décompté, aucun SMS, le fichier porte la mention TEST.',
  send: 'Envoyer aux signataires',
  draft: 'Enregistrer comme brouillon',
  back: 'Toutes les demandes',
  placesTitle: 'Emplacements sur la page',
  noScript:
    'Sans JavaScript, les signatures vont là où le document contient des balises telles que {{signature:signer1}}, sinon sur une page à la fin.',
  noFile: 'Les pages apparaissent ici dès qu’un PDF est choisi.',
  place: 'Glisser sur la page',
  noPlace: 'Aucun emplacement : les balises du document sont utilisées, sinon une page à la fin.',
}

const WORDS: Words<ComposeWords> = { en, fr }

/** The texts in a language. */
export const composeWords = (locale: Locale): ComposeWords => WORDS[locale]

const scriptEn = {
  signer: 'Signer {n}',
  page: 'Page {page} of {pages}',
  fieldBox: 'Signature of {name}',
  fieldKind: 'signature place',
  at: 'page {page}, {x} points from the left, {y} from the top',
  size: '{width} by {height} points',
  placed: '{name}: placed on page {page}.',
  removed: 'Removed the place of {name}.',
  moved: 'Page {page}: {x} from the left, {y} from the top.',
  resized: '{width} by {height} points.',
  keys: 'Arrow keys move it, with Shift they change its size; Page Up and Page Down change the page; Delete removes it.',
  remove: 'Remove this place',
  resize: 'Change the size',
  searching: 'Looking for places to sign…',
  foundOne: 'One place to sign was found in the document.',
  found: '{count} places to sign were found in the document.',
  useFound: 'Use them',
  ghost: 'Found place, page {page}: put the signature of {name} here',
  none: 'No places were found. Drag a signature onto the page.',
  opening: 'Opening the PDF…',
  broken: 'This file is not a PDF that can be shown.',
  full: 'A signer can have at most {max} places.',
  sending: 'Sending…',
  failed: 'Nothing was sent. Check the connection and send again.',
  wrong: 'Some fields need correcting; see those marked.',
  listed: 'Page {page}',
  tapHint:
    'Drag a signature onto a page. Or tap it to put it on the page in view; then tap the page to move it.',
}

const scriptFr: typeof scriptEn = {
  signer: 'Signataire {n}',
  page: 'Page {page} sur {pages}',
  fieldBox: 'Signature de {name}',
  fieldKind: 'emplacement de signature',
  at: 'page {page}, à {x} points de la gauche, {y} du haut',
  size: '{width} sur {height} points',
  placed: '{name} : placé sur la page {page}.',
  removed: 'L’emplacement de {name} est retiré.',
  moved: 'Page {page} : à {x} de la gauche, {y} du haut.',
  resized: '{width} sur {height} points.',
  keys: 'Les flèches le déplacent, avec Maj elles changent sa taille ; Page précédente et Page suivante changent de page ; Suppr le retire.',
  remove: 'Retirer cet emplacement',
  resize: 'Changer la taille',
  searching: 'Recherche des endroits à signer…',
  foundOne: 'Un endroit à signer a été trouvé dans le document.',
  found: '{count} endroits à signer ont été trouvés dans le document.',
  useFound: 'Les utiliser',
  ghost: 'Endroit trouvé, page {page} : y mettre la signature de {name}',
  none: 'Aucun endroit trouvé. Glissez une signature sur la page.',
  opening: 'Ouverture du PDF…',
  broken: 'Ce fichier n’est pas un PDF affichable.',
  full: 'Un signataire peut avoir {max} emplacements au plus.',
  sending: 'Envoi…',
  failed: 'Rien n’a été envoyé. Vérifiez la connexion et renvoyez.',
  wrong: 'Certains champs sont à corriger ; voyez ceux qui sont signalés.',
  listed: 'Page {page}',
  tapHint:
    'Glissez une signature sur une page. Ou touchez-la pour la mettre sur la page affichée, puis touchez la page pour la déplacer.',
}

/** The texts of the page's script. */
export type ComposeScriptWords = typeof scriptEn

const SCRIPT_WORDS: Words<ComposeScriptWords> = { en: scriptEn, fr: scriptFr }

/** The texts of the script. */
export const composeScriptWords = (locale: Locale): ComposeScriptWords => SCRIPT_WORDS[locale]
