/** The words of the first page. */
import type { Locale } from '../../pages/locale.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'First steps',
  text: 'From nothing to a first PDF and a first signed document in two minutes.',
  done: 'Done',
  keyTitle: 'Make an API key',
  keyText: 'Your program calls with it. Begin with a test key: it uses no quota.',
  keyDo: 'Make a key',
  keyHave: (count: number) => (count === 1 ? 'You have one key.' : `You have ${count} keys.`),
  keySee: 'See your keys',
  renderTitle: 'Render your first document',
  renderText:
    'A Word invoice template and its JSON become a PDF. Change a value and render again; trying here uses no quota.',
  number: 'Invoice number',
  buyer: 'Customer',
  item: 'First line',
  price: 'Unit price',
  renderDo: 'Render the PDF',
  renderEmpty: 'The PDF appears here.',
  template: 'The Word template',
  data: 'Its JSON',
  signTitle: 'Send a first signature request',
  signText: (email: string) =>
    `A sample contract goes to ${email}, with you as the signer. The authority that signs says TEST in its name, and the code by SMS is kept instead of sent: read it on the page of the request under Signature requests, or through the API.`,
  signDo: 'Send it to me',
  signAgain: 'Send another',
  signLast: 'The last one',
  outbox: 'Open the development outbox',
  states: {
    draft: 'draft',
    pending: 'waits for your signature',
    completed: 'signed and sealed',
    declined: 'declined',
    cancelled: 'cancelled',
    expired: 'expired',
    failed: 'failed',
  } as Record<string, string>,
  wrong: 'This value cannot be used.',
}

const fr: typeof en = {
  title: 'Premiers pas',
  text: 'De rien à un premier PDF et un premier document signé en deux minutes.',
  done: 'Fait',
  keyTitle: 'Créez une clé d’API',
  keyText:
    'Votre programme appelle avec elle. Commencez par une clé de test : elle n’utilise aucun quota.',
  keyDo: 'Créer une clé',
  keyHave: (count: number) => (count === 1 ? 'Vous avez une clé.' : `Vous avez ${count} clés.`),
  keySee: 'Voir vos clés',
  renderTitle: 'Produisez votre premier document',
  renderText:
    'Un modèle de facture Word et son JSON deviennent un PDF. Changez une valeur et recommencez ; l’essai n’utilise aucun quota.',
  number: 'Numéro de facture',
  buyer: 'Client',
  item: 'Première ligne',
  price: 'Prix unitaire',
  renderDo: 'Produire le PDF',
  renderEmpty: 'Le PDF apparaît ici.',
  template: 'Le modèle Word',
  data: 'Son JSON',
  signTitle: 'Envoyez une première demande de signature',
  signText: (email: string) =>
    `Un contrat d’exemple part à ${email}, que vous signez. L’autorité qui signe porte TEST dans son nom, et le code par SMS est gardé au lieu d’être envoyé : lisez-le sur la page de la demande, sous Demandes de signature, ou par l’API.`,
  signDo: 'Me l’envoyer',
  signAgain: 'En envoyer une autre',
  signLast: 'La dernière\u00a0',
  outbox: 'Ouvrir la boîte de développement',
  states: {
    draft: 'brouillon',
    pending: 'attend votre signature',
    completed: 'signée et scellée',
    declined: 'refusée',
    cancelled: 'annulée',
    expired: 'expirée',
    failed: 'en échec',
  },
  wrong: 'Cette valeur ne convient pas.',
}

const WORDS: Words<typeof en> = { en, fr }

/** The words of a language. */
export const homeWords = (locale: Locale): typeof en => WORDS[locale]
