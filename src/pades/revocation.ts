/** Revocation lists (RFC 5280, 5) and OCSP responses (RFC 6960), read from the file itself. */
import { createHash } from 'node:crypto'
import { signatureAlgorithmOf, signatureHolds } from './algorithms.ts'
import { type Element, EncodingError, readBer } from './ber.ts'
import { type Certificate, extendedUsages, parseCertificate } from './certificate.ts'
import { OID } from './oids.ts'

/** The revocation status of one certificate; `revokedMs` is absent when it is good. */
interface RevocationFact {
  revokedMs?: number
}

/** A signed statement about certificates of one issuer. */
export interface RevocationStatement {
  thisUpdateMs: number
  /** When the next one is due; absent if never. */
  nextUpdateMs?: number
  /** Status of a certificate; undefined when it is not covered or the signature is invalid. */
  about(certificate: Certificate, issuer: Certificate): RevocationFact | undefined
}

/** OCSP names issuers by hash; SHA-1 is universal there, and nothing is signed with it. */
const NAMING: Readonly<Record<string, string>> = {
  [OID.sha1]: 'sha1',
  [OID.sha256]: 'sha256',
  [OID.sha384]: 'sha384',
  [OID.sha512]: 'sha512',
}
/** A list with this extension contains only what is new since another list. */
const DELTA = '2.5.29.27'
const GOOD = 0x80
const REVOKED = 0xa1

const isTime = ({ tag }: Element): boolean => tag === 0x17 || tag === 0x18

function holds(body: Element, algorithm: Element, signature: Buffer, by: Certificate): boolean {
  const named = signatureAlgorithmOf(algorithm)
  // A list or response that could be forged today proves nothing.
  if (named === undefined || named.digest?.weak) return false
  return signatureHolds(named, body.raw, by.publicKey, signature)
}

const hasDelta = (extensions: Element | undefined): boolean =>
  extensions?.at(0).children.some((each) => each.at(0).oid === DELTA) ?? false

/** Caches the check of each issuer's key: a list is consulted for many certificates. */
function remembering(check: (by: Certificate) => boolean): (by: Certificate) => boolean {
  const known = new Map<string, boolean>()
  return (by) => {
    const verdict = known.get(by.fingerprint) ?? check(by)
    known.set(by.fingerprint, verdict)
    return verdict
  }
}

/** Reads a CertificateList. @throws EncodingError */
export function parseList(der: Uint8Array): RevocationStatement {
  const root = readBer(der)
  const body = root.at(0)
  const start = body.at(0).tag === 0x02 ? 1 : 0
  const rest = body.children.slice(start + 2)
  const times = rest.filter(isTime)
  const entries = rest.find(({ tag }) => tag === 0x30)?.children ?? []
  const issuerName = body.at(start + 1).raw
  const revoked = new Map(entries.map((entry) => [entry.at(0).integerHex, entry.at(1).time]))
  const isDelta = hasDelta(rest.find(({ tag }) => tag === 0xa0))
  const isSignedBy = remembering((by) => holds(body, root.at(1), root.at(2).bits, by))
  const nextUpdateMs = times[1]?.time
  return {
    thisUpdateMs: times[0]?.time ?? 0,
    ...(nextUpdateMs !== undefined && { nextUpdateMs }),
    about(certificate, issuer) {
      if (isDelta || !issuerName.equals(issuer.subject) || !isSignedBy(issuer)) return undefined
      const revokedMs = revoked.get(certificate.serialHex)
      return revokedMs === undefined ? {} : { revokedMs }
    },
  }
}

const keyBits = (certificate: Certificate): Buffer => readBer(certificate.publicKeyInfo).at(1).bits

function namesCertificate(id: Element, certificate: Certificate, issuer: Certificate): boolean {
  const naming = NAMING[id.at(0).at(0).oid]
  if (naming === undefined || id.at(3).integerHex !== certificate.serialHex) return false
  const hashed = (bytes: Buffer): Buffer => createHash(naming).update(bytes).digest()
  return (
    id.at(1).octets.equals(hashed(issuer.subject)) &&
    id.at(2).octets.equals(hashed(keyBits(issuer)))
  )
}

/** Whether a responder may respond for an issuer, and could at that time (RFC 6960, 4.2.2.2). */
const answersFor = (responder: Certificate, issuer: Certificate, atMs: number): boolean =>
  extendedUsages(responder).includes(OID.ocspSigning) &&
  responder.notBeforeMs <= atMs &&
  atMs <= responder.notAfterMs &&
  responder.isSignedBy(issuer)

/** Reads an OCSPResponse with one or more responses. @throws EncodingError */
export function parseOcsp(der: Uint8Array): RevocationStatement[] {
  const wrapped = readBer(der).at(1).at(0)
  if (wrapped.at(0).oid !== OID.ocspBasic) throw new EncodingError('an unknown kind of response')
  const basic = readBer(wrapped.at(1).octets)
  const data = basic.at(0)
  const responders = (basic.find(0xa0)?.at(0).children ?? []).map(({ raw }) =>
    parseCertificate(raw),
  )
  const answers = data.children.find(({ tag }) => tag === 0x30)?.children ?? []
  const producedMs = data.children.find(({ tag }) => tag === 0x18)?.time ?? 0
  const isSignedFor = remembering((issuer) =>
    [issuer, ...responders.filter((each) => answersFor(each, issuer, producedMs))].some((by) =>
      holds(data, basic.at(1), basic.at(2).bits, by),
    ),
  )
  return answers.map((answer): RevocationStatement => {
    const status = answer.at(1)
    const nextUpdateMs = answer.children
      .slice(3)
      .find(({ tag }) => tag === 0xa0)
      ?.at(0).time
    return {
      thisUpdateMs: answer.at(2).time,
      ...(nextUpdateMs !== undefined && { nextUpdateMs }),
      about(certificate, issuer) {
        const speaks = namesCertificate(answer.at(0), certificate, issuer) && isSignedFor(issuer)
        if (!speaks) return undefined
        if (status.tag === REVOKED) return { revokedMs: status.at(0).time }
        return status.tag === GOOD ? {} : undefined
      },
    }
  })
}
