/**
 * For whom work is done, so that queues can share their places out among tenants. It travels with the work, as the
 * span around it does: every layer between the door and a queue would only pass it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Who shares: parties get equal shares of every queue, and inside of one party its members do. */
export interface Tenant {
  readonly party: string
  readonly member: string
}

/** The party of what the service does for nobody in particular, on files of its own. */
export const SERVICE_PARTY = 'service'
const SERVICE: Tenant = { party: SERVICE_PARTY, member: '' }

/** An account; all its keys, its console and those who sign its documents together. */
export const accountTenant = (accountId: string): Tenant => ({
  party: `account ${accountId}`,
  member: '',
})

/**
 * Somebody without a key or a session: all of them together have the share of one account, of which each address
 * has its part, so that no number of addresses takes anything from those who have accounts.
 * @param address as the limits of addresses write it
 */
export const anonymousTenant = (address: string): Tenant => ({
  party: 'strangers',
  member: address,
})

const around = new AsyncLocalStorage<Tenant>()

/** Does work, and all that follows from it, for a tenant. */
export const forTenant = <Result>(tenant: Tenant, work: () => Result): Result =>
  around.run(tenant, work)

/** For whom the work around the caller is done. */
export const currentTenant = (): Tenant => around.getStore() ?? SERVICE
