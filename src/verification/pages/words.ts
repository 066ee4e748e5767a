/** The wording of the verification page, in each language. */
import type { ErrorCode } from '../../kernel/errors.ts'
import type { Locale } from '../../kernel/languages.ts'

const en = {
  title: 'Check a signed document',
  lead: 'Who signed this PDF, when, and has it been changed since? Choose a file: it is checked, but not stored.',
  label: 'PDF file',
  hint: 'Any signed PDF, from this service or another; up to 10 MB.',
  drop: 'Drop the PDF here, or choose it',
  over: 'The file is larger than 10 MB.',
  check: 'Check',
  another: 'Check another file',
  print: 'This page can be printed.',
  checkedAt: 'Checked on',
  verdicts: {
    valid: 'Valid',
    changed: 'Not valid: changed',
    not_checkable: 'Cannot be checked',
    doubtful: 'In doubt',
    weak: 'Too weak',
    unknown_issuer: 'Not confirmed',
    unsigned: 'Not signed',
  },
  test: 'Genuine test document',
  testText: (names: string) =>
    `${names} signed it with this service in test mode, and it has not been changed since. It has no legal effect: its certificates are marked TEST, as for all requests of test keys.`,
  testSealed:
    'It was sealed by this service in test mode and has not been changed since. It has no legal effect: its certificates are marked TEST, as for all requests of test keys.',
  testSays: 'What the certificates lack',
  findings: 'Signatures and certificates in detail',
  file: 'File',
  size: 'Size',
  pages: 'Pages',
  sha256: 'Fingerprint (SHA-256)',
  ours: 'This file was made by this service',
  oursMatches: 'Byte for byte the finished file.',
  oursEarlier: 'An earlier state of the completed file.',
  completed: 'Completed',
  documentId: 'Document',
  signature: 'Signature',
  seal: 'Seal',
  timestampOf: 'Time-stamp over the document',
  counted: {
    signed: ['signature', 'signatures'],
    seals: ['seal', 'seals'],
    stamps: ['time-stamp over the document', 'time-stamps over the document'],
  },
  signedBy: 'Signed by',
  sealedBy: 'Sealed by',
  organization: 'Organisation',
  sealText:
    'A seal belongs to an organisation, not to a person: it shows where the file comes from and that it has not been changed.',
  unknownSigner: 'Unknown',
  email: 'E-mail',
  issuer: 'Certificate issued by',
  serial: 'Serial number',
  validity: 'Certificate valid',
  until: 'to',
  proven: 'Signed no later than',
  stamped: 'Time',
  claimed: 'Time given by the signer (not proven)',
  authority: 'Time-stamp by',
  reason: 'Reason',
  claim: 'According to the certificate',
  claims: {
    QESig: 'qualified electronic signature – not checked against a trusted list here',
    QESeal: 'qualified electronic seal – not checked against a trusted list here',
    'AdESig-QC':
      'advanced electronic signature with a qualified certificate – not checked against a trusted list here',
    'AdESeal-QC':
      'advanced electronic seal with a qualified certificate – not checked against a trusted list here',
  },
  level: 'Level',
  chain: 'Chain of certificates',
  intact: 'Document since this signature',
  intactYes: 'The signed part is intact',
  intactNo: 'The signed part does not fit the signature',
  intactUnknown: 'Could not be checked',
  trusted: 'Issuer',
  trustedYes: 'Leads to a trusted root',
  trustedNo: 'Not among the trusted roots',
  whole: 'Nothing follows this signature.',
  changes: 'What followed this signature',
  problems: 'What is wrong',
  details: 'Certificate and chain',
  bytes: 'bytes',
  failed: 'This file cannot be checked',
}

/** Keys of the wording. */
export type VerifyWords = typeof en

const fr: VerifyWords = {
  title: 'Vérifier un document signé',
  lead: 'Qui a signé ce PDF, quand, et a-t-il été modifié depuis ? Choisissez un fichier : il est vérifié, mais pas conservé.',
  label: 'Fichier PDF',
  hint: 'Tout PDF signé, par ce service ou un autre ; 10 Mo au plus.',
  drop: 'Déposez le PDF ici, ou choisissez-le',
  over: 'Le fichier dépasse 10 Mo.',
  check: 'Vérifier',
  another: 'Vérifier un autre fichier',
  print: 'Cette page peut être imprimée.',
  checkedAt: 'Vérifié le',
  verdicts: {
    valid: 'Valable',
    changed: 'Non valable : modifié',
    not_checkable: 'Impossible à vérifier',
    doubtful: 'Douteux',
    weak: 'Trop faible',
    unknown_issuer: 'Non confirmé',
    unsigned: 'Non signé',
  },
  test: 'Document de test authentique',
  testText: (names) =>
    `Signé avec ce service en mode test par ${names}, il n’a pas été modifié depuis. Il n’a aucun effet juridique : ses certificats portent la mention TEST, comme pour toutes les demandes d’une clé de test.`,
  testSealed:
    'Scellé par ce service en mode test, il n’a pas été modifié depuis. Il n’a aucun effet juridique : ses certificats portent la mention TEST, comme pour toutes les demandes d’une clé de test.',
  testSays: 'Ce qui manque aux certificats',
  findings: 'Détail des signatures et des certificats',
  file: 'Fichier',
  size: 'Taille',
  pages: 'Pages',
  sha256: 'Empreinte (SHA-256)',
  ours: 'Ce fichier a été produit par ce service',
  oursMatches: 'Identique, octet pour octet, au fichier terminé.',
  oursEarlier: 'Un état antérieur du fichier terminé.',
  completed: 'Achevé',
  documentId: 'Document',
  signature: 'Signature',
  seal: 'Cachet',
  timestampOf: 'Horodatage du document',
  counted: {
    signed: ['signature', 'signatures'],
    seals: ['cachet', 'cachets'],
    stamps: ['horodatage du document', 'horodatages du document'],
  },
  signedBy: 'Signé par',
  sealedBy: 'Cachet de',
  organization: 'Organisation',
  sealText:
    'Un cachet est celui d’une organisation, non d’une personne : il montre d’où vient le fichier et qu’il n’a pas été modifié.',
  unknownSigner: 'Inconnu',
  email: 'E-mail',
  issuer: 'Certificat émis par',
  serial: 'Numéro de série',
  validity: 'Validité du certificat',
  until: 'au',
  proven: 'Signé au plus tard le',
  stamped: 'Date',
  claimed: 'Date donnée par le signataire (non prouvée)',
  authority: 'Horodaté par',
  reason: 'Motif',
  claim: 'D’après le certificat',
  claims: {
    QESig: 'signature électronique qualifiée – non contrôlée ici dans une liste de confiance',
    QESeal: 'cachet électronique qualifié – non contrôlé ici dans une liste de confiance',
    'AdESig-QC':
      'signature électronique avancée avec certificat qualifié – non contrôlée ici dans une liste de confiance',
    'AdESeal-QC':
      'cachet électronique avancé avec certificat qualifié – non contrôlé ici dans une liste de confiance',
  },
  level: 'Niveau',
  chain: 'Chaîne de certificats',
  intact: 'Document depuis cette signature',
  intactYes: 'La partie signée est intacte',
  intactNo: 'La partie signée ne correspond pas à la signature',
  intactUnknown: 'N’a pas pu être vérifié',
  trusted: 'Émetteur',
  trustedYes: 'Mène à une racine de confiance',
  trustedNo: 'Absent des racines de confiance',
  whole: 'Rien ne suit cette signature.',
  changes: 'Ce qui a suivi cette signature',
  problems: 'Ce qui ne va pas',
  details: 'Certificat et chaîne',
  bytes: 'octets',
  failed: 'Ce fichier ne peut pas être vérifié',
}

const WORDS: Record<Locale, VerifyWords> = { en, fr }

/** The wording in a language. */
export const verifyWords = (locale: Locale): VerifyWords => WORDS[locale]

type FailureWords = Partial<Record<ErrorCode, Record<Locale, string>>>

/** Message to a visitor when a file could not be verified; other codes get {@link OTHERWISE}. */
const FAILURES: FailureWords = {
  pdf_invalid: {
    en: 'It is not a readable PDF: it may be damaged, truncated, or not a PDF at all.',
    fr: 'Ce n’est pas un PDF lisible : il est peut-être abîmé, incomplet ou d’un autre type.',
  },
  pdf_encrypted: {
    en: 'It is protected by a password, so its signatures cannot be read here.',
    fr: 'Il est protégé par un mot de passe : ses signatures ne peuvent pas être lues ici.',
  },
  file_too_large: {
    en: 'It is larger than 10 MB.',
    fr: 'Il dépasse 10 Mo.',
  },
  render_limit_exceeded: {
    en: 'It has too many signatures or parts to be checked here.',
    fr: 'Il contient trop de signatures ou d’éléments pour être vérifié ici.',
  },
  validation_failed: {
    en: 'Choose a PDF file first.',
    fr: 'Choisissez d’abord un fichier PDF.',
  },
  rate_limited: {
    en: 'Too many files were checked from your network. Wait a minute, then try again.',
    fr: 'Trop de fichiers ont été vérifiés depuis votre réseau. Patientez une minute, puis réessayez.',
  },
  server_busy: {
    en: 'Too many files are being checked now. Try again in a moment.',
    fr: 'Trop de fichiers sont en cours de vérification. Réessayez dans un instant.',
  },
}
const OTHERWISE: Record<Locale, string> = {
  en: 'The form could not be read. Choose a PDF file and send it again.',
  fr: 'Le formulaire n’a pas pu être lu. Choisissez un fichier PDF et renvoyez-le.',
}

/** Why a file could not be verified. */
export const failureText = (code: ErrorCode, locale: Locale): string =>
  (FAILURES[code] ?? OTHERWISE)[locale]
