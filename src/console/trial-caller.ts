/** The caller behind what people try in the console: a test key that exists only here, so nothing costs quota. */
import type { Caller } from '../accounts/caller.ts'
import { FREE_PLAN, type Plan } from '../accounts/plans.ts'
import { invariant } from '../kernel/invariant.ts'
import type { ConsoleParts } from './parts.ts'

/** The plan whose limits hold for tries: free, or the first that does both. */
function trialPlan({ accounts: { plans } }: ConsoleParts): Plan {
  const plan =
    plans.get(FREE_PLAN) ??
    [...plans.values()].find(({ documents, signature }) => documents && signature) ??
    [...plans.values()][0]
  invariant(plan !== undefined, 'the catalogue has a plan')
  return plan
}

/** Who tries something. */
export const trialCaller = (parts: ConsoleParts, accountId: string): Caller => ({
  account: { id: accountId },
  key: { id: `console:${accountId}`, name: 'console', mode: 'test' },
  plan: trialPlan(parts),
  owner: true,
})
