/** Messages of problems by their code; individual findings are worded in finding-words.ts. */
import type { AppError, ErrorCode } from '../kernel/errors.ts'
import type { Locale } from '../kernel/languages.ts'
import type { Words } from './words.ts'

/** Every problem in French. The first sentence is the title; the rest says what to do. */
export const FRENCH_PROBLEMS: Readonly<Record<ErrorCode, string>> = {
  api_key_missing: 'L’en-tête X-API-Key est absent.',
  api_key_invalid: 'La clé d’API n’est pas valide.',
  plan_lacks_interface: 'L’offre de la clé ne comprend pas cette interface.',
  key_scope_missing: 'La clé est limitée à d’autres opérations.',
  key_address_not_allowed: 'La clé est limitée à d’autres adresses réseau.',
  origin_refused: 'Les pages de cette origine ne sont pas autorisées à appeler cette adresse.',
  quota_exceeded: 'Le quota mensuel de cette clé est épuisé.',
  rate_limited: 'Trop de requêtes en une minute pour votre offre.',
  concurrency_limited:
    'Trop de requêtes simultanées pour votre offre. Attendez que l’une d’elles soit terminée, puis réessayez.',
  template_limit_reached:
    'Le nombre de modèles de votre offre est atteint. Supprimez-en un, ou choisissez une offre supérieure.',
  font_limit_reached: 'Le compte a atteint sa limite de polices.',
  draft_limit_reached:
    'Ce compte a atteint son nombre maximal de brouillons. Envoyez-en ou annulez-en, puis recommencez.',
  key_limit_reached: 'Le nombre de clés d’API de votre offre est atteint.',
  file_too_large: 'Le fichier ou le texte est plus grand que votre offre ne le permet.',
  not_found: 'Cette adresse n’existe pas.',
  method_not_allowed: 'Cette adresse n’accepte pas cette méthode.',
  not_served_here: 'Cette instance du service ne répond pas à cet appel.',
  unsupported_media_type: 'Ce type de contenu n’est pas accepté ici.',
  request_invalid: 'La requête n’a pas pu être lue.',
  request_timeout: 'La requête a mis trop de temps à arriver.',
  headers_too_large: 'Les en-têtes de la requête sont trop grands.',
  json_invalid: 'Les données ne sont pas du JSON valide.',
  validation_failed: 'Un champ est absent ou non valide.',
  template_not_found: 'Ce modèle n’existe pas.',
  version_not_found: 'Cette version du modèle n’existe pas.',
  template_not_docx: 'Ce fichier n’est pas un document Word (.docx).',
  template_unsafe: 'Le modèle contient des éléments interdits.',
  template_too_complex: 'Le modèle est trop grand ou trop imbriqué.',
  template_invalid: 'Le modèle contient des erreurs.',
  font_not_found: 'Cette police n’existe pas.',
  font_invalid: 'Le fichier n’est pas une police utilisable.',
  font_forbidden: 'Les bits de licence de la police interdisent son emploi dans des documents.',
  font_exists: 'Le compte a déjà cette police.',
  data_invalid: 'Les données ou le fichier ne peuvent pas être utilisés.',
  data_missing: 'Il manque dans les données des valeurs que le modèle utilise.',
  image_invalid: 'Une image ne peut pas être utilisée.',
  render_limit_exceeded: 'Le document demande trop de temps ou de mémoire.',
  render_failed: 'Le document n’a pas pu être converti.',
  document_has_warnings:
    'Le document comporte des avertissements, et l’option « strict » les refuse.',
  facturx_invalid: 'La facture enfreint des règles de son profil.',
  pdf_invalid: 'Ce fichier n’est pas un PDF lisible.',
  pdf_encrypted: 'Le PDF est chiffré.',
  pdf_not_signable: 'Le PDF ne peut pas être signé.',
  document_not_found: 'Ce document n’existe pas.',
  document_erased: 'Le document a été effacé.',
  signer_not_found: 'Ce signataire n’existe pas.',
  document_state_conflict: 'L’état du document ne le permet pas.',
  idempotency_key_reused: 'Cette Idempotency-Key a servi pour une autre requête.',
  idempotency_key_in_use: 'Une requête avec cette Idempotency-Key est en cours.',
  request_template_not_found: 'Ce modèle de demande n’existe pas.',
  request_template_limit_reached:
    'Le compte a atteint sa limite de modèles de demande. Supprimez-en un.',
  signer_file_not_found: 'Aucun signataire n’a donné ce fichier.',
  bulk_send_not_found: 'Cet envoi groupé n’existe pas.',
  bulk_send_state_conflict: 'L’état de l’envoi groupé ne le permet pas.',
  bulk_send_limit_reached:
    'Trop d’envois groupés sont inachevés. Attendez que l’un d’eux soit terminé, ou annulez-en un.',
  signing_link_invalid: 'Ce lien n’est pas valide.',
  signing_link_ended: 'Ce lien a expiré.',
  signing_expired: 'Le délai pour signer est passé.',
  signing_cancelled: 'L’expéditeur a retiré le document.',
  signing_declined: 'Le document a été refusé.',
  signing_failed: 'Le cachet électronique n’a pas pu être apposé sur le document.',
  already_signed: 'Cette personne a déjà signé.',
  already_approved: 'Cette personne a déjà approuvé.',
  signing_delegated: 'Une autre personne a été invitée à la place de celle-ci.',
  delegation_not_allowed: 'Cette personne ne peut pas déléguer.',
  action_not_asked: 'Cela n’a pas été demandé à cette personne.',
  not_your_turn: 'D’autres doivent signer d’abord.',
  signer_blocked: 'Cette personne ne peut plus signer.',
  certificate_order_ended: 'Cet ordre de signature est terminé. Signez de nouveau.',
  certificate_unusable: 'Le certificat ne peut pas signer.',
  certificate_service_unavailable:
    'Le prestataire du certificat ne répond pas comme il le devrait. Réessayez plus tard.',
  document_changed: 'Le document a changé depuis son affichage.',
  consent_required: 'L’accord n’a pas été donné.',
  phone_required: 'Un numéro de téléphone mobile est requis.',
  otp_invalid: 'Le code est erroné.',
  otp_expired: 'Le code n’est plus valable.',
  otp_locked: 'Trop de codes erronés ont été saisis.',
  otp_rate_limited: 'Trop de codes ont été demandés.',
  recipient_limit_reached: 'Trop de nouveaux destinataires.',
  sms_limit_reached: 'Trop de SMS ont été envoyés.',
  verification_required: 'Il faut d’abord saisir le code.',
  webhook_not_found: 'Ce webhook n’existe pas.',
  webhook_limit_reached: 'Aucun autre webhook ne peut être ajouté.',
  webhook_url_refused: 'Cette adresse ne peut pas être un webhook.',
  delivery_not_found: 'Cette livraison n’existe pas.',
  server_busy: 'Le service est très sollicité. Réessayez dans un instant.',
  renderer_unavailable: 'Le convertisseur de documents n’est pas disponible. Réessayez plus tard.',
  delivery_not_configured:
    'Ce service n’est pas configuré pour envoyer ce qu’il faut aux signataires. Rien n’a été envoyé : demandez à l’exploitant de configurer l’envoi d’e-mails et de SMS.',
  sms_unavailable: 'Aucun SMS ne peut être envoyé pour l’instant.',
  timestamp_unavailable: 'Aucun horodatage ne peut être obtenu.',
  authority_unavailable: 'L’autorité de certification n’est pas prête.',
  storage_unavailable: 'Le service ne peut rien enregistrer pour l’instant.',
  shutting_down: 'Le service s’arrête.',
  interrupted: 'L’appel a été interrompu.',
  file_damaged:
    'Un fichier enregistré est perdu ou endommagé : l’exploitant doit le rétablir à partir d’une sauvegarde.',
  internal_error: 'Une erreur s’est produite de notre côté.',
}

type Sentences = Partial<Record<ErrorCode, string>>

/** Alternative messages for pages, where the problem's own message refers to API calls. */
const ON_PAGES: Words<Sentences> = {
  fr: {
    quota_exceeded:
      'Le quota du mois est épuisé. Choisissez une autre clé ou une offre supérieure.',
    rate_limited: 'Trop de tentatives en peu de temps.',
    concurrency_limited:
      'Un autre document est en cours. Attendez qu’il soit terminé, puis recommencez.',
    pdf_encrypted: 'Ce PDF est protégé par un mot de passe. Enregistrez-le sans mot de passe.',
    pdf_not_signable: 'Ce PDF n’admet pas de signature ; il est peut-être déjà signé et certifié.',
    document_state_conflict:
      'L’état de la demande ne le permet plus. La page est maintenant à jour.',
    authority_unavailable:
      'L’autorité de certification n’est pas prête. Réessayez dans une minute ; rien n’a été envoyé.',
  },
  en: {
    pdf_invalid: 'This file is not a readable PDF.',
    pdf_encrypted: 'This PDF is protected by a password. Save it without one.',
    pdf_not_signable: 'This PDF does not allow signatures; it may already be signed and certified.',
    quota_exceeded:
      'The monthly quota of this key is used up. Choose another key or a larger plan.',
    document_state_conflict:
      'The state of the request no longer allows this. The page is now up to date.',
    authority_unavailable:
      'The certificate authority is not ready. Try again in a minute; nothing was sent.',
  },
}

/** Message of a problem in the language of the page. */
export function problemText(
  locale: Locale,
  { code, message, retryAfterSeconds }: AppError,
): string {
  const known = ON_PAGES[locale][code]
  if (locale === 'en') return known ?? message
  const french = known ?? FRENCH_PROBLEMS[code]
  if (retryAfterSeconds === undefined || retryAfterSeconds <= 1) return french
  return `${french} Réessayez dans ${Math.ceil(retryAfterSeconds)} s.`
}
