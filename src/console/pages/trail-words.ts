/** The sentence for every entry of a request's trail, in each language. */
import type { TrailEntry } from '../../audit/chain.ts'
import type { Locale } from '../../kernel/languages.ts'
import type { IconName } from '../../pages/icons.ts'
import { type CertificateFailure, failureText } from '../../signing/model/certificate-failure.ts'
import type { Words } from '../words.ts'

type Data = TrailEntry['data']
/** A sentence about an entry. @param who the signer it is about */
type Say = (who: string, data: Data) => string

const text = (data: Data, name: string): string => {
  const value = data[name]
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
/** What went wrong at the provider of a signer's certificate. */
const failureOf = (data: Data, locale: Locale): string =>
  failureText(data as unknown as CertificateFailure, locale)
/** The address of an invitation; empty if it already serves as the name. */
const addressOf = (who: string, data: Data): string => {
  const email = text(data, 'email')
  return email === who ? '' : email
}
/** Mails to the sender are about no signer. */
const toSender = (data: Data): boolean => data.to === 'sender'
/** Whom a message or a download is about: who gets a copy, or has delegated, is no signer. */
const personOf = (who: string, data: Data): string =>
  text(data, 'copy') || text(data, 'delegator') || who
const after = (mark: string, words: string): string => (words === '' ? '' : `${mark}${words}`)
/** Where somebody acted on the sender's device. */
const hosted = (data: Data): string =>
  after(' in person, in the presence of ', text(data, 'in_person_host'))
const hostedFr = (data: Data): string =>
  after(' en personne, en présence de ', text(data, 'in_person_host'))

const en = {
  'document.created': (_who, data) =>
    `The request was created, for ${text(data, 'signers') === '1' ? '1 signer' : `${text(data, 'signers')} signers`}`,
  'document.sent': () => 'The request was sent',
  'signer.certificate_chosen': (who, data) =>
    `${who} chose the certificate of ${text(data, 'holder')} at ${text(data, 'service')}${data.name_matches === false ? ', in which the name is another' : ''}`,
  'signer.certificate_failed': (who, data) =>
    `${who} could not sign with a certificate of ${text(data, 'service')}: ${failureOf(data, 'en')}`,
  'document.outer_sealed': (_who, data) =>
    `Sealed by a key of another provider: ${String(data.name)}`,
  'document.completed': (_who, data) =>
    `Completed: sealed, time-stamped and checked${after(', level ', text(data, 'level'))}`,
  'document.renewed': (_who, data) =>
    `The archive time-stamp was renewed${after(', until ', text(data, 'ends_at').slice(0, 10))}`,
  'document.declined': (_who, data) => `Closed as declined${after(': ', text(data, 'reason'))}`,
  'document.cancelled': (_who, data) => `Cancelled${after(': ', text(data, 'reason'))}`,
  'document.expired': () => 'Expired: the deadline has passed',
  'document.failed': (_who, data) => `Failed${after(': ', text(data, 'reason'))}`,
  'document.sealed': () => 'The electronic seal was applied to the document',
  'document.downloaded': (who, data) => `${personOf(who, data)} downloaded the signed document`,
  'document.erased': (_who, data) =>
    data.reason === 'sender'
      ? 'The document was deleted by its sender'
      : 'The files were erased: their retention period was over',
  'signer.invited': (who, data) => `${who} was invited${after(' at ', addressOf(who, data))}`,
  'signer.opened': (who, data) =>
    `${who} opened the document${after(' in a frame of ', text(data, 'embed_origin'))}${hosted(data)}`,
  'signer.consented': (who) => `${who} agreed to sign electronically`,
  'signer.phone_given': (who, data) =>
    `${who} gave a phone number${after(', ', text(data, 'phone'))}`,
  'signer.otp_sent': (who, data) =>
    data.channel === 'email'
      ? `A code was sent to ${who} by e-mail`
      : `${data.channel === 'call' ? `${who} was called with a code` : `A code was sent to ${who}`}${after(' at ', text(data, 'phone'))}`,
  'signer.code_spoken': (who, data) =>
    `The code was spoken in a call to ${who}${after(' at ', text(data, 'phone'))}, after a key was pressed`,
  'signer.otp_failed': (who, data) =>
    `${who} entered a wrong code; ${text(data, 'attempts_left') || '0'} attempts were left`,
  'signer.phone_verified': (who) => `${who} entered the right code, before registering a passkey`,
  'signer.passkey_registered': (who, data) =>
    `${who} registered a passkey${after(' for ', text(data, 'host'))}`,
  'signer.verified': (who, data) =>
    data.method === 'passkey' ? `${who} confirmed with a passkey` : `${who} entered the right code`,
  'signature.intended': (who) => `A certificate was prepared for the signature of ${who}`,
  'signer.signed': (who, data) => `${who} signed${hosted(data)}`,
  'signer.approved': (who, data) => `${who} approved the document${hosted(data)}`,
  'signer.key_destroyed': (who) => `The key of ${who} was destroyed after its single use`,
  'signing.abandoned': (who) => `A signature of ${who} was interrupted and is being repeated`,
  'signer.delegated': (who, data) =>
    `${who} named ${text(data, 'first_name')} ${text(data, 'last_name')} in their place: ${text(data, 'reason')}`,
  'signer.declined': (who, data) => `${who} declined${after(': ', text(data, 'reason'))}`,
  'signer.blocked': (who) => `${who} was blocked after too many wrong codes`,
  'signer.unblocked': (who) => `${who} may try again, with a new link`,
  'signer.updated': (who, data) =>
    `Details of ${who} were changed${Array.isArray(data.changed) ? `: ${data.changed.join(', ')}` : ''}`,
  'signer.reminded': (who) => `${who} was reminded`,
  'signer.link_issued': (who, data) =>
    `The sender was given a link for ${who}${after(', to be embedded in ', text(data, 'embed_origin'))}${after(', to sign', hosted(data))}`,
  'signer.delivery_failed': (who, data) =>
    `A message to ${who} did not arrive${after(': ', text(data, 'reason'))}`,
  'message.sent': (who, data) =>
    `A message was sent to ${toSender(data) ? 'the sender' : personOf(who, data)}`,
  'sender.delivery_failed': (_who, data) =>
    `An e-mail to the sender did not arrive${after(': ', text(data, 'reason'))}`,
  'delegator.delivery_failed': (who, data) =>
    `The e-mail that tells ${personOf(who, data)} of the delegation did not arrive${after(': ', text(data, 'reason'))}`,
  'copy.delivery_failed': (who, data) =>
    `The copy for ${personOf(who, data)} did not arrive${after(': ', text(data, 'reason'))}`,
  'message.kept': (who, data) =>
    `An e-mail to ${personOf(who, data)} was stored, not sent (test key)`,
} as const satisfies Record<string, Say>

type TrailType = keyof typeof en

const fr: Record<TrailType, Say> = {
  'document.created': (_who, data) =>
    `Demande créée, pour ${text(data, 'signers') === '1' ? '1 signataire' : `${text(data, 'signers')} signataires`}`,
  'document.sent': () => 'Demande envoyée',
  'signer.certificate_chosen': (who, data) =>
    `${who} a choisi le certificat de ${text(data, 'holder')} chez ${text(data, 'service')}${data.name_matches === false ? ', où le nom est différent' : ''}`,
  'signer.certificate_failed': (who, data) =>
    `${who} n’a pas pu signer avec un certificat de ${text(data, 'service')} : ${failureOf(data, 'fr')}`,
  'document.outer_sealed': (_who, data) =>
    `Cachet apposé avec la clé d’un autre prestataire : ${String(data.name)}`,
  'document.completed': (_who, data) =>
    `Terminée : cachet électronique apposé, horodatée et vérifiée${after(', niveau ', text(data, 'level'))}`,
  'document.renewed': (_who, data) =>
    `L’horodatage d’archivage a été renouvelé${after(', jusqu’au ', text(data, 'ends_at').slice(0, 10))}`,
  'document.declined': (_who, data) => `Close par un refus${after(' : ', text(data, 'reason'))}`,
  'document.cancelled': (_who, data) => `Annulée${after(' : ', text(data, 'reason'))}`,
  'document.expired': () => 'Expirée : le délai est passé',
  'document.failed': (_who, data) => `Échec${after(' : ', text(data, 'reason'))}`,
  'document.sealed': () => 'Le cachet électronique a été apposé sur le document',
  'document.downloaded': (who, data) => `${personOf(who, data)} a téléchargé le document signé`,
  'document.erased': (_who, data) =>
    data.reason === 'sender'
      ? 'Le document a été supprimé par son expéditeur'
      : 'Les fichiers ont été effacés : leur durée de conservation était écoulée',
  'signer.invited': (who, data) =>
    `${who} a reçu l’invitation${after(' à l’adresse ', addressOf(who, data))}`,
  'signer.opened': (who, data) =>
    `${who} a ouvert le document${after(' dans un cadre de ', text(data, 'embed_origin'))}${hostedFr(data)}`,
  'signer.consented': (who) => `${who} a accepté de signer électroniquement`,
  'signer.phone_given': (who, data) =>
    `${who} a donné un numéro de téléphone${after(', ', text(data, 'phone'))}`,
  'signer.otp_sent': (who, data) =>
    data.channel === 'email'
      ? `Un code a été envoyé à ${who} par e-mail`
      : `${data.channel === 'call' ? `${who} a été appelé pour un code` : `Un code a été envoyé à ${who}`}${after(' au ', text(data, 'phone'))}`,
  'signer.code_spoken': (who, data) =>
    `Le code a été dicté lors d’un appel à ${who}${after(' au ', text(data, 'phone'))}, après l’appui sur une touche`,
  'signer.otp_failed': (who, data) =>
    `${who} a saisi un code erroné ; essais restants : ${text(data, 'attempts_left') || '0'}`,
  'signer.phone_verified': (who) =>
    `${who} a saisi le bon code, avant d’enregistrer une clé d’accès`,
  'signer.passkey_registered': (who, data) =>
    `${who} a enregistré une clé d’accès (passkey)${after(' pour ', text(data, 'host'))}`,
  'signer.verified': (who, data) =>
    data.method === 'passkey'
      ? `${who} a confirmé avec une clé d’accès (passkey)`
      : `${who} a saisi le bon code`,
  'signature.intended': (who) => `Un certificat a été préparé pour la signature de ${who}`,
  'signer.signed': (who, data) => `${who} a signé${hostedFr(data)}`,
  'signer.approved': (who, data) => `${who} a approuvé le document${hostedFr(data)}`,
  'signer.key_destroyed': (who) => `La clé de ${who} a été détruite après son unique usage`,
  'signing.abandoned': (who) => `Une signature de ${who} a été interrompue et est refaite`,
  'signer.delegated': (who, data) =>
    `${who} a désigné ${text(data, 'first_name')} ${text(data, 'last_name')} à sa place : ${text(data, 'reason')}`,
  'signer.declined': (who, data) => `${who} a refusé${after(' : ', text(data, 'reason'))}`,
  'signer.blocked': (who) => `${who} a été bloqué après trop de codes erronés`,
  'signer.unblocked': (who) => `${who} peut réessayer, avec un nouveau lien`,
  'signer.updated': (who, data) =>
    `Les coordonnées de ${who} ont été modifiées${Array.isArray(data.changed) ? ` : ${data.changed.join(', ')}` : ''}`,
  'signer.reminded': (who) => `${who} a reçu un rappel`,
  'signer.link_issued': (who, data) =>
    `L’expéditeur a reçu un lien pour ${who}${after(', à intégrer dans ', text(data, 'embed_origin'))}${after(', pour signer', hostedFr(data))}`,
  'signer.delivery_failed': (who, data) =>
    `Un message à ${who} n’est pas arrivé${after(' : ', text(data, 'reason'))}`,
  'message.sent': (who, data) =>
    `Un message a été envoyé à ${toSender(data) ? 'l’expéditeur' : personOf(who, data)}`,
  'sender.delivery_failed': (_who, data) =>
    `Un e-mail à l’expéditeur n’est pas arrivé${after(' : ', text(data, 'reason'))}`,
  'delegator.delivery_failed': (who, data) =>
    `L’e-mail qui informe ${personOf(who, data)} de la délégation n’est pas arrivé${after(' : ', text(data, 'reason'))}`,
  'copy.delivery_failed': (who, data) =>
    `La copie pour ${personOf(who, data)} n’est pas arrivée${after(' : ', text(data, 'reason'))}`,
  'message.kept': (who, data) =>
    `Un e-mail à ${personOf(who, data)} a été conservé sans être envoyé : clé de test`,
}

const SAYINGS: Words<Record<TrailType, Say>> = { en, fr }

/** Every entry type that has a sentence. */
export const TRAIL_TYPES: readonly string[] = Object.keys(en)

/** The sentence of an entry; an unknown type is shown as is. */
export function entrySentence(locale: Locale, { type, data }: TrailEntry, who: string): string {
  return Object.hasOwn(en, type) ? SAYINGS[locale][type as TrailType](who, data) : type
}

/** The mark beside an entry: good, bad or neutral. */
export function entryKind(type: string): 'good' | 'bad' | 'quiet' {
  if (/\.(?:signed|completed|verified)$/.test(type)) return 'good'
  return /\.(?:declined|cancelled|expired|failed|blocked|otp_failed|delivery_failed|certificate_failed|abandoned)$/.test(
    type,
  )
    ? 'bad'
    : 'quiet'
}

const ICONS: ReadonlyArray<readonly [RegExp, IconName]> = [
  [/\.created$/, 'document'],
  [/^document\.sent$/, 'send'],
  [/\.(?:invited|reminded)$|^message\.|\.otp_sent$/, 'mail'],
  [/\.opened$/, 'book'],
  [/\.(?:consented|updated|phone_given)$/, 'pen'],
  [/^document\.(?:completed|sealed)$/, 'shield'],
  [/^document\.downloaded$/, 'download'],
  [/^signature\.intended$|\.key_destroyed$|\.certificate_chosen$/, 'key'],
]

/** The icon beside an entry. */
export function entryIcon(type: string): IconName {
  const kind = entryKind(type)
  const known = ICONS.find(([pattern]) => pattern.test(type))?.[1]
  return known ?? (kind === 'good' ? 'check' : kind === 'bad' ? 'warning' : 'minus')
}
