/** A pool of fake workers, as the tests of the pool open one. */
import { onTestFinished } from 'vitest'
import { Pool, type PoolLimits } from '../../../src/office/pool.ts'
import { silentLog } from '../../../src/office/worker-port.ts'
import { FakeWorker, settle } from './fake-worker.ts'

export const LIMITS: PoolLimits = {
  workers: 1,
  queueMax: 3,
  queueTimeoutMs: 5_000,
  convertCpuMs: 5_000,
  memoryBytesMax: 1_000,
  recycleDocuments: 100,
  recycleBytes: 500,
  sharedDocuments: 10,
}

/** A pool of fake workers; `workers` holds every one ever started, newest last. */
export async function openPool(
  limits: Partial<PoolLimits> = {},
  mayStart: (id: number) => boolean | Promise<boolean> = () => true,
) {
  const workers: FakeWorker[] = []
  const pool = new Pool({
    limits: { ...LIMITS, ...limits },
    log: silentLog,
    start: async (id) => {
      // like a real one, a fake worker is not there in the same turn
      await settle()
      if (!(await mayStart(id))) throw new Error('no LibreOffice here')
      const worker = new FakeWorker(id)
      workers.push(worker)
      return worker
    },
  })
  // a test that fails leaves documents behind, which the closing pool rejects: only the test's own failure counts
  const convert = pool.convert.bind(pool)
  pool.convert = (conversion) => {
    const converted = convert(conversion)
    converted.catch(() => undefined)
    return converted
  }
  onTestFinished(() => pool.close(0))
  await pool.supervisor.open()
  const latest = (): FakeWorker => workers.at(-1)!
  return { pool, workers, latest }
}

/** A document of a few bytes. */
export const docx = (text = 'a document') => ({
  docx: Buffer.from(`PK${text}`),
  kind: 'pdf' as const,
})
