/** Connects the console: people who log in, what they can try, and who keeps something of an account. */

import type { Caller } from '../accounts/caller.ts'
import { FREE_PLAN } from '../accounts/plans.ts'
import type { Config } from '../config/config.ts'
import type { ConsoleParts } from '../console/parts.ts'
import type { ExportedFile, Holding, TrialSigning } from '../console/ports.ts'
import type { DetectionService } from '../detection/service.ts'
import { type Identity, openIdentity } from '../identity/open.ts'
import { DAY_MS } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { FatalError } from '../kernel/invariant.ts'
import { outboxHasPages } from '../messages/routes.ts'
import type { Assets } from '../pages/assets.ts'
import type { FacturxChecks } from '../rendering/facturx-check.ts'
import type { RenderService } from '../rendering/service.ts'
import type { openSigning } from '../signing/open.ts'
import type { TemplateService } from '../templates/service.ts'
import type { VerifyPool } from '../verification/verify-pool.ts'
import { consoleRequests } from './console-requests.ts'
import { consoleWebhooks } from './console-webhooks.ts'
import type { Foundation } from './platform.ts'

type Signing = ReturnType<typeof openSigning>
type Modes = 'live' | 'test'

const SWEEP = 'identity.sweep'

/** What the console is connected with. */
export interface ConsoleSources {
  foundation: Foundation
  config: Config
  renders: RenderService
  signing: Signing
  templates: TemplateService
  facturxChecks: FacturxChecks
  detection: DetectionService
  verifiers: Pick<VerifyPool, 'trail'>
  assets: Assets
}

/**
 * Opens the console.
 * @throws FatalError for a plan in PARAPH_SIGNUP_PLANS that the catalogue does not have
 */
export async function startConsole(sources: ConsoleSources): Promise<ConsoleParts> {
  const { foundation, config, renders, templates, facturxChecks, signing } = sources
  const { detection, verifiers, assets } = sources
  const { accounts, messages, db, clock } = foundation
  const { mode, domains, plans } = config.signup
  const unknown = plans.filter((plan) => !accounts.plans.has(plan))
  if (unknown.length > 0)
    throw new FatalError(`PARAPH_SIGNUP_PLANS names unknown plans: ${unknown.join(', ')}`)
  const { baseUrl } = config.server
  const signup = { mode, domains }
  const { mails } = messages
  const eventDays = config.keep.securityEvents
  const identity = openIdentity({ db, clock, accounts, mails, signup, origin: baseUrl, eventDays })
  await sweepDaily(foundation, identity)
  return {
    identity,
    accounts,
    renders,
    templates,
    facturxChecks,
    trialSigning: trialSigning(signing, foundation),
    requests: consoleRequests({
      signing,
      foundation,
      verifiers,
      callerOf: (accountId, mode) => callerOf(sources, accountId, mode),
    }),
    webhooks: consoleWebhooks(foundation.webhooks.webhooks),
    detection,
    holdings: [templateHolding(sources), requestHolding(sources), webhookHolding(sources)],
    assets,
    clock,
    baseUrl,
    secure: baseUrl.startsWith('https:'),
    plans: plans.length > 0 ? plans : [FREE_PLAN],
    outbox: messages.outbox !== undefined && outboxHasPages(config.server),
  }
}

/** Removes links and sessions that are over, now and every day. */
async function sweepDaily({ jobs, db }: Foundation, identity: Identity): Promise<void> {
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

const trialSigning = ({ requests }: Signing, foundation: Foundation): TrialSigning => ({
  async send(caller, { pdf, filename, field, email, locale, ip }) {
    await foundation.testPkiReady()
    const { page, x, y, width, height } = field
    const signers = [{ email, locale, fields: [{ page, x, y, width, height }] }]
    await requests.create(
      caller,
      { pdf, filename, signers, options: {} },
      { actor: `key:${caller.key.id}`, ip },
    )
  },
  async latest(caller) {
    // Whoever sees the page may press the button next: the keys are made meanwhile.
    foundation.pkiOf('test')
    const [newest] = (await requests.list(caller, { limit: 1 })).documents
    if (newest === undefined) return undefined
    const { id, name, status, created_at: createdAt } = newest
    return { id, name, status, createdAt }
  },
})

/** An account as the services of others know their callers. */
const callerOf = ({ foundation }: ConsoleSources, accountId: string, mode: Modes): Caller => {
  const plan =
    foundation.accounts.plans.get(FREE_PLAN) ?? [...foundation.accounts.plans.values()][0]
  if (plan === undefined) throw new FatalError('the catalogue has no plan')
  return {
    account: { id: accountId },
    key: { id: `console:${accountId}`, name: 'console', mode },
    plan,
    owner: true,
  }
}

const jsonFile = (path: string, value: unknown): ExportedFile => ({
  path,
  bytes: Buffer.from(`${JSON.stringify(value, null, 2)}\n`),
})

const PAGE = 100
/** An export is made in memory; template files beyond this are listed, and fetched by the API. */
const FILES_BYTES_MAX = 64 * 1_048_576

function templateHolding(sources: ConsoleSources): Holding {
  const { templates } = sources
  const all = async (caller: Caller) => {
    const found = []
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await templates.list(caller, cursor, PAGE)
      found.push(...page.templates)
      cursor = page.next_cursor
      more = cursor !== undefined
    }
    return found
  }
  return {
    async export(accountId) {
      const caller = callerOf(sources, accountId, 'live')
      const list = await all(caller)
      const files: ExportedFile[] = []
      const described = []
      let bytes = 0
      for (const template of list) {
        const versions = await templates.versions(caller, template.id)
        described.push({ ...template, versions })
        const current = versions.find((version) => version.current)
        bytes += current?.size_bytes ?? 0
        if (current === undefined || bytes > FILES_BYTES_MAX) continue
        const file = await templates.file(caller, template.id, current.version)
        files.push({ path: `templates/${template.id}.docx`, bytes: file.bytes })
      }
      return [jsonFile('templates.json', described), ...files]
    },
    async erase(accountId) {
      const caller = callerOf(sources, accountId, 'live')
      for (const { id } of await all(caller)) await templates.remove(caller, id)
    },
  }
}

function requestHolding(sources: ConsoleSources): Holding {
  const { requests } = sources.signing
  const all = async (accountId: string, mode: Modes) => {
    const caller = callerOf(sources, accountId, mode)
    const found = []
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await requests.list(caller, {
        limit: PAGE,
        ...(cursor !== undefined && { cursor }),
      })
      found.push(...page.documents)
      cursor = page.next_cursor
      more = cursor !== undefined
    }
    return { caller, found }
  }
  const modes: readonly Modes[] = ['live', 'test']
  return {
    async export(accountId) {
      const lists = []
      for (const mode of modes) lists.push(...(await all(accountId, mode)).found)
      return [jsonFile('signature-requests.json', lists)]
    },
    async erase(accountId) {
      for (const mode of modes) {
        const { caller, found } = await all(accountId, mode)
        const open = found.filter(({ status }) => status === 'draft' || status === 'pending')
        for (const { id } of open) await cancel(requests, caller, id)
      }
    },
  }
}

/** One that is being sealed goes on to its end: everybody has signed it. */
async function cancel(requests: Signing['requests'], caller: Caller, id: string): Promise<void> {
  try {
    await requests.cancel(caller, id, undefined, { actor: `key:${caller.key.id}` })
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'document_state_conflict') throw error
  }
}

function webhookHolding(sources: ConsoleSources): Holding {
  const { webhooks } = sources.foundation.webhooks
  const all = async (caller: Caller) => {
    const found = []
    for (let cursor: string | undefined, more = true; more; ) {
      const page = await webhooks.list(caller, { cursor, limit: PAGE, documentId: undefined })
      found.push(...page.webhooks)
      cursor = page.next_cursor
      more = cursor !== undefined
    }
    return found
  }
  return {
    async export(accountId) {
      return [jsonFile('webhooks.json', await all(callerOf(sources, accountId, 'live')))]
    },
    async erase(accountId) {
      const caller = callerOf(sources, accountId, 'live')
      for (const { id } of await all(caller)) await webhooks.remove(caller, id)
    },
  }
}
