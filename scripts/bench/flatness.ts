/** Whether memory stays flat: many renders of the letter, the server's memory sampled on the way. */
import type { Contender } from './contender.ts'
import type { BenchDocument } from './documents.ts'
import { pss, treePss } from './memory.ts'
import { slope } from './statistics.ts'

export interface Flatness {
  readonly renders: number
  /** Memory of the Node process and of its whole tree (offices included), in MB, at each sample. */
  readonly samples: readonly {
    readonly renders: number
    readonly nodeMb: number
    readonly treeMb: number
  }[]
  /** Growth per 1,000 renders in MB, by least squares over the second half. */
  readonly nodeGrowthMb: number
  readonly treeGrowthMb: number
}

const EVERY = 25
const AT_ONCE = 2

export async function measureFlatness(
  contender: Contender,
  document: BenchDocument,
  renders: number,
): Promise<Flatness> {
  const samples: { renders: number; nodeMb: number; treeMb: number }[] = []
  const sample = (done: number): void => {
    const [root = 0] = contender.roots()
    samples.push({ renders: done, nodeMb: pss(root), treeMb: treePss([root]) })
  }
  sample(0)
  for (let done = 0; done < renders; done += EVERY) {
    const one = async (slot: number): Promise<void> => {
      for (let n = slot; n < EVERY; n += AT_ONCE) await contender.run(document, slot)
    }
    await Promise.all(Array.from({ length: AT_ONCE }, (_, slot) => one(slot)))
    sample(done + EVERY)
  }
  const half = samples.filter((point) => point.renders >= renders / 2)
  const growth = (key: 'nodeMb' | 'treeMb'): number =>
    slope(half.map((point) => [point.renders / 1000, point[key]] as const))
  return { renders, samples, nodeGrowthMb: growth('nodeMb'), treeGrowthMb: growth('treeMb') }
}
