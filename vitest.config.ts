import { basename, resolve } from 'node:path'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import {
  isLong,
  LONG_TESTS_VARIABLE,
  leftOutOf,
  longTestsOfRun,
} from './test/support/long-tests.ts'
import { memoryFolder } from './test/support/memory-folder.ts'
import { ON_POSTGRES, ON_POSTGRES_ALWAYS } from './test/support/postgres-files.ts'

/** Threads run as built, in every kind of test: see the file that stands in. */
const alias = [
  {
    find: /^\.{1,2}\/(?:.*\/)?worker-url\.ts$/,
    replacement: resolve(import.meta.dirname, 'test/support/worker-url.ts'),
  },
]

/** Command lines that name reporters name this one too, as `.ci/run` does. */
const RUN_SUMMARY = './test/support/run-summary.ts'

/** Which tests with a short form run their long one: see docs/test-runs.md. */
const LONG = longTestsOfRun()
process.env[LONG_TESTS_VARIABLE] = LONG.join() || 'none'
const env = { [LONG_TESTS_VARIABLE]: process.env[LONG_TESTS_VARIABLE] }
/** Kinds that start neither LibreOffice nor a process that a test kills keep their files in memory. */
process.env.TEST_MEMORY_FOLDER ??= memoryFolder()
const IN_MEMORY = { TMPDIR: process.env.TEST_MEMORY_FOLDER }
/** A command line that names one of them runs it, by its own name: a folder's takes them as any run does. */
const LEFT_OUT = leftOutOf(LONG).filter(
  (file) => !process.argv.slice(2).some((given) => given.includes(basename(file, '.test.ts'))),
)

interface Runs {
  workers: number
  group: number
  leftOut?: string[]
  /** Files for vitest's `setupFiles` and, besides the build, `globalSetup`. */
  before?: string[]
  around?: string[]
  isolate?: boolean
  retry?: typeof SECOND_TRY
  /** Variables of its tests, besides those of all. */
  own?: Record<string, string>
}

/**
 * For tests that wait for processes of others: judges in Java, browsers, LibreOffice, clusters. One that fails is run once
 * more, and test/support/run-summary.ts names it with its error where only the second try passes: to be mended, not hidden.
 */
const SECOND_TRY = { count: 1, delay: 1_000 }

/** Each project is a kind of test, told by where its file lies; see README, "Tests". */
const project = (
  name: string,
  include: string[],
  timeoutMs: number,
  {
    workers,
    group,
    leftOut = [],
    before = [],
    around = [],
    isolate = true,
    own = {},
    ...more
  }: Runs,
) => ({
  resolve: { alias },
  test: {
    name,
    include,
    env: { ...env, ...own },
    exclude: [...leftOut, ...LEFT_OUT],
    testTimeout: timeoutMs,
    hookTimeout: timeoutMs,
    // What a test waits for may take long on a busy machine; vitest's own second is for a quiet one.
    expect: { poll: { timeout: timeoutMs / 2 } },
    pool: 'forks' as const,
    isolate,
    ...more,
    maxWorkers: workers,
    sequence: { groupOrder: group },
    setupFiles: before,
    globalSetup: ['test/support/built.ts', ...around],
  },
})

/** Files that share a process: loading the service anew for each takes longer than most of them run. */
const SHARED = { isolate: false }
const SHARED_IN_MEMORY = { ...SHARED, own: IN_MEMORY }
/** One file more than there are processors: most wait for a judge, a disk or a clock much of their time. */
const TOGETHER = { workers: 3, group: 0 }
/** These count milliseconds, kill LibreOffice and fill memory: after all others, one at a time. */
const SENSITIVE = [
  'endless',
  'event-loop',
  'hostile-pdfs',
  'instances',
  'merge-pool',
  'office-conversion',
  'office-faults',
  'rolling-upgrade',
  'verify-loop',
].map((name) => `test/system/${name}.test.ts`)
const ALONE = { workers: 1, group: 1, retry: SECOND_TRY }

/** `npm run test:engines`: every test of the service and of the system on PostgreSQL and a bucket, but those named here. */
const ON_BOTH = process.env.TEST_ENGINES === 'all'
const ENGINES_OF_THEIR_OWN = [
  // Copies of the data folder: with PostgreSQL and a bucket their own tools make them.
  'backup',
  // Damage and upgrades of SQLite's file; PostgreSQL, several instances and moves between the two, on own servers.
  'database',
  // Folders and buckets beside each other, on own servers, with faults that they cause there.
  'files',
  // Several instances that count on a server of their own.
  'throttling',
].map((name) => `test/service/${name}/**`)
const SYSTEM_OF_ITS_OWN = [
  // A disk that fills up or cannot be written, under SQLite's file and the folder's files.
  'disk',
  // PostgreSQL and a bucket in any case, on own servers.
  ...['instance-roles', 'instances', 'rolling-upgrade'],
  // Kills at moments that are read off SQLite's file and the folder's files; `instances` and `bulk-kills` kill on the others.
  'signing-kills',
  // The commands as they stand, from an empty checkout: they start SQLite.
  'readme',
  // No service at all: LibreOffice, threads, files and descriptions.
  ...['accessible', 'description-lint', 'merge-pool', 'signature-marks'],
  ...['office-confinement', 'office-conversion', 'office-faults', 'office-layout'],
].map((name) => `test/system/${name}.test.ts`)
const ON_BOTH_ENGINES = {
  before: ['test/support/on-both-engines.ts'],
  around: ['test/support/postgres-project.ts', 'test/support/s3-project.ts'],
}

/** What takes minutes begins first, else one of them is the last and alone. */
const SLOW = [
  'judge/signing',
  'judge/rules-agreement',
  'system/signing-kills',
  'judge/proof',
  'judge/verifier',
  'system/readme',
  'system/clients',
  'system/schemathesis',
  'service/pdf/hostile-calls',
]

/**
 * What runs after what. Projects never take turns: a process that shares its modules goes on with the next file only if that
 * is of the same project, else it ends and the next one loads the whole service anew.
 */
const KINDS = [
  'judge',
  'system',
  'service',
  'postgres',
  'postgres-all',
  'system-all',
  'unit',
  'system-alone',
  'system-alone-all',
]

/** The order of the files: kind after kind, and in each what takes longest first. */
class KindByKind extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const slowness = ({ moduleId }: TestSpecification): number => {
      const place = SLOW.findIndex((name) => moduleId.endsWith(`/${name}.test.ts`))
      return place < 0 ? SLOW.length : place
    }
    const sorted = [...files].sort(
      (a, b) => slowness(a) - slowness(b) || a.moduleId.localeCompare(b.moduleId),
    )
    const ordered = KINDS.flatMap((kind) => sorted.filter(({ project }) => project.name === kind))
    if (ordered.length !== files.length) throw new RangeError('a project has no place in KINDS')
    return ordered
  }
}

export default defineConfig({
  test: {
    reporters: ['default', RUN_SUMMARY],
    sequence: { sequencer: KindByKind },
    projects: [
      project('unit', ['test/*.test.ts', 'test/unit/**/*.test.ts'], 60_000, {
        ...TOGETHER,
        ...SHARED_IN_MEMORY,
      }),
      project('service', ['test/service/**/*.test.ts'], 180_000, {
        ...TOGETHER,
        ...SHARED_IN_MEMORY,
      }),
      project('postgres', [...(isLong('postgres') ? ON_POSTGRES : ON_POSTGRES_ALWAYS)], 180_000, {
        ...TOGETHER,
        ...SHARED_IN_MEMORY,
        before: ['test/support/on-postgres.ts'],
        around: ['test/support/postgres-project.ts'],
      }),
      ...(ON_BOTH
        ? [
            project('postgres-all', ['test/service/**/*.test.ts'], 180_000, {
              ...TOGETHER,
              ...ON_BOTH_ENGINES,
              leftOut: ENGINES_OF_THEIR_OWN,
            }),
            project('system-all', ['test/system/**/*.test.ts'], 300_000, {
              ...TOGETHER,
              ...ON_BOTH_ENGINES,
              leftOut: [...SYSTEM_OF_ITS_OWN, ...SENSITIVE],
            }),
            project('system-alone-all', SENSITIVE, 300_000, {
              ...ALONE,
              ...ON_BOTH_ENGINES,
              leftOut: SYSTEM_OF_ITS_OWN,
            }),
          ]
        : []),
      project('judge', ['test/judge/**/*.test.ts'], 300_000, {
        ...TOGETHER,
        ...SHARED,
        retry: SECOND_TRY,
        before: ['test/support/on-judges.ts'],
        around: ['test/support/judge-project.ts'],
      }),
      project('system', ['test/system/**/*.test.ts'], 300_000, {
        ...TOGETHER,
        ...SHARED,
        retry: SECOND_TRY,
        leftOut: SENSITIVE,
      }),
      project('system-alone', SENSITIVE, 300_000, ALONE),
    ],
  },
})
