/** Every reason why a signature is not reliable, by a stable code, with its wording in English and French. */
import { CHANGES, type ChangeCode, type PdfChange } from '../pdf/compare/change-words.ts'

interface Words {
  /** Sentences; `{name}` and `{why}` are filled in. */
  en: string
  fr: string
}

/** The closed catalogue; forbidden changes ({@link CHANGES}) are problems under their own codes. */
const PROBLEMS = {
  // the file as a whole
  no_signature: {
    en: 'The file contains no signature.',
    fr: 'Le fichier ne contient aucune signature.',
  },
  signature_hidden: {
    en: 'The file contains a signature that a later change has hidden.',
    fr: 'Le fichier contient une signature qu’une modification ultérieure a fait disparaître.',
  },
  signature_superseded: {
    en: 'Before the last signature, an earlier one was removed from the form: it no longer says anything about this document.',
    fr: 'Avant la dernière signature, une signature antérieure a été retirée du formulaire : elle ne dit plus rien de ce document.',
  },
  revision_shared: {
    en: 'Two signatures claim the same state of the file.',
    fr: 'Deux signatures prétendent porter sur le même état du fichier.',
  },
  stray_bytes: {
    en: 'Stray bytes were added after a signature: some programs may display them.',
    fr: 'Des octets sans attache ont été ajoutés après une signature : certains logiciels peuvent les afficher.',
  },
  history_rewritten: {
    en: 'What was added after signing does not build on the signed state of the file.',
    fr: 'Ce qui a été ajouté après la signature ne s’appuie pas sur l’état signé du fichier.',
  },
  update_ambiguous: {
    en: 'What was added after signing can be read in two ways, so people may see different documents.',
    fr: 'Ce qui a été ajouté après la signature peut être lu de deux façons : chacun pourrait voir un document différent.',
  },
  // the position of the signature and what it covers
  signature_empty: { en: 'The signature is empty.', fr: 'La signature est vide.' },
  byte_range_missing: {
    en: 'The signature does not say which bytes it covers.',
    fr: 'La signature ne dit pas quels octets elle couvre.',
  },
  byte_range_invalid: {
    en: 'The signature claims to cover bytes that do not fit the file.',
    fr: 'La signature prétend couvrir des octets qui ne correspondent pas au fichier.',
  },
  byte_range_gap: {
    en: 'The signature excludes more of the file than itself.',
    fr: 'La signature laisse de côté autre chose qu’elle-même.',
  },
  byte_range_misplaced: {
    en: 'The signature excludes bytes in a place other than its own.',
    fr: 'La signature laisse de côté des octets à un autre endroit que le sien.',
  },
  signature_odd: {
    en: 'The signature is encoded in a way that programs interpret differently.',
    fr: 'La signature est écrite d’une façon que les logiciels lisent différemment.',
  },
  signature_padded: {
    en: 'Unsigned content is hidden behind the signature’s own bytes.',
    fr: 'Quelque chose que personne n’a signé se cache derrière les octets de la signature.',
  },
  revision_incomplete: {
    en: 'What was signed is not a complete document ({why}).',
    fr: 'Ce qui a été signé n’est pas un document complet ({why}).',
  },
  revision_foreign: {
    en: 'The signed state of the file does not contain this signature.',
    fr: 'L’état du fichier qui a été signé ne contient pas cette signature.',
  },
  // the cryptographic signature
  format_unknown: {
    en: 'Signatures of type {why} are not supported.',
    fr: 'Les signatures du type {why} ne sont pas connues.',
  },
  signature_unreadable: {
    en: 'The signature cannot be read ({why}).',
    fr: 'La signature est illisible ({why}).',
  },
  attributes_missing: {
    en: 'The signature lacks the attributes that bind it to a document, so it cannot be checked.',
    fr: 'La signature n’a pas les attributs qui la rattachent à un document : elle ne peut pas être vérifiée.',
  },
  attributes_disordered: {
    en: 'What was signed is not encoded as the standard requires, so programs disagree on whether the signature is valid.',
    fr: 'Ce qui a été signé est codé autrement que la norme ne l’exige : les logiciels ne s’accordent pas sur la validité de la signature.',
  },
  algorithm_unknown: {
    en: 'The signature uses an algorithm that cannot be checked here ({why}).',
    fr: 'La signature utilise un algorithme qui ne peut pas être vérifié ici ({why}).',
  },
  digest_weak: {
    en: 'The signature uses a hash algorithm that is too weak today: another document could be forged to match it.',
    fr: 'La signature utilise un algorithme d’empreinte trop faible aujourd’hui : un autre document pourrait être fabriqué pour lui correspondre.',
  },
  document_altered: {
    en: 'The signed bytes were altered after signing.',
    fr: 'Les octets signés ont été altérés après la signature.',
  },
  content_wrong: {
    en: 'The signature was made over another kind of content.',
    fr: 'La signature porte sur un autre type de contenu.',
  },
  certificate_missing: {
    en: 'The certificate of the signer is missing.',
    fr: 'Le certificat du signataire manque.',
  },
  signature_broken: {
    en: 'The signature value does not match the signed content and the key of {name}: one of them was altered.',
    fr: 'La valeur de la signature ne correspond pas à ce qui a été signé et à la clé de {name} : l’un d’eux a été altéré.',
  },
  certificate_exchanged: {
    en: 'The certificate is not the one that the signature refers to.',
    fr: 'Le certificat n’est pas celui que désigne la signature.',
  },
  key_weak: {
    en: 'The key of {name} is too short to be safe.',
    fr: 'La clé de {name} est trop courte pour être sûre.',
  },
  // time-stamps
  timestamp_mismatch: {
    en: 'The time-stamp was issued for different bytes.',
    fr: 'L’horodatage porte sur d’autres octets.',
  },
  timestamp_purpose: {
    en: 'The certificate of {name} is not meant for time-stamps.',
    fr: 'Le certificat de {name} n’est pas destiné à l’horodatage.',
  },
  timestamp_invalid: {
    en: 'The time-stamp is not valid: {why}',
    fr: 'L’horodatage n’est pas valable : {why}',
  },
  timestamp_untrusted: {
    en: 'The time-stamp comes from {name}, which is not among the trusted authorities: it proves no time.',
    fr: 'L’horodatage vient de {name}, qui n’est pas une autorité reconnue ici : il ne prouve aucune date.',
  },
  timestamp_future: {
    en: 'The time-stamp gives a time in the future.',
    fr: 'L’horodatage donne une date future.',
  },
  timestamp_order: {
    en: 'The time-stamp gives a later time than the one made after it.',
    fr: 'L’horodatage donne une date postérieure à celle de l’horodatage suivant.',
  },
  // certificates
  issuer_untrusted: {
    en: 'The issuer of the certificate of {name} is not among the trusted roots: no issuer trusted here vouches for this name.',
    fr: 'L’émetteur du certificat de {name} n’est pas une racine de confiance : aucun émetteur reconnu ici ne garantit ce nom.',
  },
  certificate_expired: {
    en: 'The certificate of {name} was not valid at that time.',
    fr: 'Le certificat de {name} n’était pas valable à cette date.',
  },
  certificate_revoked: {
    en: 'The certificate of {name} had been revoked.',
    fr: 'Le certificat de {name} avait été révoqué.',
  },
  certificate_purpose: {
    en: 'The certificate of {name} is not meant for signing documents.',
    fr: 'Le certificat de {name} n’est pas destiné à signer des documents.',
  },
  certificate_unprocessable: {
    en: 'The certificate of {name} contains a critical element that is not supported here ({why}).',
    fr: 'Le certificat de {name} contient un élément critique qui n’est pas pris en charge ici ({why}).',
  },
  certificate_name_forbidden: {
    en: 'The issuer of the certificate of {name} was not allowed to give this name.',
    fr: 'L’émetteur du certificat de {name} n’avait pas le droit de donner ce nom.',
  },
  certificate_weak: {
    en: 'The certificate of {name} is signed in a way that is too weak today.',
    fr: 'Le certificat de {name} est signé d’une façon trop faible aujourd’hui.',
  },
  revocation_unknown: {
    en: 'The file does not prove that the certificate of {name} was not revoked.',
    fr: 'Le fichier ne prouve pas que le certificat de {name} n’était pas révoqué.',
  },
  // what the first signer permitted
  certification_violated: {
    en: 'The first signer did not allow this change: {why}.',
    fr: 'Le premier signataire n’avait pas permis cette modification : {why}.',
  },
  field_locked: {
    en: 'A field that this signature locks was changed: {why}.',
    fr: 'Un champ verrouillé par cette signature a été modifié : {why}.',
  },
} as const satisfies Record<string, Words>

type ForbiddenChange = {
  [Code in ChangeCode]: (typeof CHANGES)[Code]['kind'] extends 'forbidden' ? Code : never
}[ChangeCode]

/** Stable name of a problem. */
export type ProblemCode = keyof typeof PROBLEMS | ForbiddenChange

/** One reason, in plain words. */
export interface Problem {
  code: ProblemCode
  detail: string
  /** The same in French. */
  detailFr: string
}

/** What the sentences name; `why` may differ by language. */
export interface ProblemFacts {
  name?: string
  why?: string
  whyFr?: string
}

const filled = (text: string, name: string | undefined, why: string | undefined): string =>
  text.replaceAll('{name}', () => name || '?').replaceAll('{why}', () => why ?? '')

/** A problem with its sentences. */
export function problem(code: keyof typeof PROBLEMS, facts: ProblemFacts = {}): Problem {
  const { en, fr } = PROBLEMS[code]
  const { name, why, whyFr = why } = facts
  return { code, detail: filled(en, name, why), detailFr: filled(fr, name, whyFr) }
}

/** A forbidden change, as a problem of the preceding signature, which is by `name`. */
export const changeProblem = (change: PdfChange, name: string): Problem => ({
  code: change.code as ForbiddenChange,
  detail: `The file was changed after ${name} signed: ${change.what}.`,
  detailFr: `Le fichier a été modifié après la signature de ${name} : ${change.whatFr}.`,
})

/** The problems without duplicates. */
export const distinct = (problems: readonly Problem[]): Problem[] => [
  ...new Map(problems.map((each) => [each.detail, each])).values(),
]

/** Every code that a verification may return, for the API description. */
export const PROBLEM_CODES = [
  ...Object.keys(PROBLEMS),
  ...Object.entries(CHANGES).flatMap(([code, { kind }]) => (kind === 'forbidden' ? [code] : [])),
] as ProblemCode[]
