/** Run by an idle thread of any pool: collects its garbage. */
import { Session } from 'node:inspector'
import { type Held, heldHere } from './thread-answer.ts'

/** Runs the task; called by piscina. @returns the memory still in use */
// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default async function runTask(): Promise<Held> {
  await collectGarbage()
  return heldHere()
}

/** Collects all garbage of this thread and shrinks its young generation. Blocks the thread for about 0.1 s. */
async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  await new Promise<void>((resolve, reject) => {
    session.post('HeapProfiler.collectGarbage', (error) => (error ? reject(error) : resolve()))
  })
  session.disconnect()
}
