/**
 * Keys of the authority in a PKCS#11 token: a hardware security module, a smart card, or a cloud's key service
 * through its PKCS#11 module. A private key never leaves it.
 */

import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { FatalError, invariant } from '../kernel/invariant.ts'
import { membersOf } from '../kernel/type-guards.ts'
import { readBer } from '../pades/ber.ts'
import * as der from '../pades/der.ts'
import { OID } from '../pades/oids.ts'
import { usualAlgorithm } from '../pades/signing-algorithm.ts'
import { type Attribute, CK, type Handle } from './cryptoki.ts'
import { type HeldKey, type KeyHolder, type MadeKey, TOKEN_ALG } from './key-holder.ts'
import { KEY_BITS, type KeyKind, publicKeyInfo } from './keys.ts'
import { findObjects, signInToken, Token, type TokenConfig, type TokenSession } from './token.ts'

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
const EXPONENT = Buffer.from([1, 0, 1])

/** What makes keys of each kind; a curve is named by the DER of its OID (RFC 5480, 2.1.1). */
const MAKING: Readonly<Record<KeyKind, { mechanism: number; parameters: Attribute[] }>> = {
  'rsa-4096': {
    mechanism: CK.CKM_RSA_PKCS_KEY_PAIR_GEN,
    parameters: [
      { type: CK.CKA_MODULUS_BITS, value: KEY_BITS },
      { type: CK.CKA_PUBLIC_EXPONENT, value: EXPONENT },
    ],
  },
  'ecdsa-p256': {
    mechanism: CK.CKM_EC_KEY_PAIR_GEN,
    parameters: [{ type: CK.CKA_EC_PARAMS, value: der.oid('1.2.840.10045.3.1.7') }],
  },
  'ecdsa-p384': {
    mechanism: CK.CKM_EC_KEY_PAIR_GEN,
    parameters: [{ type: CK.CKA_EC_PARAMS, value: der.oid('1.3.132.0.34') }],
  },
}

const pairTemplates = (
  label: string,
  id: Buffer,
  parameters: Attribute[],
): [Attribute[], Attribute[]] => {
  const both: Attribute[] = [
    { type: CK.CKA_TOKEN, value: true },
    { type: CK.CKA_LABEL, value: label },
    { type: CK.CKA_ID, value: id },
  ]
  return [
    [...both, { type: CK.CKA_VERIFY, value: true }, ...parameters],
    [
      ...both,
      { type: CK.CKA_PRIVATE, value: true },
      { type: CK.CKA_SENSITIVE, value: true },
      { type: CK.CKA_EXTRACTABLE, value: false },
      { type: CK.CKA_SIGN, value: true },
    ],
  ]
}

function find(held: TokenSession, kind: number, { label, id }: Place): Handle[] {
  const template = [
    { type: CK.CKA_CLASS, value: kind },
    { type: CK.CKA_LABEL, value: label },
    ...(id === '' ? [] : [{ type: CK.CKA_ID, value: Buffer.from(id, 'hex') }]),
  ]
  return findObjects(held, template, 2)
}

const rsaKey = (n: Buffer, e: Buffer): KeyObject => {
  const numbers = { n: n.toString('base64url'), e: e.toString('base64url') }
  return createPublicKey({ key: { kty: 'RSA', ...numbers }, format: 'jwk' })
}

/** @param point the point in an OCTET STRING, as PKCS#11 has it */
const ecKey = (curve: Buffer, point: Buffer): KeyObject => {
  const algorithm = der.sequence(der.oid(OID.ecPublicKey), curve)
  const key = der.sequence(algorithm, der.bitString(readBer(point).octets))
  return createPublicKey({ key, format: 'der', type: 'spki' })
}

/** What describes the public key of each kind, and the key made of it. */
const PUBLIC_PARTS = [
  { types: [CK.CKA_MODULUS, CK.CKA_PUBLIC_EXPONENT], keyOf: rsaKey },
  { types: [CK.CKA_EC_PARAMS, CK.CKA_EC_POINT], keyOf: ecKey },
]

/** The numbers are in both halves; some tokens show them only in the public one. */
function publicHalf({ module, session }: TokenSession, objects: readonly Handle[]): Buffer {
  for (const object of objects)
    for (const { types, keyOf } of PUBLIC_PARTS) {
      try {
        const wanted = types.map((type) => ({ type }))
        const [first, second] = module.C_GetAttributeValue(session, object, wanted)
        if (first === undefined || second === undefined || first.value.length === 0) continue
        return publicKeyInfo(keyOf(first.value, second.value))
      } catch {
        // It is a key of another kind, or the next object shows them.
      }
    }
  throw new FatalError("the token does not provide the public key of one of the authority's keys")
}

/** The keys in one token. */
export class Pkcs11Keys implements KeyHolder {
  readonly kind = 'pkcs11'
  readonly #token: Token
  readonly #given: boolean
  readonly #kind: KeyKind

  /** Nothing is loaded until the first key is needed. @param kind of the keys that are made there */
  constructor(config: Pkcs11Config, kind: KeyKind = 'rsa-4096') {
    this.#kind = kind
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
      const { mechanism, parameters } = MAKING[this.#kind]
      const templates = pairTemplates(name, id, parameters)
      await module.C_GenerateKeyPairAsync(session, { mechanism }, ...templates)
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
    const algorithm = usualAlgorithm(info)
    return {
      publicKeyInfo: info,
      sign: (data) => this.#token.use((held) => signInToken(held, handleIn(held), algorithm, data)),
    }
  }
}

const missing = ({ label, token }: Place, found: number): FatalError =>
  new FatalError(
    found === 0
      ? `the token ${token} contains no private key labelled ${label}`
      : `the token ${token} contains several private keys labelled ${label}`,
  )
