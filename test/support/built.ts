/** What the tests run besides the sources they import: threads and processes, as built. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const ROOT = resolve(import.meta.dirname, '../..')
const INPUTS = [
  'src',
  'scripts/build-assets.ts',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
]

function newestMs(path: string): number {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))))
}

function isFresh(): boolean {
  const made = ['dist/main.js', 'dist/assets/manifest.json'].map((path) => join(ROOT, path))
  if (!made.every((path) => existsSync(path))) return false
  const builtMs = Math.min(...made.map((path) => statSync(path).mtimeMs))
  return INPUTS.every((path) => newestMs(join(ROOT, path)) <= builtMs)
}

/** Builds when something is newer than the last build. */
export async function build(): Promise<void> {
  if (!isFresh()) await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: ROOT })
}

/** Called by vitest before each kind of test. */
export const setup = build
