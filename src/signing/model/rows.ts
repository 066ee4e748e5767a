/** The decoded rows of requests and signers: types of the columns stored as JSON. */
import type { JsonColumnsOf } from '../../database/json-columns.ts'
import type { DocumentWarning } from '../../kernel/document-warnings.ts'
import { invariant } from '../../kernel/invariant.ts'
import type { Language } from '../../kernel/languages.ts'
import type { QualificationClaim } from '../../pades/qc-statements.ts'
import type { VerifiedIdentity } from './authentication.ts'
import type { OwnCertificate, StoredDemand } from './certificate-demand.ts'
import type { CertificateFailure } from './certificate-failure.ts'
import type { Delegation } from './delegation.ts'
import type { Input } from './fields.ts'
import type { AdditionalHashes, Files } from './files.ts'
import type { FormNote } from './form-notes.ts'
import type { Intent } from './intent.ts'
import type { Placement } from './placement.ts'
import type { CopyRecipient } from './schemas/cc-recipients.ts'
import type { Notify } from './schemas/notify.ts'
import type { Reminders } from './schemas/request.ts'
import type { FileColumns, RequestsTable, SignersTable } from './tables.ts'

/** What a person agreed to, when and from where. */
export interface StoredConsent {
  version: string
  language: Language
  /** Of the text. */
  sha256: string
  /** As it was shown; absent in rows of older services. */
  text?: string
  /** RFC 3339. */
  at: string
  ip?: string | undefined
  ua: string | null
}

/** The signatures of one signer, a certificate for each. */
export interface StoredSignature {
  made: ReadonlyArray<{
    serial: string
    certificate_sha256: string
    issuer: string
    valid_from: string
    valid_to: string
    key_type: string
    timestamp: { authority: string; at: string } | null
    /** Number of the file; absent: the first. */
    file?: number
    /** Of a certificate that is not ours. */
    own?: OwnCertificate
  }>
  /** Of the revision that was signed. */
  sha256_before: string
  /** Of the resulting revision. */
  sha256_after: string
  /** The same of the further files. */
  further_sha256_before?: AdditionalHashes
  further_sha256_after?: AdditionalHashes
}

/** Channel by which a message reaches a signer; call: a code spoken in a telephone call. */
export type Channel = 'email' | 'sms' | 'call'

/** A message that was not delivered. */
export interface DeliveryFailure {
  channel: Channel
  /** In plain English, without addresses and numbers. */
  reason: string
  /** RFC 3339. */
  at: string
}

/** The last mail of a test request, stored instead of sent. */
export interface KeptMail {
  /** Name of the job. */
  kind: string
  /** RFC 3339. */
  at: string
}

/** The passkey or authenticator app that a signer proved who they are with. */
export interface RegisteredProof {
  /** RFC 3339. */
  registered_at: string
  /** Masked number of the telephone whose code was entered before. */
  phone: string
}

/** A seal by a key of another provider, as it was made. */
export interface StoredExternalSeal {
  field: string
  /** Most specific part of the certificate's subject. */
  name: string
  serial: string
  certificate_sha256: string
  issuer: string
  valid_from: string
  valid_to: string
  algorithm: string
  /** What the certificate claims (ETSI EN 319 412-5); null: nothing. */
  claim: QualificationClaim | null
  timestamp: { authority: string; at: string } | null
  /** RFC 3339. */
  at: string
  /** Of the revision that was sealed. */
  sha256_before: string
  /** Of the resulting revision. */
  sha256_after: string
}

/** The external seal that a request must get before it is completed. */
export interface ExternalSealState {
  /** Whose it was to be when the request was sent. */
  name: string
  certificate_sha256: string
  /** Why it could not be made the last time; absent once it is made. */
  fault?: { reason: string; at: string }
  made?: StoredExternalSeal
}

/** The open link at which a signer began their own request. */
export interface BegunAt {
  /** `lnk_…`. */
  id: string
  signer_id: string
  /** The address that was confirmed; the sender, or a delegation, may put another person in the place. */
  email: string
  /** When the signer entered the code that was sent to their address, RFC 3339. */
  email_confirmed_at: string
}

interface RequestJson {
  metadata: Record<string, string>
  reminders: Reminders | null
  /** Which mails the sender gets, where the request says so. */
  notify: Notify | null
  /** What became of the fields of its form. */
  form_notes: readonly FormNote[]
  /** Who gets the finished document and signs nothing. */
  copies: readonly CopyRecipient[]
  /** What a document that was rendered lacks. */
  document_warnings: readonly DocumentWarning[]
  outer_seal: ExternalSealState | null
  /** The account's own order of its requests. */
  tags: readonly string[]
  /** null: a sender began the request. */
  open_link: BegunAt | null
  /** Why the document waits for its sender; null: it does not. */
  returned: { signer_id: string; reason: string; returned_at: string } | null
}

interface SignerJson {
  fields: readonly Placement[]
  /** What the signer fills in, and where; the values are in the intent. */
  inputs: readonly Input[]
  redirect_urls: Record<string, string>
  consent: StoredConsent | null
  intent: Intent | null
  signature: StoredSignature | null
  delivery_failure: DeliveryFailure | null
  kept_mail: KeptMail | null
  verified_identity: VerifiedIdentity | null
  verified_by: RegisteredProof | null
  delegation: Delegation | null
  certificate: StoredDemand | null
  certificate_failure: CertificateFailure | null
}

/** A signature request with its JSON columns parsed, and its files. */
export type RequestRow = Omit<JsonColumnsOf<RequestsTable, RequestJson>, keyof FileColumns> & Files
/** A signer with their JSON columns parsed. */
export type SignerRow = JsonColumnsOf<SignersTable, SignerJson>

/** A request with its signers in the order they were given. */
export interface RequestWithSigners {
  request: RequestRow
  signers: readonly SignerRow[]
}

/** SHA-256 of the document that signers are shown, in hexadecimal: it is laid out when the request is sent. */
export function shownSha256({ files: [{ laid_out_sha256 }] }: Files): string {
  invariant(laid_out_sha256 !== null, 'a request that was sent is laid out')
  return laid_out_sha256
}

/** When a person signed or approved, who has; RFC 3339. */
export function signedAt({ signed_at }: Pick<SignersTable, 'signed_at'>): string {
  invariant(signed_at !== null, 'a signature has a time')
  return signed_at
}

/** When a request ended, that has; RFC 3339. */
export function endedAt({ ended_at }: Pick<RequestsTable, 'ended_at'>): string {
  invariant(ended_at !== null, 'an ended request has a time')
  return ended_at
}
