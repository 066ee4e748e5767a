/** The routes of an instance that has some of the roles only (PARAPH_ROLES). */
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { Role } from '../config/storage-settings.ts'
import type { Instance } from '../database/instance.ts'
import type { App } from '../http/app.ts'
import type { HealthCheck, PartHealth } from '../http/health.ts'
import { AppError } from '../kernel/errors.ts'
import { say } from '../translations/texts.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Only instances that have this role answer; absent: all do. */
    role?: Role
  }
}

/**
 * Refuses calls for other instances, before they are counted: the balancer has sent them to the wrong one (421, RFC
 * 9110, 15.5.20). Every instance knows all routes, so each describes the whole API.
 */
export function refuseOtherRoles(app: App, roles: ReadonlySet<Role>): void {
  app.addHook('onRequest', async ({ routeOptions }: FastifyRequest) => {
    const { role } = routeOptions.config
    if (role === undefined || roles.has(role)) return
    throw new AppError('not_served_here', say('service.otherRole', { role }))
  })
}

/** Registers routes that need a role. */
export async function withRole(app: App, role: Role, register: (scope: App) => Promise<void>) {
  const plugin: FastifyPluginAsync = async (scope) => {
    scope.addHook('onRoute', (route) => {
      route.config = { ...route.config, role }
    })
    await register(scope as unknown as App)
  }
  await app.register(plugin)
}

/** Among several instances: where nobody has the role, seals, mails and webhooks wait without anybody noticing. */
export const jobsChecks = (instance: Instance): HealthCheck[] =>
  instance.isShared ? [{ name: 'jobs', check: () => checkJobs(instance) }] : []

async function checkJobs(instance: Instance): Promise<PartHealth> {
  const role: Role = 'jobs'
  if (await instance.isServed(role)) return { status: 'up' }
  return {
    status: 'degraded',
    detail: 'no instance has the role "jobs": seals, mails and webhooks wait until one is started',
  }
}
