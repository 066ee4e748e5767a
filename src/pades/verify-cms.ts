/** Checks a CMS SignedData (RFC 5652) with one signer: hashes, signature, signing certificate, time-stamp. */
import { constants, createHash, verify as verifyWith } from 'node:crypto'
import { type Element, EncodingFault, readBer } from './ber.ts'
import { type Certificate, extendedUsages, hasWeakKey, parseCertificate } from './certificate.ts'
import { DIGESTS, OID } from './oids.ts'
import { distinct, type Problem, problem } from './problems.ts'

/** A signature that holds cryptographically, or what is wrong with it. */
export interface CheckedCms {
  signer: Certificate | undefined
  certificates: readonly Certificate[]
  problems: Problem[]
  /** Time the signer claims inside the CMS. */
  claimedMs?: number
  hasSigningCertificate: boolean
  timestamp?: CheckedToken
  /** eContent, where there is one. */
  content?: Buffer
  contentType: string
}

/** A time-stamp. */
export interface CheckedToken {
  timeMs: number
  signer: Certificate | undefined
  certificates: readonly Certificate[]
  problems: Problem[]
}

interface SignedDataParts {
  contentType: string
  content: Buffer | undefined
  certificates: Certificate[]
  signerInfo: Element
}

function partsOf(cms: Uint8Array): SignedDataParts {
  const root = readBer(cms)
  if (root.at(0).oid !== OID.signedData) throw new EncodingFault('this is not a SignedData')
  const body = root.at(1).at(0)
  const infos = body.children.at(-1)
  if (infos?.children.length !== 1) throw new EncodingFault('there must be exactly one signer')
  const encapsulated = body.at(2)
  return {
    contentType: encapsulated.at(0).oid,
    content: encapsulated.find(0xa0)?.at(0).octets,
    // Other kinds of certificates (attribute, obsolete) are context-tagged and not looked at.
    certificates: (body.find(0xa0)?.children ?? [])
      .filter(({ tag }) => tag === 0x30)
      .map(({ raw }) => parseCertificate(raw)),
    signerInfo: infos.at(0),
  }
}

function attributesIn(holder: Element | undefined): Map<string, Element> {
  const found = new Map<string, Element>()
  for (const each of holder?.children ?? []) {
    const type = each.at(0).oid
    if (found.has(type) || each.at(1).children.length !== 1)
      throw new EncodingFault('an attribute occurs twice')
    found.set(type, each.at(1).at(0))
  }
  return found
}

/** Fits the signing-certificate attribute (v1 by SHA-1 is not enough today) to a certificate. */
function namesSigner(attribute: Element | undefined, signer: Certificate): boolean {
  const id = attribute?.at(0).at(0)
  if (id === undefined) return false
  const explicitHash = id.at(0).tag === 0x30 ? id.at(0).at(0).oid : OID.sha256
  const digest = DIGESTS[explicitHash]
  const hash = id.at(id.at(0).tag === 0x30 ? 1 : 0).octets
  return digest !== undefined && createHash(digest).update(signer.der).digest().equals(hash)
}

function signatureHolds(
  info: { algorithm: string; digest: string; signature: Buffer },
  data: Buffer,
  signer: Certificate,
): boolean {
  const options =
    info.algorithm === OID.rsaPss
      ? {
          key: signer.publicKey,
          padding: constants.RSA_PKCS1_PSS_PADDING,
          saltLength: constants.RSA_PSS_SALTLEN_AUTO,
        }
      : { key: signer.publicKey }
  try {
    return verifyWith(info.digest, data, options, info.signature)
  } catch {
    return false // a key of another kind than the signature
  }
}

function signerProblems(
  signer: Certificate | undefined,
  info: { algorithm: string; digest: string; signature: Buffer },
  data: Buffer,
  otherCertificate: boolean,
): Problem[] {
  if (signer === undefined) return [problem('certificate_missing')]
  const { name } = signer
  return [
    ...(signatureHolds(info, data, signer) ? [] : [problem('signature_broken', { name })]),
    ...(otherCertificate ? [problem('certificate_exchanged')] : []),
    ...(hasWeakKey(signer) ? [problem('key_weak', { name })] : []),
  ]
}

/** The attributes, the signature value and what it was made over. */
function openSigner(signerInfo: Element) {
  const offset = signerInfo.children.findIndex(({ tag }) => tag === 0xa0)
  if (offset < 0) throw new EncodingFault('the signer signed no attributes')
  const signedElement = signerInfo.at(offset)
  // Stored as [0], signed as the SET it stands for (RFC 5652, 5.4).
  const data = Buffer.from(signedElement.raw)
  data[0] = 0x31
  return {
    data,
    signed: attributesIn(signedElement),
    unsigned: attributesIn(signerInfo.children.find(({ tag }) => tag === 0xa1)),
    algorithm: signerInfo.at(offset + 1).at(0).oid,
    signature: signerInfo.at(offset + 2).octets,
  }
}

/**
 * Checks a SignedData.
 * @param digest gives the hash of what it must have signed, by a node:crypto name; undefined: its own content
 * @throws EncodingFault
 */
export function checkCms(cms: Uint8Array, digest?: (algorithm: string) => Buffer): CheckedCms {
  const { contentType, content, certificates, signerInfo } = partsOf(cms)
  const { data, signed, unsigned, algorithm, signature } = openSigner(signerInfo)
  const name = DIGESTS[signerInfo.at(2).at(0).oid]
  const [issuer, serial] = signerInfo.at(1).children
  const signer = certificates.find(
    (each) => issuer?.raw.equals(each.issuer) && serial?.integerHex === each.serialHex,
  )
  const found = { signer, certificates, contentType }
  if (name === undefined)
    return { ...found, hasSigningCertificate: false, problems: [problem('digest_weak')] }
  const problems: Problem[] = []
  const own = (): Buffer =>
    createHash(name)
      .update(content ?? Buffer.alloc(0))
      .digest()
  const actual = digest === undefined ? own() : digest(name)
  const stated = signed.get(OID.messageDigest)?.octets
  if (stated === undefined || !stated.equals(actual)) problems.push(problem('document_altered'))
  const isDetached = digest === undefined || content === undefined
  if (signed.get(OID.contentType)?.oid !== contentType || !isDetached)
    problems.push(problem('content_wrong'))
  const attribute = signed.get(OID.signingCertificateV2)
  const names = signer !== undefined && namesSigner(attribute, signer)
  const info = { algorithm, digest: name, signature }
  problems.push(...signerProblems(signer, info, data, attribute !== undefined && !names))
  const token = unsigned.get(OID.signatureTimestamp)
  const claimed = signed.get(OID.signingTime)?.time
  return {
    ...found,
    problems,
    hasSigningCertificate: names,
    ...(content !== undefined && { content }),
    ...(claimed !== undefined && { claimedMs: claimed }),
    ...(token !== undefined && { timestamp: checkInnerToken(token.raw, signature) }),
  }
}

/** A token that cannot be read is a problem of the time-stamp, not of the signature it stands in. */
function checkInnerToken(token: Buffer, signature: Buffer): CheckedToken {
  const digest = (name: string): Buffer => createHash(name).update(signature).digest()
  try {
    return checkToken(token, digest)
  } catch (error) {
    if (!(error instanceof EncodingFault)) throw error
    const problems = [problem('signature_unreadable', { why: error.message })]
    return { timeMs: 0, signer: undefined, certificates: [], problems }
  }
}

/**
 * Checks a TimeStampToken.
 * @param digest gives the hash of what it must stamp
 * @throws EncodingFault
 */
export function checkToken(token: Uint8Array, digest: (algorithm: string) => Buffer): CheckedToken {
  const { signer, certificates, problems, content, contentType } = checkCms(token)
  if (contentType !== OID.tstInfo) problems.push(problem('content_wrong'))
  const info = readBer(content ?? Buffer.alloc(0))
  const imprint = info.at(2)
  const algorithm = DIGESTS[imprint.at(0).at(0).oid]
  if (algorithm === undefined) problems.push(problem('digest_weak'))
  else if (!digest(algorithm).equals(imprint.at(1).octets))
    problems.push(problem('timestamp_mismatch'))
  if (signer !== undefined && !extendedUsages(signer).includes(OID.timeStamping))
    problems.push(problem('timestamp_purpose', { name: signer.name }))
  return { timeMs: info.at(4).time, signer, certificates, problems: distinct(problems) }
}
