/** The work on documents without its threads, for tests that start the signing half many times. */

import type { TaskHandlers } from '../../src/kernel/thread-tasks.ts'
import { openUpload } from '../../src/signing/documents/inspect-upload.ts'
import {
  DocumentPool,
  type DocumentThreads,
  type UploadReaders,
} from '../../src/signing/documents/pool.ts'
import type {
  DocumentResults,
  DocumentTasks,
  OpenTasks,
} from '../../src/signing/documents/tasks.ts'
import { documentWork } from '../../src/signing/documents/work.ts'

const doing = <Kind extends keyof DocumentTasks>(
  kind: Kind,
): TaskHandlers<DocumentTasks, DocumentResults>[Kind] => documentWork[kind]

/** Does every task where it is asked, by the threads' own code. */
export function inlineDocuments(): DocumentPool {
  const threads = {
    run: async <Kind extends keyof DocumentTasks>(kind: Kind, task: DocumentTasks[Kind]) =>
      await doing(kind)(task),
    warm: async () => undefined,
    close: async () => undefined,
  }
  const readers = { run: (_kind: string, task: OpenTasks['open']) => openUpload(task) }
  return new DocumentPool({
    threads: threads as unknown as DocumentThreads,
    readers: readers as unknown as UploadReaders,
    cpuMs: 60_000,
  })
}
