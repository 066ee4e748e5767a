/** The keys available for sending from the console: the account's own, and for tests one that exists only here. */
import type { Caller } from '../accounts/caller.ts'
import type { KeyMode } from '../accounts/key-format.ts'
import { limitsOf, maySend } from '../accounts/key-limits.ts'
import type { ListedKey } from '../accounts/key-store.ts'
import type { EventType } from '../identity/events.ts'
import type { ConsoleUser } from './account-requests.ts'
import { trialCaller } from './callers.ts'
import type { ConsoleParts } from './frame.ts'
import type { MemberRequest } from './route-builder.ts'
import type { Reader } from './words.ts'

/** A key that may send. */
export interface Sender {
  /** Of the key. */
  id: string
  label: string
  mode: KeyMode
  caller: Caller
}

/** Keys whose plan includes signatures, test keys first; an account without a test key gets the console's own. */
export function sendersOf(
  { accounts }: Pick<ConsoleParts, 'accounts'>,
  visit: Reader,
  accountId: string,
  keys: readonly ListedKey[],
): Sender[] {
  const words = visit.words.senders
  const own = keys.flatMap((key): Sender[] => {
    const { id, name, mode, plan: planId, revoked_at } = key
    const plan = accounts.plans.get(planId)
    if (revoked_at !== null || plan?.signature === undefined || !maySend(limitsOf(key))) return []
    const label = `${name} · ${plan.title} · ${words[mode]}`
    return [
      { id, label, mode, caller: { account: { id: accountId }, key: { id, name, mode }, plan } },
    ]
  })
  const test = own.filter(({ mode }) => mode === 'test')
  const live = own.filter(({ mode }) => mode === 'live')
  if (test.length > 0) return [...test, ...live]
  const caller = trialCaller({ accounts }, accountId)
  return [{ id: caller.key.id, label: words.here, mode: 'test', caller }, ...live]
}

/** Runs a send while counting it against its key's rate per minute. @throws AppError `rate_limited` */
export const sending = <Result>(
  { accounts: { rateLimiter } }: Pick<ConsoleParts, 'accounts'>,
  caller: Caller,
  work: () => Promise<Result>,
): Promise<Result> =>
  rateLimiter.within(caller, { interface: 'signature', metered: 'signatures' }, work)

/** The console user, for the trail. */
export const actorOf = ({ session, visit }: MemberRequest): ConsoleUser => ({
  accountId: session.accountId,
  personId: session.personId,
  ip: visit.origin.ip,
  ua: visit.origin.ua,
})

/** Logs what the member did in the organisation. */
export const noteEvent = (
  { session, visit, parts }: MemberRequest,
  type: EventType,
  subject?: string,
): Promise<void> =>
  parts.identity.events.note({
    accountId: session.personId,
    organisationId: session.accountId,
    type,
    origin: visit.origin,
    ...(subject !== undefined && { subject }),
  })

/** The keys with which the member may send. */
export async function sendersFor({ parts, session, visit }: MemberRequest): Promise<Sender[]> {
  const { accountId } = session
  const keys = await parts.accounts.keys.listKeys(accountId)
  return sendersOf(parts, visit, accountId, keys)
}

/** The key named by the form field `key`, if the account owns it and it may send. */
export const chosenSender = async (context: MemberRequest): Promise<Sender | undefined> =>
  (await sendersFor(context)).find(({ id }) => id === context.field('key'))
