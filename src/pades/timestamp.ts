/** RFC 3161 time-stamps: reads requests, creates tokens and responses. */
import { digestWith } from './algorithms.ts'
import { readBer } from './ber.ts'
import { signedData } from './cms.ts'
import * as der from './der.ts'
import { DIGESTS, OID } from './oids.ts'
import type { Signer } from './ports.ts'

/** A client's request. */
export interface TimestampRequest {
  /** OID of the digest. */
  digestAlgorithm: string
  digest: Buffer
  /** The MessageImprint element as received: it is echoed byte for byte, like the nonce. */
  imprint: Buffer
  policy?: string
  nonce?: Buffer
  wantsCertificates: boolean
}

/** Why a request is rejected (RFC 3161, 2.4.2); the number is the bit of PKIFailureInfo. */
const REFUSALS = {
  badAlg: 0,
  badRequest: 2,
  badDataFormat: 5,
  timeNotAvailable: 14,
  unacceptedPolicy: 15,
  unacceptedExtension: 16,
} as const

/** A request that gets a rejection. */
export class RefusedRequest extends Error {
  override readonly name = 'RefusedRequest'
  readonly reason: keyof typeof REFUSALS

  constructor(reason: keyof typeof REFUSALS, message: string) {
    super(message)
    this.reason = reason
  }
}

const DIGEST_BYTES = { sha256: 32, sha384: 48, sha512: 64 } as const
const ACCURACY_SECONDS = 1

/** Reads a TimeStampReq. @throws RefusedRequest */
export function readRequest(bytes: Uint8Array): TimestampRequest {
  try {
    return requestFrom(bytes)
  } catch (error) {
    if (error instanceof RefusedRequest) throw error
    throw new RefusedRequest('badDataFormat', 'this is not a TimeStampReq')
  }
}

function requestFrom(bytes: Uint8Array): TimestampRequest {
  const root = readBer(bytes)
  if (root.raw.length !== bytes.length || root.at(0).integerHex !== '1')
    throw new RefusedRequest('badDataFormat', 'this is not a TimeStampReq of version 1')
  const imprint = root.at(1)
  const digestAlgorithm = imprint.at(0).at(0).oid
  const digest = imprint.at(1).octets
  const name = DIGESTS[digestAlgorithm]
  if (name === undefined)
    throw new RefusedRequest('badAlg', 'the digest must be SHA-256, SHA-384 or SHA-512')
  if (digest.length !== DIGEST_BYTES[name])
    throw new RefusedRequest('badDataFormat', 'the digest has the wrong length')
  const rest = root.children.slice(2)
  if (rest.some(({ tag }) => tag === 0xa0))
    throw new RefusedRequest('unacceptedExtension', 'no extension is known')
  const policy = rest.find(({ tag }) => tag === der.TAG.oid)?.oid
  const nonce = rest.find(({ tag }) => tag === der.TAG.integer)?.raw
  return {
    digestAlgorithm,
    digest,
    imprint: imprint.raw,
    ...(policy !== undefined && { policy }),
    ...(nonce !== undefined && { nonce }),
    wantsCertificates: rest.some(({ tag, content }) => tag === der.TAG.boolean && content[0] !== 0),
  }
}

/** A request for a SHA-256 digest made inside this process. */
export function ownRequest(digest: Uint8Array): TimestampRequest {
  const imprint = der.sequence(der.algorithm(OID.sha256), der.octetString(digest))
  return {
    digestAlgorithm: OID.sha256,
    digest: Buffer.from(digest),
    imprint,
    wantsCertificates: true,
  }
}

/** Creates a TimeStampToken (RFC 3161, 2.4.2). @param facts what the authority adds: the serial unique and positive */
export async function makeToken(
  signer: Signer,
  request: TimestampRequest,
  facts: { policy: string; serial: Uint8Array; timeMs: number },
): Promise<Buffer> {
  const info = der.sequence(
    der.integer(1),
    der.oid(facts.policy),
    request.imprint,
    der.integer(facts.serial),
    der.generalizedTime(facts.timeMs),
    der.sequence(der.integer(ACCURACY_SECONDS)),
    ...(request.nonce === undefined ? [] : [request.nonce]),
  )
  return await signedData(signer, {
    digest: digestWith(signer.algorithm?.digest ?? 'sha256', info),
    contentType: OID.tstInfo,
    embedded: info,
    certificates: request.wantsCertificates ? [signer.certificate, ...signer.chain] : [],
  })
}

/** TimeStampResp that grants a token. */
export const granted = (token: Buffer): Buffer => der.sequence(der.sequence(der.integer(0)), token)

/** TimeStampResp that rejects a request. */
export const refused = ({ reason, message }: RefusedRequest): Buffer =>
  der.sequence(
    der.sequence(der.integer(2), der.sequence(der.utf8(message)), der.namedBits(REFUSALS[reason])),
  )

/** A TimeStampReq for a SHA-256 digest, for an external authority. */
export const writeRequest = (digest: Uint8Array, nonce: Uint8Array, policy?: string): Buffer =>
  der.sequence(
    der.integer(1),
    ownRequest(digest).imprint,
    ...(policy === undefined ? [] : [der.oid(policy)]),
    der.integer(nonce),
    der.boolean(true),
  )
