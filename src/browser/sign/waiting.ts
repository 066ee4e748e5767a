/** Pages whose state others may change: they poll from time to time, and reload when it has changed. */
import type { SignerState } from '../../signing/signers/schemas.ts'
import type { Calls } from './calls.ts'

/** States that go on without this person. */
const PASSING = new Set<SignerState['next']>(['signed', 'approved', 'wait'])
const FIRST_MS = 2_000
const LAST_MS = 60_000

/** Polls after 2 s, then less and less often, and only while the page is visible. */
export function watchState(calls: Calls, { next }: SignerState): void {
  if (!PASSING.has(next)) return
  let waitMs = FIRST_MS
  const look = async (): Promise<void> => {
    if (document.visibilityState === 'visible') {
      const state = await calls.state().catch(() => undefined)
      if (state !== undefined && state.next !== next) return location.reload()
    }
    waitMs = Math.min(LAST_MS, waitMs * 1.4)
    setTimeout(() => void look(), waitMs)
  }
  setTimeout(() => void look(), waitMs)
}
