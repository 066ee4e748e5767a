/**
 * Verifies every signature in a PDF, whoever made it, with nothing but the file and the trusted roots: bytes,
 * CMS, chain, revocation, time-stamps, and what was changed after each signature.
 */
import { createHash } from 'node:crypto'
import { PDFArray, PDFName, PDFRawStream } from 'pdf-lib'
import { changesBetween, danglingNumbers, type PdfChange } from '../pdf/changes.ts'
import { PdfFile } from '../pdf/pdf-file.ts'
import { decodedStream, PdfFault } from '../pdf/stream-data.ts'
import { EncodingFault } from './ber.ts'
import { type FoundSignature, findSignatures } from './byte-range.ts'
import { type Certificate, parseCertificate } from './certificate.ts'
import { type ChainVerdict, judgeChain, parseList, type TrustMaterial } from './verify-chain.ts'
import { type CheckedToken, checkCms, checkToken } from './verify-cms.ts'

/** Levels of ETSI EN 319 142-1, best last; `none` for a signature that is no PAdES baseline one. */
export const LEVELS = ['none', 'B-B', 'B-T', 'B-LT', 'B-LTA'] as const
export type Level = (typeof LEVELS)[number]

/** What was found out about one signature or document time-stamp. */
export interface SignatureReport {
  field: string
  kind: FoundSignature['kind']
  subFilter: string
  reason?: string
  signer?: { name: string; issuer: string; serialHex: string; fingerprint: string }
  /** The covered bytes and the signature fit together. */
  intact: boolean
  /** Its chain ends at a root the reader trusts. */
  trusted: boolean
  chain: readonly string[]
  level: Level
  /** Time proven by a time-stamp. */
  provenMs?: number
  /** Time the signer claims. */
  claimedMs?: number
  coversWholeFile: boolean
  /** What followed it. */
  changes: readonly PdfChange[]
  /** Why it is not to be relied on; empty when it is. */
  problems: readonly string[]
}

/** What was found out about a file. */
export interface PdfVerification {
  signatures: readonly SignatureReport[]
  /** Problems of the file as a whole. */
  problems: readonly string[]
  /** There are signatures, and nothing is wrong with any of them or the file. */
  valid: boolean
}

/** Whom the reader trusts and what time it is. */
export interface Verifier {
  roots: readonly Certificate[]
  nowMs: number
}

const CADES = 'ETSI.CAdES.detached'
const LEGACY = 'adbe.pkcs7.detached'
const TIMESTAMP = 'ETSI.RFC3161'
const SIGNATURES_MAX = 200

/** Certificates and lists of the document security store; what cannot be read is left out. */
function storeOf(file: PdfFile, roots: readonly Certificate[]): TrustMaterial {
  const store = file.get(file.catalogRef, 'DSS')
  const all = <T>(key: string, parse: (bytes: Buffer) => T): T[] => {
    const array = file.get(store, key)
    return (array instanceof PDFArray ? array.asArray() : []).flatMap((item) => {
      try {
        const stream = file.resolve(item)
        return stream instanceof PDFRawStream ? [parse(decodedStream(stream))] : []
      } catch (error) {
        if (error instanceof EncodingFault || error instanceof PdfFault) return []
        throw error
      }
    })
  }
  return { certificates: all('Certs', parseCertificate), lists: all('CRLs', parseList), roots }
}

/** What a signature's CMS says, with faults of the encoding as problems. */
interface Content {
  signer?: Certificate
  certificates: readonly Certificate[]
  problems: string[]
  isCades: boolean
  claimedMs?: number
  token?: CheckedToken
}

function contentOf(signature: FoundSignature): Content {
  const digest = (algorithm: string): Buffer => {
    const hash = createHash(algorithm)
    for (const part of signature.covered) hash.update(part)
    return hash.digest()
  }
  try {
    if (signature.subFilter === TIMESTAMP) {
      const token = checkToken(signature.contents, digest)
      return { ...withSigner(token), isCades: false, token }
    }
    if (signature.subFilter !== CADES && signature.subFilter !== LEGACY)
      return unreadable(`signatures of the kind ${signature.subFilter || '(none)'} are not known`)
    const cms = checkCms(signature.contents, digest)
    return {
      ...withSigner(cms),
      isCades: signature.subFilter === CADES && cms.hasSigningCertificate,
      ...(cms.claimedMs !== undefined && { claimedMs: cms.claimedMs }),
      ...(cms.timestamp !== undefined && { token: cms.timestamp }),
    }
  } catch (error) {
    if (error instanceof EncodingFault)
      return unreadable(`the signature cannot be read: ${error.message}`)
    throw error
  }
}

const unreadable = (problem: string): Content => ({
  certificates: [],
  problems: [problem],
  isCades: false,
})

const withSigner = (from: {
  signer: Certificate | undefined
  certificates: readonly Certificate[]
  problems: string[]
}) => ({
  certificates: from.certificates,
  problems: [...from.problems],
  ...(from.signer !== undefined && { signer: from.signer }),
})

/** One signature with its revision. */
interface Judged {
  found: FoundSignature
  content: Content
  revision: PdfFile | undefined
}

function openRevision(file: PdfFile, found: FoundSignature): Judged {
  const content = contentOf(found)
  if (found.end === 0) return { found, content, revision: undefined }
  try {
    const revision = PdfFile.open(file.bytes.subarray(0, found.end))
    const known = findSignatures(revision).some(
      ({ field, end }) => field === found.field && end === found.end,
    )
    if (!known) found.problems.push('the signed revision does not hold this signature')
    return { found, content, revision }
  } catch (error) {
    if (!(error instanceof PdfFault)) throw error
    found.problems.push(`the signed revision is no complete PDF: ${error.message}`)
    return { found, content, revision: undefined }
  }
}

/** Changes from each signed revision to the next, and to the end of the file. */
function changeSteps(file: PdfFile, judged: readonly Judged[]): PdfChange[][] {
  const revisions = judged.map(({ revision }) => revision)
  return revisions.map((revision, index) => {
    const next = revisions.slice(index + 1).find((later) => later !== undefined) ?? file
    if (revision === undefined || next.bytes.length === revision.bytes.length) return []
    return changesBetween(revision, next, danglingNumbers(revision))
  })
}

/** A later document time-stamp that holds proves the time too. */
const laterTimestamps = (judged: readonly Judged[], index: number): CheckedToken[] =>
  judged
    .slice(index + 1)
    .filter(
      ({ found, content }) =>
        found.problems.length + content.problems.length === 0 &&
        found.kind === 'document-timestamp',
    )
    .flatMap(({ content }) => content.token ?? [])

interface Levelled {
  level: Level
  chain: ChainVerdict | undefined
  provenMs?: number
  problems: string[]
}

function levelOf(
  { content }: Judged,
  later: readonly CheckedToken[],
  material: TrustMaterial,
  nowMs: number,
): Levelled {
  const { signer, token } = content
  const problems = token === undefined ? [] : [...token.problems]
  const usable = token !== undefined && token.problems.length === 0 ? token : later[0]
  const provenMs = usable?.timeMs
  if (signer === undefined) return { level: 'none', chain: undefined, problems }
  const pool = (extra: readonly Certificate[]): TrustMaterial => ({
    ...material,
    certificates: [...extra, ...material.certificates],
  })
  const chain = judgeChain(signer, pool(content.certificates), provenMs ?? nowMs)
  const stamp =
    usable?.signer === undefined
      ? undefined
      : // A time-stamp is judged when the next one proves that it existed.
        judgeChain(usable.signer, pool(usable.certificates), later[0]?.timeMs ?? nowMs)
  problems.push(...chain.problems, ...(stamp?.problems ?? []).map((each) => `time-stamp: ${each}`))
  const steps = [
    content.isCades,
    stamp?.trusted === true,
    chain.covered && stamp?.covered === true,
    later.length > 0,
  ]
  const reached = steps.includes(false) ? steps.indexOf(false) : steps.length
  const level = LEVELS[reached] ?? 'none'
  return { level, chain, problems, ...(provenMs !== undefined && { provenMs }) }
}

function forbidden(changes: readonly PdfChange[], certified: number | undefined): string[] {
  const wrong = changes.filter(
    ({ kind }) =>
      kind === 'forbidden' || (certified === 1 && (kind === 'form' || kind === 'signature')),
  )
  return wrong.map(({ what }) => `changed after signing: ${what}`)
}

function report(
  judged: readonly Judged[],
  index: number,
  changes: readonly PdfChange[],
  context: {
    file: PdfFile
    material: TrustMaterial
    verifier: Verifier
    certified: number | undefined
  },
): SignatureReport {
  const each = judged[index] as Judged
  const { found, content } = each
  const { material, verifier, file, certified } = context
  const { level, chain, provenMs, problems } = levelOf(
    each,
    laterTimestamps(judged, index),
    material,
    verifier.nowMs,
  )
  const intact = found.problems.length === 0 && content.problems.length === 0
  const untrusted =
    chain?.trusted === true ? [] : ['the certificate does not lead to a trusted root']
  const { signer, claimedMs } = content
  return {
    field: found.field,
    kind: found.kind,
    subFilter: found.subFilter,
    intact,
    trusted: chain?.trusted ?? false,
    chain: chain?.names ?? [],
    level: intact && found.kind === 'signature' ? level : 'none',
    coversWholeFile: found.end === file.bytes.length,
    changes,
    problems: [
      ...new Set([
        ...found.problems,
        ...content.problems,
        ...untrusted,
        ...problems,
        ...forbidden(changes, certified),
      ]),
    ],
    ...(found.reason !== undefined && { reason: found.reason }),
    ...(provenMs !== undefined && { provenMs }),
    ...(claimedMs !== undefined && { claimedMs }),
    ...(signer !== undefined && {
      signer: {
        name: signer.name,
        issuer: chain?.names[1] ?? '',
        serialHex: signer.serialHex,
        fingerprint: signer.fingerprint,
      },
    }),
  }
}

/**
 * Verifies a file.
 * @throws PdfFault when it cannot be read as a PDF at all
 */
export function verifyPdf(pdf: Uint8Array, verifier: Verifier): PdfVerification {
  const file = PdfFile.open(pdf)
  if (file.trailer.has(PDFName.of('Encrypt'))) throw new PdfFault('it is encrypted')
  const found = findSignatures(file)
  if (found.length > SIGNATURES_MAX)
    throw new PdfFault(`it has more than ${SIGNATURES_MAX} signatures`)
  const judged = found.map((each) => openRevision(file, each))
  const steps = changeSteps(file, judged)
  const certified = found.find(({ certifies }) => certifies !== undefined)?.certifies
  const material = storeOf(file, verifier.roots)
  const signatures = judged.map((_each, index) =>
    report(judged, index, steps.slice(index).flat(), { file, material, verifier, certified }),
  )
  const problems = found.length === 0 ? ['it holds no signature'] : []
  const ends = found.map(({ end }) => end)
  if (new Set(ends).size !== ends.length) problems.push('two signatures claim the same revision')
  return {
    signatures,
    problems,
    valid: problems.length === 0 && signatures.every((each) => each.problems.length === 0),
  }
}
