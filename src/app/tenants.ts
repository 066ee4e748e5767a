/** Says for whom the work of each request is done. */
import type { FastifyRequest } from 'fastify'
import { networkOf } from '../accounts/failed-key-limit.ts'
import type { App } from '../http/app.ts'
import { accountTenant, anonymousTenant, forTenant, type Tenant } from '../kernel/tenant.ts'

function tenantOf({ caller, visit, ip }: FastifyRequest): Tenant {
  const accountId = caller?.account.id ?? visit?.session?.accountId
  return accountId === undefined ? anonymousTenant(networkOf(ip)) : accountTenant(accountId)
}

/** Every queue behind the routes shares its places out among accounts and strangers. Call after the guard is installed. */
export function nameTenants(app: App): void {
  // After the body, whose events know nothing of what was around the hooks before it.
  app.addHook('preHandler', (request, _reply, done) => forTenant(tenantOf(request), done))
}
