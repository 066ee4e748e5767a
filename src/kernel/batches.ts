/**
 * How background work goes over many rows: statement by statement, each over a bounded number of them. The event loop
 * has its turn in between (on SQLite by `database/driver.ts`, on PostgreSQL anyway), and after some of it the work
 * rests as long as it took, so that the requests of people are served at half the speed at worst, however much there is.
 */
import { setTimeout as sleep } from 'node:timers/promises'

/** Rows that one statement changes, in a few milliseconds. */
const BATCH = 100
/** Work between two rests. */
const STRETCH_MS = 10
/** A rest for slow disks' sake would only make the work last. */
const REST_MS_MAX = 20

/** Rests between parts of long work. */
export class Rests {
  #sinceMs = performance.now()

  /** Between two parts: waits if the last rest was long enough ago. */
  async rest(): Promise<void> {
    const workedMs = performance.now() - this.#sinceMs
    if (workedMs < STRETCH_MS) return
    await sleep(Math.min(workedMs, REST_MS_MAX))
    this.#sinceMs = performance.now()
  }
}

/** The items of a list one after the other, with rests. */
export async function* withRests<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
): AsyncGenerator<Item> {
  const rests = new Rests()
  for await (const item of items) {
    yield item
    await rests.rest()
  }
}

/** The items of a list, so many at a time, with rests. */
export async function* inPages<Item>(
  items: AsyncIterable<Item>,
  size = BATCH,
): AsyncGenerator<Item[]> {
  const rests = new Rests()
  let page: Item[] = []
  for await (const item of items) {
    page.push(item)
    if (page.length < size) continue
    yield page
    page = []
    await rests.rest()
  }
  if (page.length > 0) yield page
}

/** Repeats work on up to `limit` rows until fewer are left; returns how many there were. */
export async function inBatches(work: (limit: number) => Promise<number>, batch = BATCH) {
  const rests = new Rests()
  for (let total = 0; ; ) {
    const count = await work(batch)
    total += count
    if (count < batch) return total
    await rests.rest()
  }
}

/**
 * Works on the items of a list, so many at a time, as a disk or a network bears. After the first error none is begun, and all
 * have ended before this throws it.
 */
export async function together<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  count: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const left =
    Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]()
  let failed = false
  const lane = async (): Promise<void> => {
    for (let next = await left.next(); next.done !== true && !failed; next = await left.next())
      await work(next.value)
  }
  const guarded = () =>
    lane().catch((error: unknown) => {
      failed = true
      throw error
    })
  const settled = await Promise.allSettled(Array.from({ length: count }, guarded))
  for (const each of settled) if (each.status === 'rejected') throw each.reason
}
