/** Builds every object of the service by hand, in order, and closes them in reverse. */
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { openAccounts } from './accounts/open.ts'
import { Trails } from './audit/trail.ts'
import { healthChecks } from './checks.ts'
import type { Config } from './config.ts'
import { lockDataFolder } from './database/lock.ts'
import { type Db, openDatabase } from './database/open.ts'
import { BlobStore } from './files/blob-store.ts'
import { officeMetrics, processMetrics } from './gauges.ts'
import { createLog } from './http/log.ts'
import { Uploads } from './http/uploads.ts'
import { Jobs } from './jobs/jobs.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { Metrics } from './kernel/metrics.ts'
import { startMachines } from './machines.ts'
import { openMessages } from './messages/open.ts'
import { MIGRATIONS } from './migrations.ts'
import { Assets } from './pages/assets.ts'
import type { MakeKey } from './pki/keys.ts'
import { openPki } from './pki/open.ts'
import { FacturxChecks } from './rendering/facturx-check.ts'
import { RenderService } from './rendering/service.ts'
import { TemplateService } from './templates/service.ts'
import { TemplateStore } from './templates/store.ts'

/** Everything that routes are given. */
export type Services = Awaited<ReturnType<typeof createServices>>

/** What a test may put in place of the real thing. */
export interface Ports {
  clock?: Clock
  /** Gives RSA-4096 private keys, which take seconds to make. */
  makeKey?: MakeKey
}

const readVersion = (): string => {
  const file = new URL('../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** Opens the data folder, starts LibreOffice and the merge threads, and connects the services. */
export async function createServices(config: Config, ports: Ports = {}) {
  const clock = ports.clock ?? systemClock
  const log = createLog(config.server.logLevel)
  const metrics = new Metrics()
  const { dataDir } = config
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataFolder(dataDir)
  const database = openDatabase({ folder: dataDir, migrations: MIGRATIONS, clock, verify: true })
  const { db } = database
  const accounts = await openAccounts({ db, clock, dataFolder: dataDir, config: config.accounts })
  await accounts.start()
  const blobs = new BlobStore(join(dataDir, 'blobs'))
  await blobs.open()
  const machines = await startMachines(config, log)
  const { merger, invoices, office } = machines
  const templates = new TemplateService(new TemplateStore(db), blobs, merger, clock)
  await templates.sweep()
  const renders = new RenderService(accounts.quota, templates, machines, metrics, clock)
  const facturxChecks = new FacturxChecks(invoices, templates)
  const uploads = new Uploads(config.server.uploadsMax)
  const authority = startAuthority({ config, clock, log, db, ports })
  const background = openBackground({ db, clock, log, metrics, config })
  officeMetrics(metrics, office)
  processMetrics(metrics, uploads)
  let draining = false

  return {
    clock,
    config,
    log,
    metrics,
    version: readVersion(),
    accounts: { ...accounts, clock },
    templates,
    renders,
    pki: authority.pki,
    facturxChecks,
    uploads,
    ...background.services,
    assets: openAssets(log),
    checks: healthChecks({
      config,
      office,
      db,
      authority: authority.pki.authority,
      others: background.checks,
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
      await background.close()
      await machines.close()
      await authority.close()
      await database.close()
      lock.release()
    },
  }
}

/** Without them the API works all the same, so a server that lacks them starts and says so. */
function openAssets(log: FastifyBaseLogger): Assets {
  const assets = Assets.open()
  if (assets.missing !== undefined) log.error(assets.missing)
  return assets
}

/** What goes on after an answer: jobs, the trail, messages. */
function openBackground(parts: {
  db: Db
  clock: Clock
  log: FastifyBaseLogger
  metrics: Metrics
  config: Config
}) {
  const { db, clock, log, metrics, config } = parts
  const jobs = new Jobs({ db, clock, log })
  const trails = new Trails(db, clock)
  const messages = openMessages({ db, jobs, clock, log, metrics, ...config })
  const { mails, texts, outbox } = messages
  return {
    services: { jobs, trails, mails, texts, outbox },
    checks: messages.checks,
    async close() {
      await jobs.close()
      messages.close()
    },
  }
}

/** The certificate authority, which sets itself up while the service runs already. */
function startAuthority(parts: {
  config: Config
  clock: Clock
  log: FastifyBaseLogger
  db: Db
  ports: Ports
}) {
  const { config, clock, log, db, ports } = parts
  const pki = openPki({
    db,
    clock,
    dataFolder: config.dataDir,
    baseUrl: config.server.baseUrl,
    config: config.pki,
    ...(ports.makeKey !== undefined && { makeKey: ports.makeKey }),
  })
  const settled = pki.authority.start({ make: config.pki.automatic }).then(() => {
    const { state } = pki.authority
    if (state.status !== 'failed') pki.keyPool.start()
    else if (config.pki.automatic) log.error({ err: state.error }, 'no certificate authority')
    else log.info('no certificate authority yet: the command "ca init" makes it')
  })
  return {
    pki,
    async close() {
      pki.keyPool.close()
      // A key in the making cannot be stopped, and what follows it needs the database.
      await settled
    },
  }
}
