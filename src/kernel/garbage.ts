/** Gives back the memory that starting took: V8 does at rest only where an event loop turns, and threads wait without one. */
import { Session } from 'node:inspector'

/** Collects all garbage of this thread and shrinks its young generation. Takes about 0.1 s, in which it does nothing else. */
export async function collectGarbage(): Promise<void> {
  const session = new Session()
  session.connect()
  await new Promise<void>((resolve, reject) => {
    session.post('HeapProfiler.collectGarbage', (error) => (error ? reject(error) : resolve()))
  })
  session.disconnect()
}
