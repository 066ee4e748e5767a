/** Which packages of other people are shipped, and whether their licences let them be. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A package as package-lock.json has it. */
export interface ShippedPackage {
  readonly name: string
  readonly version: string
  /** SPDX expression. */
  readonly licence: string
  /** Where it is installed, relative to the repository. */
  readonly path: string
  /** Native code for one kind of machine: installed on those alone. */
  readonly isForOnePlatform: boolean
}

/** A package in package-lock.json. */
export interface Locked {
  readonly version?: string
  readonly license?: string
  readonly dev?: boolean
  readonly os?: readonly string[]
  readonly cpu?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
}

/** What package-lock.json has of each path under node_modules. */
export type Lock = Readonly<Record<string, Locked>>

const MODULES = 'node_modules/'

/** Licences under which a package may be used and passed on in a product of whichever licence. */
const ALLOWED = new Set([
  ...['0BSD', 'Apache-2.0', 'Bitstream-Vera', 'BlueOak-1.0.0', 'BSD-2-Clause', 'BSD-3-Clause'],
  ...['CC0-1.0', 'ISC', 'MIT', 'MIT-0', 'OFL-1.1', 'Unlicense', 'WTFPL', 'Zlib'],
])

/** Where package.json does not say it as an SPDX expression; read from the licence file itself. */
const READ_BY_US: Readonly<Record<string, string>> = { 'dejavu-fonts-ttf': 'Bitstream-Vera' }

/** The licence of a package as an SPDX expression; `none` where it states none. */
export const licenceOf = (name: string, locked: Locked | undefined): string =>
  READ_BY_US[name] ?? locked?.license ?? 'none'

/** Reads package-lock.json of the repository at `root`. */
export const readLock = (root: string): Lock =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages

/**
 * Every package that reaches users: what the service needs to run, and what the scripts and style sheets of
 * src/browser bring along although it is a development dependency, since esbuild copies it into dist/assets.
 * Sorted by name and version; one of each. Throws a RangeError where a licence forbids that.
 */
export function shippedPackages(root: string): ShippedPackage[] {
  const lock = readLock(root)
  const bundled = withDependencies(bundledInPages(root), lock)
  const shipped = Object.entries(lock)
    .filter(([path, { dev }]) => path !== '' && (dev !== true || bundled.has(path)))
    .map(([path, locked]) => toPackage(path, locked))
  const distinct = new Map(shipped.map((one) => [`${one.name}@${one.version}`, one]))
  return [...distinct].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
}

function toPackage(path: string, locked: Locked): ShippedPackage {
  const name = path.slice(path.lastIndexOf(MODULES) + MODULES.length)
  const licence = licenceOf(name, locked)
  if (!isAllowed(licence))
    throw new RangeError(
      `${name} ${locked.version}: the licence ${licence} is not one that we may ship`,
    )
  const isForOnePlatform = locked.os !== undefined || locked.cpu !== undefined
  return { name, version: locked.version ?? '', licence, path, isForOnePlatform }
}

/** Whether a package may be shipped: one of the alternatives of an OR, every part of an AND. */
export function isAllowed(expression: string): boolean {
  const plain = expression.replace(/^\((.*)\)$/, '$1')
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isAllowed)
  if (plain.includes(' AND ')) return plain.split(' AND ').every(isAllowed)
  return ALLOWED.has(plain)
}

/** Packages that the pages' scripts import and whose files their style sheets name. */
function bundledInPages(root: string): string[] {
  const folder = join(root, 'src/browser')
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|css)$/.test(name))
    .map((name) => readFileSync(join(folder, name), 'utf8'))
  const named = texts.flatMap((text) => [
    ...text.matchAll(/(?:from '|import '|import\('|node_modules\/)((?:@[\w.-]+\/)?[\w-][\w.-]*)/g),
  ])
  return [...new Set(named.map(([, name = '']) => name))]
}

function withDependencies(names: readonly string[], lock: Lock): ReadonlySet<string> {
  const paths = new Set<string>()
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    const path = `${MODULES}${name}`
    const locked = lock[path]
    if (locked === undefined || paths.has(path)) continue
    paths.add(path)
    open.push(...Object.keys(locked.dependencies ?? {}))
  }
  return paths
}

/** Its files of licence and notice, by name, with their text: in its folder or in one folder below. */
export function licenceFiles(root: string, { path }: ShippedPackage): [string, string][] {
  const folder = join(root, path)
  if (!existsSync(folder)) return []
  const inside = readdirSync(folder, { withFileTypes: true })
  const below = inside
    .filter((entry) => entry.isDirectory() && entry.name !== 'node_modules')
    .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => `${name}/${file}`))
  return [...inside.filter((entry) => entry.isFile()).map(({ name }) => name), ...below]
    .filter(
      (name) =>
        /(^|\/)(licen[cs]e|copying|notice)[^/]*$/i.test(name) && !/\.(js|ts|html)$/.test(name),
    )
    .sort()
    .map((name) => [name, readFileSync(join(folder, name), 'utf8').replace(/\r/g, '').trim()])
}
