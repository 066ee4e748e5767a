/** A thread or process that leaks memory, allocates without end, waits or never returns; otherwise it returns its id. */
import { readlinkSync } from 'node:fs'
import { memoryUsage, pid } from 'node:process'
import { threadId } from 'node:worker_threads'

/** Ready only after a while, for who wants to meet one that is not. */
if (import.meta.url.endsWith('?late')) await new Promise((go) => setTimeout(go, 1500))

const kept = []
const keep = (bytes) => kept.push(Buffer.alloc(bytes, 1))

// biome-ignore lint/style/noDefaultExport: the host looks for the default export of a module
export default ({ kind, thread }) => {
  thread?.fill(Number(readlinkSync('/proc/thread-self').split('/').at(-1)))
  if (kind === 'keep') keep(150_000_000)
  while (kind === 'grow') keep(10_000_000)
  while (kind === 'spin');
  const ms = { wait: 1_500, hang: 60_000 }[kind]
  if (ms) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
  const { heapTotal, external } = memoryUsage()
  const held = { thread: threadId, bytes: heapTotal + external }
  return { ok: true, value: `${pid} ${threadId}`, held }
}
