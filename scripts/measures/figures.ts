/** The figures of docs/code.md, from what was measured in each file. */
import { basename, dirname } from 'node:path'
import {
  linesOfAll,
  type MeasuredFile,
  type MeasuredFunction,
  measureFiles,
  type Spot,
} from './sources.ts'

/** One state of the code in figures. */
export interface Figures {
  readonly files: number
  /** Lines of TypeScript alone. */
  readonly typescript: number
  /** Lines of everything that people wrote under src/: TypeScript, Python, shell, style sheets. */
  readonly lines: number
  readonly fileP90: number
  readonly fileMax: number
  readonly functions: number
  readonly functionP95: number
  readonly functionMax: number
  readonly circles: number
  /** Files in src/ itself. */
  readonly root: number
  readonly assertions: number
  readonly exports: number
  readonly undocumented: number
}

/** The figures with what stands behind each of them. */
export interface Measures {
  readonly figures: Figures
  /** Groups of files that import each other, directly or round about; type imports count. */
  readonly circles: readonly (readonly string[])[]
  /** Longest first. */
  readonly files: readonly MeasuredFile[]
  /** Longest first. */
  readonly functions: readonly MeasuredFunction[]
  readonly assertions: readonly Spot[]
  readonly undocumented: readonly Spot[]
  readonly root: readonly string[]
}

/** The smallest of the values that `share` of them do not exceed (nearest rank); 0 of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0
}

/** Circles of imports: groups of files each of which reaches all others of its group; the largest first. */
export function circlesOf(imports: ReadonlyMap<string, readonly string[]>): string[][] {
  const reached = new Map([...imports.keys()].map((path) => [path, reachedFrom(path, imports)]))
  const reaches = (from: string, to: string): boolean => reached.get(from)?.has(to) === true
  const grouped = new Set<string>()
  const circles: string[][] = []
  for (const path of imports.keys()) {
    if (grouped.has(path) || !reaches(path, path)) continue
    const group = [...(reached.get(path) ?? [])].filter((other) => reaches(other, path))
    for (const member of group) grouped.add(member)
    circles.push(group.sort())
  }
  return circles.sort((a, b) => b.length - a.length)
}

/** Every file that one import after the other leads to. */
function reachedFrom(
  path: string,
  imports: ReadonlyMap<string, readonly string[]>,
): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [path]
  for (let next = open.pop(); next !== undefined; next = open.pop())
    for (const target of imports.get(next) ?? []) {
      if (reached.has(target)) continue
      reached.add(target)
      open.push(target)
    }
  return reached
}

/** Measures the working tree at `root`. */
export function measure(root: string): Measures {
  const files = measureFiles(root).sort((a, b) => b.lines - a.lines)
  const functions = files.flatMap((file) => file.functions).sort((a, b) => b.lines - a.lines)
  const circles = circlesOf(new Map(files.map(({ path, imports }) => [path, imports])))
  const assertions = files.flatMap((file) => file.assertions)
  const undocumented = files.flatMap((file) => file.undocumented)
  const inRoot = files.map(({ path }) => path).filter((path) => dirname(path) === 'src')
  const lengths = files.map(({ lines }) => lines)
  return {
    circles,
    files,
    functions,
    assertions: inOrder(assertions),
    undocumented: inOrder(undocumented),
    root: inRoot.map((path) => basename(path)).sort(),
    figures: {
      files: files.length,
      typescript: lengths.reduce((sum, lines) => sum + lines, 0),
      lines: linesOfAll(root),
      fileP90: percentile(lengths, 0.9),
      fileMax: Math.max(...lengths),
      functions: functions.length,
      functionP95: percentile(
        functions.map(({ lines }) => lines),
        0.95,
      ),
      functionMax: functions[0]?.lines ?? 0,
      circles: circles.length,
      root: inRoot.length,
      assertions: assertions.length,
      exports: files.reduce((sum, file) => sum + file.exports, 0),
      undocumented: undocumented.length,
    },
  }
}

const inOrder = (spots: readonly Spot[]): Spot[] =>
  [...spots].sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line)
