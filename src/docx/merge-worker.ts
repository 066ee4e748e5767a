/** Entry of a merge thread: one task after the other, nothing shared with the main thread. */
import { inspectTemplate } from './inspect.ts'
import { mergeDocx } from './merge.ts'
import { answer, type MergeTask, type TaskAnswer } from './merge-tasks.ts'

/** Runs one task; piscina calls it. */
// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default function runTask(task: MergeTask): TaskAnswer<unknown> {
  if (task.kind === 'merge') return answer(() => mergeDocx(task.input))
  if (task.kind === 'inspect') return answer(() => inspectTemplate(task.template))
  return answer(() => null)
}
