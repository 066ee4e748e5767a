/** The content of the proof certificate. Times are RFC 3339 in UTC, hashes SHA-256 in lower-case hexadecimal. */
import type { Language } from '../../kernel/languages.ts'
import type { QualificationClaim } from '../../pades/qc-statements.ts'
import type { Size } from '../../pdf/appearance.ts'
import type { AuthenticationMethod, VerifiedIdentity, Voice } from '../model/authentication.ts'
import type { OwnCertificate } from '../model/certificate-demand.ts'
import type { Mark } from '../model/intent.ts'
import type { ParticipantAction } from '../model/participant-actions.ts'
import type { RegisteredProof } from '../model/rows.ts'
import type { Delivery } from '../model/states.ts'
import type { Consent } from '../words/consent.ts'
import { planOf } from './plan.ts'

/** How many pages the certificate has before consents: of signers and details, and one for several files. */
export const proofPageCount = (signers: number, files = 1): number =>
  filesPageOf(signers) + (files > 1 ? 1 : 0)

/** Which page lists the files, from 0, where there are several. */
export const filesPageOf = (signers: number): number => planOf(signers).length

/** Everything on the pages of the certificate. */
export interface ProofFacts {
  /** Language of the certificate: that of the request. */
  locale: Language
  /** IANA name of the zone in which times are repeated, such as `Europe/Paris`; `UTC` repeats nothing. */
  timeZone: string
  /** When the pages were drawn. */
  madeAt: string
  document: ProofDocument
  /** All files, the first included, where the request has several. */
  files?: readonly ProofFile[]
  /** Who asked for the signatures. */
  sender: { name: string; email: string | null /** PNG. */; logo?: Uint8Array }
  operator: ProofOperator
  /** Every text that a signer consented to, each once. */
  consents: readonly Consent[]
  /** Pages reserved for them; absent: none. */
  consentPages?: number
  /** In the order in which they were asked. */
  signers: readonly ProofSigner[]
  /** The seal by a key of another provider; null: the document has none. */
  externalSeal: ProofExternalSeal | null
  /** The trail as of when the pages were drawn. */
  trail: { headHash: string; entries: number; stampedAt: string | null }
  /** Where anybody can check the document, e.g. `https://sign.example.com/verify`. */
  verifyUrl: string
}

/** The document. */
export interface ProofDocument {
  /** `doc_…`. */
  id: string
  name: string
  /** From the sender to the signers. */
  message: string | null
  externalId: string | null
  /** Pages as received. */
  pages: number
  /** Bytes as received. */
  size: number
  /** Of the file as received. */
  sha256Original: string
  /** Of the file as laid out: what the first signer was shown. */
  sha256Shown: string
  /** Of the file with every signature, before the seal that shows this certificate. */
  sha256BeforeSeal: string
  createdAt: string
  sentAt: string
  expiresAt: string
  /** When the last signer had signed. */
  allSignedAt: string
  /** A test, without legal effect. */
  test: boolean
}

/** One of several files; hashes as in {@link ProofDocument}. */
export interface ProofFile
  extends Pick<
    ProofDocument,
    'pages' | 'size' | 'sha256Original' | 'sha256Shown' | 'sha256BeforeSeal'
  > {
  number: number
  filename: string
}

/** Who runs the service. */
export interface ProofOperator {
  name: string
  /** OID of the policy of signers' certificates. */
  policyOid: string
  policyUrl: string
  /** Name and version of the software. */
  software: string
}

/** The seal by a key of another provider. */
export interface ProofExternalSeal extends Omit<ProofCertificate, 'keyType'> {
  /** Most specific part of the certificate's subject. */
  name: string
  /** What the certificate claims; null: nothing. */
  claim: QualificationClaim | null
}

/** A field that a signer filled in. */
export interface ProofValue {
  label: string
  /** As people read it; null: left empty. */
  text: string | null
  /** By the sender, and not to be changed. */
  isGiven: boolean
  /** The rules that it follows. */
  rules?: readonly string[]
  /** Names of the files that it is in, where the request has several. */
  files?: readonly string[]
}

/** What was recorded about one signer. */
export interface ProofSigner {
  /** `sgr_…`. */
  id: string
  name: string
  email: string
  role: string | null
  /** Default: sign. */
  action?: ParticipantAction
  /** Name of the signer whose signature a witness attests. */
  witnessOf?: string
  /** Number of the step; equal numbers sign in any order. */
  step: number
  /** none: the sender handed over the link. */
  delivery: Delivery
  authentication: AuthenticationMethod
  /** used: the code was spoken in a telephone call; absent: it came by text message. */
  voice?: Voice | null
  /** What the sender states about the identity; null: nothing. */
  verifiedIdentity: VerifiedIdentity | null
  /** Where this person began the request themselves, after a code to their address; absent: a sender did. */
  begun?: { link: string; emailConfirmedAt: string }
  /** The passkey or authenticator app by which the signer was identified; null: by a code that was sent. */
  registered: RegisteredProof | null
  /** Such as `+33 •• •• 78`: the certificate is shared among the parties. */
  phoneMasked: string | null
  /** Who provided the phone number. */
  phoneFrom: 'sender' | 'signer' | 'delegator' | null
  invitedAt: string | null
  openedAt: string | null
  consentedAt: string | null
  codeSentAt: string | null
  verifiedAt: string | null
  signedAt: string
  /** Codes sent. */
  codesSent: number
  /** Codes entered wrongly. */
  codesWrong: number
  /** IP address from which the signer signed. */
  ip: string | null
  userAgent: string | null
  /** Origin of the page in whose frame the signer signed; null: in none. */
  embedOrigin: string | null
  /** Who was there when the person signed on the sender's device; absent: it was the person's own. */
  host?: string | null
  /** Who named this person in their place, RFC 3339, and why; absent: the sender named them. */
  delegation?: { from: string; at: string; reason: string }
  /** The consent this signer gave, by version and language. */
  consent: { version: string; language: Language } | null
  /** What the signature looks like; null where it cannot be shown. */
  mark: Mark | null
  /** The first field in which it is seen, and what its caption depends on; absent: there is none. */
  stamp?: { size: Size; locale: Language; timeZone: string }
  /** One per signed field; the first is printed in full. None of an approval. */
  certificates: readonly ProofCertificate[]
  keyDestroyedAt: string | null
  /** What the signer filled in, in the sender's order. */
  values?: readonly ProofValue[]
  /** Of the file before and after this signature; of an approval both are that of the file shown. */
  sha256Before: string
  sha256After: string
}

/** The certificate of one signature. */
export interface ProofCertificate {
  /** Hexadecimal. */
  serial: string
  sha256: string
  issuer: string
  validFrom: string
  validTo: string
  /** Such as `RSA-4096`. */
  keyType: string
  timestamp: { authority: string; at: string } | null
  /** Of a certificate that is the signer's own, at another provider; absent: of ours. */
  own?: OwnCertificate
}
