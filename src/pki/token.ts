/**
 * A PKCS#11 token that this process is logged in to. Sessions are pooled; when the token has lost them (unplugged,
 * restarted, network down), it is reopened once and the work is retried.
 */
import { AppError } from '../kernel/errors.ts'
import { FatalError } from '../kernel/invariant.ts'
import { Slots } from '../kernel/slots.ts'
import { digestWith } from '../pades/algorithms.ts'
import {
  derOfEcdsa,
  type SigningAlgorithm,
  type SigningDigest,
} from '../pades/signing-algorithm.ts'
import { say } from '../translations/texts.ts'
import { type Attribute, CK, type Cryptoki, type Handle, loadModule, resultOf } from './cryptoki.ts'

/** Which token, and how to log in. */
export interface TokenConfig {
  /** Path of the PKCS#11 module. */
  module: string
  /** Label of the token. */
  token: string
  pin: string
  /** What contains the PIN, for people; if absent, the setting of the authority's token. */
  pinFrom?: string
}

/** The token rejects the PIN: trying it again would lock the token. */
export class PinRefused extends FatalError {}

/** A session, and its module. */
export interface TokenSession {
  module: Cryptoki
  session: Handle
}

/** DigestInfo up to the digest (RFC 8017, 9.2, note 1). */
const DIGEST_INFO: Readonly<Record<SigningDigest, string>> = {
  sha256: '3031300d060960864801650304020105000420',
  sha384: '3041300d060960864801650304020205000430',
  sha512: '3051300d060960864801650304020305000440',
}
const SIGNATURE_BYTES_MAX = 1_024

/** The objects that fit a template, as far as there are no more than `max`. */
export function findObjects({ module, session }: TokenSession, template: Attribute[], max: number) {
  module.C_FindObjectsInit(session, template)
  try {
    return module.C_FindObjects(session, max)
  } finally {
    module.C_FindObjectsFinal(session)
  }
}

/**
 * Signs data with a key by RSA PKCS#1 or ECDSA, in DER. The data is hashed here, so that any module with the plain
 * mechanisms is sufficient and only a digest is sent to it.
 */
export async function signInToken(
  { module, session }: TokenSession,
  key: Handle,
  { scheme, digest }: SigningAlgorithm,
  data: Uint8Array,
): Promise<Buffer> {
  const isEc = scheme === 'ecdsa'
  const hashed = digestWith(digest, data)
  const input = isEc ? hashed : Buffer.concat([Buffer.from(DIGEST_INFO[digest], 'hex'), hashed])
  module.C_SignInit(session, { mechanism: isEc ? CK.CKM_ECDSA : CK.CKM_RSA_PKCS }, key)
  const value = await module.C_SignAsync(session, input, Buffer.alloc(SIGNATURE_BYTES_MAX))
  return isEc ? derOfEcdsa(value) : value
}

/** Concurrent sessions; further work waits. */
const SESSIONS_MAX = 4
const RETRY_SECONDS = 30
const READ_WRITE = CK.CKF_SERIAL_SESSION | CK.CKF_RW_SESSION

const trimmed = (text: string): string => text.replace(/[\s\0]+$/, '')

/** The token. */
export class Token {
  readonly #config: TokenConfig
  #module: Cryptoki | undefined
  #slot: Handle | undefined
  #free: Handle[] = []
  readonly #sessions = new Slots(SESSIONS_MAX)
  /** Counts how often it was opened: a handle is valid for one opening. */
  #opening = 0
  /** A rejected PIN is not tried again: tokens lock themselves after a few attempts. */
  #refused: FatalError | undefined

  constructor(config: TokenConfig) {
    this.#config = config
  }

  get label(): string {
    return this.#config.token
  }

  /** Changes when object handles must be looked up again. */
  get opening(): number {
    return this.#opening
  }

  /**
   * Runs work in a session of its own.
   * @throws AppError `authority_unavailable` when the token cannot be reached, FatalError when it cannot be used
   */
  async use<Result>(work: (session: TokenSession) => Promise<Result>): Promise<Result> {
    return await this.#sessions.run(() => this.#tryTwice(work))
  }

  /** Ends every session that is not in use. */
  close(): void {
    this.#slot = undefined
    for (const session of this.#free.splice(0))
      ignoringFailure(() => this.#module?.C_CloseSession(session))
  }

  async #tryTwice<Result>(work: (session: TokenSession) => Promise<Result>): Promise<Result> {
    const before = this.#opening
    try {
      return await this.#once(work)
    } catch (error) {
      if (error instanceof FatalError) throw error
      // It may already have been reopened after another failure.
      if (this.#opening === before) this.close()
    }
    try {
      return await this.#once(work)
    } catch (error) {
      if (error instanceof FatalError) throw error
      throw new AppError('authority_unavailable', say('authority.noToken'), {
        retryAfterSeconds: RETRY_SECONDS,
        cause: error,
      })
    }
  }

  async #once<Result>(work: (session: TokenSession) => Promise<Result>): Promise<Result> {
    const module = this.#module ?? (await loadModule(this.#config.module))
    this.#module = module
    const slot = this.#slot ?? this.#open(module)
    this.#slot = slot
    const opening = this.#opening
    const session = this.#free.pop() ?? module.C_OpenSession(slot, READ_WRITE)
    try {
      const result = await work({ module, session })
      if (opening === this.#opening) this.#free.push(session)
      return result
    } catch (error) {
      ignoringFailure(() => module.C_CloseSession(session))
      throw error
    }
  }

  /** Finds the token by its label and logs in. */
  #open(module: Cryptoki): Handle {
    if (this.#refused !== undefined) throw this.#refused
    const slots = module.C_GetSlotList(true)
    const labels = slots.map((slot) => trimmed(module.C_GetTokenInfo(slot).label))
    const slot = slots[labels.indexOf(this.#config.token)]
    if (slot === undefined) {
      const known = labels.filter((label) => label !== '').join(', ') || 'none'
      // Not fatal: an absent token may be plugged in again.
      throw new Error(`there is no token labelled ${this.#config.token}; the tokens are: ${known}`)
    }
    const session = module.C_OpenSession(slot, READ_WRITE)
    try {
      module.C_Login(session, CK.CKU_USER, this.#config.pin)
    } catch (error) {
      this.#checkLogin(error)
    }
    this.#opening += 1
    // The login lasts as long as at least one session; this is the first one.
    this.#free = [session]
    return slot
  }

  #checkLogin(error: unknown): void {
    const code = resultOf(error)
    if (code === CK.CKR_USER_ALREADY_LOGGED_IN) return
    if (code === CK.CKR_PIN_INCORRECT || code === CK.CKR_PIN_LOCKED) {
      const { pinFrom = 'PARAPH_PKCS11_PIN' } = this.#config
      const why = code === CK.CKR_PIN_LOCKED ? 'is locked' : `refuses ${pinFrom}`
      this.#refused = new PinRefused(`the token ${this.#config.token} ${why}`, { cause: error })
      throw this.#refused
    }
    throw error
  }
}

function ignoringFailure(work: () => void): void {
  try {
    work()
  } catch {
    // What is being closed may already be gone.
  }
}
