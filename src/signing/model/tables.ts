/** The tables of requests and signers as stored; store.ts decodes their JSON. */
import type { Language } from '../../kernel/languages.ts'
import type { AuthenticationMethod, RequiredLevel, Voice } from './authentication.ts'
import type { ParticipantAction } from './participant-actions.ts'
import type { Delivery, RequestState, SignerState } from './states.ts'

/**
 * What builds before `request_files` read of the files: the first in columns, those after it as JSON. Triggers write
 * `request_files` from them.
 */
export interface FileColumns {
  filename: string
  original_sha256: string
  original_bytes: number
  pages: number
  upload_notices: string
  laid_out_sha256: string | null
  current_sha256: string | null
  signed_sha256: string | null
  proof_pages: number
  further_files: string
  /** Size of the uploads after the first one together. */
  further_bytes: number
}

/** Signature requests. */
export interface RequestsTable extends FileColumns {
  id: string
  account_id: string
  key_id: string
  mode: 'live' | 'test'
  status: RequestState
  name: string
  message: string | null
  sender: string
  external_id: string | null
  metadata: string
  reminders: string | null
  notify: string | null
  level: string | null
  proof_sha256: string | null
  /** When the certificate of the newest archive time-stamp ends; null: not looked at yet. */
  stamp_ends_at: string | null
  quota_month: string | null
  created_at: string
  sent_at: string | null
  expires_at: string
  ended_at: string | null
  end_reason: string | null
  /** JSON: what became of the fields of its form. */
  form_notes: string
  /** JSON: who gets the finished document and signs nothing. */
  copies: string
  /** Below which no signer's method may be; null: none. */
  required_level: RequiredLevel | null
  /** JSON: what a document that was rendered lacks. */
  document_warnings: string
  /** JSON: the seal by a key of another provider that it must get; null: none. */
  outer_seal: string | null
  /** Counts the changes of a draft's signers, and the edits of a request. */
  revision: number
  /** JSON: the account's own order of its requests. */
  tags: string
  /** JSON: the open link at which its signer began it; null: a sender did. */
  open_link: string | null
  /** 1: nothing of the document is shown without a code. */
  code_to_open: number
  /** 1: signers may return it to the sender. */
  allow_return: number
  /** JSON: who has returned it, and why; null: nobody, or it was sent again since. */
  returned: string | null
}

/** What requests are found by; triggers add its rows. */
export interface RequestSearchTable {
  request_id: string
  account_id: string
  mode: 'live' | 'test'
  /** Counts the changes of what is searched. */
  revision: number
  /** Of the newest entry of the trail. */
  updated_at: string
  /** The beginning of the name, folded; null: not written since the last change. */
  name_key: string | null
  /** Name, reference and signers, folded. */
  words: string | null
}

/** The tags of requests, as they are compared. */
export interface RequestTagsTable {
  account_id: string
  mode: 'live' | 'test'
  folded: string
  request_id: string
  /** As it was written. */
  tag: string
}

/** Signers. */
export interface SignersTable {
  id: string
  request_id: string
  position: number
  step: number
  status: SignerState
  email: string
  first_name: string | null
  last_name: string | null
  /** What the sender asks of this person. */
  action: ParticipantAction
  /** Id of the signer whose signature a witness attests. */
  witness_of: string | null
  role: string | null
  locale: Language
  phone: string | null
  phone_from: 'sender' | 'signer' | null
  /** Prevents guessing the number from its commitment in the trail; null before a code was sent. */
  phone_salt: string | null
  fields: string
  /** JSON: what the signer fills in, and where. */
  inputs: string
  redirect_urls: string
  /** Who is there when this person signs on the sender's device. */
  in_person_host: string | null
  /** 1: this person may delegate to another, once. */
  allow_delegation: number
  /** JSON: the service at which this person has a certificate of their own; null: they get one of ours. */
  certificate: string | null
  /** JSON: what went wrong last at its provider, until the signature is made. */
  certificate_failure: string | null
  /** JSON: who delegated to this person. */
  delegation: string | null
  link_version: number
  /** none: no e-mail is ever sent; the sender hands over the link. */
  delivery: Delivery
  authentication: AuthenticationMethod
  /** offered: codes may be spoken in a call; used: the code that was entered was; null: by text message only. */
  voice: Voice | null
  /** JSON: what the sender states about the signer's identity. */
  verified_identity: string | null
  /** JSON: the passkey or the app that was used. */
  verified_by: string | null
  /** Until when a passkey or an app may be registered, after a right code; RFC 3339. */
  registering_until: string | null
  /** Of the app that is being registered, sealed for the signer. */
  totp_secret: Buffer | null
  /** Values of a half-filled form as JSON, sealed for the signer. */
  kept_values: Buffer | null
  codes_wasted: number
  texts_sent: number
  session_hash: string | null
  verified_until: string | null
  consent: string | null
  intent: string | null
  serial: string | null
  signature: string | null
  invited_at: string | null
  opened_at: string | null
  verified_at: string | null
  signed_at: string | null
  ended_at: string | null
  end_reason: string | null
  reminded_at: string | null
  delivery_failure: string | null
  kept_mail: string | null
  guesses_forgiven_at: number
  /** When the sender took this person out of a request that was sent; RFC 3339. */
  removed_at: string | null
}

declare module '../../database/tables.ts' {
  interface Tables {
    signature_requests: RequestsTable
    signers: SignersTable
    /** Finished files as they were handed out before their archive time-stamp was renewed. */
    renewed_files: { sha256: string; request_id: string }
    request_search: RequestSearchTable
    request_tags: RequestTagsTable
  }
}
