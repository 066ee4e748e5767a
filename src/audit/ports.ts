/** What the trail needs from other domains. */

/** Time-stamps heads; the authority's `Tsa` implements it. */
export interface HeadStamper {
  /** An RFC 3161 TimeStampToken (DER) over a SHA-256 digest. @throws AppError `timestamp_unavailable` */
  stamp(digest: Uint8Array): Promise<Buffer>
}
