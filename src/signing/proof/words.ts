/** The wording of the proof certificate in both languages. Its legal words are exact: advanced, and by which means. */
import {
  type AuthenticationMethod,
  isAdvanced,
  type VerifiedIdentity,
} from '../requests/authentication.ts'
import type { ProofFacts } from './facts.ts'

/** What the statement about the signatures depends on. */
interface Statement {
  signers: number
  /** Whether the sender handed over a link. */
  handed: boolean
  /** By which the signers proved who they are. */
  methods: readonly AuthenticationMethod[]
  /** Whether the sender declares to have verified an identity. */
  stated: boolean
}

const MEANS_FR: Record<AuthenticationMethod, string> = {
  sms: 'code à usage unique envoyé par SMS à son téléphone mobile',
  email: 'code à usage unique envoyé à son adresse e-mail',
}

const MEANS_EN: Record<AuthenticationMethod, string> = {
  sms: 'a one-time code sent by SMS to the signer’s mobile phone',
  email: 'a one-time code sent to the signer’s e-mail address',
}

const areAdvanced = (methods: readonly AuthenticationMethod[]): boolean =>
  methods.every((authentication) => isAdvanced({ authentication }))

function natureFr(methods: readonly AuthenticationMethod[]): string {
  const eidas = 'du règlement (UE) n° 910/2014 eIDAS'
  if (areAdvanced(methods)) return `une signature électronique avancée (article 26 ${eidas})`
  const plain = `une signature électronique (article 3, point 10, ${eidas})`
  return methods.length === 1
    ? `${plain}, que le service ne présente pas comme avancée`
    : `${plain} ; elle est avancée (article 26), sauf là où le code a été envoyé par e-mail`
}

function natureEn(methods: readonly AuthenticationMethod[]): string {
  const eidas = 'of Regulation (EU) No 910/2014, eIDAS'
  if (areAdvanced(methods))
    return `an advanced electronic signature (Article 26 ${eidas}; “signature électronique avancée”)`
  const plain = `an electronic signature (Article 3(10) ${eidas})`
  return methods.length === 1
    ? `${plain}, which the service does not present as an advanced one`
    : `${plain}; it is an advanced one (Article 26), except where the code was sent by e-mail`
}

const fr = {
  title: 'Certificat de preuve',
  other: 'Proof certificate',
  sheet:
    'Cette page est remplie par le cachet électronique du service lorsque tous les signataires ont signé.',
  page: (number: number, of: number) => `Page ${number} sur ${of}`,
  test: 'TEST – document d’essai, sans valeur juridique',
  document: 'Document',
  reference: 'Référence',
  externalId: 'Référence de l’expéditeur',
  asReceived: 'Fichier reçu',
  pages: (pages: number, size: string) => `${pages} ${pages > 1 ? 'pages' : 'page'}, ${size}`,
  bytes: (size: string) => `${size} octets`,
  sender: 'Expéditeur',
  apiKey: 'clé d’API',
  message: 'Message aux signataires',
  created: 'Créé',
  sent: 'Envoyé',
  expires: 'Échéance',
  allSigned: 'Signé par tous',
  made: 'Certificat établi',
  hashes: 'Empreintes SHA-256',
  original: 'Fichier reçu',
  shown: 'Présenté à la signature',
  beforeSeal: 'Signé par tous, avant le cachet',
  nature: 'Nature et niveau des signatures',
  statement: ({ signers, handed, methods, stated }: Statement) =>
    `${signers > 1 ? `Chacun des ${signers} signataires a apposé` : 'Le signataire a apposé'} ${natureFr(methods)}. ` +
    `Moyens d’identification : lien personnel envoyé à l’adresse e-mail du signataire${handed ? ' ou remis par l’expéditeur, comme indiqué pour chacun,' : ''} et ${methods.map((method) => MEANS_FR[method]).join(' ou ')}${methods.length > 1 ? ', comme indiqué pour chacun' : ''} ; ${stated ? 'le service n’a contrôlé aucune pièce d’identité, ni les identités que l’expéditeur déclare avoir vérifiées' : 'aucune pièce d’identité n’a été contrôlée'}. ` +
    'Il ne s’agit pas d’une signature qualifiée. ' +
    'Chaque signature (PAdES, ETSI EN 319 142-1) repose sur un certificat émis au nom du signataire pour ce seul document et sur une clé détruite après usage ; elle porte un horodatage RFC 3161 et ses données de validation. ' +
    'Le cachet électronique du service, dont ces pages sont l’apparence, puis l’horodatage d’archivage apposé après lui, portent le fichier au niveau PAdES-BASELINE-LTA ; le service vérifie ce niveau avant de déclarer le document terminé.',
  consent: 'Consentement',
  consentVersion: (version: string, language: string) => `Texte version ${version} (${language})`,
  trail: 'Journal des événements',
  trailEntries: 'Entrées',
  trailHead: 'Empreinte de la dernière entrée',
  trailStamped: 'Horodaté',
  trailText:
    'Chaque entrée contient l’empreinte de la précédente (JSON canonique RFC 8785, SHA-256) : aucune ne peut être modifiée, retirée ou ajoutée sans que cela se voie.',
  verify: 'Vérifier ce document',
  verifyText:
    'À cette adresse, ou avec tout logiciel conforme à PAdES et le certificat racine de l’exploitant. L’empreinte du fichier final ne peut y être imprimée ; elle figure dans le dossier de preuve.',
  operator: 'Exploitant',
  policy: 'Politique',
  software: 'Logiciel',
  step: (step: number) => `Étape ${step}`,
  identification: 'Identification',
  means: 'Moyens',
  meansText: {
    sms: {
      email: 'Lien par e-mail et code par SMS',
      none: 'Lien remis par l’expéditeur et code par SMS',
    },
    email: {
      email: 'Lien et code à la même adresse e-mail',
      none: 'Lien remis par l’expéditeur, code par e-mail',
    },
  },
  statedIdentity: 'Selon l’expéditeur',
  statedText: ({ method, source, reference, verified_at }: VerifiedIdentity) =>
    `identité vérifiée le ${verified_at.slice(0, 10)} (${method}, ${source}${reference === undefined ? '' : `, ${reference}`})`,
  phone: 'Téléphone',
  phoneFrom: { sender: 'fourni par l’expéditeur', signer: 'fourni par le signataire' },
  codes: 'Codes',
  codesText: (sent: number, wrong: number) =>
    `${sent} envoyé${sent > 1 ? 's' : ''}, ${wrong} saisie${wrong > 1 ? 's' : ''} erronée${wrong > 1 ? 's' : ''}`,
  ip: 'Adresse IP',
  device: 'Appareil',
  embeddedIn: (origin: string) => `dans un cadre de ${origin}`,
  chronology: 'Chronologie',
  utc: 'UTC',
  invited: 'Invité',
  opened: 'Document ouvert',
  consented: 'Consentement',
  codeSent: 'Code envoyé',
  verified: 'Identité vérifiée',
  signed: 'Signé',
  signature: 'Signature et certificat',
  kinds: { drawn: 'Signature tracée', typed: 'Signature saisie', image: 'Image de signature' },
  serial: 'N° de série',
  certificateHash: 'SHA-256 du certificat',
  issuer: 'Émetteur',
  validity: 'Validité',
  key: 'Clé',
  keyDestroyed: (type: string, at: string) => `${type}, détruite ${at}`,
  keyUsed: (type: string) => `${type}, à usage unique`,
  timestamp: 'Horodatage',
  before: 'SHA-256 avant',
  after: 'SHA-256 après',
  more: (count: number) =>
    `et ${count} autre${count > 1 ? 's' : ''} certificat${count > 1 ? 's' : ''} (journal)`,
  none: '–',
  lossy:
    'Des caractères absents de toutes les polices sont transcrits en lettres latines ou remplacés par [U+…] ; le texte exact figure dans le journal.',
}

/** The wording in one language. */
export type Words = typeof fr

const en: Words = {
  title: 'Proof certificate',
  other: 'Certificat de preuve',
  sheet:
    'This page is filled in by the electronic seal of the service once every signer has signed.',
  page: (number, of) => `Page ${number} of ${of}`,
  test: 'TEST – a trial document without legal effect',
  document: 'Document',
  reference: 'Reference',
  externalId: 'Reference of the sender',
  asReceived: 'File received',
  pages: (pages, size) => `${pages} ${pages > 1 ? 'pages' : 'page'}, ${size}`,
  bytes: (size) => `${size} bytes`,
  sender: 'Sender',
  apiKey: 'API key',
  message: 'Message to the signers',
  created: 'Created',
  sent: 'Sent',
  expires: 'Expires',
  allSigned: 'Signed by all',
  made: 'Certificate issued',
  hashes: 'SHA-256 hashes',
  original: 'File received',
  shown: 'Shown for signature',
  beforeSeal: 'Signed by all, before the seal',
  nature: 'Nature and level of the signatures',
  statement: ({ signers, handed, methods, stated }) =>
    `${signers > 1 ? `Each of the ${signers} signers applied` : 'The signer applied'} ${natureEn(methods)}. ` +
    `Means of identification: a personal link sent to the signer’s e-mail address${handed ? ' or handed over by the sender, as stated for each,' : ''} and ${methods.map((method) => MEANS_EN[method]).join(' or ')}${methods.length > 1 ? ', as stated for each' : ''}; ${stated ? 'the service has checked no identity document, nor the identities that the sender declares to have verified' : 'no identity document was checked'}. ` +
    'It is not a qualified signature. ' +
    'Each signature (PAdES, ETSI EN 319 142-1) is based on a certificate issued in the signer’s name for this document alone and on a key destroyed after use; it carries an RFC 3161 time-stamp and its validation data. ' +
    'The electronic seal of the service, whose appearance these pages are, and the archive time-stamp applied after it bring the file to PAdES-BASELINE-LTA; the service verifies that level before it declares the document completed.',
  consent: 'Consent',
  consentVersion: (version, language) => `Text version ${version} (${language})`,
  trail: 'Audit trail',
  trailEntries: 'Entries',
  trailHead: 'Hash of the last entry',
  trailStamped: 'Time-stamped',
  trailText:
    'Each entry contains the hash of the previous one (canonical JSON, RFC 8785, SHA-256): none can be changed, removed or added without detection.',
  verify: 'Verify this document',
  verifyText:
    'At this address, or with any PAdES-compliant program and the operator’s root certificate. The hash of the final file cannot be printed inside it; it is in the evidence file.',
  operator: 'Operator',
  policy: 'Policy',
  software: 'Software',
  step: (step) => `Step ${step}`,
  identification: 'Identification',
  means: 'Means',
  meansText: {
    sms: {
      email: 'E-mail link and code by SMS',
      none: 'Link from the sender and code by SMS',
    },
    email: {
      email: 'Link and code to the same e-mail address',
      none: 'Link from the sender, code by e-mail',
    },
  },
  statedIdentity: 'Sender states',
  statedText: ({ method, source, reference, verified_at }) =>
    `identity verified ${verified_at.slice(0, 10)} (${method}, ${source}${reference === undefined ? '' : `, ${reference}`})`,
  phone: 'Phone',
  phoneFrom: { sender: 'supplied by the sender', signer: 'supplied by the signer' },
  codes: 'Codes',
  codesText: (sent, wrong) => `${sent} sent, ${wrong} entered wrongly`,
  ip: 'IP address',
  device: 'Device',
  embeddedIn: (origin) => `in a frame of ${origin}`,
  chronology: 'Chronology',
  utc: 'UTC',
  invited: 'Invited',
  opened: 'Document opened',
  consented: 'Consent given',
  codeSent: 'Code sent',
  verified: 'Identity verified',
  signed: 'Signed',
  signature: 'Signature and certificate',
  kinds: { drawn: 'Drawn signature', typed: 'Typed signature', image: 'Picture of a signature' },
  serial: 'Serial number',
  certificateHash: 'SHA-256 of certificate',
  issuer: 'Issuer',
  validity: 'Validity',
  key: 'Key',
  keyDestroyed: (type, at) => `${type}, destroyed ${at}`,
  keyUsed: (type) => `${type}, used once`,
  timestamp: 'Time-stamp',
  before: 'SHA-256 before',
  after: 'SHA-256 after',
  more: (count) => `and ${count} more certificate${count > 1 ? 's' : ''} (trail)`,
  none: '–',
  lossy:
    'Characters missing from all fonts are transliterated to Latin letters or written as [U+…]; the audit trail has the exact text.',
}

/** The wording of a language. */
export const wordsIn = (locale: ProofFacts['locale']): Words => (locale === 'fr' ? fr : en)
