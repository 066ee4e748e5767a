/** The people who log in, and the daily removal of what has expired. */
import type { Config } from '../config/config.ts'
import { type Identity, openIdentity } from '../identity/open.ts'
import { DAY_MS } from '../kernel/clock.ts'
import type { Platform } from './platform.ts'

/** Name of the daily job. */
export const SWEEP = 'identity.sweep'

/** The people who log in, by the operator's rules. */
export function identityOf({ db, clock, trails, accounts, messages }: Platform, config: Config) {
  return openIdentity({
    db,
    clock,
    trails,
    accounts,
    mails: messages.mails,
    signup: config.signup,
    origin: config.server.baseUrl,
    eventDays: config.retentionDays.securityEvents,
    passwords: config.passwords,
    ...(config.oidc !== undefined && { oidc: config.oidc }),
  })
}

/** Removes expired links and sessions, now and every day. */
export async function sweepDaily({ jobs, db }: Platform, identity: Identity): Promise<void> {
  const later = () => jobs.add(db, SWEEP, {}, { uniqueKey: 'daily', delayMs: DAY_MS })
  jobs.handle(SWEEP, {
    retryDelaysMs: [DAY_MS / 24],
    async run() {
      await identity.sweep()
      await later()
    },
  })
  await identity.sweep()
  await later()
}
