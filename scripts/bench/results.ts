/** What one run of the bench leaves behind: docs/measurements/benchmarks.json, from which the page is written. */
import type { Flatness } from './flatness.ts'
import type { Machine } from './machine.ts'
import type { Cell } from './rounds.ts'

export interface DocumentFacts {
  readonly name: string
  readonly title: string
  readonly templateBytes: number
  readonly dataBytes: number
  readonly pages: number
}

export interface Memory {
  readonly document: string
  readonly contender: string
  /** Highest PSS of the whole process tree, two documents at once, in MB. */
  readonly peakMb: number
}

export interface Results {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly minutes: number
  readonly machine: Machine
  /** Load average (1 minute) when the run began and ended: what others asked of the machine. */
  readonly load: readonly [before: number, after: number]
  readonly contenders: readonly { readonly name: string; readonly what: string }[]
  readonly documents: readonly DocumentFacts[]
  readonly cells: readonly Cell[]
  readonly memory: readonly Memory[]
  readonly flatness: Flatness
}
