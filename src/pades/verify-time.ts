/**
 * Which time is proven for each signature, and by that its chain and its level (ETSI EN 319 102-1, 5.6): judged
 * from the last signature to the first, since a document time-stamp proves that everything before it existed.
 */

import { type Certificate, extendedUsages, hasUsage } from './certificate.ts'
import { OID } from './oids.ts'
import { distinct, type Problem, problem } from './problems.ts'
import { type ChainVerdict, judgeChain, servesPurpose, type TrustMaterial } from './verify-chain.ts'
import type { CheckedToken } from './verify-cms.ts'

/** Levels of ETSI EN 319 142-1, best last; `none` for a signature that is no PAdES baseline one. */
export const LEVELS = ['none', 'B-B', 'B-T', 'B-LT', 'B-LTA'] as const
/** PAdES baseline level (ETSI EN 319 142-1), from what a signature carries. */
export type Level = (typeof LEVELS)[number]

/** A signature, as far as its bytes and its CMS were judged. */
export interface Undated {
  kind: 'signature' | 'document-timestamp'
  /** Bytes and signature fit together. */
  intact: boolean
  isCades: boolean
  signer: Certificate | undefined
  certificates: readonly Certificate[]
  token: CheckedToken | undefined
}

/** What the times say of it. */
export interface Dated {
  chain: ChainVerdict | undefined
  level: Level
  provenMs?: number
  /** The time-stamp that proves the time: its own, or the document's. */
  stamp?: { timeMs: number; authority: string }
  problems: Problem[]
}

/** A time everything before it is proven to have existed at. */
interface Proof {
  timeMs: number
  authority: string
  /** Its certificates are trusted and their revocation is known. */
  covered: boolean
}

const DIGITAL_SIGNATURE = 0
const NON_REPUDIATION = 1
/** Clocks of two authorities may differ by this. */
const SKEW_MS = 60_000

interface Circumstances {
  material: TrustMaterial
  nowMs: number
  /** The proof made after the signature that is being judged. */
  later: Proof | undefined
}

const pooled = (material: TrustMaterial, extra: readonly Certificate[]): TrustMaterial => ({
  ...material,
  certificates: [...extra, ...material.certificates],
})

/** Judges a time-stamp; one that is not trusted proves nothing. */
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
  const chain = judgeChain(signer, trust, moments, 'timestamp')
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

const ofTimestamp = ({ detail, detailFr }: Problem): Problem =>
  problem('timestamp_invalid', { why: detail, whyFr: detailFr })

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
  const chain = judgeChain(
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
  // The token's own faults were told with the signature's bytes.
  const own = token.problems.length > 0 ? [] : problems
  return {
    chain,
    level: 'none',
    problems: distinct(own),
    stamp: { timeMs: token.timeMs, authority: token.signer?.name ?? '' },
    ...(proof !== undefined && { provenMs: proof.timeMs, own: proof }),
  }
}

/** Judges all, given in the order in which they were made. */
export function dateAll(
  signatures: readonly Undated[],
  material: TrustMaterial,
  nowMs: number,
): Dated[] {
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
