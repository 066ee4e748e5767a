/** What the page of a new request and its script both know of the people on it. */

/** Fields of one signer, named as in the API. */
export const SIGNER_FIELDS = [
  'email',
  'first_name',
  'last_name',
  'phone',
  'country',
  'locale',
  'order',
  'action',
  'witness_of',
  'allow_delegation',
] as const

/** A saved draft or request template, with which the script goes on. */
export interface SavedState {
  files: Array<{ path: string; filename: string }>
  signers: Array<{
    /** By which the service knows the person again. */
    ref: { id?: string; role?: string }
    /** Of the fields of a card. */
    values: Record<string, string>
    /** As the API says them. */
    fields: readonly object[]
  }>
}
