/** What one signature contains and whether it matches the bytes that it covers. */
import { EncodingError } from './ber.ts'
import type { FoundSignature } from './byte-range.ts'
import type { Certificate } from './certificate.ts'
import type { CoveredDigests } from './covered-digests.ts'
import { distinct, type Problem, problem } from './problems.ts'
import { verdictOfProblems } from './verdicts.ts'
import {
  type CheckedCms,
  type CheckedToken,
  checkCms,
  checkToken,
  type Signable,
} from './verify-cms.ts'

const CADES = 'ETSI.CAdES.detached'
/** The same by the public-key infrastructure of Brazil (DOC-ICP-15.03). */
const ICP_BRASIL = 'PBAD.PAdES'
const LEGACY = 'adbe.pkcs7.detached'
const LEGACY_SHA1 = 'adbe.pkcs7.sha1'
const TIMESTAMP = 'ETSI.RFC3161'

/** The contents of a signature's CMS, with faults of the encoding as problems. */
export interface Content {
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
function checkOld(
  contents: Buffer,
  signable: Signable,
  stored: readonly Certificate[],
): CheckedCms {
  const cms = checkCms(contents, undefined, stored)
  const isSame = cms.content?.equals(signable.digest('sha1')) ?? false
  const problems = [...(isSame ? [] : [problem('document_altered')]), problem('digest_weak')]
  return { ...cms, problems: distinct([...cms.problems, ...problems]) }
}

/**
 * A signature over attributes that are not in DER is none (RFC 5652, 5.4), and the standards of Europe say so (EN 319
 * 102-1, SIG_CRYPTO_FAILURE). In Adobe's formats most viewers accept it, and so it stays in doubt.
 */
const strictly = (found: Problem): Problem =>
  found.code === 'attributes_disordered' ? problem('attributes_not_der') : found

/**
 * Reads and checks the CMS of a signature against the bytes it covers; faults of the encoding are problems of it.
 * @param stored certificates of the document security store, among which the signer may be
 */
export function contentOf(
  signature: FoundSignature,
  digests: CoveredDigests,
  stored: readonly Certificate[],
): Content {
  const { subFilter, contents, kind, covered } = signature
  const signable: Signable = {
    digest: (algorithm) => digests.of(algorithm, covered),
    bytes: () => Buffer.concat(covered),
  }
  const isTimestamp = subFilter === TIMESTAMP
  if (isTimestamp !== (kind === 'document-timestamp'))
    return unreadable(problem('format_unknown', { why: `${kind} ${subFilter}` }))
  if (![CADES, ICP_BRASIL, LEGACY, LEGACY_SHA1, TIMESTAMP].includes(subFilter))
    return unreadable(problem('format_unknown', { why: subFilter || '(none)' }))
  try {
    if (isTimestamp) {
      const token = checkToken(contents, signable.digest, stored)
      return { ...token, isCades: false, token }
    }
    const cms =
      subFilter === LEGACY_SHA1
        ? checkOld(contents, signable, stored)
        : checkCms(contents, signable, stored)
    const problems = subFilter === CADES ? cms.problems.map(strictly) : cms.problems
    const isCades = subFilter === CADES && cms.hasSigningCertificate
    return { ...cms, problems, isCades, token: cms.timestamp }
  } catch (error) {
    if (!(error instanceof EncodingError)) throw error
    return unreadable(problem('signature_unreadable', { why: error.message }))
  }
}

/** Bytes and signature were verified and match, though the algorithms may be weak. */
export const isIntact = (problems: readonly Problem[]): boolean =>
  !['changed', 'not_checkable'].includes(verdictOfProblems(problems))
