/** What was wrong with a form about a signature request, at its field and in the reader's language. */
import { type AppError, ERRORS } from '../../kernel/errors.ts'
import type { Locale } from '../../pages/locale.ts'
import type { Words } from '../words.ts'

/** One fault. */
export interface FormFault {
  /** Of the field; `form` where there is none. */
  field: string
  text: string
}

const en = {
  email: 'Enter an e-mail address such as name@example.com.',
  emailTwice: 'This address is there twice. One person signs once.',
  phone: 'Enter a mobile number with its country, such as +33612345678.',
  name: 'Use 1 to 100 printable characters.',
  title: 'Use at most 200 printable characters.',
  message: 'Use at most 2,000 characters.',
  order: 'Choose a step from 1 to 100.',
  role: 'Use at most 100 characters.',
  outside: 'A place lies outside of its page.',
  overlap: 'Two places lie on each other. Move one away.',
  place: 'This place cannot be used. Move it or make it larger.',
  tags: 'The document names signers who are not in the list.',
  fileMissing: 'Choose the PDF that is to be signed.',
  expiry: 'Choose a time within the days that the plan allows.',
  reason: 'Use at most 500 characters.',
  nothing: 'Nothing was changed.',
  large: (limit: string) => `The file is too large: the key’s plan takes ${limit}.`,
  key: 'Choose one of your keys.',
  codes: {
    pdf_invalid: 'This file is no PDF that can be read.',
    pdf_encrypted: 'This PDF is protected by a password. Save it without one.',
    pdf_not_signable: 'This PDF does not allow signatures; it may be signed and certified already.',
    quota_exceeded:
      'The signatures of this key for the month are used up. Choose another key, or a plan with more.',
    rate_limited: 'Too soon. Wait a little, then send again.',
    concurrency_limited: 'Another one is still running. Send again in a moment.',
    authority_unavailable:
      'The certificate authority is not ready. Try again in a minute; nothing was sent.',
    document_state_conflict:
      'The request is no longer in the state for this. The page is up to date now.',
    render_limit_exceeded: 'This PDF takes too much time or memory to be read.',
    server_busy: 'The service is busy. Send again in a moment.',
  } as Record<string, string>,
  other: 'This was refused:',
}

const fr: typeof en = {
  email: 'Saisissez une adresse e-mail telle que nom@exemple.fr.',
  emailTwice: 'Cette adresse y est deux fois. Une personne signe une fois.',
  phone: 'Saisissez un numéro de mobile avec son indicatif, par exemple +33612345678.',
  name: 'Utilisez 1 à 100 caractères imprimables.',
  title: 'Utilisez au plus 200 caractères imprimables.',
  message: 'Utilisez au plus 2 000 caractères.',
  order: 'Choisissez une étape de 1 à 100.',
  role: 'Utilisez au plus 100 caractères.',
  outside: 'Un emplacement sort de sa page.',
  overlap: 'Deux emplacements se recouvrent. Déplacez-en un.',
  place: 'Cet emplacement ne convient pas. Déplacez-le ou agrandissez-le.',
  tags: 'Le document nomme des signataires qui ne sont pas dans la liste.',
  fileMissing: 'Choisissez le PDF à faire signer.',
  expiry: 'Choisissez un délai dans la limite de l’offre.',
  reason: 'Utilisez au plus 500 caractères.',
  nothing: 'Rien n’a été modifié.',
  large: (limit) => `Le fichier est trop lourd : l’offre de la clé accepte ${limit}.`,
  key: 'Choisissez l’une de vos clés.',
  codes: {
    pdf_invalid: 'Ce fichier n’est pas un PDF lisible.',
    pdf_encrypted: 'Ce PDF est protégé par un mot de passe. Enregistrez-le sans.',
    pdf_not_signable: 'Ce PDF n’admet pas de signature ; il est peut-être déjà signé et certifié.',
    quota_exceeded:
      'Les signatures du mois de cette clé sont épuisées. Choisissez une autre clé ou une offre plus large.',
    rate_limited: 'Trop tôt. Patientez un peu, puis renvoyez.',
    concurrency_limited: 'Une autre est encore en cours. Renvoyez dans un instant.',
    authority_unavailable:
      'L’autorité de certification n’est pas prête. Réessayez dans une minute ; rien n’a été envoyé.',
    document_state_conflict:
      'La demande n’est plus dans l’état voulu. La page est maintenant à jour.',
    render_limit_exceeded: 'La lecture de ce PDF demande trop de temps ou de mémoire.',
    server_busy: 'Le service est occupé. Renvoyez dans un instant.',
  },
  other: 'Refusé :',
}

const WORDS: Words<typeof en> = { en, fr }

/** The words of faults. */
export const faultWords = (locale: Locale) => WORDS[locale]

/** Where codes belong that name no field. */
const FIELD_OF_CODE: Readonly<Record<string, string>> = {
  pdf_invalid: 'file',
  pdf_encrypted: 'file',
  pdf_not_signable: 'file',
  render_limit_exceeded: 'file',
  file_too_large: 'file',
  quota_exceeded: 'key',
}

type FaultWord = Exclude<keyof typeof en, 'large' | 'codes' | 'other'>

/** What a pointer into the API's form means here. */
const POINTERS: ReadonlyArray<readonly [RegExp, (match: RegExpExecArray) => string, FaultWord]> = [
  [/^\/signers\/(\d+)\/email$/, ([, index]) => `signer-${index}-email`, 'email'],
  [/^\/signers\/(\d+)\/phone$/, ([, index]) => `signer-${index}-phone`, 'phone'],
  [/^\/signers\/(\d+)\/first_name$/, ([, index]) => `signer-${index}-first_name`, 'name'],
  [/^\/signers\/(\d+)\/last_name$/, ([, index]) => `signer-${index}-last_name`, 'name'],
  [/^\/signers\/(\d+)\/order$/, ([, index]) => `signer-${index}-order`, 'order'],
  [/^\/signers\/(\d+)(?:\/fields.*)?$/, ([, index]) => `signer-${index}-fields`, 'place'],
  [/^\/signers$/, () => 'signer-0-fields', 'tags'],
  [/^\/name$/, () => 'name', 'title'],
  [/^\/message$/, () => 'message', 'message'],
  [/^\/expires_at$/, () => 'days', 'expiry'],
  [/^\/reason$/, () => 'reason', 'reason'],
  [/^\/email$/, () => 'email', 'email'],
  [/^\/phone$/, () => 'phone', 'phone'],
  [/^\/first_name$/, () => 'first_name', 'name'],
  [/^\/last_name$/, () => 'last_name', 'name'],
]

/** What the detail of the finding says more exactly than its pointer. */
function wordOf(word: FaultWord, detail: string): FaultWord {
  if (word === 'email' && detail.includes('twice')) return 'emailTwice'
  if (word !== 'place') return word
  if (detail.includes('overlaps')) return 'overlap'
  return detail.includes('does not fit') || detail.includes('is on page') ? 'outside' : word
}

function faultAt(locale: Locale, pointer: string, detail: string): FormFault {
  const words = WORDS[locale]
  for (const [pattern, field, word] of POINTERS) {
    const match = pattern.exec(pointer)
    if (match !== null) return { field: field(match), text: words[wordOf(word, detail)] }
  }
  return { field: 'form', text: `${words.other} ${detail}` }
}

/** Every fault that an error names, one per field. */
export function faultsOf(locale: Locale, error: AppError): FormFault[] {
  const { code, message, errors = [] } = error
  const words = WORDS[locale]
  const known = Object.hasOwn(words.codes, code) ? words.codes[code] : undefined
  if (known !== undefined) return [{ field: FIELD_OF_CODE[code] ?? 'form', text: known }]
  if (errors.length === 0)
    return [{ field: FIELD_OF_CODE[code] ?? 'form', text: `${words.other} ${message}` }]
  const faults = errors.map(({ pointer = '', detail }) => faultAt(locale, pointer, detail))
  return faults.filter(
    (fault, index) => faults.findIndex(({ field }) => field === fault.field) === index,
  )
}

/** HTTP status of a page that shows such an error. */
export const faultStatus = ({ code }: AppError): number => ERRORS[code].status
