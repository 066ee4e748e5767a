/** What senders are told about the form of their PDF, where signers fill it in. */
import { SKIP_REASONS, type SkipReason } from '../../pdf/acroform-import/skipped-fields.ts'
import { fileOf, type InFile, pointerOf } from './files.ts'

/** What became of some of the fields. */
export interface FormNote extends InFile {
  /** `used`: signers fill them in; `signed`: the form of a document that others have signed stays as it is. */
  reason: SkipReason | 'used' | 'signed'
  /** Their full names, some of them where they are many. */
  text: string
  count: number
}

/** Codes of warnings about a form. */
export const FORM_NOTE_CODES = ['form_fields_used', 'form_field_left'] as const

const NAMES_MOST = 20
const NAME_MOST = 60
/** What nobody would read, or could be read as something else. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/gu

/** About the form of a document that others have signed. */
export const SIGNED_FORM: FormNote = { reason: 'signed', text: '', count: 0 }

function shortened(name: string): string {
  const characters = [...name.replaceAll(HIDDEN, '')]
  return characters.length <= NAME_MOST
    ? characters.join('')
    : `…${characters.slice(1 - NAME_MOST).join('')}`
}

const noteOf = (reason: FormNote['reason'], names: readonly string[]): FormNote => ({
  reason,
  text: names
    .slice(0, NAMES_MOST)
    .map(shortened)
    .concat(names.length > NAMES_MOST ? ['…'] : [])
    .join(', '),
  count: names.length,
})

/** One note for all fields that signers fill in, and one for each reason why others are left. */
export function notesOf({
  used,
  left,
}: {
  used: readonly string[]
  left: ReadonlyArray<{ name: string; reason: SkipReason }>
}): FormNote[] {
  const namesBy = (reason: SkipReason): string[] =>
    left.filter((each) => each.reason === reason).map(({ name }) => name)
  const others = SKIP_REASONS.map((reason) => noteOf(reason, namesBy(reason)))
  return [noteOf('used', used), ...others].filter(({ count }) => count > 0)
}

type Words = Readonly<Record<FormNote['reason'], string>>

/** Why, as the end of a sentence. */
const WHY: Readonly<Record<'en' | 'fr', Words>> = {
  en: {
    used: '',
    signed: '',
    xfa: 'the form is an XFA form; save the PDF without XFA, or print it to PDF',
    button: 'it is a button',
    hidden: 'it is hidden',
    off_page: 'it is not on its page as it is displayed',
    too_small: 'it is too small for anything to be read in it',
    turned: 'its text is turned against the page',
    calculated: 'its value is calculated by a script',
    script: 'a script runs in it that does more than format a number or a date',
    kind: 'it is of a kind that signers cannot fill in (password, file, formatted text, editable list, several choices)',
    options: 'it has no options, too many, too long or equal ones',
    label: 'its name or its tooltip cannot be shown to a signer (invisible characters, HTML)',
    value: 'its value does not fit its own rules (format, length, options, one line of text)',
    repeated: 'another field has the same name',
    read_only_empty: 'it is read-only and empty',
    tag: 'the tag in its name cannot be used',
    nobody:
      'it is nobody’s: with several signers its name has to begin with a role, such as client.start, or to have a tag',
    several: 'its name begins with the name of more than one signer',
    overlaps: 'it covers another field',
    place_given: 'its signer has been given another place to sign',
  },
  fr: {
    used: '',
    signed: '',
    xfa: 'le formulaire est un formulaire XFA ; enregistrez le PDF sans XFA, ou imprimez-le en PDF',
    button: 'c’est un bouton',
    hidden: 'il est masqué',
    off_page: 'il n’est pas sur la page telle qu’elle s’affiche',
    too_small: 'il est trop petit pour qu’on y lise quelque chose',
    turned: 'son texte est tourné par rapport à la page',
    calculated: 'sa valeur est calculée par un script',
    script: 'un script y fait plus que mettre en forme un nombre ou une date',
    kind: 'il est d’un type que les signataires ne peuvent pas remplir (mot de passe, fichier, texte enrichi, liste modifiable, choix multiples)',
    options: 'il n’a pas d’options, ou trop nombreuses, trop longues ou identiques',
    label:
      'son nom ou son info-bulle ne peut pas être montré à un signataire (caractères invisibles, HTML)',
    value:
      'sa valeur ne respecte pas ses propres règles (format, longueur, options, une ligne de texte)',
    repeated: 'un autre champ porte le même nom',
    read_only_empty: 'il est en lecture seule et vide',
    tag: 'la balise dans son nom est inutilisable',
    nobody:
      'il n’est à personne : à plusieurs signataires, son nom doit commencer par un rôle, comme client.debut, ou contenir une balise',
    several: 'son nom commence par le nom de plusieurs signataires',
    overlaps: 'il recouvre un autre champ',
    place_given: 'son signataire a reçu un autre emplacement de signature',
  },
}

const SENTENCES = {
  en: {
    used: (list: string) =>
      `Form fields of the PDF that signers fill in or sign in: ${list}. Check who has which before they do.`,
    signed:
      'The form of the PDF stays as it is: others have signed the document, and it takes no more fields that are filled in.',
    left: (list: string, why: string) =>
      `Form fields that nobody fills in, and that become part of the page as they look now: ${list}. Why: ${why}.`,
  },
  fr: {
    used: (list: string) =>
      `Champs de formulaire du PDF que les signataires remplissent ou signent : ${list}. Vérifiez avant eux qui a lequel.`,
    signed:
      'Le formulaire du PDF reste tel quel : d’autres ont signé le document, qui n’accepte plus de champs à remplir.',
    left: (list: string, why: string) =>
      `Champs de formulaire que personne ne remplit, et qui sont intégrés à la page tels qu’ils s’affichent : ${list}. Pourquoi : ${why}.`,
  },
} as const

/** A note as a sentence. */
export function formNoteText({ reason, text, count }: FormNote, locale: 'en' | 'fr'): string {
  const words = SENTENCES[locale]
  if (reason === 'signed') return words.signed
  const list = `${text} (${count})`
  return reason === 'used' ? words.used(list) : words.left(list, WHY[locale][reason])
}

/** A note as the API returns it. */
export function formWarning(note: FormNote) {
  const { reason, text, count } = note
  return {
    code: reason === 'used' ? ('form_fields_used' as const) : ('form_field_left' as const),
    pointer: pointerOf(fileOf(note)),
    detail: formNoteText(note, 'en'),
    ...(text !== '' && { text }),
    ...(reason !== 'used' && { by: reason }),
    ...(count > 0 && { count }),
  }
}

const isReason = (by: string): by is FormNote['reason'] => Object.hasOwn(WHY.en, by)

/** What a warning as the API returns it says about a form; undefined: it is about something else. */
export const formNoteIn = (
  {
    code,
    by = 'used',
    text = '',
    count = 0,
  }: { code: string; by?: string; text?: string; count?: number },
  locale: 'en' | 'fr',
): string | undefined =>
  FORM_NOTE_CODES.some((each) => each === code) && isReason(by)
    ? formNoteText({ reason: by, text, count }, locale)
    : undefined
