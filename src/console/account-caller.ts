/** The caller behind what people keep and make in the console: nothing costs quota, limits are those of their plans. */
import type { Caller } from '../accounts/caller.ts'
import type { Plan } from '../accounts/plans.ts'
import type { ConsoleKit, MemberScene } from './route-builder.ts'
import { trialCaller } from './trial-caller.ts'

const most = (limit: number | null | undefined): number =>
  limit === null ? Number.POSITIVE_INFINITY : (limit ?? -1)

/** Whether one plan keeps more than another. */
function isLarger({ documents: one }: Plan, { documents: other }: Plan): boolean {
  const [templates, held] = [most(one?.templates), most(other?.templates)]
  if (templates !== held) return templates > held
  return (one?.file_size_mb ?? 0) > (other?.file_size_mb ?? 0)
}

/**
 * Templates belong to the account, keys to plans: of the plans that the account's keys are bound to, the one
 * that keeps most templates holds here, and the plan of tries where there is no key.
 */
export async function deskCaller(
  { parts }: ConsoleKit,
  { session: { accountId } }: Pick<MemberScene, 'session'>,
): Promise<Caller> {
  const trial = trialCaller(parts, accountId)
  const keys = await parts.accounts.keys.listKeys(accountId)
  const plan = keys
    .filter(({ revoked_at }) => revoked_at === null)
    .map((key) => parts.accounts.plans.get(key.plan))
    .reduce<Plan>((best, one) => (one && isLarger(one, best) ? one : best), trial.plan)
  return { ...trial, plan }
}
