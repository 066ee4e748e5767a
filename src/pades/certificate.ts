/** The X.509 data that the service needs, with the exact bytes of each part. */
import { createHash, type KeyObject, X509Certificate } from 'node:crypto'
import { Cache } from '../kernel/cache.ts'
import { type Element, EncodingError, readBer } from './ber.ts'
import { OID } from './oids.ts'

/** One extension. */
interface Extension {
  critical: boolean
  /** The DER inside the OCTET STRING. */
  value: Buffer
}

/** A parsed certificate. Parsing implies no trust. */
export interface Certificate {
  der: Buffer
  /** Serial number as unsigned lower-case hexadecimal. */
  serialHex: string
  /** DER of the issuer's and the subject's name. */
  issuer: Buffer
  subject: Buffer
  /** The most specific part of the subject: common name, else organisation, else the whole name. */
  name: string
  notBeforeMs: number
  notAfterMs: number
  /** DER of SubjectPublicKeyInfo. */
  publicKeyInfo: Buffer
  publicKey: KeyObject
  extensions: ReadonlyMap<string, Extension>
  /** SHA-256 of the certificate in lower-case hexadecimal. */
  fingerprint: string
  /** Verifies that `issuer` signed this one; names and keys only, no dates. */
  isSignedBy(issuer: Certificate): boolean
}

const sha256Hex = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

function extensionsOf(tbs: Element): Map<string, Extension> {
  const extensions = new Map<string, Extension>()
  const holder = tbs.find(0xa3)
  for (const extension of holder?.at(0).children ?? []) {
    const value = extension.children.at(-1)
    if (value === undefined) throw new EncodingError('an extension is empty')
    const critical = extension.children.length === 3 && extension.at(1).content[0] !== 0
    extensions.set(extension.at(0).oid, { critical, value: value.octets })
  }
  return extensions
}

/** Text of one attribute of a distinguished name; undefined when there is none. */
export function nameAttribute(name: Buffer, type: string): string | undefined {
  for (const set of readBer(name).children) {
    for (const pair of set.children) {
      if (pair.at(0).oid !== type) continue
      const { tag, content } = pair.at(1)
      if (tag !== 0x1e) return content.toString('utf8')
      return Buffer.from(content.subarray(0, content.length & ~1))
        .swap16()
        .toString('utf16le')
    }
  }
  return undefined
}

const textIn = ({ tag, content }: Element): string => {
  const text =
    tag === 0x1e
      ? Buffer.from(content.subarray(0, content.length & ~1))
          .swap16()
          .toString('utf16le')
      : content.toString('utf8')
  return text.trim().replace(/\s+/g, ' ').toLowerCase()
}

/**
 * The parts of a name from the top, normalised so that equivalent names are equal (RFC 5280, 7.1).
 * @throws EncodingError
 */
export const canonicalName = (name: Buffer): string[] =>
  readBer(name).children.map(({ children }) =>
    children
      .map((pair) => `${pair.at(0).oid}=${textIn(pair.at(1))}`)
      .sort()
      .join('+'),
  )

/** Whether two names are equivalent, whatever their string types. @throws EncodingError */
export const sameName = (one: Buffer, other: Buffer): boolean =>
  one.equals(other) || JSON.stringify(canonicalName(one)) === JSON.stringify(canonicalName(other))

/**
 * Cache size; a signed file contains the certificates of its issuers in every signature, every time-stamp and the
 * store.
 */
const KNOWN_MAX = 300
const known = new Cache<Certificate>(KNOWN_MAX)

/** Reads one certificate; the same bytes give the same object, which must not be modified. @throws EncodingError */
export function parseCertificate(given: Uint8Array): Certificate {
  // A copy: a slice would keep the whole file in memory.
  const bytes = Buffer.from(given)
  return known.of(bytes.toString('latin1'), () => read(bytes))
}

function read(given: Buffer): Certificate {
  const root = readBer(given)
  const der = root.raw
  const tbs = root.at(0)
  const offset = tbs.at(0).tag === 0xa0 ? 1 : 0
  const part = (index: number): Element => tbs.at(offset + index)
  const validity = part(3)
  const subject = part(4).raw
  const { x509, publicKey } = openX509(der)
  const verdicts = new Map<string, boolean>()
  const isVerified = (issuer: Certificate): boolean => {
    const found = verdicts.get(issuer.fingerprint) ?? verified(x509, issuer.publicKey)
    verdicts.set(issuer.fingerprint, found)
    return found
  }
  return {
    der,
    serialHex: part(0).integerHex,
    issuer: part(2).raw,
    subject,
    name:
      nameAttribute(subject, OID.commonName) ??
      nameAttribute(subject, OID.organization) ??
      x509.subject.replaceAll('\n', ', '),
    notBeforeMs: validity.at(0).time,
    notAfterMs: validity.at(1).time,
    publicKeyInfo: part(5).raw,
    publicKey,
    extensions: extensionsOf(tbs),
    fingerprint: sha256Hex(der),
    isSignedBy: (issuer) => part(2).raw.equals(issuer.subject) && isVerified(issuer),
  }
}

/** The key is only parsed by the getter: a well-formed certificate may contain an invalid key. */
function openX509(der: Buffer): { x509: X509Certificate; publicKey: KeyObject } {
  try {
    const x509 = new X509Certificate(der)
    return { x509, publicKey: x509.publicKey }
  } catch (error) {
    throw new EncodingError('a certificate cannot be read', { cause: error })
  }
}

function verified(x509: X509Certificate, key: KeyObject): boolean {
  try {
    return x509.verify(key)
  } catch {
    return false // not the type of key that signed
  }
}

/** Whether a certificate is its own issuer. */
export const isSelfSigned = (certificate: Certificate): boolean =>
  certificate.isSignedBy(certificate)

const WEAK_SIGNATURES = new Set([
  '1.2.840.113549.1.1.2', // md2WithRSAEncryption
  '1.2.840.113549.1.1.4', // md5WithRSAEncryption
  '1.2.840.113549.1.1.5', // sha1WithRSAEncryption
  '1.2.840.10040.4.3', // dsa-with-sha1
  '1.2.840.10045.4.1', // ecdsa-with-SHA1
])
const RSA_BITS_MIN = 2_048
const EC_BITS_MIN = 224

/** Whether the issuer's signature on a certificate uses MD5, SHA-1 or older. */
export const isWeaklySigned = ({ der }: Certificate): boolean =>
  WEAK_SIGNATURES.has(readBer(der).at(1).at(0).oid)

/** Whether the key is shorter than what is safe today. */
export function hasWeakKey({ publicKey }: Certificate): boolean {
  const { asymmetricKeyType, asymmetricKeyDetails } = publicKey
  const bits = asymmetricKeyDetails?.modulusLength
  if (asymmetricKeyType === 'ec')
    return Number(/\d{3}/.exec(asymmetricKeyDetails?.namedCurve ?? '')?.[0] ?? 256) < EC_BITS_MIN
  return bits !== undefined && bits < RSA_BITS_MIN
}

/** Whether keyUsage allows a use, by its bit (RFC 5280, 4.2.1.3); without the extension, all are allowed. */
export function hasUsage({ extensions }: Certificate, ...bits: readonly number[]): boolean {
  const usage = extensions.get(OID.keyUsage)
  if (usage === undefined) return true
  const mask = readBer(usage.value).bits
  return bits.some((bit) => (((mask[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1)
}

/** Extended key usages; empty without the extension. */
export function extendedUsages({ extensions }: Certificate): string[] {
  const usage = extensions.get(OID.extendedKeyUsage)
  return usage === undefined ? [] : readBer(usage.value).children.map(({ oid }) => oid)
}

/** E-mail address of the subject (RFC 5280, 4.2.1.6), if there is one. */
export function emailOf({ extensions, subject }: Certificate): string | undefined {
  const names = extensions.get(OID.subjectAltName)
  const rfc822 = names === undefined ? undefined : readBer(names.value).find(0x81)
  return rfc822?.content.toString('latin1') ?? nameAttribute(subject, OID.emailAddress)
}

/** DER certificates as PEM text. */
export const toPem = (label: string, der: Uint8Array): string =>
  `-----BEGIN ${label}-----\n${Buffer.from(der)
    .toString('base64')
    .replace(/(.{64})(?=.)/g, '$1\n')}\n-----END ${label}-----\n`
