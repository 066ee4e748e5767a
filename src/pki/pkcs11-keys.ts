/**
 * Keys of the authority in a PKCS#11 token: a hardware security module, a smart card, or a cloud's key service
 * through its PKCS#11 module. A private key never leaves it; data is hashed here first, so that any module with plain
 * RSA PKCS#1 (CKM_RSA_PKCS) is sufficient and only 51 bytes are sent to it.
 */

import { createHash, createPublicKey, randomBytes } from 'node:crypto'
import { FatalError, invariant } from '../kernel/invariant.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { type Attribute, CK, type Handle } from './cryptoki.ts'
import { type HeldKey, type KeyHolder, type MadeKey, TOKEN_ALG } from './key-holder.ts'
import { KEY_BITS, publicKeyInfo } from './keys.ts'
import { Token, type TokenConfig, type TokenSession } from './token.ts'

/** How keys are identified in the token. */
export interface Pkcs11Config extends TokenConfig {
  /**
   * `made`: this service creates its keys; `given`: the operator has stored them there, under the labels it requires.
   */
  keys: 'made' | 'given'
}

/** What the database stores about a key. */
interface Place {
  v: 1
  alg: typeof TOKEN_ALG
  token: string
  /** CKA_LABEL, and CKA_ID in hexadecimal if there is one. */
  label: string
  id: string
}

/** Where a key is, as stored. */
function placeOf(stored: string): Place {
  const { v, alg, token, label, id } = membersOf(JSON.parse(stored))
  invariant(v === 1 && alg === TOKEN_ALG, 'a stored key is in a token')
  invariant(
    typeof token === 'string' && typeof label === 'string' && typeof id === 'string',
    'a stored key says where it is',
  )
  return { v, alg, token, label, id }
}

const LABEL_PREFIX = 'paraph-'
const ID_BYTES = 16
const SIGNATURE_BYTES_MAX = 1_024
/** DigestInfo of SHA-256 up to the digest (RFC 8017, 9.2, note 1). */
const DIGEST_INFO = Buffer.from('3031300d060960864801650304020105000420', 'hex')
const EXPONENT = Buffer.from([1, 0, 1])

const pairTemplates = (label: string, id: Buffer): [Attribute[], Attribute[]] => {
  const both: Attribute[] = [
    { type: CK.CKA_TOKEN, value: true },
    { type: CK.CKA_LABEL, value: label },
    { type: CK.CKA_ID, value: id },
  ]
  return [
    [
      ...both,
      { type: CK.CKA_VERIFY, value: true },
      { type: CK.CKA_MODULUS_BITS, value: KEY_BITS },
      { type: CK.CKA_PUBLIC_EXPONENT, value: EXPONENT },
    ],
    [
      ...both,
      { type: CK.CKA_PRIVATE, value: true },
      { type: CK.CKA_SENSITIVE, value: true },
      { type: CK.CKA_EXTRACTABLE, value: false },
      { type: CK.CKA_SIGN, value: true },
    ],
  ]
}

function find({ module, session }: TokenSession, kind: number, place: Place): Handle[] {
  const { label, id } = place
  module.C_FindObjectsInit(session, [
    { type: CK.CKA_CLASS, value: kind },
    { type: CK.CKA_KEY_TYPE, value: CK.CKK_RSA },
    { type: CK.CKA_LABEL, value: label },
    ...(id === '' ? [] : [{ type: CK.CKA_ID, value: Buffer.from(id, 'hex') }]),
  ])
  try {
    return module.C_FindObjects(session, 2)
  } finally {
    module.C_FindObjectsFinal(session)
  }
}

/** Modulus and exponent are in both halves; some tokens show them only in the public one. */
function publicHalf({ module, session }: TokenSession, objects: readonly Handle[]): Buffer {
  for (const object of objects) {
    try {
      const types = [{ type: CK.CKA_MODULUS }, { type: CK.CKA_PUBLIC_EXPONENT }]
      const [n, e] = module.C_GetAttributeValue(session, object, types)
      if (n === undefined || e === undefined || n.value.length === 0) continue
      const numbers = { n: n.value.toString('base64url'), e: e.value.toString('base64url') }
      const key = createPublicKey({ key: { kty: 'RSA', ...numbers }, format: 'jwk' })
      return publicKeyInfo(key)
    } catch {
      // The next object may show them.
    }
  }
  throw new FatalError("the token does not provide the public key of one of the authority's keys")
}

/** The keys in one token. */
export class Pkcs11Keys implements KeyHolder {
  readonly kind = 'pkcs11'
  readonly #token: Token
  readonly #given: boolean

  /** Nothing is loaded until the first key is needed. */
  constructor(config: Pkcs11Config) {
    this.#token = new Token(config)
    this.#given = config.keys === 'given'
  }

  async create(label: string): Promise<MadeKey> {
    const name = `${LABEL_PREFIX}${label}`
    if (this.#given) {
      const place: Place = { ...this.#nameless, label: name }
      return { key: await this.#key(place), stored: JSON.stringify(place) }
    }
    const id = randomBytes(ID_BYTES)
    const place: Place = { ...this.#nameless, label: name, id: id.toString('hex') }
    await this.#token.use(async ({ module, session }) => {
      const mechanism = { mechanism: CK.CKM_RSA_PKCS_KEY_PAIR_GEN }
      await module.C_GenerateKeyPairAsync(session, mechanism, ...pairTemplates(name, id))
    })
    return { key: await this.#key(place), stored: JSON.stringify(place) }
  }

  async open(_label: string, stored: string): Promise<HeldKey> {
    const place = placeOf(stored)
    if (place.token !== this.#token.label)
      throw new FatalError(
        `the key ${place.label} is in the token ${place.token}, but PARAPH_PKCS11_TOKEN is ${this.#token.label}`,
      )
    return await this.#key(place)
  }

  async check(): Promise<string> {
    const made = this.#given ? 'keys given by the operator' : 'keys made there'
    await this.#token.use(async () => undefined)
    return `PKCS#11 token ${this.#token.label}, ${made}`
  }

  /** Removes both halves; a key that the operator stored there is left to the operator to remove. */
  async destroy(_label: string, stored: string): Promise<void> {
    if (this.#given) return
    const place = placeOf(stored)
    invariant(place.id !== '', 'a key that was made here has an identifier')
    await this.#token.use(async (held) => {
      for (const kind of [CK.CKO_PRIVATE_KEY, CK.CKO_PUBLIC_KEY])
        for (const object of find(held, kind, place))
          held.module.C_DestroyObject(held.session, object)
    })
  }

  get #nameless(): Place {
    return { v: 1, alg: TOKEN_ALG, token: this.#token.label, label: '', id: '' }
  }

  async #key(place: Place): Promise<HeldKey> {
    const info = await this.#token.use(async (held) => {
      const privates = find(held, CK.CKO_PRIVATE_KEY, place)
      if (privates.length !== 1) throw missing(place, privates.length)
      return publicHalf(held, [...find(held, CK.CKO_PUBLIC_KEY, place), ...privates])
    })
    let known: { opening: number; handle: Handle } | undefined
    const handleIn = (held: TokenSession): Handle => {
      if (known?.opening === this.#token.opening) return known.handle
      const [handle] = find(held, CK.CKO_PRIVATE_KEY, place)
      if (handle === undefined) throw missing(place, 0)
      known = { opening: this.#token.opening, handle }
      return handle
    }
    return {
      publicKeyInfo: info,
      sign: (data) =>
        this.#token.use(async (held) => {
          const { module, session } = held
          const digest = createHash('sha256').update(data).digest()
          module.C_SignInit(session, { mechanism: CK.CKM_RSA_PKCS }, handleIn(held))
          const input = Buffer.concat([DIGEST_INFO, digest])
          return await module.C_SignAsync(session, input, Buffer.alloc(SIGNATURE_BYTES_MAX))
        }),
    }
  }
}

const missing = ({ label, token }: Place, found: number): FatalError =>
  new FatalError(
    found === 0
      ? `the token ${token} contains no RSA private key labelled ${label}`
      : `the token ${token} contains several RSA private keys labelled ${label}`,
  )
