/** Who acts: a key, a signer, or the service. */

/** Who performs an action, for the trail. */
export interface Actor {
  /** `key:…`, `signer:…` or `service`. */
  actor: string
  ip?: string | undefined
  ua?: string | undefined
}

/** The service itself, for timers and jobs. */
export const SERVICE: Actor = { actor: 'service' }
