/**
 * What a problem means for readers of the document: that it was changed, that it cannot be verified here, that it
 * could be forged with today's means, or that no known authority vouches for the signer. These are separate facts,
 * and each is only stated if it is known itself (compare the indications of ETSI EN 319 102-1, 5.1.3).
 */
import type { Problem, ProblemCode } from './problems.ts'

/** Best first: a file gets the worst one of all its problems. */
export const VERDICTS = [
  'valid',
  'unknown_issuer',
  'weak',
  'doubtful',
  'not_checkable',
  'changed',
] as const
/** The verdict on one signature. */
type SignatureVerdict = (typeof VERDICTS)[number]
/** `unsigned`: there is no signature, and none was removed. */
export const FILE_VERDICTS = [...VERDICTS, 'unsigned'] as const
/** The verdict on a file as a whole. */
type FileVerdict = (typeof FILE_VERDICTS)[number]

const BY_CODE: Partial<Record<ProblemCode, SignatureVerdict>> = {
  issuer_untrusted: 'unknown_issuer',
  timestamp_untrusted: 'unknown_issuer',
  digest_weak: 'weak',
  key_weak: 'weak',
  certificate_weak: 'weak',
  attributes_disordered: 'doubtful',
  signature_padded: 'doubtful',
  signature_superseded: 'doubtful',
  timestamp_invalid: 'doubtful',
  timestamp_purpose: 'doubtful',
  timestamp_future: 'doubtful',
  timestamp_order: 'doubtful',
  certificate_expired: 'doubtful',
  certificate_revoked: 'doubtful',
  certificate_purpose: 'doubtful',
  certificate_unprocessable: 'doubtful',
  certificate_name_forbidden: 'doubtful',
  revocation_unknown: 'doubtful',
  format_unknown: 'not_checkable',
  signature_empty: 'not_checkable',
  signature_unreadable: 'not_checkable',
  objects_unreadable: 'not_checkable',
  attributes_missing: 'not_checkable',
  algorithm_unknown: 'not_checkable',
  certificate_missing: 'not_checkable',
}

/** Problems that are not listed mean that something differs from what was signed. */
const verdictOfProblem = (code: ProblemCode): SignatureVerdict => BY_CODE[code] ?? 'changed'

const gravest = (verdicts: readonly SignatureVerdict[]): SignatureVerdict =>
  VERDICTS.findLast((each) => verdicts.includes(each)) ?? 'valid'

/** The combined verdict of a signature's problems. */
export const verdictOfProblems = (problems: readonly Problem[]): SignatureVerdict =>
  gravest(problems.map(({ code }) => verdictOfProblem(code)))

/** The verdict on a file. */
export function verdictOfFile(found: {
  problems: readonly Problem[]
  signatures: readonly { problems: readonly Problem[] }[]
}): FileVerdict {
  const own = found.problems.filter(({ code }) => code !== 'no_signature')
  if (found.signatures.length === 0 && own.length === 0) return 'unsigned'
  return verdictOfProblems([...own, ...found.signatures.flatMap(({ problems }) => problems)])
}
