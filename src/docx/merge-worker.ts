/** Entry of a merge thread: one task after the other, nothing shared with the main thread. */
import { move, transferableSymbol, valueSymbol } from 'piscina'
import { answer } from '../kernel/thread-answer.ts'
import { compareTemplates } from './compare/compare.ts'
import { openTemplate } from './engine/template-cache.ts'
import { inspectTemplate } from './fields/inspect.ts'
import { mergeDocx } from './merge.ts'
import { type MergeTask, mergeInput } from './merge-tasks.ts'
import { warmUp } from './warm-up.ts'

/** Runs a merge and hands the bytes over without copying them. */
function merged(task: Extract<MergeTask, { kind: 'merge' }>): unknown {
  const given = answer(() => mergeDocx(mergeInput(task)))
  if (!given.ok) return given
  const { buffer } = given.value.docx
  return move({ [transferableSymbol]: [buffer], [valueSymbol]: given } as never)
}

/** Runs one task; piscina calls it. */
// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default function runTask(task: MergeTask): unknown {
  if (task.kind === 'merge') return merged(task)
  if (task.kind === 'inspect') return answer(() => inspectTemplate(task.template))
  if (task.kind === 'clean') return answer(() => openTemplate(task.template).cleaned())
  if (task.kind === 'compare') return answer(() => compareTemplates(task.before, task.after))
  return answer(() => warmUp())
}
