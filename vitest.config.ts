import { defineConfig } from 'vitest/config'

/** Each project is a kind of test, told by where its file lies; see README, "Tests". */
const project = (name: string, include: string[], timeoutMs: number, parallel: boolean) => ({
  test: {
    name,
    include,
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    pool: 'forks' as const,
    fileParallelism: parallel,
    globalSetup: name === 'service' || name === 'system' ? ['test/support/build-assets.ts'] : [],
  },
})

export default defineConfig({
  test: {
    projects: [
      project('unit', ['test/*.test.ts', 'test/unit/**/*.test.ts'], 60_000, true),
      project('service', ['test/service/**/*.test.ts'], 180_000, false),
      project('system', ['test/system/**/*.test.ts'], 300_000, false),
      project('judge', ['test/judge/**/*.test.ts'], 300_000, false),
    ],
  },
})
