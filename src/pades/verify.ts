/**
 * Verifies every signature in a PDF, whatever software made it, with nothing but the file and the trusted roots:
 * bytes, CMS, chain, revocation, time-stamps, and what was changed after each signature.
 */
import { PDFArray, PDFRawStream } from 'pdf-lib'
import { hasStrayBytes } from '../pdf/compare/appended-bytes.ts'
import type { PdfChange } from '../pdf/compare/change-words.ts'
import { changesBetween } from '../pdf/compare/changes.ts'
import { pagesOf } from '../pdf/pages.ts'
import { PdfFile } from '../pdf/pdf-file.ts'
import { decodedStream, EncryptedPdfError, UnreadablePdfError } from '../pdf/stream-data.ts'
import { EncodingError } from './ber.ts'
import { type FieldLock, type FoundSignature, findSignatures } from './byte-range.ts'
import { type Certificate, parseCertificate } from './certificate.ts'
import { CoveredDigests } from './covered-digests.ts'
import { hiddenProblems } from './hidden-signatures.ts'
import { changeProblem, distinct, type Problem, problem } from './problems.ts'
import { parseList, parseOcsp } from './revocation.ts'
import { verdictOfProblems } from './verdicts.ts'
import type { TrustMaterial } from './verify-chain.ts'
import {
  type CheckedCms,
  type CheckedToken,
  checkCms,
  checkToken,
  type Signable,
} from './verify-cms.ts'
import { type Dated, dateAll, type Level } from './verify-time.ts'

/** The result for one signature or document time-stamp. */
export interface SignatureReport {
  field: string
  kind: FoundSignature['kind']
  subFilter: string
  reason?: string
  signer?: Certificate
  /** The covered bytes match the signature. */
  intact: boolean
  /** Its chain ends at a root the reader trusts. */
  trusted: boolean
  /** From the signer to the last issuer found. */
  chain: readonly Certificate[]
  level: Level
  /** Time proven by a time-stamp. */
  provenMs?: number
  /** Time the signer claims. */
  claimedMs?: number
  /** The time-stamp that proves the time. */
  stamp?: { timeMs: number; authority: string }
  coversWholeFile: boolean
  /** Changes after it. */
  changes: readonly PdfChange[]
  /** Why it is not reliable; empty if it is. */
  problems: readonly Problem[]
}

/** The result for a file. */
export interface PdfVerification {
  /** Number of pages; 0 if they cannot be counted. */
  pages: number
  signatures: readonly SignatureReport[]
  /** Problems of the file as a whole. */
  problems: readonly Problem[]
  /** Whether there are signatures and nothing is wrong with any of them or with the file. */
  valid: boolean
}

/** The reader's trust anchors and the current time. */
interface Verifier {
  roots: readonly Certificate[]
  /** Trusted for time-stamps only: a signer below one of these is still unknown. */
  stampRoots?: readonly Certificate[]
  nowMs: number
}

const CADES = 'ETSI.CAdES.detached'
const LEGACY = 'adbe.pkcs7.detached'
const LEGACY_SHA1 = 'adbe.pkcs7.sha1'
const TIMESTAMP = 'ETSI.RFC3161'
/** Most signatures; a file with more is rejected. */
const SIGNATURES_MAX = 200

/** Certificates and revocation data of the document security store; unreadable items are skipped. */
function storeOf(file: PdfFile, { roots, stampRoots = [] }: Verifier): TrustMaterial {
  const store = file.get(file.catalogRef, 'DSS')
  const all = <T>(key: string, parse: (bytes: Buffer) => T | T[]): T[] => {
    const array = file.get(store, key)
    return (array instanceof PDFArray ? array.asArray() : []).flatMap((item) => {
      try {
        const stream = file.resolve(item)
        return stream instanceof PDFRawStream ? parse(decodedStream(stream)) : []
      } catch (error) {
        if (error instanceof EncodingError || error instanceof UnreadablePdfError) return []
        throw error
      }
    })
  }
  return {
    certificates: all('Certs', parseCertificate),
    revocations: [...all('CRLs', parseList), ...all('OCSPs', parseOcsp)],
    roots,
    stampRoots,
  }
}

/** The contents of a signature's CMS, with faults of the encoding as problems. */
interface Content {
  signer: Certificate | undefined
  certificates: readonly Certificate[]
  problems: readonly Problem[]
  isCades: boolean
  claimedMs?: number
  token: CheckedToken | undefined
}

const unreadable = (problem: Problem): Content => ({
  signer: undefined,
  certificates: [],
  problems: [problem],
  isCades: false,
  token: undefined,
})

/** Variant in which the SHA-1 digest of the document was signed (ISO 32000-1, 12.8.3.3.1). */
function checkOld(contents: Buffer, { digest }: Signable): CheckedCms {
  const cms = checkCms(contents)
  const isSame = cms.content?.equals(digest('sha1')) ?? false
  const problems = [...(isSame ? [] : [problem('document_altered')]), problem('digest_weak')]
  return { ...cms, problems: distinct([...cms.problems, ...problems]) }
}

function contentOf(signature: FoundSignature, digests: CoveredDigests): Content {
  const { subFilter, contents, kind, covered } = signature
  const signable: Signable = {
    digest: (algorithm) => digests.of(algorithm, covered),
    bytes: () => Buffer.concat(covered),
  }
  const isTimestamp = subFilter === TIMESTAMP
  if (isTimestamp !== (kind === 'document-timestamp'))
    return unreadable(problem('format_unknown', { why: `${kind} ${subFilter}` }))
  if (![CADES, LEGACY, LEGACY_SHA1, TIMESTAMP].includes(subFilter))
    return unreadable(problem('format_unknown', { why: subFilter || '(none)' }))
  try {
    if (isTimestamp) {
      const token = checkToken(contents, signable.digest)
      return { ...token, isCades: false, token }
    }
    const cms =
      subFilter === LEGACY_SHA1 ? checkOld(contents, signable) : checkCms(contents, signable)
    const isCades = subFilter === CADES && cms.hasSigningCertificate
    return { ...cms, isCades, token: cms.timestamp }
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error
    return unreadable(problem('signature_unreadable', { why: error.message }))
  }
}

/** Bytes and signature were verified and match, though the algorithms may be weak. */
const isIntact = (problems: readonly Problem[]): boolean =>
  !['changed', 'not_checkable'].includes(verdictOfProblems(problems))

/** One signature with its revision. */
interface VerifiedSignature {
  found: FoundSignature
  content: Content
  revision: PdfFile | undefined
}

function openRevision(
  file: PdfFile,
  found: FoundSignature,
  digests: CoveredDigests,
): VerifiedSignature {
  const content = contentOf(found, digests)
  if (found.end === 0) return { found, content, revision: undefined }
  if (found.end === file.bytes.length) return { found, content, revision: file }
  try {
    const revision = file.until(found.end)
    const known = findSignatures(revision, found.field).some(({ end }) => end === found.end)
    if (!known) found.problems.push(problem('revision_foreign'))
    return { found, content, revision }
  } catch (error) {
    if (!(error instanceof UnreadablePdfError)) throw error
    found.problems.push(problem('revision_incomplete', { why: error.message }))
    return { found, content, revision: undefined }
  }
}

/** Changes from each signed revision to the next, and to the end of the file. */
function changeSteps(file: PdfFile, verified: readonly VerifiedSignature[]): PdfChange[][] {
  const revisions = verified.map(({ revision }) => revision)
  return revisions.map((revision, index) => {
    const next = revisions.slice(index + 1).find((later) => later !== undefined) ?? file
    if (revision === undefined || next.bytes.length === revision.bytes.length) return []
    return changesBetween(revision, next)
  })
}

const locks = (lock: FieldLock, field: string): boolean =>
  lock.action === 'All' || lock.fields.includes(field) === (lock.action === 'Include')

/** Whether the level of the first signer permits a change (DocMDP), ISO 32000-2, table 257. */
const isAllowed = ({ code, kind }: PdfChange, level: number): boolean => {
  if (kind === 'validation-data' || kind === 'metadata' || code === 'timestamp_added') return true
  return level > 1 && code !== 'visible_signature_added' && code !== 'visible_field_added'
}

/** What all signatures up to each one permit: nobody can undo an earlier signer's restriction. */
function levelsOf(found: readonly FoundSignature[]): (number | undefined)[] {
  let level: number | undefined
  return found.map(({ certifies, permits }) => {
    const given = [level, certifies, permits].filter((each) => each !== undefined)
    level = given.length === 0 ? undefined : Math.min(...given)
    return level
  })
}

/** Changes that a signature forbids, as its problems. */
function violations(
  changes: readonly PdfChange[],
  name: string,
  certified: number | undefined,
  lock: FieldLock | undefined,
): Problem[] {
  return changes.flatMap((change) => {
    const { kind, code, field = '' } = change
    // Certification levels 2 and 3 permit changing values that were filled in before.
    const refilled = code === 'form_value_replaced' && (certified ?? 0) >= 2
    const isLocked = kind === 'form' || refilled || code === 'signature_added'
    if (isLocked && lock !== undefined && locks(lock, field))
      return [problem('field_locked', { why: change })]
    if (kind === 'forbidden' && !refilled) return [changeProblem(change, name)]
    if (certified !== undefined && !isAllowed(change, certified))
      return [problem('certification_violated', { why: change })]
    return []
  })
}

function report(
  { found, content }: VerifiedSignature,
  { chain, level, problems, ...times }: Dated,
  changes: readonly PdfChange[],
  context: { file: PdfFile; certified: number | undefined },
): SignatureReport {
  const intact = isIntact([...found.problems, ...content.problems])
  const { signer, claimedMs = dateOf(found.claimed) } = content
  const name = signer?.name ?? found.field
  return {
    field: found.field,
    kind: found.kind,
    subFilter: found.subFilter,
    intact,
    trusted: chain?.trusted ?? false,
    chain: chain?.certificates ?? [],
    level: intact ? level : 'none',
    coversWholeFile: found.end === context.file.bytes.length,
    changes,
    problems: distinct([
      ...found.problems,
      ...content.problems,
      ...problems,
      ...violations(changes, name, context.certified, found.locks),
    ]),
    ...times,
    ...(found.reason !== undefined && { reason: found.reason }),
    ...(claimedMs !== undefined && { claimedMs }),
    ...(signer !== undefined && { signer }),
  }
}

const DATE = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/

/** Epoch milliseconds of a date (ISO 32000-2, 7.9.4); without a zone it is taken as UTC. */
function dateOf(text: string | undefined): number | undefined {
  const match = DATE.exec(text ?? '')
  if (match === null) return undefined
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => (digits === undefined ? undefined : Number(digits)))
  const offset = (Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0)) * (match[7] === '-' ? -1 : 1)
  return Date.UTC(year, month - 1, day, hour, minute - offset, second)
}

const hasDouble = (values: readonly number[]): boolean => new Set(values).size !== values.length

/** Problems of the bytes after the first signature, regardless of who wrote them. */
function historyProblems(file: PdfFile, verified: readonly VerifiedSignature[]): Problem[] {
  const first = verified.find(({ revision }) => revision !== undefined)?.revision
  if (first === undefined || first === file) return []
  const problems: Problem[] = []
  const added = file.sections.filter(({ offset }) => offset >= first.bytes.length)
  if (added.some(({ ambiguous }) => ambiguous)) problems.push(problem('update_ambiguous'))
  const kept = file.sections.slice(-first.sections.length).map(({ offset }) => offset)
  const isBuiltOn = first.sections.every(({ offset }, index) => offset === kept[index])
  if (!isBuiltOn) problems.push(problem('history_rewritten'))
  if (hasStrayBytes(file, first.bytes.length)) problems.push(problem('stray_bytes'))
  return problems
}

/**
 * In an encrypted file, the encrypted bytes are signed, and the signature's value is not encrypted: it can be
 * verified if the file opens without a password.
 */
function openedToRead(pdf: Uint8Array): PdfFile {
  const file = PdfFile.open(pdf)
  if (file.isEncrypted && !file.decrypt(''))
    throw new EncryptedPdfError('it opens only with a password')
  return file
}

/** A broken page tree is no reason to report nothing about the signatures. */
function countedPages(file: PdfFile): number {
  try {
    return pagesOf(file).length
  } catch (error) {
    if (error instanceof UnreadablePdfError) return 0
    throw error
  }
}

/** The revision that the last person signed, if that signature is intact. */
function lastSigned(verified: readonly VerifiedSignature[]): PdfFile | undefined {
  const last = verified.findLast(({ found }) => found.kind === 'signature')
  const fits = last !== undefined && isIntact([...last.found.problems, ...last.content.problems])
  return fits ? last.revision : undefined
}

/**
 * Verifies a file; an encrypted one, if it opens without a password.
 * @param digests of this file; afterwards it has cached most of them
 * @throws EncryptedPdfError when it cannot be decrypted
 * @throws UnreadablePdfError when it cannot be read as a PDF at all
 */
export function verifyPdf(
  pdf: Uint8Array,
  verifier: Verifier,
  digests = new CoveredDigests(),
): PdfVerification {
  const file = openedToRead(pdf)
  const found = findSignatures(file)
  if (found.length > SIGNATURES_MAX)
    throw new UnreadablePdfError(`it has more than ${SIGNATURES_MAX} signatures`)
  const verified = found.map((each) => openRevision(file, each, digests))
  const steps = changeSteps(file, verified)
  const undated = verified.map(({ found: { kind, problems }, content }) => ({
    ...content,
    kind,
    intact: isIntact([...problems, ...content.problems]),
  }))
  const dated = datedSafely(undated, storeOf(file, verifier), verifier.nowMs)
  const levels = levelsOf(found)
  const signatures = verified.map((each, index) =>
    report(each, dated[index] as Dated, steps.slice(index).flat(), {
      file,
      certified: levels[index],
    }),
  )
  const ends = found.map(({ end }) => end)
  const problems = [
    ...(found.length === 0 ? [problem('no_signature')] : []),
    ...(hasDouble(ends.filter((end) => end > 0)) ? [problem('revision_shared')] : []),
    ...historyProblems(file, verified),
    ...(ends.every((end) => end > 0) ? hiddenProblems(file, ends, lastSigned(verified)) : []),
  ]
  return {
    pages: countedPages(file),
    signatures,
    problems,
    valid: problems.length === 0 && signatures.every((each) => each.problems.length === 0),
  }
}

/** Third-party certificates may contain unreadable extensions. */
function datedSafely(...given: Parameters<typeof dateAll>): Dated[] {
  try {
    return dateAll(...given)
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error
    const why = error.message
    return given[0].map(() => ({
      chain: undefined,
      level: 'none',
      problems: [problem('signature_unreadable', { why })],
    }))
  }
}
