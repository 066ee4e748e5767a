/** What the part leaves behind: docs/measurements/benchmarks-instances.json. Times in milliseconds, sizes in bytes. */
import type { Machine } from '../machine.ts'
import type { CallName } from './calls.ts'
import type { StageName } from './stages.ts'

/** Processor time by who spent it; `main` is the share of `instances` that their event loops had. */
export interface Spent {
  readonly instances: number
  readonly main: number
  readonly database: number
  readonly storage: number
  readonly balancer: number
  readonly client: number
}

/** One turn of one stage: calls of one kind, as many as went. */
export interface Turn {
  readonly round: number
  readonly stage: StageName
  readonly call: CallName
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Of one call. */
  readonly spent: Spent
}

/** What is written for one call, on PostgreSQL and S3. */
export interface Written {
  readonly rows: number
  /** Of tables and indexes. */
  readonly rowBytes: number
  readonly fileBytes: number
  /** How long the turn that is held longest of those that all instances take (ADR 36) was held; absent: before there were any. */
  readonly heldMs?: number
}

/** Reads at a rate while every LibreOffice process has work. */
export interface BusyReads {
  readonly round: number
  readonly stage: StageName
  readonly rate: number
  readonly p50Ms: number
  readonly p99Ms: number
  readonly failed: number
  readonly rendersPerSecond: number
}

/** What became of the calls of one kind while an instance was restarted or killed. */
export interface Outcome {
  readonly call: CallName
  readonly made: number
  readonly failed: number
  /** The reasons of those that failed, each once. */
  readonly why: readonly string[]
  /** From the kill to the first right answer to a call begun after it. */
  readonly firstMs?: number
  /** From the kill to the end of the last call that failed; 0 if none did. */
  readonly lastFailureMs?: number
}

export interface Kill {
  readonly outcomes: readonly Outcome[]
  /** From the kill until the job that the dead one had begun was done. */
  readonly jobMs: number
  /** Whether the dead one was started again at once. */
  readonly restarted: boolean
}

/** Figures of this part. */
export interface InstancesResults {
  readonly mode: 'quick' | 'full'
  readonly date: string
  readonly minutes: number
  readonly machine: Machine
  readonly load: readonly [before: number, after: number]
  readonly pdfBytes: number
  readonly turns: readonly Turn[]
  readonly written: { readonly render: Written; readonly create: Written; readonly signed: Written }
  /** A document signed by two people, from the call that sends it to its seal; keys not counted. */
  readonly signed: { readonly spent: Spent; readonly documents: number }
  /** Processor time of one RSA key of a signer. */
  readonly keyMs: number
  readonly busyReads: readonly BusyReads[]
  readonly restarts: { readonly seconds: number; readonly outcomes: readonly Outcome[] }
  readonly kills: readonly Kill[]
}
