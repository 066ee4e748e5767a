/** The wording of the proof certificate in French. Its legal words are exact. */
import type { QualificationClaim } from '../../../pades/qc-statements.ts'
import type { UsedMethod } from '../../model/authentication.ts'
import type { ProofWords } from './en.ts'
import { natureOf } from './statement.ts'

/** What kind of signature each is. */
const NATURE = {
  all: 'une signature électronique avancée (article 26 du règlement (UE) n° 910/2014 eIDAS)',
  none: 'une signature électronique (article 3, point 10, du règlement (UE) n° 910/2014 eIDAS), que le service ne présente pas comme avancée',
  some: 'une signature électronique (article 3, point 10, du règlement (UE) n° 910/2014 eIDAS) ; elle est avancée (article 26), sauf là où le code a été envoyé par e-mail',
} as const

const MEANS: Record<UsedMethod, string> = {
  sms: 'code à usage unique envoyé par SMS à son téléphone mobile',
  call: 'code à usage unique dicté lors d’un appel à son numéro de téléphone',
  email: 'code à usage unique envoyé à son adresse e-mail',
  passkey:
    'clé d’accès WebAuthn (passkey) de son appareil, avec vérification de l’utilisateur, enregistrée après un code envoyé par SMS à son téléphone mobile',
  totp: 'code de son application d’authentification (TOTP, RFC 6238), enregistrée après un code envoyé par SMS à son téléphone mobile',
}

/** What the certificate of an external seal claims. */
const CLAIMS: Record<QualificationClaim, string> = {
  QESig: 'une signature électronique qualifiée',
  QESeal: 'un cachet électronique qualifié',
  'AdESig-QC': 'une signature électronique avancée reposant sur un certificat qualifié',
  'AdESeal-QC': 'un cachet électronique avancé reposant sur un certificat qualifié',
}

/** The texts of the proof certificate, in French. */
export const fr: ProofWords = {
  title: 'Certificat de preuve',
  other: 'Proof certificate',
  sheet:
    'Cette page est remplie par le cachet électronique du service lorsque tous les signataires ont signé.',
  page: (number, of) => `Page ${number} sur ${of}`,
  test: 'TEST – document d’essai, sans valeur juridique',
  document: 'Document',
  reference: 'Référence',
  externalId: 'Référence de l’expéditeur',
  asReceived: 'Fichier reçu',
  pages: (pages, size) => `${pages} ${pages > 1 ? 'pages' : 'page'}, ${size}`,
  bytes: (size) => `${size} octets`,
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
  statement: ({ signers, handed, methods, stated }) =>
    `${signers > 1 ? `Chacun des ${signers} signataires a apposé` : 'Le signataire a apposé'} ${NATURE[natureOf(methods)]}. ` +
    `Moyens d’identification : lien personnel envoyé à l’adresse e-mail du signataire${handed ? ' ou remis par l’expéditeur, comme indiqué pour chacun,' : ''} et ${methods.map((method) => MEANS[method]).join(' ou ')}${methods.length > 1 ? ', comme indiqué pour chacun' : ''} ; ${stated ? 'le service n’a contrôlé aucune pièce d’identité, ni les identités que l’expéditeur déclare avoir vérifiées' : 'aucune pièce d’identité n’a été contrôlée'}. ` +
    'Il ne s’agit pas d’une signature qualifiée. ' +
    'Chaque signature (PAdES, ETSI EN 319 142-1) repose sur un certificat émis au nom du signataire pour ce seul document et sur une clé détruite après usage ; elle porte un horodatage RFC 3161 et ses données de validation. ' +
    'Le cachet électronique du service, dont ces pages sont l’apparence, puis l’horodatage d’archivage apposé après lui, portent le fichier au niveau PAdES-BASELINE-LTA ; le service vérifie ce niveau avant de déclarer le document terminé.',
  consent: 'Consentement',
  consentVersion: (version, language) => `Texte version ${version} (${language})`,
  externalSeal: 'Cachet apposé avec la clé d’un autre prestataire',
  outerHolder: 'Titulaire',
  outerLevel: 'Niveau',
  outerClaim: (claim: QualificationClaim | null) =>
    claim === null
      ? 'un cachet électronique dont le certificat ne se déclare pas qualifié'
      : `d’après son certificat, ${CLAIMS[claim]} ; ce service ne l’a pas contrôlé dans une liste de confiance`,
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
  step: (step) => `Étape ${step}`,
  identification: 'Identification',
  means: 'Moyens',
  meansText: {
    sms: {
      email: 'Lien par e-mail et code par SMS',
      none: 'Lien remis par l’expéditeur et code par SMS',
    },
    call: {
      email: 'Lien par e-mail et code par appel téléphonique',
      none: 'Lien remis par l’expéditeur et code par appel',
    },
    email: {
      email: 'Lien et code à la même adresse e-mail',
      none: 'Lien remis par l’expéditeur, code par e-mail',
    },
    passkey: {
      email: 'Lien par e-mail et clé d’accès (passkey)',
      none: 'Lien remis par l’expéditeur et clé d’accès',
    },
    totp: {
      email: 'Lien par e-mail et appli d’authentification',
      none: 'Lien remis par l’expéditeur et appli',
    },
  },
  registered: {
    passkey: {
      label: 'Clé d’accès',
      text: (day, phone) => `enregistrée ${day}, code par SMS au ${phone}`,
    },
    totp: {
      label: 'Appli (TOTP)',
      text: (day, phone) => `enregistrée ${day}, code par SMS au ${phone}`,
    },
  },
  statedIdentity: 'Selon l’expéditeur',
  statedText: (day, facts) => `identité vérifiée le ${day} (${facts})`,
  phone: 'Téléphone',
  phoneFrom: { sender: 'fourni par l’expéditeur', signer: 'fourni par le signataire' },
  codes: 'Codes',
  codesText: (sent, wrong) =>
    `${sent} envoyé${sent > 1 ? 's' : ''}, ${wrong} saisie${wrong > 1 ? 's' : ''} erronée${wrong > 1 ? 's' : ''}`,
  ip: 'Adresse IP',
  device: 'Appareil',
  embeddedIn: (origin) => `dans un cadre de ${origin}`,
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
  keyDestroyed: (type, at) => `${type}, détruite ${at}`,
  keyUsed: (type) => `${type}, à usage unique`,
  timestamp: 'Horodatage',
  before: 'SHA-256 avant',
  after: 'SHA-256 après',
  more: (count) =>
    `et ${count} autre${count > 1 ? 's' : ''} certificat${count > 1 ? 's' : ''} (journal)`,
  none: '–',
  lossy:
    'Des caractères absents de toutes les polices sont transcrits en lettres latines ou remplacés par [U+…] ; le texte exact figure dans le journal.',
}
