/** What the log of the console says of each kind of event. */
import type { EventType } from '../../identity/events.ts'
import type { Locale } from '../../pages/locale.ts'
import type { Words } from '../words.ts'

const WORDS: Words<Record<EventType, string>> = {
  en: {
    'account.created': 'Account created',
    'login.done': 'Logged in',
    'login.failed': 'Wrong password',
    'login.connected': 'Log-in connected with a provider',
    'logout.done': 'Logged out',
    'device.handed': 'Device handed to a signer, and logged out',
    'password.set': 'Password set with a link',
    'password.changed': 'Password changed',
    'factor.added': 'Second factor added',
    'factor.removed': 'Second factor removed',
    'factor.failed': 'Wrong second factor',
    'factor.recovered': 'Logged in with a recovery code',
    'factor.codes': 'New recovery codes created',
    'session.ended': 'Session ended',
    'sessions.ended': 'All other sessions ended',
    'key.created': 'Key created',
    'key.renamed': 'Key renamed',
    'key.rotated': 'Key rotated',
    'key.revoked': 'Key revoked',
    'key.limited': 'Limits of a key changed',
    'account.exported': 'Data exported',
    'organisation.changed': 'Organisation changed',
    'retention.changed': 'Retention changed',
    'member.invited': 'Member invited',
    'invitation.revoked': 'Invitation revoked',
    'member.joined': 'Member joined',
    'member.changed': 'Role changed',
    'member.removed': 'Member removed',
    'member.left': 'Member left',
    'ownership.transferred': 'Ownership transferred',
  },
  fr: {
    'account.created': 'Compte créé',
    'login.done': 'Connexion',
    'login.failed': 'Mot de passe erroné',
    'login.connected': 'Accès relié à un fournisseur',
    'logout.done': 'Déconnexion',
    'device.handed': 'Appareil remis à un signataire, et déconnexion',
    'password.set': 'Mot de passe choisi par un lien',
    'password.changed': 'Mot de passe modifié',
    'factor.added': 'Second facteur ajouté',
    'factor.removed': 'Second facteur supprimé',
    'factor.failed': 'Second facteur erroné',
    'factor.recovered': 'Connexion par un code de secours',
    'factor.codes': 'Codes de secours renouvelés',
    'session.ended': 'Session fermée',
    'sessions.ended': 'Toutes les autres sessions fermées',
    'key.created': 'Clé créée',
    'key.renamed': 'Clé renommée',
    'key.rotated': 'Clé remplacée',
    'key.revoked': 'Clé révoquée',
    'key.limited': 'Limites d’une clé modifiées',
    'account.exported': 'Données exportées',
    'organisation.changed': 'Organisation modifiée',
    'retention.changed': 'Durées de conservation modifiées',
    'member.invited': 'Membre invité',
    'invitation.revoked': 'Invitation révoquée',
    'member.joined': 'Nouveau membre',
    'member.changed': 'Rôle modifié',
    'member.removed': 'Membre retiré',
    'member.left': 'Membre parti',
    'ownership.transferred': 'Propriété transférée',
  },
}

/** An event in words; one that an earlier or later version wrote, by its name. */
export const eventText = (locale: Locale, type: string): string => {
  const known: Readonly<Record<string, string>> = WORDS[locale]
  return known[type] ?? type
}
