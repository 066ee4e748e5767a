/**
 * `npm run test:mutations`: changes one critical line at a time in a copy of the tree and runs the tests that must notice.
 * Fails when none of them does, and when a line is no longer found: then the list says what it is now. Words given on
 * the command line choose the mutations whose description has one of them.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { LONG_TESTS_VARIABLE } from '../test/support/long-tests.ts'
import { type Mutation, occurrences } from './mutations/mutation.ts'
import { SERVICE } from './mutations/service.ts'
import { SIGNATURES } from './mutations/signatures.ts'

const ROOT = resolve(import.meta.dirname, '..')
const MUTATIONS = [...SIGNATURES, ...SERVICE]

/** The files of the tree as they lie here, with the installed packages and the last build beside them. */
function copyTree(): string {
  const copy = mkdtempSync(join(tmpdir(), 'paraph-mutations-'))
  const listed = execFileSync('git', ['ls-files', '-zco', '--exclude-standard'], {
    cwd: ROOT,
    maxBuffer: 50_000_000,
  })
  for (const path of listed.toString().split('\0')) {
    if (path === '' || !existsSync(join(ROOT, path))) continue
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(ROOT, path), join(copy, path))
  }
  symlinkSync(join(ROOT, 'node_modules'), join(copy, 'node_modules'))
  cpSync(join(ROOT, 'dist'), join(copy, 'dist'), { recursive: true })
  return copy
}

const sourcesIn = (copy: string): string[] =>
  execFileSync('find', [join(copy, 'src'), '-name', '*.ts*', '-type', 'f'])
    .toString()
    .trim()
    .split('\n')

/** Where the text of a mutation stands. @throws Error when that is nowhere, or in two places */
function placeOf({ what, text }: Mutation, sources: ReadonlyMap<string, string>): string {
  const found = [...sources].flatMap(([path, source]) =>
    Array.from({ length: occurrences(source, text) }, () => path),
  )
  const [path] = found
  if (path !== undefined && found.length === 1) return path
  throw new Error(`“${what}”: its text is found ${found.length} times in src: ${text}`)
}

interface Outcome {
  failed: number
  passed: number
  said: string
}

/** Runs tests in the copy. */
function runTests(copy: string, tests: readonly string[]): Outcome {
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const files = [...new Set(tests)].map((name) => `test/${name}`)
  const kinds = ['unit', 'service'].filter((kind) =>
    files.some((path) => path.startsWith(`test/${kind}/`)),
  )
  const args = [
    ...['--no-install', 'vitest', 'run', '--retry', '0', '--bail', '1'],
    ...kinds.flatMap((kind) => ['--project', kind]),
    ...['--reporter', 'json', '--outputFile', report, ...files],
  ]
  const env = { ...process.env, [LONG_TESTS_VARIABLE]: 'none', TEST_AS_BUILT: 'yes' }
  const { stdout, stderr } = spawnSync('npx', args, { cwd: copy, env, maxBuffer: 100_000_000 })
  const said = `${stdout}${stderr}`
  if (!existsSync(report)) return { failed: 0, passed: 0, said }
  const { numFailedTests: failed, numPassedTests: passed } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as { numFailedTests: number; numPassedTests: number }
  return { failed, passed, said }
}

type Verdict = 'noticed' | 'NOT NOTICED' | 'NO TEST RAN'

/** What its tests say of a mutation. A file that cannot be loaded any more says nothing: that is no test that fails. */
function verdictOn(copy: string, mutation: Mutation, path: string, source: string): Verdict {
  writeFileSync(
    path,
    source.replace(mutation.text, () => mutation.becomes),
  )
  try {
    // Threads and processes of the service run as built.
    execFileSync('npm', ['run', '--silent', 'build'], { cwd: copy, stdio: 'inherit' })
    const { failed, passed, said } = runTests(copy, mutation.tests)
    if (failed > 0) return 'noticed'
    if (passed > 0) return 'NOT NOTICED'
    console.info(said)
    return 'NO TEST RAN'
  } finally {
    writeFileSync(path, source)
  }
}

function main(words: readonly string[]): number {
  const chosen = MUTATIONS.filter(
    ({ what }) => words.length === 0 || words.some((word) => what.includes(word)),
  )
  execFileSync('npm', ['run', '--silent', 'build'], { cwd: ROOT, stdio: 'inherit' })
  const copy = copyTree()
  try {
    const sources = new Map(sourcesIn(copy).map((path) => [path, readFileSync(path, 'utf8')]))
    const places = chosen.map((mutation) => ({ mutation, path: placeOf(mutation, sources) }))
    const before = runTests(
      copy,
      chosen.flatMap(({ tests }) => tests),
    )
    if (before.failed > 0 || before.passed === 0)
      throw new Error(`the tests fail without any change:\n${before.said}`)
    const unnoticed = places.filter(({ mutation, path }) => {
      const verdict = verdictOn(copy, mutation, path, sources.get(path) ?? '')
      console.info(`${verdict}: ${mutation.what}`)
      return verdict !== 'noticed'
    })
    console.info(`${chosen.length - unnoticed.length} of ${chosen.length} changes were noticed`)
    return unnoticed.length === 0 ? 0 : 1
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

process.exitCode = main(process.argv.slice(2))
