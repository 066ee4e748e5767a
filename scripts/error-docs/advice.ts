/** What to do about each code: the texts of docs/errors.md and docs/fr/errors.md beside the catalogue's own titles. */
import type { ErrorCode } from '../../src/kernel/errors.ts'

/** The languages that the guides are written in. */
export type GuideLanguage = 'en' | 'fr'

/** A text in each of them. */
export type InBoth = Readonly<Record<GuideLanguage, string>>

/** Codes that belong together. */
export interface Group {
  title: InBoth
  advice: Partial<Record<ErrorCode, InBoth>>
}

/** Every code, in the order of the catalogue; a test compares the two. */
export const GROUPS: readonly Group[] = [
  {
    title: { en: 'Authentication', fr: 'Authentification' },
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
        en: 'The key’s plan does not include documents, or does not include signatures. Use a key on a plan that includes them; `free` includes both.',
        fr: 'L’offre de la clé ne comprend pas les documents, ou pas les signatures. Utilisez une clé d’une offre qui les comprend ; `free` comprend les deux.',
      },
      key_scope_missing: {
        en: '`detail` names the scope that the call needs. Use another key, or change the limits of this one under "API keys".',
        fr: '`detail` nomme la permission (scope) nécessaire. Utilisez une autre clé, ou changez les limites de celle-ci sous « Clés d’API ».',
      },
      key_address_not_allowed: {
        en: 'Call from one of the networks that the key is limited to, or change its limits under "API keys". Behind a proxy, see `PARAPH_TRUSTED_PROXIES`.',
        fr: 'Appelez depuis l’un des réseaux auxquels la clé est limitée, ou changez ses limites sous « Clés d’API ». Derrière un proxy, voyez `PARAPH_TRUSTED_PROXIES`.',
      },
      origin_refused: {
        en: 'Call it from a program; pages from another origin are not allowed.',
        fr: 'Appelez-la depuis un programme ; les pages d’une autre origine ne sont pas autorisées.',
      },
    },
  },
  {
    title: { en: 'Limits', fr: 'Limites' },
    advice: {
      quota_exceeded: {
        en: 'This key has used up its documents or signatures for the month. Wait until the next month begins (UTC; see `Retry-After`), or move the key to a larger plan.',
        fr: 'Cette clé a épuisé ses documents ou ses signatures du mois. Attendez le début du mois suivant (UTC ; voir `Retry-After`), ou passez la clé à une offre supérieure.',
      },
      rate_limited: {
        en: 'Wait for the time in `Retry-After`. The `RateLimit` header shows in advance how many requests are left.',
        fr: 'Attendez le délai indiqué par `Retry-After`. L’en-tête `RateLimit` indique à l’avance combien de requêtes il reste.',
      },
      concurrency_limited: {
        en: 'The key already has as many requests in progress as its plan allows. Send the next one when one of them has finished.',
        fr: 'La clé a déjà autant de requêtes en cours que son offre le permet. Envoyez la suivante quand l’une d’elles est terminée.',
      },
      template_limit_reached: {
        en: 'Delete a template you do not need, or move the key to a larger plan. You do not have to store templates: you can send the file with each render.',
        fr: 'Supprimez un modèle dont vous n’avez pas besoin, ou passez la clé à une offre supérieure. Il n’est pas obligatoire d’enregistrer les modèles : vous pouvez envoyer le fichier à chaque appel.',
      },
      font_limit_reached: {
        en: 'Delete a font you do not need (`DELETE /fonts/{id}`); `detail` states the limit.',
        fr: 'Supprimez une police dont vous n’avez pas besoin (`DELETE /fonts/{id}`) ; `detail` indique la limite.',
      },
      draft_limit_reached: {
        en: 'Send or cancel drafts. The documents of cancelled drafts are erased a day later. `GET /usage` shows how many drafts there are and how much space they use.',
        fr: 'Envoyez ou annulez des brouillons. Les documents des brouillons annulés sont effacés un jour plus tard. `GET /usage` indique le nombre de brouillons et la place qu’ils occupent.',
      },
      key_limit_reached: {
        en: 'Revoke a key you do not need, or create this one on another plan.',
        fr: 'Révoquez une clé dont vous n’avez pas besoin, ou créez celle-ci sur une autre offre.',
      },
      file_too_large: {
        en: 'Make the file smaller (usually its pictures) or move the key to a larger plan; `detail` states the limit.',
        fr: 'Réduisez le fichier (le plus souvent, ses images) ou passez la clé à une offre supérieure ; `detail` indique la limite.',
      },
    },
  },
  {
    title: { en: 'Format of the request', fr: 'Format de la requête' },
    advice: {
      not_found: {
        en: 'Check the address; every call is listed at /docs.',
        fr: 'Vérifiez l’adresse ; tous les appels sont listés sous /docs.',
      },
      method_not_allowed: {
        en: 'The header `Allow` lists the methods of this address.',
        fr: 'L’en-tête `Allow` donne les méthodes de cette adresse.',
      },
      not_served_here: {
        en: 'Nothing is wrong with the call: the load balancer sent it to an instance without that role (`PARAPH_ROLES`). The operator corrects the routing.',
        fr: 'L’appel est correct : le répartiteur l’a envoyé à une instance qui n’a pas ce rôle (`PARAPH_ROLES`). L’exploitant corrige le routage.',
      },
      unsupported_media_type: {
        en: 'Send `multipart/form-data` for files and `application/json` otherwise, as described for the call.',
        fr: 'Envoyez `multipart/form-data` pour des fichiers et `application/json` sinon, comme l’indique la description de l’appel.',
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
        fr: '`errors` désigne chaque champ par un pointeur JSON, avec les valeurs acceptées.',
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
        fr: 'Réduisez le nombre de paragraphes, de tableaux imbriqués ou de boucles imbriquées ; `detail` indique la limite.',
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
        en: 'Send one face as TrueType or OpenType (.ttf, .otf). `errors` shows the problem: a font collection, a web font (WOFF), another kind of file or a damaged one.',
        fr: 'Envoyez une seule face, en TrueType ou OpenType (.ttf, .otf). `errors` indique le problème : une collection de polices, une police web (WOFF), un autre type de fichier ou un fichier endommagé.',
      },
      font_forbidden: {
        en: 'The font file forbids embedding (`fsType`); `errors` names the bit. Use a font whose licence allows it, or ask its publisher for a file that does.',
        fr: 'Le fichier de police interdit l’incorporation (`fsType`) ; `errors` indique le bit. Utilisez une police dont la licence la permet, ou demandez à son éditeur un fichier qui la permet.',
      },
      font_exists: {
        en: 'The account already has a font of this family and style; `detail` contains its id. To replace it, delete it first.',
        fr: 'Le compte a déjà une police de cette famille et de ce style ; `detail` contient son identifiant. Pour la remplacer, supprimez-la d’abord.',
      },
      batch_not_found: {
        en: 'No batch of this account has that id, or it belongs to the other mode (live or test), or it was deleted, fetched, or is past its time. Send the call again.',
        fr: 'Aucun lot de ce compte n’a cet identifiant, ou il appartient à l’autre mode (réel ou test), ou il a été supprimé, récupéré, ou son délai est passé. Refaites l’appel.',
      },
      batch_state_conflict: {
        en: 'The batch is not finished yet, or has failed, so there is no result; ask for its state with `GET /batches/{id}`.',
        fr: 'Le lot n’est pas encore terminé, ou il a échoué : il n’y a pas de résultat ; interrogez son état par `GET /batches/{id}`.',
      },
      batch_limit_reached: {
        en: 'Too many batches of the account are unfinished or not fetched; `detail` states the limit. Fetch or delete some.',
        fr: 'Trop de lots du compte sont inachevés ou non récupérés ; `detail` indique la limite. Récupérez-en ou supprimez-en.',
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
        en: 'Send a PNG, JPEG or GIF image in valid base64, no larger than the limit in `detail`.',
        fr: 'Envoyez une image PNG, JPEG ou GIF en base64 valide, sans dépasser la taille indiquée par `detail`.',
      },
      render_limit_exceeded: {
        en: 'Split the document or reduce its data.',
        fr: 'Divisez le document ou réduisez ses données.',
      },
      render_failed: {
        en: 'LibreOffice cannot convert this document. Open it in Word, save it again and retry; if that fails, send us the `request_id`.',
        fr: 'LibreOffice ne peut pas convertir ce document. Ouvrez-le dans Word, enregistrez-le de nouveau et réessayez ; en cas d’échec, envoyez-nous le `request_id`.',
      },
      document_has_warnings: {
        en: 'Fix what `errors` lists (for the codes, see [warnings](#warnings)), or omit `options.strict` to get the document together with its warnings.',
        fr: 'Corrigez ce que `errors` énumère (pour les codes, voir [avertissements](#avertissements)), ou omettez `options.strict` pour obtenir le document avec ses avertissements.',
      },
      facturx_invalid: {
        en: '`errors` lists each violated rule with its field and fix; see [Factur-X](factur-x.md).',
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
        en: 'Send the password with it as `password`, where the form has that part; otherwise save the file without one.',
        fr: 'Envoyez le mot de passe avec lui dans `password`, si le formulaire a cette partie ; sinon, enregistrez le fichier sans mot de passe.',
      },
      pdf_not_archivable: {
        en: '`errors` names each reason with its page: a font that is not in the file, or a signature that any change would break.',
        fr: '`errors` indique chaque raison avec sa page : une police absente du fichier, ou une signature que toute modification romprait.',
      },
      pdf_signed: {
        en: 'A step would destroy its signature: send the file from before it was signed. The step `attach` keeps a signed file as it is, inside another one.',
        fr: 'Une étape détruirait sa signature : envoyez le fichier d’avant la signature. L’étape `attach` conserve tel quel un fichier signé, à l’intérieur d’un autre.',
      },
      pdf_not_signable: {
        en: '`detail` gives the reason: the file forbids changes, or contains something that cannot be preserved.',
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
        en: 'Its sender deleted it, its retention period is over, or a person named in it requested erasure. The id is never reused. `GET …/audit` works until the audit trail is erased too.',
        fr: 'Son expéditeur l’a supprimé, sa durée de conservation est écoulée, ou une personne qui y figure a demandé l’effacement. L’identifiant n’est jamais réutilisé. `GET …/audit` fonctionne jusqu’à l’effacement de la piste d’audit.',
      },
      signer_not_found: {
        en: 'This request has no such signer.',
        fr: 'Cette demande n’a pas ce signataire.',
      },
      signer_file_not_found: {
        en: 'No signer of this document has given a file with this id; the ids are in the signers’ `fields` (`file.id`) once they have signed.',
        fr: 'Aucun signataire de ce document n’a donné de fichier avec cet identifiant ; les identifiants se trouvent dans les `fields` des signataires (`file.id`) une fois qu’ils ont signé.',
      },
      document_state_conflict: {
        en: 'The document’s current state does not allow this call; `detail` names both.',
        fr: 'L’état actuel du document ne permet pas cet appel ; `detail` indique les deux.',
      },
      idempotency_key_reused: {
        en: 'The same `Idempotency-Key` was sent with a different body within 24 hours. Use a new key for a new request.',
        fr: 'La même `Idempotency-Key` a été envoyée avec un autre corps en moins de 24 heures. Utilisez une nouvelle clé pour une nouvelle requête.',
      },
      idempotency_key_in_use: {
        en: 'The first request with this key is still running. Wait, then send it again: you will get its response.',
        fr: 'La première requête avec cette clé est encore en cours. Attendez, puis renvoyez-la : vous recevrez sa réponse.',
      },
      request_template_not_found: {
        en: 'No request template of this account has that id, or it belongs to the other mode (live or test).',
        fr: 'Aucun modèle de demande de ce compte n’a cet identifiant, ou il appartient à l’autre mode (réel ou test).',
      },
      request_template_limit_reached: {
        en: 'Delete a request template you do not need; `detail` states the limit.',
        fr: 'Supprimez un modèle de demande dont vous n’avez pas besoin ; `detail` indique la limite.',
      },
      open_link_not_found: {
        en: 'No open link of this account has that id, or it belongs to the other mode (live or test). On a page: the address is cut off, or the link was deleted.',
        fr: 'Aucun lien ouvert de ce compte n’a cet identifiant, ou il appartient à l’autre mode (réel ou test). Sur une page : l’adresse est coupée, ou le lien a été supprimé.',
      },
      open_links_forbidden: {
        en: 'The operator has forbidden open links (`PARAPH_OPEN_LINKS`). Create requests from the template instead.',
        fr: 'L’opérateur a interdit les liens ouverts (`PARAPH_OPEN_LINKS`). Créez plutôt des demandes à partir du modèle.',
      },
      open_link_ended: {
        en: 'The link is closed, past its date or has had its total. Its owner opens it again with PATCH.',
        fr: 'Le lien est fermé, sa date est passée ou son total est atteint. Son propriétaire le rouvre avec PATCH.',
      },
      editor_session_ended: {
        en: 'The session has expired, its origin or key is no longer allowed, or what it edited is gone or sent. Ask for a new one with POST /api/v1/editor-sessions.',
        fr: 'La session a expiré, son origine ou sa clé n’est plus autorisée, ou ce qu’elle modifiait n’est plus là ou est envoyé. Demandez-en une autre par POST /api/v1/editor-sessions.',
      },
      open_link_unavailable: {
        en: 'A limit of the link, the key’s quota or its sends per minute is used up, or the key or template can no longer be used. Try again later; as the owner, see `GET …/links/{link_id}`.',
        fr: 'Une limite du lien, le quota de la clé ou ses envois par minute sont épuisés, ou la clé ou le modèle n’est plus utilisable. Réessayez plus tard ; en tant que propriétaire, voyez `GET …/links/{link_id}`.',
      },
      bulk_send_not_found: {
        en: 'No bulk send of this account has that id, or it belongs to the other mode (live or test), or it was erased 90 days after its end.',
        fr: 'Aucun envoi groupé de ce compte n’a cet identifiant, ou il appartient à l’autre mode (réel ou test), ou il a été effacé 90 jours après sa fin.',
      },
      bulk_send_state_conflict: {
        en: 'The bulk send’s current state does not allow this call; `detail` names both.',
        fr: 'L’état actuel de l’envoi groupé ne permet pas cet appel ; `detail` indique les deux.',
      },
      bulk_send_limit_reached: {
        en: 'Wait until one of the account’s bulk sends has ended, or cancel one; `detail` states the limit.',
        fr: 'Attendez que l’un des envois groupés du compte soit terminé, ou annulez-en un ; `detail` indique la limite.',
      },
    },
  },
  {
    title: { en: 'The signer’s link', fr: 'Le lien du signataire' },
    advice: {
      signing_link_invalid: {
        en: 'The link is incomplete or was replaced. Open the newest e-mail.',
        fr: 'Le lien est incomplet ou a été remplacé. Ouvrez l’e-mail le plus récent.',
      },
      signing_link_ended: {
        en: 'Links expire 30 days after completion, unless the operator has set another period. Ask the sender for the signed document.',
        fr: 'Les liens expirent 30 jours après la fin de la signature, sauf réglage contraire de l’exploitant. Demandez le document signé à l’expéditeur.',
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
      already_approved: {
        en: 'Nothing to do: the approval has been recorded.',
        fr: 'Rien à faire : l’approbation est enregistrée.',
      },
      signing_delegated: {
        en: 'Whoever had this link has named somebody else, who got a link of their own. If that was a mistake, ask the sender to change the person.',
        fr: 'La personne qui avait ce lien en a désigné une autre, qui a reçu le sien. En cas d’erreur, demandez à l’expéditeur de changer la personne.',
      },
      signer_removed: {
        en: 'The sender has taken this person out of the document: there is nothing to do. If that was a mistake, ask the sender to add them again.',
        fr: 'L’expéditeur a retiré cette personne du document : il n’y a rien à faire. En cas d’erreur, demandez-lui de la rajouter.',
      },
      delegation_not_allowed: {
        en: 'Delegating needs `"allow_delegation": true` of the signer and is possible once: a delegate cannot delegate again. Decline, or ask the sender to change the person.',
        fr: 'Pour déléguer, il faut `"allow_delegation": true` pour ce signataire, et cela n’est possible qu’une fois : le délégué ne peut pas déléguer à son tour. Refusez, ou demandez à l’expéditeur de changer la personne.',
      },
      return_not_allowed: {
        en: 'The request needs `allow_return`, and nobody may have signed: a signature cannot be undone. The person signs or declines; the sender can send a corrected document.',
        fr: 'La demande doit comporter `allow_return`, et personne ne doit avoir signé : une signature ne se défait pas. La personne signe ou refuse ; l’expéditeur peut envoyer un document corrigé.',
      },
      signing_returned: {
        en: 'A signer has returned the document. Nobody can act until the sender changes it or sends it again (`POST …/send`); the same link works then.',
        fr: 'Un signataire a renvoyé le document. Personne ne peut agir tant que l’expéditeur ne l’a pas modifié ou envoyé de nouveau (`POST …/send`) ; le même lien fonctionne alors.',
      },
      action_not_asked: {
        en: 'Whoever approves calls `…/approval`; whoever signs, also as a witness, calls `…/signature`. The signer’s state says in `action` which of the two it is.',
        fr: 'Qui approuve appelle `…/approval` ; qui signe, y compris comme témoin, appelle `…/signature`. L’état du signataire dit dans `action` ce qui est demandé.',
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
        fr: 'Envoyez `consent` avec la version et l’empreinte du texte affiché.',
      },
      phone_required: {
        en: 'Send `phone`: there is no number on record for this person.',
        fr: 'Envoyez `phone` : aucun numéro n’est enregistré pour cette personne.',
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
        en: 'At most six codes can be requested per hour. `Retry-After` shows when the next one can be requested.',
        fr: 'Six codes au plus peuvent être demandés par heure. `Retry-After` indique quand le prochain pourra l’être.',
      },
      recipient_limit_reached: {
        en: 'A new account can send e-mails to a limited number of first-time recipients in 24 hours. Send in batches, wait for `Retry-After`, or ask the operator for a higher limit. Nothing was sent or counted.',
        fr: 'Un nouveau compte peut envoyer des e-mails à un nombre limité de nouveaux destinataires en 24 heures. Envoyez par lots, attendez le délai `Retry-After` ou demandez à l’exploitant une limite plus élevée. Rien n’a été envoyé ni décompté.',
      },
      sms_limit_reached: {
        en: 'The key, the account or the block of numbers has used up its text messages for this hour or day. `Retry-After` shows when the next one can be requested; the operator can raise the limit. Links by SMS count too: a number gets ten a day.',
        fr: 'La clé, le compte ou la tranche de numéros a épuisé ses SMS de l’heure ou du jour. `Retry-After` indique quand le prochain pourra être demandé ; l’exploitant peut relever la limite. Les liens par SMS comptent aussi : un numéro en reçoit dix par jour.',
      },
      certificate_order_ended: {
        en: 'The signer did not finish at the provider, took longer than 15 minutes, or began again in another window. Nothing was signed; the signer signs again.',
        fr: 'Le signataire n’a pas terminé chez le prestataire, a mis plus de 15 minutes, ou a recommencé dans une autre fenêtre. Rien n’a été signé ; le signataire signe de nouveau.',
      },
      certificate_unusable: {
        en: 'It is not valid, revoked, not for signatures, of an authority that was not connected, or not in the name that the sender demands; `detail` says which.',
        fr: 'Il n’est pas valable, est révoqué, n’est pas destiné à la signature, vient d’une autorité qui n’est pas connectée, ou n’est pas au nom exigé par l’expéditeur ; `detail` le précise.',
      },
      opening_code_required: {
        en: 'The sender asks for a code before the document is shown. On the page, request a code and enter it; a program uses `…/opening-code` and `…/opening` and keeps the cookie.',
        fr: 'L’expéditeur demande un code avant l’affichage du document. Sur la page, demandez un code et saisissez-le ; un programme utilise `…/opening-code` et `…/opening` et garde le cookie.',
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
        en: 'Webhooks must have a public https URL; `detail` explains what is wrong with this one.',
        fr: 'Un webhook doit avoir une URL https publique ; `detail` explique ce qui ne va pas avec celle-ci.',
      },
      delivery_not_found: {
        en: 'This webhook has no such delivery; deliveries are stored for 30 days.',
        fr: 'Ce webhook n’a pas cette livraison ; elles sont conservées 30 jours.',
      },
    },
  },
  {
    title: { en: 'Server errors', fr: 'Erreurs du serveur' },
    advice: {
      server_busy: {
        en: 'Try again after `Retry-After`.',
        fr: 'Réessayez après `Retry-After`.',
      },
      renderer_unavailable: {
        en: 'LibreOffice is being restarted. Try again after `Retry-After`.',
        fr: 'LibreOffice redémarre. Réessayez après `Retry-After`.',
      },
      delivery_not_configured: {
        en: 'The server runs with `PARAPH_PRODUCTION=on`, but without a mail server or without a carrier of text messages. Nothing was sent or counted; `errors` names each signer and the settings. The operator sets them (see [Self-hosting](self-hosting.md)); until then drafts, test keys, and requests that need neither can be used: `"delivery": "none"` needs no mail, `"authentication": "email"` no text message. Repeating the call does not help.',
        fr: 'Le serveur fonctionne avec `PARAPH_PRODUCTION=on`, mais sans serveur d’e-mail ou sans opérateur de SMS. Rien n’a été envoyé ni compté ; `errors` cite chaque signataire et les réglages. L’exploitant les définit (voir [Auto-hébergement](self-hosting.md)) ; d’ici là, les brouillons, les clés de test et les demandes qui n’ont besoin ni de l’un ni de l’autre restent possibles : `"delivery": "none"` se passe d’e-mail, `"authentication": "email"` de SMS. Répéter l’appel n’y change rien.',
      },
      sms_unavailable: {
        en: 'Twilio is not accepting text messages at the moment. Try again after `Retry-After`.',
        fr: 'Twilio n’accepte pas de SMS pour l’instant. Réessayez après `Retry-After`.',
      },
      timestamp_unavailable: {
        en: 'None of the time-stamping authorities responds correctly. Sealing is retried automatically.',
        fr: 'Aucune autorité d’horodatage ne répond correctement. L’apposition du cachet est retentée automatiquement.',
      },
      authority_unavailable: {
        en: 'The certificate authority is generating its keys or is not set up. Try again after `Retry-After`; the operator can run `npm run cli -- doctor`.',
        fr: 'L’autorité de certification génère ses clés, ou n’est pas configurée. Réessayez après `Retry-After` ; l’exploitant peut lancer `npm run cli -- doctor`.',
      },
      certificate_service_unavailable: {
        en: 'The service at which a signer has a certificate is not connected, does not answer, or answers wrongly; `detail` says which. Nothing was signed.',
        fr: 'Le service chez lequel un signataire a un certificat n’est pas connecté, ne répond pas ou répond mal ; `detail` le précise. Rien n’a été signé.',
      },
      storage_unavailable: {
        en: 'The disk is full or failing; the operator can run `npm run cli -- doctor`.',
        fr: 'Le disque est plein ou défaillant ; l’exploitant peut lancer `npm run cli -- doctor`.',
      },
      shutting_down: {
        en: 'The service is being restarted. Try again after `Retry-After`.',
        fr: 'Le service redémarre. Réessayez après `Retry-After`.',
      },
      interrupted: {
        en: 'The instance that was working on the call stopped, or did not respond in time; the load balancer reports it. Calls that only read or render can be repeated, and so can calls with an `Idempotency-Key`. Any other call may have had its effect: check before you repeat it.',
        fr: 'L’instance qui traitait l’appel s’est arrêtée, ou n’a pas répondu à temps ; c’est le répartiteur de charge qui le signale. Un appel qui ne fait que lire ou produire un document peut être répété, de même qu’un appel avec `Idempotency-Key`. Tout autre appel a pu avoir son effet : vérifiez avant de le répéter.',
      },
      file_damaged: {
        en: 'The file that the call needs was lost or changed on the disk or in the bucket; `detail` gives its SHA-256. Repeating the call does not help. The operator brings it back with `npm run cli -- verify-storage --repair-from <backup>` (see [Self-hosting](self-hosting.md)); a template can also be uploaded again.',
        fr: 'Le fichier dont l’appel a besoin a été perdu ou altéré sur le disque ou dans le bucket ; `detail` donne son SHA-256. Répéter l’appel n’y change rien. L’exploitant le rétablit avec `npm run cli -- verify-storage --repair-from <sauvegarde>` (voir [Auto-hébergement](self-hosting.md)) ; un modèle peut aussi être envoyé à nouveau.',
      },
      internal_error: {
        en: 'The error was logged with its `request_id`. Try again, and contact the operator if it persists.',
        fr: 'L’erreur a été journalisée avec son `request_id`. Réessayez, et contactez l’exploitant si elle persiste.',
      },
    },
  },
]
