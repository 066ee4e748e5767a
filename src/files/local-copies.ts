/**
 * Copies on this machine's disk of files that lie elsewhere, by hash. A copy is complete or has another name, so that the
 * process may be killed at any time; what an earlier process left is compared with its hash before its first use.
 */
import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, stat, unlink, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Clock, DAY_MS } from '../kernel/clock.ts'
import { AppError } from '../kernel/errors.ts'
import { KeyedMutex } from '../kernel/slots.ts'
import { say } from '../translations/texts.ts'
import { isBlobName, sha256Later } from './blob-store.ts'

interface Copy {
  bytes: number
  usedMs: number
  /** Whether this process has compared it with its hash. */
  isChecked: boolean
}

/** A copy handed out less than this ago is not removed: a thread may be about to read it. */
const IN_USE_MS = 120_000

/** Keeps the copies that were used last. */
export class LocalCopies {
  readonly #folder: string
  readonly #bytesMax: number
  readonly #clock: Clock
  readonly #copies = new Map<string, Copy>()
  readonly #mutex = new KeyedMutex()

  /** @param bytesMax of all copies; exceeded only by what was used in the last two minutes */
  constructor(folder: string, bytesMax: number, clock: Clock) {
    this.#folder = folder
    this.#bytesMax = bytesMax
    this.#clock = clock
  }

  /** Creates the folder; removes what was half written, and what was not used for a day. */
  async open(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    for (const name of await readdir(this.#folder)) {
      const { size, mtimeMs } = await stat(join(this.#folder, name))
      const isKept = isBlobName(name) && mtimeMs > this.#clock.now() - DAY_MS
      if (isKept) this.#copies.set(name, { bytes: size, usedMs: mtimeMs, isChecked: false })
      else await unlink(join(this.#folder, name))
    }
    await this.#makeRoom()
  }

  /** The content of a file. @param fetch gets it, checked, where there is no copy */
  async read(hash: string, fetch: () => Promise<Buffer>): Promise<Buffer> {
    return await this.#mutex.runExclusive(
      hash,
      async () => (await this.#kept(hash)) ?? this.#add(hash, fetch),
    )
  }

  /**
   * Path of a copy.
   * @param fetch gets the content, checked, where there is no copy
   * @throws AppError `storage_unavailable` when this disk takes no copy
   */
  async path(hash: string, fetch: () => Promise<Buffer>): Promise<string> {
    await this.#mutex.runExclusive(hash, async () => {
      const known = this.#copies.get(hash)
      if (known?.isChecked === true && (await this.#touch(hash, known))) return
      if ((await this.#kept(hash)) === undefined) await this.#add(hash, fetch)
      if (this.#copies.has(hash)) return
      throw new AppError('storage_unavailable', say('service.noDisk'), { retryAfterSeconds: 30 })
    })
    return this.pathOf(hash)
  }

  /** Where the copy of a file is, if there is one. */
  pathOf(hash: string): string {
    return join(this.#folder, hash)
  }

  /** Removes a copy. */
  async forget(hash: string): Promise<void> {
    await this.#mutex.runExclusive(hash, () => this.#remove(hash))
  }

  async #kept(hash: string): Promise<Buffer | undefined> {
    const known = this.#copies.get(hash)
    if (known === undefined) return undefined
    const bytes = await readFile(this.pathOf(hash)).catch(() => undefined)
    if (bytes !== undefined && (await sha256Later(bytes)) === hash) {
      known.isChecked = true
      await this.#touch(hash, known)
      return bytes
    }
    await this.#remove(hash)
    return undefined
  }

  /** @returns false if the copy has been removed */
  async #touch(hash: string, copy: Copy): Promise<boolean> {
    copy.usedMs = this.#clock.now()
    const seconds = copy.usedMs / 1000
    return await utimes(this.pathOf(hash), seconds, seconds).then(
      () => true,
      () => false,
    )
  }

  /** A disk that is full costs time, not the file. */
  async #add(hash: string, fetch: () => Promise<Buffer>): Promise<Buffer> {
    const bytes = await fetch()
    const path = join(this.#folder, `${randomUUID()}.part`)
    try {
      await writeFile(path, bytes, { mode: 0o600, flag: 'wx' })
      await rename(path, this.pathOf(hash))
    } catch {
      // A full disk costs the copy, not the call: the bytes are there.
      await unlink(path).catch(() => undefined)
      return bytes
    }
    this.#copies.set(hash, { bytes: bytes.length, usedMs: this.#clock.now(), isChecked: true })
    await this.#makeRoom()
    return bytes
  }

  async #makeRoom(): Promise<void> {
    let total = [...this.#copies.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    const oldest = [...this.#copies].sort(([, a], [, b]) => a.usedMs - b.usedMs)
    for (const [hash, { bytes, usedMs }] of oldest) {
      if (total <= this.#bytesMax || usedMs > this.#clock.now() - IN_USE_MS) return
      await this.#remove(hash)
      total -= bytes
    }
  }

  async #remove(hash: string): Promise<void> {
    this.#copies.delete(hash)
    await unlink(this.pathOf(hash)).catch(() => undefined)
  }
}
