/** What the mails to signers and senders say, in Italian. */
import type { PlannedMethod } from '../../model/authentication.ts'
import type { MessageWords } from './shape.ts'

/** What kind of signature is asked for. */
const ASKED: Record<PlannedMethod, string> = {
  sms: 'una firma elettronica avanzata',
  voice: 'una firma elettronica avanzata',
  email: 'una firma elettronica',
  passkey: 'una firma elettronica avanzata',
  totp: 'una firma elettronica avanzata',
}

/** What the signer will be asked for. */
const PROOF: Record<PlannedMethod, string> = {
  sms: 'Riceverà un codice via SMS.',
  voice: 'Riceverà un codice via SMS o con una chiamata telefonica.',
  email: 'Riceverà un codice via e-mail.',
  passkey:
    'Firmerà con una passkey del Suo dispositivo; la prima volta riceverà anche un codice via SMS.',
  totp: 'Firmerà con un codice della Sua app di autenticazione; la prima volta riceverà anche un codice via SMS.',
}

/** The texts of mails, in Italian. */
export const it: MessageWords = {
  hello: (name) => (name === '' ? 'Buongiorno,' : `Gentile ${name},`),
  mails: {
    invitation: {
      subject: ({ sender, document }) => `${sender} Le chiede di firmare «${document}»`,
      heading: ({ document }) => `Documento da firmare: «${document}»`,
      text: ({ sender, hello, method }) =>
        `${hello} ${sender} Le chiede di leggere un documento e di firmarlo con ${ASKED[method]} (eIDAS). Bastano circa due minuti, da telefono o computer, senza creare un account. ${PROOF[method]}`,
      button: 'Leggere e firmare',
    },
    reminder: {
      subject: ({ document }) => `Promemoria: «${document}» attende la Sua firma`,
      heading: ({ document }) => `«${document}» attende la Sua firma`,
      text: ({ sender, hello }) => `${hello} ${sender} attende ancora la Sua firma.`,
      button: 'Leggere e firmare',
    },
    completed: {
      subject: ({ document }) => `Firmato da tutti: «${document}»`,
      heading: () => 'Tutti hanno firmato',
      text: ({ hello, document, linkUntil, advanced }) =>
        `${hello} «${document}» è stato firmato da tutti, ciascuno con una firma elettronica${advanced ? ' avanzata' : ''} (eIDAS). Scarichi la Sua copia e la conservi: le firme, i certificati e la prova di come si è firmato sono dentro il file. Il link funziona fino al ${linkUntil}.`,
      button: 'Scaricare il documento firmato',
    },
    declined: {
      subject: ({ document }) => `Rifiutato: «${document}»`,
      heading: () => 'Il documento è stato rifiutato',
      text: ({ hello, document }) =>
        `${hello} «${document}» è stato rifiutato e non può più essere firmato. Non deve fare nulla.`,
    },
    cancelled: {
      subject: ({ document }) => `Ritirato: «${document}»`,
      heading: () => 'Il documento è stato ritirato',
      text: ({ hello, sender, document }) =>
        `${hello} ${sender} ha ritirato «${document}». Non deve fare nulla.`,
    },
    expired: {
      subject: ({ document }) => `Termine scaduto: «${document}»`,
      heading: () => 'Il termine per firmare è scaduto',
      text: ({ hello, document, sender }) =>
        `${hello} «${document}» non è stato firmato in tempo. Se serve ancora, ${sender} può inviarlo di nuovo.`,
    },
    failed: {
      subject: ({ document }) => `Non completato: «${document}»`,
      heading: () => 'Non è stato possibile completare il documento',
      text: ({ hello, document, sender }) =>
        `${hello} «${document}» non è stato completato per un motivo tecnico. Non deve fare nulla; se serve ancora, ${sender} può inviarlo di nuovo.`,
    },
  },
  frame: {
    document: 'Documento',
    sender: 'Inviato da',
    until: 'Da firmare entro il',
    reason: 'Motivo',
    test: 'Messaggio di prova: ciò che si firma qui non ha alcun valore legale.',
    foot: ({ sender, document }) => [
      `Riceve questo messaggio perché ${sender} richiede la Sua firma su «${document}».`,
    ],
    personal: 'Questo link è personale: non lo condivida.',
  },
  code: {
    subject: (document) => `Il Suo codice per firmare «${document}»`,
    heading: 'Il Suo codice',
    text: ({ hello, document, mark, minutes }) =>
      `${hello} inserisca questo codice per firmare «${document}» (rif. ${mark}). È valido ${minutes} minuti.`,
    secret:
      'Non comunichi questo codice a nessuno. Se non lo ha richiesto, ignori questo messaggio.',
  },
  copy: {
    subject: ({ document }) => `La Sua copia: «${document}»`,
    heading: 'La Sua copia del documento firmato',
    text: ({ hello, document, sender, advanced, linkUntil }) =>
      `${hello} «${document}» è stato firmato da tutti, ciascuno con una firma elettronica${advanced ? ' avanzata' : ''} (eIDAS). ${sender} ci ha chiesto di inviarLe una copia; non deve firmare nulla. Il link funziona fino al ${linkUntil}.`,
    button: 'Aprire il documento firmato',
    foot: ({ sender, document }) =>
      `Riceve questo messaggio perché ${sender} desidera che abbia una copia di «${document}».`,
  },
  notices: {
    completed: {
      subject: ({ document }) => `Firmato da tutti: «${document}»`,
      heading: 'Tutti hanno firmato',
      text: ({ document }) =>
        `«${document}» è stato firmato da tutti. Il file firmato contiene le firme e il certificato di prova.`,
      button: 'Aprire il documento firmato',
    },
    declined: {
      subject: ({ person, document }) => `${person} ha rifiutato di firmare «${document}»`,
      heading: 'Il Suo documento è stato rifiutato',
      text: ({ person, document }) =>
        `${person} ha rifiutato di firmare «${document}». Nessuno può più firmarlo; le altre persone già invitate sono state informate.`,
      button: 'Aprire la richiesta',
    },
    expired: {
      subject: ({ document }) => `Non firmato in tempo: «${document}»`,
      heading: 'Il termine per firmare è scaduto',
      text: ({ document }) =>
        `«${document}» non è stato firmato da tutti entro il termine. Se le firme servono ancora, crei una nuova richiesta con un termine più lungo.`,
      button: 'Aprire la richiesta',
    },
    failed: {
      subject: ({ document }) => `Non completato: «${document}»`,
      heading: 'Non è stato possibile completare il Suo documento',
      text: ({ document, service }) =>
        `«${document}» non è stato completato per un motivo tecnico. I firmatari sono stati informati. Contatti il gestore di ${service} indicando l’identificativo riportato sotto, oppure crei una nuova richiesta.`,
      button: 'Aprire la richiesta',
    },
    bounced: {
      subject: ({ person, document }) => `E-mail non recapitata a ${person}: «${document}»`,
      heading: 'Un firmatario non è raggiungibile',
      text: ({ person, document }) =>
        `La nostra e-mail relativa a «${document}» non è stata recapitata a ${person}. Verifichi l’indirizzo: non appena lo avrà corretto, vi sarà inviato un nuovo link.`,
      button: 'Verificare l’indirizzo',
    },
  },
  noticeFrame: {
    document: 'Documento',
    reference: 'Il Suo riferimento',
    id: 'Identificativo',
    signers: 'Firmatari',
    unsigned: 'Non hanno firmato',
    others: (count) => (count === 1 ? 'e 1 altro' : `e altri ${count}`),
    reason: 'Motivo',
    address: 'Indirizzo',
    reply: 'Risposta del server',
    attached: 'Il file firmato è allegato a questo messaggio.',
    test: 'Messaggio di prova: ciò che si firma qui non ha alcun valore legale.',
    foot: ({ document, service, settings }) => [
      `Riceve questo messaggio perché ha inviato «${document}» alla firma con ${service}.`,
      { text: 'Scegliere quali e-mail ricevere', url: settings },
    ],
  },
}
