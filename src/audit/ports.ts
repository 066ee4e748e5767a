/** What the trail needs from outside. */

/** Gives time-stamps over heads; the authority's `Tsa` is one. */
export interface HeadStamper {
  /** An RFC 3161 TimeStampToken (DER) over a SHA-256 digest. @throws AppError `timestamp_unavailable` */
  stamp(digest: Uint8Array): Promise<Buffer>
}
