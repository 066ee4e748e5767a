/** Who is calling: what the guard puts on a request after it has accepted the key. */
import type { KeyMode } from './key-format.ts'
import type { Plan } from './plans.ts'

/** The two interfaces a plan may include. */
export type Interface = 'documents' | 'signature'

/** The account, the key and the plan behind a request. */
export interface Caller {
  account: { id: string }
  key: { id: string; name: string; mode: KeyMode }
  plan: Plan
}
