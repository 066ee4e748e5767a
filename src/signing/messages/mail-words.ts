/** What the mails to signers say, in French and English. */
import type { AuthenticationMethod } from '../requests/authentication.ts'
import type { Language } from '../signers/consent.ts'

/** Values used in the sentences. */
export interface MailFacts {
  document: string
  sender: string
  /** Greets the signer. */
  hello: string
  /** Deadline, already in words. */
  until: string
  /** When the link to the finished document expires, already in words. */
  linkUntil: string
  reason: string | undefined
  /** How the signer proves who they are. */
  authentication: AuthenticationMethod
  /** Whether every signature of the document is called an advanced one. */
  advanced: boolean
}

interface Words {
  subject: (facts: MailFacts) => string
  heading: (facts: MailFacts) => string
  text: (facts: MailFacts) => string
  button?: string
}

type Kind =
  | 'invitation'
  | 'reminder'
  | 'completed'
  | 'declined'
  | 'cancelled'
  | 'expired'
  | 'failed'

/** What kind of signature is asked for. */
const KIND: Record<Language, Record<AuthenticationMethod, string>> = {
  en: { sms: 'an advanced electronic signature', email: 'an electronic signature' },
  fr: { sms: 'une signature électronique avancée', email: 'une signature électronique' },
}

/** What the signer will be asked for. */
const PROOF: Record<Language, Record<AuthenticationMethod, string>> = {
  en: { sms: 'You will get a code by SMS.', email: 'You will get a code by e-mail.' },
  fr: { sms: 'Vous recevrez un code par SMS.', email: 'Vous recevrez un code par e-mail.' },
}

const EN: Record<Kind, Words> = {
  invitation: {
    subject: ({ sender, document }) => `${sender} asks you to sign “${document}”`,
    heading: ({ document }) => `Please sign “${document}”`,
    text: ({ sender, hello, authentication }) =>
      `${hello} ${sender} asks you to read a document and to sign it with ${KIND.en[authentication]} (eIDAS). It takes about two minutes, on a phone or a computer; no account is needed. ${PROOF.en[authentication]}`,
    button: 'Read and sign',
  },
  reminder: {
    subject: ({ document }) => `Reminder: “${document}” is waiting for your signature`,
    heading: ({ document }) => `“${document}” is waiting for you`,
    text: ({ sender, hello }) => `${hello} ${sender} is still waiting for your signature.`,
    button: 'Read and sign',
  },
  completed: {
    subject: ({ document }) => `Signed by everyone: “${document}”`,
    heading: () => 'Everyone has signed',
    text: ({ hello, document, linkUntil, advanced }) =>
      `${hello} “${document}” has been signed by everyone, with ${advanced ? 'advanced ' : ''}electronic signatures (eIDAS). Download and keep your copy: the signatures, the certificates and the proof of how it was signed are inside the file. The link works until ${linkUntil}.`,
    button: 'Download the signed document',
  },
  declined: {
    subject: ({ document }) => `Declined: “${document}”`,
    heading: () => 'The document was declined',
    text: ({ hello, document }) =>
      `${hello} “${document}” was declined and can no longer be signed. You do not need to do anything.`,
  },
  cancelled: {
    subject: ({ document }) => `Withdrawn: “${document}”`,
    heading: () => 'The document was withdrawn',
    text: ({ hello, sender, document }) =>
      `${hello} ${sender} has withdrawn “${document}”. You do not need to do anything.`,
  },
  expired: {
    subject: ({ document }) => `Deadline passed: “${document}”`,
    heading: () => 'The deadline for signing has passed',
    text: ({ hello, document, sender }) =>
      `${hello} “${document}” was not signed in time. If it is still wanted, ${sender} can send it again.`,
  },
  failed: {
    subject: ({ document }) => `Not completed: “${document}”`,
    heading: () => 'The document could not be completed',
    text: ({ hello, document, sender }) =>
      `${hello} “${document}” could not be completed for a technical reason. You do not need to do anything; if it is still wanted, ${sender} can send it again.`,
  },
}

const FR: Record<Kind, Words> = {
  invitation: {
    subject: ({ sender, document }) => `${sender} vous demande de signer « ${document} »`,
    heading: ({ document }) => `Un document à signer : « ${document} »`,
    text: ({ sender, hello, authentication }) =>
      `${hello} ${sender} vous demande de lire un document et de le signer avec ${KIND.fr[authentication]} (eIDAS). Cela prend environ deux minutes, sur téléphone ou ordinateur, sans compte à créer. ${PROOF.fr[authentication]}`,
    button: 'Lire et signer',
  },
  reminder: {
    subject: ({ document }) => `Rappel : « ${document} » attend votre signature`,
    heading: ({ document }) => `« ${document} » vous attend`,
    text: ({ sender, hello }) => `${hello} ${sender} attend encore votre signature.`,
    button: 'Lire et signer',
  },
  completed: {
    subject: ({ document }) => `Signé par tous : « ${document} »`,
    heading: () => 'Tout le monde a signé',
    text: ({ hello, document, linkUntil }) =>
      `${hello} « ${document} » a été signé par tous, avec des signatures électroniques avancées (eIDAS). Téléchargez votre exemplaire et conservez-le : les signatures, les certificats et la preuve du déroulement de la signature sont dans le fichier. Le lien fonctionne jusqu’au ${linkUntil}.`,
    button: 'Télécharger le document signé',
  },
  declined: {
    subject: ({ document }) => `Refusé : « ${document} »`,
    heading: () => 'Le document a été refusé',
    text: ({ hello, document }) =>
      `${hello} « ${document} » a été refusé et ne peut plus être signé. Vous n’avez rien à faire.`,
  },
  cancelled: {
    subject: ({ document }) => `Retiré : « ${document} »`,
    heading: () => 'Le document a été retiré',
    text: ({ hello, sender, document }) =>
      `${hello} ${sender} a retiré « ${document} ». Vous n’avez rien à faire.`,
  },
  expired: {
    subject: ({ document }) => `Délai dépassé : « ${document} »`,
    heading: () => 'Le délai de signature est dépassé',
    text: ({ hello, document, sender }) =>
      `${hello} « ${document} » n’a pas été signé à temps. S’il est toujours utile, ${sender} peut le renvoyer.`,
  },
  failed: {
    subject: ({ document }) => `Non terminé : « ${document} »`,
    heading: () => 'Le document n’a pas pu être terminé',
    text: ({ hello, document, sender }) =>
      `${hello} « ${document} » n’a pas pu être terminé pour une raison technique. Vous n’avez rien à faire. S’il est toujours utile, ${sender} peut le renvoyer.`,
  },
}

/** The words of each kind of mail. */
export const MAIL_WORDS: Record<Language, Record<Kind, Words>> = { fr: FR, en: EN }

/** Labels and the foot of every mail. */
export const MAIL_FRAME = {
  fr: {
    document: 'Document',
    sender: 'Envoyé par',
    until: 'À signer avant le',
    reason: 'Motif',
    test: 'Message de test : ce qui est signé ici n’a aucune valeur juridique.',
    foot: (facts: MailFacts) => [
      `Vous recevez ce message parce que ${facts.sender} vous a désigné comme signataire de « ${facts.document} ».`,
    ],
    personal: 'Ce lien est personnel : ne le transmettez à personne.',
  },
  en: {
    document: 'Document',
    sender: 'Sent by',
    until: 'To be signed before',
    reason: 'Reason',
    test: 'Test message: what is signed here has no legal effect.',
    foot: (facts: MailFacts) => [
      `You are receiving this e-mail because ${facts.sender} named you as a signer of “${facts.document}”.`,
    ],
    personal: 'This link is personal: do not share it.',
  },
} as const
