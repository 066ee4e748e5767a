/**
 * Whether the clock is behind what the trails say: it was set back, or had been ahead. Then new entries of those trails
 * get the time of the entry before, and time-stamps, signatures and seals that belong to them wait until that time has
 * come; a file whose archive time-stamp is earlier than its signatures would be invalid for everybody.
 */
import type { HealthCheck } from '../http/health.ts'
import type { JobLog } from '../jobs/jobs.ts'
import { CLOCK_TOLERANCE_MS, type Clock, toIso } from '../kernel/clock.ts'
import type { Metrics } from '../kernel/metrics.ts'
import type { Trails } from './trail.ts'

/** The warning to the operator about a clock that is behind; undefined if it is not. */
export const clockDetail = (nowMs: number, latestMs: number): string | undefined =>
  latestMs - nowMs <= CLOCK_TOLERANCE_MS
    ? undefined
    : `the clock shows ${toIso(nowMs)}, but the audit trails have entries of ${toIso(latestMs)}: it was set back, or had been ahead. What was begun with the later time is signed, sealed and time-stamped once that time has come; run a time synchronization service (chrony)`

/** Its entry in /health/ready, and its metric; it never makes the service unready. */
export function clockHealth(parts: {
  trails: Pick<Trails, 'latestMs'>
  clock: Clock
  metrics: Metrics
  log: JobLog
}): HealthCheck {
  const { trails, clock, metrics, log } = parts
  let [latestMs, isKnown] = [0, false]
  const look = async (): Promise<string | undefined> => {
    latestMs = Math.max(latestMs, await trails.latestMs())
    const detail = clockDetail(clock.now(), latestMs)
    if (detail !== undefined && !isKnown) log.error({}, detail)
    isKnown = detail !== undefined
    return detail
  }
  metrics.beforeRender(async () => void (await look()))
  metrics.gauge(
    'paraph_clock_behind_seconds',
    'By how many seconds the clock is behind the latest entry of the audit trails',
    () => Math.max(0, latestMs - clock.now()) / 1000,
  )
  return {
    name: 'clock',
    async check() {
      const detail = await look()
      return detail === undefined ? { status: 'up' } : { status: 'degraded', detail }
    },
  }
}
