/** Why a field of an upload's form is not one that a signer fills in. */

/** Every reason, in the order in which they are looked at. */
export const SKIP_REASONS = [
  'xfa',
  'button',
  'hidden',
  'off_page',
  'too_small',
  'turned',
  'calculated',
  'script',
  'kind',
  'options',
  'label',
  'value',
  'repeated',
  'read_only_empty',
  'tag',
  'nobody',
  'several',
  'overlaps',
  'place_given',
] as const

/** One of {@link SKIP_REASONS}. */
export type SkipReason = (typeof SKIP_REASONS)[number]

/** Says why a field is skipped; thrown while one field is read. */
export class FieldSkipped extends Error {
  readonly reason: SkipReason

  constructor(reason: SkipReason) {
    super(reason)
    this.reason = reason
  }
}
