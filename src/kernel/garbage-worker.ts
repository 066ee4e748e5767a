/** What a thread of any pool runs once, when it has started: it collects its garbage. */
import { collectGarbage } from './garbage.ts'

/** Runs the task; piscina calls it. */
// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default collectGarbage
