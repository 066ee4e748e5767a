import { resolve } from 'node:path'
import { defineConfig } from 'vitest/config'

/** Threads run as built, in every kind of test: see the file that stands in. */
const alias = [
  {
    find: /^\.{1,2}\/(?:.*\/)?worker-url\.ts$/,
    replacement: resolve(import.meta.dirname, 'test/support/worker-url.ts'),
  },
]

/** Each project is a kind of test, told by where its file lies; see README, "Tests". */
const project = (
  name: string,
  include: string[],
  timeoutMs: number,
  { workers, group }: { workers: number; group: number },
) => ({
  resolve: { alias },
  test: {
    name,
    include,
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    pool: 'forks' as const,
    maxWorkers: workers,
    sequence: { groupOrder: group },
    globalSetup: ['test/support/built.ts'],
  },
})

/** Two files at a time: most wait for a judge, a disk or a clock much of their time. */
const TOGETHER = { workers: 2, group: 0 }
/** After all others, one at a time: these count milliseconds, kill processes and fill memory. */
const ALONE = { workers: 1, group: 1 }

export default defineConfig({
  test: {
    projects: [
      project('unit', ['test/*.test.ts', 'test/unit/**/*.test.ts'], 60_000, TOGETHER),
      project('service', ['test/service/**/*.test.ts'], 180_000, TOGETHER),
      project('judge', ['test/judge/**/*.test.ts'], 300_000, TOGETHER),
      project('system', ['test/system/**/*.test.ts'], 300_000, ALONE),
    ],
  },
})
