/** What the pages of the console share. */
import type { Accounts } from '../accounts/open.ts'
import type { DetectionService } from '../detection/service.ts'
import type { Identity } from '../identity/open.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Assets } from '../pages/assets.ts'
import type { FacturxChecks } from '../rendering/facturx-check.ts'
import type { RenderService } from '../rendering/service.ts'
import type { TemplateService } from '../templates/service.ts'
import type { ConsoleWebhooks, Holding, SignatureRequests, TrialSigning } from './ports.ts'

/** Everything a page of the console may use. */
export interface ConsoleParts {
  identity: Identity
  accounts: Accounts
  renders: RenderService
  templates: TemplateService
  facturxChecks: FacturxChecks
  trialSigning: TrialSigning
  requests: SignatureRequests
  webhooks: ConsoleWebhooks
  detection: DetectionService
  holdings: readonly Holding[]
  assets: Assets
  clock: Clock
  /** Public origin of the API, as `curl` lines name it. */
  baseUrl: string
  /** Whether browsers come over TLS. */
  secure: boolean
  /** Names of the plans that people may bind new keys to. */
  plans: readonly string[]
  /** Messages are kept instead of sent: pages say where. */
  outbox: boolean
}
