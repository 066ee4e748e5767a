import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Threads run as built, in every kind of test: see the file that stands in. */
const alias = [
  {
    find: /^\.{1,2}\/(?:.*\/)?worker-url\.ts$/,
    replacement: resolve(import.meta.dirname, 'test/support/worker-url.ts'),
  },
]

interface Runs {
  workers: number
  group: number
  leftOut?: string[]
  isolate?: boolean
}

/** Each project is a kind of test, told by where its file lies; see README, "Tests". */
const project = (
  name: string,
  include: string[],
  timeoutMs: number,
  { workers, group, leftOut = [], isolate = true }: Runs,
) => ({
  resolve: { alias },
  test: {
    name,
    include,
    exclude: leftOut,
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    pool: 'forks' as const,
    isolate,
    maxWorkers: workers,
    sequence: { groupOrder: group },
    globalSetup: ['test/support/built.ts'],
  },
})

/** Files that share a process: loading the service anew for each takes longer than most of them run. */
const SHARED = { isolate: false }
/** Two files at a time: most wait for a judge, a disk or a clock much of their time. */
const TOGETHER = { workers: 2, group: 0 }
/** These count milliseconds, kill LibreOffice and fill memory: after all others, one at a time. */
const SENSITIVE = ['endless', 'event-loop', 'merge-pool', 'office-*', 'server', 'verify-loop'].map(
  (name) => `test/system/${name}.test.ts`,
)
const ALONE = { workers: 1, group: 1 }

export default defineConfig({
  test: {
    projects: [
      project('unit', ['test/*.test.ts', 'test/unit/**/*.test.ts'], 60_000, {
        ...TOGETHER,
        ...SHARED,
      }),
      project('service', ['test/service/**/*.test.ts'], 180_000, { ...TOGETHER, ...SHARED }),
      project('judge', ['test/judge/**/*.test.ts'], 300_000, TOGETHER),
      project('system', ['test/system/**/*.test.ts'], 300_000, { ...TOGETHER, leftOut: SENSITIVE }),
      project('system-alone', SENSITIVE, 300_000, ALONE),
    ],
  },
})
