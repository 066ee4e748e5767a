/**
 * The database's clock is everybody's: an instance whose own is wrong would otherwise let links, codes and leases end
 * at other times than the others do. This is the one place that measures the difference.
 */
import { type AdjustedClock, type Clock, systemClock } from '../../kernel/clock.ts'
import type { SessionConnection } from './session-connection.ts'
import type { InstanceLog } from './shared-instance.ts'

const EVERY_MS = 60_000
const TRIES = 3
/** Less is within what measuring it over a network gets wrong: the clock is left as it is. */
const SLACK_MS = 250
/** Above this difference the operator is warned. */
const TOLD_MS = 2_000

/** Keeps a clock in step with the database's. */
export class ClockSync {
  readonly #parts: { connection: SessionConnection; clock: AdjustedClock; log: InstanceLog }
  readonly #own: Clock
  #timer: NodeJS.Timeout | undefined

  /** @param own the clock that is adjusted, as it is without that */
  constructor(
    parts: { connection: SessionConnection; clock: AdjustedClock; log: InstanceLog },
    own: Clock = systemClock,
  ) {
    this.#parts = parts
    this.#own = own
  }

  /** Measures now, and every minute from now on. */
  async start(): Promise<void> {
    await this.measure()
    this.#timer = setInterval(() => {
      // While the database is away, what was measured last holds.
      this.measure().catch(() => undefined)
    }, EVERY_MS)
    this.#timer.unref()
  }

  close(): void {
    clearInterval(this.#timer)
  }

  /** Sets the clock by the fastest of a few answers. @throws Error while the database is away */
  async measure(): Promise<void> {
    const { clock, log } = this.#parts
    let best = { tookMs: Number.POSITIVE_INFINITY, behindMs: 0 }
    for (let tries = 0; tries < TRIES; tries += 1) {
      const measured = await this.#once()
      if (measured.tookMs < best.tookMs) best = measured
    }
    if (Math.abs(best.behindMs - clock.byMs) < SLACK_MS) return
    clock.adjust(Math.abs(best.behindMs) < SLACK_MS ? 0 : best.behindMs)
    if (Math.abs(best.behindMs) > TOLD_MS)
      log.warn(
        { behindMs: best.behindMs },
        'the clock of this machine is not that of the database, which is used instead; check its time service',
      )
  }

  async #once(): Promise<{ tookMs: number; behindMs: number }> {
    const start = performance.now()
    const startMs = this.#own.now()
    const { rows } = await this.#parts.connection.query<{ now: number }>(
      'SELECT (extract(epoch FROM clock_timestamp()) * 1000)::int8 AS now',
    )
    const tookMs = performance.now() - start
    return { tookMs, behindMs: Math.round((rows[0]?.now ?? 0) - startMs - tookMs / 2) }
  }
}
