/** What a thread of any pool runs when nothing else is to be done: it collects its garbage. */
import { collectGarbage } from './garbage.ts'
import { type Held, heldHere } from './held-bytes.ts'

/** Runs the task; piscina calls it. @returns what is left */
// biome-ignore lint/style/noDefaultExport: piscina looks for the default export of a thread's file
export default async function runTask(): Promise<Held> {
  await collectGarbage()
  return heldHere()
}
