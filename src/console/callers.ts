/** The callers behind the console: trials and stored items cost no quota; the limits are those of the plans. */
import type { Caller } from '../accounts/caller.ts'
import type { KeyMode } from '../accounts/key-format.ts'
import type { Accounts } from '../accounts/open.ts'
import { FREE_PLAN, type Plan } from '../accounts/plans.ts'
import { invariant } from '../kernel/invariant.ts'

/** Dependencies of the callers. */
interface CallerSources {
  accounts: Pick<Accounts, 'plans' | 'keys'>
}

/** The plan whose limits apply to trials: free, or the first that offers both. */
function trialPlan({ accounts: { plans } }: CallerSources): Plan {
  const plan =
    plans.get(FREE_PLAN) ??
    [...plans.values()].find(({ documents, signature }) => documents && signature) ??
    [...plans.values()][0]
  invariant(plan !== undefined, 'the catalogue has a plan')
  return plan
}

const CONSOLE_KEY = 'console:'

/** Whether an id is of the key that exists only here. */
export const isConsoleKey = (id: string): boolean => id.startsWith(CONSOLE_KEY)

/** The owner of an account as a caller of the services, with a key that exists only here. */
export const ownerCaller = (sources: CallerSources, accountId: string, mode: KeyMode): Caller => ({
  account: { id: accountId },
  key: { id: `${CONSOLE_KEY}${accountId}`, name: 'console', mode },
  plan: trialPlan(sources),
  owner: true,
})

/** The caller of trials: a test key. */
export const trialCaller = (sources: CallerSources, accountId: string): Caller =>
  ownerCaller(sources, accountId, 'test')

const max = (limit: number | null | undefined): number =>
  limit === null ? Number.POSITIVE_INFINITY : (limit ?? -1)

/** Whether one plan stores more than another. */
function isLarger({ documents: one }: Plan, { documents: other }: Plan): boolean {
  const [templates, stored] = [max(one?.templates), max(other?.templates)]
  if (templates !== stored) return templates > stored
  return (one?.file_size_mb ?? 0) > (other?.file_size_mb ?? 0)
}

/**
 * Templates belong to the account, keys to plans: of the plans that the account's keys are bound to, the one that
 * stores most templates applies, or the trial plan where there is no key.
 */
export async function templatesCaller(context: {
  parts: CallerSources
  session: { accountId: string }
}): Promise<Caller> {
  const { parts: sources, session } = context
  const trial = trialCaller(sources, session.accountId)
  const keys = await sources.accounts.keys.listKeys(session.accountId)
  const plan = keys
    .filter(({ revoked_at }) => revoked_at === null)
    .map((key) => sources.accounts.plans.get(key.plan))
    .reduce<Plan>((best, one) => (one && isLarger(one, best) ? one : best), trial.plan)
  return { ...trial, plan }
}
