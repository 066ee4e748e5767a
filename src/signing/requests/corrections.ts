/** Columns reset in a signer's row when the sender corrects the person. */
/** A failed delivery to the previous number or address says nothing about the new one. */
export const REACHED_ELSEWHERE = { delivery_failure: null } as const

/** What the previous person agreed to, saw and proved does not apply to the next one. */
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
