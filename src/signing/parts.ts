/** What the services of this domain share. */
import type { Quota } from '../accounts/quota.ts'
import type { Trails } from '../audit/trail.ts'
import type { Instance } from '../database/instance.ts'
import type { Db } from '../database/open.ts'
import type { BlobStore } from '../files/blob-store.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Language } from '../kernel/languages.ts'
import type { SecretVault } from '../kernel/secret-vault.ts'
import type { MissingCarriers } from '../messages/missing-carrier.ts'
import type { Pki } from '../pki/open.ts'
import type { CertificateServices } from '../seals/certificate-services.ts'
import type { OuterSeals } from '../seals/service.ts'
import type { Throttling } from '../throttling/ports.ts'
import type { OtpCodes } from './authentication/otp.ts'
import type { SignerPasskeys } from './authentication/passkeys.ts'
import type { SignerTotps } from './authentication/totps.ts'
import type { SenderFacts } from './branding/name-rules.ts'
import type { Branding } from './branding/service.ts'
import type { DocumentPool } from './documents/pool.ts'
import type { Embedding } from './embedding/service.ts'
import type { AuthenticationMethod } from './model/authentication.ts'
import type { Links } from './model/links.ts'
import type { Calls, Mails, Texts, WebhookTargets } from './model/ports.ts'
import type { RecipientLimit } from './notifications/recipient-limit.ts'
import type { TextBudget } from './notifications/text-budget.ts'
import type { TextWatch } from './notifications/text-watch.ts'
import type { RetentionPeriods } from './retention/periods.ts'

/** Limits on what an account may store without sending it, for live and test separately. */
export interface DraftLimits {
  /** Maximum number of drafts. */
  drafts: number
  /** Maximum bytes of unsent requests: drafts, and those that ended and are not erased yet. */
  bytes: number
}

/** The owner of an account, for mails about its requests. */
export interface Owner {
  email: string
  /** Undefined: not known. */
  locale: Language | undefined
}

/** Everything a service of this domain may use. */
export interface SigningParts {
  db: Db
  clock: Clock
  trails: Trails
  /** Which of several this process is. */
  instance: Instance
  jobs: Jobs
  quota: Quota
  throttling: Pick<Throttling, 'tries'>
  /** The threads that work on documents. */
  documents: DocumentPool
  /** Originals and revisions, by hash. */
  blobs: BlobStore
  links: Links
  otp: OtpCodes
  passkeys: SignerPasskeys
  totps: SignerTotps
  /** Methods by which signers may prove who they are. */
  authentication: readonly AuthenticationMethod[]
  mails: Mails
  texts: Texts
  /** Absent: codes are not spoken in calls. */
  calls: Calls | undefined
  /** Name of the service in the From of mails. */
  service: string
  /** Limit on people that accounts mail for the first time. */
  recipientLimit: RecipientLimit
  /** What is known about an account as a sender. */
  senderFacts(accountId: string): Promise<SenderFacts>
  /** Limits on texts and numbers, and the monitoring of their codes. */
  texting: { budget: TextBudget; watch: TextWatch }
  /** How accounts present themselves to signers. */
  branding: Branding
  /** Where accounts let signers' pages be embedded. */
  embedding: Embedding
  webhooks: WebhookTargets
  /** Seals of accounts by keys of other providers. */
  outerSeals: OuterSeals
  /** Where signers of accounts have certificates of their own. */
  certificateServices: CertificateServices
  /** Encrypts what signers' orders at those services need. */
  certificateVault: SecretVault
  /** How long accounts keep their requests. */
  periods: RetentionPeriods
  draftLimits: DraftLimits
  /** Archive time-stamps whose certificate ends within this time are renewed, in milliseconds; 0: none. */
  renewStampsMs: number
  /** The authority that signs for a kind of key: signatures of test keys never carry the real authority's name. */
  pkiOf(mode: 'live' | 'test'): Pki
  /** Has the head of a trail time-stamped now. @throws AppError `timestamp_unavailable` */
  stampTrail(id: string): Promise<void>
  /** The default sender of a request: the account's address. */
  senderOf(accountId: string): Promise<string>
  /** Whom mails to the sender go to; undefined: the account cannot be reached, or must not be. */
  ownerOf(accountId: string): Promise<Owner | undefined>
  /** Channels by which nothing can be sent. */
  missingCarriers: MissingCarriers
  /** Origin of the console. */
  consoleOrigin: string
  /** Reports a signature that was not made while its signer waited; a job makes it then. */
  signatureFailed(error: unknown, facts: { document: string; signer: string }): void
  /** How long signers' links stay valid after completion, in milliseconds. */
  linkMs: number
  /** Public origin of the public pages. */
  origin: string
}
