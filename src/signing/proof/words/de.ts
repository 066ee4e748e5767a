/** The wording of the proof certificate in German. Its legal words are exact. */
import type { QualificationClaim } from '../../../pades/qc-statements.ts'
import type { UsedMethod } from '../../model/authentication.ts'
import type { ProofWords } from './en.ts'
import { natureOf } from './statement.ts'

/** What kind of signature each is. */
const NATURE = {
  all: 'eine fortgeschrittene elektronische Signatur angebracht (Artikel 26 der Verordnung (EU) Nr. 910/2014, eIDAS; “advanced electronic signature”)',
  none: 'eine elektronische Signatur angebracht (Artikel 3 Nummer 10 der Verordnung (EU) Nr. 910/2014, eIDAS), die der Dienst nicht als fortgeschrittene ausgibt',
  some: 'eine elektronische Signatur angebracht (Artikel 3 Nummer 10 der Verordnung (EU) Nr. 910/2014, eIDAS); sie ist eine fortgeschrittene (Artikel 26), außer wo der Code per E-Mail gesendet wurde',
} as const

const MEANS: Record<UsedMethod, string> = {
  sms: 'ein Einmalcode, per SMS an ihr Mobiltelefon gesendet',
  call: 'ein Einmalcode, in einem Anruf unter ihrer Telefonnummer angesagt',
  email: 'ein Einmalcode, an ihre E-Mail-Adresse gesendet',
  passkey:
    'ein WebAuthn-Passkey ihres Geräts mit Nutzerverifizierung, registriert nach einem per SMS an ihr Mobiltelefon gesendeten Code',
  totp: 'ein Code ihrer Authenticator-App (TOTP, RFC 6238), registriert nach einem per SMS an ihr Mobiltelefon gesendeten Code',
}

/** What the certificate of an external seal claims. */
const CLAIMS: Record<QualificationClaim, string> = {
  QESig: 'eine qualifizierte elektronische Signatur',
  QESeal: 'ein qualifiziertes elektronisches Siegel',
  'AdESig-QC':
    'eine fortgeschrittene elektronische Signatur auf Grundlage eines qualifizierten Zertifikats',
  'AdESeal-QC':
    'ein fortgeschrittenes elektronisches Siegel auf Grundlage eines qualifizierten Zertifikats',
}

/** The texts of the proof certificate, in German. */
export const de: ProofWords = {
  title: 'Nachweiszertifikat',
  other: 'Proof certificate',
  sheet:
    'Diese Seite wird durch das elektronische Siegel des Dienstes ausgefüllt, sobald alle unterschrieben haben.',
  page: (number, of) => `Seite ${number} von ${of}`,
  test: 'TEST – Probedokument ohne rechtliche Wirkung',
  document: 'Dokument',
  reference: 'Kennung',
  externalId: 'Zeichen des Absenders',
  asReceived: 'Erhaltene Datei',
  pages: (pages, size) => `${pages} ${pages > 1 ? 'Seiten' : 'Seite'}, ${size}`,
  bytes: (size) => `${size} Bytes`,
  sender: 'Absender',
  apiKey: 'API-Schlüssel',
  message: 'Nachricht',
  created: 'Erstellt',
  sent: 'Gesendet',
  expires: 'Frist',
  allSigned: 'Von allen unterschrieben',
  made: 'Zertifikat ausgestellt',
  hashes: 'SHA-256-Prüfsummen',
  original: 'Erhaltene Datei',
  shown: 'Zur Unterschrift vorgelegt',
  beforeSeal: 'Signiert, vor dem Siegel',
  nature: 'Art und Niveau der Signaturen',
  statement: ({ signers, handed, methods, stated }) =>
    `${signers > 1 ? `Jede der ${signers} unterzeichnenden Personen hat` : 'Die unterzeichnende Person hat'} ${NATURE[natureOf(methods)]}. ` +
    `Mittel der Identifizierung: ein persönlicher Link, an ihre E-Mail-Adresse gesendet${handed ? ' oder vom Absender übergeben, wie bei jeder Person angegeben,' : ''}, und ${methods.map((method) => MEANS[method]).join(' oder ')}${methods.length > 1 ? ', wie bei jeder Person angegeben' : ''}; ${stated ? 'der Dienst hat weder ein Ausweisdokument noch die Identitäten geprüft, die der Absender nach eigener Angabe geprüft hat' : 'ein Ausweisdokument wurde nicht geprüft'}. ` +
    'Es handelt sich nicht um eine qualifizierte Signatur. ' +
    'Jede Signatur (PAdES, ETSI EN 319 142-1) beruht auf einem Zertifikat, das auf den Namen der Person allein für dieses Dokument ausgestellt wurde, und auf einem Schlüssel, der nach Gebrauch vernichtet wurde; sie trägt einen Zeitstempel nach RFC 3161 und ihre Validierungsdaten. ' +
    'Das elektronische Siegel des Dienstes, dessen Erscheinungsbild diese Seiten sind, und der danach angebrachte Archivzeitstempel bringen die Datei auf PAdES-BASELINE-LTA; der Dienst prüft dieses Niveau, bevor er das Dokument für abgeschlossen erklärt.',
  consent: 'Zustimmung',
  consentVersion: (version, language) => `Text Version ${version} (${language})`,
  externalSeal: 'Siegel mit dem Schlüssel eines anderen Anbieters',
  outerHolder: 'Inhaber',
  outerLevel: 'Niveau',
  outerClaim: (claim: QualificationClaim | null) =>
    claim === null
      ? 'ein elektronisches Siegel, dessen Zertifikat nicht angibt, qualifiziert zu sein'
      : `laut seinem Zertifikat ${CLAIMS[claim]}; dieser Dienst hat es nicht anhand einer Vertrauensliste geprüft`,
  trail: 'Protokoll',
  trailEntries: 'Einträge',
  trailHead: 'Prüfsumme des letzten Eintrags',
  trailStamped: 'Mit Zeitstempel',
  trailText:
    'Jeder Eintrag enthält die Prüfsumme des vorhergehenden (kanonisches JSON, RFC 8785, SHA-256): Keiner kann unbemerkt geändert, entfernt oder hinzugefügt werden.',
  verify: 'Dieses Dokument prüfen',
  verifyText:
    'Unter dieser Adresse oder mit jedem PAdES-konformen Programm und dem Stammzertifikat des Betreibers. Die Prüfsumme der fertigen Datei kann nicht in ihr selbst stehen; sie steht in der Nachweisakte.',
  operator: 'Betreiber',
  policy: 'Richtlinie',
  software: 'Software',
  step: (step) => `Schritt ${step}`,
  identification: 'Identifizierung',
  means: 'Mittel',
  meansText: {
    sms: {
      email: 'Link per E-Mail und Code per SMS',
      none: 'Link vom Absender und Code per SMS',
    },
    call: {
      email: 'Link per E-Mail und Code per Anruf',
      none: 'Link vom Absender und Code per Anruf',
    },
    email: {
      email: 'Link und Code an dieselbe E-Mail-Adresse',
      none: 'Link vom Absender, Code per E-Mail',
    },
    passkey: { email: 'Link per E-Mail und Passkey', none: 'Link vom Absender und Passkey' },
    totp: {
      email: 'Link per E-Mail und Authenticator-App',
      none: 'Link vom Absender und Authenticator-App',
    },
  },
  registered: {
    passkey: {
      label: 'Passkey',
      text: (day, phone) => `registriert ${day}, Code per SMS an ${phone}`,
    },
    totp: {
      label: 'App (TOTP)',
      text: (day, phone) => `registriert ${day}, Code per SMS an ${phone}`,
    },
  },
  statedIdentity: 'Laut Absender',
  statedText: (day, facts) => `Identität geprüft am ${day} (${facts})`,
  phone: 'Telefon',
  phoneFrom: { sender: 'vom Absender angegeben', signer: 'selbst angegeben' },
  codes: 'Codes',
  codesText: (sent, wrong) => `${sent} gesendet, ${wrong} falsch eingegeben`,
  ip: 'IP-Adresse',
  device: 'Gerät',
  embeddedIn: (origin) => `in einem Rahmen von ${origin}`,
  chronology: 'Zeitlicher Ablauf',
  utc: 'UTC',
  invited: 'Eingeladen',
  opened: 'Geöffnet',
  consented: 'Zustimmung',
  codeSent: 'Code gesendet',
  verified: 'Identität geprüft',
  signed: 'Unterschrieben',
  signature: 'Signatur und Zertifikat',
  kinds: {
    drawn: 'Gezeichnete Unterschrift',
    typed: 'Getippte Unterschrift',
    image: 'Bild einer Unterschrift',
  },
  serial: 'Seriennummer',
  certificateHash: 'SHA-256 des Zertifikats',
  issuer: 'Aussteller',
  validity: 'Gültigkeit',
  key: 'Schlüssel',
  keyDestroyed: (type, at) => `${type}, vernichtet ${at}`,
  keyUsed: (type) => `${type}, einmal verwendet`,
  timestamp: 'Zeitstempel',
  before: 'SHA-256 vorher',
  after: 'SHA-256 nachher',
  more: (count) =>
    `und ${count} ${count > 1 ? 'weitere Zertifikate' : 'weiteres Zertifikat'} (Protokoll)`,
  none: '–',
  lossy:
    'Zeichen, die in allen Schriften fehlen, werden in lateinische Buchstaben übertragen oder als [U+…] geschrieben; den genauen Text enthält das Protokoll.',
}
