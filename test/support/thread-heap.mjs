/** A thread that creates garbage, or returns the size of its young generation in bytes. */
import { getHeapSpaceStatistics } from 'node:v8'

const youngSize = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size

/** Enough short-lived objects for V8 to grow the young generation. */
function fill() {
  let kept = []
  for (let n = 0; n < 1_000_000; n++) {
    kept.push({ n })
    if (kept.length > 100_000) kept = []
  }
  return youngSize()
}

// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default ({ kind }) => ({ ok: true, value: kind === 'size' ? youngSize() : fill() })
