/** Finds LibreOffice, its Python bridge, jemalloc and bubblewrap on this machine. */
import { constants } from 'node:fs'
import { access, readdir, readFile, realpath } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FontFolders } from './font-choice.ts'

/** Locations, with symbolic links resolved. */
export interface Installation {
  /** `soffice.bin` itself: killing the `soffice` script leaves it behind as an orphan. */
  soffice: string
  /** Folder above `program/`. */
  root: string
  /** First two numbers of the version, e.g. `7.4`. */
  version: string
  /** Build name that a profile remembers. */
  buildId: string
  /** A Python 3 that can import `uno`. */
  python: string
  jemalloc: string | undefined
  bubblewrap: string | undefined
  /** Where its fonts are, if not where they are on every machine. */
  fontFolders?: FontFolders | undefined
}

/** Explicit paths take precedence over detection. */
export interface InstallationPaths {
  sofficePath?: string | undefined
  pythonPath?: string | undefined
  /** Empty: run without jemalloc. */
  jemallocPath?: string | undefined
  fontFolders?: FontFolders | undefined
}

const SOFFICE_PLACES = [
  '/usr/lib/libreoffice/program/soffice.bin',
  '/usr/lib64/libreoffice/program/soffice.bin',
  '/usr/local/lib/libreoffice/program/soffice.bin',
  '/opt/*/program/soffice.bin',
]
const JEMALLOC_PLACES = [
  '/usr/lib/*/libjemalloc.so.2',
  '/usr/lib64/libjemalloc.so.2',
  '/usr/lib/libjemalloc.so.2',
]
const BUBBLEWRAP_PLACES = ['/usr/bin/bwrap', '/usr/local/bin/bwrap', '/bin/bwrap']
const PYTHON_PLACES = ['/usr/bin/python3']

/** Paths that match a pattern with one `*` (a folder name). */
async function expand(pattern: string): Promise<string[]> {
  const [before = '', after] = pattern.split('*')
  if (after === undefined) return [pattern]
  const names = await readdir(before).catch(() => [])
  return names.sort().map((name) => `${before}${name}${after}`)
}

async function firstOf(patterns: readonly string[], mode: number): Promise<string | undefined> {
  for (const path of (await Promise.all(patterns.map(expand))).flat()) {
    const usable = await access(path, mode).then(
      () => true,
      () => false,
    )
    if (usable) return realpath(path)
  }
  return undefined
}

/** `soffice.bin`, also when the path given is the `soffice` script or a link to it. */
export async function findSoffice(path?: string): Promise<string | undefined> {
  if (path === undefined) return firstOf(SOFFICE_PLACES, constants.X_OK)
  const real = await realpath(path).catch(() => path)
  return firstOf([join(dirname(real), 'soffice.bin')], constants.X_OK)
}

/** Whether LibreOffice Math is beside it, which draws equations; also true where there is no LibreOffice to ask. */
export async function hasMath(sofficePath?: string): Promise<boolean> {
  const soffice = await findSoffice(sofficePath)
  if (soffice === undefined) return true
  const library = join(dirname(soffice), 'libsmlo.so')
  return (await firstOf([library], constants.R_OK)) !== undefined
}

/** The jemalloc library to preload, if there is one. An empty string disables it. */
export async function findJemalloc(path?: string): Promise<string | undefined> {
  if (path === '') return undefined
  return firstOf(path === undefined ? JEMALLOC_PLACES : [path], constants.R_OK)
}

/** The `bwrap` program, if there is one. */
const findBubblewrap = (): Promise<string | undefined> => firstOf(BUBBLEWRAP_PLACES, constants.X_OK)

/** The Python to run a worker with. The caller must check whether it can import `uno`. */
export const findPython = (path?: string): Promise<string | undefined> =>
  firstOf(path === undefined ? PYTHON_PLACES : [path], constants.X_OK)

/** Version and build name from the files beside `soffice.bin`: no process is started. */
export async function readVersion(soffice: string): Promise<{ version: string; buildId: string }> {
  const program = dirname(soffice)
  const read = (name: string): Promise<string> =>
    readFile(join(program, name), 'utf8').catch(() => '')
  const [versionrc, bootstraprc] = await Promise.all([read('versionrc'), read('bootstraprc')])
  const entry = (text: string, key: string): string =>
    new RegExp(`^${key}=(.*)$`, 'm').exec(text)?.[1]?.trim() ?? ''
  const product = /[\d.]+$/.exec(entry(bootstraprc, 'ProductKey'))?.[0] ?? ''
  return {
    // Debian's versionrc has no full version, and a profile stores only two numbers
    version: product,
    buildId: entry(versionrc, 'buildid'),
  }
}

/**
 * Everything a worker needs to start.
 * @throws Error naming what is missing and the Debian package that provides it
 */
export async function findInstallation(paths: InstallationPaths): Promise<Installation> {
  const [soffice, python, jemalloc, bubblewrap] = await Promise.all([
    findSoffice(paths.sofficePath),
    findPython(paths.pythonPath),
    findJemalloc(paths.jemallocPath),
    findBubblewrap(),
  ])
  if (soffice === undefined) {
    throw new Error('LibreOffice is not there: apt install libreoffice-writer-nogui')
  }
  if (python === undefined) throw new Error('Python 3 is not there: apt install python3-uno')
  return {
    soffice,
    root: dirname(dirname(soffice)),
    ...(await readVersion(soffice)),
    python,
    jemalloc,
    bubblewrap,
    fontFolders: paths.fontFolders,
  }
}
