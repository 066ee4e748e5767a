/** What the pages of the console share. */
import type { Accounts } from '../accounts/open.ts'
import type { DetectionService } from '../detection/service.ts'
import type { FontService } from '../fonts/service.ts'
import type { Identity } from '../identity/open.ts'
import { type Clock, DAY_MS } from '../kernel/clock.ts'
import type { MissingCarriers } from '../messages/ports.ts'
import type { FacturxChecks } from '../rendering/facturx-check.ts'
import type { RenderService } from '../rendering/service.ts'
import type { Branding } from '../signing/branding/service.ts'
import type { Embedding } from '../signing/embedding/service.ts'
import type { SenderNotices } from '../signing/notifications/notice-store.ts'
import type { Bulk } from '../signing/open.ts'
import type { ExternalSealReports } from '../signing/sealing/external-seal-reports.ts'
import type { TemplateService } from '../templates/service.ts'
import type { AttemptLimiter, Throttling } from '../throttling/ports.ts'
import type { WebhookService } from '../webhooks/service.ts'
import type { AccountData } from './account-data.ts'
import type { AccountLog } from './account-log.ts'
import type { AccountRequests } from './account-requests.ts'
import type { AccountRetention } from './account-retention.ts'
import type { FirstRequests } from './first-request.ts'

/** Remembers for a day which forms were submitted. */
export class SingleUseForms {
  readonly #sent: AttemptLimiter

  constructor(throttling: Throttling) {
    this.#sent = throttling.attemptLimiter({ name: 'forms', max: 1, windowMs: DAY_MS })
  }

  /** Marks a form as submitted; returns whether this was the first time. */
  async consume(form: string): Promise<boolean> {
    return (await this.#sent.consume(form)).waitMs === 0
  }

  /** Releases a form that had no effect, so that it may be submitted again. */
  async release(form: string): Promise<void> {
    await this.#sent.clear(form)
  }
}

/** What the pages call: each of them needs some of it. */
export interface ConsoleParts {
  accountData: readonly AccountData[]
  accounts: Accounts
  /** Public origin of the API, used in `curl` commands. */
  baseUrl: string
  branding: Branding
  bulk: Bulk
  clock: Clock
  detection: DetectionService
  embedding: Embedding
  externalSeals: ExternalSealReports
  facturxChecks: FacturxChecks
  firstRequests: FirstRequests
  fonts: FontService
  identity: Identity
  /** The chains of organisations' logs. */
  log: AccountLog
  /** Channels by which nothing can be sent. */
  missingCarriers: MissingCarriers
  /** Whether a name would mislead those who see it, by the rules for names of brands. */
  nameFindings(accountId: string, name: string): Promise<boolean>
  notices: SenderNotices
  /** Messages are stored instead of sent, and pages say where. */
  outbox: boolean
  /** How to get a larger plan, as the operator says it; empty: nothing is said. */
  planAdvice: string
  /** Those that a new key may be bound to. */
  plans: readonly string[]
  renders: RenderService
  requests: AccountRequests
  /** How long organisations keep their requests. */
  retention: AccountRetention
  templates: TemplateService
  webhooks: WebhookService
}

/** How a route is called. */
export type Method = 'GET' | 'POST'
