/**
 * The digest and signature algorithms used in third-party signatures (RFC 5754, 8419, 8702, 4056, 5480), and what
 * node:crypto can verify of them. Weak algorithms are verified too: whether a signature could be forged today and
 * whether it was are separate questions.
 */
import { constants, createHash, type Hash, type KeyObject, verify } from 'node:crypto'
import { unlessThrown } from '../kernel/type-guards.ts'
import { type Element, EncodingError } from './ber.ts'
import { OID } from './oids.ts'
import SIGNATURE_OIDS from './signature-oids.json' with { type: 'json' }

/** A digest algorithm of node:crypto. */
export interface DigestAlgorithm {
  name: string
  /** Collisions can be found today, or soon (ETSI TS 119 312). */
  weak: boolean
}

const strong = (name: string): DigestAlgorithm => ({ name, weak: false })
const weak = (name: string): DigestAlgorithm => ({ name, weak: true })

const DIGESTS_READ: Readonly<Record<string, DigestAlgorithm>> = {
  [OID.sha256]: strong('sha256'),
  [OID.sha384]: strong('sha384'),
  [OID.sha512]: strong('sha512'),
  '2.16.840.1.101.3.4.2.4': strong('sha224'),
  '2.16.840.1.101.3.4.2.6': strong('sha512-256'),
  '2.16.840.1.101.3.4.2.7': strong('sha3-224'),
  '2.16.840.1.101.3.4.2.8': strong('sha3-256'),
  '2.16.840.1.101.3.4.2.9': strong('sha3-384'),
  '2.16.840.1.101.3.4.2.10': strong('sha3-512'),
  // RFC 8702, 3.1; Ed448 uses it (RFC 8419, 2.3).
  '2.16.840.1.101.3.4.2.12': strong('shake256'),
  '2.16.840.1.101.3.4.2.18': strong('shake256'),
  [OID.sha1]: weak('sha1'),
  '1.3.36.3.2.1': weak('ripemd160'),
  '1.2.840.113549.2.5': weak('md5'),
}

/** The digest that an AlgorithmIdentifier names; undefined if it is not supported. @throws EncodingError */
export const digestOf = (algorithm: Element): DigestAlgorithm | undefined =>
  DIGESTS_READ[algorithm.at(0).oid]

/** SHAKE256 has a variable output length; signatures use 64 bytes (RFC 8419, 2.3; RFC 8702, 3.1). */
const SHAKE_BYTES = 64

/** Options of node:crypto for a digest; a copy of a running one needs them again. */
export const digestOptions = (name: string): { outputLength?: number } =>
  name === 'shake256' ? { outputLength: SHAKE_BYTES } : {}

/** Starts a digest by name. */
export const newDigest = (name: string): Hash => createHash(name, digestOptions(name))

/** The digest of some bytes. */
export const digestWith = (name: string, bytes: Uint8Array): Buffer =>
  newDigest(name).update(bytes).digest()

type Scheme = 'rsa' | 'rsa-pss' | 'ecdsa' | 'ecdsa-plain' | 'dsa' | 'eddsa'

/** How a signature value was made. */
export interface SignatureAlgorithm {
  scheme: Scheme
  /** Undefined for EdDSA, which hashes internally. */
  digest: DigestAlgorithm | undefined
  /** Salt of RSASSA-PSS in bytes. */
  saltLength?: number
}

/**
 * Algorithms that name key and digest, by OID; of ECDSA in the way of BSI TR-03111, 5.2.1.1 (`ecdsa-plain`), r and s are
 * concatenated.
 */
const NAMED = SIGNATURE_OIDS as unknown as Readonly<Record<string, readonly [Scheme, string]>>

/** Algorithms that name only the key, so that the digest is that of the SignerInfo. */
const BY_KEY: Readonly<Record<string, Scheme>> = {
  [OID.rsaEncryption]: 'rsa',
  [OID.ecPublicKey]: 'ecdsa',
  '1.2.840.10040.4.1': 'dsa',
}
/**
 * Algorithms of keys and their curves, which some write in place of that of a signature: what is known to be something
 * else names none, so that nothing can have been made by it.
 */
const NO_SIGNATURES = ['1.2.840.10045.3.', '1.3.132.0.', '1.3.36.3.3.2.8.']

/** Whether what is named is known, and is no way to sign. */
export const signsNothing = (algorithm: Element): boolean =>
  NO_SIGNATURES.some((arc) => algorithm.at(0).oid.startsWith(arc))

const EDDSA = new Set(['1.3.101.112', '1.3.101.113'])
const SALT_BYTES = 20

/**
 * RSASSA-PSS-params (RFC 4055, 3.1). node:crypto uses the signature digest for the mask generation function, which is
 * universal practice.
 */
function pssOf(algorithm: Element): SignatureAlgorithm | undefined {
  const parameters = algorithm.children[1]
  const part = (tag: number): Element | undefined =>
    parameters?.isConstructed ? parameters.find(tag)?.at(0) : undefined
  const hash = part(0xa0)
  const digest = hash === undefined ? DIGESTS_READ[OID.sha1] : digestOf(hash)
  const mask = part(0xa1)?.at(1)
  const masked = mask === undefined ? DIGESTS_READ[OID.sha1] : digestOf(mask)
  const salt = part(0xa2)
  const saltLength = salt === undefined ? SALT_BYTES : Number.parseInt(salt.integerHex, 16)
  if (digest === undefined || digest.name !== masked?.name) return undefined
  return { scheme: 'rsa-pss', digest, saltLength }
}

/**
 * The algorithm named by the AlgorithmIdentifier of a signature; undefined when it is not supported.
 * @param own digest of the SignerInfo, for algorithms that do not name one
 * @throws EncodingError
 */
export function signatureAlgorithmOf(
  algorithm: Element,
  own?: DigestAlgorithm,
): SignatureAlgorithm | undefined {
  const { oid } = algorithm.at(0)
  if (oid === OID.rsaPss) return pssOf(algorithm)
  if (EDDSA.has(oid)) return { scheme: 'eddsa', digest: undefined }
  const [scheme, named] = NAMED[oid] ?? [BY_KEY[oid], undefined]
  const digest = named === undefined ? own : DIGESTS_READ[named]
  return scheme === undefined || digest === undefined ? undefined : { scheme, digest }
}

const KEYS: Readonly<Record<Scheme, readonly string[]>> = {
  rsa: ['rsa'],
  'rsa-pss': ['rsa', 'rsa-pss'],
  ecdsa: ['ec'],
  'ecdsa-plain': ['ec'],
  dsa: ['dsa'],
  eddsa: ['ed25519', 'ed448'],
}

/** Whether a signature value was made over the data with the key, by exactly this algorithm. */
export function signatureHolds(
  { scheme, digest, saltLength }: SignatureAlgorithm,
  data: Uint8Array,
  key: KeyObject,
  signature: Uint8Array,
): boolean {
  if (!KEYS[scheme].includes(key.asymmetricKeyType ?? '')) return false
  const options =
    scheme === 'rsa-pss'
      ? { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: saltLength ?? SALT_BYTES }
      : { key, ...(scheme === 'ecdsa-plain' && { dsaEncoding: 'ieee-p1363' as const }) }
  try {
    return verify(digest?.name ?? null, data, options, signature)
  } catch {
    return false // malformed, or violates the restrictions of the key
  }
}

/** The text of an OID, so that people can look it up; never throws. */
export const nameOfAlgorithm = (algorithm: Element): string =>
  unlessThrown([EncodingError], () => algorithm.at(0).oid) ?? '?'
