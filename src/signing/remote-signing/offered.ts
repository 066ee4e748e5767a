/** A certificate among which the signer chooses. */
export interface OfferedCertificate {
  id: string
  holder: string
  issuer: string
  /** RFC 3339. */
  valid_to: string
  /** Whether it contains the signer's name; null: the sender gave none. */
  name_matches: boolean | null
}
