/** Why a field of an upload's form is not one that a signer fills in. */

/** Every reason, in the order in which they are looked at. */
export const LEFT_REASONS = [
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

/** One of {@link LEFT_REASONS}. */
export type LeftReason = (typeof LEFT_REASONS)[number]

/** Says why a field is left; thrown while one field is read. */
export class Left extends Error {
  readonly reason: LeftReason

  constructor(reason: LeftReason) {
    super(reason)
    this.reason = reason
  }
}
