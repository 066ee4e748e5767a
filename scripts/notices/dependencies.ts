/** docs/dependencies.md: why each runtime dependency is one is written by hand, its licence and its use are filled in. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { licenceOf, readLock } from './packages.ts'

/** The runtime dependencies of package.json, optional ones too, sorted. */
export function runtimeDependencies(root: string): string[] {
  const { dependencies, optionalDependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  ) as Record<'dependencies' | 'optionalDependencies', Record<string, string>>
  return Object.keys({ ...dependencies, ...optionalDependencies }).sort()
}

/** Where each is imported or its files are named: folders of src/, and files that stand in src/ itself. */
export function usedIn(root: string, names: readonly string[]): Map<string, string[]> {
  const folder = join(root, 'src')
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(ts|css)$/.test(name))
    .sort()
    .map((name) => ({
      place: name.split('/')[0] ?? '',
      text: readFileSync(join(folder, name), 'utf8'),
    }))
  return new Map(
    names.map((name) => {
      const escaped = name.replaceAll('.', '\\.')
      const named = new RegExp(
        `(?:from |import |import\\(|LIBRARY: string = )'${escaped}['/]|['"\`/]${escaped}/`,
      )
      const places = files.filter(({ text }) => named.test(text)).map(({ place }) => place)
      return [name, [...new Set(places)]]
    }),
  )
}

/** The text with the columns `licence` and `used in` of its table as they are now; a new dependency gets a row. */
export function withFilledTable(root: string, text: string): string {
  const names = runtimeDependencies(root)
  const lock = readLock(root)
  const uses = usedIn(root, names)
  const whys = new Map(
    [...text.matchAll(/^\| `([^`]+)` +\|([^|]*)\|[^|]*\|[^|]*\|$/gm)].map(
      ([, name = '', why = '']) => [name, why.trim()],
    ),
  )
  const rows = names.map((name) => [
    `\`${name}\``,
    whys.get(name) ?? '',
    licenceOf(name, lock[`node_modules/${name}`]),
    (uses.get(name) ?? []).map((place) => (place.includes('.') ? place : `${place}/`)).join(', '),
  ])
  const table = formatted([['library', 'why not our own', 'licence', 'used in'], ...rows])
  return text.replace(/^\| library.*\n(?:\|.*\n)*/m, () => `${table}\n`)
}

function formatted(rows: readonly (readonly string[])[]): string {
  const widths = [0, 1, 2, 3].map((column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, at) => (at < 3 ? cell.padEnd(widths[at] ?? 0) : cell)).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [
    line(head),
    line(widths.map((width, at) => '-'.repeat(at < 3 ? width : 3))),
    ...rest.map(line),
  ].join('\n')
}
