/** What a person is told of a problem, by its code: in French a sentence, in English the problem's own. */
import type { AppError, ErrorCode } from '../kernel/errors.ts'
import type { Locale } from '../pages/locale.ts'

const FRENCH: Partial<Record<ErrorCode, string>> = {
  rate_limited: 'Trop de demandes en une minute pour votre formule.',
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
  render_failed: 'Le document n’a pas pu être converti.',
  facturx_invalid: 'La facture enfreint des règles de son profil.',
  server_busy: 'Le service est très sollicité. Réessayez dans un instant.',
  renderer_unavailable: 'Le convertisseur de documents n’est pas disponible. Réessayez plus tard.',
}

/** Sentence of a problem in the language of the page. */
export function problemText(
  locale: Locale,
  { code, message, retryAfterSeconds }: AppError,
): string {
  const french = FRENCH[code]
  if (locale !== 'fr' || french === undefined) return message
  if (retryAfterSeconds === undefined || retryAfterSeconds <= 1) return french
  return `${french} Réessayez dans ${Math.ceil(retryAfterSeconds)} s.`
}
