/** Builds every object of the service by hand, in order, and closes them in reverse. */
import { mkdirSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { FastifyBaseLogger } from 'fastify'
import { type Accounts, openAccounts } from './accounts/open.ts'
import { HeadStamps } from './audit/stamping.ts'
import { Trails } from './audit/trail.ts'
import type { Config } from './config.ts'
import { lockDataFolder } from './database/lock.ts'
import { type Db, openDatabase } from './database/open.ts'
import { MergePool } from './docx/merge-pool.ts'
import { InvoicePool } from './facturx/invoice-pool.ts'
import { BlobStore } from './files/blob-store.ts'
import type { HealthCheck } from './http/health.ts'
import { createLog } from './http/log.ts'
import { Uploads } from './http/uploads.ts'
import { Jobs } from './jobs/jobs.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { Metrics } from './kernel/metrics.ts'
import { MIGRATIONS } from './migrations.ts'
import { OfficePool } from './office/office.ts'
import { PdfPool } from './pdf/pdf-pool.ts'
import type { Authority } from './pki/authority.ts'
import type { MakeKey } from './pki/keys.ts'
import { openPki } from './pki/open.ts'
import { FacturxChecks } from './rendering/facturx-check.ts'
import { RenderService } from './rendering/service.ts'
import { TemplateService } from './templates/service.ts'
import { TemplateStore } from './templates/store.ts'
import { openWebhooks } from './webhooks/open.ts'
import type { Resolver } from './webhooks/ports.ts'

/** Everything that routes are given. */
export type Services = Awaited<ReturnType<typeof createServices>>

/** What a test may put in place of the real thing. */
export interface Ports {
  clock?: Clock
  /** Gives RSA-4096 private keys, which take seconds to make. */
  makeKey?: MakeKey
  /** Finds the addresses of webhooks' host names. */
  resolver?: Resolver
}

const DISK_BYTES_MIN = 200_000_000

const readVersion = (): string => {
  const file = new URL('../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** Opens the data folder, starts LibreOffice and the merge threads, and connects the services. */
export async function createServices(config: Config, ports: Ports = {}) {
  const clock = ports.clock ?? systemClock
  const log = createLog(config.server.logLevel)
  const metrics = new Metrics()
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataFolder(config.dataDir)
  const { database, accounts } = await openData(config, clock)
  const blobs = new BlobStore(join(config.dataDir, 'blobs'))
  await blobs.open()
  const machines = await startMachines(config, log)
  const { merger, invoices, office } = machines
  const templates = new TemplateService(new TemplateStore(database.db), blobs, merger, clock)
  await templates.sweep()
  const renders = new RenderService(accounts.quota, templates, machines, metrics, clock)
  const facturxChecks = new FacturxChecks(invoices, templates)
  const uploads = new Uploads(config.server.uploadsMax)
  const authority = startAuthority({ config, clock, log, db: database.db, ports })
  const following = await startFollowing({
    config,
    clock,
    log,
    metrics,
    ports,
    db: database.db,
    accounts,
    authority,
  })
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
    ...following.parts,
    checks: [
      databaseCheck(() => database.db.selectFrom('accounts').select('id').limit(1).execute()),
      diskCheck(config.dataDir),
      officeCheck(office),
      authorityCheck(authority.pki.authority, config.pki.automatic),
      drainCheck(() => draining),
    ],
    get draining(): boolean {
      return draining
    },
    /** From now on /health/ready says no, so that a balancer sends nothing more. */
    drain() {
      draining = true
    },
    async close() {
      await following.close()
      await machines.close()
      await authority.close()
      await database.close()
      lock.release()
    },
  }
}

/** The database, and who may use the service. */
async function openData(config: Config, clock: Clock) {
  const database = openDatabase({
    folder: config.dataDir,
    migrations: MIGRATIONS,
    clock,
    verify: true,
  })
  const accounts = await openAccounts({
    db: database.db,
    clock,
    dataFolder: config.dataDir,
    config: config.accounts,
  })
  await accounts.start()
  return { database, accounts }
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

/** The trail and what follows it: background work, time-stamps, webhooks. */
async function startFollowing(parts: {
  config: Config
  clock: Clock
  log: FastifyBaseLogger
  metrics: Metrics
  ports: Ports
  db: Db
  accounts: Accounts
  authority: ReturnType<typeof startAuthority>
}) {
  const { config, clock, log, ports, db } = parts
  const jobs = new Jobs({ db, clock, log })
  const trails = new Trails(db, clock)
  const stamps = new HeadStamps({ db, clock, trails, jobs, stamper: parts.authority.pki.tsa, log })
  const webhooks = openWebhooks({
    db,
    clock,
    log,
    trails,
    // There are no documents to describe yet: signing is not part of the service.
    documents: { describe: async () => undefined },
    secretKey: parts.accounts.deriveKey('webhook secrets'),
    privateAllowed: config.webhooks.privateAllowed,
    version: readVersion(),
    ...(ports.resolver !== undefined && { resolver: ports.resolver }),
  })
  let pending = 0
  parts.metrics.gauge('paraph_webhooks_pending', 'Webhook deliveries to be sent', () => {
    webhooks.pending().then(
      (count) => {
        pending = count
      },
      () => undefined,
    )
    return pending
  })
  await stamps.start()
  await jobs.start()
  webhooks.start()
  return {
    parts: { db, jobs, trails, webhooks },
    async close() {
      await webhooks.close()
      await stamps.close()
      await jobs.close()
    },
  }
}

/** Starts LibreOffice and the threads, and runs their code once. */
async function startMachines(config: Config, log: ReturnType<typeof createLog>) {
  const merger = new MergePool(config.merge)
  const invoices = new InvoicePool(config.invoices)
  const pdfs = new PdfPool({ workers: 1, timeoutMs: config.merge.timeoutMs })
  const [office] = await Promise.all([
    OfficePool.start({ ...config.office, scratchDir: join(config.dataDir, 'office'), log }),
    merger.warm(),
    invoices.warm(),
    pdfs.warm(),
  ])
  return {
    merger,
    invoices,
    pdfs,
    office,
    async close() {
      await office.close()
      await merger.close()
      await invoices.close()
      await pdfs.close()
    },
  }
}

const databaseCheck = (read: () => Promise<unknown>): HealthCheck => ({
  name: 'database',
  async check() {
    await read()
    return { status: 'up' }
  },
})

const diskCheck = (folder: string): HealthCheck => ({
  name: 'disk',
  async check() {
    const { bavail, bsize } = await statfs(folder)
    const free = bavail * bsize
    if (free >= DISK_BYTES_MIN) return { status: 'up' }
    return {
      status: 'down',
      detail: `only ${Math.round(free / 1e6)} MB are free for the data folder`,
    }
  },
})

const officeCheck = (office: OfficePool): HealthCheck => ({
  name: 'office',
  async check() {
    const { ready, version, sandbox, workers } = office.status()
    if (!ready) return { status: 'down', detail: 'no LibreOffice process is running' }
    const detail = `LibreOffice ${version}, ${workers.length} workers, confined by ${sandbox.tier}`
    return { status: sandbox.tier === 'bubblewrap' ? 'up' : 'degraded', detail }
  },
})

/** Without it documents are still made; only time-stamps and signatures wait. */
const authorityCheck = (authority: Authority, automatic: boolean): HealthCheck => ({
  name: 'authority',
  async check() {
    const { status } = authority.state
    if (status === 'ready') return { status: 'up' }
    if (status === 'starting') return { status: 'up', detail: 'being set up' }
    return automatic
      ? { status: 'degraded', detail: 'it cannot be opened; see the log' }
      : { status: 'up', detail: 'not set up; the command "ca init" makes it' }
  },
})

const drainCheck = (draining: () => boolean): HealthCheck => ({
  name: 'drain',
  check: async () =>
    draining() ? { status: 'down', detail: 'the service is stopping' } : { status: 'up' },
})

function officeMetrics(metrics: Metrics, office: OfficePool): void {
  const status = () => office.status()
  metrics.gauge('paraph_office_queue', 'Documents waiting for LibreOffice', () => status().queued)
  metrics.gauge('paraph_office_workers', 'LibreOffice processes by state', () => {
    const { workers } = status()
    return (['starting', 'idle', 'busy'] as const).map((state) => [
      { state },
      workers.filter((worker) => worker.state === state).length,
    ])
  })
  metrics.gauge('paraph_office_resident_bytes', 'Memory of the LibreOffice processes', () =>
    status().workers.reduce((sum, worker) => sum + worker.rss, 0),
  )
  metrics.gauge('paraph_office_events', 'What happened to LibreOffice since the start', () =>
    Object.entries(status().counters).map(([event, count]) => [{ event }, count]),
  )
}

function processMetrics(metrics: Metrics, uploads: Uploads): void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  metrics.gauge('paraph_uploads', 'Request bodies on their way', () => uploads.running)
  metrics.gauge('paraph_process_resident_bytes', 'Memory of the server process', () =>
    process.memoryUsage.rss(),
  )
  metrics.gauge('paraph_event_loop_delay_seconds', 'Event loop delay since the start', () =>
    [0.5, 0.99, 1].map((quantile) => [{ quantile }, delay.percentile(quantile * 100) / 1e9]),
  )
}
