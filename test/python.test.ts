/** The Python of this repository is linted, typed and tested as Python. */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { toolPath } from './support/tools.ts'

const ROOT = resolve(import.meta.dirname, '..')
const TESTS = 'test/unit/office/python'
const WORKER = 'src/office/worker'

/** What a program says where it fails; empty when it does not. */
function findings(program: string, args: string[], given: Record<string, string> = {}): string {
  // Nothing is written beside the sources, which would make every build look old.
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: '1', ...given }
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    cwd: ROOT,
    env,
    encoding: 'utf8',
  })
  return status === 0 ? '' : `${error?.message ?? ''}${stdout ?? ''}${stderr ?? ''}`
}

/** A tool that `scripts/setup test` installs, at the version that is written there. */
function tool(name: string): string {
  const [, version] =
    new RegExp(`python_tool ${name} (.+)`).exec(
      readFileSync(resolve(ROOT, 'scripts/setup'), 'utf8'),
    ) ?? []
  return toolPath(`${name}-${version}/bin/${name}`)
}

test('ruff finds nothing in any Python file', () => {
  expect(findings(tool('ruff'), ['check', '--quiet', '.'])).toBe('')
})

test("the worker's Python is formatted by ruff", () => {
  expect(findings(tool('ruff'), ['format', '--check', '--quiet', WORKER, TESTS])).toBe('')
})

test("mypy --strict finds nothing in the worker's Python", () => {
  expect(findings(tool('mypy'), [])).toBe('')
})

test("the worker's Python passes its own tests", () => {
  const args = ['-m', 'unittest', 'discover', '-s', TESTS]
  expect(findings('/usr/bin/python3', args, { PYTHONPATH: WORKER })).toBe('')
})
