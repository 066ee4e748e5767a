/** The checks of /health/ready. */
import { statfs } from 'node:fs/promises'
import type { Config } from '../config/config.ts'
import { concurrently } from '../database/concurrent.ts'
import type { Db } from '../database/open.ts'
import type { HealthCheck, PartHealth } from '../http/health.ts'
import type { LazyOffice } from '../office/lazy-office.ts'
import type { OfficeStatus } from '../office/office.ts'
import type { Authority } from '../pki/authority.ts'

const DISK_BYTES_MIN = 200_000_000

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

/**
 * Without it everything but documents works: a reason to report unready only if other instances can take over. While it
 * starts, documents wait.
 */
const officeCheck = (office: LazyOffice, isShared: boolean): HealthCheck => ({
  name: 'office',
  async check() {
    const status = office.status()
    const failure = status?.ready === false ? 'no LibreOffice process is running' : office.failure
    if (failure !== undefined)
      return {
        status: isShared ? 'down' : 'degraded',
        detail: `no document can be rendered: ${failure}`,
      }
    if (status === undefined && office.onDemand)
      return { status: 'up', detail: 'LibreOffice starts when a document needs it (PARAPH_ROLES)' }
    if (status === undefined)
      return { status: 'degraded', detail: 'LibreOffice is starting; documents wait for it' }
    return running(status)
  },
})

function running({ version, sandbox, workers }: OfficeStatus): PartHealth {
  const { tier, reason } = sandbox
  const why = reason === undefined ? '' : ` (${reason})`
  const detail = `LibreOffice ${version}, ${workers.length} workers, sandbox: ${tier}${why}`
  return { status: tier === 'bubblewrap' ? 'up' : 'degraded', detail }
}

/** Without the authority documents are still generated; only time-stamps and signatures wait. */
const authorityCheck = (authority: Authority, automatic: boolean): HealthCheck => ({
  name: 'authority',
  async check() {
    const { status } = authority.state
    if (status === 'ready') return { status: 'up' }
    if (status === 'starting') return { status: 'up', detail: 'being set up' }
    return automatic
      ? { status: 'degraded', detail: 'it failed to start; see the log' }
      : { status: 'up', detail: 'not set up; create it with "ca init"' }
  },
})

const drainCheck = (draining: () => boolean): HealthCheck => ({
  name: 'drain',
  check: async () =>
    draining() ? { status: 'down', detail: 'the service is stopping' } : { status: 'up' },
})

/** All checks of /health/ready. */
export const healthChecks = (parts: {
  config: Config
  db: Db
  office: LazyOffice
  authority: Authority
  others: readonly HealthCheck[]
  draining: () => boolean
}): HealthCheck[] => [
  // As a transaction, which fails if nothing can be written.
  databaseCheck(() =>
    concurrently(parts.db, 'rows', (db) =>
      db.selectFrom('accounts').select('id').limit(1).execute(),
    ),
  ),
  diskCheck(parts.config.dataDir),
  officeCheck(parts.office, parts.config.isShared),
  authorityCheck(parts.authority, parts.config.pki.automatic),
  ...parts.others,
  drainCheck(parts.draining),
]
