/** What the tests run besides the sources they import: threads and processes, as built. */
import { execFile, spawnSync } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { assetsAreFresh } from '../../scripts/build-assets.ts'

const ROOT = resolve(import.meta.dirname, '../..')
function isFresh(): boolean {
  return (
    spawnSync('scripts/built', ['dist/main.js'], { cwd: ROOT }).status === 0 && assetsAreFresh()
  )
}

/** Builds when something is newer than the last build; not for scripts/mutations.ts, which changes a line at a time. */
export async function build(): Promise<void> {
  if (process.env.TEST_AS_BUILT === undefined && !isFresh())
    await promisify(execFile)('npm', ['run', '--silent', 'build'], { cwd: ROOT })
}

/** Called by vitest before each kind of test. */
export const setup = build
