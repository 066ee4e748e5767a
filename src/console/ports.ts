/** What the console needs of others of its rank, and of everybody who keeps something of an account. */
import type { Caller } from '../accounts/caller.ts'
import type { KeyMode } from '../accounts/key-format.ts'
import type { TrailEntry } from '../audit/chain.ts'
import type { TrailVerdict } from '../audit/verify-trail.ts'
import type { Locale } from '../pages/locale.ts'

/** How the last signature request from the console stands. */
export interface TrialRequest {
  id: string
  name: string
  status: string
  createdAt: string
}

/** Sends a first signature request, signed by the authority whose name says TEST. */
export interface TrialSigning {
  /** @throws AppError `authority_unavailable`, `rate_limited` and those of a request */
  send(
    caller: Caller,
    order: {
      pdf: Uint8Array
      filename: string
      /** Where the signature goes: points from the top left. */
      field: { page: number; x: number; y: number; width: number; height: number }
      email: string
      locale: Locale
      ip: string
    },
  ): Promise<void>
  /** The newest one of a test key. */
  latest(caller: Caller): Promise<TrialRequest | undefined>
}

/** A file of an account's export. */
export interface ExportedFile {
  /** Path inside the zip. */
  path: string
  bytes: Uint8Array
}

/** Somebody who keeps something of an account. */
export interface Holding {
  /** Everything that is kept, as files. */
  export(accountId: string): Promise<readonly ExportedFile[]>
  /** Removes what need not be kept as evidence; may be called again after a crash. */
  erase(accountId: string): Promise<void>
}

/** Where a signature is seen: points from the top left of the page. */
export interface SignaturePlace {
  /** From 1. */
  page: number
  x: number
  y: number
  width: number
  height: number
}

/** A person of a signature request, as the API tells of them. */
export interface RequestSigner {
  id: string
  email: string
  first_name?: string
  last_name?: string
  phone?: string
  phone_from?: string
  locale: Locale
  /** Step: those of the same number sign at the same time. */
  order: number
  role?: string
  status: string
  fields: readonly SignaturePlace[]
  invited_at?: string
  opened_at?: string
  verified_at?: string
  signed_at?: string
  decline_reason?: string
  delivery_failure?: { channel: string; reason: string; at: string }
  /** The last mail of a test request that was kept instead of sent. */
  kept_mail?: { kind: string; at: string }
}

/** A signature request, as the API tells of it: never a link or a token. */
export interface SignatureRequest {
  id: string
  status: string
  test: boolean
  name: string
  message?: string
  sender: string
  external_id?: string
  filename: string
  pages: number
  size_bytes: number
  sha256: string
  signed_sha256?: string
  level?: string
  created_at: string
  sent_at?: string
  expires_at: string
  completed_at?: string
  ended_at?: string
  end_reason?: string
  signers: readonly RequestSigner[]
  /** What may not be as it was meant, while it is a draft or pending. */
  warnings?: ReadonlyArray<{ code: string }>
}

/** Which requests a list shows. */
export interface RequestFilter {
  status?: string
  /** Left out: both. */
  mode?: KeyMode
  /** Id of the last one of the page before. */
  cursor?: string
  limit: number
}

/** What can be fetched of a request. */
export const REQUEST_FILES = ['file', 'signed', 'proof', 'audit', 'evidence'] as const
export type RequestFile = (typeof REQUEST_FILES)[number]

/** Who does something, from where. */
export interface Actor {
  accountId: string
  ip: string
  ua: string | undefined
}

/** A new request: the parts of the form of `POST /api/v1/documents`. */
export interface NewRequest {
  pdf: Uint8Array
  filename: string
  texts: ReadonlyMap<string, string>
}

/** The trail of a request and what its verifier says. */
export interface CheckedTrail {
  entries: readonly TrailEntry[]
  verdict: TrailVerdict
}

/**
 * Signature requests of an account, of live and test keys alike. All throw `document_not_found` for those of
 * another account, and what the same call of the API throws.
 */
export interface SignatureRequests {
  list(
    accountId: string,
    filter: RequestFilter,
  ): Promise<{ requests: SignatureRequest[]; next?: string }>
  find(accountId: string, id: string): Promise<SignatureRequest>
  trail(accountId: string, id: string): Promise<CheckedTrail>
  /** State and number of entries, for a page that looks every few seconds. */
  progress(accountId: string, id: string): Promise<{ status: string; entries: number }>
  /** The code that a signer of a test request has to enter now. */
  testCode(accountId: string, id: string, signerId: string): Promise<string | undefined>
  file(
    accountId: string,
    id: string,
    file: RequestFile,
  ): Promise<{ bytes: Uint8Array; filename: string }>
  /** @throws AppError those of `POST /api/v1/documents` */
  create(caller: Caller, wish: NewRequest, actor: Actor): Promise<SignatureRequest>
  send(caller: Caller, id: string, actor: Actor): Promise<void>
  remind(actor: Actor, id: string): Promise<void>
  cancel(actor: Actor, id: string, reason: string | undefined): Promise<void>
  /** @param changes body of the API's call */
  update(actor: Actor, id: string, signerId: string, changes: unknown): Promise<void>
  unblock(actor: Actor, id: string, signerId: string): Promise<void>
}

/** A receiver of events, as the API tells of it. */
export interface ConsoleWebhook {
  id: string
  /** Of test keys: gets events of test requests alone. */
  test: boolean
  url: string
  description?: string
  /** Null: all. */
  events: readonly string[] | null
  status: 'active' | 'disabled'
  disabled_reason?: 'requested' | 'gone' | 'failing'
  failures: number
  paused_until?: string
  last_success_at?: string
  last_failure_at?: string
  created_at: string
}

/** One event on its way to one receiver. */
export interface ConsoleDelivery {
  id: string
  event_id: string
  event_type: string
  document_id?: string
  status: 'pending' | 'delivered' | 'failed'
  attempts: number
  next_attempt_at?: string
  /** Of the last attempt. */
  request_headers?: Readonly<Record<string, string>>
  response_status?: number
  response_excerpt?: string
  error?: string
  duration_ms?: number
  replay_of?: string
  created_at: string
  last_attempt_at?: string
}

/** A page of deliveries. */
export interface DeliveryPage {
  status?: ConsoleDelivery['status']
  cursor?: string
  limit: number
}

/** Webhooks of an account. All throw `webhook_not_found` for those of another. */
export interface ConsoleWebhooks {
  /** Every event that a receiver may ask for. */
  eventTypes: readonly string[]
  max: number
  /** Whether receivers may be in the operator's own network, and be reached without TLS there. */
  privateAllowed: boolean
  list(accountId: string): Promise<ConsoleWebhook[]>
  get(accountId: string, id: string): Promise<ConsoleWebhook>
  /** @throws AppError `webhook_url_refused`, `webhook_limit_reached`, `validation_failed` */
  create(accountId: string, wish: unknown): Promise<ConsoleWebhook & { secret: string }>
  /** @throws AppError `webhook_url_refused`, `validation_failed` */
  change(accountId: string, id: string, wish: unknown): Promise<ConsoleWebhook>
  remove(accountId: string, id: string): Promise<void>
  rotate(accountId: string, id: string): Promise<{ secret: string; previous_expires_at: string }>
  test(accountId: string, id: string): Promise<ConsoleDelivery>
  deliveries(
    accountId: string,
    id: string,
    page: DeliveryPage,
  ): Promise<{ deliveries: ConsoleDelivery[]; next_cursor?: string }>
  /** A delivery with the body that is sent. @throws AppError `delivery_not_found` */
  delivery(
    accountId: string,
    id: string,
    deliveryId: string,
  ): Promise<{ delivery: ConsoleDelivery; body: string }>
  /** @throws AppError `delivery_not_found`, `validation_failed` while disabled */
  replay(accountId: string, id: string, deliveryId: string): Promise<ConsoleDelivery>
}
