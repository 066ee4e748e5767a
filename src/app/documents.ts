/** Documents: templates, fonts, rendering and detection, and the storage that accounts use. */
import type { StorageOf } from '../accounts/usage.ts'
import { DetectionService } from '../detection/service.ts'
import type { MergePool } from '../docx/merge-pool.ts'
import type { Storage } from '../files/storage.ts'
import { FontService } from '../fonts/service.ts'
import { FontStore } from '../fonts/store.ts'
import { SecretVault } from '../kernel/secret-vault.ts'
import { Batches } from '../rendering/batches.ts'
import { CreditNotes } from '../rendering/credit-notes.ts'
import { Deferred } from '../rendering/deferred.ts'
import { CallFiles } from '../rendering/deferred-files.ts'
import type { WorkParts } from '../rendering/deferred-work.ts'
import { Drafts } from '../rendering/drafts.ts'
import { FacturxEmbeds } from '../rendering/embedding.ts'
import { FacturxChecks } from '../rendering/facturx-check.ts'
import { fileCalls } from '../rendering/file-calls.ts'
import { RenderService } from '../rendering/service.ts'
import type { DraftLimits } from '../signing/requests/draft-limits.ts'
import type { RequestTemplates } from '../signing/templates/service.ts'
import { TemplateService } from '../templates/service.ts'
import { TemplateStore } from '../templates/store.ts'
import type { Platform } from './platform.ts'
import type { StartedSigning } from './signing.ts'
import type { Workers } from './workers.ts'

/** Documents made from templates: stored ones, fonts, invoices and the detection of fields. */
export async function openDocuments(
  platform: Platform,
  storage: Storage,
  workers: Workers,
  parts: Pick<WorkParts, 'callerOf'> & { origin: string },
) {
  const { accounts, metrics, clock } = platform
  const { merger, invoices, searchers } = workers
  const templates = await openTemplates(platform, storage, merger)
  const fonts = await openFonts(platform, storage, merger)
  const renders = new RenderService(accounts.quota, { templates, fonts }, workers, metrics, clock)
  const facturxChecks = new FacturxChecks(invoices, templates)
  const credits = new CreditNotes(invoices, renders, facturxChecks)
  const embeds = new FacturxEmbeds(accounts.quota, workers, clock)
  const detection = new DetectionService(searchers, new Drafts(workers, fonts))
  const batches = new Batches({ renders, steps: workers.steps })
  const vault = new SecretVault(accounts.deriveKey('calls that are answered later'))
  const files = new CallFiles({ ...parts, blobs: await storage.blobs('deferred'), vault })
  const { quota } = accounts
  const events = platform.webhooks.batches
  const calls = fileCalls({ renders, credits, embeds, batches })
  const deferred = new Deferred({ ...platform, ...parts, quota, events, files, calls })
  return { templates, fonts, renders, facturxChecks, credits, detection, deferred }
}

/** Stored templates and their files; what a crash left of them goes with the daily run, which begins at each start. */
export async function openTemplates({ db, clock }: Platform, storage: Storage, merger: MergePool) {
  return new TemplateService(new TemplateStore(db), await storage.blobs('blobs'), merger, clock)
}

/** The fonts of accounts and their files. */
export async function openFonts(
  { db, clock, trails }: Platform,
  storage: Storage,
  merger: MergePool,
) {
  const blobs = await storage.blobs('fonts')
  return new FontService({ store: new FontStore(db), blobs, merger, trails, clock })
}

/** Storage used by an account, for `GET /usage`. */
export const storageOf =
  (parts: {
    templates: TemplateService
    fonts: FontService
    requestTemplates: RequestTemplates
    signing: StartedSigning
    limits: DraftLimits
  }): StorageOf =>
  async (caller) => {
    const { limits } = parts
    const { drafts, unsentBytes, bytes } = await parts.signing.requests.held(caller)
    const { templates, fonts, requestTemplates } = parts
    const stored = await Promise.all(
      [templates, fonts, requestTemplates].map((each) => each.bytes(caller)),
    )
    return {
      bytes: stored.reduce((sum, each) => sum + each, bytes),
      drafts: { used: drafts, limit: limits.drafts },
      unsent_bytes: { used: unsentBytes, limit: limits.bytes },
    }
  }
