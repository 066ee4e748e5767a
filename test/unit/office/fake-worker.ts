import type { ProcessUsage } from '../../../src/kernel/work-limit.ts'
import {
  type OfficeWorker,
  type WorkerAnswer,
  WorkerEnded,
  type WorkerTask,
} from '../../../src/office/worker-port.ts'

export const PDF = Buffer.from('%PDF-1.7\nbody\n%%EOF\n')

/** A worker without processes: the test decides when and how each document ends. */
export class FakeWorker implements OfficeWorker {
  readonly id: number
  readonly pid = 0
  readonly ended: Promise<string>
  readonly tasks: WorkerTask[] = []
  killed: string | undefined
  bytes = 1
  hangs = false
  #end: (reason: string) => void = () => undefined
  #answer: { resolve(answer: WorkerAnswer): void; reject(error: Error): void } | undefined
  #idle: { resolve(rss: number): void; reject(error: Error): void } | undefined

  constructor(id: number) {
    this.id = id
    this.ended = new Promise((resolve) => {
      this.#end = resolve
    })
  }

  convert(task: WorkerTask): Promise<WorkerAnswer> {
    this.tasks.push(task)
    return new Promise((resolve, reject) => {
      this.#answer = { resolve, reject }
    })
  }

  /** Answers with a PDF and closes the document. */
  finish(rss = 1, pdf: Uint8Array = PDF, peak = 1): void {
    this.answer(pdf, peak)
    this.close(rss)
  }

  answer(pdf: Uint8Array = PDF, peak = 1): void {
    this.#answer?.resolve({
      outcome: 'done',
      pdf,
      loadMs: 1,
      storeMs: 1,
      peak,
      idle: this.#newIdle(),
    })
  }

  refuse(reason: string): void {
    this.#answer?.resolve({ outcome: 'refused', stage: 'load', reason, idle: this.#newIdle() })
    this.close(1)
  }

  close(rss: number): void {
    this.#idle?.resolve(rss)
  }

  /** One that works uses a processor all the time. */
  usage(): ProcessUsage {
    return { bytes: this.bytes, cpuMs: this.hangs ? 0 : performance.now() }
  }

  kill(reason: string): void {
    this.killed ??= reason
    this.#answer?.reject(new WorkerEnded(reason))
    this.#idle?.reject(new WorkerEnded(reason))
    this.#end(reason)
  }

  #newIdle(): Promise<number> {
    const idle = new Promise<number>((resolve, reject) => {
      this.#idle = { resolve, reject }
    })
    idle.catch(() => undefined)
    return idle
  }
}

/** Lets everything run that is ready to. */
export const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
