/** What takes a processor for long gives way to the event loop, for which every caller waits. */
import { getPriority, setPriority } from 'node:os'

/**
 * Niceness of LibreOffice, threads and processes with tasks, above the service's own: where all want the processor, the
 * event loop gets three times as much as each of them. More would stop them on a machine that has other work, too.
 */
export const WORK_NICENESS = 5

/**
 * Lowers the priority of the thread that calls this, and of what it starts. A thread has one of its own on Linux;
 * elsewhere the whole process would get it, so there all stays as it is.
 */
export function lowerPriority(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(0, Math.min(getPriority(0) + WORK_NICENESS, 19))
  } catch {
    // Not permitted: the work is done all the same.
  }
}
