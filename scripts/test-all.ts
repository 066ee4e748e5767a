/**
 * `npm run test:all`: the long form of every test, the mutations, and all tests on PostgreSQL and a bucket. One line at the
 * end says how it went, and docs/test-runs.md records it; commit that page, so that `npm test` can leave out the long
 * forms whose folders have not changed since. With names of long tests (`npm run test:all -- clients kills`) only those
 * run and are recorded.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  coveredHash,
  LONG_TEST_NAMES,
  LONG_TESTS,
  LONG_TESTS_VARIABLE,
  type LongTestName,
  TEST_RUNS_PAGE,
} from '../test/support/long-tests.ts'
import { type Entry, type Runs, readRuns, type StepName, writeRuns } from './test-runs.ts'

const ROOT = resolve(import.meta.dirname, '..')
const PAGE = join(ROOT, TEST_RUNS_PAGE)
/** What each file came to. */
const RESULTS = join(ROOT, '.ci/out/test-all.json')
const REPORTERS = [
  ...['--reporter=default', '--reporter=./test/support/run-summary.ts'],
  ...['--reporter=json', `--outputFile.json=${RESULTS}`],
]

interface Step {
  name: StepName
  command: readonly string[]
  env?: Record<string, string>
}

const hasScript = (name: string): boolean =>
  name in
  (JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: object }).scripts

const STEPS: readonly Step[] = [
  // Every step at which a process can die, too; and ten minutes of kills.
  {
    name: 'tests',
    command: ['scripts/test', ...REPORTERS],
    env: { [LONG_TESTS_VARIABLE]: 'all', PARAPH_TEST_STEPS: '1', TEST_INSTANCES_SECONDS: '600' },
  },
  { name: 'mutations', command: ['npm', 'run', '--silent', 'test:mutations'] },
  { name: 'machines', command: ['npm', 'run', '--silent', 'test:machines'] },
  { name: 'engines', command: ['npm', 'run', '--silent', 'test:engines'] },
]

const today = (): string => new Date().toISOString().slice(0, 10)

/** Runs a step; answers what the page says of it. */
function run({ command, env }: Omit<Step, 'name'>): Entry {
  const [program = '', ...args] = command
  const begun = performance.now()
  const { status } = spawnSync(program, args, {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  })
  return {
    date: today(),
    passed: status === 0,
    minutes: Math.round((performance.now() - begun) / 60_000),
  }
}

const hashesOf = (names: readonly LongTestName[]) =>
  new Map(names.map((name) => [name, coveredHash(name)]))

/**
 * Records, of the long tests whose files all passed, what was covered when the run began: an edit meanwhile makes the next
 * one due.
 */
function record(runs: Runs, hashes: ReadonlyMap<LongTestName, string>): void {
  if (!existsSync(RESULTS)) return
  const { testResults } = JSON.parse(readFileSync(RESULTS, 'utf8')) as {
    testResults: Array<{ name: string; status: string }>
  }
  const passed = (file: string) => {
    const results = testResults.filter(({ name }) => name === join(ROOT, file))
    return results.length > 0 && results.every(({ status }) => status === 'passed')
  }
  for (const [name, hash] of hashes)
    if (LONG_TESTS[name].files.every(passed)) runs.long.set(name, { date: today(), hash })
}

function runNamed(names: readonly LongTestName[], runs: Runs): boolean {
  const hashes = hashesOf(names)
  const files = names.flatMap((name) => LONG_TESTS[name].files)
  const command = ['npx', '--no-install', 'vitest', 'run', ...files, ...REPORTERS]
  const { passed, minutes } = run({ command, env: { [LONG_TESTS_VARIABLE]: names.join() } })
  record(runs, hashes)
  console.info(`test:all: ${names.join(', ')} ${passed ? 'passed' : 'FAILED'} (${minutes} min)`)
  return passed
}

function runAll(runs: Runs): boolean {
  const hashes = hashesOf(LONG_TEST_NAMES)
  const steps = STEPS.filter(
    ({ command }) => command[0] !== 'npm' || hasScript(command.at(-1) ?? ''),
  )
  for (const { name, ...step } of steps) runs.steps.set(name, run(step))
  record(runs, hashes)
  const said = steps.map(({ name }) => {
    const entry = runs.steps.get(name)
    return `${name} ${entry?.passed === true ? 'passed' : 'FAILED'} (${entry?.minutes} min)`
  })
  console.info(`test:all: ${said.join(', ')}`)
  return steps.every(({ name }) => runs.steps.get(name)?.passed === true)
}

const names = process.argv.slice(2).map((given) => {
  const name = LONG_TEST_NAMES.find((each) => each === given)
  if (name === undefined)
    throw new RangeError(`${given}: name one of ${LONG_TEST_NAMES.join(', ')}`)
  return name
})
// Those of an earlier run would be taken for this one's if it ends before its tests.
rmSync(RESULTS, { force: true })
const runs = readRuns(existsSync(PAGE) ? readFileSync(PAGE, 'utf8') : '')
const passed = names.length > 0 ? runNamed(names, runs) : runAll(runs)
writeFileSync(PAGE, writeRuns(runs))
process.exitCode = passed ? 0 : 1
