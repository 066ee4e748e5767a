/** What the mails to senders say, in French and English. */
import type { Language } from '../signers/consent.ts'
import type { NoticeKind } from './notice-store.ts'

/** Values used in the sentences. */
export interface NoticeFacts {
  document: string
  /** Whoever declined, or cannot be reached. */
  person: string
  service: string
  /** Where the account chooses its mails. */
  settings: string
}

interface Words {
  subject: (facts: NoticeFacts) => string
  heading: string
  text: (facts: NoticeFacts) => string
  button: string
}

const EN: Record<NoticeKind, Words> = {
  completed: {
    subject: ({ document }) => `Signed by everyone: “${document}”`,
    heading: 'Everyone has signed',
    text: ({ document }) =>
      `“${document}” has been signed by everyone. The signed file contains the signatures and the proof certificate.`,
    button: 'Open the signed document',
  },
  declined: {
    subject: ({ person, document }) => `${person} declined to sign “${document}”`,
    heading: 'Your document was declined',
    text: ({ person, document }) =>
      `${person} declined to sign “${document}”. No one can sign it any more; everyone else who had been invited has been informed.`,
    button: 'Open the request',
  },
  expired: {
    subject: ({ document }) => `Not signed in time: “${document}”`,
    heading: 'The deadline for signing has passed',
    text: ({ document }) =>
      `“${document}” was not signed by everyone before the deadline. If you still need the signatures, create a new request with a later deadline.`,
    button: 'Open the request',
  },
  failed: {
    subject: ({ document }) => `Could not be completed: “${document}”`,
    heading: 'Your document could not be completed',
    text: ({ document, service }) =>
      `“${document}” could not be completed for a technical reason. The signers have been informed. Contact the operator of ${service} with the identifier below, or create a new request.`,
    button: 'Open the request',
  },
  bounced: {
    subject: ({ person, document }) => `E-mail to ${person} not delivered: “${document}”`,
    heading: 'A signer cannot be reached',
    text: ({ person, document }) =>
      `Our e-mail about “${document}” could not be delivered to ${person}. Check the address: once you correct it, a new link is sent to it.`,
    button: 'Check the address',
  },
}

const FR: Record<NoticeKind, Words> = {
  completed: {
    subject: ({ document }) => `Signé par tous : « ${document} »`,
    heading: 'Tout le monde a signé',
    text: ({ document }) =>
      `« ${document} » a été signé par tous. Le fichier signé contient les signatures et le certificat de preuve.`,
    button: 'Ouvrir le document signé',
  },
  declined: {
    subject: ({ person, document }) => `${person} a refusé de signer « ${document} »`,
    heading: 'Votre document a été refusé',
    text: ({ person, document }) =>
      `${person} a refusé de signer « ${document} ». Plus personne ne peut le signer ; les autres signataires déjà invités ont été prévenus.`,
    button: 'Ouvrir la demande',
  },
  expired: {
    subject: ({ document }) => `Non signé à temps : « ${document} »`,
    heading: 'Le délai de signature est dépassé',
    text: ({ document }) =>
      `« ${document} » n’a pas été signé par tous avant la date limite. Si ces signatures vous sont toujours utiles, créez une nouvelle demande avec un délai plus long.`,
    button: 'Ouvrir la demande',
  },
  failed: {
    subject: ({ document }) => `Non terminé : « ${document} »`,
    heading: 'Votre document n’a pas pu être terminé',
    text: ({ document, service }) =>
      `« ${document} » n’a pas pu être terminé pour une raison technique. Les signataires ont été prévenus. Contactez l’exploitant de ${service} en lui indiquant l’identifiant ci-dessous, ou créez une nouvelle demande.`,
    button: 'Ouvrir la demande',
  },
  bounced: {
    subject: ({ person, document }) => `E-mail non remis à ${person} : « ${document} »`,
    heading: 'Un signataire est injoignable',
    text: ({ person, document }) =>
      `Notre e-mail au sujet de « ${document} » n’a pas pu être remis à ${person}. Vérifiez l’adresse : dès que vous l’aurez corrigée, un nouveau lien y sera envoyé.`,
    button: 'Vérifier l’adresse',
  },
}

/** The words of each kind of mail. */
export const NOTICE_WORDS: Record<Language, Record<NoticeKind, Words>> = { fr: FR, en: EN }

/** Labels and the foot of every mail. */
export const NOTICE_FRAME = {
  fr: {
    document: 'Document',
    reference: 'Votre référence',
    id: 'Identifiant',
    signers: 'Signataires',
    unsigned: 'N’ont pas signé',
    others: (count: number) => (count === 1 ? 'et 1 autre' : `et ${count} autres`),
    reason: 'Motif',
    address: 'Adresse',
    reply: 'Réponse du serveur',
    attached: 'Le fichier signé est joint à ce message.',
    test: 'Message de test : ce qui est signé ici n’a aucune valeur juridique.',
    foot: ({ document, service, settings }: NoticeFacts) => [
      `Vous recevez ce message parce que vous avez envoyé « ${document} » en signature avec ${service}.`,
      { text: 'Choisir les e-mails que vous recevez', url: settings },
    ],
  },
  en: {
    document: 'Document',
    reference: 'Your reference',
    id: 'Identifier',
    signers: 'Signers',
    unsigned: 'Have not signed',
    others: (count: number) => (count === 1 ? 'and 1 other' : `and ${count} others`),
    reason: 'Reason',
    address: 'Address',
    reply: 'The server’s reply',
    attached: 'The signed file is attached to this e-mail.',
    test: 'Test message: what is signed here has no legal effect.',
    foot: ({ document, service, settings }: NoticeFacts) => [
      `You are receiving this e-mail because you sent “${document}” for signature with ${service}.`,
      { text: 'Choose which e-mails you get', url: settings },
    ],
  },
} as const
