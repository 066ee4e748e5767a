/** The consent text and the text message in Italian. */
import type { SignerWords } from './en.ts'

/** The texts, in Italian. */
export const it: SignerWords = {
  consent: (agree, means, level, kept) =>
    `${agree} ${means} ` +
    'Un certificato a mio nome viene emesso per questa sola firma; la sua chiave viene distrutta subito dopo. ' +
    `${level} ` +
    kept,
  agree: 'Ho letto il documento e accetto di firmarlo elettronicamente.',
  means: {
    sms: {
      email:
        'La mia identità è verificata mediante il link inviato al mio indirizzo e-mail e un codice inviato via SMS al mio cellulare.',
      none: 'La mia identità è verificata dal mittente, che mi ha consegnato il link e ha indicato il mio numero di cellulare, e mediante un codice inviato via SMS a tale numero.',
    },
    voice: {
      email:
        'La mia identità è verificata mediante il link inviato al mio indirizzo e-mail e un codice inviato via SMS, o dettato in una chiamata, al mio telefono.',
      none: 'La mia identità è verificata dal mittente, che mi ha consegnato il link e ha indicato il mio numero di telefono, e mediante un codice inviato via SMS, o dettato in una chiamata, a tale numero.',
    },
    email: {
      email:
        'Il link e un codice sono inviati allo stesso indirizzo e-mail, il mio; la mia identità non è verificata in altro modo.',
      none: 'Il mittente mi ha consegnato il link e ha indicato il mio indirizzo e-mail, al quale è inviato un codice; la mia identità non è verificata in altro modo.',
    },
    passkey: {
      email:
        'La mia identità è verificata mediante il link inviato al mio indirizzo e-mail e una passkey del mio dispositivo, registrata dopo l’inserimento di un codice inviato via SMS al mio cellulare.',
      none: 'La mia identità è verificata dal mittente, che mi ha consegnato il link e ha indicato il mio numero di cellulare, e mediante una passkey del mio dispositivo, registrata dopo l’inserimento di un codice inviato via SMS a tale numero.',
    },
    totp: {
      email:
        'La mia identità è verificata mediante il link inviato al mio indirizzo e-mail e un codice della mia app di autenticazione, registrata dopo l’inserimento di un codice inviato via SMS al mio cellulare.',
      none: 'La mia identità è verificata dal mittente, che mi ha consegnato il link e ha indicato il mio numero di cellulare, e mediante un codice della mia app di autenticazione, registrata dopo l’inserimento di un codice inviato via SMS a tale numero.',
    },
  },
  level: {
    advanced:
      'Si tratta di una firma elettronica avanzata ai sensi dell’articolo 26 del regolamento (UE) n. 910/2014 (eIDAS), non di una firma qualificata.',
    plain:
      'Si tratta di una firma elettronica ai sensi dell’articolo 3, punto 10, del regolamento (UE) n. 910/2014 (eIDAS); non è presentata né come avanzata né come qualificata.',
  },
  kept: {
    phone:
      'Il mio nome, il mio indirizzo e-mail, il mio numero di telefono, il mio indirizzo IP e i momenti delle mie azioni sono conservati come prova della firma e figurano, in parte oscurati, nel documento firmato.',
    noPhone:
      'Il mio nome, il mio indirizzo e-mail, il mio indirizzo IP e i momenti delle mie azioni sono conservati come prova della firma e figurano nel documento firmato.',
  },
  spoken: {
    greeting:
      'Buongiorno. Questa è una chiamata automatica con il codice richiesto per confermare un documento. Se non lo ha richiesto, riagganci. Per ascoltare il codice, prema un tasto qualsiasi.',
    code: (digits) =>
      `Il Suo codice è: ${digits}. Ripeto: ${digits}. Non lo comunichi a nessuno. Arrivederci.`,
    over: 'Questo codice non è più disponibile. Richieda un’altra chiamata nella pagina del documento. Arrivederci.',
  },
  sms: (code, name, mark) =>
    `${code} è il Suo codice per firmare "${name}" (rif. ${mark}), valido 10 minuti. Non lo comunichi a nessuno.`,
}
