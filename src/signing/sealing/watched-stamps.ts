/** Observes time-stamps as they are made: their authority and time, for the proof certificate. */

import { toIso } from '../../kernel/clock.ts'
import type { TimestampSource } from '../../pades/ports.ts'
import { checkToken } from '../../pades/verify-cms.ts'

/** Passes time-stamps through and remembers the latest. */
export class WatchedStamps implements TimestampSource {
  readonly #source: TimestampSource
  #last: { authority: string; at: string } | null = null

  constructor(source: TimestampSource) {
    this.#source = source
  }

  get last(): { authority: string; at: string } | null {
    return this.#last
  }

  async stamp(digest: Uint8Array): Promise<Buffer> {
    const token = await this.#source.stamp(digest)
    const { timeMs, signer } = checkToken(token, () => Buffer.from(digest))
    this.#last = { authority: signer?.name ?? '', at: toIso(timeMs) }
    return token
  }
}
