/**
 * Files on disk by the SHA-256 of their content. A readable file is complete and durable: it
 * is written under a temporary name, synced, renamed, and its folder synced before `put` returns.
 */

import { randomUUID } from 'node:crypto'
import {
  constants,
  copyFile,
  type FileHandle,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  unlink,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type GrowableBuffer, growableBuffer } from '../kernel/bytes.ts'
import { AppError } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import { codeOf } from '../kernel/type-guards.ts'
import { say } from '../translations/texts.ts'
import { type BegunBlob, type BlobStore, isBlobName, SLICES, sha256Later } from './blob-store.ts'
import { FileDamaged } from './damaged-files.ts'

/** Smaller files are not started before they are complete. */
const BEGUN_BYTES_MIN = 2_000_000

/** Errors for the operator to fix: disk full, failing or read-only, missing permissions, no file descriptors. */
const CANNOT_WRITE = new Set([
  ...['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG', 'EIO'],
  ...['EACCES', 'EPERM', 'EMFILE', 'ENFILE'],
])

/** The beginning of a file that is being written. */
interface Begun {
  readonly path: string
  /** Number of bytes written and synced. */
  readonly written: Promise<number>
}

/** Stores and finds files by content hash under one folder, which no other process uses. */
export class FolderBlobStore implements BlobStore {
  readonly isShared = false
  readonly #root: string
  readonly #report: (hash: string) => void
  /** Sizes and times of the files that were compared with their names for readers of {@link localFile}. */
  readonly #checked = new Map<string, string>()

  /**
   * @param root folder of the store; created if missing.
   * @param report is called for every file that is found missing or damaged
   */
  constructor(root: string, report: (hash: string) => void = () => undefined) {
    this.#root = root
    this.#report = report
  }

  /** Creates the folder and removes partially written files left by a crash. */
  async open(isBeside = false): Promise<void> {
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 })
    if (isBeside) return
    // A write of the process before may still be ending, and removes its file itself.
    for (const name of await readdir(this.#incoming))
      await rm(join(this.#incoming, name), { force: true })
  }

  /** Stores a file and returns its hash; an existing file is not written again. */
  put(bytes: Uint8Array, known?: string): Promise<string> {
    return this.#put(bytes, known, this.#nothing())
  }

  /** Starts a file that extends an existing one: that part is already on disk when `put` receives the whole. */
  begin(from: string): BegunBlob {
    const path = this.#temporary()
    const begun = { path, written: this.#copyOf(from, path) }
    // Reported by `put`, which may be called much later.
    begun.written.catch(() => undefined)
    return {
      put: (bytes, known) => this.#put(bytes, known, begun),
      abandon: () => abandon(begun),
    }
  }

  /** Number of bytes copied: 0 for a small file, whose writing and syncing takes no longer than one more sync. */
  async #copyOf(hash: string, path: string): Promise<number> {
    const original = this.#pathOf(hash)
    const { size } = await stat(original).catch((error) => this.#failed(hash, error))
    if (size < BEGUN_BYTES_MIN) return 0
    await copyFile(original, path, constants.COPYFILE_EXCL)
    await synced(path, 'r+')
    return size
  }

  async get(hash: string): Promise<Buffer> {
    const bytes = await readFile(this.#pathOf(hash)).catch((error) => this.#failed(hash, error))
    if ((await sha256Later(bytes)) !== hash) throw this.#damaged(hash, 'damaged')
    return bytes
  }

  async read(hash: string): Promise<GrowableBuffer> {
    const file = await open(this.#pathOf(hash)).catch((error) => this.#failed(hash, error))
    try {
      const bytes = growableBuffer((await file.stat()).size)
      for (let at = 0; at < bytes.length; ) {
        const { bytesRead } = await file.read(bytes, at)
        if (bytesRead === 0) throw this.#damaged(hash, 'damaged')
        at += bytesRead
      }
      return bytes
    } catch (error) {
      return this.#failed(hash, error)
    } finally {
      await file.close()
    }
  }

  async remove(hash: string): Promise<void> {
    await unlink(this.#pathOf(hash)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOENT') throw error
    })
  }

  async writtenMs(hash: string): Promise<number | undefined> {
    return await stat(this.#pathOf(hash)).then(
      ({ mtimeMs }) => mtimeMs,
      () => undefined,
    )
  }

  async *list(slices = SLICES): AsyncGenerator<string> {
    for (const name of await readdir(this.#root))
      if (slices.includes(name)) yield* await readdir(join(this.#root, name))
  }

  /** Nothing: what is removed is gone. */
  async purge(): Promise<void> {}

  async localFile(hash: string): Promise<string> {
    const path = this.#pathOf(hash)
    const now = await stat(path).catch(() => undefined)
    const state = `${now?.size} ${now?.mtimeMs}`
    if (now === undefined) this.#damaged(hash, 'missing')
    else if (this.#checked.get(hash) !== state) {
      await this.get(hash)
      this.#checked.set(hash, state)
    }
    return path
  }

  #damaged(hash: string, state: 'missing' | 'damaged'): FileDamaged {
    this.#report(hash)
    return new FileDamaged(hash, state)
  }

  #failed(hash: string, error: unknown): never {
    const code = codeOf(error)
    // EIO: the disk cannot read what it has stored.
    if (code === 'ENOENT' || code === 'EIO')
      throw this.#damaged(hash, code === 'ENOENT' ? 'missing' : 'damaged')
    throw error
  }

  async #put(bytes: Uint8Array, known: string | undefined, begun: Begun): Promise<string> {
    const hash = known ?? (await sha256Later(bytes))
    const path = this.#pathOf(hash)
    try {
      // One that was cut off is written anew.
      if ((await sizeOf(path)) === bytes.length) {
        await abandon(begun)
        return hash
      }
      await makeFolder(dirname(path))
      await writeSynced(begun.path, bytes, await begun.written)
      await rename(begun.path, path)
      await synced(dirname(path), 'r')
    } catch (error) {
      await abandon(begun)
      throw storageError(error)
    }
    return hash
  }

  #nothing(): Begun {
    return { path: this.#temporary(), written: Promise.resolve(0) }
  }

  #temporary(): string {
    return join(this.#incoming, randomUUID())
  }

  get #incoming(): string {
    return join(this.#root, 'incoming')
  }

  #pathOf(hash: string): string {
    if (!isBlobName(hash)) throw new Error('not a blob name')
    return join(this.#root, hash.slice(0, 2), hash)
  }
}

async function abandon({ path, written }: Begun): Promise<void> {
  await written.catch(() => undefined)
  await unlink(path).catch(() => undefined)
}

const sizeOf = async (path: string): Promise<number | undefined> =>
  stat(path).then(
    ({ size }) => size,
    () => undefined,
  )

/** Not with `recursive`, which reports ENOENT for a disk that has become read-only. */
async function makeFolder(path: string): Promise<void> {
  await mkdir(path, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
}

/** Opens a file or folder, writes to it, and closes it once the disk has everything. */
async function synced(
  path: string,
  flags: string,
  write: (file: FileHandle) => Promise<void> = async () => undefined,
): Promise<void> {
  const file = await open(path, flags, 0o600)
  try {
    await write(file)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** @param from bytes that the file has already */
async function writeSynced(path: string, bytes: Uint8Array, from: number): Promise<void> {
  invariant(from <= bytes.length, 'a file that was begun only grows')
  await synced(path, from > 0 ? 'r+' : 'wx', async (file) => {
    // Not `writeFile`, which gives the disk half a megabyte and then waits for the event loop, twenty times for 10 MB.
    for (let at = from; at < bytes.length; )
      at += (await file.write(bytes, at, bytes.length - at, at)).bytesWritten
  })
}

function storageError(error: unknown): unknown {
  const code = codeOf(error) ?? ''
  if (!CANNOT_WRITE.has(code)) return error
  return new AppError('storage_unavailable', say('service.noStorage'), {
    cause: error,
    retryAfterSeconds: 30,
  })
}
