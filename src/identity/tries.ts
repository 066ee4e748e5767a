/** Tries of people, refused as the pages show it. */
import type { Tries } from '../throttling/ports.ts'
import { Refusal } from './refusal.ts'

/** Counts a try. @throws Refusal `too_many` when none is left; AppError `storage_unavailable` */
export async function countTry(tries: Tries, key: string): Promise<void> {
  const { waitMs } = await tries.take(key)
  if (waitMs > 0) throw new Refusal('too_many', Math.ceil(waitMs / 1000))
}
