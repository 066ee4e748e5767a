/** Builds every object of the service by hand, in order, and closes them in reverse. */
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { StorageOf } from '../accounts/usage.ts'
import type { Config } from '../config/config.ts'
import { DetectionService } from '../detection/service.ts'
import type { MergePool } from '../docx/merge-pool.ts'
import { BlobStore } from '../files/blob-store.ts'
import { Uploads } from '../http/upload-places.ts'
import type { LateOffice } from '../office/late.ts'
import { Assets } from '../pages/assets.ts'
import { Drafts } from '../rendering/drafts.ts'
import { FacturxChecks } from '../rendering/facturx-check.ts'
import { RenderService } from '../rendering/service.ts'
import { Retention } from '../retention/retention.ts'
import type { DraftLimits } from '../signing/parts.ts'
import { TemplateService } from '../templates/service.ts'
import { TemplateStore } from '../templates/store.ts'
import { openVerification } from '../verification/open.ts'
import type { VerificationService } from '../verification/service.ts'
import { startConsole } from './console.ts'
import { healthChecks } from './health.ts'
import {
  authorityMetrics,
  folderMetrics,
  jobMetrics,
  officeMetrics,
  processMetrics,
  requestMetrics,
} from './metrics.ts'
import { trustedOutside } from './outside-authorities.ts'
import { openPlatform, type Platform, type Ports, VERSION } from './platform.ts'
import { startSigning } from './signing.ts'
import { openWorkers } from './workers.ts'

/** Everything that routes are given. */
export type Services = Awaited<ReturnType<typeof createServices>>

/** Opens the data folder and connects the services; LibreOffice and the threads start with `warm`. */
export async function createServices(config: Config, ports: Ports = {}) {
  const foundation = await openPlatform(config, ports)
  const { clock, log, metrics, accounts, db, messages, pki } = foundation
  const machines = openWorkers(config, log)
  const { merger, invoices, office } = machines
  const templates = await openTemplates(foundation, config, merger)
  const uploads = new Uploads(config.server.uploadsMax)
  const renders = new RenderService(accounts.quota, templates, machines, metrics, clock)
  const signing = await startSigning(foundation, config, {
    searchers: machines.searchers,
    documents: machines.documents,
    report: async (filename, bytes) =>
      JSON.parse(JSON.stringify(await verification.verify({ filename, bytes }))),
  })
  const verification = startVerification(foundation, config, { machines, signing })
  const assets = openAssets(log)
  const facturxChecks = new FacturxChecks(invoices, templates)
  const detection = new DetectionService(machines.searchers, new Drafts(machines))
  const { verifiers } = machines
  const tried = { renders, templates, facturxChecks, signing, detection, verifiers }
  const consoleParts = await startConsole({ foundation, config, assets, ...tried })
  const { keep } = config
  const retention = new Retention({ ...foundation, ...signing, ...messages, keep, templates })
  measure({ foundation, config, office, uploads, signing })
  let draining = false

  return {
    ...foundation,
    config,
    version: VERSION,
    templates,
    storageOf: storageOf({ templates, signing, limits: config.drafts }),
    renders,
    detection,
    facturxChecks,
    signing,
    verification,
    uploads,
    ...messages,
    retention,
    assets,
    consoleParts,
    checks: healthChecks({
      config,
      office,
      db,
      authority: pki.authority,
      others: [...messages.checks, retention.check],
      draining: () => draining,
    }),
    ...running(foundation, machines, retention),
    get draining(): boolean {
      return draining
    },
    /** From now on /health/ready says no, so that a balancer sends nothing more. */
    drain() {
      draining = true
    },
  }
}

/** Start and end of all of it. */
const running = (
  foundation: Platform,
  machines: ReturnType<typeof openWorkers>,
  retention: Retention,
) => ({
  /** Begins the work behind the requests. */
  start: () => retention.start().then(() => foundation.start()),
  /** Starts what does the heavy work, while requests are answered. @throws FatalError where it cannot be started */
  warm: () => machines.warm(),
  async close() {
    await foundation.jobs.close()
    await machines.close()
    await foundation.close()
  },
})

/** Stored templates and their files. */
async function openTemplates({ db, clock }: Platform, config: Config, merger: MergePool) {
  const blobs = new BlobStore(join(config.dataDir, 'blobs'))
  await blobs.open()
  const templates = new TemplateService(new TemplateStore(db), blobs, merger, clock)
  await templates.sweep()
  return templates
}

type Signing = Awaited<ReturnType<typeof startSigning>>

/** What an account holds, for `GET /usage`. */
const storageOf =
  (parts: { templates: TemplateService; signing: Signing; limits: DraftLimits }): StorageOf =>
  async (caller) => {
    const { limits } = parts
    const { drafts, unsentBytes, bytes } = await parts.signing.requests.held(caller)
    return {
      bytes: bytes + (await parts.templates.bytes(caller)),
      drafts: { used: drafts, limit: limits.drafts },
      unsent_bytes: { used: unsentBytes, limit: limits.bytes },
    }
  }

/** Judges signed files by our own authority and by those that the operator trusts. */
const startVerification = (
  { clock, pki }: Platform,
  config: Config,
  { machines, signing }: { machines: ReturnType<typeof openWorkers>; signing: Signing },
): VerificationService =>
  openVerification({
    threads: machines.verifiers,
    clock,
    authority: pki.authority,
    trustDir: config.verify.trustDir,
    stampRoots: trustedOutside(config.tsa).roots.map(({ der }) => der),
    known: signing.knownFiles,
  })

/** What /metrics shows of the parts that keep their own numbers. */
function measure(parts: {
  foundation: Platform
  config: Config
  office: LateOffice
  uploads: Uploads
  signing: Signing
}): void {
  const { foundation, config, office, uploads, signing } = parts
  const { metrics, jobs, pki } = foundation
  officeMetrics(metrics, office)
  processMetrics(metrics, uploads)
  folderMetrics(metrics, { ...foundation, dataDir: config.dataDir, version: VERSION })
  jobMetrics(metrics, jobs)
  authorityMetrics(metrics, pki.authority)
  requestMetrics(metrics, () => signing.countOpen())
}

/** Without them the API works all the same, so a server that lacks them starts and says so. */
function openAssets(log: FastifyBaseLogger): Assets {
  const assets = Assets.open()
  if (assets.missing !== undefined) log.error(assets.missing)
  return assets
}
