/**
 * Where private keys of the authority are held. All of its signing goes through these two interfaces; encrypted keys
 * in the database (`file-keys.ts`) and a PKCS#11 token (`pkcs11-keys.ts`) implement them.
 */
import { membersOf } from '../kernel/type-guards.ts'

/** A private key that can be used, wherever it is. */
export interface HeldKey {
  /** DER of SubjectPublicKeyInfo. */
  readonly publicKeyInfo: Buffer
  /**
   * The signature over the data by the usual algorithm of the key (`usualAlgorithm`).
   * @throws AppError `authority_unavailable` when the holder of the key cannot be reached
   */
  sign(data: Uint8Array): Promise<Buffer>
  /** PKCS#8; absent if the key cannot leave its holder. */
  export?(): Buffer
}

/** A new key and what the database stores about it. */
export interface MadeKey {
  key: HeldKey
  /** JSON whose `alg` names the holder: the encrypted key itself, or how to find it again. */
  stored: string
}

/** Creates, opens and destroys keys by name. */
export interface KeyHolder {
  readonly kind: 'file' | 'pkcs11'
  /** Creates a key of the configured kind. @throws AppError `authority_unavailable`, FatalError */
  create(label: string): Promise<MadeKey>
  /** @throws AppError `authority_unavailable`, FatalError for a key that is missing or was changed */
  open(label: string, stored: string): Promise<HeldKey>
  /** Checks whether it is usable now, and returns a short description. @throws AppError, FatalError */
  check(): Promise<string>
  /** Destroys a key for good. @throws AppError `authority_unavailable` */
  destroy(label: string, stored: string): Promise<void>
}

/** `alg` of keys in a token. */
export const TOKEN_ALG = 'PKCS11'

/** The kind of holder that a stored key names. */
export const holderOf = (stored: string): KeyHolder['kind'] =>
  membersOf(JSON.parse(stored)).alg === TOKEN_ALG ? 'pkcs11' : 'file'
