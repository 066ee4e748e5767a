/**
 * Determines the proven time of each signature, and from it the verdict on its chain and its level (ETSI EN 319
 * 102-1, 5.6): judged from the last signature to the first, since a document time-stamp proves that everything before
 * it existed.
 */
import { EncodingError } from './ber.ts'
import { type Certificate, extendedUsages, hasUsage } from './certificate.ts'
import { OID } from './oids.ts'
import { distinct, type Problem, problem } from './problems.ts'
import {
  type ChainVerdict,
  servesPurpose,
  type TrustMaterial,
  validateChain,
} from './verify-chain.ts'
import type { CheckedToken } from './verify-cms.ts'
import type { Content } from './verify-content.ts'

/** Levels of ETSI EN 319 142-1, best last; `none` for a signature that is not a PAdES baseline signature. */
const LEVELS = ['none', 'B-B', 'B-T', 'B-LT', 'B-LTA'] as const
/** PAdES baseline level (ETSI EN 319 142-1), derived from the contents of a signature. */
export type Level = (typeof LEVELS)[number]

/** A signature, with its bytes and its CMS judged. */
interface Undated extends Pick<Content, 'isCades' | 'signer' | 'certificates' | 'token'> {
  kind: 'signature' | 'document-timestamp'
  /** The covered bytes match the signature. */
  intact: boolean
}

/** What the proven times imply for a signature. */
export interface Dated {
  chain: ChainVerdict | undefined
  level: Level
  provenMs?: number
  /** The time-stamp that proves the time: its own, or the document's. */
  stamp?: { timeMs: number; authority: string }
  problems: Problem[]
}

/** A time at which everything before it is proven to have existed. */
interface Proof {
  timeMs: number
  authority: string
  /** Its certificates are trusted and their revocation status is known. */
  covered: boolean
}

const DIGITAL_SIGNATURE = 0
const NON_REPUDIATION = 1
/** Permitted difference between the clocks of two authorities. */
const SKEW_MS = 60_000

interface Circumstances {
  material: TrustMaterial
  nowMs: number
  /** The proof made after the signature being judged. */
  later: Proof | undefined
}

const pooled = (material: TrustMaterial, extra: readonly Certificate[]): TrustMaterial => ({
  ...material,
  certificates: [...extra, ...material.certificates],
})

/** Judges a time-stamp; an untrusted one proves nothing. */
function proofBy(
  token: CheckedToken,
  { material, nowMs, later }: Circumstances,
): { proof?: Proof; chain?: ChainVerdict; problems: Problem[] } {
  const { signer, timeMs } = token
  if (token.problems.length > 0 || signer === undefined)
    return { problems: token.problems.map(ofTimestamp) }
  const moments = { atMs: later?.timeMs ?? nowMs, madeMs: timeMs }
  const roots = [...material.roots, ...(material.stampRoots ?? [])]
  const trust = { ...pooled(material, token.certificates), roots }
  const chain = validateChain(signer, trust, moments, 'timestamp')
  const authority = signer.name
  if (!chain.trusted)
    return { chain, problems: [problem('timestamp_untrusted', { name: authority })] }
  const problems = chain.problems.map(ofTimestamp)
  if (timeMs > nowMs + SKEW_MS) problems.push(problem('timestamp_future'))
  if (timeMs > moments.atMs + SKEW_MS && later !== undefined)
    problems.push(problem('timestamp_order'))
  const fatal =
    problems.length > 0 && chain.problems.some(({ code }) => code !== 'revocation_unknown')
  if (fatal || timeMs > moments.atMs + SKEW_MS) return { chain, problems }
  return { chain, problems, proof: { timeMs, authority, covered: chain.covered } }
}

const ofTimestamp = (why: Problem): Problem => problem('timestamp_invalid', { why })

function purposeProblems(signer: Certificate): Problem[] {
  const usages = extendedUsages(signer)
  const isOther = usages.includes(OID.timeStamping) || usages.includes(OID.ocspSigning)
  const serves = servesPurpose(signer, 'signature') && !isOther
  const fits = hasUsage(signer, DIGITAL_SIGNATURE, NON_REPUDIATION) && serves
  return fits ? [] : [problem('certificate_purpose', { name: signer.name })]
}

function dateSignature(each: Undated, circumstances: Circumstances): Dated {
  const { signer, token, isCades, certificates } = each
  const { material, nowMs, later } = circumstances
  const own = token === undefined ? undefined : proofBy(token, circumstances)
  const problems = [...(own?.problems ?? [])]
  if (signer === undefined) return { chain: undefined, level: 'none', problems }
  const proof = own?.proof ?? later
  const atMs = proof?.timeMs ?? nowMs
  const chain = validateChain(
    signer,
    pooled(material, certificates),
    { atMs, madeMs: atMs },
    'signature',
  )
  problems.push(...chain.problems, ...purposeProblems(signer))
  const steps = [
    each.intact && isCades,
    proof !== undefined,
    chain.covered && proof?.covered === true,
    later !== undefined,
  ]
  const reached = steps.includes(false) ? steps.indexOf(false) : steps.length
  return {
    chain,
    level: LEVELS[reached] ?? 'none',
    problems: distinct(problems),
    ...(proof !== undefined && { provenMs: proof.timeMs, stamp: proof }),
  }
}

function dateTimestamp({ token }: Undated, circumstances: Circumstances): Dated & { own?: Proof } {
  if (token === undefined) return { chain: undefined, level: 'none', problems: [] }
  const { proof, chain, problems } = proofBy(token, circumstances)
  // Faults of the token itself were already reported with the signature's bytes.
  const own = token.problems.length > 0 ? [] : problems
  return {
    chain,
    level: 'none',
    problems: distinct(own),
    stamp: { timeMs: token.timeMs, authority: token.signer?.name ?? '' },
    ...(proof !== undefined && { provenMs: proof.timeMs, own: proof }),
  }
}

/** Judges all signatures, given in the order in which they were made. */
export function dateAll(signatures: readonly Undated[], material: TrustMaterial, nowMs: number) {
  let later: Proof | undefined
  const dated: Dated[] = []
  for (const each of [...signatures].reverse()) {
    const circumstances = { material, nowMs, later }
    if (each.kind === 'document-timestamp') {
      const result = dateTimestamp(each, circumstances)
      if (each.intact && result.own !== undefined) later = result.own
      dated.unshift(result)
    } else dated.unshift(dateSignature(each, circumstances))
  }
  return dated
}

const DATE = /^D:(\d{4})(\d\d)?(\d\d)?(\d\d)?(\d\d)?(\d\d)?(?:Z|([+-])(\d\d)'?(\d\d)?)?/

/** Epoch milliseconds of a date (ISO 32000-2, 7.9.4); without a zone it is taken as UTC. */
export function dateOf(text: string | undefined): number | undefined {
  const match = DATE.exec(text ?? '')
  if (match === null) return undefined
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits) => (digits === undefined ? undefined : Number(digits)))
  const offset = (Number(match[8] ?? 0) * 60 + Number(match[9] ?? 0)) * (match[7] === '-' ? -1 : 1)
  return Date.UTC(year, month - 1, day, hour, minute - offset, second)
}

/** Third-party certificates may contain unreadable extensions. */
export function datedSafely(...given: Parameters<typeof dateAll>): Dated[] {
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
