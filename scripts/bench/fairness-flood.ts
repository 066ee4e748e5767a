/** The process that floods for `fairness.ts`; it has the lowest priority. */
import { setPriority } from 'node:os'
import type { Form } from './contender.ts'
import { send } from './instances/calls.ts'

/** What it is told: whether to begin, with what, and after how many answers to say so; or to end. */
export type FloodOrder =
  | { url: string; key: string; form: Form; atOnce: number; begun: number }
  | 'end'

const LOWEST = 19
const TURNED_AWAY = new Set([429, 503])
const TURNED_AWAY_MS = 100
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))
const tell = (answer: object): void => void process.send?.(answer)

let over = false
let lanes: Promise<void>[] = []
let [done, away] = [0, 0]

async function lane({ url, key, form, begun }: Exclude<FloodOrder, 'end'>): Promise<void> {
  while (!over) {
    const answer = await send(url, key, form)
    if (over) return
    if (TURNED_AWAY.has(answer.status)) {
      away += 1
      await pause(TURNED_AWAY_MS)
    } else done += 1
    if (done + away === begun) tell({})
  }
}

setPriority(0, LOWEST)
process.on('message', async (order: FloodOrder) => {
  if (order !== 'end') {
    over = false
    done = 0
    away = 0
    const form = { type: order.form.type, body: Buffer.from(order.form.body) }
    lanes = Array.from({ length: order.atOnce }, () => lane({ ...order, form }))
    return
  }
  over = true
  const counted = { done, away }
  await Promise.all(lanes)
  tell(counted)
})
process.on('disconnect', () => process.exit(0))
