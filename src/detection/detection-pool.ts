/** The worker pool that searches untrusted PDFs for places to sign. */

import { type ThreadLimits, ThreadPool } from '../kernel/thread-pool.ts'
import type { ResultsOf, TasksOf } from '../kernel/thread-tasks.ts'
import { workerEntry } from '../kernel/worker-url.ts'
import { poolWords } from '../translations/findings.ts'
import type { Anchor, LocatedAnchors } from './anchors.ts'
import type { DetectionWork } from './detection-worker.ts'
import type { Detection } from './fields.ts'

const WORDS = poolWords('searching')

/** The worker pool. */
export class DetectionPool extends ThreadPool<TasksOf<DetectionWork>, ResultsOf<DetectionWork>> {
  constructor(limits: ThreadLimits) {
    super(workerEntry('detection/detection-worker'), limits, WORDS)
  }

  /** See `detectFields`. @throws its codes; render_limit_exceeded, server_busy */
  detect(pdf: Uint8Array, password?: string): Promise<Detection> {
    return this.run('detect', { pdf, ...(password !== undefined && { password }) })
  }

  /** See `locateAnchors`. @throws its codes; render_limit_exceeded, server_busy */
  locate(pdf: Uint8Array, anchors: readonly Anchor[]): Promise<LocatedAnchors> {
    return this.run('locate', { pdf, anchors })
  }

  /** See `textsOf`. @throws its codes; render_limit_exceeded, server_busy */
  texts(pdf: Uint8Array): Promise<string> {
    return this.run('texts', { pdf })
  }
}
