/** What to do about each code: the texts of docs/errors.md and docs/fr/errors.md beside the catalogue's own titles. */
import type { ErrorCode } from '../../src/kernel/errors.ts'
import type { Locale } from '../../src/pages/locale.ts'

/** A text in each language. */
export type InBoth = Readonly<Record<Locale, string>>

/** Codes that belong together. */
export interface Group {
  title: InBoth
  advice: Partial<Record<ErrorCode, InBoth>>
}

/** Every code, in the order of the catalogue; a test compares the two. */
export const GROUPS: readonly Group[] = [
  {
    title: { en: 'Who is calling', fr: 'Qui appelle' },
    advice: {
      api_key_missing: {
        en: 'Send the header `X-API-Key: pk_…` with every call.',
        fr: 'Envoyez l’en-tête `X-API-Key: pk_…` avec chaque appel.',
      },
      api_key_invalid: {
        en: 'The key is mistyped, revoked, or belongs to another service. Create a new one under "API keys".',
        fr: 'La clé est mal recopiée, révoquée ou appartient à un autre service. Créez-en une sous « Clés d’API ».',
      },
      plan_lacks_interface: {
        en: 'The key’s plan does not include documents, or does not include signatures. Use a key on a plan that does; `free` includes both.',
        fr: 'L’offre de la clé ne comprend pas les documents, ou pas les signatures. Utilisez une clé d’une offre qui les comprend ; `free` comprend les deux.',
      },
      origin_refused: {
        en: 'Call it from a program; pages of another origin are not allowed.',
        fr: 'Appelez-la depuis un programme ; les pages d’une autre origine ne sont pas admises.',
      },
    },
  },
  {
    title: { en: 'How much', fr: 'Combien' },
    advice: {
      quota_exceeded: {
        en: 'The month’s documents or signatures of this key are used up. Wait until the next month begins (UTC), as `Retry-After` says, or move the key to a larger plan.',
        fr: 'Les documents ou les signatures du mois de cette clé sont épuisés. Attendez le début du mois suivant (UTC), indiqué par `Retry-After`, ou liez la clé à une offre plus grande.',
      },
      rate_limited: {
        en: 'Wait for the time in `Retry-After`. The header `RateLimit` tells you in advance how many requests are left.',
        fr: 'Attendez le temps indiqué par `Retry-After`. L’en-tête `RateLimit` indique à l’avance combien de requêtes il reste.',
      },
      concurrency_limited: {
        en: 'The key already has as many requests in progress as its plan allows. Send the next one when one of them is answered.',
        fr: 'Autant de requêtes de cette clé que l’offre en permet sont en cours. Envoyez la suivante quand l’une d’elles est terminée.',
      },
      template_limit_reached: {
        en: 'Delete a template you do not need, or move the key to a larger plan. You do not have to store templates: you can send the file with each render.',
        fr: 'Supprimez un modèle dont vous n’avez pas besoin, ou liez la clé à une offre plus grande. Un modèle n’a pas besoin d’être enregistré : envoyez le fichier à chaque production.',
      },
      font_limit_reached: {
        en: 'Delete a font you do not need (`DELETE /fonts/{id}`); `detail` states the limit.',
        fr: 'Supprimez une police dont vous n’avez pas besoin (`DELETE /fonts/{id}`) ; `detail` nomme la limite.',
      },
      draft_limit_reached: {
        en: 'Send or cancel drafts. The documents of cancelled drafts are erased a day later. `GET /usage` shows how many drafts there are and how much space they use.',
        fr: 'Envoyez ou annulez des brouillons. Les documents de ceux qui sont annulés sont effacés un jour plus tard. `GET /usage` indique leur nombre et la place qu’ils occupent.',
      },
      key_limit_reached: {
        en: 'Revoke a key you do not need, or create this one on another plan.',
        fr: 'Révoquez une clé dont vous n’avez pas besoin, ou créez celle-ci sur une autre offre.',
      },
      file_too_large: {
        en: 'Make the file smaller (usually its pictures) or move the key to a larger plan; `detail` states the limit.',
        fr: 'Réduisez le fichier (ses images, le plus souvent) ou liez la clé à une offre plus grande ; `detail` nomme la limite.',
      },
    },
  },
  {
    title: { en: 'The shape of the request', fr: 'La forme de la requête' },
    advice: {
      not_found: {
        en: 'Check the address; every call is listed at /docs.',
        fr: 'Vérifiez l’adresse ; tous les appels sont listés sous /docs.',
      },
      method_not_allowed: {
        en: 'The header `Allow` lists the methods of this address.',
        fr: 'L’en-tête `Allow` donne les méthodes de cette adresse.',
      },
      unsupported_media_type: {
        en: 'Send `multipart/form-data` for files, `application/json` otherwise, as the call’s description says.',
        fr: 'Envoyez `multipart/form-data` pour des fichiers, `application/json` sinon, comme le dit la description de l’appel.',
      },
      request_invalid: {
        en: 'The request violates HTTP or its form is truncated. Send it again; if the error persists, check how the request is built.',
        fr: 'La requête ne respecte pas HTTP, ou son formulaire est tronqué. Renvoyez-la ; si l’erreur persiste, vérifiez comment elle est construite.',
      },
      request_timeout: {
        en: 'The request arrived too slowly. Send it again.',
        fr: 'La requête est arrivée trop lentement. Renvoyez-la.',
      },
      headers_too_large: {
        en: 'Send fewer or shorter headers.',
        fr: 'Envoyez des en-têtes moins nombreux ou plus courts.',
      },
      json_invalid: {
        en: '`detail` gives the line and column of the error.',
        fr: '`detail` donne la ligne et la colonne de l’erreur.',
      },
      validation_failed: {
        en: '`errors` names each field by JSON pointer, with the valid values.',
        fr: '`errors` nomme chaque champ par un pointeur JSON, avec les valeurs valables.',
      },
    },
  },
  {
    title: { en: 'Templates and data', fr: 'Modèles et données' },
    advice: {
      template_not_found: {
        en: 'No template of this account has that id. `GET /templates` lists them.',
        fr: 'Aucun modèle de ce compte n’a cet identifiant. `GET /templates` les liste.',
      },
      version_not_found: {
        en: 'This template has no such version. `GET /templates/{id}/versions` lists them.',
        fr: 'Ce modèle n’a pas cette version. `GET /templates/{id}/versions` les liste.',
      },
      template_not_docx: {
        en: 'Save the file in Word as .docx; .doc, .odt and .dotx are not accepted.',
        fr: 'Enregistrez le fichier dans Word en .docx ; .doc, .odt et .dotx ne sont pas acceptés.',
      },
      template_unsafe: {
        en: 'Remove what `errors` names: macros, external links, embedded programs.',
        fr: 'Supprimez ce que `errors` signale : macros, liens externes, programmes incorporés.',
      },
      template_too_complex: {
        en: 'Use fewer paragraphs, nested tables or nested loops; `detail` states the limit.',
        fr: 'Réduisez le nombre de paragraphes, de tableaux imbriqués ou de boucles imbriquées ; `detail` nomme la limite.',
      },
      template_invalid: {
        en: '`errors` lists every error: tag, part of the file, paragraph, explanation, fix.',
        fr: '`errors` contient chaque erreur : balise, partie du fichier, paragraphe, explication, correction.',
      },
      font_not_found: {
        en: 'No font of this account has that id. `GET /fonts` lists them.',
        fr: 'Aucune police de ce compte n’a cet identifiant. `GET /fonts` les liste.',
      },
      font_invalid: {
        en: 'Send one face as TrueType or OpenType (.ttf, .otf). `errors` says what is wrong: a collection, a web font (WOFF), another kind of file, a damaged one.',
        fr: 'Envoyez une seule face, en TrueType ou OpenType (.ttf, .otf). `errors` dit ce qui ne va pas : une collection, une police web (WOFF), un autre type de fichier, un fichier abîmé.',
      },
      font_forbidden: {
        en: 'The file itself says that it must not be embedded (`fsType`); `errors` names the bit. Use a font whose licence allows it, or ask its maker for a file that does.',
        fr: 'Le fichier indique lui-même qu’il ne doit pas être incorporé (`fsType`) ; `errors` nomme le bit. Prenez une police dont la licence le permet, ou demandez-en le fichier à son éditeur.',
      },
      font_exists: {
        en: 'The account has a font of this family and style; `detail` has its id. Delete that one first to replace it.',
        fr: 'Le compte a une police de cette famille et de ce style ; `detail` contient son identifiant. Supprimez-la d’abord pour la remplacer.',
      },
      data_invalid: {
        en: 'The data has a structure that the template cannot use, such as text where a list is needed; `errors` names it.',
        fr: 'Les données ont une structure que le modèle ne peut pas utiliser, comme un texte là où il faut une liste ; `errors` indique laquelle.',
      },
      data_missing: {
        en: 'Supply the values that `errors` names, or set `options.missing` to `blank` or `mark`.',
        fr: 'Fournissez les valeurs que `errors` signale, ou donnez à `options.missing` la valeur `blank` ou `mark`.',
      },
      image_invalid: {
        en: 'Send PNG, JPEG or GIF, no larger than `detail` says, in valid base64.',
        fr: 'Envoyez du PNG, du JPEG ou du GIF, sans dépasser la taille indiquée par `detail`, en base64 valide.',
      },
      render_limit_exceeded: {
        en: 'The document takes too much time or memory. Split it or make its data smaller.',
        fr: 'Le document demande trop de temps ou de mémoire. Divisez-le ou allégez ses données.',
      },
      render_failed: {
        en: 'LibreOffice cannot convert this document. Open it in Word, save it again and retry; if that fails, send us the `request_id`.',
        fr: 'LibreOffice ne peut pas convertir ce document. Ouvrez-le dans Word, enregistrez-le de nouveau et réessayez ; en cas d’échec, envoyez-nous le `request_id`.',
      },
      document_has_warnings: {
        en: 'Mend what `errors` lists (codes as in [warnings](#warnings)), or leave `options.strict` out: the document is then made, and the warnings come beside it.',
        fr: 'Corrigez ce que `errors` énumère (codes : voir [avertissements](#avertissements)), ou omettez `options.strict` : le document est alors produit, avec ses avertissements.',
      },
      facturx_invalid: {
        en: '`errors` names each broken rule with field and fix; see [Factur-X](factur-x.md).',
        fr: '`errors` signale chaque règle enfreinte, avec son champ et sa correction ; voir [Factur-X](factur-x.md).',
      },
    },
  },
  {
    title: { en: 'PDF files to be signed or verified', fr: 'PDF à signer ou à vérifier' },
    advice: {
      pdf_invalid: {
        en: 'The file is not a PDF, or is damaged. Open it in a PDF reader and save it again.',
        fr: 'Le fichier n’est pas un PDF, ou il est endommagé. Ouvrez-le dans un lecteur PDF et enregistrez-le de nouveau.',
      },
      pdf_encrypted: {
        en: 'Remove the password, then send it again.',
        fr: 'Retirez le mot de passe, puis renvoyez le fichier.',
      },
      pdf_not_signable: {
        en: '`detail` says why: the file forbids changes, or contains something that cannot be preserved.',
        fr: '`detail` indique pourquoi : le fichier interdit les modifications, ou contient quelque chose qui ne peut pas être conservé.',
      },
    },
  },
  {
    title: { en: 'Signature requests', fr: 'Demandes de signature' },
    advice: {
      document_not_found: {
        en: 'No request of this account has that id.',
        fr: 'Aucune demande de ce compte n’a cet identifiant.',
      },
      document_erased: {
        en: 'The operator erased it: its retention period is over, or a person named in it requested erasure. The id is never reused. `GET …/audit` works as long as the audit trail is kept.',
        fr: 'L’exploitant l’a effacé : la durée de conservation qu’il a fixée est écoulée, ou une personne qui y figure l’a demandé. L’identifiant ne sera pas réutilisé. `GET …/audit` fonctionne tant que la piste d’audit est conservée.',
      },
      signer_not_found: {
        en: 'This request has no such signer.',
        fr: 'Cette demande n’a pas ce signataire.',
      },
      document_state_conflict: {
        en: 'The document’s current state does not allow this request; `detail` names both.',
        fr: 'La demande ne convient pas à l’état actuel du document ; `detail` indique les deux.',
      },
      idempotency_key_reused: {
        en: 'The same `Idempotency-Key` was sent with a different body within 24 hours. Use a new key for a new request.',
        fr: 'La même `Idempotency-Key` a été envoyée avec un autre corps en moins de 24 heures. Utilisez une nouvelle clé pour une nouvelle requête.',
      },
      idempotency_key_in_use: {
        en: 'The first request with this key is still running. Wait, then send it again: you will get its response.',
        fr: 'La première requête avec cette clé est encore en cours. Attendez, puis renvoyez-la : vous recevrez sa réponse.',
      },
    },
  },
  {
    title: { en: 'The signer’s link', fr: 'Le lien du signataire' },
    advice: {
      signing_link_invalid: {
        en: 'The link is incomplete or was replaced. Open the newest e-mail.',
        fr: 'Le lien est incomplet, ou a été remplacé. Ouvrez l’e-mail le plus récent.',
      },
      signing_link_ended: {
        en: 'Links expire some time after completion, 30 days unless the operator has set another period. Ask the sender for the signed document.',
        fr: 'Les liens expirent quelque temps après la fin de la signature, 30 jours sauf réglage contraire de l’exploitant. Demandez le document signé à l’expéditeur.',
      },
      signing_expired: {
        en: 'The sender must create a new request.',
        fr: 'L’expéditeur doit créer une nouvelle demande.',
      },
      signing_cancelled: {
        en: 'There is nothing left to sign; contact the sender with any questions.',
        fr: 'Il n’y a plus rien à signer ; pour toute question, adressez-vous à l’expéditeur.',
      },
      signing_declined: {
        en: 'One of the signers declined, so no one else can sign.',
        fr: 'L’un des signataires a refusé ; plus personne ne peut signer.',
      },
      signing_failed: {
        en: 'The sender is notified.',
        fr: 'L’expéditeur en est averti.',
      },
      already_signed: {
        en: 'Nothing to do: the signature has been recorded.',
        fr: 'Rien à faire : la signature est enregistrée.',
      },
      not_your_turn: {
        en: 'Others sign first; this person gets an e-mail when it is their turn.',
        fr: 'D’autres signent d’abord ; cette personne reçoit un e-mail quand son tour arrive.',
      },
      signer_blocked: {
        en: 'Too many wrong codes were entered. The sender can unblock the person.',
        fr: 'Trop de codes erronés ont été saisis. L’expéditeur peut débloquer la personne.',
      },
      document_changed: {
        en: 'Someone else has signed in the meantime. Reload the page.',
        fr: 'Quelqu’un d’autre a signé entre-temps. Rechargez la page.',
      },
      consent_required: {
        en: 'Send `consent` with the version and hash of the text that was shown.',
        fr: 'Envoyez `consent` avec la version et l’empreinte du texte qui a été montré.',
      },
      phone_required: {
        en: 'Send `phone`: there is no number on record for this person.',
        fr: 'Envoyez `phone` : aucun numéro n’est connu pour cette personne.',
      },
      otp_invalid: {
        en: '`attempts_left` is the number of remaining attempts.',
        fr: '`attempts_left` indique combien d’essais il reste.',
      },
      otp_expired: {
        en: 'Request a new code; each is valid for 10 minutes.',
        fr: 'Demandez un nouveau code ; chacun est valable 10 minutes.',
      },
      otp_locked: {
        en: 'The code was wrong three times. Request a new one.',
        fr: 'Trois codes erronés ont été saisis. Demandez-en un nouveau.',
      },
      otp_rate_limited: {
        en: 'At most six codes can be requested per hour. `Retry-After` says when the next one can be.',
        fr: 'Six codes par heure au plus. `Retry-After` indique quand le prochain peut être demandé.',
      },
      recipient_limit_reached: {
        en: 'A new account can e-mail only a limited number of new people in 24 hours. Send in batches, wait for `Retry-After`, or ask the operator for a higher limit. Nothing was sent or counted.',
        fr: 'Un compte nouveau ne peut écrire en 24 heures qu’à un certain nombre de personnes pour la première fois. Envoyez par lots, attendez le délai `Retry-After` ou demandez davantage à l’exploitant. Rien n’a été envoyé ni compté.',
      },
      sms_limit_reached: {
        en: 'The key, the account, or the block of numbers with the same beginning has used up its text messages for this hour or day. `Retry-After` says when the next one can be requested; the operator can raise the limit.',
        fr: 'La clé, le compte ou la tranche de numéros de même début a épuisé les SMS de l’heure ou du jour. `Retry-After` indique quand le prochain peut être demandé ; l’exploitant peut en autoriser davantage.',
      },
      verification_required: {
        en: 'Enter the code first; its session lasts only a few minutes.',
        fr: 'Saisissez d’abord le code ; sa session ne dure que quelques minutes.',
      },
    },
  },
  {
    title: { en: 'Webhooks', fr: 'Webhooks' },
    advice: {
      webhook_not_found: {
        en: 'No webhook of this account has that id.',
        fr: 'Aucun webhook de ce compte n’a cet identifiant.',
      },
      webhook_limit_reached: {
        en: 'Delete a webhook you do not need.',
        fr: 'Supprimez un webhook dont vous n’avez pas besoin.',
      },
      webhook_url_refused: {
        en: 'Webhooks go to public https addresses; `detail` says what is wrong with this one.',
        fr: 'Les webhooks vont à des adresses https publiques ; `detail` indique ce qui ne va pas avec celle-ci.',
      },
      delivery_not_found: {
        en: 'This webhook has no such delivery; they are kept for 30 days.',
        fr: 'Ce webhook n’a pas cette livraison ; elles sont conservées 30 jours.',
      },
    },
  },
  {
    title: { en: 'On our side', fr: 'De notre côté' },
    advice: {
      server_busy: {
        en: 'Try again after `Retry-After`.',
        fr: 'Réessayez après `Retry-After`.',
      },
      renderer_unavailable: {
        en: 'LibreOffice is being restarted. Try again after `Retry-After`.',
        fr: 'LibreOffice redémarre. Réessayez après `Retry-After`.',
      },
      sms_unavailable: {
        en: 'Twilio is not accepting text messages at the moment. Try again after `Retry-After`.',
        fr: 'Twilio n’accepte pas de SMS pour l’instant. Réessayez après `Retry-After`.',
      },
      timestamp_unavailable: {
        en: 'None of the time-stamping authorities answers correctly. Sealing is retried automatically.',
        fr: 'Aucune autorité d’horodatage ne répond correctement. L’apposition du cachet est retentée automatiquement.',
      },
      authority_unavailable: {
        en: 'The certificate authority is generating its keys or is not set up. Try again after `Retry-After`; the operator can run `npm run cli -- doctor`.',
        fr: 'L’autorité de certification génère ses clés, ou n’est pas configurée. Réessayez après `Retry-After` ; l’exploitant peut lancer `npm run cli -- doctor`.',
      },
      storage_unavailable: {
        en: 'The disk is full or failing; the operator can run `npm run cli -- doctor`.',
        fr: 'Le disque est plein ou défaillant ; l’exploitant peut lancer `npm run cli -- doctor`.',
      },
      shutting_down: {
        en: 'The service is being restarted. Try again after `Retry-After`.',
        fr: 'Le service redémarre. Réessayez après `Retry-After`.',
      },
      internal_error: {
        en: 'This is our fault. It was logged with the `request_id`; try again, and tell the operator if it persists.',
        fr: 'L’erreur vient de nous. Elle est journalisée sous `request_id` ; réessayez, et signalez-le à l’exploitant si elle persiste.',
      },
    },
  },
]
