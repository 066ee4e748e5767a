/**
 * Stands in for `src/kernel/worker-url.ts` in the tests (vitest.config.ts): threads run as built. From sources
 * each of them would compile its modules anew, seven times for every service that a test starts.
 */

import { programFile } from '../../src/kernel/program-files.ts'
import type { WorkerEntry } from '../../src/kernel/worker-url.ts'

/** The built module for a source that starts it. */
export const workerEntry = (name: string): WorkerEntry => ({
  url: programFile(`dist/${name}.js`),
  execArgv: [],
})
