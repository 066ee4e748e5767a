/**
 * Where tests of the service put their data: in memory, where there is enough of it. Each of their thousands of commits is
 * written through to the disk, as it must be; on a busy disk the tests waited for that a quarter of their time.
 */
import { accessSync, constants, mkdirSync, statfsSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/** What must be free, of the machine's memory and of what it lends to files: containers lend 64 MB. */
const MIN_FREE_BYTES = 4 * 1024 ** 3

/** The folder for temporary files of tests that only read back what they wrote; the system's where memory is short. */
export function memoryFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    if (Math.min(bavail * bsize, freemem()) < MIN_FREE_BYTES) return tmpdir()
    accessSync(MEMORY, constants.W_OK | constants.X_OK)
    const folder = join(MEMORY, `paraph-tests-${process.pid}`)
    mkdirSync(folder, { recursive: true, mode: 0o755 })
    return folder
  } catch {
    // A system without it, or one that does not let us write there.
    return tmpdir()
  }
}
