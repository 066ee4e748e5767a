/**
 * The key of an encrypted PDF from its user or owner password (ISO 32000-2, 7.6.4; ISO 32000-1, 7.6.3 for older revisions): RC4
 * and AES-128 by MD5, AES-256 by SHA-2.
 */
import { createCipheriv, createDecipheriv, createHash } from 'node:crypto'
import { PDFArray, PDFBool, PDFDict, PDFName, PDFNumber, type PDFObject } from 'pdf-lib'
import { isText } from './form-fields.ts'
import { EncryptedPdfError } from './stream-data.ts'

type Resolve = (object: PDFObject | undefined) => PDFObject | undefined

/** Padding for a password that is shorter than 32 bytes (7.6.4.3.2). */
const PADDING = Buffer.from(
  '28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a',
  'hex',
)
const PASSWORD_BYTES_MAX = 127

const md5 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash('md5')
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** RC4, which OpenSSL no longer has. */
export function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number): number => state[index & 255] ?? 0
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    const kept = at(i)
    state[i] = at(j)
    state[j] = kept
  }
  const out = Buffer.allocUnsafe(data.length)
  for (let index = 0, i = 0, j = 0; index < data.length; index++) {
    i = (i + 1) & 255
    const kept = at(i)
    j = (j + kept) & 255
    state[i] = at(j)
    state[j] = kept
    out[index] = (data[index] ?? 0) ^ at(at(i) + kept)
  }
  return out
}

const bytesOf = (object: PDFObject | undefined): Buffer | undefined =>
  isText(object) ? Buffer.from(object.asBytes()) : undefined

/** Reads an encryption dictionary. @throws EncryptedPdfError unless it uses the standard security handler */
export function encryptionFacts(trailer: PDFDict, resolve: Resolve) {
  const dict = resolve(trailer.get(PDFName.of('Encrypt')))
  if (!(dict instanceof PDFDict))
    throw new EncryptedPdfError('its encryption dictionary is missing')
  const member = (key: string): PDFObject | undefined => resolve(dict.get(PDFName.of(key)))
  if (member('Filter') !== PDFName.of('Standard'))
    throw new EncryptedPdfError('it is encrypted for certificates or by a program of its own')
  const number = (key: string): number => {
    const value = member(key)
    return value instanceof PDFNumber ? value.asNumber() : 0
  }
  const ids = resolve(trailer.get(PDFName.of('ID')))
  return {
    /** `/V`: 1 to 5. */
    version: number('V'),
    /** `/R`: 2 to 6. */
    revision: number('R'),
    /** `/EncryptMetadata`. */
    withMetadata: member('EncryptMetadata') !== PDFBool.False,
    dict,
    /** First part of the trailer's `/ID`. */
    id: (ids instanceof PDFArray ? bytesOf(resolve(ids.get(0))) : undefined) ?? Buffer.alloc(0),
  }
}

/** What an encryption dictionary specifies, except for its filters. */
export type EncryptionFacts = ReturnType<typeof encryptionFacts>

/** Length of an older key in bytes; some writers state bytes instead of bits, and AES-128 always has 128 bits. */
function olderKeyLength({ version, dict }: EncryptionFacts, resolve: Resolve): number {
  if (version === 4) return 16
  const bits = resolve(dict.get(PDFName.of('Length')))
  const stated = version > 1 && bits instanceof PDFNumber ? bits.asNumber() : 40
  return Math.max(5, Math.min(16, Math.floor(stated <= 32 ? stated : stated / 8)))
}

/** Algorithms 4 and 5: the value of `/U` for a key. */
function olderProof(key: Buffer, { revision, id }: EncryptionFacts): Buffer {
  if (revision === 2) return rc4(key, PADDING)
  let proof = md5(PADDING, id)
  for (let round = 0; round < 20; round++)
    proof = rc4(
      key.map((byte) => byte ^ round),
      proof,
    )
  return proof
}

/** Algorithm 2: RC4 and AES-128. */
function olderKey(facts: EncryptionFacts, resolve: Resolve, password: string): Buffer | undefined {
  const { revision, dict, id, withMetadata } = facts
  const member = (key: string): PDFObject | undefined => resolve(dict.get(PDFName.of(key)))
  const [owner, user, given] = [bytesOf(member('O')), bytesOf(member('U')), member('P')]
  if (owner === undefined || user === undefined || !(given instanceof PDFNumber)) return undefined
  const length = olderKeyLength(facts, resolve)
  const permissions = Buffer.alloc(4)
  permissions.writeInt32LE(given.asNumber() | 0)
  const padded = Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32)
  const marker = Buffer.alloc(revision >= 4 && !withMetadata ? 4 : 0, 0xff)
  const keyBy = (secret: Buffer): Buffer | undefined => {
    let key = md5(secret, owner.subarray(0, 32), permissions, id, marker)
    const rounds = revision >= 3 ? 50 : 0
    for (let round = 0; round < rounds; round++) key = md5(key.subarray(0, length))
    key = key.subarray(0, length)
    const proof = olderProof(key, facts)
    return proof.equals(user.subarray(0, proof.length)) ? key : undefined
  }
  return keyBy(padded) ?? keyBy(userSecret(padded, owner, revision, length))
}

/** Algorithm 7: the user password, padded, as the owner's one decrypts it. */
function userSecret(padded: Buffer, owner: Buffer, revision: number, length: number): Buffer {
  let key = md5(padded)
  for (let round = 0; revision >= 3 && round < 50; round++) key = md5(key)
  let secret = owner.subarray(0, 32)
  for (let round = revision >= 3 ? 19 : 0; round >= 0; round--)
    secret = rc4(
      key.subarray(0, length).map((byte) => byte ^ round),
      secret,
    )
  return secret
}

const sha = (bits: number, data: Uint8Array): Buffer =>
  createHash(`sha${bits}`).update(data).digest()

/**
 * Algorithm 2.B: the hash of revision 6; revision 5 stops at SHA-256.
 * @param user `/U` for an owner password, else empty
 */
function hardened(password: Buffer, salt: Buffer, revision: number, user: Buffer): Buffer {
  let key = sha(256, Buffer.concat([password, salt, user]))
  if (revision === 5) return key
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const block = Buffer.concat([password, key, user])
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32))
    cipher.setAutoPadding(false)
    const mixed = cipher.update(Buffer.concat(Array<Buffer>(64).fill(block)))
    const sum = mixed.subarray(0, 16).reduce((total, byte) => total + byte, 0)
    key = sha([256, 384, 512][sum % 3] ?? 256, mixed)
    last = mixed.at(-1) ?? 0
  }
  return key.subarray(0, 32)
}

/** Algorithm 2.A: AES-256. */
function newerKey({ dict, revision }: EncryptionFacts, resolve: Resolve, password: string) {
  const member = (key: string): Buffer =>
    bytesOf(resolve(dict.get(PDFName.of(key)))) ?? Buffer.alloc(0)
  const secret = Buffer.from(password.normalize('NFKC')).subarray(0, PASSWORD_BYTES_MAX)
  const keyBy = (proven: Buffer, wrapped: Buffer, user: Buffer): Buffer | undefined => {
    if (proven.length < 48 || wrapped.length < 32) return undefined
    const proof = hardened(secret, proven.subarray(32, 40), revision, user)
    if (!proof.equals(proven.subarray(0, 32))) return undefined
    const key = hardened(secret, proven.subarray(40, 48), revision, user)
    const cipher = createDecipheriv('aes-256-cbc', key, Buffer.alloc(16))
    cipher.setAutoPadding(false)
    return cipher.update(wrapped.subarray(0, 32))
  }
  const user = member('U')
  return (
    keyBy(user, member('UE'), Buffer.alloc(0)) ??
    keyBy(member('O'), member('OE'), user.subarray(0, 48))
  )
}

/**
 * Returns the key of the file.
 * @returns undefined when it opens with another password, whether the user's or the owner's
 * @throws EncryptedPdfError for a revision that the standard does not define
 */
export function fileKey(facts: EncryptionFacts, resolve: Resolve, password: string) {
  if (facts.revision >= 2 && facts.revision <= 4) return olderKey(facts, resolve, password)
  if (facts.revision === 5 || facts.revision === 6) return newerKey(facts, resolve, password)
  throw new EncryptedPdfError('its encryption is of an unknown revision')
}
