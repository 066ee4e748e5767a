/** How fast the rows of a bulk send go out: below the key's sends per minute, so that its other calls get through. */
import type { Caller } from '../../accounts/caller.ts'

const SHARE = 0.8

/** Sends per minute of the key's plan. */
export const sendsPerMinute = ({ plan }: Caller): number => plan.signature?.sends_per_minute ?? 1

/** Rows per minute. */
export const perMinute = (caller: Caller) => Math.max(1, Math.floor(sendsPerMinute(caller) * SHARE))

/** Sends of a minute that are left to other calls. */
export const leftToOthers = (caller: Caller): number => sendsPerMinute(caller) - perMinute(caller)
