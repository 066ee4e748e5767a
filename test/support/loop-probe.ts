/** A server whose main thread tells how long it computes in one go. */
import { readFileSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { freePort, ServerProcess } from './server-process.ts'

/** The service's own promise: nothing keeps the event loop longer in one go. */
export const STRETCH_MS_MAX = 50
const ROUNDS_MAX = 5
const PROBE = resolve(import.meta.dirname, 'loop-probe.mjs')

/** Such a server. */
export class ProbedServer extends ServerProcess {
  readonly #file: string

  constructor(port: number, settings: { PARAPH_DATA_DIR: string }) {
    const file = join(settings.PARAPH_DATA_DIR, 'probe.json')
    super(port, { ...settings, LOOP_PROBE_FILE: file }, PROBE)
    this.#file = file
  }

  /** One on a free port that is ready. */
  static async start(settings: { PARAPH_DATA_DIR: string }): Promise<ProbedServer> {
    return await new ProbedServer(await freePort(), settings).ready()
  }

  /**
   * Longest stretch in ms while `work` runs; the best of some, for the collector may run in any of them. The first one
   * that is as short as it must be is enough.
   */
  async longestMs(work: () => Promise<unknown>): Promise<number> {
    let best = Number.POSITIVE_INFINITY
    for (let round = 0; round < ROUNDS_MAX && best > STRETCH_MS_MAX; round++) {
      await this.stretches()
      await work()
      best = Math.min(best, (await this.stretches())[0] ?? 0)
    }
    return best
  }

  /** The stretches of computing since the last call, longest first, in milliseconds. */
  async stretches(): Promise<number[]> {
    rmSync(this.#file, { force: true })
    this.process.kill('SIGUSR2')
    for (;;) {
      await new Promise((done) => setTimeout(done, 30))
      try {
        return JSON.parse(readFileSync(this.#file, 'utf8')) as number[]
      } catch {
        // Not written yet.
      }
    }
  }
}
