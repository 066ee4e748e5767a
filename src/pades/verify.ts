/**
 * Verifies every signature in a PDF, whatever software made it, with nothing but the file and the trusted roots:
 * bytes, CMS, chain, revocation, time-stamps, and what was changed after each signature.
 */
import { invariant } from '../kernel/invariant.ts'
import { changeOf, type PdfChange } from '../pdf/compare/change-words.ts'
import { changesBetween } from '../pdf/compare/changes.ts'
import { pagesOf } from '../pdf/pages.ts'
import { PdfFile } from '../pdf/pdf-file.ts'
import { LockedPdfError, readable, UnreadablePdfError } from '../pdf/stream-data.ts'
import { type FoundSignature, findSignatures } from './byte-range.ts'
import type { Certificate } from './certificate.ts'
import { CoveredDigests } from './covered-digests.ts'
import { brokenProblems, hiddenProblems, historyProblems } from './hidden-signatures.ts'
import { levelsOf, violations } from './permitted-changes.ts'
import { distinct, type Problem, problem } from './problems.ts'
import { storeOf } from './security-store.ts'
import { type Content, contentOf, isIntact } from './verify-content.ts'
import { type Dated, datedSafely, dateOf, type Level } from './verify-time.ts'

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
export type PdfVerification = ReturnType<typeof verifyPdf>

/** The reader's trust anchors and the current time. */
interface Verifier {
  roots: readonly Certificate[]
  /** Trusted for time-stamps only: a signer below one of these is still unknown. */
  stampRoots?: readonly Certificate[]
  nowMs: number
  /** Of a file that needs one. */
  password?: string
}
/** Most signatures; a file with more is rejected. */
const SIGNATURES_MAX = 200

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
  stored: readonly Certificate[],
): VerifiedSignature {
  const content = contentOf(found, digests, stored)
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

/** What a later signature covers was replaced in the open: the verifier still reads it in the revision before. */
const replacedOpenly = (change: PdfChange): PdfChange =>
  change.code === 'validation_data_removed' ? changeOf('validation_data_replaced') : change

/** Changes from each signed revision to the next, and to the end of the file. */
function changeSteps(file: PdfFile, verified: readonly VerifiedSignature[]): PdfChange[][] {
  const revisions = verified.map(({ revision }) => revision)
  return revisions.map((revision, index) => {
    const next = revisions.slice(index + 1).find((later) => later !== undefined)
    const end = next ?? file
    if (revision === undefined || end.bytes.length === revision.bytes.length) return []
    const changes = changesBetween(revision, end)
    return next === undefined ? changes : changes.map(replacedOpenly)
  })
}

/** The stores of revisions of which a later one kept less. */
const replacedStores = (verified: readonly VerifiedSignature[], steps: readonly PdfChange[][]) =>
  verified.flatMap(({ revision }, index) =>
    revision !== undefined && steps[index]?.some(({ code }) => code === 'validation_data_replaced')
      ? [storeOf(revision)]
      : [],
  )

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

const hasDouble = (values: readonly number[]): boolean => new Set(values).size !== values.length

/**
 * In an encrypted file, the encrypted bytes are signed, and the signature's value is not encrypted: it can be
 * verified if the file opens without a password, or with this one.
 */
function openedToRead(pdf: Uint8Array, password: string | undefined): PdfFile {
  const file = PdfFile.open(pdf, { lenient: true })
  if (file.isEncrypted && !file.decrypt('') && (password === undefined || !file.decrypt(password)))
    throw new LockedPdfError('it opens only with a password')
  return file
}

/** A broken page tree is no reason to report nothing about the signatures. */
const countedPages = (file: PdfFile): number => readable(() => pagesOf(file).length) ?? 0

/** The revision that the last person signed, if that signature is intact. */
function lastSigned(verified: readonly VerifiedSignature[]): PdfFile | undefined {
  const last = verified.findLast(({ found }) => found.kind === 'signature')
  const fits = last !== undefined && isIntact([...last.found.problems, ...last.content.problems])
  return fits ? last.revision : undefined
}

/**
 * Verifies a file; an encrypted one, if it opens without a password or with the one given.
 * @param digests of this file; afterwards it has cached most of them
 * @throws LockedPdfError when it opens with another password, EncryptedPdfError when it cannot be decrypted
 * @throws UnreadablePdfError when it cannot be read as a PDF at all
 */
export function verifyPdf(pdf: Uint8Array, verifier: Verifier, digests = new CoveredDigests()) {
  const file = openedToRead(pdf, verifier.password)
  const found = findSignatures(file)
  if (found.length > SIGNATURES_MAX)
    throw new UnreadablePdfError(`it has more than ${SIGNATURES_MAX} signatures`)
  const store = storeOf(file)
  const verified = found.map((each) => openRevision(file, each, digests, store.certificates))
  const steps = changeSteps(file, verified)
  const undated = verified.map(({ found: { kind, problems }, content }) => ({
    ...content,
    kind,
    intact: isIntact([...problems, ...content.problems]),
  }))
  const stores = [store, ...replacedStores(verified, steps)]
  const material = {
    ...verifier,
    certificates: stores.flatMap(({ certificates }) => certificates),
    revocations: stores.flatMap(({ revocations }) => revocations),
  }
  const dated = datedSafely(undated, material, verifier.nowMs)
  const levels = levelsOf(found)
  const signatures = verified.map((each, index) => {
    const times = dated[index]
    invariant(times !== undefined, 'each signature is dated')
    return report(each, times, steps.slice(index).flat(), { file, certified: levels[index] })
  })
  const ends = found.map(({ end }) => end)
  const problems = [
    ...(found.length === 0 ? [problem('no_signature')] : []),
    ...(hasDouble(ends.filter((end) => end > 0)) ? [problem('revision_shared')] : []),
    ...historyProblems(file, verified.find(({ revision }) => revision !== undefined)?.revision),
    ...(ends.every((end) => end > 0) ? hiddenProblems(file, ends, lastSigned(verified)) : []),
    ...brokenProblems(file),
  ]
  return {
    /** 0 if they cannot be counted. */
    pages: countedPages(file),
    signatures,
    /** Of the file as a whole. */
    problems,
    /** Whether there are signatures and nothing is wrong with any of them or with the file. */
    valid: problems.length === 0 && signatures.every((each) => each.problems.length === 0),
  }
}
