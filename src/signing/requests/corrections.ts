/** What a signer's row loses when the sender corrects who it is about. */
/** What did not arrive at another number or address says nothing of this one. */
export const REACHED_ELSEWHERE = { delivery_failure: null } as const

/** What the person before agreed to, saw and proved is nothing that the next one did. */
export const AS_ANOTHER = {
  consent: null,
  opened_at: null,
  verified_at: null,
  verified_until: null,
  reminded_at: null,
  kept_mail: null,
  codes_wasted: 0,
  ...REACHED_ELSEWHERE,
} as const
