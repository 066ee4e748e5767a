/** Certificates and signatures of any algorithm, written by hand: what strangers' tools make, and what nobody should. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { type Certificate, parseCertificate } from '../../src/pades/certificate.ts'
import * as der from '../../src/pades/der.ts'
import { OID } from '../../src/pades/oids.ts'

/** A key with the certificate of its owner. */
export interface Owner {
  certificate: Certificate
  key: KeyObject
}

/** How something is signed. */
export interface Scheme {
  /** AlgorithmIdentifier. */
  algorithm: Buffer
  sign(data: Buffer, key: KeyObject): Buffer
}

const plain = (oid: string): Buffer => der.sequence(der.oid(oid))
export const RSA_SHA256: Scheme = {
  algorithm: der.algorithm(OID.sha256WithRsa),
  sign: (data, key) => sign('sha256', data, key),
}
export const EC_SHA256: Scheme = {
  algorithm: plain(OID.ecdsaWithSha256),
  sign: (data, key) => sign('sha256', data, key),
}

const name = (text: string): Buffer =>
  der.sequence(der.element(0x31, der.sequence(der.oid(OID.commonName), der.utf8(text))))

/** An extension. */
export const extension = (oid: string, value: Buffer, critical = false): Buffer =>
  der.sequence(der.oid(oid), ...(critical ? [der.boolean(true)] : []), der.octetString(value))

export const asAuthority = extension(OID.basicConstraints, der.sequence(der.boolean(true)), true)
export const usages = (...oids: string[]): Buffer =>
  extension(OID.extendedKeyUsage, der.sequence(...oids.map(der.oid)))

const DAY = 86_400_000
let serials = 100

/** A certificate by an issuer, or by itself. */
export function ownerOf(
  subject: string,
  { publicKey, privateKey }: { publicKey: KeyObject; privateKey: KeyObject },
  more: { issuer?: Owner; scheme?: Scheme; extensions?: Buffer[]; subjectName?: Buffer } = {},
): Owner {
  const { issuer, scheme = EC_SHA256, extensions = [], subjectName = name(subject) } = more
  const now = Date.now()
  serials += 1
  const body = der.sequence(
    der.explicit(0, der.integer(2)),
    der.integer(serials),
    scheme.algorithm,
    issuer?.certificate.subject ?? subjectName,
    der.sequence(der.time(now - DAY), der.time(now + DAY)),
    subjectName,
    publicKey.export({ type: 'spki', format: 'der' }),
    ...(extensions.length > 0 ? [der.explicit(3, der.sequence(...extensions))] : []),
  )
  const signature = scheme.sign(body, issuer?.key ?? privateKey)
  const certificate = der.sequence(body, scheme.algorithm, der.bitString(signature))
  return { certificate: parseCertificate(certificate), key: privateKey }
}

/** An owner of a P-256 key. */
export const ecOwner = (subject: string, more: Parameters<typeof ownerOf>[2] = {}): Owner =>
  ownerOf(subject, generateKeyPairSync('ec', { namedCurve: 'P-256' }), more)

/** A detached SignedData over some bytes. */
export function signedBytes(
  data: Buffer,
  { certificate, key }: Owner,
  by: { scheme: Scheme; digestOid?: string; digest?: string; attributes?: 'none' | 'no-digest' },
): Buffer {
  const { scheme, digestOid = OID.sha256, digest = 'sha256', attributes } = by
  const options = digest === 'shake256' ? { outputLength: 64 } : {}
  const hash = createHash(digest, options).update(data).digest()
  const one = (type: string, value: Buffer): Buffer => der.sequence(der.oid(type), der.setOf(value))
  const signed = der.setOf(
    one(OID.contentType, der.oid(OID.data)),
    ...(attributes === 'no-digest' ? [] : [one(OID.messageDigest, der.octetString(hash))]),
  )
  const isBare = attributes === 'none'
  const info = der.sequence(
    der.integer(1),
    der.sequence(
      certificate.issuer,
      der.integer(Buffer.from(certificate.serialHex.padStart(4, '0'), 'hex')),
    ),
    plain(digestOid),
    ...(isBare ? [] : [der.retagged(0xa0, signed)]),
    scheme.algorithm,
    der.octetString(scheme.sign(isBare ? data : signed, key)),
  )
  const body = der.sequence(
    der.integer(1),
    der.setOf(plain(digestOid)),
    der.sequence(der.oid(OID.data)),
    der.explicit(0, certificate.der),
    der.setOf(info),
  )
  return der.sequence(der.oid(OID.signedData), der.explicit(0, body))
}
