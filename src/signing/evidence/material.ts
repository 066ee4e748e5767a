/** The signatures of a finished PDF, taken apart so that each piece can be checked on its own. */
import { createHash } from 'node:crypto'
import { PDFArray, PDFRawStream } from 'pdf-lib'
import { type Element, EncodingError, readBer } from '../../pades/ber.ts'
import { type FoundSignature, findSignatures } from '../../pades/byte-range.ts'
import { type Certificate, parseCertificate } from '../../pades/certificate.ts'
import { OID } from '../../pades/oids.ts'
import { checkToken } from '../../pades/verify-cms.ts'
import { PdfFile } from '../../pdf/pdf-file.ts'
import { decodedStream } from '../../pdf/stream-data.ts'

/** One signature or document time-stamp. */
export interface SignaturePieces {
  /** From 1, in the order in which they were made. */
  number: number
  field: string
  kind: 'signature' | 'document-timestamp'
  /** Start and length of both covered parts. */
  byteRange: readonly [number, number, number, number]
  /** The CMS, or the token of a document time-stamp; DER without padding. */
  cms: Buffer
  /** The signature value, which the time-stamp covers; undefined for a document time-stamp. */
  value?: Buffer
  /** The time-stamp over the value. */
  token?: Buffer
  signer: Certificate
  /** Time of the time-stamp, ms. */
  stampedMs: number
  /** A time, ms, from which the revocation lists issued right after the signature are valid. */
  listedMs: number
  /**
   * `own`: made for this document; `earlier`: under a root that this service trusts, but before this request;
   * `foreign`: under another authority.
   */
  whose: 'own' | 'earlier' | 'foreign'
}

/** A foreign signature that is empty, damaged or in an unknown format. */
export type UnreadSignature = Pick<SignaturePieces, 'number' | 'field' | 'kind'>

/** Everything extracted from a PDF. */
export interface Material {
  signatures: readonly SignaturePieces[]
  /** Signatures that could not be parsed: none of ours. */
  unread: readonly UnreadSignature[]
  /** Without the roots. */
  certificates: readonly Certificate[]
  lists: readonly Buffer[]
}

function storedStreams(file: PdfFile, key: string): Buffer[] {
  const array = file.get(file.get(file.catalogRef, 'DSS'), key)
  return (array instanceof PDFArray ? array.asArray() : []).flatMap((item) => {
    const stream = file.resolve(item)
    const data = stream instanceof PDFRawStream ? ifRead(() => decodedStream(stream)) : undefined
    return data ?? []
  })
}

/** The file may contain earlier objects of others: those that cannot be read are left out. */
function ifRead<Result>(read: () => Result): Result | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The fields of a SignedData needed here (RFC 5652, 5.1 and 5.3). */
function partsOf(cms: Element) {
  const body = cms.at(1).at(0)
  const infos = body.children.at(-1)
  if (infos === undefined) throw new EncodingError('the CMS has no signer')
  const info = infos.at(0)
  const unsigned = info.find(0xa1)?.children ?? []
  const stamp = unsigned.find((attribute) => attribute.at(0).oid === OID.signatureTimestamp)
  const isOctets = ({ tag }: Element): boolean => tag === 0x04
  return {
    certificates: (body.find(0xa0)?.children ?? []).map(({ raw }) => parseCertificate(raw)),
    serial: info.at(1).at(1).integerHex,
    value: info.children.filter(isOctets).at(-1)?.octets ?? Buffer.alloc(0),
    token: stamp?.at(1).at(0).raw,
  }
}

const hashed = (bytes: readonly Uint8Array[]) => (algorithm: string) => {
  const hash = createHash(algorithm)
  for (const part of bytes) hash.update(part)
  return hash.digest()
}

const serialOf = (hex: string): string => hex.replace(/^0+/, '')

/** Issuer and thisUpdate, ms, of a CertificateList (RFC 5280, 5.1). */
function listFacts(der: Buffer): { issuer: string; thisUpdateMs: number } {
  const body = readBer(der).at(0)
  const start = body.at(0).tag === 0x02 ? 1 : 0
  return {
    issuer: body.at(start + 1).raw.toString('hex'),
    thisUpdateMs: body.at(start + 2).time,
  }
}

/**
 * The first list of every issuer after the time-stamp: the time from which all of them are valid. Lists of issuers that came
 * later, with a renewed time-stamp, say nothing about this one.
 */
function listedFrom(lists: readonly Buffer[], stampedMs: number, issuers: ReadonlySet<string>) {
  const from = Math.floor(stampedMs / 1000) * 1000
  const firsts = new Map<string, number>()
  for (const { issuer, thisUpdateMs } of lists.map(listFacts))
    if (thisUpdateMs >= from && issuers.has(issuer))
      firsts.set(issuer, Math.min(firsts.get(issuer) ?? Number.POSITIVE_INFINITY, thisUpdateMs))
  return Math.max(stampedMs, ...firsts.values())
}

const CHAIN_MAX = 10

/** A certificate and those above it, as far as they are known. */
function chainOf(leaf: Certificate, known: readonly Certificate[]): Certificate[] {
  const chain = [leaf]
  while (chain.length < CHAIN_MAX) {
    const current = chain.at(-1)
    const above = known.find((each) => !chain.includes(each) && current?.isSignedBy(each))
    if (above === undefined) break
    chain.push(above)
  }
  return chain
}

/** Whether a certificate chains to a root. */
const leadsTo = (root: Certificate, leaf: Certificate, known: readonly Certificate[]): boolean =>
  chainOf(leaf, known).some((each) => each.isSignedBy(root))

/** The trusted roots for a finished PDF, and the fields that belong to its request. */
export interface MaterialOf {
  roots: readonly Certificate[]
  /** Of external time-stamping authorities. */
  stampRoots?: readonly Certificate[]
  isOwnField(field: string): boolean
}

/**
 * Takes a finished PDF apart.
 * @throws UnreadablePdfError for a file that cannot be read
 */
export function materialOf(
  pdf: Uint8Array,
  { roots: own, stampRoots = [], isOwnField }: MaterialOf,
): Material {
  const file = PdfFile.open(pdf)
  const roots = [...own, ...stampRoots]
  const lists = storedStreams(file, 'CRLs').filter((der) => ifRead(() => listFacts(der)))
  const all = new Map<string, Certificate>()
  const add = (certificate: Certificate): void => {
    const isRoot = own.some(({ fingerprint }) => fingerprint === certificate.fingerprint)
    if (!isRoot) all.set(certificate.fingerprint, certificate)
  }
  for (const der of storedStreams(file, 'Certs')) {
    const certificate = ifRead(() => parseCertificate(der))
    if (certificate !== undefined) add(certificate)
  }
  const known = { lists, all, add, roots }
  const signatures: SignaturePieces[] = []
  const unread: UnreadSignature[] = []
  for (const [index, found] of findSignatures(file).entries()) {
    // Time-stamps after our own signatures are ours, whatever their fields are called.
    const isRenewal =
      found.kind === 'document-timestamp' && signatures.some(({ whose }) => whose === 'own')
    const isOwn = isRenewal || isOwnField(found.field)
    const pieces = ifRead(() => piecesOf(found, { number: index + 1, isOwn }, known))
    if (pieces === undefined)
      unread.push({ number: index + 1, field: found.field, kind: found.kind })
    else signatures.push(pieces)
  }
  return { signatures, unread, certificates: [...all.values()], lists }
}

/** Context while the signatures of a file are taken apart. */
interface Known {
  lists: readonly Buffer[]
  all: ReadonlyMap<string, Certificate>
  add(certificate: Certificate): void
  roots: readonly Certificate[]
}

/** Takes one signature apart. @throws Error for one that is empty, damaged or in an unknown format */
function piecesOf(
  found: FoundSignature,
  { number, isOwn }: { number: number; isOwn: boolean },
  known: Known,
): SignaturePieces {
  const cms = readBer(found.contents)
  const parts = partsOf(cms)
  const signer = parts.certificates.find(
    ({ serialHex }) => serialOf(serialHex) === serialOf(parts.serial),
  )
  if (signer === undefined) throw new EncodingError(`${found.field} lacks its certificate`)
  const [first, second] = found.covered
  const isStamp = found.kind === 'document-timestamp'
  const token = isStamp ? cms.raw : parts.token
  const stamped = isStamp ? found.covered : [parts.value]
  const stampedMs =
    token === undefined ? signer.notBeforeMs : checkToken(token, hashed(stamped)).timeMs
  parts.certificates.forEach(known.add)
  const issuers = chainOf(signer, [...known.all.values()]).map(({ issuer }) =>
    issuer.toString('hex'),
  )
  const listedMs = listedFrom(known.lists, stampedMs, new Set(issuers))
  return {
    number,
    field: found.field,
    kind: found.kind,
    byteRange: [0, first.length, found.end - second.length, second.length],
    cms: cms.raw,
    ...(!isStamp && { value: parts.value }),
    ...(!isStamp && token !== undefined && { token }),
    signer,
    stampedMs,
    listedMs,
    whose: !known.roots.some((each) => leadsTo(each, signer, [...known.all.values()]))
      ? 'foreign'
      : isOwn
        ? 'own'
        : 'earlier',
  }
}
