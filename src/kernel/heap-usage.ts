/** Memory held by a thread. */
import { getHeapStatistics } from 'node:v8'
import { threadId } from 'node:worker_threads'

/** Memory that a thread holds, garbage included: its heap and the buffers beside it. */
export interface Held {
  thread: number
  bytes: number
}

/** Memory this thread holds now. */
export function heldHere(): Held {
  const { total_heap_size, external_memory } = getHeapStatistics()
  return { thread: threadId, bytes: total_heap_size + external_memory }
}
