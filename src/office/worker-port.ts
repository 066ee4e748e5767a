/** What the pool needs of a worker. The real one is a process; queue and crew know only this. */

/** One document for a worker. */
export interface WorkerTask {
  docx: Uint8Array
  /** Names of parts that are photographs saved as PNG: they become JPEG. */
  photographs?: readonly string[] | undefined
  /** Filter options of the PDF export. */
  store: Record<string, unknown>
}

interface Ended {
  /** Resolves with the resident bytes when the document is closed and the worker takes the next. */
  idle: Promise<number>
}

/** The PDF, handed over before the document is closed. */
export interface WorkerDone extends Ended {
  outcome: 'done'
  pdf: Uint8Array
  loadMs: number
  storeMs: number
  /** Most resident bytes in the worker's life. */
  peak: number
}

/** LibreOffice would not load or would not write the document; the worker is well. */
export interface WorkerRefused extends Ended {
  outcome: 'refused'
  stage: 'load' | 'store'
  reason: string
}

/** What a worker says of one document. */
export type WorkerAnswer = WorkerDone | WorkerRefused

/** The worker is gone: crashed, killed, or it broke the protocol. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded'
}

/** A started worker that serves one document at a time. */
export interface OfficeWorker {
  /** Number of this worker in the life of the pool. */
  readonly id: number
  /** Process id of its LibreOffice as the service sees it, for operators; 0 where unknown. */
  readonly pid: number
  /** Resolves when every process of the worker is gone, with the reason. */
  readonly ended: Promise<string>
  /** @throws WorkerEnded when the worker is gone before it answered */
  convert(task: WorkerTask): Promise<WorkerAnswer>
  /** Resident bytes of LibreOffice now; undefined where it cannot be read. */
  memory(): Promise<number | undefined>
  /** Ends the whole process group at once. */
  kill(reason: string): void
}
