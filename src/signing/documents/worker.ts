/** Entry of a thread that works on documents to be signed: one task after the other, no key, nothing shared. */
import { answerLater } from '../../kernel/thread-answer.ts'
import { handingOver } from '../../kernel/thread-transfer.ts'
import type { DocumentTask } from './tasks.ts'
import { work } from './work.ts'

/** Runs one task; piscina calls it. */
// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default async function runTask(task: DocumentTask): Promise<unknown> {
  const given = await answerLater(() => work(task))
  if (!given.ok || given.value === null || !('pdf' in given.value)) return given
  return handingOver(given, given.value.pdf)
}
