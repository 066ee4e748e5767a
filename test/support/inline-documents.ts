/** The work on documents without its threads, for tests that start the signing half many times. */
import { DocumentPool, type DocumentThreads } from '../../src/signing/documents/pool.ts'
import { work } from '../../src/signing/documents/work.ts'

/** Does every task where it is asked, by the threads' own code. */
export function inlineDocuments(): DocumentPool {
  const threads = {
    run: (_kind: string, task: Parameters<typeof work>[0]) => work(task),
    warm: async () => undefined,
    close: async () => undefined,
  }
  return new DocumentPool(threads as unknown as DocumentThreads)
}
