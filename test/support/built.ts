/** What the tests run besides the sources they import: threads and processes, as built. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { assetsAreFresh } from '../../scripts/build-assets.ts'
import { SHARED_FOLDER_VARIABLE } from './shared-folder.ts'

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
export async function setup(): Promise<void> {
  process.env[SHARED_FOLDER_VARIABLE] ??= mkdtempSync(join(tmpdir(), 'paraph-tests-'))
  await build()
}

/** Called when all have ended: the processes of the tests are killed, and clean up nothing themselves. */
export function teardown(): void {
  const folder = process.env[SHARED_FOLDER_VARIABLE]
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true })
  const memory = process.env.TEST_MEMORY_FOLDER
  if (memory !== undefined && memory !== tmpdir()) rmSync(memory, { recursive: true, force: true })
}
