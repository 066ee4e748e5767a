/**
 * The access check of every route: authentication, plan, concurrency, rate;
 * in that order and before a byte of the body is read. Quota is taken later, around the work.
 */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../http/app.ts'
import type { BodyLimits } from '../http/uploads.ts'
import { AppError } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import type { Authenticator } from './authenticator.ts'
import type { Caller, Interface } from './caller.ts'
import { FAILED_KEYS, type FailedKeyLimit, networkOf, PUBLIC_CALLS } from './failed-key-limit.ts'
import { bodyWithFile, largestBodies } from './plans.ts'
import { type PolicyState, policyField, stateField } from './rate-headers.ts'
import type { Access, RateLimiter } from './rate-limiter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route of the described API declares who may call it; `public` needs no key. */
    access?: Access | 'public'
    /** Public routes: maximum body size in bytes, where 64 kB are not enough. */
    anonymousBytesMax?: number
    /** The JSON body may contain a file of either interface, in base64. */
    carriesFiles?: boolean
  }
  interface FastifyRequest {
    /** Set by the guard on every route that is not public. */
    caller: Caller | null
  }
}

/** Dependencies of the guard. */
export interface GuardParts {
  authenticator: Authenticator
  rateLimiter: RateLimiter
  failedKeys: FailedKeyLimit
  anonymousCalls: FailedKeyLimit
}

const HEADER = 'x-api-key'

/** The caller of a route behind the guard. */
export function callerOf(request: FastifyRequest): Caller {
  invariant(request.caller !== null, 'the route is public and has no caller')
  return request.caller
}

/** A large body without a key can only be a mistake. */
const ANONYMOUS_BYTES_MAX = 64 * 1024

/** Maximum body size of each caller, by plan, and never more than the operator allows. */
export const bodyLimits =
  (bytesMax: number) =>
  ({ caller, ip, routeOptions }: FastifyRequest): BodyLimits => {
    const { access, anonymousBytesMax = ANONYMOUS_BYTES_MAX, carriesFiles } = routeOptions.config
    if (caller === null || access === undefined || access === 'public') {
      const sender = { name: networkOf(ip), anonymous: true }
      return { form: anonymousBytesMax, other: anonymousBytesMax, sender }
    }
    const sender = { name: caller.account.id, anonymous: false }
    const { form, other } = carriesFiles
      ? bodyWithFile(caller.plan)
      : largestBodies(caller.plan, access.interface)
    return { form: Math.min(form, bytesMax), other: Math.min(other, bytesMax), sender }
  }

/** Installs the guard on every route registered afterwards. Call once, on the root. */
export function installGuard(app: App, parts: GuardParts): void {
  app.decorateRequest('caller', null)
  app.addHook('onRoute', (route) => {
    // Fails at startup if an API route does not declare who may call it, instead of leaving it open.
    const hidden = route.schema?.hide === true
    invariant(
      hidden || route.config?.access !== undefined,
      `${String(route.method)} ${route.url} does not say who may call it (config.access)`,
    )
  })
  app.addHook('onRequest', async (request, reply) => {
    const access = request.routeOptions.config.access
    if (access === undefined || access === 'public') return limitAnonymous(parts, request.ip)
    const caller = await authenticate(parts, request, reply)
    request.caller = caller
    if (access.interface !== undefined) requireInterface(caller, access.interface)
    const leave = parts.rateLimiter.enter(caller, access)
    // 'close' is emitted once, whether the response was sent or the caller disconnected.
    reply.raw.once('close', leave)
  })
  app.addHook('onSend', async (request, reply) => {
    const policies = await policiesOf(parts, request)
    if (policies.length === 0) return
    void reply.header('RateLimit-Policy', policyField(policies))
    void reply.header('RateLimit', stateField(policies))
  })
}

/** Pages, health, metrics and unknown paths: no key needed, but rate limited. */
function limitAnonymous(
  { anonymousCalls }: Pick<GuardParts, 'anonymousCalls'>,
  address: string,
): void {
  const wait = anonymousCalls.waitSeconds(address)
  if (wait > 0) {
    throw new AppError(
      'rate_limited',
      `A network address may make ${PUBLIC_CALLS.quota} calls without an API key per minute. Try again in ${wait} s.`,
      { retryAfterSeconds: wait },
    )
  }
  anonymousCalls.note(address)
}

async function authenticate(
  { authenticator, failedKeys, anonymousCalls }: GuardParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const wait = failedKeys.waitSeconds(request.ip)
  if (wait > 0) {
    throw new AppError(
      'rate_limited',
      `More than ${FAILED_KEYS.quota} wrong API keys came from this network address within a minute. Try again in ${wait} s.`,
      { retryAfterSeconds: wait },
    )
  }
  const given = request.headers[HEADER]
  if (given === undefined) limitAnonymous({ anonymousCalls }, request.ip)
  try {
    if (typeof given !== 'string' || given === '') {
      throw new AppError('api_key_missing', 'Send your API key in the header X-API-Key.')
    }
    return await authenticator.authenticate(given)
  } catch (error) {
    if (error instanceof AppError && error.code === 'api_key_invalid') failedKeys.note(request.ip)
    // RFC 9110, 11.6.1: a 401 names a scheme.
    void reply.header('WWW-Authenticate', 'ApiKey realm="paraph", header="X-API-Key"')
    throw error
  }
}

/** @throws AppError `plan_lacks_interface` */
export function requireInterface({ plan }: Caller, wanted: Interface): void {
  if (plan[wanted] !== undefined) return
  throw new AppError(
    'plan_lacks_interface',
    `The key's plan ${plan.title} does not include the ${wanted} interface. Use a key of a plan that does.`,
  )
}

/** The policies of the caller's plan, or of the address where no key was accepted. */
async function policiesOf(
  { rateLimiter, failedKeys, anonymousCalls }: GuardParts,
  request: FastifyRequest,
): Promise<PolicyState[]> {
  const access = request.routeOptions.config.access
  if (access === undefined || access === 'public' || request.headers[HEADER] === undefined) {
    return [anonymousCalls.policy(request.ip)]
  }
  if (request.caller === null) return [failedKeys.policy(request.ip)]
  // The response is ready: a database failure now must not lose it.
  return await rateLimiter.policies(request.caller, access).catch(() => [])
}
