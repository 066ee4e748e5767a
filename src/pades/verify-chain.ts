/** Certificate chains, judged offline from what a file brings along and the roots the reader trusts. */
import { readBer } from './ber.ts'
import { type Certificate, hasUsage, isWeaklySigned } from './certificate.ts'
import { OID } from './oids.ts'
import { type Problem, type ProblemFacts, problem } from './problems.ts'
import type { RevocationStatement } from './revocation.ts'

/** What could be found out about a certificate's chain. */
export interface ChainVerdict {
  /** From the certificate to the last issuer that was found. */
  certificates: readonly Certificate[]
  trusted: boolean
  /** Whether something says of every certificate but the root whether it was revoked. */
  covered: boolean
  problems: readonly Problem[]
}

/** The material a file brings, and whom the reader trusts. */
export interface TrustMaterial {
  certificates: readonly Certificate[]
  revocations: readonly RevocationStatement[]
  roots: readonly Certificate[]
}

/** The two moments a chain is judged at, in milliseconds. */
export interface Moments {
  /** The certificates must be valid and not revoked at this time: the latest that is proven. */
  atMs: number
  /** Revocation data must have been current at this time: when the signature or stamp was made. */
  madeMs: number
}

const DEPTH_MAX = 10
/** keyCertSign of keyUsage. */
const KEY_CERT_SIGN = 5

/** Largest number of authorities below this one; undefined when it is no authority. */
function pathLength(certificate: Certificate): number | undefined {
  const constraints = certificate.extensions.get(OID.basicConstraints)
  const [isAuthority, length] = constraints === undefined ? [] : readBer(constraints.value).children
  if (isAuthority?.content[0] !== 0xff) return undefined
  return length === undefined ? DEPTH_MAX : Number.parseInt(length.integerHex, 16)
}

/** @param below authorities between this one and the certificate */
const mayIssue = (certificate: Certificate, below: number): boolean =>
  (pathLength(certificate) ?? -1) >= below && hasUsage(certificate, KEY_CERT_SIGN)

/** A certificate that says it expires before a revocation could matter (EN 319 412-1, 5.2.2; RFC 6960, 4.2.2.2.1). */
const needsNoRevocation = ({ extensions }: Certificate): boolean =>
  extensions.has(OID.validityAssuredShortTerm) || extensions.has(OID.ocspNoCheck)

function revocation(
  certificate: Certificate,
  issuer: Certificate,
  statements: readonly RevocationStatement[],
  { atMs, madeMs }: Moments,
): 'good' | 'revoked' | 'unknown' {
  let isKnown = needsNoRevocation(certificate)
  for (const statement of statements) {
    const fact = statement.about(certificate, issuer)
    if (fact === undefined) continue
    if (fact.revokedMs !== undefined && fact.revokedMs <= atMs) return 'revoked'
    // One from before the certificate was made, or out of date when it was used, says nothing of it.
    const { thisUpdateMs, nextUpdateMs = Number.POSITIVE_INFINITY } = statement
    isKnown ||= thisUpdateMs >= certificate.notBeforeMs && nextUpdateMs >= madeMs
  }
  return isKnown ? 'good' : 'unknown'
}

function issuerOf(
  certificate: Certificate,
  candidates: readonly Certificate[],
  below: number,
  atMs: number,
): Certificate | undefined {
  const fitting = candidates.filter(
    (each) =>
      each.fingerprint !== certificate.fingerprint &&
      certificate.issuer.equals(each.subject) &&
      mayIssue(each, below) &&
      certificate.isSignedBy(each),
  )
  return fitting.find((each) => atMs >= each.notBeforeMs && atMs <= each.notAfterMs) ?? fitting[0]
}

/** Follows a certificate up to a trusted root and judges it. */
export function judgeChain(
  leaf: Certificate,
  { certificates, revocations, roots }: TrustMaterial,
  moments: Moments,
): ChainVerdict {
  const chain: Certificate[] = []
  const problems: Problem[] = []
  const candidates = [...roots, ...certificates]
  const finish = (trusted: boolean, covered: boolean): ChainVerdict => ({
    certificates: chain,
    trusted,
    covered: trusted && covered,
    problems,
  })
  let covered = true
  let current = leaf
  for (let depth = 0; depth < DEPTH_MAX; depth++) {
    chain.push(current)
    const facts: ProblemFacts = { name: current.name }
    const { atMs } = moments
    if (atMs < current.notBeforeMs || atMs > current.notAfterMs)
      problems.push(problem('certificate_expired', facts))
    if (roots.some((root) => root.fingerprint === current.fingerprint)) return finish(true, covered)
    if (isWeaklySigned(current)) problems.push(problem('certificate_weak', facts))
    const issuer = issuerOf(current, candidates, depth, atMs)
    if (issuer === undefined) break
    const state = revocation(current, issuer, revocations, moments)
    if (state === 'revoked') problems.push(problem('certificate_revoked', facts))
    if (state === 'unknown') problems.push(problem('revocation_unknown', facts))
    covered &&= state !== 'unknown'
    current = issuer
  }
  problems.push(problem('issuer_untrusted', { name: leaf.name }))
  // Of a stranger's chain nobody here can say more.
  const kept = problems.filter(({ code }) => code !== 'revocation_unknown')
  return { certificates: chain, trusted: false, covered: false, problems: kept }
}
