/** What is wrong with a list and its rows, in the page's language, by finding code; the API words it in English. */

import type { Finding } from '../../kernel/coded-error.ts'
import type { ErrorCode } from '../../kernel/errors.ts'
import type { Locale } from '../../kernel/languages.ts'
import type { RowFault } from '../../signing/bulk/schemas.ts'
import type { Pause } from '../../signing/bulk/store.ts'
import { textsIn } from '../../translations/texts.ts'
import { FRENCH_PROBLEMS } from '../problem-words.ts'

const QUOTES =
  'Mettez entre guillemets les cellules qui contiennent des guillemets, des séparateurs ou des retours à la ligne, et doublez les guillemets à l’intérieur.'
const REPEATED_PERSON = 'Cette personne y est deux fois. Une personne signe une fois.'
const FORM = 'La valeur n’a pas la forme attendue.'

/** Files and headers. */
const LISTS: Record<string, string> = {
  list_encoding: 'Le fichier n’est pas du texte lisible : enregistrez la liste en UTF-8.',
  csv_broken: `Un guillemet n’est pas fermé, ou du texte le suit. ${QUOTES}`,
  rows_missing: 'La liste n’a pas de lignes.',
  rows_too_many: 'La liste a plus de 10 000 lignes, le maximum : divisez-la.',
  columns_too_many: 'La liste a trop de colonnes.',
  column_repeated: 'Cette colonne y est deux fois : supprimez-en une.',
  column_unknown:
    'Ce modèle n’a pas cette colonne : téléchargez la liste vide pour voir celles qu’il connaît.',
  header_missing: 'L’en-tête manque : téléchargez la liste vide pour voir les colonnes.',
  encoding_guessed:
    'La liste n’est pas en Unicode ; elle a été lue en Windows-1252, comme Excel l’enregistre. Vérifiez les accents, ou enregistrez-la en « CSV UTF-8 ».',
}

/** Cells and lines. */
const CELLS: Record<string, string> = {
  cell_without_column: `Une valeur est là où l’en-tête n’a pas de nom. Y a-t-il un séparateur dans une cellule sans guillemets ? ${QUOTES}`,
  cell_too_long: 'La cellule est trop longue.',
  cell_hidden_characters:
    'La cellule contient des caractères de contrôle invisibles : retirez-les.',
  line_too_long: 'La ligne est trop longue.',
  json_invalid: 'La ligne n’est pas un objet JSON valide.',
  validation_failed: 'La ligne n’est pas un objet JSON utilisable.',
  row_repeated:
    'La ligne est identique à une autre : les deux partent. Si c’est une erreur, annulez et supprimez-en une.',
  required: 'Cette valeur manque.',
  additionalProperties: 'Ce membre n’existe pas ici.',
  role_unknown: 'Ce n’est pas un rôle de ce modèle.',
  role_repeated: 'Ce rôle y est deux fois : une personne par rôle.',
  field_unknown: 'Ce rôle n’a pas ce champ.',
  data_unused: 'Les données sont pour les modèles Word ; ce modèle est un PDF.',
  signer_repeated: REPEATED_PERSON,
  copy_repeated: 'Cette personne reçoit déjà le document.',
  internal_error:
    'La demande n’a pas pu être créée : l’erreur vient de nous. Renvoyez cette ligne.',
}

/** Values of fields. */
const VALUES: Record<string, string> = {
  value_missing: 'Le champ est obligatoire : donnez une valeur.',
  value_unticked: 'Pour une case à cocher : oui ou non ; une case obligatoire doit être cochée.',
  value_not_text: 'La valeur doit être un texte.',
  value_hidden_characters: 'La valeur contient des caractères invisibles : retirez-les.',
  value_too_long: 'La valeur est trop longue pour ce champ.',
  value_not_number: 'La valeur doit être un nombre, tel que 12,5.',
  value_not_date: 'La valeur doit être une date telle que 2026-12-31.',
  value_too_small: 'La valeur est inférieure au minimum du champ.',
  value_too_large: 'La valeur est supérieure au maximum du champ.',
  value_no_option: 'La valeur n’est pas l’une de celles du champ.',
}

const FRENCH: Readonly<Record<string, string>> = { ...LISTS, ...CELLS, ...VALUES }
const IS_FORM = new Set(['format', 'pattern', 'minLength', 'maxLength', 'enum', 'type'])

const problemIn = (code: string): string | undefined =>
  Object.hasOwn(FRENCH_PROBLEMS, code) ? FRENCH_PROBLEMS[code as ErrorCode] : undefined

/** A text, and its language where that is not the page's. */
export interface RowText {
  text: string
  lang: 'en' | undefined
}

/** What is wrong with a row. */
export function rowText(
  locale: Locale,
  { code = '', column = '', detail }: Pick<RowFault, 'code' | 'column' | 'detail'>,
): RowText {
  if (locale === 'en') return { text: detail, lang: undefined }
  const words = textsIn(locale).console.faults
  const member = column.split('.').at(-1) ?? ''
  const own = Object.hasOwn(FRENCH, code) ? FRENCH[code] : undefined
  const isForm = IS_FORM.has(code)
  if (member === 'phone' && (isForm || code.startsWith('phone_')))
    return { text: words.phone, lang: undefined }
  if (member === 'email' && isForm) return { text: words.email, lang: undefined }
  if (/^(?:first|last)_name$/.test(member) && isForm) return { text: words.name, lang: undefined }
  if (member === 'expires_at') return { text: words.expiry, lang: undefined }
  const text = own ?? (isForm ? FORM : problemIn(code))
  return text === undefined ? { text: detail, lang: 'en' } : { text, lang: undefined }
}

/** A finding about a list as a whole, or about a row of it, with its place. */
export function listText(locale: Locale, finding: Finding): string {
  const { pointer = '', code = '', detail } = finding
  if (locale === 'en') return detail
  const [, header, row, column = ''] =
    /^\/rows(?:\/header(?:\/(\d+))?|\/(\d+)(?:\/(.*))?)?$/.exec(pointer) ?? []
  const { text } = rowText(locale, { code, column, detail: detail.replace(/^Line \d+: /, '') })
  const line = /^Line (\d+)/.exec(detail)?.[1]
  const place = [
    line !== undefined && `Ligne ${line}`,
    header !== undefined && `colonne ${header}`,
    row !== undefined && column !== '' && `« ${column} »`,
  ].filter((part) => part !== false)
  return place.length === 0 ? text : `${place.join(', ')} : ${text}`
}

/** Why a bulk send does not go on. */
export function pauseText(
  locale: Locale,
  { code, detail }: Pick<Pause, 'code' | 'detail'>,
): RowText {
  if (locale === 'en') return { text: detail, lang: undefined }
  const problem = problemIn(code)
  return problem === undefined ? { text: detail, lang: 'en' } : { text: problem, lang: undefined }
}
