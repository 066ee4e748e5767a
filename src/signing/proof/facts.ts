/** The content of the proof certificate. Times are RFC 3339 in UTC, hashes SHA-256 in lower-case hexadecimal. */
import type { Language } from '../../kernel/languages.ts'
import type { Size } from '../../pdf/appearance.ts'
import type { Voice } from '../model/authentication.ts'
import type { RequestFile } from '../model/files.ts'
import type { Mark } from '../model/intent.ts'
import type { ParticipantAction } from '../model/participant-actions.ts'
import type {
  RegisteredProof,
  RequestRow,
  SignerRow,
  StoredExternalSeal,
  StoredSignature,
} from '../model/rows.ts'
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
  externalSeal: StoredExternalSeal | null
  /** The trail as of when the pages were drawn. */
  trail: { headHash: string; entries: number; stampedAt: string | null }
  /** Where anybody can check the document, e.g. `https://sign.example.com/verify`. */
  verifyUrl: string
}

/** What is said of a file; hashes in lower-case hexadecimal. */
interface FileHashes extends Pick<RequestFile, 'pages' | 'original_bytes' | 'original_sha256'> {
  /** Of the file as laid out: what the first signer was shown. */
  sha256Shown: string
  /** Of the file with every signature, before the seal that shows this certificate. */
  sha256BeforeSeal: string
}

/** The document, and its first file. */
export interface ProofDocument
  extends FileHashes,
    Pick<RequestRow, 'id' | 'name' | 'message' | 'external_id' | 'created_at' | 'expires_at'> {
  sentAt: string
  /** When the last signer had signed. */
  allSignedAt: string
  /** A test, without legal effect. */
  test: boolean
}

/** One of several files. */
export type ProofFile = FileHashes & Pick<RequestFile, 'number' | 'filename'>

/** Who runs the service. */
export interface ProofOperator {
  name: string
  /** OID of the policy of signers' certificates. */
  policyOid: string
  policyUrl: string
  /** Name and version of the software. */
  software: string
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

/** What of a signer's row is in the certificate. */
export const PRINTED = [
  'id',
  'email',
  'role',
  'step',
  'delivery',
  'authentication',
  'verified_identity',
  'invited_at',
  'opened_at',
  'verified_at',
] as const

/** What was recorded about one signer. */
export interface ProofSigner extends Pick<SignerRow, (typeof PRINTED)[number]> {
  name: string
  /** Default: sign. */
  action?: ParticipantAction
  /** Name of the signer whose signature a witness attests. */
  witnessOf?: string
  /** used: the code was spoken in a telephone call; absent: it came by text message. */
  voice?: Voice | null
  /** Where this person began the request themselves, after a code to their address; absent: a sender did. */
  begun?: { link: string; emailConfirmedAt: string }
  /** The passkey or authenticator app by which the signer was identified; null: by a code that was sent. */
  registered: RegisteredProof | null
  /** Such as `+33 •• •• 78`: the certificate is shared among the parties. */
  phoneMasked: string | null
  /** Who provided the phone number. */
  phoneFrom: 'sender' | 'signer' | 'delegator' | null
  consentedAt: string | null
  codeSentAt: string | null
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
  certificates: StoredSignature['made']
  keyDestroyedAt: string | null
  /** What the signer filled in, in the sender's order. */
  values?: readonly ProofValue[]
  /** Of the file before and after this signature; of an approval both are that of the file shown. */
  sha256Before: string
  sha256After: string
}
