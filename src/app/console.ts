/** Wires the console: users, trials, and the services that store an account's data. */

import { FREE_PLAN, type Plan } from '../accounts/plans.ts'
import type { Config } from '../config/config.ts'
import { accountData } from '../console/account-data.ts'
import { accountLog } from '../console/account-log.ts'
import { accountRequests } from '../console/account-requests.ts'
import { accountRetention } from '../console/account-retention.ts'
import { ownerCaller } from '../console/callers.ts'
import { firstRequests } from '../console/first-request.ts'
import { accountPages } from '../console/pages/account.ts'
import { entryPages } from '../console/pages/entry.tsx'
import { factorPages } from '../console/pages/factors.ts'
import { facturxPages } from '../console/pages/facturx.ts'
import { homePages } from '../console/pages/home.ts'
import { keyPages } from '../console/pages/keys.ts'
import { linkPages } from '../console/pages/links.tsx'
import { logPages } from '../console/pages/log.tsx'
import { memberPages } from '../console/pages/members.ts'
import { oidcPages } from '../console/pages/oidc.tsx'
import { organisationPages } from '../console/pages/organisations.tsx'
import { requestPages } from '../console/pages/requests.ts'
import { secondStepPages } from '../console/pages/second-step.tsx'
import { settingsPages } from '../console/pages/settings.ts'
import { templatePages } from '../console/pages/templates.ts'
import { usagePages } from '../console/pages/usage.tsx'
import { webhookPages } from '../console/pages/webhooks.ts'
import type { ConsoleSection } from '../console/route-builder.ts'
import type { Db } from '../database/open.ts'
import type { DetectionService } from '../detection/service.ts'
import type { FontService } from '../fonts/service.ts'
import { pathOf } from '../http/base-path.ts'
import type { Identity } from '../identity/open.ts'
import { FatalError } from '../kernel/invariant.ts'
import { outboxHasPages } from '../messages/routes.ts'
import type { Assets } from '../pages/assets.ts'
import type { Deferred } from '../rendering/deferred.ts'
import type { FacturxChecks } from '../rendering/facturx-check.ts'
import type { RenderService } from '../rendering/service.ts'
import { forgetRegistered, registeredOf } from '../signing/authentication/registered-store.ts'
import { brandNameFindings } from '../signing/branding/name-rules.ts'
import { SenderNotices } from '../signing/notifications/notice-store.ts'
import type { Bulk } from '../signing/open.ts'
import { ExternalSealReports } from '../signing/sealing/external-seal-reports.ts'
import type { TemplateService } from '../templates/service.ts'
import type { VerifyPool } from '../verification/verify-pool.ts'
import { identityOf, sweepDaily } from './identity.ts'
import type { Platform } from './platform.ts'
import type { StartedSigning } from './signing.ts'

type CallerOf = Parameters<typeof accountRequests>[0]['callerOf']

/** Dependencies of the console. */
interface ConsoleSources {
  platform: Platform
  config: Config
  renders: RenderService
  signing: StartedSigning
  bulk: Bulk
  templates: TemplateService
  fonts: FontService
  deferred: Deferred
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
export async function startConsole(sources: ConsoleSources) {
  const { platform, config, signing, assets } = sources
  const { accounts, db } = platform
  const { baseUrl } = config.server
  const plans = plansOffered(config.signup.plans, accounts.plans)
  const identity = identityOf(platform, config)
  await sweepDaily(platform, identity)
  const callerOf: CallerOf = (accountId, mode) => ownerCaller({ accounts }, accountId, mode)
  const stored = {
    notices: new SenderNotices({ db }),
    externalSeals: new ExternalSealReports(signing.parts),
  }
  const accountData = dataOf(sources, { ...stored, callerOf })
  const own = ownServices(sources, identity, callerOf)
  const parts = {
    ...sources,
    ...stored,
    ...own,
    ...settingsOf(sources),
    accounts,
    accountData,
    identity,
    plans,
  }
  return {
    identity,
    assets,
    parts,
    sections: SECTIONS,
    /** The editor in frames of other pages, where nobody logs in. */
    framedEditor: { ...sources, ...signing.parts, ...parts },
    secure: baseUrl.startsWith('https:'),
    belowPath: pathOf(baseUrl) !== '',
  }
}

/** Every section, in navigation order. A new section is one more file and one more line here. */
const SECTIONS: readonly ConsoleSection[] = [
  homePages,
  templatePages,
  facturxPages,
  requestPages,
  webhookPages,
  keyPages,
  usagePages,
  memberPages,
  logPages,
  settingsPages,
  accountPages,
  ...[factorPages, secondStepPages, oidcPages, linkPages, organisationPages, entryPages],
]

/** The plans for new keys. @throws FatalError for one that the catalogue does not have */
function plansOffered(
  plans: readonly string[],
  known: ReadonlyMap<string, Plan>,
): readonly string[] {
  const unknown = plans.filter((plan) => !known.has(plan))
  if (unknown.length > 0)
    throw new FatalError(`PARAPH_SIGNUP_PLANS names unknown plans: ${unknown.join(', ')}`)
  return plans.length > 0 ? plans : [FREE_PLAN]
}

/** What pages say and show by the operator's settings. */
const settingsOf = ({ platform: { messages }, config }: ConsoleSources) => ({
  baseUrl: config.server.baseUrl,
  planAdvice: config.accounts.planAdvice,
  missingCarriers: messages.missing,
  outbox: messages.outbox !== undefined && outboxHasPages(config.server),
})

/** The services that only the console has. */
function ownServices(
  { platform, config, signing, verifiers }: ConsoleSources,
  { events, members }: Identity,
  callerOf: CallerOf,
) {
  const { accounts, messages, db, clock, trails, pkiOf, webhooks } = platform
  const { texting, periods, branding, embedding, senderFacts } = signing.parts
  const logged = { trails, events, pkiOf, verifiers }
  const { mails } = messages
  return {
    clock,
    webhooks: webhooks.webhooks,
    branding,
    embedding,
    firstRequests: firstRequests(signing, () => void pkiOf('test')),
    requests: accountRequests({ ...logged, db, signing, texting, accounts, callerOf }),
    log: accountLog(logged),
    retention: accountRetention({
      db,
      periods,
      erasure: signing.erasure,
      events,
      members,
      mails,
      origin: config.server.baseUrl,
    }),
    nameFindings: async (accountId: string, name: string) =>
      brandNameFindings(name, await senderFacts(accountId)).length > 0,
  }
}

/** What is stored about an account. */
const dataOf = (
  { platform: { db, webhooks }, signing, bulk, templates, fonts, deferred }: ConsoleSources,
  own: { notices: SenderNotices; externalSeals: ExternalSealReports; callerOf: CallerOf },
) =>
  accountData({
    ...own,
    ...bulk,
    templates,
    fonts,
    deferred,
    requests: signing.requests,
    lists: signing.lists,
    webhooks: webhooks.webhooks,
    branding: signing.parts.branding,
    embedding: signing.parts.embedding,
    periods: signing.parts.periods,
    registered: registeredIn(db),
  })
