/**
 * The tenant work is done for, so that queues can share their slots among tenants. It is carried as async context,
 * like the current span, because every layer between the HTTP edge and a queue would only pass it on.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Tenants get equal shares of every queue, and the members of one tenant get equal parts of its share. */
export interface Tenant {
  readonly name: string
  readonly member: string
}

/** The name for work that the service does for no particular tenant, on its own files. */
export const SERVICE_TENANT = 'service'
const SERVICE: Tenant = { name: SERVICE_TENANT, member: '' }

/** An account; all its keys, its console and those who sign its documents together. */
export const accountTenant = (accountId: string): Tenant => ({
  name: `account ${accountId}`,
  member: '',
})

/**
 * A caller without a key or a session: all of them together get the share of one account, divided among addresses, so
 * that no number of addresses takes capacity from accounts.
 * @param address as normalised by the address limits
 */
export const anonymousTenant = (address: string): Tenant => ({
  name: 'strangers',
  member: address,
})

const around = new AsyncLocalStorage<Tenant>()

/** Runs work, and everything it triggers, for a tenant. */
export const forTenant = <Result>(tenant: Tenant, work: () => Result): Result =>
  around.run(tenant, work)

/** The tenant of the current work. */
export const currentTenant = (): Tenant => around.getStore() ?? SERVICE
