/** The heavy work outside the main thread: LibreOffice and the worker pools. */
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../config/config.ts'
import type { DetectionPool } from '../detection/detection-worker.ts'
import { MergePool } from '../docx/merge-pool.ts'
import { InvoicePool } from '../facturx/invoice-pool.ts'
import { toCatalogue } from '../kernel/errors.ts'
import { Processors } from '../kernel/processors.ts'
import { ThreadPool } from '../kernel/thread-pool.ts'
import { workerEntry } from '../kernel/worker-url.ts'
import { MachineFonts } from '../office/installed-fonts.ts'
import { LazyOffice } from '../office/lazy-office.ts'
import type { PdfPool } from '../pdf/pdf-worker.ts'
import type { StepsOrder } from '../pdf/steps/run.ts'
import { DocumentPool, documentThreads } from '../signing/documents/pool.ts'
import { poolWords } from '../translations/findings.ts'
import { VerifyPool } from '../verification/verify-pool.ts'
import { openReaders } from './readers.ts'

/** Bounds of searching; pdf.js has none of its own. A thousand pages of text take about half of this. */
const SEARCH = { cpuMs: 5_000, heapMb: 256, isolation: { memoryMb: 300, warm: 1 } } as const

/** The pools of threads and processes, and the processors that they share with LibreOffice. */
function openPools(config: Config) {
  const { office, merge, verify, signing, invoices } = config
  const counts = [office, merge, verify, signing, invoices].map(({ workers }) => workers)
  const processors = new Processors(Math.max(availableParallelism(), ...counts))
  const shared = { processors, rejection: toCatalogue }
  const readers = openReaders(config, shared)
  const { workers, cpuMs } = merge
  const pdfs: PdfPool = new ThreadPool(
    workerEntry('pdf/pdf-worker'),
    { workers, cpuMs, ...shared },
    poolWords('finishing'),
  )
  const searchers: DetectionPool = new ThreadPool(
    workerEntry('detection/detection-worker'),
    { workers, ...shared, ...SEARCH },
    poolWords('searching'),
  )
  const documents = new DocumentPool({
    threads: documentThreads({ ...signing, ...shared }),
    readers,
    cpuMs: signing.cpuMs,
  })
  return {
    merger: new MergePool({ ...merge, ...shared }, new MachineFonts(office)),
    invoices: new InvoicePool({ ...invoices, ...shared }, readers),
    pdfs,
    searchers,
    documents,
    readers,
    processors,
  }
}

/** See {@link openWorkers}. */
export type Workers = ReturnType<typeof openWorkers>

/** LibreOffice, threads and processes; `warm` starts them and runs their code once. */
export function openWorkers(
  config: Config,
  log: FastifyBaseLogger,
  onDemand = !config.roles.has('render'),
) {
  const { processors, readers, ...pools } = openPools(config)
  const scratchDir = join(config.dataDir, 'office')
  const office = new LazyOffice({ ...config.office, processors, scratchDir, log, onDemand })
  const threads = [...Object.values(pools), readers]
  let closing = false
  return {
    ...pools,
    verifiers: new VerifyPool(readers, config.verify),
    /** Steps around PDFs of strangers. */
    steps: (order: StepsOrder) => readers.run('steps', order, { cpuMs: config.signing.cpuMs }),
    office,
    /**
     * Runs in the background; work that needs a worker waits for it. Does not reject: what cannot be started is logged,
     * and everything else goes on.
     */
    async warm(): Promise<void> {
      const starting = threads.map((pool) => pool.warm())
      await Promise.all([
        onDemand ? undefined : office.start(),
        // Without it the first task takes longer: no reason to exit, for example when file descriptors are short at
        // that moment.
        ...starting.map((warming) =>
          warming.catch((err) => {
            if (!closing) log.warn({ err }, 'could not warm up a worker pool')
          }),
        ),
      ])
    },
    async close() {
      closing = true
      await office.close()
      for (const pool of threads) await pool.close()
    },
  }
}
