/** Checks a CMS SignedData (RFC 5652) with one signer: hashes, signature, signing certificate, time-stamp. */
import { constants, createHash, verify as verifyWith } from 'node:crypto'
import { type Element, EncodingFault, readBer } from './ber.ts'
import { type Certificate, parseCertificate } from './certificate.ts'
import { DIGESTS, OID } from './oids.ts'

/** A signature that holds cryptographically, or what is wrong with it. */
export interface CheckedCms {
  signer: Certificate | undefined
  certificates: readonly Certificate[]
  problems: string[]
  /** Time the signer claims inside the CMS. */
  claimedMs?: number
  hasSigningCertificate: boolean
  timestamp?: CheckedToken
  /** eContent, where there is one. */
  content?: Buffer
}

/** A time-stamp. */
export interface CheckedToken {
  timeMs: number
  signer: Certificate | undefined
  certificates: readonly Certificate[]
  problems: string[]
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
    if (found.has(type)) throw new EncodingFault('an attribute occurs twice')
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
): string[] {
  if (signer === undefined) return ["the signer's certificate is missing"]
  const problems: string[] = []
  if (!signatureHolds(info, data, signer)) problems.push('the signature does not hold')
  if (otherCertificate)
    problems.push('the signing certificate is not the one that was signed along')
  return problems
}

/**
 * Checks a SignedData.
 * @param digest gives the hash of what it must have signed, by a node:crypto name; undefined: its own content
 */
export function checkCms(cms: Uint8Array, digest?: (algorithm: string) => Buffer): CheckedCms {
  const { contentType, content, certificates, signerInfo } = partsOf(cms)
  const problems: string[] = []
  const offset = signerInfo.children.findIndex(({ tag }) => tag === 0xa0)
  if (offset < 0) throw new EncodingFault('the signer signed no attributes')
  const signedElement = signerInfo.at(offset)
  const signed = attributesIn(signedElement)
  const algorithm = DIGESTS[signerInfo.at(2).at(0).oid]
  const [issuer, serial] = signerInfo.at(1).children
  const signer = certificates.find(
    (each) => issuer?.raw.equals(each.issuer) && serial?.integerHex === each.serialHex,
  )
  if (algorithm === undefined)
    return {
      signer,
      certificates,
      hasSigningCertificate: false,
      problems: ['the digest is too weak or unknown'],
    }
  const actual =
    digest === undefined
      ? createHash(algorithm)
          .update(content ?? Buffer.alloc(0))
          .digest()
      : digest(algorithm)
  const stated = signed.get(OID.messageDigest)?.octets
  if (stated === undefined || !stated.equals(actual)) problems.push('the signed bytes were changed')
  if (signed.get(OID.contentType)?.oid !== contentType) problems.push('the content type is wrong')
  const signature = signerInfo.at(offset + 2).octets
  // Stored as [0], signed as the SET it stands for (RFC 5652, 5.4).
  const data = Buffer.from(signedElement.raw)
  data[0] = 0x31
  const info = { algorithm: signerInfo.at(offset + 1).at(0).oid, digest: algorithm, signature }
  const attribute = signed.get(OID.signingCertificateV2)
  const names = signer !== undefined && namesSigner(attribute, signer)
  problems.push(...signerProblems(signer, info, data, attribute !== undefined && !names))
  const unsigned = attributesIn(signerInfo.children.find(({ tag }) => tag === 0xa1))
  const token = unsigned.get(OID.signatureTimestamp)
  const claimed = signed.get(OID.signingTime)?.time
  return {
    signer,
    certificates,
    problems,
    hasSigningCertificate: names,
    ...(content !== undefined && { content }),
    ...(claimed !== undefined && { claimedMs: claimed }),
    ...(token !== undefined && {
      timestamp: checkToken(token.raw, (name) => createHash(name).update(signature).digest()),
    }),
  }
}

/**
 * Checks a TimeStampToken.
 * @param digest gives the hash of what it must stamp
 */
export function checkToken(token: Uint8Array, digest: (algorithm: string) => Buffer): CheckedToken {
  const { signer, certificates, problems, content } = checkCms(token)
  const info = readBer(content ?? Buffer.alloc(0))
  const imprint = info.at(2)
  const algorithm = DIGESTS[imprint.at(0).at(0).oid]
  if (algorithm === undefined || !digest(algorithm).equals(imprint.at(1).octets))
    problems.push('the time-stamp is over other bytes')
  const usage = signer?.extensions.get(OID.extendedKeyUsage)
  const stamps =
    usage !== undefined && readBer(usage.value).children.some(({ oid }) => oid === OID.timeStamping)
  if (!stamps) problems.push("the time-stamp's certificate is not for time-stamping")
  return { timeMs: info.at(4).time, signer, certificates, problems }
}
