/** What the services of this domain share. */
import type { Quota } from '../accounts/quota.ts'
import type { Trails } from '../audit/trail.ts'
import type { Db } from '../database/open.ts'
import type { BlobStore } from '../files/blob-store.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Pki } from '../pki/open.ts'
import type { DocumentPool } from './documents/pool.ts'
import type { SenderFacts } from './messages/name-rules.ts'
import type { RecipientLimit } from './messages/recipient-limit.ts'
import type { TextBudget } from './messages/text-budget.ts'
import type { TextWatch } from './messages/text-watch.ts'
import type { Mails, Texts, WebhookTargets } from './ports.ts'
import type { Links } from './signers/links.ts'
import type { OtpCodes } from './signers/otp.ts'

/** What an account may hold without having sent it, live and test apart. */
export interface DraftLimits {
  /** Drafts at a time. */
  drafts: number
  /** Bytes of what was never sent: drafts, and those that ended and are not erased yet. */
  bytes: number
}

/** Everything a service of this domain may use. */
export interface SigningParts {
  db: Db
  clock: Clock
  trails: Trails
  jobs: Jobs
  quota: Quota
  /** The threads that work on documents. */
  documents: DocumentPool
  /** Originals and revisions, by hash. */
  blobs: BlobStore
  links: Links
  otp: OtpCodes
  mails: Mails
  texts: Texts
  /** Name of the service in the From of mails. */
  service: string
  /** How many people accounts may mail for the first time. */
  recipientLimit: RecipientLimit
  /** What is known of whoever sends for an account. */
  senderFacts(accountId: string): Promise<SenderFacts>
  /** How many texts go out, to which numbers, and what became of their codes. */
  texting: { budget: TextBudget; watch: TextWatch }
  webhooks: WebhookTargets
  draftLimits: DraftLimits
  /** The authority that signs for a kind of key: what a test key makes never bears the real name. */
  pkiOf(mode: 'live' | 'test'): Pki
  /** Has the head of a trail time-stamped now. @throws AppError `timestamp_unavailable` */
  stampTrail(id: string): Promise<void>
  /** Who asks, where the request does not say: the account's address. */
  senderOf(accountId: string): Promise<string>
  /** How long signers' links open after completion, in milliseconds. */
  linkMs: number
  /** Public origin of the pages that anybody may open. */
  origin: string
}

/** Who does something, for the trail. */
export interface Actor {
  /** `key:…`, `signer:…` or `service`. */
  actor: string
  ip?: string | undefined
  ua?: string | undefined
}

/** The service itself, when time or a job does it. */
export const SERVICE: Actor = { actor: 'service' }
