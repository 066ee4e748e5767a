/** Resource usage of a process as reported by Linux (proc(5)). */
import { readFileSync } from 'node:fs'

/** Current usage of a process. */
export interface ProcessUsage {
  /** Resident memory. */
  bytes: number
  /** Processor time since it began, in the kernel and outside. */
  cpuMs: number
}

const PAGE_BYTES = 4_096
/** Linux counts processor time in hundredths of a second wherever Node runs. */
const TICK_MS = 10

/** Undefined if not available: the process has ended, or there is no /proc. */
export function processUsage(pid: number): ProcessUsage | undefined {
  try {
    const [, resident] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')
    // The name in parentheses may contain spaces and parentheses.
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ').at(-1)?.split(' ') ?? []
    const ticks = Number(fields[11]) + Number(fields[12])
    return { bytes: Number(resident) * PAGE_BYTES, cpuMs: ticks * TICK_MS }
  } catch {
    // The process has ended meanwhile.
    return undefined
  }
}
