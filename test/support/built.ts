/** What the tests run besides the sources they import: threads and processes, as built. */
import { execFile } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { assetsAreFresh } from '../../scripts/build-assets.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const INPUTS = [
  'src',
  'scripts/build.ts',
  'scripts/build-assets.ts',
  'package-lock.json',
  'tsconfig.json',
]

function newestMs(path: string): number {
  const { mtimeMs } = statSync(path)
  if (!statSync(path).isDirectory()) return mtimeMs
  return Math.max(mtimeMs, ...readdirSync(path).map((name) => newestMs(join(path, name))))
}

function isFresh(): boolean {
  const main = join(ROOT, 'dist/main.js')
  if (!existsSync(main) || !assetsAreFresh()) return false
  const builtMs = statSync(main).mtimeMs
  return INPUTS.every((path) => newestMs(join(ROOT, path)) <= builtMs)
}

/** Builds when something is newer than the last build. */
export async function build(): Promise<void> {
  if (!isFresh()) await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: ROOT })
}

/** Called by vitest before each kind of test. */
export const setup = build
