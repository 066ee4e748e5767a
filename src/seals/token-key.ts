/**
 * A key of an external seal in a PKCS#11 token of the operator: RSA PKCS#1 or ECDSA.
 */
import { AppError } from '../kernel/errors.ts'
import { FatalError } from '../kernel/invariant.ts'
import type { SigningAlgorithm } from '../pades/signing-algorithm.ts'
import { CK } from '../pki/cryptoki.ts'
import { findObjects, PinRefused, signInToken, Token, type TokenSession } from '../pki/token.ts'
import { type OuterKey, SealError, type SealSecrets, type TokenPlace } from './place.ts'

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
      const [object] = findObjects(held, template, 1)
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
    const type = algorithm.scheme === 'rsa' ? CK.CKK_RSA : CK.CKK_EC
    return await this.#use((held) => signInToken(held, this.#keyIn(held, type), algorithm, data))
  }

  #keyIn(held: TokenSession, type: number) {
    const { label } = this.#place
    const template = [
      { type: CK.CKA_CLASS, value: CK.CKO_PRIVATE_KEY },
      { type: CK.CKA_KEY_TYPE, value: type },
      { type: CK.CKA_LABEL, value: label },
    ]
    const [key, ...others] = findObjects(held, template, 2)
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
