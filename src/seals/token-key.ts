/**
 * A key of an external seal in a PKCS#11 token of the operator: RSA PKCS#1 or ECDSA. Data is hashed here, so that any
 * module with the plain mechanisms is sufficient.
 */
import { AppError } from '../kernel/errors.ts'
import { FatalError } from '../kernel/invariant.ts'
import { digestWith } from '../pades/algorithms.ts'
import * as der from '../pades/der.ts'
import type { SigningAlgorithm, SigningDigest } from '../pades/signing-algorithm.ts'
import { type Attribute, CK } from '../pki/cryptoki.ts'
import { PinRefused, Token, type TokenSession } from '../pki/token.ts'
import { type OuterKey, SealError, type SealSecrets, type TokenPlace } from './place.ts'

/** DigestInfo up to the digest (RFC 8017, 9.2, note 1). */
const DIGEST_INFO: Readonly<Record<SigningDigest, string>> = {
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
}
const SIGNATURE_BYTES_MAX = 1_024

function find({ module, session }: TokenSession, template: Attribute[], max: number) {
  module.C_FindObjectsInit(session, template)
  try {
    return module.C_FindObjects(session, max)
  } finally {
    module.C_FindObjectsFinal(session)
  }
}

/** One key. */
export class TokenKey implements OuterKey {
  readonly #token: Token
  readonly #place: TokenPlace
  readonly #algorithm: SigningAlgorithm | undefined

  /** @param parts `algorithm`: absent while it is to be chosen; then nothing can be signed */
  constructor(parts: { place: TokenPlace; secrets: SealSecrets; algorithm?: SigningAlgorithm }) {
    const { module, token } = parts.place
    const pin = parts.secrets.pin ?? ''
    this.#token = new Token({ module, token, pin, pinFrom: 'the PIN of the outer seal' })
    this.#place = parts.place
    this.#algorithm = parts.algorithm
  }

  /** Tokens hold the certificate beside the key, if anything. */
  async certificates(): Promise<readonly Buffer[] | undefined> {
    return await this.#use(async (held) => {
      const template = [
        { type: CK.CKA_CLASS, value: CK.CKO_CERTIFICATE },
        { type: CK.CKA_LABEL, value: this.#place.label },
      ]
      const [object] = find(held, template, 1)
      if (object === undefined) return undefined
      const { module, session } = held
      const [found] = module.C_GetAttributeValue(session, object, [{ type: CK.CKA_VALUE }])
      return found === undefined ? undefined : [found.value]
    })
  }

  /** A token does not say; what it cannot do fails when it is tried. */
  async algorithms(): Promise<undefined> {
    return undefined
  }

  async sign(data: Uint8Array): Promise<Buffer> {
    const algorithm = this.#algorithm
    if (algorithm === undefined || algorithm.scheme === 'rsa-pss')
      throw new SealError('keys in a token sign with RSA PKCS#1 or ECDSA')
    const { scheme, digest } = algorithm
    const hashed = digestWith(digest, data)
    const isRsa = scheme === 'rsa'
    const input = isRsa ? Buffer.concat([Buffer.from(DIGEST_INFO[digest], 'hex'), hashed]) : hashed
    const value = await this.#use(async (held) => {
      const key = this.#keyIn(held, isRsa ? CK.CKK_RSA : CK.CKK_EC)
      const mechanism = { mechanism: isRsa ? CK.CKM_RSA_PKCS : CK.CKM_ECDSA }
      held.module.C_SignInit(held.session, mechanism, key)
      return await held.module.C_SignAsync(held.session, input, Buffer.alloc(SIGNATURE_BYTES_MAX))
    })
    return isRsa ? value : derOfEcdsa(value)
  }

  #keyIn(held: TokenSession, type: number) {
    const { label } = this.#place
    const template = [
      { type: CK.CKA_CLASS, value: CK.CKO_PRIVATE_KEY },
      { type: CK.CKA_KEY_TYPE, value: type },
      { type: CK.CKA_LABEL, value: label },
    ]
    const [key, ...others] = find(held, template, 2)
    if (key === undefined || others.length > 0)
      throw new FatalError(
        `the token contains ${key === undefined ? 'no private key' : 'several private keys'} labelled ${label}`,
      )
    return key
  }

  async #use<Result>(work: (held: TokenSession) => Promise<Result>): Promise<Result> {
    try {
      return await this.#token.use(work)
    } catch (error) {
      if (error instanceof PinRefused)
        throw new SealError(error.message, { cause: error, isRefused: true })
      if (error instanceof FatalError) throw new SealError(error.message, { cause: error })
      if (error instanceof AppError)
        throw new SealError('the token of the outer seal cannot be reached', { cause: error })
      throw error
    }
  }
}

/** DER of a signature in which r and s are concatenated. */
export function derOfEcdsa(plain: Uint8Array): Buffer {
  const half = plain.length / 2
  return der.sequence(der.integer(plain.subarray(0, half)), der.integer(plain.subarray(half)))
}
