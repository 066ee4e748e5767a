/**
 * The processors, which all pools of threads, processes and converters share. Each pool is fair by itself; but a tenant
 * with tasks in every one of them would leave another's task, of which there is one at a time, a small part of a
 * processor. So no tenant runs more tasks in all pools together than keep the processors busy, and while other tenants
 * are there, each of them finds one. What takes one for long gives way to the event loop, for which every caller waits.
 */
import { getPriority, setPriority } from 'node:os'
import { SERVICE_TENANT } from './tenant.ts'

interface Place {
  /** Its calls that wait or run. */
  present: number
  running: number
  /** When its last task ended, monotonic milliseconds. */
  leftAt: number
}

/** Who works step by step is gone for so long between two steps. */
const PAUSE_MS = 100

/** Counts the tasks of each tenant, in all queues that ask here. */
export class Processors {
  readonly #count: number
  readonly #tenants = new Map<string, Place>()
  readonly #waiting = new Set<() => void>()

  /** @param count how many there are, or how many tasks the operator has run at once in one pool */
  constructor(count: number) {
    this.#count = count
  }

  /** A tenant asks for a task to be run. */
  arrive(tenant: string): void {
    this.#of(tenant).present++
  }

  /** The task is over, or will not be run. */
  leave(tenant: string): void {
    const place = this.#of(tenant)
    place.present--
    place.leftAt = performance.now()
  }

  /** Whether a task of the tenant may begin now; if not, `again` is called once when one of its own has ended. */
  mayBegin(tenant: string, again: () => void): boolean {
    if (tenant === SERVICE_TENANT || this.#of(tenant).running < this.#shareOf(tenant)) return true
    this.#waiting.add(again)
    return false
  }

  begin(tenant: string): void {
    this.#of(tenant).running++
  }

  end(tenant: string): void {
    this.#of(tenant).running--
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const again of waiting) again()
  }

  /** One more than there are: a task that waits for a disk or a pipe leaves its processor to it. */
  #shareOf(tenant: string): number {
    const others = [...this.#tenants].filter(([name, one]) => name !== tenant && isHere(one)).length
    return others === 0 ? this.#count + 1 : Math.max(1, this.#count - others)
  }

  #of(tenant: string): Place {
    const known = this.#tenants.get(tenant)
    if (known !== undefined) return known
    for (const [name, place] of this.#tenants) if (!isHere(place)) this.#tenants.delete(name)
    const place = { present: 0, running: 0, leftAt: Number.NEGATIVE_INFINITY }
    this.#tenants.set(tenant, place)
    return place
  }
}

const isHere = ({ present, running, leftAt }: Place): boolean =>
  present + running > 0 || performance.now() - leftAt < PAUSE_MS

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
