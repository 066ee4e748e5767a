/**
 * Stands in for `src/kernel/worker-url.ts` in the tests (vitest.config.ts): threads run as built. From sources
 * each of them would compile its modules anew, seven times for every service that a test starts.
 */
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { WorkerEntry } from '../../src/kernel/worker-url.ts'

const ROOT = resolve(import.meta.dirname, '../..')

/** The built module for a source that starts it. */
export function workerEntry(base: string, name: string): WorkerEntry {
  const source = fileURLToPath(new URL(`./${name}`, base))
  const built = source.replace(resolve(ROOT, 'src'), resolve(ROOT, 'dist'))
  return { url: pathToFileURL(`${built}.js`), execArgv: [] }
}
