/**
 * The algorithms with which keys sign here, as a CMS SignerInfo names them (RFC 5754, 4056, 5753). Keys of the
 * authority have the usual one of their kind; keys of others may need another.
 */
import { createPublicKey, type KeyObject } from 'node:crypto'
import { type SignatureAlgorithm, signatureHolds } from './algorithms.ts'
import { readBer } from './ber.ts'
import * as der from './der.ts'
import { OID } from './oids.ts'

/** A digest that signatures are made with, by its name in node:crypto. */
export type SigningDigest = 'sha256' | 'sha384' | 'sha512'

/** Bytes of each digest, which is also the length of the salt of RSASSA-PSS. */
export const DIGEST_BYTES: Readonly<Record<SigningDigest, number>> = {
  sha256: 32,
  sha384: 48,
  sha512: 64,
}

const DIGEST_OIDS: Readonly<Record<SigningDigest, string>> = {
  sha256: OID.sha256,
  sha384: OID.sha384,
  sha512: OID.sha512,
}

const COMBINED = {
  rsa: { sha256: OID.sha256WithRsa, sha384: OID.sha384WithRsa, sha512: OID.sha512WithRsa },
  ecdsa: { sha256: OID.ecdsaWithSha256, sha384: OID.ecdsaWithSha384, sha512: OID.ecdsaWithSha512 },
} as const

/** Names of the algorithms, as operators and rows give them. */
export const SIGNING_ALGORITHMS = [
  'rsa-sha256',
  'rsa-sha384',
  'rsa-sha512',
  'rsa-pss-sha256',
  'rsa-pss-sha384',
  'rsa-pss-sha512',
  'ecdsa-sha256',
  'ecdsa-sha384',
  'ecdsa-sha512',
] as const

/** The name of one. */
export type SigningAlgorithmName = (typeof SIGNING_ALGORITHMS)[number]

/** One algorithm. */
export interface SigningAlgorithm {
  name: SigningAlgorithmName
  scheme: 'rsa' | 'rsa-pss' | 'ecdsa'
  digest: SigningDigest
  digestOid: string
  /** OIDs under which a key may be said to support it: with its digest, and the key alone. */
  oid: string
  keyOid: string
  /** DER of the parameters that must be named beside the OID: RSASSA-PSS only. */
  parameters?: Buffer
  /** DER of the AlgorithmIdentifier. */
  identifier: Buffer
}

const MGF1 = '1.2.840.113549.1.1.8'

/** RSASSA-PSS-params (RFC 4055, 3.1): MGF1 with the same digest, a salt of its length. */
const pssParameters = (digest: SigningDigest): Buffer => {
  const hash = der.algorithm(DIGEST_OIDS[digest])
  return der.sequence(
    der.explicit(0, hash),
    der.explicit(1, der.sequence(der.oid(MGF1), hash)),
    der.explicit(2, der.integer(DIGEST_BYTES[digest])),
  )
}

/** The algorithm of a name. */
export function signingAlgorithm(name: SigningAlgorithmName): SigningAlgorithm {
  const digest = name.slice(name.lastIndexOf('-') + 1) as SigningDigest
  const scheme = name.slice(0, name.lastIndexOf('-')) as SigningAlgorithm['scheme']
  const both = { name, scheme, digest, digestOid: DIGEST_OIDS[digest] }
  if (scheme === 'rsa-pss') {
    const parameters = pssParameters(digest)
    const identifier = der.sequence(der.oid(OID.rsaPss), parameters)
    return { ...both, oid: OID.rsaPss, keyOid: OID.rsaPss, parameters, identifier }
  }
  const oid = COMBINED[scheme][digest]
  return scheme === 'rsa'
    ? { ...both, oid, keyOid: OID.rsaEncryption, identifier: der.algorithm(oid) }
    : { ...both, oid, keyOid: OID.ecPublicKey, identifier: der.sequence(der.oid(oid)) }
}

const EC_DIGESTS: Readonly<Record<string, SigningDigest>> = {
  secp384r1: 'sha384',
  secp521r1: 'sha512',
}

/** The algorithms that a key can sign with, the usual one first; none for keys that are not supported. */
export function algorithmsFor({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject) {
  const of = (scheme: string) =>
    SIGNING_ALGORITHMS.filter((name) => name.startsWith(`${scheme}-sha`))
  if (asymmetricKeyType === 'rsa-pss') return of('rsa-pss')
  if (asymmetricKeyType === 'rsa') return [...of('rsa'), ...of('rsa-pss')]
  if (asymmetricKeyType !== 'ec') return []
  // A digest as strong as the curve.
  const usual = `ecdsa-${EC_DIGESTS[asymmetricKeyDetails?.namedCurve ?? ''] ?? 'sha256'}`
  return [...of('ecdsa')].sort((a, b) => Number(b === usual) - Number(a === usual))
}

/**
 * The algorithm with which a key signs here unless something else is agreed: RSA PKCS#1 with SHA-256, ECDSA with a
 * digest as strong as the curve.
 * @param publicKeyInfo DER of SubjectPublicKeyInfo
 * @throws Error for a kind of key that is not supported
 */
export function usualAlgorithm(publicKeyInfo: Buffer): SigningAlgorithm {
  const kind = kindOfKey(publicKeyInfo)
  const known = USUAL.get(kind)
  if (known !== undefined) return known
  const key = createPublicKey({ key: publicKeyInfo, format: 'der', type: 'spki' })
  const usual = usualAlgorithmOf(key)
  if (USUAL.size < 16) USUAL.set(kind, usual)
  return usual
}

/** By the kind of key: an RSA key of 4096 bits takes 0.1 ms to be read, ten times in each signature. */
const USUAL = new Map<string, SigningAlgorithm>()

/** The AlgorithmIdentifier of a SubjectPublicKeyInfo (RFC 5280, 4.1.2.7), which is all that decides. */
const kindOfKey = (info: Buffer): string => readBer(info).at(0).raw.toString('hex')

/** The same of a key at hand, public or private. */
export function usualAlgorithmOf(key: KeyObject): SigningAlgorithm {
  const [usual] = algorithmsFor(key)
  if (usual === undefined) throw new Error(`${key.asymmetricKeyType} keys are not supported`)
  return signingAlgorithm(usual)
}

/** DER of an ECDSA signature in which r and s are concatenated, as tokens give it. */
export function derOfEcdsa(plain: Uint8Array): Buffer {
  const half = plain.length / 2
  return der.sequence(der.integer(plain.subarray(0, half)), der.integer(plain.subarray(half)))
}

/** Whether a value is the signature of the data with a key, by exactly this algorithm. */
export function isSignatureBy(
  { scheme, digest }: SigningAlgorithm,
  data: Uint8Array,
  key: KeyObject,
  signature: Uint8Array,
): boolean {
  const algorithm: SignatureAlgorithm = {
    scheme,
    digest: { name: digest, weak: false },
    ...(scheme === 'rsa-pss' && { saltLength: DIGEST_BYTES[digest] }),
  }
  return signatureHolds(algorithm, data, key, signature)
}
