/** Reads OCSP requests and writes responses (RFC 6960, RFC 9654); does not use the database. */
import { createHash } from 'node:crypto'
import { type Element, EncodingError, readBer } from '../pades/ber.ts'
import * as der from '../pades/der.ts'
import { OID } from '../pades/oids.ts'
import type { Signer } from '../pades/ports.ts'
import { extension, keyIdentifier, signedShape } from './tbs-certificate.ts'

/** A client's request. */
export type OcspRequest = ReturnType<typeof readOcspRequest>

/** Error responses, by their number (RFC 6960, 4.2.1). */
const OCSP_ERRORS = {
  malformedRequest: 1,
  internalError: 2,
  tryLater: 3,
  unauthorized: 6,
} as const

/** Status of one certificate. */
type OcspStatus =
  | { status: 'good' }
  | { status: 'revoked'; atMs: number; reason: number }
  | { status: 'unknown' }

/** One certificate's part of a response. */
export type SingleAnswer = OcspStatus & { id: CertId }

/** Digests with which clients identify issuers; SHA-1 is the usual one, and it protects nothing there. */
const DIGESTS: Readonly<Record<string, string>> = {
  [OID.sha1]: 'sha1',
  [OID.sha256]: 'sha256',
  [OID.sha384]: 'sha384',
  [OID.sha512]: 'sha512',
}
const NONCE = '1.3.6.1.5.5.7.48.1.2'
const ARCHIVE_CUTOFF = '1.3.6.1.5.5.7.48.1.6'
/** RFC 9654, 2.1. */
const NONCE_BYTES_MAX = 128
const IDS_MAX = 16

/** The certificate in question (RFC 6960, 4.1.1). */
function certId(element: Element) {
  const serial = element.at(3)
  if (serial.tag !== der.TAG.integer || element.children.length !== 4)
    throw new EncodingError('a CertID is malformed')
  return {
    /** As received: a response repeats it byte for byte. */
    raw: element.raw,
    /** Name of the digest that identifies the issuer; undefined if it is not supported. */
    digest: DIGESTS[element.at(0).at(0).oid],
    nameHash: element.at(1).octets,
    keyHash: element.at(2).octets,
    serialHex: serial.integerHex,
  }
}

/** See {@link certId}. */
export type CertId = ReturnType<typeof certId>

function nonceIn(extensions: readonly Element[]): Buffer | undefined {
  let nonce: Buffer | undefined
  for (const extension of extensions) {
    const value = extension.children.at(-1)
    const isCritical = extension.children.length === 3 && extension.at(1).content[0] !== 0
    if (extension.at(0).oid === NONCE && value !== undefined) nonce = value.octets
    else if (isCritical) throw new EncodingError('a critical extension is not known')
  }
  if (nonce === undefined) return undefined
  // An OCTET STRING inside the extension's own; older clients omit the inner one.
  const inner = nonce[0] === der.TAG.octetString && nonce[1] === nonce.length - 2
  const length = inner ? nonce.length - 2 : nonce.length
  if (length < 1 || length > NONCE_BYTES_MAX)
    throw new EncodingError(`a nonce has 1 to ${NONCE_BYTES_MAX} bytes`)
  return nonce
}

/** Reads an OCSPRequest; a signature on it is ignored. @throws EncodingError */
export function readOcspRequest(bytes: Uint8Array) {
  const root = readBer(bytes)
  if (root.raw.length !== bytes.length) throw new EncodingError('something follows the request')
  const body = root.at(0)
  const version = body.find(0xa0)?.at(0).integerHex ?? '0'
  if (version !== '0') throw new EncodingError('the version of the request is not 1')
  const list = body.find(der.TAG.sequence)
  const ids = (list?.children ?? []).map((request) => certId(request.at(0)))
  if (ids.length === 0 || ids.length > IDS_MAX)
    throw new EncodingError(`a request names 1 to ${IDS_MAX} certificates`)
  /** Extension value, as received. */
  const nonce = nonceIn(body.find(0xa2)?.at(0).children ?? [])
  return { ids, ...(nonce !== undefined && { nonce }) }
}

/** Whether an identifier refers to certificates of this issuer. */
export function namesIssuer(
  { digest, nameHash, keyHash }: CertId,
  issuer: { subject: Buffer; publicKeyInfo: Buffer },
): boolean {
  if (digest === undefined) return false
  const hashed = (bytes: Buffer): Buffer => createHash(digest).update(bytes).digest()
  const bits = readBer(issuer.publicKeyInfo).at(1).bits
  return nameHash.equals(hashed(issuer.subject)) && keyHash.equals(hashed(bits))
}

/** The contents of a response besides the status of the certificates. */
export interface AnswerFacts {
  answers: readonly SingleAnswer[]
  thisUpdateMs: number
  nextUpdateMs: number
  /** Revocations are retained from this time on, even for expired certificates (RFC 6960, 4.4.4). */
  archiveCutoffMs: number
  nonce?: Buffer
}

function certStatus(answer: OcspStatus): Buffer {
  if (answer.status === 'good') return der.implicit(0, Buffer.alloc(0))
  if (answer.status === 'unknown') return der.implicit(2, Buffer.alloc(0))
  const { atMs, reason } = answer
  const why = reason === 0 ? [] : [der.explicit(0, der.enumerated(reason))]
  return der.explicit(1, der.generalizedTime(atMs), ...why)
}

/** Creates and signs a response; it includes the responder's certificate unless that is the issuer's own. */
export async function makeOcspResponse(
  { certificate, sign }: Signer,
  delegated: boolean,
  facts: AnswerFacts,
): Promise<Buffer> {
  const cutoff = extension(ARCHIVE_CUTOFF, false, der.generalizedTime(facts.archiveCutoffMs))
  const singles = facts.answers.map((answer) =>
    der.sequence(
      answer.id.raw,
      certStatus(answer),
      der.generalizedTime(facts.thisUpdateMs),
      der.explicit(0, der.generalizedTime(facts.nextUpdateMs)),
      der.explicit(1, der.sequence(cutoff)),
    ),
  )
  const body = der.sequence(
    der.explicit(2, der.octetString(keyIdentifier(certificate.publicKeyInfo))),
    der.generalizedTime(facts.thisUpdateMs),
    der.sequence(...singles),
    ...(facts.nonce === undefined
      ? []
      : [der.explicit(1, der.sequence(extension(NONCE, false, facts.nonce)))]),
  )
  const signed = readBer(signedShape(body, certificate.publicKeyInfo, await sign(body)))
  const certificates = delegated ? [der.explicit(0, der.sequence(certificate.der))] : []
  const basic = der.sequence(...signed.children.map(({ raw }) => raw), ...certificates)
  const wrapped = der.sequence(der.oid(OID.ocspBasic), der.octetString(basic))
  return der.sequence(der.enumerated(0), der.explicit(0, wrapped))
}

/** An error response. */
export const ocspError = (error: keyof typeof OCSP_ERRORS): Buffer =>
  der.sequence(der.enumerated(OCSP_ERRORS[error]))

/** An OCSPRequest about a third-party certificate; issuers are identified by SHA-1, which every responder supports. */
export function writeOcspRequest(
  certificate: { serialHex: string },
  issuer: { subject: Buffer; publicKeyInfo: Buffer },
  nonce: Buffer,
): Buffer {
  const hex = certificate.serialHex
  const serial = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  const id = der.sequence(
    der.algorithm(OID.sha1),
    der.octetString(createHash('sha1').update(issuer.subject).digest()),
    der.octetString(keyIdentifier(issuer.publicKeyInfo)),
    der.integer(serial),
  )
  const extensions = der.sequence(extension(NONCE, false, der.octetString(nonce)))
  return der.sequence(der.sequence(der.sequence(der.sequence(id)), der.explicit(2, extensions)))
}
