/** Gauges for parts that maintain their own counters. */
import { statfs } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { lastBackupMs } from '../backup/backup.ts'
import type { Uploads } from '../http/upload-slots.ts'
import type { Jobs } from '../jobs/jobs.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Metrics } from '../kernel/metrics.ts'
import type { LazyOffice } from '../office/lazy-office.ts'
import type { Authority } from '../pki/authority.ts'

/** LibreOffice: its queue, its processes and what happened to them. */
export function officeMetrics(metrics: Metrics, office: LazyOffice): void {
  const status = () => office.status()
  metrics.gauge(
    'paraph_office_queue',
    'Documents waiting for LibreOffice',
    () => status()?.queued ?? 0,
  )
  metrics.gauge('paraph_office_fault', '1 while LibreOffice cannot be started, else 0', () =>
    office.failure === undefined ? 0 : 1,
  )
  metrics.gauge('paraph_office_workers', 'LibreOffice processes by state', () => {
    const workers = status()?.workers ?? []
    return (['starting', 'idle', 'busy'] as const).map((state) => [
      { state },
      workers.filter((worker) => worker.state === state).length,
    ])
  })
  metrics.gauge(
    'paraph_office_resident_bytes',
    'Resident memory of the LibreOffice processes in bytes',
    () => (status()?.workers ?? []).reduce((sum, worker) => sum + worker.rss, 0),
  )
  metrics.gauge('paraph_office_events', 'LibreOffice events since the start, by kind', () =>
    Object.entries(status()?.counters ?? {}).map(([event, count]) => [{ event }, count]),
  )
}

const NANOSECONDS = 1e9

/** The process itself: memory, uploads and whether the event loop stalls. */
export function processMetrics(metrics: Metrics, uploads: Uploads): void {
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()
  metrics.gauge('paraph_uploads', 'Request bodies being received', () => uploads.running)
  metrics.gauge(
    'paraph_process_resident_bytes',
    'Resident memory of the server process in bytes',
    () => process.memoryUsage.rss(),
  )
  metrics.summary('paraph_event_loop_delay_seconds', 'Event loop delay since the start', () => ({
    quantiles: [0.5, 0.99, 1].map(
      (quantile) => [quantile, delay.percentile(quantile * 100) / NANOSECONDS] as const,
    ),
    // Before the first measurement the mean is no number.
    sum: delay.count === 0 ? 0 : (delay.mean * delay.count) / NANOSECONDS,
    count: delay.count,
  }))
}

/** Version and start time, number of unclean stops, and free space of the data folder. */
export function folderMetrics(
  metrics: Metrics,
  parts: { dataDir: string; version: string; clock: Clock; uncleanStops: number },
): void {
  const { dataDir, version, clock, uncleanStops } = parts
  metrics
    .counter(
      'paraph_unclean_stops_total',
      'Number of times a server of this data folder ended without a clean shutdown; persisted in the folder',
    )
    .add({}, uncleanStops)
  const startedSeconds = clock.now() / 1000
  metrics.gauge(
    'paraph_start_time_seconds',
    'Unix time at which the service started',
    () => startedSeconds,
  )
  metrics.gauge('paraph_build_info', 'Version of the running service', () => [[{ version }, 1]])
  metrics.asked('paraph_disk_free_bytes', 'Free disk space for the data folder in bytes', 0, () =>
    statfs(dataDir).then(({ bavail, bsize }) => bavail * bsize),
  )
  metrics.asked(
    'paraph_backup_done_seconds',
    'Unix time of the last good backup of the data folder; 0: none is known',
    0,
    async () => ((await lastBackupMs(dataDir)) ?? 0) / 1000,
  )
}

/** Background jobs: waiting and failed. */
export function jobMetrics(metrics: Metrics, jobs: Jobs): void {
  const rows = ({ waiting = 0, failed = 0 }) =>
    [
      [{ state: 'waiting' }, waiting],
      [{ state: 'failed' }, failed],
    ] as const
  metrics.asked('paraph_jobs', 'Jobs by state: waiting or abandoned', rows({}), async () =>
    rows(await jobs.count()),
  )
}

/** Expiry of the authority's certificates; nothing while it is being set up. */
export function authorityMetrics(metrics: Metrics, authority: Authority): void {
  let ends: ReadonlyArray<readonly [{ role: string }, number]> = []
  metrics.beforeRender(async () => {
    if (authority.state.status !== 'ready') return
    ends = [...(await authority.keys()).values()]
      .filter(({ facts }) => !facts.retired)
      .map(({ facts }) => [{ role: facts.role }, facts.certificate.notAfterMs / 1000])
  })
  metrics.gauge(
    'paraph_authority_expires_seconds',
    "When the authority's certificates end, Unix time, by role",
    () => ends,
  )
}
