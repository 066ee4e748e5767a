/** Builds every object of the service by hand, in order, and closes them in reverse. */
import { mkdirSync, readFileSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { ACCOUNT_MIGRATIONS } from './accounts/migrations.ts'
import { openAccounts } from './accounts/open.ts'
import type { Config } from './config.ts'
import { lockDataFolder } from './database/lock.ts'
import { openDatabase } from './database/open.ts'
import { MergePool } from './docx/merge-pool.ts'
import { BlobStore } from './files/blob-store.ts'
import { Forms } from './http/form.ts'
import type { HealthCheck } from './http/health.ts'
import { type Clock, systemClock } from './kernel/clock.ts'
import { Metrics } from './kernel/metrics.ts'
import { OfficePool } from './office/pool.ts'
import { RenderService } from './rendering/service.ts'
import { TemplateService } from './templates/service.ts'
import { TEMPLATE_MIGRATIONS, TemplateStore } from './templates/store.ts'

/** The tables of every domain, in the order in which they refer to each other. */
export const MIGRATIONS = [ACCOUNT_MIGRATIONS, TEMPLATE_MIGRATIONS]

/** Everything that routes are given. */
export type Services = Awaited<ReturnType<typeof createServices>>

/** What a test may put in place of the real thing: the clock is the only port so far. */
export interface Ports {
  clock?: Clock
}

const DISK_BYTES_MIN = 200_000_000

const readVersion = (): string => {
  const file = new URL('../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

/** Opens the data folder, starts LibreOffice and the merge threads, and connects the services. */
export async function createServices(config: Config, ports: Ports = {}) {
  const clock = ports.clock ?? systemClock
  const metrics = new Metrics()
  mkdirSync(config.dataDir, { recursive: true, mode: 0o700 })
  const lock = lockDataFolder(config.dataDir)
  const database = openDatabase({ folder: config.dataDir, migrations: MIGRATIONS, clock, verify: true })
  const accounts = await openAccounts({ db: database.db, clock, dataFolder: config.dataDir, config: config.accounts })
  await accounts.quota.recover()
  const blobs = new BlobStore(join(config.dataDir, 'blobs'))
  await blobs.open()
  const merger = new MergePool(config.merge)
  const office = await OfficePool.start({ ...config.office, scratchDir: join(config.dataDir, 'office') })
  const templates = new TemplateService(new TemplateStore(database.db), blobs, merger, clock)
  await templates.sweep()
  const renders = new RenderService(accounts.quota, templates, { merger, office }, metrics)
  const forms = new Forms(config.server.uploadsMax)
  let draining = false

  return {
    clock,
    config,
    metrics,
    version: readVersion(),
    accounts: { ...accounts, clock },
    templates,
    renders,
    forms,
    checks: [
      databaseCheck(() => database.db.selectFrom('accounts').select('id').limit(1).execute()),
      diskCheck(config.dataDir),
      { name: 'drain', check: async () => ({ status: draining ? 'down' : 'up' }) },
    ] satisfies HealthCheck[] as HealthCheck[],
    /** From now on /health/ready says no, so that a balancer sends nothing more. */
    drain() {
      draining = true
    },
    async close() {
      await office.close()
      await merger.close()
      await database.close()
      lock.release()
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
    return { status: 'down', detail: `Only ${Math.round(free / 1e6)} MB are free for the data folder.` }
  },
})
