/** What verification needs from others; `signing/` implements it. */

/** A file that this service finished. */
export interface KnownFile {
  documentId: string
  status: string
  completedAt: string | null
  /** Byte for byte the finished file; false for an earlier state that was handed out. */
  matches: boolean
}

/** Looks up the files that the service handed out. */
export interface KnownFiles {
  /**
   * The request a file belongs to. Anyone may ask, so it must find signed files only by the hash of their exact
   * bytes: a caller who has those already knows everything in the result.
   * @param sha256 lower-case hexadecimal
   */
  find(sha256: string): Promise<KnownFile | undefined>
}
