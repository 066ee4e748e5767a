/** Sets the tenant of each request. */
import type { FastifyRequest } from 'fastify'
import type { App } from '../http/app.ts'
import { accountTenant, anonymousTenant, forTenant, type Tenant } from '../kernel/tenant.ts'
import { networkOf } from '../throttling/networks.ts'

function tenantOf({ caller, visit, ip }: FastifyRequest): Tenant {
  const accountId = caller?.account.id ?? visit?.session?.accountId
  return accountId === undefined ? anonymousTenant(networkOf(ip)) : accountTenant(accountId)
}

/**
 * Every queue behind the routes shares its slots among accounts and anonymous callers. Call after the guard is
 * installed.
 */
export function nameTenants(app: App): void {
  // After the body is read, since its events lose the async context of earlier hooks.
  app.addHook('preHandler', (request, _reply, done) => forTenant(tenantOf(request), done))
}
