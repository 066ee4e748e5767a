/** Codes of findings that another part of the program acts on: it knows them by these, never by their words. */
export const FINDING_CODES = {
  /** Two signers have the same address and role. */
  signerRepeated: 'signer_repeated',
  /** The place of a signature lies on another's. */
  placeOverlaps: 'place_overlaps',
  /** The place of a signature is on no page, or reaches beyond its page. */
  placeOutside: 'place_outside',
} as const
