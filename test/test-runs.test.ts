/** Which tests run in full, and which in a short form: decided by content, as docs/test-runs.md records it. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readRuns, writeRuns } from '../scripts/test-runs.ts'
import {
  coveredHash,
  dueLongTests,
  hasShortForm,
  LONG_TEST_NAMES,
  LONG_TESTS,
  leftOutOf,
  TEST_RUNS_PAGE,
} from './support/long-tests.ts'

const ROOT = resolve(import.meta.dirname, '..')

let copy = ''
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(copy, path)), { recursive: true })
  writeFileSync(join(copy, path), text)
}
/** Records that everything has run with what is there now. */
const record = (): void => {
  const runs = readRuns('')
  for (const name of LONG_TEST_NAMES)
    runs.long.set(name, { date: '2026-01-01', hash: coveredHash(name, copy) })
  write(TEST_RUNS_PAGE, writeRuns(runs))
}

beforeEach(() => {
  copy = mkdtempSync(join(tmpdir(), 'paraph-runs-'))
  execFileSync('git', ['init', '--quiet'], { cwd: copy })
  write('.gitignore', 'ignored.txt\n')
  // A file of what each covers; a folder is covered by any file in it.
  for (const name of LONG_TEST_NAMES)
    for (const path of [...LONG_TESTS[name].covers, ...LONG_TESTS[name].files])
      write(/\.\w+$/.test(path) || path === 'scripts/setup' ? path : `${path}/file.ts`, path)
})
afterEach(() => rmSync(copy, { recursive: true, force: true }))

test('the table names folders and files that exist, and tests that ask for their form', () => {
  for (const name of LONG_TEST_NAMES) {
    const { covers, files } = LONG_TESTS[name]
    for (const path of [...covers, ...files])
      expect([path, existsSync(join(ROOT, path))]).toEqual([path, true])
    const asks = (file: string) =>
      readFileSync(join(ROOT, file), 'utf8').includes(`isLong('${name}')`)
    if (name === 'postgres') expect(asks('vitest.config.ts')).toBe(true)
    else for (const file of files) expect([file, asks(file)]).toEqual([file, hasShortForm(name)])
  }
})

test('the page lists every one, and is what the table says', () => {
  const page = readFileSync(join(ROOT, TEST_RUNS_PAGE), 'utf8')
  expect(writeRuns(readRuns(page))).toBe(page)
})

test('a step that never ran and a long form of its name are read apart', () => {
  const [name = 'clients'] = LONG_TEST_NAMES
  const runs = readRuns('')
  runs.long.set(name, { date: '2026-01-01', hash: '0123456789abcdef' })
  const page = writeRuns(runs).replace('| engines |', `| ${name} |`)
  expect(readRuns(page).long.get(name)).toEqual(runs.long.get(name))
})

test('what has not changed since its last good run is not due; without a record all of it is', () => {
  expect(dueLongTests(copy)).toEqual(LONG_TEST_NAMES)
  record()
  expect(dueLongTests(copy)).toEqual([])
})

test('a changed, a new and a removed file make due what covers them, committed or not, and nothing else', () => {
  record()
  write('test/judge/java/file.ts', 'changed')
  expect(dueLongTests(copy)).toEqual(['rules'])
  record()
  write('test/judge/java/folder/new.ts', '')
  expect(dueLongTests(copy)).toEqual(['rules'])
  execFileSync('git', ['add', '--all'], { cwd: copy })
  record()
  rmSync(join(copy, 'test/judge/java/folder/new.ts'))
  expect(dueLongTests(copy)).toEqual(['rules'])
  record()
  write('test/judge/java/ignored.txt', '')
  write('README.md', 'covered by none')
  expect(dueLongTests(copy)).toEqual([])
})

test('what has no short form is left out of a run until it is due', () => {
  expect(leftOutOf(LONG_TEST_NAMES)).toEqual([])
  const all = LONG_TEST_NAMES.filter((name) => !hasShortForm(name))
  expect(all.length).toBeGreaterThan(0)
  expect(leftOutOf([])).toEqual(all.flatMap((name) => LONG_TESTS[name].files))
  expect(leftOutOf(all.slice(1))).toEqual([...LONG_TESTS[all[0]!].files])
})

test('where git cannot say what there is, all of it is due', () => {
  record()
  rmSync(join(copy, '.git'), { recursive: true })
  expect(dueLongTests(copy)).toEqual(LONG_TEST_NAMES)
})
