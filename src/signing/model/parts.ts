/** What the rooms of this domain are given: each says what it takes of it. */
import type { Quota } from '../../accounts/quota.ts'
import type { Trails } from '../../audit/trail.ts'
import type { Db } from '../../database/open.ts'
import type { BlobStore } from '../../files/blob-store.ts'
import type { Jobs } from '../../jobs/jobs.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Pki } from '../../pki/open.ts'
import type { CertificateServices } from '../../seals/certificate-services.ts'
import type { ExternalSeals } from '../../seals/service.ts'
import type { Throttling } from '../../throttling/ports.ts'
import type { AuthenticationMethod } from './authentication.ts'
import type { Links } from './links.ts'
import type { Calls, Mails, Texts, WebhookTargets } from './ports.ts'

/** Parts of other domains, and what goes out. */
export interface Parts {
  authentication: readonly AuthenticationMethod[]
  blobs: BlobStore
  calls: Calls | undefined
  certificateServices: CertificateServices
  clock: Clock
  db: Db
  externalSeals: ExternalSeals
  jobs: Jobs
  links: Links
  mails: Mails
  pkiOf(mode: 'live' | 'test'): Pki
  quota: Quota
  /** What requests of an account are called to come from, where it has chosen no name. */
  senderOf(accountId: string): Promise<string>
  texts: Texts
  throttling: Pick<Throttling, 'attemptLimiter'>
  trails: Trails
  webhooks: WebhookTargets
}

/** Some of them. */
export type Given<Names extends keyof Parts> = Pick<Parts, Names>
