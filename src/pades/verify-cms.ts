/** Checks a CMS SignedData (RFC 5652) with one signer: hashes, signature, signing certificate, time-stamp. */
import {
  digestOf,
  digestWith,
  nameOfAlgorithm,
  signatureAlgorithmOf,
  signatureHolds,
  signsNothing,
} from './algorithms.ts'
import { type Element, EncodingError, readBer } from './ber.ts'
import {
  type Certificate,
  extendedUsages,
  hasWeakKey,
  parseCertificate,
  sameName,
} from './certificate.ts'
import { element } from './der.ts'
import { OID } from './oids.ts'
import { distinct, type Problem, problem } from './problems.ts'

/** A cryptographically valid signature, or what is wrong with it. */
export interface CheckedCms {
  signer: Certificate | undefined
  certificates: readonly Certificate[]
  problems: Problem[]
  /** Time the signer claims inside the CMS. */
  claimedMs?: number
  hasSigningCertificate: boolean
  timestamp?: CheckedToken
  /** eContent, if present. */
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

function partsOf(cms: Uint8Array) {
  const root = readBer(cms)
  if (root.at(0).oid !== OID.signedData) throw new EncodingError('this is not a SignedData')
  const body = root.at(1).at(0)
  const infos = body.children.at(-1)
  if (infos?.children.length !== 1) throw new EncodingError('there must be exactly one signer')
  const encapsulated = body.at(2)
  return {
    contentType: encapsulated.at(0).oid,
    content: encapsulated.find(0xa0)?.at(0).octets,
    // Other kinds of certificates (attribute, obsolete) are context-tagged and ignored.
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
      throw new EncodingError('an attribute occurs twice')
    found.set(type, each.at(1).at(0))
  }
  return found
}

/** Whether a signing-certificate attribute (RFC 5035; the first version always uses SHA-1) names a certificate. */
function namesSigner(attribute: Element, signer: Certificate, implied: string): boolean {
  const id = attribute.at(0).at(0)
  const explicit = id.at(0).tag === 0x30
  const digest = explicit ? digestOf(id.at(0))?.name : implied
  const hash = id.at(explicit ? 1 : 0).octets
  return digest !== undefined && digestWith(digest, signer.der).equals(hash)
}

/** Whether the signed attributes name the signing certificate, and whether they name a different one. */
function signingCertificateOf(
  signed: ReadonlyMap<string, Element>,
  signer: Certificate | undefined,
): { isNamed: boolean; isExchanged: boolean } {
  const [now, old] = [signed.get(OID.signingCertificateV2), signed.get(OID.signingCertificate)]
  if (signer === undefined) return { isNamed: false, isExchanged: false }
  const isNamed = now !== undefined && namesSigner(now, signer, 'sha256')
  const fitsOld = old === undefined || namesSigner(old, signer, 'sha1')
  return { isNamed, isExchanged: (now !== undefined && !isNamed) || !fitsOld }
}

/** The contents of a SignerInfo, before any judgement. */
function openSigner(signerInfo: Element) {
  const signedElement = signerInfo.children[3]?.tag === 0xa0 ? signerInfo.at(3) : undefined
  const offset = signedElement === undefined ? 3 : 4
  // Stored as [0], signed as the SET it represents (RFC 5652, 5.4).
  const attributes = signedElement && Buffer.from(signedElement.raw)
  if (attributes !== undefined) attributes[0] = 0x31
  const members = signedElement?.children.map(({ raw }) => raw).sort(Buffer.compare)
  return {
    /** As encoded; undefined if the content itself was signed (RFC 5652, 5.4). */
    attributes,
    /** The same in DER, whose sets are sorted: what must have been signed. */
    sorted: members && element(0x31, ...members),
    signed: attributesIn(signedElement),
    unsigned: firstValues(signerInfo.children.find(({ tag }) => tag === 0xa1)),
    digestAlgorithm: signerInfo.at(2),
    digest: digestOf(signerInfo.at(2)),
    algorithm: signerInfo.at(offset),
    signature: signerInfo.at(offset + 1).octets,
  }
}

type SignerParts = ReturnType<typeof openSigner>

/** No signature covers the unsigned attributes: there may be several time-stamps, of which the first is judged. */
function firstValues(holder: Element | undefined): Map<string, Element> {
  const found = new Map<string, Element>()
  for (const each of holder?.children ?? []) {
    const [value] = each.at(1).children
    if (value !== undefined && !found.has(each.at(0).oid)) found.set(each.at(0).oid, value)
  }
  return found
}

/** The signer's certificate, by issuer and serial number or by its key's identifier (RFC 5652, 5.3). */
function signerAmong(certificates: readonly Certificate[], id: Element): Certificate | undefined {
  if ((id.tag & 0x1f) === 0 && id.tag !== 0x30)
    return certificates.find(({ extensions }) => {
      const own = extensions.get(OID.subjectKeyIdentifier)
      return own !== undefined && readBer(own.value).octets.equals(id.octets)
    })
  const [issuer, serial] = id.children
  const fitting = certificates.filter((each) => serial?.integerHex === each.serialHex)
  return (
    fitting.find((each) => issuer?.raw.equals(each.issuer)) ??
    fitting.find((each) => issuer !== undefined && sameName(issuer.raw, each.issuer))
  )
}

/** What was signed must be bound to the document by two attributes, or be the document itself. */
function bindingProblems({ attributes, signed }: SignerParts, contentType: string, actual: Buffer) {
  if (attributes === undefined) return []
  const stated = signed.get(OID.messageDigest)
  const type = signed.get(OID.contentType)
  if (stated === undefined || type === undefined) return [problem('attributes_missing')]
  return [
    ...(stated.octets.equals(actual) ? [] : [problem('document_altered')]),
    ...(type.oid === contentType ? [] : [problem('content_wrong')]),
  ]
}

/** Verifies the signature value, by exactly the algorithm named. */
function valueProblems(
  signer: Certificate | undefined,
  { algorithm, digest, signature, attributes, sorted }: SignerParts,
  content: () => Buffer,
): Problem[] {
  if (signer === undefined) return [problem('certificate_missing')]
  const { name, publicKey } = signer
  const named = signatureAlgorithmOf(algorithm, digest)
  if (named === undefined) {
    const code = signsNothing(algorithm) ? 'algorithm_wrong' : 'algorithm_unknown'
    return [problem(code, { why: nameOfAlgorithm(algorithm) })]
  }
  const fits = (data: Buffer): boolean => signatureHolds(named, data, publicKey, signature)
  const holds = fits(sorted ?? content())
  const isOdd = !holds && attributes !== undefined && fits(attributes)
  return [
    ...(isOdd ? [problem('attributes_disordered')] : []),
    ...(holds || isOdd ? [] : [problem('signature_broken', { name })]),
    ...(named.digest?.weak ? [problem('digest_weak')] : []),
    ...(hasWeakKey(signer) ? [problem('key_weak', { name })] : []),
  ]
}

/** What a SignedData must have signed. */
export interface Signable {
  /** Its digest; the algorithm is a name of node:crypto. */
  digest(algorithm: string): Buffer
  /** The bytes, for signatures without attributes. */
  bytes(): Buffer
}

const ownContent = (content: Buffer): Signable => ({
  digest: (algorithm) => digestWith(algorithm, content),
  bytes: () => content,
})

/**
 * Checks a SignedData.
 * @param signable what it must have signed; if undefined, its own content
 * @param stored further certificates, among which the signer may be
 * @throws EncodingError
 */
export function checkCms(
  cms: Uint8Array,
  signable?: Signable,
  stored: readonly Certificate[] = [],
): CheckedCms {
  const { contentType, content, certificates, signerInfo } = partsOf(cms)
  const parts = openSigner(signerInfo)
  const { digest, signed, unsigned } = parts
  const signer = signerAmong([...certificates, ...stored], signerInfo.at(1))
  const found = { signer, certificates, contentType, ...(content !== undefined && { content }) }
  if (digest === undefined) {
    const why = nameOfAlgorithm(parts.digestAlgorithm)
    return {
      ...found,
      hasSigningCertificate: false,
      problems: [problem('algorithm_unknown', { why })],
    }
  }
  const what = signable ?? ownContent(content ?? Buffer.alloc(0))
  const problems = bindingProblems(parts, contentType, what.digest(digest.name))
  if (signable !== undefined && content !== undefined) problems.push(problem('content_wrong'))
  problems.push(...valueProblems(signer, parts, what.bytes))
  if (digest.weak) problems.push(problem('digest_weak'))
  const { isNamed, isExchanged } = signingCertificateOf(signed, signer)
  if (isExchanged) problems.push(problem('certificate_exchanged'))
  const token = unsigned.get(OID.signatureTimestamp)
  const claimed = signed.get(OID.signingTime)?.time
  return {
    ...found,
    problems: distinct(problems),
    hasSigningCertificate: isNamed,
    ...(claimed !== undefined && { claimedMs: claimed }),
    ...(token !== undefined && {
      timestamp: checkInnerToken(token.raw, parts.signature, stored),
    }),
  }
}

/** An unreadable token is a problem of the time-stamp, not of the signature around it. */
function checkInnerToken(
  token: Buffer,
  signature: Buffer,
  stored: readonly Certificate[],
): CheckedToken {
  try {
    return checkToken(token, (algorithm) => digestWith(algorithm, signature), stored)
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error
    const problems = [problem('signature_unreadable', { why: error.message })]
    return { timeMs: 0, signer: undefined, certificates: [], problems }
  }
}

/**
 * Checks a TimeStampToken.
 * @param digest returns the hash of what it must stamp
 * @param stored further certificates, among which its authority may be
 * @throws EncodingError
 */
export function checkToken(
  token: Uint8Array,
  digest: Signable['digest'],
  stored: readonly Certificate[] = [],
): CheckedToken {
  const checked = checkCms(token, undefined, stored)
  const { signer, certificates, problems, content, contentType } = checked
  if (contentType !== OID.tstInfo) problems.push(problem('content_wrong'))
  const info = readBer(content ?? Buffer.alloc(0))
  const imprint = info.at(2)
  const algorithm = digestOf(imprint.at(0))
  if (algorithm === undefined)
    problems.push(problem('algorithm_unknown', { why: nameOfAlgorithm(imprint.at(0)) }))
  else if (!digest(algorithm.name).equals(imprint.at(1).octets))
    problems.push(problem('timestamp_mismatch'))
  if (algorithm?.weak) problems.push(problem('digest_weak'))
  if (signer !== undefined && !extendedUsages(signer).includes(OID.timeStamping))
    problems.push(problem('timestamp_purpose', { name: signer.name }))
  return { timeMs: info.at(4).time, signer, certificates, problems: distinct(problems) }
}
