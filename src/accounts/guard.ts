/**
 * The access check of every route: authentication, plan, concurrency, rate;
 * in that order and before a byte of the body is read. Quota is taken later, around the work.
 */
import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { App } from '../http/app.ts'
import { isGone } from '../http/client-abort.ts'
import type { BodyLimits } from '../http/uploads.ts'
import { AppError } from '../kernel/errors.ts'
import { invariant } from '../kernel/invariant.ts'
import { type AttemptLimiter, networkOf, type RateState } from '../throttling/ports.ts'
import { say } from '../translations/texts.ts'
import {
  type PolicyState,
  policyField,
  policyOf,
  stateField,
  tooManyPublicCalls,
  tooManyWrongKeys,
  wrongKeysCheck,
} from './address-limits.ts'
import type { Caller, Interface } from './caller.ts'
import { requireLimits, type Scope, scopeOf } from './key-limits.ts'
import type { Accounts } from './open.ts'
import { bodyWithFile, largestBodies } from './plans.ts'
import type { Access } from './rate-limiter.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Every route of the described API declares who may call it; `public` needs no key. */
    access?: Access | 'public'
    /** The scope that a limited key needs; set by the guard from the route's description. */
    scope?: Scope | 'any'
    /** Public routes: maximum body size in bytes, where 64 kB are not enough. */
    anonymousBytesMax?: number
    /** The JSON body may contain a file of either interface, in base64. */
    carriesFiles?: boolean
    /** Public routes: calls are counted in this process alone, since it must answer while the database is away. */
    answersAlone?: boolean
  }
  interface FastifyRequest {
    /** Set by the guard on every route that is not public. */
    caller: Caller | null
    /** Set by the guard: the limit of the network address that applied, where no key was accepted. */
    addressPolicy: PolicyState | null
    /** Set by the guard: the state of the caller's rate now, where that is known without asking. */
    rateNow: (() => RateState | undefined) | null
  }
}

/** Dependencies of the guard. */
type GuardParts = Pick<
  Accounts,
  'authenticator' | 'rateLimiter' | 'failedKeys' | 'anonymousCalls' | 'ownCalls'
>

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
  app.decorateRequest('addressPolicy', null)
  app.decorateRequest('rateNow', null)
  app.addHook('onRoute', (route) => {
    // Fails at startup if an API route does not declare who may call it, instead of leaving it open.
    const hidden = route.schema?.hide === true
    invariant(
      hidden || route.config?.access !== undefined,
      `${String(route.method)} ${route.url} does not say who may call it (config.access)`,
    )
    const access = route.config?.access
    if (hidden || access === undefined || access === 'public') return
    // Without a description a limited key does not open it.
    if (route.schema?.operationId === undefined) return
    const scope = describedScope(route)
    invariant(scope !== undefined, `${String(route.method)} ${route.url} has a tag without a scope`)
    route.config = { ...route.config, scope }
  })
  app.addHook('onRequest', async (request, reply) => {
    const { access, answersAlone, scope } = request.routeOptions.config
    if (access === undefined || access === 'public')
      return limitAnonymous(answersAlone ? parts.ownCalls : parts.anonymousCalls, request)
    const caller = await authenticate(parts, request, reply)
    request.caller = caller
    if (caller.key.limits !== undefined) requireLimits(caller.key.limits, { scope, ip: request.ip })
    if (access.interface !== undefined) requireInterface(caller, access.interface)
    await admit(parts, request, { caller, access, reply })
  })
  app.addHook('onSend', async (request, reply) => {
    const policies = await policiesOf(parts, request)
    if (policies.length === 0) return
    void reply.header('RateLimit-Policy', policyField(policies))
    void reply.header('RateLimit', stateField(policies))
  })
}

/** The scope of a route, by what `openapi.yaml` says of it. */
function describedScope({ schema, method }: RouteOptions): Scope | 'any' | undefined {
  const { operationId = '', tags } = schema ?? {}
  return scopeOf({ operationId, tag: tags?.[0] ?? '', method: [method].flat()[0] ?? '' })
}

/** Pages, health, metrics and unknown paths: no key needed, but rate limited. */
async function limitAnonymous(calls: AttemptLimiter, request: FastifyRequest): Promise<void> {
  const state = await calls.consume(networkOf(request.ip))
  request.addressPolicy = policyOf(calls, state)
  if (state.waitMs > 0) throw tooManyPublicCalls(state.waitMs)
}

/** Counts a caller's call until its response was sent or the caller hung up, whichever is first. */
async function admit(
  { rateLimiter }: GuardParts,
  request: FastifyRequest,
  { caller, access, reply }: { caller: Caller; access: Access; reply: FastifyReply },
): Promise<void> {
  const verdict = await rateLimiter.ask(caller, access, wrongKeysCheck(request.ip))
  if (verdict.refused !== undefined) {
    if (verdict.refused === 'rate') request.rateNow = () => verdict.rate
    throw verdict.problem
  }
  request.rateNow = verdict.rate
  // A caller who hung up while this was asked gets no event any more.
  if (isGone(reply)) verdict.leave()
  else reply.raw.once('close', verdict.leave)
}

async function authenticate(
  { authenticator, failedKeys, anonymousCalls }: GuardParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Caller> {
  const network = networkOf(request.ip)
  const before = failedKeys.exceeded(network)
  if (before !== undefined) {
    request.addressPolicy = policyOf(failedKeys, before)
    throw tooManyWrongKeys(before.waitMs)
  }
  const given = request.headers[HEADER]
  const isGiven = typeof given === 'string' && given !== ''
  if (!isGiven) await limitAnonymous(anonymousCalls, request)
  try {
    if (!isGiven) {
      throw new AppError('api_key_missing', say('accounts.keyMissing'))
    }
    return await authenticator.authenticate(given)
  } catch (error) {
    // RFC 9110, 11.6.1: a 401 names a scheme.
    void reply.header('WWW-Authenticate', 'ApiKey realm="paraph", header="X-API-Key"')
    if (!(error instanceof AppError) || error.code !== 'api_key_invalid') throw error
    const state = await failedKeys.consume(network)
    request.addressPolicy = policyOf(failedKeys, state)
    throw state.waitMs > 0 ? tooManyWrongKeys(state.waitMs) : error
  }
}

/** @throws AppError `plan_lacks_interface` */
export function requireInterface({ plan }: Caller, wanted: Interface): void {
  if (plan[wanted] !== undefined) return
  throw new AppError(
    'plan_lacks_interface',
    say('accounts.planLacks', { plan: plan.title, wanted }),
  )
}

/** The policies of the caller's plan, or of the address where no key was accepted. */
async function policiesOf(
  { rateLimiter }: GuardParts,
  { routeOptions, caller, rateNow, addressPolicy }: FastifyRequest,
): Promise<PolicyState[]> {
  const { access } = routeOptions.config
  if (addressPolicy !== null) return [addressPolicy]
  if (caller === null || access === undefined || access === 'public') return []
  // The response is ready: a database failure now must not lose it.
  return await rateLimiter.policies(caller, access, rateNow?.()).catch(() => [])
}
