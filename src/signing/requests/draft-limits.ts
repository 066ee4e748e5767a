/** Limits on an account's unsent requests: drafts are free of charge, so they are bounded. */
import type { Caller } from '../../accounts/caller.ts'
import type { Db } from '../../database/open.ts'
import { AppError } from '../../kernel/errors.ts'
import { formatBytes } from '../../kernel/languages.ts'
import { say } from '../../translations/texts.ts'
import { unsentBy } from '../store/requests.ts'

/**
 * Refuses one more draft of the given size. Requests cancelled or expired without having been sent count until they
 * are erased, a day later, so that creating and cancelling drafts cannot fill the disk.
 * @throws AppError `draft_limit_reached`
 */
export async function checkDrafts(
  db: Db,
  { account, key }: Pick<Caller, 'account' | 'key'>,
  bytes: number,
  limits: DraftLimits,
): Promise<void> {
  const held = await unsentBy(db, account.id, key.mode)
  if (held.drafts >= limits.drafts)
    throw new AppError(
      'draft_limit_reached',
      say('drafts.most', { held: held.drafts, max: limits.drafts }),
    )
  if (held.unsentBytes + bytes > limits.bytes)
    throw new AppError(
      'draft_limit_reached',
      say('drafts.bytes', (locale) => ({
        held: formatBytes(held.unsentBytes, locale),
        max: formatBytes(limits.bytes, locale),
        size: formatBytes(bytes, locale),
      })),
    )
}

/** Limits on what an account may store without sending it, for live and test separately. */
export interface DraftLimits {
  /** Maximum number of drafts. */
  drafts: number
  /** Maximum bytes of unsent requests: drafts, and those that ended and are not erased yet. */
  bytes: number
}
