/** Starts the pool with real, confined LibreOffice workers, and reports its state. */
import { FatalError } from '../kernel/invariant.ts'
import { findLeaks } from './canary.ts'
import { findInstallation, type InstallationPaths } from './installation.ts'
import type { WorkerSetup } from './launch.ts'
import { type Conversion, type Converted, Pool, type PoolLimits } from './pool.ts'
import { startWarm } from './sample.ts'
import { chooseSandbox, lackOf, measuresOf, type Sandbox, type SandboxChoice } from './sandbox.ts'
import { reachableScratch, removeStaleScratch } from './scratch.ts'
import type { ProcessWorker } from './worker.ts'
import { type OfficeLog, silentLog } from './worker-port.ts'
import type { Slot } from './worker-supervisor.ts'

/** Options of the pool. Times in milliseconds, sizes in bytes. */
export interface OfficeOptions extends PoolLimits, InstallationPaths {
  sandbox: SandboxChoice
  /** Of the service, for workers outside bubblewrap; see `reachableScratch`. */
  scratchDir: string
  /** Grace period for accepted documents when the pool closes. */
  closeGraceMs?: number
  log?: OfficeLog
}

/** One worker, for /health/ready and operators. */
interface WorkerStatus {
  id: number
  /** Process id of its `soffice.bin`. */
  pid: number
  state: 'starting' | 'idle' | 'busy'
  documents: number
  /** Resident bytes after its last document. */
  rss: number
}

/** The state of the pool. */
export type OfficeStatus = ReturnType<OfficePool['status']>

interface Facts {
  sandbox: Sandbox
  jemalloc: boolean
  first: ProcessWorker
}

/** Seconds on a quiet machine; on a busy one, such as after a reboot, a service that gave up would not start at all. */
const START_TIMEOUT_MS = 60_000
const CLOSE_GRACE_MS = 10_000
const FILE_BYTES_MAX = 256 * 1024 * 1024
/** Above the watched limit: if denied memory, LibreOffice may omit content. */
const ADDRESS_SPACE_EXTRA = 3 * 1024 ** 3

/** The pool of warm, confined, recycled LibreOffice workers. */
export class OfficePool {
  readonly #pool: Pool
  readonly #options: OfficeOptions
  readonly #facts: Facts
  #leaks: string[] = []

  /**
   * Starts the workers, warms them up and verifies their confinement.
   * @param signal aborts the start
   * @throws FatalError when LibreOffice cannot be started or the canary escapes
   */
  static async start(options: OfficeOptions, signal?: AbortSignal): Promise<OfficePool> {
    const log = options.log ?? silentLog
    const stale = await removeStaleScratch(options.scratchDir)
    if (stale > 0) log.info({ folders: stale }, 'removed files left behind by a killed service')
    const setup = await prepare(options)
    const { tier, reason } = setup.sandbox
    const lack = lackOf(setup.sandbox)
    if (lack !== undefined)
      log.warn(
        { tier, reason, lack },
        'LibreOffice runs in a weaker sandbox: see docs/self-hosting.md, "How LibreOffice is confined"',
      )
    let first: ProcessWorker | undefined
    const pool = new Pool({
      limits: options,
      log,
      start: async (id, signal) => {
        const worker = await startWarm(setup.worker, id, signal)
        first ??= worker
        return worker
      },
    })
    const stop = (): void => void pool.close(0)
    signal?.addEventListener('abort', stop)
    if (signal?.aborted) stop()
    try {
      await pool.supervisor.open()
      if (first === undefined) throw new Error('the start was called off')
      const jemalloc = setup.worker.installation.jemalloc !== undefined
      const office = new OfficePool(pool, options, { sandbox: setup.sandbox, jemalloc, first })
      await office.#proveConfinement(log)
      log.info({ version: first.version, tier }, 'LibreOffice is ready')
      return office
    } catch (error) {
      await pool.close(0)
      throw error instanceof FatalError
        ? error
        : fatal('no document converter could be started', error)
    } finally {
      signal?.removeEventListener('abort', stop)
    }
  }

  private constructor(pool: Pool, options: OfficeOptions, facts: Facts) {
    this.#pool = pool
    this.#options = options
    this.#facts = facts
  }

  /** See {@link Pool.convert}. */
  convert(conversion: Conversion): Promise<Converted> {
    return this.#pool.convert(conversion)
  }

  /** Current state of the pool; cheap. */
  status() {
    const { supervisor, counters, queued } = this.#pool
    const { sandbox, jemalloc, first } = this.#facts
    return {
      /** At least one worker is alive. */
      ready: supervisor.slots.some(({ worker }) => worker !== undefined),
      workers: supervisor.slots.map(statusOf),
      queued,
      queueMax: this.#options.queueMax,
      /** Version of LibreOffice, e.g. `7.4.7.2`. */
      version: first.version,
      jemalloc,
      sandbox: {
        ...sandbox,
        /** Confinement measures of the workers, strongest first. */
        measures: [...measuresOf(sandbox), ...first.measures],
        /** Escape routes found by the canary; only possible with the sandbox switched off. */
        leaks: this.#leaks,
      },
      counters: { ...counters, ...supervisor.counts },
    }
  }

  /** Stops accepting documents, lets accepted ones finish, ends every process. */
  close(): Promise<void> {
    return this.#pool.close(this.#options.closeGraceMs ?? CLOSE_GRACE_MS)
  }

  async #proveConfinement(log: OfficeLog): Promise<void> {
    try {
      const convert = async (docx: Uint8Array): Promise<Uint8Array> =>
        (await this.convert({ docx, kind: 'pdf' })).pdf
      this.#leaks = await findLeaks(convert, this.#options.scratchDir)
    } catch (error) {
      throw fatal('the confinement of the document converters could not be tried', error)
    }
    if (this.#leaks.length === 0) return
    const { tier } = this.#facts.sandbox
    if (tier !== 'off')
      throw new FatalError(
        `documents can get out of the ${tier} sandbox: ${this.#leaks.join('; ')}`,
      )
    log.error({ leaks: this.#leaks }, 'documents are not isolated: the sandbox is off')
  }
}

const fatal = (what: string, cause: unknown): FatalError =>
  new FatalError(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause })

async function prepare(options: OfficeOptions): Promise<{ worker: WorkerSetup; sandbox: Sandbox }> {
  try {
    const installation = await findInstallation(options)
    const sandbox = await chooseSandbox(options.sandbox, installation)
    const worker: WorkerSetup = {
      installation,
      tier: sandbox.tier,
      ownUsers: sandbox.ownUsers,
      scratchDir: await reachableScratch(options.scratchDir, installation, sandbox),
      addressSpaceBytes: options.memoryBytesMax + ADDRESS_SPACE_EXTRA,
      fileBytesMax: FILE_BYTES_MAX,
      startTimeoutMs: START_TIMEOUT_MS,
    }
    return { worker, sandbox }
  } catch (error) {
    throw fatal('the document converter is not usable', error)
  }
}

const statusOf = ({ worker, busy, documents, rss }: Slot): WorkerStatus => ({
  id: worker?.id ?? 0,
  pid: worker?.pid ?? 0,
  state: worker === undefined ? 'starting' : busy ? 'busy' : 'idle',
  documents,
  rss,
})
