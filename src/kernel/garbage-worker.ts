/** Run by an idle thread of any pool: collects its garbage. */
import { collectGarbage } from './garbage.ts'
import { type Held, heldHere } from './heap-usage.ts'

/** Runs the task; called by piscina. @returns the memory still in use */
// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default async function runTask(): Promise<Held> {
  await collectGarbage()
  return heldHere()
}
