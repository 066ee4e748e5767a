/** Where the key of an external seal is, what opens it, and why it cannot be used. */

/** A remote signature service (Cloud Signature Consortium, API 1.0.4 or 2). */
export interface CscPlace {
  kind: 'csc'
  /** Base address, such as `https://sign.example.com/csc/v2`. */
  url: string
  version: 1 | 2
  /** The credentialID. */
  credential: string
  /** How the service knows us: by nothing, a token that never changes, or OAuth client credentials. */
  access: 'none' | 'token' | 'client'
  clientId?: string
  /** Address of the OAuth token endpoint. */
  tokenUrl?: string
}

/** A PKCS#11 token of the operator. */
export interface TokenPlace {
  kind: 'pkcs11'
  /** Path of the module. */
  module: string
  /** Label of the token. */
  token: string
  /** CKA_LABEL of the private key. */
  label: string
}

/** Where a key is. */
export type SealPlace = CscPlace | TokenPlace

/** What opens it; encrypted at rest. */
export interface SealSecrets {
  /** Of the token, or of the credential of a remote service. */
  pin?: string
  /** OAuth. */
  client_secret?: string
  /** Bearer token that never changes. */
  access_token?: string
}

/** What kind of thing went wrong: no word of a provider's is in it, so that records may hold it for ever. */
export const SEAL_ERROR_KINDS = [
  'timeout',
  'unreachable',
  'refused',
  'answer',
  'certificate',
  'name',
  'status_unknown',
  'not_authorised',
] as const
/** See {@link SEAL_ERROR_KINDS}. */
export type SealErrorKind = (typeof SEAL_ERROR_KINDS)[number]

/** What is known of a fault besides its message. */
interface SealErrorOptions {
  cause?: unknown
  isRefused?: boolean
  isSlow?: boolean
  kind?: SealErrorKind
  /** HTTP status of a refusal. */
  status?: number
}

/** An external seal cannot be made; the message is the reason, in plain English, and may be shown to the sender. */
export class SealError extends Error {
  override readonly name = 'SealError'
  readonly kind: SealErrorKind
  readonly status: number | undefined
  /** Path of the call of the provider's API; set by the code that made the call. */
  call: string | undefined
  /** Trying again would be harmful, such as with a wrong PIN: the provider locks the key. */
  readonly isRefused: boolean
  /** The provider did not answer in time. */
  readonly isSlow: boolean

  constructor(message: string, options: SealErrorOptions = {}) {
    super(message, options.cause === undefined ? {} : { cause: options.cause })
    this.isRefused = options.isRefused ?? false
    this.isSlow = options.isSlow ?? false
    this.kind = options.kind ?? (this.isSlow ? 'timeout' : 'answer')
    this.status = options.status
  }
}

/** A key that is elsewhere. */
export interface OuterKey {
  /**
   * The certificates that the key's place names now, the key's own first; undefined: it names none.
   * @throws SealError when the key is not ready to sign
   */
  certificates(): Promise<readonly Buffer[] | undefined>
  /** Names of the algorithms that the place says the key has, as OIDs; undefined: it does not say. */
  algorithms(): Promise<readonly string[] | undefined>
  /** The signature of the data, not checked yet. @throws SealError */
  sign(data: Uint8Array): Promise<Buffer>
}
