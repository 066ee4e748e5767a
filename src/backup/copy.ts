/** Copies files so that an existing copy is always complete: hashed while copying, synced, renamed. */
import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { BackupError, type Entry, promisedHash } from './inventory.ts'

/** Files copied at a time: each waits for the disk to have it. */
export const FILES_TOGETHER = 16

/**
 * Copies one file.
 * @throws BackupError when a blob's content does not match its name
 */
export async function copyFile(from: string, to: string, path: string): Promise<Entry> {
  const target = join(to, path)
  const promised = promisedHash(path)
  if (promised !== undefined) {
    const kept = await stat(target).catch(() => undefined)
    const size = kept === undefined ? -1 : (await stat(join(from, path))).size
    if (kept?.size === size) return { path, bytes: size, sha256: promised }
  }
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      bytes += chunk.length
      done(null, chunk)
    },
  })
  const temporary = `${target}.part`
  await pipeline(
    createReadStream(join(from, path)),
    count,
    createWriteStream(temporary, { mode: 0o600, flush: true }),
  )
  const sha256 = hash.digest('hex')
  if (promised !== undefined && sha256 !== promised)
    throw new BackupError(`${path} is damaged: its content does not match its name`)
  await rename(temporary, target)
  return { path, bytes, sha256 }
}

/** The entry of an existing file. */
export async function factsOf(folder: string, path: string): Promise<Entry> {
  const hash = createHash('sha256')
  let bytes = 0
  const chunks: AsyncIterable<Buffer> = createReadStream(join(folder, path))
  for await (const chunk of chunks) {
    hash.update(chunk)
    bytes += chunk.length
  }
  return { path, bytes, sha256: hash.digest('hex') }
}

/** Writes a text atomically. */
export async function writeWhole(path: string, text: string): Promise<void> {
  const temporary = `${path}.part`
  const file = await open(temporary, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(temporary, path)
}
