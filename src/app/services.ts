/** Builds every object of the service by hand, in order, and closes them in reverse. */
import type { FastifyBaseLogger } from 'fastify'
import { clockHealth } from '../audit/clock-health.ts'
import type { Config } from '../config/config.ts'
import { isConsoleKey, ownerCaller } from '../console/callers.ts'
import { openStorage } from '../files/open-storage.ts'
import type { Storage } from '../files/storage.ts'
import { Uploads } from '../http/upload-slots.ts'
import { AdjustedClock, systemClock } from '../kernel/clock.ts'
import type { LazyOffice } from '../office/lazy-office.ts'
import { Assets } from '../pages/assets.ts'
import type { WorkParts } from '../rendering/deferred-work.ts'
import type { RenderService } from '../rendering/service.ts'
import { Retention } from '../retention/retention.ts'
import { openBulk } from '../signing/open.ts'
import type { TemplateService } from '../templates/service.ts'
import { openVerification } from '../verification/open.ts'
import type { VerificationService } from '../verification/service.ts'
import { trustedOutside } from './authorities.ts'
import { startConsole } from './console.ts'
import { openDocuments, storageOf } from './documents.ts'
import { healthChecks } from './health.ts'
import {
  authorityMetrics,
  folderMetrics,
  jobMetrics,
  officeMetrics,
  processMetrics,
} from './metrics.ts'
import { openPlatform, type Platform, type Ports, VERSION } from './platform.ts'
import { jobsChecks } from './roles.ts'
import { type StartedSigning, startSigning } from './signing.ts'
import { damageCheck, storageChecks, storageMetrics } from './storage.ts'
import { openWorkers, type Workers } from './workers.ts'

/** Everything that routes may use. */
export type Services = Awaited<ReturnType<typeof createServices>>

/** Opens the data folder and wires the services; LibreOffice and the threads start with `warm`. */
export async function createServices(config: Config, ports: Ports = {}) {
  const ownClock = ports.clock ?? new AdjustedClock(systemClock)
  // First: a bucket that cannot be used must leave the data folder as it is.
  const storage = await openStorage(config.storage, { ...config, clock: ownClock })
  const platform = await openPlatform(config, { ...ports, clock: ownClock })
  const { log, messages } = platform
  const workers = ports.workers ?? openWorkers(config, log, ports.officeOnDemand)
  const { office, verifiers } = workers
  const uploads = new Uploads(config.server.uploadsMax)
  const calling = { callerOf: callersOf(platform), origin: config.server.baseUrl }
  const documents = await openDocuments(platform, storage, workers, calling)
  const { templates, fonts, renders, deferred } = documents
  const signing = await startSigning(platform, config, {
    searchers: workers.searchers,
    documents: workers.documents,
    blobs: await storage.blobs('documents'),
    report: async (filename, bytes) =>
      JSON.parse(JSON.stringify(await verification.verify({ filename, bytes }, 'en'))),
  })
  const bulk = startBulk(platform, { signing, renders, templates })
  const verification = startVerification(platform, config, { workers, signing })
  const assets = openAssets(log)
  const tried = { ...documents, signing, bulk }
  const developers = await startConsole({ platform, config, assets, verifiers, ...tried })
  const held = { ...bulk, templates, fonts, deferred, retentionDays: config.retentionDays }
  const retention = new Retention({ ...platform, ...signing, ...messages, ...held })
  measure({ platform, config, storage, office, uploads, signing })
  let draining = false

  return {
    ...platform,
    config,
    office,
    version: VERSION,
    storageOf: storageOf({ ...bulk, templates, fonts, signing, limits: config.drafts }),
    ...tried,
    ...bulk,
    verification,
    uploads,
    ...messages,
    retention,
    assets,
    console: developers,
    checks: healthChecks({
      config,
      office,
      db: platform.db,
      authority: platform.pki.authority,
      others: checksOf(platform, { storage, retention, signing }),
      draining: () => draining,
    }),
    ...running({ platform, config, storage, workers, retention, signing, shared: ports.workers }),
    get draining(): boolean {
      return draining
    },
    /** From now on /health/ready reports unready, so that a load balancer sends no more requests. */
    drain() {
      draining = true
    },
  }
}

/** What the health of the service depends on besides LibreOffice, the database and the authority. */
const checksOf = (
  platform: Platform,
  parts: { storage: Storage; retention: Retention; signing: StartedSigning },
) => [
  ...storageChecks(parts.storage),
  ...platform.messages.checks,
  parts.retention.check,
  parts.signing.renewal.check,
  clockHealth(platform),
  damageCheck(parts.storage, platform.db, platform.metrics),
  ...jobsChecks(platform.instance),
]

/** Start and stop of all services. */
const running = (parts: {
  platform: Platform
  config: Config
  storage: Storage
  workers: Workers
  retention: Retention
  signing: StartedSigning
  shared: Workers | undefined
}) => ({
  /** Starts background work, where it is this instance's. */
  async start() {
    if (!parts.config.roles.has('jobs')) return
    for (const part of [parts.retention, parts.signing.renewal, parts.platform]) await part.start()
  },
  /** Starts the workers while requests are already served. */
  warm: () => parts.workers.warm(),
  async close() {
    await parts.platform.jobs.close()
    if (parts.shared === undefined) await parts.workers.close()
    await parts.platform.close()
    parts.storage.close()
  },
})

/** Keys, and people in the console, as callers of what they have ordered. */
const callersOf =
  ({ accounts }: Platform): WorkParts['callerOf'] =>
  async ({ account_id, key_id, mode }) =>
    isConsoleKey(key_id)
      ? ownerCaller({ accounts }, account_id, mode)
      : await accounts.keys.callerOf(key_id)

/** Request templates, and the job that sends them to lists. */
const startBulk = (
  platform: Platform,
  parts: { signing: StartedSigning; renders: RenderService; templates: TemplateService },
) =>
  openBulk(parts.signing, {
    ...parts,
    rateLimiter: platform.accounts.rateLimiter,
    callerOf: callersOf(platform),
  })

/** Validates signed files against our own authority and those that the operator trusts. */
const startVerification = (
  { clock, pki }: Platform,
  config: Config,
  { workers, signing }: { workers: ReturnType<typeof openWorkers>; signing: StartedSigning },
): VerificationService =>
  openVerification({
    threads: workers.verifiers,
    clock,
    authority: pki.authority,
    trustDir: config.verify.trustDir,
    stampRoots: trustedOutside(config.tsa).roots.map(({ der }) => der),
    known: signing.issuedFiles,
  })

/** Registers the gauges of parts that maintain their own counters. */
function measure(parts: {
  platform: Platform
  config: Config
  storage: Storage
  office: LazyOffice
  uploads: Uploads
  signing: StartedSigning
}): void {
  const { platform, config, storage, office, uploads, signing } = parts
  const { metrics, jobs, pki } = platform
  officeMetrics(metrics, office)
  processMetrics(metrics, uploads)
  storageMetrics(metrics, storage)
  folderMetrics(metrics, { ...platform, dataDir: config.dataDir, version: VERSION })
  jobMetrics(metrics, jobs)
  authorityMetrics(metrics, pki.authority)
  metrics.asked('paraph_signature_requests_open', 'Open signature requests', 0, () =>
    signing.countOpen(),
  )
}

/** The API works without them, so a server that lacks them starts and logs a warning. */
function openAssets(log: FastifyBaseLogger): Assets {
  const assets = Assets.open()
  if (assets.missing !== undefined) log.error(assets.missing)
  return assets
}
