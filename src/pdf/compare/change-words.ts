/** Every change that can follow a signature, by a stable code, and its wording in English and French. */

/** What a change means for the signatures before it. */
type ChangeKind = 'signature' | 'form' | 'validation-data' | 'metadata' | 'forbidden'

interface ChangeSpec {
  kind: ChangeKind
  /** Sentences without a full stop; `{page}`, `{field}`, `{part}`, `{before}` and `{after}` are filled in. */
  en: string
  fr: string
}

/** The closed catalogue. What is not `forbidden` may follow a signature (ISO 32000-2, 12.8.2.2). */
export const CHANGES = {
  signature_added: {
    kind: 'signature',
    en: 'someone signed in the field {field}',
    fr: 'quelqu’un a signé dans le champ {field}',
  },
  visible_signature_added: {
    kind: 'signature',
    en: 'someone added the visible field {field} and signed in it',
    fr: 'quelqu’un a ajouté le champ visible {field} et y a signé',
  },
  visible_field_added: {
    kind: 'signature',
    en: 'the signature field {field} was added to a page, still empty',
    fr: 'le champ de signature {field} a été ajouté sur une page, encore vide',
  },
  signature_field_added: {
    kind: 'signature',
    en: 'the signature field {field} was added',
    fr: 'le champ de signature {field} a été ajouté',
  },
  timestamp_added: {
    kind: 'signature',
    en: 'a time-stamp over the whole document was added',
    fr: 'un horodatage de tout le document a été ajouté',
  },
  form_filled: {
    kind: 'form',
    en: 'the form field {field}, which was empty, was filled in with “{after}”',
    fr: 'le champ de formulaire {field}, qui était vide, a été rempli avec « {after} »',
  },
  field_redrawn: {
    kind: 'form',
    en: 'the form field {field} was redrawn with the same text',
    fr: 'le champ de formulaire {field} a été redessiné, avec le même texte',
  },
  validation_data_added: {
    kind: 'validation-data',
    en: 'validation data for the certificates was added',
    fr: 'des données de validation des certificats ont été ajoutées',
  },
  metadata_changed: {
    kind: 'metadata',
    en: 'information about the file (such as its title) was changed',
    fr: 'des informations sur le fichier (comme son titre) ont été modifiées',
  },
  encryption_changed: {
    kind: 'forbidden',
    en: 'the file was encrypted, decrypted or encrypted differently',
    fr: 'le fichier a été chiffré, déchiffré ou chiffré autrement',
  },
  page_changed: {
    kind: 'forbidden',
    en: 'page {page} looks different',
    fr: 'la page {page} a un autre aspect',
  },
  pages_changed: {
    kind: 'forbidden',
    en: 'pages were added, removed or reordered',
    fr: 'des pages ont été ajoutées, supprimées ou déplacées',
  },
  annotation_added: {
    kind: 'forbidden',
    en: 'something was placed over page {page}',
    fr: 'quelque chose a été posé sur la page {page}',
  },
  annotation_removed: {
    kind: 'forbidden',
    en: 'something was removed from page {page}',
    fr: 'quelque chose a été retiré de la page {page}',
  },
  field_changed: {
    kind: 'forbidden',
    en: 'the form field {field} was altered',
    fr: 'le champ de formulaire {field} a été altéré',
  },
  form_value_replaced: {
    kind: 'forbidden',
    en: 'the form field {field} contained “{before}”, which was replaced by “{after}”',
    fr: 'le champ de formulaire {field} contenait « {before} », qui a été remplacé par « {after} »',
  },
  field_appearance_changed: {
    kind: 'forbidden',
    en: 'the form field {field} shows “{after}” instead of “{before}”, although its value is unchanged',
    fr: 'le champ de formulaire {field} affiche « {after} » là où il affichait « {before} », alors que sa valeur est restée la même',
  },
  field_covers_page: {
    kind: 'forbidden',
    en: 'the form field {field} now covers part of the page with more than its text',
    fr: 'le champ de formulaire {field} couvre désormais une partie de la page avec autre chose que son texte',
  },
  form_changed: {
    kind: 'forbidden',
    en: 'the form was altered ({part})',
    fr: 'le formulaire a été altéré ({part})',
  },
  signature_changed: {
    kind: 'forbidden',
    en: 'the signature in the field {field} was altered or removed',
    fr: 'la signature du champ {field} a été altérée ou retirée',
  },
  field_covered: {
    kind: 'forbidden',
    en: 'the new field {field} was placed over the existing field {part}',
    fr: 'le nouveau champ {field} a été posé sur le champ existant {part}',
  },
  false_signature_added: {
    kind: 'forbidden',
    en: 'a picture that looks like a signature was added (field {field}), without a signature',
    fr: 'une image qui ressemble à une signature a été ajoutée (champ {field}), sans signature',
  },
  validation_data_removed: {
    kind: 'forbidden',
    en: 'validation data for the certificates was removed or replaced',
    fr: 'des données de validation des certificats ont été retirées ou remplacées',
  },
  catalog_changed: {
    kind: 'forbidden',
    en: 'the structure of the document was altered ({part})',
    fr: 'la structure du document a été altérée ({part})',
  },
  object_changed: {
    kind: 'forbidden',
    en: 'a part of the document that had been signed was replaced (object {part})',
    fr: 'une partie signée du document a été remplacée (objet {part})',
  },
  object_removed: {
    kind: 'forbidden',
    en: 'a part of the document that had been signed was removed (object {part})',
    fr: 'une partie signée du document a été supprimée (objet {part})',
  },
  object_slipped_in: {
    kind: 'forbidden',
    en: 'content was inserted in a place that had been left open (object {part})',
    fr: 'du contenu a été glissé à un endroit laissé ouvert (objet {part})',
  },
} as const satisfies Record<string, ChangeSpec>

/** Stable name of a kind of change. */
export type ChangeCode = keyof typeof CHANGES

/** What the sentences name. */
export interface ChangeFacts {
  /** Number of the page, from 1. */
  page?: number
  field?: string
  /** Any other object, by its name in the file. */
  part?: string
  /** Value or text of a form field in the signed state, and in the later one. */
  before?: string
  after?: string
}

/** One difference. */
export interface PdfChange extends ChangeFacts {
  code: ChangeCode
  kind: ChangeKind
  /** In plain words, without a full stop. */
  what: string
  /** The same in French. */
  whatFr: string
}

const CHARACTERS_MAX = 80
/** Length limit of a value; longer ones are truncated in responses too. */
const VALUE_CHARACTERS_MAX = 500

const filled = (text: string, facts: ChangeFacts): string =>
  text.replace(/\{(page|field|part|before|after)\}/g, (_all, key: keyof ChangeFacts) =>
    String(facts[key] ?? '?').slice(0, CHARACTERS_MAX),
  )

const clipped = (text: string | undefined): string | undefined =>
  text?.replace(/\p{Cc}/gu, ' ').slice(0, VALUE_CHARACTERS_MAX)

/** Returns a change with its sentences. */
export function changeOf(code: ChangeCode, given: ChangeFacts = {}): PdfChange {
  const { kind, en, fr } = CHANGES[code]
  const [before, after] = [clipped(given.before), clipped(given.after)]
  const values = before === undefined || after === undefined ? {} : { before, after }
  const facts = { ...given, ...values }
  return { code, kind, ...facts, what: filled(en, facts), whatFr: filled(fr, facts) }
}
