/**
 * The processors, which all pools of threads, processes and converters share. Each pool is fair by itself; but a party
 * with tasks in every one of them would leave another's task, of which there is one at a time, a small part of a
 * processor. So no party runs more tasks in all pools together than keep the processors busy, and while other parties
 * are there, each of them finds one.
 */
import { SERVICE_PARTY } from './tenant.ts'

interface Place {
  /** Its calls that wait or run. */
  present: number
  running: number
  /** When its last task ended, monotonic milliseconds. */
  leftAt: number
}

/** Who works step by step is gone for so long between two steps. */
const PAUSE_MS = 100

/** Counts the tasks of each party, in all queues that ask here. */
export class Processors {
  readonly #count: number
  readonly #parties = new Map<string, Place>()
  readonly #waiting = new Set<() => void>()

  /** @param count how many there are, or how many tasks the operator has run at once in one pool */
  constructor(count: number) {
    this.#count = count
  }

  /** A party asks for a task to be run. */
  arrive(party: string): void {
    this.#of(party).present++
  }

  /** The task is over, or will not be run. */
  leave(party: string): void {
    const place = this.#of(party)
    place.present--
    place.leftAt = performance.now()
  }

  /** Whether a task of the party may begin now; if not, `again` is called once when one of its own has ended. */
  mayBegin(party: string, again: () => void): boolean {
    if (party === SERVICE_PARTY || this.#of(party).running < this.#shareOf(party)) return true
    this.#waiting.add(again)
    return false
  }

  begin(party: string): void {
    this.#of(party).running++
  }

  end(party: string): void {
    this.#of(party).running--
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    for (const again of waiting) again()
  }

  /** One more than there are: a task that waits for a disk or a pipe leaves its processor to it. */
  #shareOf(party: string): number {
    const others = [...this.#parties].filter(([name, one]) => name !== party && isHere(one)).length
    return others === 0 ? this.#count + 1 : Math.max(1, this.#count - others)
  }

  #of(party: string): Place {
    const known = this.#parties.get(party)
    if (known !== undefined) return known
    for (const [name, place] of this.#parties) if (!isHere(place)) this.#parties.delete(name)
    const place = { present: 0, running: 0, leftAt: Number.NEGATIVE_INFINITY }
    this.#parties.set(party, place)
    return place
  }
}

const isHere = ({ present, running, leftAt }: Place): boolean =>
  present + running > 0 || performance.now() - leftAt < PAUSE_MS
