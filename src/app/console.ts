/** Wires the console: users, trials, and the services that store an account's data. */

import { FREE_PLAN } from '../accounts/plans.ts'
import type { Config } from '../config/config.ts'
import { accountData } from '../console/account-data.ts'
import { accountLog } from '../console/account-log.ts'
import { accountRequests } from '../console/account-requests.ts'
import { accountRetention } from '../console/account-retention.ts'
import { ownerCaller } from '../console/callers.ts'
import { firstRequests } from '../console/first-request.ts'
import type { ConsoleParts } from '../console/parts.ts'
import type { Db } from '../database/open.ts'
import type { DetectionService } from '../detection/service.ts'
import type { FontService } from '../fonts/service.ts'
import { pathOf } from '../http/base-path.ts'
import { type Identity, openIdentity } from '../identity/open.ts'
import { DAY_MS } from '../kernel/clock.ts'
import { FatalError } from '../kernel/invariant.ts'
import { outboxHasPages } from '../messages/routes.ts'
import type { Assets } from '../pages/assets.ts'
import type { FacturxChecks } from '../rendering/facturx-check.ts'
import type { RenderService } from '../rendering/service.ts'
import { forgetRegistered, registeredOf } from '../signing/authentication/registered-store.ts'
import { brandNameFindings } from '../signing/branding/name-rules.ts'
import { SenderNotices } from '../signing/notifications/notice-store.ts'
import type { Bulk } from '../signing/open.ts'
import { ExternalSealReports } from '../signing/sealing/external-seal-reports.ts'
import type { TemplateService } from '../templates/service.ts'
import type { VerifyPool } from '../verification/verify-pool.ts'
import type { Platform } from './platform.ts'
import type { StartedSigning } from './signing.ts'

type CallerOf = Parameters<typeof accountRequests>[0]['callerOf']

const SWEEP = 'identity.sweep'

/** Dependencies of the console. */
interface ConsoleSources {
  platform: Platform
  config: Config
  renders: RenderService
  signing: StartedSigning
  bulk: Bulk
  templates: TemplateService
  fonts: FontService
  facturxChecks: FacturxChecks
  detection: DetectionService
  verifiers: Pick<VerifyPool, 'trail'>
  assets: Assets
}

const registeredIn = (db: Db) => ({
  of: (accountId: string) => registeredOf(db, accountId),
  forget: async (accountId: string) => {
    await forgetRegistered(db, accountId)
  },
})

/**
 * Opens the console.
 * @throws FatalError for a plan in PARAPH_SIGNUP_PLANS that the catalogue does not have
 */
export async function startConsole(sources: ConsoleSources): Promise<ConsoleParts> {
  const { platform, config, renders, templates, fonts, facturxChecks, signing, bulk } = sources
  const { detection, verifiers, assets } = sources
  const { accounts, messages, db, clock } = platform
  const { plans } = config.signup
  const unknown = plans.filter((plan) => !accounts.plans.has(plan))
  if (unknown.length > 0)
    throw new FatalError(`PARAPH_SIGNUP_PLANS names unknown plans: ${unknown.join(', ')}`)
  const { baseUrl } = config.server
  const identity = identityOf(platform, config)
  await sweepDaily(platform, identity)
  const { trails, pkiOf, webhooks } = platform
  const notices = new SenderNotices(db)
  const externalSeals = new ExternalSealReports(signing.parts)
  const callerOf: CallerOf = (accountId, mode) => ownerCaller({ accounts }, accountId, mode)
  return {
    identity,
    accounts,
    renders,
    templates,
    fonts,
    facturxChecks,
    bulk,
    firstRequests: firstRequests(signing, () => void pkiOf('test')),
    requests: accountRequests({
      db,
      signing,
      texting: signing.parts.texting,
      accounts,
      trails,
      events: identity.events,
      pkiOf,
      verifiers,
      callerOf,
    }),
    webhooks: webhooks.webhooks,
    notices,
    log: accountLog({ trails, events: identity.events, pkiOf, verifiers }),
    retention: accountRetention({
      db,
      periods: signing.parts.periods,
      erasure: signing.erasure,
      events: identity.events,
      members: identity.members,
      mails: messages.mails,
      origin: baseUrl,
    }),
    branding: signing.parts.branding,
    embedding: signing.parts.embedding,
    externalSeals,
    detection,
    accountData: dataOf(sources, { notices, externalSeals, callerOf }),
    nameFindings: async (id, name) =>
      brandNameFindings(name, await signing.parts.senderFacts(id)).length > 0,
    assets,
    clock,
    baseUrl,
    secure: baseUrl.startsWith('https:'),
    belowPath: pathOf(baseUrl) !== '',
    plans: plans.length > 0 ? plans : [FREE_PLAN],
    planAdvice: config.accounts.planAdvice,
    missingCarriers: messages.missing,
    outbox: messages.outbox !== undefined && outboxHasPages(config.server),
  }
}

/** What is stored about an account. */
const dataOf = (
  { platform: { db, webhooks }, signing, bulk, templates, fonts }: ConsoleSources,
  own: { notices: SenderNotices; externalSeals: ExternalSealReports; callerOf: CallerOf },
) =>
  accountData({
    ...own,
    ...bulk,
    templates,
    fonts,
    requests: signing.requests,
    webhooks: webhooks.webhooks,
    branding: signing.parts.branding,
    embedding: signing.parts.embedding,
    periods: signing.parts.periods,
    registered: registeredIn(db),
  })

/** The people who log in, by the operator's rules. */
function identityOf({ db, clock, trails, accounts, messages }: Platform, config: Config): Identity {
  return openIdentity({
    db,
    clock,
    trails,
    accounts,
    mails: messages.mails,
    signup: config.signup,
    origin: config.server.baseUrl,
    eventDays: config.retentionDays.securityEvents,
    passwords: config.passwords,
    ...(config.oidc !== undefined && { oidc: config.oidc }),
  })
}

/** Removes expired links and sessions, now and every day. */
async function sweepDaily({ jobs, db }: Platform, identity: Identity): Promise<void> {
  const later = () => jobs.add(db, SWEEP, {}, { uniqueKey: 'daily', delayMs: DAY_MS })
  jobs.handle(SWEEP, {
    retryDelaysMs: [DAY_MS / 24],
    async run() {
      await identity.sweep()
      await later()
    },
  })
  await identity.sweep()
  await later()
}
