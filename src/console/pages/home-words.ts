/** The texts of the first page. */

import type { Locale } from '../../kernel/languages.ts'
import { SMTP_SETTINGS, TEXT_SETTINGS } from '../../messages/missing-carrier.ts'
import type { Words } from '../words.ts'

const en = {
  title: 'First steps',
  text: 'Your first PDF and your first signed document in one minute.',
  done: 'Done',
  keyTitle: 'Create an API key',
  keyText: 'Your program uses it to call the API. Start with a test key: it uses no quota.',
  keyDo: 'Create a key',
  keyHave: (count: number) => (count === 1 ? 'You have one key.' : `You have ${count} keys.`),
  keySee: 'See your keys',
  renderTitle: 'Render your first document',
  renderText:
    'A Word invoice template and its JSON data become a PDF. Change a value and render again; trying here uses no quota.',
  number: 'Invoice number',
  buyer: 'Customer',
  item: 'First line',
  price: 'Unit price',
  renderDo: 'Render the PDF',
  renderEmpty: 'The PDF appears here.',
  template: 'The Word template',
  data: 'Its JSON data',
  signTitle: 'Send a first signature request',
  signText: (email: string) =>
    `A sample contract goes to ${email}, with you as the signer. It is signed with a TEST certificate and no SMS is sent: the code is shown while you sign, on the request’s page and by the API.`,
  signDo: 'Send it to me',
  signAgain: 'Send another',
  signLast: 'The last one',
  outbox: 'Open the development outbox',
  states: {
    draft: 'draft',
    pending: 'waiting for your signature',
    completed: 'signed and sealed',
    declined: 'declined',
    cancelled: 'cancelled',
    expired: 'expired',
    failed: 'failed',
  } as Record<string, string>,
  missingTitle: 'Nothing can be sent yet',
  missingText:
    'This service runs in production, but is not set up to send what signers need. Requests with live keys that need it are refused; drafts and test keys work. The operator has to:',
  missing: { mail: `E-mail: ${SMTP_SETTINGS}`, sms: `Text messages: ${TEXT_SETTINGS}` },
  wrong: 'This value cannot be used.',
}

const fr: typeof en = {
  title: 'Premiers pas',
  text: 'Votre premier PDF et votre premier document signé en une minute.',
  done: 'Fait',
  keyTitle: 'Créez une clé d’API',
  keyText:
    'Votre programme s’en sert pour appeler l’API. Commencez par une clé de test : elle n’utilise aucun quota.',
  keyDo: 'Créer une clé',
  keyHave: (count: number) => (count === 1 ? 'Vous avez une clé.' : `Vous avez ${count} clés.`),
  keySee: 'Voir vos clés',
  renderTitle: 'Produisez votre premier document',
  renderText:
    'Un modèle de facture Word et ses données JSON deviennent un PDF. Changez une valeur et recommencez ; l’essai n’utilise aucun quota.',
  number: 'Numéro de facture',
  buyer: 'Client',
  item: 'Première ligne',
  price: 'Prix unitaire',
  renderDo: 'Produire le PDF',
  renderEmpty: 'Le PDF apparaît ici.',
  template: 'Le modèle Word',
  data: 'Ses données JSON',
  signTitle: 'Envoyez une première demande de signature',
  signText: (email: string) =>
    `Un contrat d’exemple est envoyé à ${email}, à signer par vous. Il est signé avec un certificat de TEST et aucun SMS n’est envoyé : le code s’affiche pendant que vous signez, sur la page de la demande et par l’API.`,
  signDo: 'Me l’envoyer',
  signAgain: 'En envoyer une autre',
  signLast: 'La dernière\u00a0',
  outbox: 'Ouvrir la boîte de développement',
  states: {
    draft: 'brouillon',
    pending: 'attend votre signature',
    completed: 'signée, avec cachet',
    declined: 'refusée',
    cancelled: 'annulée',
    expired: 'expirée',
    failed: 'en échec',
  },
  missingTitle: 'Rien ne peut encore être envoyé',
  missingText:
    'Ce service est en production, mais il n’est pas configuré pour envoyer ce qu’il faut aux signataires. Les demandes avec des clés réelles qui en ont besoin sont refusées ; les brouillons et les clés de test fonctionnent. L’exploitant doit définir :',
  missing: {
    mail: 'E-mails : PARAPH_SMTP_URL et PARAPH_MAIL_FROM',
    sms: 'SMS : PARAPH_TWILIO_ACCOUNT_SID, PARAPH_TWILIO_AUTH_TOKEN et PARAPH_TWILIO_FROM, ou PARAPH_SMS_GATEWAY_URL',
  },
  wrong: 'Cette valeur ne convient pas.',
}

const WORDS: Words<typeof en> = { en, fr }

/** The texts in a language. */
export const homeWords = (locale: Locale): typeof en => WORDS[locale]
