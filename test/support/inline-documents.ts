/** The work on documents without its threads, for tests that start the signing half many times. */

import { openUpload } from '../../src/signing/documents/opening.ts'
import {
  DocumentPool,
  type DocumentThreads,
  type UploadReaders,
} from '../../src/signing/documents/pool.ts'
import type { DocumentTask, OpenTask } from '../../src/signing/documents/tasks.ts'
import { work } from '../../src/signing/documents/work.ts'

/** Does every task where it is asked, by the threads' own code. */
export function inlineDocuments(): DocumentPool {
  const threads = {
    run: (_kind: string, task: DocumentTask) => work(task),
    warm: async () => undefined,
    close: async () => undefined,
  }
  const readers = { run: (_kind: string, task: OpenTask) => openUpload(task) }
  return new DocumentPool(
    threads as unknown as DocumentThreads,
    readers as unknown as UploadReaders,
    { timeoutMs: 60_000 },
  )
}
