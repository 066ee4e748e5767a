/** Routes about the calling key itself. */
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { jsonAnswer, problems, ref } from '../http/schemas.ts'
import type { Clock } from '../kernel/clock.ts'
import { callerOf } from './guard.ts'
import type { Quota } from './quota.ts'
import type { RateLimiter } from './rate-limiter.ts'
import { UsageSchema } from './schemas.ts'
import { type StorageOf, usageOf } from './usage.ts'

/** Dependencies of these routes. */
interface AccountRoutesOptions {
  quota: Quota
  rateLimiter: RateLimiter
  clock: Clock
  storageOf: StorageOf
}

/** `GET /usage`. */
export const accountRoutes: FastifyPluginAsyncTypebox<AccountRoutesOptions> = async (
  app,
  parts,
) => {
  app.addSchema(UsageSchema)
  app.get(
    '/usage',
    {
      config: { access: {} },
      schema: {
        operationId: 'getUsage',
        tags: ['Account'],
        summary: 'Usage and remaining quota of the key',
        description:
          'All counters and limits of the calling key. Any valid key can call this up to 60 times a minute; calls use no quota and do not count towards the requests per minute of the plan.',
        response: { 200: jsonAnswer('The counters and limits', ref(UsageSchema)), ...problems() },
      },
    },
    async (request) => await usageOf(parts, callerOf(request)),
  )
}
