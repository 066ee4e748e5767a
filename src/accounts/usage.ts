/** Builds the response of `GET /usage` from the counters. */
import { type Clock, monthOf, startOfNextMonth, toIso } from '../kernel/clock.ts'
import type { RateState } from '../throttling/ports.ts'
import type { Caller } from './caller.ts'
import type { Quota, QuotaState } from './quota.ts'
import type { RateLimiter } from './rate-limiter.ts'
import type { Usage } from './schemas.ts'

const counter = ({ used, reserved, limit, remaining }: QuotaState) => ({
  used,
  reserved,
  limit,
  remaining,
})

const minute = (state: RateState) => ({
  limit: state.limit,
  remaining: state.remaining,
  more_in_seconds: Math.ceil(state.waitMs / 1000),
})

/** Storage used by the caller's account, provided by the services that store it. */
export type StorageOf = (caller: Caller) => Promise<Usage['storage']>

/** Everything counted and limited for the caller's key, now. */
export async function usageOf(
  parts: { quota: Quota; rateLimiter: RateLimiter; clock: Clock; storageOf: StorageOf },
  caller: Caller,
): Promise<Usage> {
  const { quota, rateLimiter, clock } = parts
  const { key, plan } = caller
  const { documents, signature } = plan
  const monthly = {
    documents: documents ? counter(await quota.state(caller, 'documents')) : null,
    signatures: signature ? counter(await quota.state(caller, 'signatures')) : null,
    sms: signature ? counter(await quota.state(caller, 'sms')) : null,
  }
  const requests =
    documents &&
    (await rateLimiter.minuteState(caller, 'requests-minute', documents.requests_per_minute))
  const sends =
    signature && (await rateLimiter.minuteState(caller, 'sends-minute', signature.sends_per_minute))
  const nowMs = clock.now()
  return {
    key,
    plan: { id: plan.id, title: plan.title, availability: plan.availability ?? null },
    month: monthOf(nowMs),
    resets_at: toIso(startOfNextMonth(nowMs)),
    monthly,
    per_minute: {
      requests: requests ? minute(requests) : null,
      sends: sends ? minute(sends) : null,
    },
    storage: await parts.storageOf(caller),
    running: documents
      ? { limit: documents.simultaneous_requests, now: await rateLimiter.running(caller) }
      : null,
    limits: { documents: documents ?? null, signature: signature ?? null },
  }
}
