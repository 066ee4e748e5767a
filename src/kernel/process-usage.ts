/** Resource usage of a process as reported by Linux (proc(5)). */
import { readFileSync } from 'node:fs'
import { cpuMsOf } from './work-limit.ts'

/** Current usage of a process. */
export interface ProcessUsage {
  /** Resident memory. */
  bytes: number
  /** Processor time since it began, in the kernel and outside. */
  cpuMs: number
}

const PAGE_BYTES = 4_096

/** Undefined if not available: the process has ended, or there is no /proc. */
export function processUsage(pid: number): ProcessUsage | undefined {
  try {
    const [, resident] = readFileSync(`/proc/${pid}/statm`, 'latin1').split(' ')
    return { bytes: Number(resident) * PAGE_BYTES, cpuMs: cpuMsOf(`/proc/${pid}/stat`) }
  } catch {
    // The process has ended meanwhile.
    return undefined
  }
}
