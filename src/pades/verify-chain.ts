/** Certificate chains, judged offline from the contents of a file and the roots that the reader trusts. */
import { readBer } from './ber.ts'
import { type Certificate, extendedUsages, hasUsage, isWeaklySigned } from './certificate.ts'
import { mayName } from './name-constraints.ts'
import { OID } from './oids.ts'
import { type Problem, type ProblemFacts, problem } from './problems.ts'
import type { RevocationStatement } from './revocation.ts'

/** The result for a certificate's chain. */
export interface ChainVerdict {
  /** From the certificate to the last issuer found. */
  certificates: readonly Certificate[]
  trusted: boolean
  /** Whether the revocation status of every certificate except the root is known. */
  covered: boolean
  problems: readonly Problem[]
}

/** The material in a file, and the reader's trust anchors. */
export interface TrustMaterial {
  certificates: readonly Certificate[]
  revocations: readonly RevocationStatement[]
  roots: readonly Certificate[]
  /** Trusted for time-stamps only, besides the roots. */
  stampRoots?: readonly Certificate[]
}

/** The two moments a chain is judged at, in milliseconds. */
interface Moments {
  /** The certificates must be valid and not revoked at this time: the latest proven time. */
  atMs: number
  /** Revocation data must have been current at this time: when the signature or stamp was made. */
  madeMs: number
}

/** What a chain is used for: to sign documents, or to time-stamp them. */
export type Purpose = 'signature' | 'timestamp'

const DEPTH_MAX = 10
/** Most paths to different roots that are tried; cross-certificates make two or three. */
const PATHS_MAX = 32
/** keyCertSign of keyUsage. */
const KEY_CERT_SIGN = 5

/** Largest number of authorities below this one; undefined if it is not an authority. */
function pathLength(certificate: Certificate): number | undefined {
  const constraints = certificate.extensions.get(OID.basicConstraints)
  const [isAuthority, length] = constraints === undefined ? [] : readBer(constraints.value).children
  if (isAuthority?.content[0] !== 0xff) return undefined
  return length === undefined ? DEPTH_MAX : Number.parseInt(length.integerHex, 16)
}

/** @param below authorities between this one and the certificate */
const mayIssue = (certificate: Certificate, below: number): boolean =>
  (pathLength(certificate) ?? -1) >= below && hasUsage(certificate, KEY_CERT_SIGN)

/**
 * Whether a certificate declares that it expires before a revocation could matter (EN 319 412-1, 5.2.2; RFC 6960,
 * 4.2.2.2.1).
 */
export const needsNoRevocation = (certificate: Certificate): boolean =>
  certificate.extensions.has(OID.validityAssuredShortTerm) || isUncheckedResponder(certificate)

/** The extension only has a meaning in the certificate of a responder; elsewhere it would disable revocation checks. */
const isUncheckedResponder = (certificate: Certificate): boolean =>
  certificate.extensions.has(OID.ocspNoCheck) &&
  pathLength(certificate) === undefined &&
  extendedUsages(certificate).includes(OID.ocspSigning)

/**
 * Extensions that are processed here, or that restrict nothing, as any policy is accepted (RFC 5280, 6.1.1). Any
 * other critical extension makes the certificate invalid (4.2).
 */
const PROCESSED: ReadonlySet<string> = new Set([
  OID.basicConstraints,
  OID.keyUsage,
  OID.extendedKeyUsage,
  OID.nameConstraints,
  OID.subjectAltName,
  OID.subjectKeyIdentifier,
  OID.authorityKeyIdentifier,
  OID.certificatePolicies,
  OID.policyMappings,
  OID.policyConstraints,
  OID.inhibitAnyPolicy,
  OID.crlDistributionPoints,
  OID.authorityInfoAccess,
  OID.qcStatements,
  OID.validityAssuredShortTerm,
  OID.ocspNoCheck,
])

/** Usages unrelated to documents; an authority or signer that also has others may sign. */
const OF_NO_DOCUMENT: ReadonlySet<string> = new Set([
  OID.serverAuthentication,
  OID.codeSigning,
  OID.timeStamping,
  OID.ocspSigning,
])

/** Whether extended key usage permits a purpose for a certificate or those below it. */
export function servesPurpose(certificate: Certificate, purpose: Purpose): boolean {
  const usages = extendedUsages(certificate)
  if (usages.length === 0 || usages.includes(OID.anyUsage)) return true
  if (purpose === 'timestamp') return usages.includes(OID.timeStamping)
  return !usages.every((usage) => OF_NO_DOCUMENT.has(usage))
}

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
    // Data from before the certificate was issued, or outdated when it was used, says nothing about it.
    const { thisUpdateMs, nextUpdateMs = Number.POSITIVE_INFINITY } = statement
    isKnown ||= thisUpdateMs >= certificate.notBeforeMs && nextUpdateMs >= madeMs
  }
  return isKnown ? 'good' : 'unknown'
}

function issuersOf(
  certificate: Certificate,
  candidates: readonly Certificate[],
  below: number,
  atMs: number,
): Certificate[] {
  const fitting = candidates.filter(
    (each) =>
      each.fingerprint !== certificate.fingerprint &&
      certificate.issuer.equals(each.subject) &&
      mayIssue(each, below) &&
      certificate.isSignedBy(each),
  )
  const isValid = (each: Certificate): boolean =>
    atMs >= each.notBeforeMs && atMs <= each.notAfterMs
  const distinct = [...new Map(fitting.map((each) => [each.fingerprint, each])).values()]
  return [...distinct.filter(isValid), ...distinct.filter((each) => !isValid(each))]
}

interface Path {
  certificates: readonly Certificate[]
  trusted: boolean
}

/** Every path from a certificate upward, to a root or until no issuer is found (RFC 4158). */
function* pathsFrom(
  path: readonly Certificate[],
  { certificates, roots }: TrustMaterial,
  atMs: number,
): Generator<Path> {
  const current = path.at(-1)
  if (current === undefined) return
  if (roots.some((root) => root.fingerprint === current.fingerprint)) {
    yield { certificates: path, trusted: true }
    return
  }
  const issuers = issuersOf(current, [...roots, ...certificates], path.length - 1, atMs).filter(
    (issuer) => !path.includes(issuer),
  )
  if (issuers.length === 0 || path.length >= DEPTH_MAX) yield { certificates: path, trusted: false }
  else
    for (const issuer of issuers)
      yield* pathsFrom([...path, issuer], { certificates, roots, revocations: [] }, atMs)
}

/** Problems of an issuer with the certificates below it on the path. */
function issuingProblems(chain: readonly Certificate[], index: number, purpose: Purpose) {
  const issuer = chain[index]
  if (issuer === undefined || index === 0) return []
  const forbidden = chain
    .slice(0, index)
    // Self-issued authorities are not constrained, so that one can renew its key (RFC 5280, 6.1.3 b).
    .filter((each, at) => at === 0 || !each.issuer.equals(each.subject))
    .filter((each) => !mayName(issuer, each))
  return [
    ...forbidden.map(({ name }) => problem('certificate_name_forbidden', { name })),
    ...(servesPurpose(issuer, purpose)
      ? []
      : [problem('certificate_purpose', { name: issuer.name })]),
  ]
}

function ownProblems(certificate: Certificate, { atMs }: Moments): Problem[] {
  const { name, notBeforeMs, notAfterMs, extensions } = certificate
  const unknown = [...extensions].find(([oid, { critical }]) => critical && !PROCESSED.has(oid))
  return [
    ...(atMs < notBeforeMs || atMs > notAfterMs ? [problem('certificate_expired', { name })] : []),
    ...(unknown === undefined
      ? []
      : [problem('certificate_unprocessable', { name, why: unknown[0] })]),
  ]
}

function validatePath(
  { certificates: chain, trusted }: Path,
  revocations: readonly RevocationStatement[],
  { moments, purpose }: { moments: Moments; purpose: Purpose },
): ChainVerdict {
  const problems: Problem[] = []
  let covered = true
  chain.forEach((certificate, index) => {
    const facts: ProblemFacts = { name: certificate.name }
    problems.push(...ownProblems(certificate, moments), ...issuingProblems(chain, index, purpose))
    const isRoot = trusted && index === chain.length - 1
    if (!isRoot && isWeaklySigned(certificate)) problems.push(problem('certificate_weak', facts))
    const issuer = chain[index + 1]
    if (issuer === undefined) return
    const state = revocation(certificate, issuer, revocations, moments)
    if (state === 'revoked') problems.push(problem('certificate_revoked', facts))
    if (state === 'unknown') problems.push(problem('revocation_unknown', facts))
    covered &&= state !== 'unknown'
  })
  if (trusted) return { certificates: chain, trusted, covered, problems }
  problems.push(problem('issuer_untrusted', { name: chain[0]?.name ?? '' }))
  // Nothing more can be said about an untrusted chain.
  const kept = problems.filter(({ code }) => code !== 'revocation_unknown')
  return { certificates: chain, trusted, covered: false, problems: kept }
}

/**
 * Follows a certificate up to a trusted root and judges it. Of several paths the first without problems counts, else
 * the trusted one with the fewest.
 * @throws EncodingError for extensions that cannot be read
 */
export function validateChain(
  leaf: Certificate,
  material: TrustMaterial,
  moments: Moments,
  purpose: Purpose,
): ChainVerdict {
  let best: ChainVerdict | undefined
  let tried = 0
  for (const path of pathsFrom([leaf], material, moments.atMs)) {
    const verdict = validatePath(path, material.revocations, { moments, purpose })
    if (verdict.problems.length === 0) return verdict
    const isBetter =
      best === undefined ||
      (verdict.trusted && !best.trusted) ||
      (verdict.trusted === best.trusted && verdict.problems.length < best.problems.length)
    if (isBetter) best = verdict
    tried += 1
    if (tried >= PATHS_MAX) break
  }
  return best ?? { certificates: [leaf], trusted: false, covered: false, problems: [] }
}
