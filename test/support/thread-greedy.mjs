/** A thread or process that leaks memory, allocates without end or never returns; otherwise it returns its id. */
import { memoryUsage, pid } from 'node:process'
import { threadId } from 'node:worker_threads'

/** Ready only after a while, for who wants to meet one that is not. */
if (import.meta.url.endsWith('?late')) await new Promise((go) => setTimeout(go, 1500))

const kept = []
const keep = (bytes) => kept.push(Buffer.alloc(bytes, 1))

// biome-ignore lint/style/noDefaultExport: the host looks for the default export of a module
export default ({ kind }) => {
  if (kind === 'keep') keep(150_000_000)
  while (kind === 'grow') keep(10_000_000)
  while (kind === 'spin');
  const { heapTotal, external } = memoryUsage()
  const held = { thread: threadId, bytes: heapTotal + external }
  return { ok: true, value: `${pid} ${threadId}`, held }
}
