/** Memory and processor time of processes and all their descendants, as the kernel counts them. */
import { readdirSync, readFileSync } from 'node:fs'

function parents(): Map<number, number> {
  const result = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      result.set(Number(name), Number(fields[1]))
    } catch {
      // The process ended while we looked.
    }
  }
  return result
}

/** The processes of the trees that start at `roots`. */
export function tree(roots: readonly number[]): number[] {
  const found = new Set(roots)
  const all = parents()
  let before = 0
  while (before !== found.size) {
    before = found.size
    for (const [child, parent] of all) if (found.has(parent)) found.add(child)
  }
  return [...found]
}

/** Proportional set size of one process in MB; 0 when it has ended. */
export function pss(pid: number): number {
  try {
    const match = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    return Number(match?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}

/** Proportional set size of whole trees in MB. */
export const treePss = (roots: readonly number[]): number =>
  tree(roots).reduce((sum, pid) => sum + pss(pid), 0)

/** Runs `work` and tells the highest memory seen meanwhile, in MB. */
export async function peakDuring(
  roots: () => number[],
  work: () => Promise<unknown>,
): Promise<number> {
  let peak = treePss(roots())
  const timer = setInterval(() => {
    peak = Math.max(peak, treePss(roots()))
  }, 150)
  try {
    await work()
  } finally {
    clearInterval(timer)
  }
  return Math.max(peak, treePss(roots()))
}

const TICK_MS = 10

/** Processor time of one process and of its ended children, in ms; 0 when it has ended. */
function cpuOf(pid: number | 'self', childrenOnly: boolean): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [user = 0, system = 0, childUser = 0, childSystem = 0] = fields.slice(11, 15)
    return (childUser + childSystem + (childrenOnly ? 0 : user + system)) * TICK_MS
  } catch {
    return 0
  }
}

/**
 * Processor time spent so far by whole trees, in ms, with that of our own ended children. Only
 * differences mean anything. Unlike wall time it hardly depends on what else the machine does.
 */
export const treeCpu = (roots: readonly number[]): number =>
  tree(roots).reduce((sum, pid) => sum + cpuOf(pid, false), cpuOf('self', true))
