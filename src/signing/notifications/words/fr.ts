/** What the mails to signers and senders say, in French. */
import type { PlannedMethod } from '../../model/authentication.ts'
import type { MessageWords } from './shape.ts'

/** What kind of signature is asked for. */
const ASKED: Record<PlannedMethod, string> = {
  sms: 'une signature électronique avancée',
  voice: 'une signature électronique avancée',
  email: 'une signature électronique',
  passkey: 'une signature électronique avancée',
  totp: 'une signature électronique avancée',
}

/** What the signer will be asked for. */
const PROOF: Record<PlannedMethod, string> = {
  sms: 'Vous recevrez un code par SMS.',
  voice: 'Vous recevrez un code par SMS ou par appel téléphonique.',
  email: 'Vous recevrez un code par e-mail.',
  passkey:
    'Vous signerez avec une clé d’accès (passkey) de votre appareil ; la première fois, vous recevrez aussi un code par SMS.',
  totp: 'Vous signerez avec un code de votre application d’authentification ; la première fois, vous recevrez aussi un code par SMS.',
}

/** The texts of mails, in French. */
export const fr: MessageWords = {
  hello: (name) => `Bonjour${name === '' ? '' : ` ${name}`},`,
  mails: {
    invitation: {
      subject: ({ sender, document }) => `${sender} vous demande de signer « ${document} »`,
      heading: ({ document }) => `Un document à signer : « ${document} »`,
      text: ({ sender, hello, method }) =>
        `${hello} ${sender} vous demande de lire un document et de le signer avec ${ASKED[method]} (eIDAS). Cela prend environ deux minutes, sur téléphone ou ordinateur, sans compte à créer. ${PROOF[method]}`,
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
      text: ({ hello, document, linkUntil, advanced }) =>
        `${hello} « ${document} » a été signé par tous, avec des signatures électroniques${advanced ? ' avancées' : ''} (eIDAS). Téléchargez votre exemplaire et conservez-le : les signatures, les certificats et la preuve du déroulement de la signature sont dans le fichier. Le lien fonctionne jusqu’au ${linkUntil}.`,
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
  },
  frame: {
    document: 'Document',
    sender: 'Envoyé par',
    until: 'À signer avant le',
    reason: 'Motif',
    test: 'Message de test : ce qui est signé ici n’a aucune valeur juridique.',
    foot: ({ sender, document }) => [
      `Vous recevez ce message parce que ${sender} vous a désigné comme signataire de « ${document} ».`,
    ],
    personal: 'Ce lien est personnel : ne le transmettez à personne.',
  },
  code: {
    subject: (document) => `Votre code pour signer « ${document} »`,
    heading: 'Votre code',
    text: ({ hello, document, mark, minutes }) =>
      `${hello} saisissez ce code pour signer « ${document} » (réf. ${mark}). Il est valable ${minutes} minutes.`,
    secret: 'Ne donnez ce code à personne. Si vous ne l’avez pas demandé, ignorez ce message.',
  },
  copy: {
    subject: ({ document }) => `Votre copie : « ${document} »`,
    heading: 'Votre copie du document signé',
    text: ({ hello, document, sender, advanced, linkUntil }) =>
      `${hello} « ${document} » a été signé par tous, avec des signatures électroniques${advanced ? ' avancées' : ''} (eIDAS). ${sender} nous a demandé de vous en envoyer une copie ; vous n’avez rien à signer. Le lien fonctionne jusqu’au ${linkUntil}.`,
    button: 'Ouvrir le document signé',
    foot: ({ sender, document }) =>
      `Vous recevez ce message parce que ${sender} souhaite que vous ayez une copie de « ${document} ».`,
  },
  notices: {
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
  },
  noticeFrame: {
    document: 'Document',
    reference: 'Votre référence',
    id: 'Identifiant',
    signers: 'Signataires',
    unsigned: 'N’ont pas signé',
    others: (count) => (count === 1 ? 'et 1 autre' : `et ${count} autres`),
    reason: 'Motif',
    address: 'Adresse',
    reply: 'Réponse du serveur',
    attached: 'Le fichier signé est joint à ce message.',
    test: 'Message de test : ce qui est signé ici n’a aucune valeur juridique.',
    foot: ({ document, service, settings }) => [
      `Vous recevez ce message parce que vous avez envoyé « ${document} » en signature avec ${service}.`,
      { text: 'Choisir les e-mails que vous recevez', url: settings },
    ],
  },
}
