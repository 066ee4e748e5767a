/** Dependencies shared by the console's pages. */
import type { Accounts } from '../accounts/open.ts'
import type { DetectionService } from '../detection/service.ts'
import type { FontService } from '../fonts/service.ts'
import type { Identity } from '../identity/open.ts'
import type { Clock } from '../kernel/clock.ts'
import type { MissingCarriers } from '../messages/ports.ts'
import type { Assets } from '../pages/assets.ts'
import type { FacturxChecks } from '../rendering/facturx-check.ts'
import type { RenderService } from '../rendering/service.ts'
import type { Branding } from '../signing/branding/service.ts'
import type { Embedding } from '../signing/embedding/service.ts'
import type { SenderNotices } from '../signing/notifications/notice-store.ts'
import type { Bulk } from '../signing/open.ts'
import type { ExternalSealReports } from '../signing/sealing/external-seal-reports.ts'
import type { TemplateService } from '../templates/service.ts'
import type { WebhookService } from '../webhooks/service.ts'
import type { AccountData } from './account-data.ts'
import type { AccountLog } from './account-log.ts'
import type { AccountRequests } from './account-requests.ts'
import type { AccountRetention } from './account-retention.ts'
import type { FirstRequests } from './first-request.ts'

/** Everything a page of the console may use. */
export interface ConsoleParts {
  identity: Identity
  accounts: Accounts
  renders: RenderService
  templates: TemplateService
  fonts: FontService
  facturxChecks: FacturxChecks
  firstRequests: FirstRequests
  requests: AccountRequests
  bulk: Bulk
  webhooks: WebhookService
  /** Which mails accounts get about their requests. */
  notices: SenderNotices
  /** How accounts present themselves to signers. */
  branding: Branding
  /** How long organisations keep their requests. */
  retention: AccountRetention
  /** The chains of organisations' logs. */
  log: AccountLog
  /** Where accounts let signers' pages be embedded. */
  embedding: Embedding
  /** Seals by keys of other providers, as their accounts see them. */
  externalSeals: ExternalSealReports
  detection: DetectionService
  accountData: readonly AccountData[]
  /** Whether a name would mislead those who see it, by the rules for names of brands. */
  nameFindings(accountId: string, name: string): Promise<boolean>
  assets: Assets
  clock: Clock
  /** Public origin of the API, used in `curl` commands. */
  baseUrl: string
  /** Whether browsers connect over TLS. */
  secure: boolean
  /** Whether the service is below a path of its host. */
  belowPath: boolean
  /** Names of the plans available for new keys. */
  plans: readonly string[]
  /** How to get a larger plan, as the operator says it; empty: nothing is said. */
  planAdvice: string
  /** Messages are stored instead of sent, and pages say where. */
  outbox: boolean
  /** Channels by which nothing can be sent. */
  missingCarriers: MissingCarriers
}
