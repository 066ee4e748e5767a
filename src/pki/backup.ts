/**
 * Keys of the authority as PKCS#12 files (RFC 7292), for backups and for moving them. Own DER, since node-forge, which
 * wrote them before, reads neither keys nor certificates on a curve.
 */
import { createCipheriv, createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { FatalError } from '../kernel/invariant.ts'
import * as der from '../pades/der.ts'
import { OID } from '../pades/oids.ts'
import type { AuthorityKey } from './issuance.ts'

const ITERATIONS = 600_000
const SALT_BYTES = 16
/** Input block and digest of SHA-256, in bytes. */
const BLOCK = 64
const DIGEST = 32
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

/** EncryptedPrivateKeyInfo by PBES2 (RFC 8018, 6.2): PBKDF2 with HMAC-SHA256, AES-256-CBC. */
function shrouded(pkcs8: Buffer, password: string): Buffer {
  const [salt, iv] = [randomBytes(SALT_BYTES), randomBytes(16)]
  const cipher = createCipheriv(
    'aes-256-cbc',
    pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256'),
    iv,
  )
  const encrypted = Buffer.concat([cipher.update(pkcs8), cipher.final()])
  const prf = der.algorithm('1.2.840.113549.2.9')
  const derived = der.sequence(der.octetString(salt), der.integer(ITERATIONS), prf)
  const scheme = der.sequence(
    der.sequence(der.oid('1.2.840.113549.1.5.12'), derived),
    der.sequence(der.oid('2.16.840.1.101.3.4.1.42'), der.octetString(iv)),
  )
  const algorithm = der.sequence(der.oid('1.2.840.113549.1.5.13'), scheme)
  return der.sequence(algorithm, der.octetString(encrypted))
}

/** Repeats bytes to a whole number of blocks. */
const filled = (bytes: Buffer): Buffer =>
  Buffer.alloc(Math.ceil(bytes.length / BLOCK) * BLOCK, bytes)

/** Derives the key of the MAC (RFC 7292, B.2, with ID 3): one digest is as long as the key. */
function macKey(password: string, salt: Buffer): Buffer {
  const ends = Buffer.concat([bmp(password), Buffer.alloc(2)])
  let key = Buffer.concat([Buffer.alloc(BLOCK, 3), filled(salt), filled(ends)])
  for (let turn = 0; turn < ITERATIONS; turn += 1) key = createHash('sha256').update(key).digest()
  return key.subarray(0, DIGEST)
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
