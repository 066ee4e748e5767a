/** Texts shared by several pages of the console, in each language. */

import type { RefusalCode } from '../identity/identity-error.ts'
import { formatBytes } from '../kernel/format-bytes.ts'
import type { Locale } from '../kernel/languages.ts'
import { dateLocale, timeInWords } from '../pages/locale.ts'

/** A page's texts, by language. */
export type Words<T> = Record<Locale, T>

const FLASHES = {
  en: {
    welcome: 'Your account is ready. Welcome.',
    logged_out: 'You are logged out.',
    key_renamed: 'The key has been renamed.',
    key_limited: 'The limits of the key have been saved. They apply from the next call on.',
    key_revoked: 'The key has been revoked. Calls with it are refused from now on.',
    form_repeated: 'This had already been done; nothing was done twice.',
    password_changed: 'Your password has been changed, and your other sessions have been ended.',
    password_set: 'Your new password has been set. You are logged in.',
    session_ended: 'The session has been ended.',
    factor_added: 'The second factor is on. It will be required at the next log-in.',
    factor_removed: 'The second factor has been removed.',
    sessions_ended: 'All other sessions have been ended.',
    language_set: 'Your language has been saved.',
    notices_set: 'Your notifications have been saved.',
    country_set: 'The country has been saved.',
    brand_set: 'The brand has been saved. Signers see it from now on.',
    embedding_set: 'The origins have been saved.',
    signature_sent: 'The test request has been sent. The link is in your inbox.',
    account_deleted: 'Your account has been deleted.',
    template_kept: 'The template has been saved. Try it with its data.',
    template_renamed: 'The template has been renamed.',
    template_deleted: 'The template has been deleted with all its versions.',
    font_added: 'The font has been saved. Documents that use it are set in it from now on.',
    font_deleted: 'The font has been deleted.',
    version_added: 'The new version is now the current one.',
    version_dropped:
      'The new version is now the current one; the oldest was deleted to make room for it.',
    version_restored: 'This version is the current one again.',
    request_template_kept: 'The request template has been saved.',
    request_template_deleted: 'The request template has been deleted. Its requests stay.',
    bulk_checked: 'The list has been checked. Nothing is sent yet.',
    bulk_started: 'The bulk send has been started. This page shows its progress.',
    bulk_cancelled: 'The bulk send has been cancelled. What was sent stays sent.',
    request_sent: 'The request has been sent. The first signers get their e-mail in a moment.',
    request_drafted: 'The draft has been saved. No one has been invited yet.',
    request_reminded: 'The reminder has been sent.',
    request_cancelled: 'The request has been cancelled.',
    request_deleted: 'The document has been deleted.',
    retention_set: 'The periods have been saved.',
    signer_changed: 'The details have been changed.',
    signer_unblocked: 'A new link has been sent.',
    webhook_changed: 'The webhook has been changed.',
    webhook_enabled: 'The webhook has been enabled. Events are sent to it from now on.',
    webhook_disabled: 'The webhook has been disabled. Nothing is sent to it.',
    webhook_deleted: 'The webhook has been deleted.',
    webhook_tested: 'The test event was sent. The result is below.',
    webhook_replayed: 'The event has been sent again.',
    member_invited: 'The invitation has been sent.',
    invitation_resent: 'The invitation has been sent again.',
    invitation_revoked: 'The invitation has been revoked. Its link no longer works.',
    member_joined: 'Welcome: you are a member of this organisation now.',
    member_changed: 'The role has been changed.',
    member_removed: 'The member has been removed, and their sessions here have been ended.',
    member_left: 'You have left the organisation.',
    ownership_transferred: 'The ownership has been transferred.',
    organisation_set: 'The organisation has been saved.',
    organisation_opened: 'You are now in this organisation.',
  },
  fr: {
    welcome: 'Votre compte est prêt. Bienvenue.',
    logged_out: 'Vous êtes déconnecté.',
    key_renamed: 'La clé a été renommée.',
    key_limited: 'Les limites de la clé ont été enregistrées. Elles valent dès le prochain appel.',
    key_revoked: 'La clé a été révoquée : elle est refusée dès maintenant.',
    form_repeated: 'C’était déjà fait : rien n’a été fait deux fois.',
    password_changed: 'Votre mot de passe a été modifié et vos autres sessions ont été fermées.',
    password_set: 'Votre nouveau mot de passe a été enregistré. Vous êtes connecté.',
    session_ended: 'La session a été fermée.',
    factor_added: 'Le second facteur a été activé. Il sera demandé à la prochaine connexion.',
    factor_removed: 'Le second facteur a été supprimé.',
    sessions_ended: 'Toutes les autres sessions ont été fermées.',
    language_set: 'Votre langue a été enregistrée.',
    notices_set: 'Vos notifications ont été enregistrées.',
    country_set: 'Le pays a été enregistré.',
    brand_set: 'La marque a été enregistrée. Les signataires la voient désormais.',
    embedding_set: 'Les origines ont été enregistrées.',
    signature_sent: 'La demande de test a été envoyée. Le lien est dans votre messagerie.',
    account_deleted: 'Votre compte a été supprimé.',
    template_kept: 'Le modèle a été enregistré. Essayez-le avec ses données.',
    template_renamed: 'Le modèle a été renommé.',
    template_deleted: 'Le modèle a été supprimé avec toutes ses versions.',
    font_added:
      'La police a été enregistrée. Les documents qui l’emploient sont désormais composés avec elle.',
    font_deleted: 'La police a été supprimée.',
    version_added: 'La nouvelle version est désormais l’actuelle.',
    version_dropped:
      'La nouvelle version est désormais l’actuelle ; la plus ancienne a été supprimée pour lui faire place.',
    version_restored: 'Cette version est de nouveau l’actuelle.',
    request_template_kept: 'Le modèle de demande a été enregistré.',
    request_template_deleted: 'Le modèle de demande a été supprimé. Ses demandes restent.',
    bulk_checked: 'La liste a été vérifiée. Rien n’est encore envoyé.',
    bulk_started: 'L’envoi groupé a commencé. Cette page en montre l’avancement.',
    bulk_cancelled: 'L’envoi groupé a été annulé. Ce qui est parti reste parti.',
    request_sent:
      'La demande a été envoyée. Les premiers signataires reçoivent leur e-mail sous peu.',
    request_drafted: 'Le brouillon a été enregistré. Personne n’a encore été invité.',
    request_reminded: 'Le rappel a été envoyé.',
    request_cancelled: 'La demande a été annulée.',
    request_deleted: 'Le document a été supprimé.',
    retention_set: 'Les durées ont été enregistrées.',
    signer_changed: 'Les coordonnées ont été modifiées.',
    signer_unblocked: 'Un nouveau lien a été envoyé.',
    webhook_changed: 'Le webhook a été modifié.',
    webhook_enabled: 'Le webhook a été activé. Les événements lui sont envoyés dès maintenant.',
    webhook_disabled: 'Le webhook a été désactivé. Plus rien ne lui est envoyé.',
    webhook_deleted: 'Le webhook a été supprimé.',
    webhook_tested: 'L’événement de test est parti. Le résultat est affiché ci-dessous.',
    webhook_replayed: 'L’événement a été envoyé à nouveau.',
    member_invited: 'L’invitation a été envoyée.',
    invitation_resent: 'L’invitation a été envoyée à nouveau.',
    invitation_revoked: 'L’invitation a été révoquée. Son lien ne fonctionne plus.',
    member_joined: 'Bienvenue : vous êtes désormais membre de cette organisation.',
    member_changed: 'Le rôle a été modifié.',
    member_removed: 'Le membre a été retiré, et ses sessions ici ont été fermées.',
    member_left: 'Vous avez quitté l’organisation.',
    ownership_transferred: 'La propriété a été transférée.',
    organisation_set: 'L’organisation a été enregistrée.',
    organisation_opened: 'Vous êtes maintenant dans cette organisation.',
  },
} as const satisfies Words<Record<string, string>>

/** A message that a page can show on the next one. */
export type FlashCode = keyof (typeof FLASHES)['en']

/** Whether a cookie's value is a known flash code. */
export const isFlashCode = (code: string | undefined): code is FlashCode =>
  code !== undefined && Object.hasOwn(FLASHES.en, code)

/** The text of a flash. */
export const flashText = (locale: Locale, code: FlashCode): string => FLASHES[locale][code]

const REFUSALS: Words<Record<RefusalCode, string>> = {
  en: {
    email_invalid: 'Enter an e-mail address such as name@example.com.',
    domain_not_invited:
      'Addresses of this domain cannot sign up here. Ask the operator of this service.',
    password_short: 'Use at least 10 characters. A few words in a row are easy to remember.',
    password_long: 'Use at most 200 characters.',
    password_common: 'This password is too easy to guess. Several unrelated words are better.',
    password_personal: 'Do not use your address or the name of this service in the password.',
    password_wrong: 'The password is wrong.',
    credentials_wrong: 'The address or the password is wrong.',
    signup_closed: 'Sign-up is closed. Ask the operator of this service for an account.',
    link_over: 'This link has already been used or has expired.',
    factor_wrong: 'This code or passkey is not valid. Each code works once.',
    factor_over: 'This took too long. Start again.',
    passkeys_full: 'An account can have at most 10 passkeys. Remove one first.',
    password_off: 'Passwords are not used here. Log in with the button of your company.',
    oidc_over: 'This log-in took too long, or was begun in another browser. Start again.',
    oidc_down: 'The log-in service of your company does not answer. Try again in a few minutes.',
    oidc_refused:
      'The log-in service of your company refused, or its answer was not valid. Start again.',
    oidc_email:
      'The log-in service does not vouch for an e-mail address that may log in here. Ask whoever runs it.',
    oidc_unknown:
      'There is no log-in here for you. Ask an owner of your organisation for an invitation.',
    name_invalid:
      'This name cannot be used: give the name of your organisation, without a link, an address or the name of another company or service.',
    last_owner: 'An organisation needs an owner. Make another member owner first.',
    not_owner: 'Only an owner of the organisation can do this.',
    not_member: 'This person is no member of the organisation any more.',
    already_member: 'This person is a member already.',
    invitations_full: 'There are too many open invitations. Revoke some first.',
    other_person:
      'This invitation is for another address. Log out, then log in with the address it was sent to.',
    known_person:
      'There is a log-in with this address already. Log in with its password to accept the invitation.',
    too_many:
      'Too many attempts. Wait a few minutes and try again; a new password by e-mail always works.',
    busy: 'Too many people are logging in right now. Try again in a few seconds.',
  },
  fr: {
    email_invalid: 'Saisissez une adresse e-mail telle que nom@exemple.fr.',
    domain_not_invited:
      'Les adresses de ce domaine ne peuvent pas s’inscrire ici. Adressez-vous à l’exploitant du service.',
    password_short:
      'Utilisez au moins 10 caractères. Une suite de quelques mots se retient facilement.',
    password_long: 'Utilisez au plus 200 caractères.',
    password_common:
      'Ce mot de passe est trop facile à deviner. Préférez plusieurs mots sans rapport entre eux.',
    password_personal: 'N’utilisez ni votre adresse ni le nom de ce service dans le mot de passe.',
    password_wrong: 'Le mot de passe est incorrect.',
    credentials_wrong: 'L’adresse ou le mot de passe est incorrect.',
    signup_closed: 'Les inscriptions sont fermées. Demandez un compte à l’exploitant du service.',
    link_over: 'Ce lien a déjà été utilisé ou a expiré.',
    factor_wrong: 'Ce code ou cette clé d’accès ne convient pas. Chaque code ne sert qu’une fois.',
    factor_over: 'Le délai est dépassé. Recommencez.',
    passkeys_full: 'Un compte a au plus 10 clés d’accès. Supprimez-en une d’abord.',
    password_off: 'Les mots de passe ne servent pas ici. Utilisez le bouton de votre entreprise.',
    oidc_over:
      'Cette connexion a pris trop de temps, ou a commencé dans un autre navigateur. Recommencez.',
    oidc_down:
      'Le service de connexion de votre entreprise ne répond pas. Réessayez dans quelques minutes.',
    oidc_refused:
      'Le service de connexion de votre entreprise a refusé, ou sa réponse n’était pas valable. Recommencez.',
    oidc_email:
      'Le service de connexion ne garantit pas d’adresse e-mail admise ici. Adressez-vous à la personne qui l’exploite.',
    oidc_unknown:
      'Vous n’avez pas d’accès ici. Demandez une invitation à un propriétaire de votre organisation.',
    name_invalid:
      'Ce nom ne convient pas : donnez le nom de votre organisation, sans lien, ni adresse, ni nom d’une autre entreprise ou d’un autre service.',
    last_owner:
      'Une organisation a besoin d’un propriétaire. Nommez d’abord un autre membre propriétaire.',
    not_owner: 'Seul un propriétaire de l’organisation peut le faire.',
    not_member: 'Cette personne n’est plus membre de l’organisation.',
    already_member: 'Cette personne est déjà membre.',
    invitations_full: 'Il y a trop d’invitations en cours. Révoquez-en d’abord.',
    other_person:
      'Cette invitation est destinée à une autre adresse. Déconnectez-vous, puis connectez-vous avec l’adresse qui l’a reçue.',
    known_person:
      'Un compte existe déjà à cette adresse. Connectez-vous avec son mot de passe pour accepter l’invitation.',
    too_many:
      'Trop d’essais. Patientez quelques minutes ; un nouveau mot de passe par e-mail fonctionne toujours.',
    busy: 'Trop de connexions en ce moment. Réessayez dans quelques secondes.',
  },
}

/** The text of a log-in refusal. */
export const refusalText = (locale: Locale, code: RefusalCode): string => REFUSALS[locale][code]

const en = {
  console: 'Developer area',
  nav: 'Sections',
  menu: 'Menu',
  language: 'Language',
  organisation: 'Organisation',
  logOut: 'Log out',
  guides: 'Guides',
  docs: 'API reference',
  copy: 'Copy',
  copied: 'Copied',
  cancel: 'Cancel',
  curl: 'With curl',
  never: 'never',
  unlimited: 'unlimited',
  back: 'Back to the developer area',
  formOld: 'This form is no longer valid',
  formOldText:
    'It was open for too long, or it came from another site. Nothing was done. Go back, reload the page and try again.',
  notFound: 'This page does not exist',
  notFoundText: 'The address is wrong, or the page belongs to another account or was deleted.',
  forbidden: 'Your role does not include this',
  forbiddenText:
    'Nothing was done. An owner of the organisation can do it, or give you another role.',
  failed: 'This did not work',
  failedText: 'Something went wrong on our side. Nothing was changed. Try again in a moment.',
}

/** The keys of the common texts. */
type ConsoleWords = typeof en

const fr: ConsoleWords = {
  console: 'Espace développeur',
  nav: 'Rubriques',
  menu: 'Menu',
  language: 'Langue',
  organisation: 'Organisation',
  logOut: 'Se déconnecter',
  guides: 'Guides',
  docs: 'Référence de l’API',
  copy: 'Copier',
  copied: 'Copié',
  cancel: 'Annuler',
  curl: 'Avec curl',
  never: 'jamais',
  unlimited: 'illimité',
  back: 'Retour à l’espace développeur',
  formOld: 'Ce formulaire n’est plus valable',
  formOldText:
    'Il est resté ouvert trop longtemps, ou il venait d’un autre site. Rien n’a été fait. Revenez en arrière, rechargez la page et recommencez.',
  notFound: 'Cette page n’existe pas',
  notFoundText:
    'L’adresse est fausse, ou ce qui s’y trouvait appartient à un autre compte ou n’existe plus.',
  forbidden: 'Votre rôle ne le permet pas',
  forbiddenText:
    'Rien n’a été fait. Un propriétaire de l’organisation peut le faire, ou vous donner un autre rôle.',
  failed: 'Cela n’a pas fonctionné',
  failedText:
    'Une erreur s’est produite de notre côté. Rien n’a été modifié. Réessayez dans un instant.',
}

const WORDS: Words<ConsoleWords> = { en, fr }

/** The common texts in a language. */
export const consoleWords = (locale: Locale): ConsoleWords => WORDS[locale]

/** `21 November 2026, 14:00 UTC`. */
export const inWords = (iso: string, locale: Locale): string => timeInWords(iso, locale, 'medium')

/** A file size for pages: `2 MB`, `512 ko`; API messages use formatBytes. */
export function inBytes(bytes: number, locale: Locale): string {
  const text = formatBytes(bytes)
  return locale === 'fr' ? text.replace('.', ',').replace(/B$/, 'o') : text
}

/** A number with the separators of a language. */
export const inDigits = (count: number, locale: Locale): string =>
  new Intl.NumberFormat(dateLocale(locale)).format(count)
