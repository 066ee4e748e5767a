/** The wording of the proof certificate in English; the keys are those of every language. Its legal words are exact. */
import type { QualificationClaim } from '../../../pades/qc-statements.ts'
import type { UsedMethod } from '../../model/authentication.ts'
import { natureOf, type Statement } from './statement.ts'

/** What kind of signature each is. */
const NATURE = {
  all: 'an advanced electronic signature (Article 26 of Regulation (EU) No 910/2014, eIDAS; “signature électronique avancée”)',
  none: 'an electronic signature (Article 3(10) of Regulation (EU) No 910/2014, eIDAS), which the service does not present as an advanced one',
  some: 'an electronic signature (Article 3(10) of Regulation (EU) No 910/2014, eIDAS); it is an advanced one (Article 26), except where the code was sent by e-mail',
} as const

const MEANS: Record<UsedMethod, string> = {
  sms: 'a one-time code sent by SMS to the signer’s mobile phone',
  call: 'a one-time code spoken in a telephone call to the signer’s number',
  email: 'a one-time code sent to the signer’s e-mail address',
  passkey:
    'a WebAuthn passkey of the signer’s device, with user verification, registered after a code sent by SMS to the signer’s mobile phone',
  totp: 'a code of an authenticator app of the signer (TOTP, RFC 6238), registered after a code sent by SMS to the signer’s mobile phone',
}

/** What the certificate of an external seal claims. */
const CLAIMS: Record<QualificationClaim, string> = {
  QESig: 'a qualified electronic signature',
  QESeal: 'a qualified electronic seal',
  'AdESig-QC': 'an advanced electronic signature based on a qualified certificate',
  'AdESeal-QC': 'an advanced electronic seal based on a qualified certificate',
}

/** The texts of the proof certificate, in English. */
export const en = {
  title: 'Proof certificate',
  other: 'Certificat de preuve',
  sheet:
    'This page is filled in by the electronic seal of the service once every signer has signed.',
  page: (number: number, of: number) => `Page ${number} of ${of}`,
  test: 'TEST – a trial document without legal effect',
  document: 'Document',
  reference: 'Reference',
  externalId: 'Reference of the sender',
  asReceived: 'File received',
  pages: (pages: number, size: string) => `${pages} ${pages > 1 ? 'pages' : 'page'}, ${size}`,
  bytes: (size: string) => `${size} bytes`,
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
  statement: ({ signers, handed, methods, stated }: Statement) =>
    `${signers > 1 ? `Each of the ${signers} signers applied` : 'The signer applied'} ${NATURE[natureOf(methods)]}. ` +
    `Means of identification: a personal link sent to the signer’s e-mail address${handed ? ' or handed over by the sender, as stated for each,' : ''} and ${methods.map((method) => MEANS[method]).join(' or ')}${methods.length > 1 ? ', as stated for each' : ''}; ${stated ? 'the service has checked no identity document, nor the identities that the sender declares to have verified' : 'no identity document was checked'}. ` +
    'It is not a qualified signature. ' +
    'Each signature (PAdES, ETSI EN 319 142-1) is based on a certificate issued in the signer’s name for this document alone and on a key destroyed after use; it carries an RFC 3161 time-stamp and its validation data. ' +
    'The electronic seal of the service, whose appearance these pages are, and the archive time-stamp applied after it bring the file to PAdES-BASELINE-LTA; the service verifies that level before it declares the document completed.',
  consent: 'Consent',
  consentVersion: (version: string, language: string) => `Text version ${version} (${language})`,
  externalSeal: 'Seal by a key of another provider',
  outerHolder: 'Holder',
  outerLevel: 'Level',
  outerClaim: (claim: QualificationClaim | null) =>
    claim === null
      ? 'an electronic seal whose certificate does not claim to be a qualified one'
      : `according to its certificate ${CLAIMS[claim]}; this service has not checked it against a trusted list`,
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
  step: (step: number) => `Step ${step}`,
  identification: 'Identification',
  means: 'Means',
  meansText: {
    sms: {
      email: 'E-mail link and code by SMS',
      none: 'Link from the sender and code by SMS',
    },
    call: {
      email: 'E-mail link and code by telephone call',
      none: 'Link from the sender and code by telephone call',
    },
    email: {
      email: 'Link and code to the same e-mail address',
      none: 'Link from the sender, code by e-mail',
    },
    passkey: { email: 'E-mail link and passkey', none: 'Link from the sender and passkey' },
    totp: {
      email: 'E-mail link and authenticator app',
      none: 'Link from the sender and authenticator app',
    },
  },
  registered: {
    passkey: {
      label: 'Passkey',
      text: (day: string, phone: string) => `registered ${day}, code by SMS to ${phone}`,
    },
    totp: {
      label: 'App (TOTP)',
      text: (day: string, phone: string) => `registered ${day}, code by SMS to ${phone}`,
    },
  },
  statedIdentity: 'Sender states',
  statedText: (day: string, facts: string) => `identity verified ${day} (${facts})`,
  phone: 'Phone',
  phoneFrom: { sender: 'supplied by the sender', signer: 'supplied by the signer' },
  codes: 'Codes',
  codesText: (sent: number, wrong: number) => `${sent} sent, ${wrong} entered wrongly`,
  ip: 'IP address',
  device: 'Device',
  embeddedIn: (origin: string) => `in a frame of ${origin}`,
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
  keyDestroyed: (type: string, at: string) => `${type}, destroyed ${at}`,
  keyUsed: (type: string) => `${type}, used once`,
  timestamp: 'Time-stamp',
  before: 'SHA-256 before',
  after: 'SHA-256 after',
  more: (count: number) => `and ${count} more certificate${count > 1 ? 's' : ''} (trail)`,
  none: '–',
  lossy:
    'Characters missing from all fonts are transliterated to Latin letters or written as [U+…]; the audit trail has the exact text.',
}

/** The words every language has. */
export type ProofWords = typeof en
