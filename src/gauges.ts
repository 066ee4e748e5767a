/** What /metrics shows of the parts that keep their own numbers. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Uploads } from './http/uploads.ts'
import type { Metrics } from './kernel/metrics.ts'
import type { OfficePool } from './office/office.ts'

/** LibreOffice: its queue, its processes and what happened to them. */
export function officeMetrics(metrics: Metrics, office: OfficePool): void {
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

/** The process itself: memory, uploads and whether the event loop stalls. */
export function processMetrics(metrics: Metrics, uploads: Uploads): void {
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
