/**
 * Files on the machine where the user's own program started the server. Limited to one folder: content that an agent
 * reads may instruct it to send or overwrite other files.
 */

import { mkdir, readFile, realpath, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, isAbsolute, join, relative, resolve } from 'node:path'
import { codeOf } from '../kernel/type-guards.ts'

/** Arguments of a tool that cannot be used; the message tells the model what to do instead. */
export class ToolError extends Error {
  override readonly name = 'ToolError'
}

/** More than the maximum file size of any plan. */
const BYTES_MAX = 64 * 1_048_576

/** A file of the user's. */
export interface LocalFile {
  name: string
  bytes: Buffer
}

/** Reads and writes below a folder. */
export class LocalFiles {
  readonly folder: string

  constructor(folder: string) {
    this.folder = resolve(folder)
  }

  /** @throws ToolError when it is not a file inside the folder */
  async read(path: string): Promise<LocalFile> {
    const real = await realpath(this.#below(path)).catch(() => undefined)
    if (real === undefined) throw new ToolError(`There is no file ${path}.`)
    await this.#mustBeInside(real, path)
    const { size } = await stat(real)
    if (size > BYTES_MAX) throw new ToolError(`${path} is larger than any plan allows.`)
    return { name: basename(real), bytes: await readFile(real).catch(unreadable(path)) }
  }

  /**
   * Writes a new file and returns its full path.
   * @throws ToolError when it exists already and `replace` is false, or is not below the folder
   */
  async save(path: string, bytes: Uint8Array, replace: boolean): Promise<string> {
    const target = this.#below(path)
    // A symbolic link in the path could lead out of the folder: checked before anything is created behind it.
    await this.#mustBeInside(await nearest(dirname(target)), path)
    await mkdir(dirname(target), { recursive: true })
    const parent = await realpath(dirname(target))
    const real = join(parent, basename(target))
    const existing = await realpath(real).catch(() => undefined)
    if (existing !== undefined) await this.#mustBeInside(existing, path)
    try {
      await writeFile(real, bytes, { flag: replace ? 'w' : 'wx' })
    } catch (error) {
      if (codeOf(error) === 'EEXIST')
        throw new ToolError(`${path} exists already; choose another name, or set replace to true.`)
      throw new ToolError(`${path} cannot be written.`)
    }
    return real
  }

  /** Checked before any part of the path is created or followed. */
  #below(path: string): string {
    const target = resolve(this.folder, path)
    if (isOutside(this.folder, target)) throw outside(path, this.folder)
    return target
  }

  async #mustBeInside(real: string, path: string): Promise<void> {
    if (isOutside(await realpath(this.folder), real)) throw outside(path, this.folder)
  }
}

/** The real path of the closest existing parent folder. */
async function nearest(path: string): Promise<string> {
  return await realpath(path).catch(() => nearest(dirname(path)))
}

const isOutside = (folder: string, path: string): boolean => {
  const way = relative(folder, path)
  return way.startsWith('..') || isAbsolute(way)
}

const outside = (path: string, folder: string) =>
  new ToolError(
    `${path} is not below ${folder}. Only files there are read or written; whoever starts the server can choose another folder with PARAPH_FILES_DIR.`,
  )

const unreadable = (path: string) => (): never => {
  throw new ToolError(`${path} cannot be read.`)
}
