/** What verification needs from others; `signing/` implements it. */

/** A file that this service finished. */
export interface KnownFile {
  documentId: string
  status: string
  completedAt: string | null
  /** Byte for byte the finished file; false for an earlier state of it that was handed out. */
  matches: boolean
}

/** Knows the files the service handed out. */
export interface KnownFiles {
  /**
   * The request a file belongs to. Anybody may ask, so it must find only signed files by the hash of their exact
   * bytes: whoever has those knows all that is answered already.
   * @param sha256 lower-case hexadecimal
   */
  find(sha256: string): Promise<KnownFile | undefined>
}
