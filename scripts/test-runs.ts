/** docs/test-runs.md, which `npm run test:all` writes and `npm test` reads. */
import {
  LONG_TEST_NAMES,
  LONG_TESTS,
  type LongTest,
  type LongTestName,
} from '../test/support/long-tests.ts'

/** What `npm run test:all` consists of. */
export type StepName = 'tests' | 'mutations' | 'machines' | 'engines'

const STEPS: Readonly<Record<StepName, string>> = {
  tests: '`npm test` with every long form',
  mutations: 'a changed line at a time, each of which a test must notice',
  machines: '`./scripts/start` and the README on nine whole other systems',
  engines: 'service and system on PostgreSQL and a bucket',
}

/** How a step went last. */
export interface Entry {
  /** YYYY-MM-DD. */
  date: string
  passed: boolean
  minutes: number
}

/** What the page says. */
export interface Runs {
  steps: Map<StepName, Entry>
  /** The last good run of each long form, and the hash of what it covered. */
  long: Map<LongTestName, { date: string; hash: string }>
}

const NEVER = 'never'
const LONG_HEADING = '## Tests with a short form'
const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** Reads the page; what it does not say has never run. */
export function readRuns(page: string): Runs {
  // A step and a long form may have the same name.
  const [ofSteps = [], ofLong = []] = page
    .split(LONG_HEADING)
    .map((part) => part.split('\n').map(cells))
  const steps: Runs['steps'] = new Map()
  for (const name of Object.keys(STEPS) as StepName[]) {
    const [, , date = NEVER, result = '', minutes = ''] =
      ofSteps.find(([first]) => first === name) ?? []
    if (date !== NEVER)
      steps.set(name, { date, passed: result === 'passed', minutes: Number(minutes) })
  }
  const long: Runs['long'] = new Map()
  for (const name of LONG_TEST_NAMES) {
    const [, , , date = NEVER, hash = ''] = ofLong.find(([first]) => first === name) ?? []
    if (date !== NEVER) long.set(name, { date, hash: hash.replaceAll('`', '') })
  }
  return { steps, long }
}

/** Writes the page. */
export function writeRuns({ steps, long }: Runs): string {
  const runLines = Object.entries(STEPS).map(([name, what]) => {
    const entry = steps.get(name as StepName)
    const { date, passed, minutes } = entry ?? { date: NEVER, passed: undefined, minutes: '' }
    const result = passed === undefined ? '' : passed ? 'passed' : 'failed'
    return `| ${name} | ${what} | ${date} | ${result} | ${minutes} |`
  })
  const longLines = LONG_TEST_NAMES.map((name) => {
    const last = long.get(name)
    const { long: whole, short = 'nothing' }: LongTest = LONG_TESTS[name]
    return `| ${name} | ${whole} | ${short} | ${last?.date ?? NEVER} | \`${last?.hash ?? '-'}\` |`
  })
  return `# Test runs

Written by \`npm run test:all\`, read by \`npm test\`. Commit it after a run.

## The last run of everything

| Step | What it is | Date | Result | Minutes |
| ---- | ---------- | ---- | ------ | ------- |
${runLines.join('\n')}

${LONG_HEADING}

\`npm test\`, and so CI, runs the long form of a test when a file that it covers differs from what its last good run saw; else
the short one. The table in \`test/support/long-tests.ts\` says what each covers. The last column is a hash of those files, so that
neither history nor a network is needed to decide; without git, or without this page, every long form runs.

| Test | Long form | Short form | Last good run | Covered then |
| ---- | --------- | ---------- | ------------- | ------------ |
${longLines.join('\n')}

\`TEST_LONG=all\`, \`none\` or names with commas decides otherwise. \`npm run test:all -- NAME …\` runs only those long forms and
records them.
`
}
