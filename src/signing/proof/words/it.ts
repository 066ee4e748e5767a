/** The wording of the proof certificate in Italian. Its legal words are exact. */
import type { QualificationClaim } from '../../../pades/qc-statements.ts'
import type { UsedMethod } from '../../model/authentication.ts'
import type { ProofWords } from './en.ts'
import { natureOf } from './statement.ts'

/** What kind of signature each is. */
const NATURE = {
  all: 'una firma elettronica avanzata (articolo 26 del regolamento (UE) n. 910/2014, eIDAS; “advanced electronic signature”)',
  none: 'una firma elettronica (articolo 3, punto 10, del regolamento (UE) n. 910/2014, eIDAS), che il servizio non presenta come avanzata',
  some: 'una firma elettronica (articolo 3, punto 10, del regolamento (UE) n. 910/2014, eIDAS); è avanzata (articolo 26), salvo dove il codice è stato inviato via e-mail',
} as const

const MEANS: Record<UsedMethod, string> = {
  sms: 'un codice monouso inviato via SMS al suo cellulare',
  call: 'un codice monouso dettato in una chiamata al suo numero di telefono',
  email: 'un codice monouso inviato al suo indirizzo e-mail',
  passkey:
    'una passkey WebAuthn del dispositivo del firmatario, con verifica dell’utente, registrata dopo un codice inviato via SMS al suo cellulare',
  totp: 'un codice dell’app di autenticazione del firmatario (TOTP, RFC 6238), registrata dopo un codice inviato via SMS al suo cellulare',
}

/** What the certificate of an external seal claims. */
const CLAIMS: Record<QualificationClaim, string> = {
  QESig: 'una firma elettronica qualificata',
  QESeal: 'un sigillo elettronico qualificato',
  'AdESig-QC': 'una firma elettronica avanzata basata su un certificato qualificato',
  'AdESeal-QC': 'un sigillo elettronico avanzato basato su un certificato qualificato',
}

/** The texts of the proof certificate, in Italian. */
export const it: ProofWords = {
  title: 'Certificato di prova',
  other: 'Proof certificate',
  sheet:
    'Questa pagina viene compilata dal sigillo elettronico del servizio quando tutti hanno firmato.',
  page: (number, of) => `Pagina ${number} di ${of}`,
  test: 'TEST – documento di prova senza valore legale',
  document: 'Documento',
  reference: 'Riferimento',
  externalId: 'Riferimento del mittente',
  asReceived: 'File ricevuto',
  pages: (pages, size) => `${pages} ${pages > 1 ? 'pagine' : 'pagina'}, ${size}`,
  bytes: (size) => `${size} byte`,
  sender: 'Mittente',
  apiKey: 'chiave API',
  message: 'Messaggio ai firmatari',
  created: 'Creato',
  sent: 'Inviato',
  expires: 'Scadenza',
  allSigned: 'Firmato da tutti',
  made: 'Certificato emesso',
  hashes: 'Impronte SHA-256',
  original: 'File ricevuto',
  shown: 'Presentato per la firma',
  beforeSeal: 'Firmato da tutti, prima del sigillo',
  nature: 'Natura e livello delle firme',
  statement: ({ signers, handed, methods, stated }) =>
    `${signers > 1 ? `Ciascuno dei ${signers} firmatari ha apposto` : 'Il firmatario ha apposto'} ${NATURE[natureOf(methods)]}. ` +
    `Mezzi di identificazione: un link personale inviato all’indirizzo e-mail del firmatario${handed ? ' o consegnato dal mittente, come indicato per ciascuno,' : ''} e ${methods.map((method) => MEANS[method]).join(' o ')}${methods.length > 1 ? ', come indicato per ciascuno' : ''}; ${stated ? 'il servizio non ha controllato alcun documento d’identità né le identità che il mittente dichiara di aver verificato' : 'non è stato controllato alcun documento d’identità'}. ` +
    'Non si tratta di una firma qualificata. ' +
    'Ogni firma (PAdES, ETSI EN 319 142-1) si basa su un certificato emesso a nome del firmatario per questo solo documento e su una chiave distrutta dopo l’uso; reca una marca temporale RFC 3161 e i suoi dati di convalida. ' +
    'Il sigillo elettronico del servizio, di cui queste pagine sono l’aspetto, e la marca temporale di archiviazione apposta in seguito portano il file al livello PAdES-BASELINE-LTA; il servizio verifica tale livello prima di dichiarare completato il documento.',
  consent: 'Consenso',
  consentVersion: (version, language) => `Testo versione ${version} (${language})`,
  externalSeal: 'Sigillo con la chiave di un altro prestatore',
  outerHolder: 'Titolare',
  outerLevel: 'Livello',
  outerClaim: (claim: QualificationClaim | null) =>
    claim === null
      ? 'un sigillo elettronico il cui certificato non si dichiara qualificato'
      : `secondo il suo certificato, ${CLAIMS[claim]}; questo servizio non lo ha verificato in un elenco di fiducia`,
  trail: 'Registro degli eventi',
  trailEntries: 'Voci',
  trailHead: 'Impronta dell’ultima voce',
  trailStamped: 'Con marca temporale',
  trailText:
    'Ogni voce contiene l’impronta della precedente (JSON canonico, RFC 8785, SHA-256): nessuna può essere modificata, rimossa o aggiunta senza che ciò si veda.',
  verify: 'Verificare questo documento',
  verifyText:
    'A questo indirizzo, o con qualsiasi programma conforme a PAdES e il certificato radice del gestore. L’impronta del file finale non può figurare al suo interno; si trova nel fascicolo di prova.',
  operator: 'Gestore',
  policy: 'Politica',
  software: 'Software',
  step: (step) => `Passaggio ${step}`,
  identification: 'Identificazione',
  means: 'Mezzi',
  meansText: {
    sms: {
      email: 'Link via e-mail e codice via SMS',
      none: 'Link dal mittente e codice via SMS',
    },
    call: {
      email: 'Link via e-mail e codice tramite chiamata',
      none: 'Link dal mittente e codice tramite chiamata',
    },
    email: {
      email: 'Link e codice allo stesso indirizzo e-mail',
      none: 'Link dal mittente, codice via e-mail',
    },
    passkey: { email: 'Link via e-mail e passkey', none: 'Link dal mittente e passkey' },
    totp: {
      email: 'Link via e-mail e app di autenticazione',
      none: 'Link dal mittente e app di autenticazione',
    },
  },
  registered: {
    passkey: {
      label: 'Passkey',
      text: (day, phone) => `registrata ${day}, codice via SMS al ${phone}`,
    },
    totp: {
      label: 'App (TOTP)',
      text: (day, phone) => `registrata ${day}, codice via SMS al ${phone}`,
    },
  },
  statedIdentity: 'Dal mittente',
  statedText: (day, facts) => `identità verificata il ${day} (${facts})`,
  phone: 'Telefono',
  phoneFrom: { sender: 'fornito dal mittente', signer: 'fornito dal firmatario' },
  codes: 'Codici',
  codesText: (sent, wrong) => `inviati: ${sent}; inseriti errati: ${wrong}`,
  ip: 'Indirizzo IP',
  device: 'Dispositivo',
  embeddedIn: (origin) => `in un riquadro di ${origin}`,
  chronology: 'Cronologia',
  utc: 'UTC',
  invited: 'Invito',
  opened: 'Doc. aperto',
  consented: 'Consenso',
  codeSent: 'Codice inviato',
  verified: 'Identità verificata',
  signed: 'Firmato',
  signature: 'Firma e certificato',
  kinds: { drawn: 'Firma disegnata', typed: 'Firma digitata', image: 'Immagine di una firma' },
  serial: 'N. di serie',
  certificateHash: 'SHA-256 del certificato',
  issuer: 'Emittente',
  validity: 'Validità',
  key: 'Chiave',
  keyDestroyed: (type, at) => `${type}, distrutta ${at}`,
  keyUsed: (type) => `${type}, monouso`,
  timestamp: 'Marca temporale',
  before: 'SHA-256 prima',
  after: 'SHA-256 dopo',
  more: (count) =>
    count > 1
      ? `e altri ${count} certificati (registro)`
      : `e ${count} altro certificato (registro)`,
  none: '–',
  lossy:
    'I caratteri assenti da tutti i font sono trascritti in lettere latine o scritti come [U+…]; il testo esatto è nel registro.',
}
