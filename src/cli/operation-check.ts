/** The `doctor` checks of retention, traces and time synchronization. */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Config } from '../config/config.ts'
import type { Db } from '../database/open.ts'
import { DAY_MS, systemClock, toIso } from '../kernel/clock.ts'
import { checkOf, type HealthCheck } from '../kernel/health-check.ts'
import { describeRetention } from '../retention/retention.ts'
import { ENDS, type End } from '../signing/retention/erasure.ts'
import { countEnded } from '../signing/store/erasure.ts'

const ANSWER_MS_MAX = 3_000
const run = promisify(execFile)

/** How long finished requests are retained, and how many the next run erases. */
export async function examineKeeping(
  db: Db,
  { retentionDays }: Pick<Config, 'retentionDays'>,
): Promise<HealthCheck> {
  const due = async (end: Exclude<End, 'unsent'>) => {
    const days = retentionDays[end]
    if (days === 0) return 0
    return await countEnded(db, ENDS[end], toIso(systemClock.now() - days * DAY_MS))
  }
  const count = (await due('completed')) + (await due('unsigned'))
  const detail = `${describeRetention(retentionDays)}; ${count} due in the next daily run`
  return checkOf('retention').ok(detail)
}

/** Whether the trace receiver accepts exports, tested with an empty one. */
export async function examineTraces({
  tracing,
}: {
  tracing?: Config['tracing'] | undefined
}): Promise<HealthCheck> {
  const check = checkOf('traces')
  if (tracing === undefined) return check.ok('off; set OTEL_EXPORTER_OTLP_ENDPOINT to send them')
  const { url, headers } = tracing
  const fix = 'check that a collector accepts OTLP over HTTP there (port 4318, not 4317)'
  try {
    const { status, ok } = await fetch(url, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{"resourceSpans":[]}',
      signal: AbortSignal.timeout(ANSWER_MS_MAX),
    })
    return ok ? check.ok(`sent to ${url}`) : check.fails(`${url} answered ${status}`, fix)
  } catch {
    return check.fails(`${url} does not answer`, fix)
  }
}

/**
 * Whether anything keeps the clock right, as systemd says. Without systemd, as in a container, that is the host's matter.
 * Signatures and time-stamps have the time of this clock.
 */
export async function examineTimeSync(): Promise<HealthCheck[]> {
  const args = ['show', '--property=NTPSynchronized', '--value']
  const said = await run('timedatectl', args).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  const check = checkOf('time synchronization')
  if (said === 'yes') return [check.ok('the clock is synchronized')]
  if (said !== 'no') return []
  return [
    check.fails(
      'nothing keeps the clock right, and signatures and time-stamps have its time',
      'apt install chrony, or timedatectl set-ntp true',
    ),
  ]
}
