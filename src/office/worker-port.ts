/** The worker interface of the pool. The real worker is a process; queue and supervisor know only this interface. */

import type { ProcessUsage } from '../kernel/work-limit.ts'

/** Logger of the pool; compatible with pino. */
export interface OfficeLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** Logs nothing. */
export const silentLog: OfficeLog = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
}

/** One document for a worker. */
export interface WorkerTask {
  docx: Uint8Array
  /** Names of parts that are photographs saved as PNG: they become JPEG. */
  photographs?: readonly string[] | undefined
  /** Whether tables of contents and cross-references are computed again, which takes one more layout. */
  refreshesContents?: boolean | undefined
  /** Filter options of the PDF export. */
  store: Record<string, unknown>
}

interface Ended {
  /** Resolves with the resident bytes when the document is closed and the worker is ready for the next. */
  idle: Promise<number>
}

/** The PDF, delivered before the document is closed. */
export interface WorkerDone extends Ended {
  outcome: 'done'
  pdf: Uint8Array
  loadMs: number
  storeMs: number
  /** Peak resident bytes of the worker. */
  peak: number
}

/** LibreOffice failed to load or write the document; the worker is healthy. */
interface WorkerRefused extends Ended {
  outcome: 'refused'
  stage: 'load' | 'store'
  reason: string
}

/** A worker's result for one document. */
export type WorkerAnswer = WorkerDone | WorkerRefused

/** The worker is gone: it crashed, was killed, or violated the protocol. */
export class WorkerEnded extends Error {
  override readonly name = 'WorkerEnded'
}

/** A started worker that serves one document at a time. */
export interface OfficeWorker {
  /** Sequence number of this worker in the pool. */
  readonly id: number
  /** Process id of its LibreOffice as the service sees it, for operators; 0 if unknown. */
  readonly pid: number
  /** Resolves when every process of the worker is gone, with the reason. */
  readonly ended: Promise<string>
  /** @throws WorkerEnded when the worker ended before it responded */
  convert(task: WorkerTask): Promise<WorkerAnswer>
  /** Of LibreOffice now; undefined where it cannot be read. */
  usage(): ProcessUsage | undefined
  /** Ends the whole process group at once. */
  kill(reason: string): void
}
