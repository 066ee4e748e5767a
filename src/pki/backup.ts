/**
 * Keys of the authority as PKCS#12 files (RFC 7292), for backups and for moving them. node-forge derives keys and
 * encrypts; it reads neither keys nor certificates on a curve, so that the DER around them is our own.
 */
import { createHmac, randomBytes } from 'node:crypto'
import forge from 'node-forge'
import { FatalError } from '../kernel/invariant.ts'
import * as der from '../pades/der.ts'
import { OID } from '../pades/oids.ts'
import type { AuthorityKey } from './issuance.ts'

const ITERATIONS = 600_000
const SALT_BYTES = 16
/** Bytes of SHA-256. */
const DIGEST = 32
/** Purpose of a derived key (RFC 7292, B.3). */
const FOR_MAC = 3
const BAGS = '1.2.840.113549.1.12.10.1'
const PKCS9 = '1.2.840.113549.1.9'

const bmp = (text: string): Buffer => Buffer.from(text, 'utf16le').swap16()
const content = (bytes: Buffer): Buffer =>
  der.sequence(der.oid(OID.data), der.explicit(0, der.octetString(bytes)))
const attribute = (type: string, value: Buffer): Buffer =>
  der.sequence(der.oid(`${PKCS9}.${type}`), der.setOf(value))
const bag = (type: number, value: Buffer, ...attributes: Buffer[]): Buffer => {
  const beside = attributes.length === 0 ? [] : [der.setOf(...attributes)]
  return der.sequence(der.oid(`${BAGS}.${type}`), der.explicit(0, value), ...beside)
}

const binary = (bytes: Uint8Array): forge.util.ByteStringBuffer =>
  forge.util.createBuffer(Buffer.from(bytes).toString('binary'))

/** EncryptedPrivateKeyInfo (RFC 5958): AES-256-CBC by PBKDF2 with HMAC-SHA256, whatever the kind of key. */
function shrouded(pkcs8: Buffer, password: string): Buffer {
  const info = forge.asn1.fromDer(binary(pkcs8))
  const options = {
    algorithm: 'aes256',
    count: ITERATIONS,
    saltSize: SALT_BYTES,
    prfAlgorithm: 'sha256',
  } as const
  // It takes bytes: OpenSSL derives this key from UTF-8.
  const encrypted = forge.pki.encryptPrivateKeyInfo(info, forge.util.encodeUtf8(password), options)
  return Buffer.from(forge.asn1.toDer(encrypted).getBytes(), 'binary')
}

/** Derives the key of the MAC (RFC 7292, B.2). */
const macKey = (password: string, salt: Buffer): Buffer => {
  const digest = forge.md.sha256.create()
  const key = forge.pkcs12.generateKey(password, binary(salt), FOR_MAC, ITERATIONS, DIGEST, digest)
  return Buffer.from(key.getBytes(), 'binary')
}

/**
 * A key with its certificate and chain, encrypted with AES-256 under a password.
 * @throws FatalError for a key that is in a token and cannot leave it
 */
export function toPkcs12(key: AuthorityKey, password: string): Buffer {
  const { label, certificate, chain } = key.facts
  const pkcs8 = key.export()
  if (pkcs8 === undefined)
    throw new FatalError(`${label} is in a PKCS#11 token, which has its own backups`)
  const pair = attribute('21', der.octetString(Buffer.from(certificate.fingerprint, 'hex')))
  const name = attribute('20', der.element(0x1e, bmp(label)))
  const certificates = [certificate, ...chain].map((each, index) => {
    const value = der.explicit(0, der.octetString(each.der))
    const attributes = index === 0 ? [name, pair] : []
    return bag(3, der.sequence(der.oid(`${PKCS9}.22.1`), value), ...attributes)
  })
  const keys = bag(2, shrouded(pkcs8, password), name, pair)
  const safe = der.sequence(content(der.sequence(...certificates)), content(der.sequence(keys)))
  const salt = randomBytes(SALT_BYTES)
  const mac = createHmac('sha256', macKey(password, salt)).update(safe).digest()
  const digest = der.sequence(der.algorithm(OID.sha256), der.octetString(mac))
  const proof = der.sequence(digest, der.octetString(salt), der.integer(ITERATIONS))
  return der.sequence(der.integer(3), content(safe), proof)
}
