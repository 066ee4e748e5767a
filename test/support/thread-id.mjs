/** A thread or process that returns its id after a short delay. */
import { pid } from 'node:process'
import { setTimeout } from 'node:timers/promises'
import { threadId } from 'node:worker_threads'

// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default async () => {
  await setTimeout(20)
  return { ok: true, value: `${pid} ${threadId}` }
}
