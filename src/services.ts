/** Builds every object of the service by hand, in order, and closes them in reverse. */
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { healthChecks } from './checks.ts'
import type { Config } from './config.ts'
import { startConsole } from './console-services.ts'
import { DetectionService } from './detection/service.ts'
import { BlobStore } from './files/blob-store.ts'
import { openFoundation, type Ports, VERSION } from './foundation.ts'
import { officeMetrics, processMetrics } from './gauges.ts'
import { Uploads } from './http/uploads.ts'
import { startMachines } from './machines.ts'
import { trustedOutside } from './outside-authorities.ts'
import { Assets } from './pages/assets.ts'
import { Drafts } from './rendering/drafts.ts'
import { FacturxChecks } from './rendering/facturx-check.ts'
import { RenderService } from './rendering/service.ts'
import { startSigning } from './signing-services.ts'
import { TemplateService } from './templates/service.ts'
import { TemplateStore } from './templates/store.ts'
import { openVerification } from './verification/open.ts'

/** Everything that routes are given. */
export type Services = Awaited<ReturnType<typeof createServices>>

/** Opens the data folder, starts LibreOffice and the threads, and connects the services. */
export async function createServices(config: Config, ports: Ports = {}) {
  const foundation = await openFoundation(config, ports)
  const { clock, log, metrics, accounts, db, messages } = foundation
  const blobs = new BlobStore(join(config.dataDir, 'blobs'))
  await blobs.open()
  const machines = await startMachines(config, log)
  const { merger, invoices, office } = machines
  const templates = new TemplateService(new TemplateStore(db), blobs, merger, clock)
  await templates.sweep()
  const uploads = new Uploads(config.server.uploadsMax)
  const renders = new RenderService(accounts.quota, templates, machines, metrics, clock)
  const signing = await startSigning(foundation, config, {
    searchers: machines.searchers,
    documents: machines.documents,
    report: async (filename, bytes) =>
      JSON.parse(JSON.stringify(await verification.verify({ filename, bytes }))),
  })
  const verification = openVerification({
    threads: machines.verifiers,
    clock,
    authority: foundation.pki.authority,
    trustDir: config.verify.trustDir,
    trusted: trustedOutside(config.tsa).roots.map(({ der }) => der),
    known: signing.knownFiles,
  })
  const assets = openAssets(log)
  const detection = new DetectionService(machines.searchers, new Drafts(machines))
  const parts = { foundation, config, renders, signing, templates, detection, assets }
  const consoleParts = await startConsole(parts)
  officeMetrics(metrics, office)
  processMetrics(metrics, uploads)
  let draining = false

  return {
    ...foundation,
    config,
    version: VERSION,
    templates,
    renders,
    detection,
    facturxChecks: new FacturxChecks(invoices, templates),
    signing,
    verification,
    uploads,
    mails: messages.mails,
    texts: messages.texts,
    outbox: messages.outbox,
    assets,
    consoleParts,
    checks: healthChecks({
      config,
      office,
      db,
      authority: foundation.pki.authority,
      others: messages.checks,
      draining: () => draining,
    }),
    get draining(): boolean {
      return draining
    },
    /** From now on /health/ready says no, so that a balancer sends nothing more. */
    drain() {
      draining = true
    },
    async close() {
      await foundation.jobs.close()
      await machines.close()
      await foundation.close()
    },
  }
}

/** Without them the API works all the same, so a server that lacks them starts and says so. */
function openAssets(log: FastifyBaseLogger): Assets {
  const assets = Assets.open()
  if (assets.missing !== undefined) log.error(assets.missing)
  return assets
}
