/** Codes of findings that other parts of the program act on: they match the code, never the message. */
export const FINDING_CODES = {
  /** Two signers have the same address and role. */
  signerRepeated: 'signer_repeated',
  /** The placement of a signature overlaps another's. */
  placeOverlaps: 'place_overlaps',
  /** The placement of a signature is on no page, or extends beyond its page. */
  placeOutside: 'place_outside',
  /** A tag in the document says something that cannot be done. */
  tagUnusable: 'tag_unusable',
} as const
