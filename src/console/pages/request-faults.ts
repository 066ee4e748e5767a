/** Faults of a signature request form by field: the API call's findings, worded for the form. */
import { FINDING_CODES, type Finding } from '../../kernel/coded-error.ts'
import type { AppError, ErrorCode } from '../../kernel/errors.ts'
import { INPUT_LIMITS } from '../../kernel/field-types.ts'
import type { Locale } from '../../kernel/languages.ts'
import { FILES_MAX } from '../../signing/model/files.ts'
import { problemText } from '../problem-words.ts'
import type { Words } from '../words.ts'
import { fieldFaultText } from './field-faults.ts'

/** One fault. */
export interface FormFault {
  /** Name of the field; `form` if there is none. */
  field: string
  text: string
  /** Which of the fields of a signer on the page, from 0. */
  place?: number
  /** What of it: a property, as the API names it. */
  member?: string
  /** Which of the files after the first one, from 0. */
  file?: number
}

const { perSigner, perRequest, filesPerSigner } = INPUT_LIMITS

const en = {
  email: 'Enter an e-mail address such as name@example.com.',
  emailTwice: 'This address is there twice. One person signs once.',
  phone:
    'Enter a mobile number and its country, such as 06 12 34 56 78 for France, or +33 6 12 34 56 78.',
  name: 'Use 1 to 100 printable characters.',
  title: 'Use at most 200 printable characters.',
  message: 'Use at most 2,000 characters.',
  order: 'Choose a step from 1 to 100.',
  role: 'Use at most 100 characters.',
  nobodySigns: 'At least one person must sign.',
  approverPlaces: 'Whoever approves has no place: take it away.',
  witnessOf: 'Enter the address of one signer in the list.',
  witnessSame: 'Nobody is the witness of their own signature.',
  witnessOrder: 'A witness signs after the signer: choose a later step.',
  delegationMail: 'Whoever may name somebody else gets the link by e-mail.',
  outside: 'A place lies outside of its page.',
  overlap: 'Two places lie on each other. Move one away.',
  place: 'This place cannot be used. Move it or make it larger.',
  tags: 'The document names signers who are not in the list.',
  tooMany: `There are too many fields: at most ${perSigner} for a signer, ${filesPerSigner} of them files, and ${perRequest} in all.`,
  fileMissing: 'Choose the PDF that is to be signed.',
  files: `Choose at most ${FILES_MAX} files.`,
  filesExternalSeal: 'Your documents get an outer seal, which is possible for one file only.',
  filesTemplate: 'A template has one file: remove the others, or send the request.',
  expiry: 'Choose a time within the days that the plan allows.',
  reason: 'Use at most 500 characters.',
  nothing: 'Nothing was changed.',
  large: (limit: string) => `The file is too large: the key’s plan allows ${limit}.`,
  key: 'Choose one of your keys.',
  other: 'This was refused:',
}

const fr: typeof en = {
  email: 'Saisissez une adresse e-mail telle que nom@exemple.fr.',
  emailTwice: 'Cette adresse y est deux fois. Une personne signe une fois.',
  phone:
    'Saisissez un numéro de mobile et son pays, par exemple 06 12 34 56 78 pour la France, ou +33 6 12 34 56 78.',
  name: 'Utilisez 1 à 100 caractères imprimables.',
  title: 'Utilisez au plus 200 caractères imprimables.',
  message: 'Utilisez au plus 2 000 caractères.',
  order: 'Choisissez une étape de 1 à 100.',
  role: 'Utilisez au plus 100 caractères.',
  nobodySigns: 'Une personne au moins doit signer.',
  approverPlaces: 'Qui approuve n’a pas d’emplacement : retirez-le.',
  witnessOf: 'Saisissez l’adresse d’un signataire de la liste.',
  witnessSame: 'Personne n’est témoin de sa propre signature.',
  witnessOrder: 'Un témoin signe après le signataire : choisissez une étape ultérieure.',
  delegationMail: 'Qui peut désigner une autre personne reçoit le lien par e-mail.',
  outside: 'Un emplacement sort de sa page.',
  overlap: 'Deux emplacements se recouvrent. Déplacez-en un.',
  place: 'Cet emplacement ne convient pas. Déplacez-le ou agrandissez-le.',
  tags: 'Le document nomme des signataires qui ne sont pas dans la liste.',
  tooMany: `Il y a trop de champs : ${perSigner} au plus par signataire, dont ${filesPerSigner} fichiers, et ${perRequest} en tout.`,
  fileMissing: 'Choisissez le PDF à faire signer.',
  files: `Choisissez ${FILES_MAX} fichiers au plus.`,
  filesExternalSeal: 'Vos documents reçoivent un cachet externe, possible pour un seul fichier.',
  filesTemplate: 'Un modèle a un seul fichier : retirez les autres, ou envoyez la demande.',
  expiry: 'Choisissez un délai dans la limite de l’offre.',
  reason: 'Utilisez au plus 500 caractères.',
  nothing: 'Rien n’a été modifié.',
  large: (limit) => `Le fichier est trop lourd : l’offre de la clé accepte ${limit}.`,
  key: 'Choisissez l’une de vos clés.',
  other: 'Refusé :',
}

const WORDS: Words<typeof en> = { en, fr }

/** The texts of faults. */
export const faultWords = (locale: Locale) => WORDS[locale]

/** Fields for error codes that name none. */
const FIELD_OF_CODE: Readonly<Partial<Record<ErrorCode, string>>> = {
  pdf_invalid: 'file',
  pdf_encrypted: 'file',
  pdf_not_signable: 'file',
  render_limit_exceeded: 'file',
  file_too_large: 'file',
  quota_exceeded: 'key',
}

type FaultWord = Exclude<keyof typeof en, 'large' | 'other'>

/** Maps pointers into the API's form to fields of this one. */
const POINTERS: ReadonlyArray<readonly [RegExp, (match: RegExpExecArray) => string, FaultWord]> = [
  [/^\/signers\/(\d+)\/email$/, ([, index]) => `signer-${index}-email`, 'email'],
  [/^\/signers\/(\d+)\/phone$/, ([, index]) => `signer-${index}-phone`, 'phone'],
  [/^\/signers\/(\d+)\/first_name$/, ([, index]) => `signer-${index}-first_name`, 'name'],
  [/^\/signers\/(\d+)\/last_name$/, ([, index]) => `signer-${index}-last_name`, 'name'],
  [/^\/signers\/(\d+)\/witness_of$/, ([, index]) => `signer-${index}-witness_of`, 'witnessOf'],
  [
    /^\/signers\/(\d+)\/allow_delegation$/,
    ([, index]) => `signer-${index}-allow_delegation`,
    'delegationMail',
  ],
  [/^\/signers\/(\d+)\/order$/, ([, index]) => `signer-${index}-order`, 'order'],
  [/^\/signers\/(\d+)(?:\/fields.*)?$/, ([, index]) => `signer-${index}-fields`, 'place'],
  [/^\/signers$/, () => 'signer-0-fields', 'tags'],
  [/^\/in_person\/host$/, () => 'host', 'name'],
  [/^\/files$/, () => 'file', 'files'],
  [/^\/name$/, () => 'name', 'title'],
  [/^\/message$/, () => 'message', 'message'],
  [/^\/expires_at$/, () => 'days', 'expiry'],
  [/^\/reason$/, () => 'reason', 'reason'],
  [/^\/email$/, () => 'email', 'email'],
  [/^\/phone$/, () => 'phone', 'phone'],
  [/^\/first_name$/, () => 'first_name', 'name'],
  [/^\/last_name$/, () => 'last_name', 'name'],
]

/** Finding codes with a more specific text than their pointer. */
const WORD_OF_CODE: Readonly<Record<string, FaultWord>> = {
  [FINDING_CODES.signerRepeated]: 'emailTwice',
  nobody_signs: 'nobodySigns',
  approver_has_fields: 'approverPlaces',
  witness_is_signer: 'witnessSame',
  witness_too_early: 'witnessOrder',
  fields_too_many: 'tooMany',
  files_outer_seal: 'filesExternalSeal',
  template_files: 'filesTemplate',
  [FINDING_CODES.placeOverlaps]: 'overlap',
  [FINDING_CODES.placeOutside]: 'outside',
}

const FIELD = /^\/signers\/(\d+)\/fields\/(\d+)(?:\/(\w+))?/

/** A fault of one field on the page. */
function fieldFault(locale: Locale, { pointer = '', code = '' }: Finding): FormFault | undefined {
  const [, index, place, member] = FIELD.exec(pointer) ?? []
  if (place === undefined) return undefined
  const words = WORDS[locale]
  const text = fieldFaultText(locale, code, member) ?? words[WORD_OF_CODE[code] ?? 'place']
  const field = `signer-${index}-fields`
  return { field, text, place: Number(place), ...(member !== undefined && { member }) }
}

function faultAt(locale: Locale, finding: Finding): FormFault {
  const { pointer = '', code = '', detail } = finding
  const words = WORDS[locale]
  const ofField = fieldFault(locale, finding)
  if (ofField !== undefined) return ofField
  for (const [pattern, field, word] of POINTERS) {
    const match = pattern.exec(pointer)
    if (match !== null) return { field: field(match), text: words[WORD_OF_CODE[code] ?? word] }
  }
  return { field: 'form', text: `${words.other} ${detail}`, ...inFurther(pointer) }
}

/** Which of the files after the first one a pointer is about. */
function inFurther(pointer: string | undefined): { file?: number } {
  const [, index] = /^\/files\/(\d+)/.exec(pointer ?? '') ?? []
  return index === undefined ? {} : { file: Number(index) }
}

/** Whether an error is about fields of the form, rather than about the data of a template. */
export const isAboutForm = ({ code, errors }: AppError): boolean =>
  FIELD_OF_CODE[code] !== undefined ||
  errors.some(({ pointer = '' }) => POINTERS.some(([pattern]) => pattern.test(pointer)))

/** Every fault that an error names, one per field of the form or of the page. */
export function faultsOf(locale: Locale, error: AppError): FormFault[] {
  const { code, errors } = error
  const field = FIELD_OF_CODE[code]
  if (field !== undefined || errors.length === 0)
    return [
      {
        field: field ?? 'form',
        text: problemText(locale, error),
        ...inFurther(errors[0]?.pointer),
      },
    ]
  const faults = errors.map((finding) => faultAt(locale, finding))
  const key = ({ field, place }: FormFault) => `${field} ${place ?? ''}`
  return faults.filter(
    (fault, index) => faults.findIndex((other) => key(other) === key(fault)) === index,
  )
}
