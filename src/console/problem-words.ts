/** What a person is told of a problem as a whole, by its code; what is wrong in it has words in finding-words.ts. */
import type { AppError, ErrorCode } from '../kernel/errors.ts'
import type { Locale } from '../pages/locale.ts'
import type { Words } from './words.ts'

type Sentences = Partial<Record<ErrorCode, string>>

const FRENCH: Sentences = {
  rate_limited: 'C’est trop tôt ou trop souvent.',
  quota_exceeded:
    'Le volume du mois est épuisé. Choisissez une autre clé ou une formule plus large.',
  concurrency_limited:
    'Un autre document est en cours. Attendez qu’il soit terminé, puis recommencez.',
  template_limit_reached:
    'Le nombre de modèles de votre formule est atteint. Supprimez-en un, ou prenez une formule plus grande.',
  file_too_large: 'Le fichier ou le texte est plus grand que votre formule ne le permet.',
  unsupported_media_type: 'Ce type de contenu n’est pas accepté ici.',
  request_invalid: 'Le formulaire n’a pas pu être lu.',
  json_invalid: 'Les données ne sont pas du JSON valable.',
  validation_failed: 'Un champ manque ou n’est pas valable.',
  template_not_docx: 'Ce fichier n’est pas un document Word (.docx).',
  template_unsafe: 'Le modèle contient quelque chose qui est refusé.',
  template_too_complex: 'Le modèle est trop grand ou trop imbriqué.',
  template_invalid: 'Le modèle a des erreurs.',
  data_invalid: 'Les données ou le fichier ne peuvent pas être utilisés.',
  data_missing: 'Il manque aux données des valeurs que le modèle utilise.',
  image_invalid: 'Une image ne peut pas être utilisée.',
  render_limit_exceeded: 'Le document demande trop de temps ou de mémoire.',
  pdf_invalid: 'Ce fichier n’est pas un PDF lisible.',
  pdf_encrypted: 'Ce PDF est protégé par un mot de passe. Enregistrez-le sans.',
  pdf_not_signable: 'Ce PDF n’admet pas de signature ; il est peut-être déjà signé et certifié.',
  document_state_conflict:
    'La demande n’est plus dans l’état voulu. La page est maintenant à jour.',
  authority_unavailable:
    'L’autorité de certification n’est pas prête. Réessayez dans une minute ; rien n’a été envoyé.',
  render_failed: 'Le document n’a pas pu être converti.',
  facturx_invalid: 'La facture enfreint des règles de son profil.',
  server_busy: 'Le service est très sollicité. Réessayez dans un instant.',
  renderer_unavailable: 'Le convertisseur de documents n’est pas disponible. Réessayez plus tard.',
}

/** Where the sentence of the problem speaks of calls, and not of the page that is looked at. */
const ENGLISH: Sentences = {
  pdf_invalid: 'This file is no PDF that can be read.',
  pdf_encrypted: 'This PDF is protected by a password. Save it without one.',
  pdf_not_signable: 'This PDF does not allow signatures; it may be signed and certified already.',
  quota_exceeded:
    'What the plan of this key has for the month is used up. Choose another key, or a plan with more.',
  document_state_conflict:
    'The request is no longer in the state for this. The page is up to date now.',
  authority_unavailable:
    'The certificate authority is not ready. Try again in a minute; nothing was sent.',
}

const SENTENCES: Words<Sentences> = { en: ENGLISH, fr: FRENCH }

/** Sentence of a problem in the language of the page, or the problem's own. */
export function problemText(
  locale: Locale,
  { code, message, retryAfterSeconds }: AppError,
): string {
  const known = SENTENCES[locale][code]
  if (known === undefined) return message
  if (locale === 'en' || retryAfterSeconds === undefined || retryAfterSeconds <= 1) return known
  return `${known} Réessayez dans ${Math.ceil(retryAfterSeconds)} s.`
}
