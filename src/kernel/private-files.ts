/** Folders and secrets that this user alone can read. */
import { randomBytes } from 'node:crypto'
import {
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { FatalError } from './invariant.ts'
import { codeOf } from './type-guards.ts'

/**
 * Reads a secret of `length` bytes.
 * @param exposed what to do, beyond `chmod`, about a file that others can read
 * @throws FatalError when others can read it, or it does not hold that many bytes
 */
export function readSecretFile(path: string, length: number, exposed = ''): Buffer {
  if ((statSync(path).mode & 0o077) !== 0)
    throw new FatalError(`${path} can be read by others; run "chmod 600 ${path}"${exposed}`)
  const secret = Buffer.from(readFileSync(path, 'utf8').trim(), 'base64')
  if (secret.length !== length)
    throw new FatalError(
      `${path} does not hold ${length} bytes in base64; restore it from a backup`,
    )
  return secret
}

/** Writes a new secret; if another process does so at the same time, the first file stays and both use that one. */
export function makeSecretFile(path: string, length: number): Buffer {
  const temporary = `${path}.${process.pid}`
  const secret = randomBytes(length).toString('base64')
  writeFileSync(temporary, `${secret}\n`, { mode: 0o600, flush: true })
  try {
    // A link, not a rename: it never replaces a file.
    linkSync(temporary, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  } finally {
    unlinkSync(temporary)
  }
  return readSecretFile(path, length)
}

/**
 * Creates a folder (mode 0700) and those above it that are missing. Node's own recursive `mkdir` never returns where
 * the system denies that the parent exists, as below /proc.
 * @throws the error of the system, such as ENOTDIR or EACCES
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return
  const parent = dirname(folder)
  if (parent !== folder) makeFolder(parent)
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!existsSync(folder)) throw error
  }
}
