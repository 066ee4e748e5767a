/**
 * What a problem means for readers of the document: that it was changed, that it cannot be verified here, that it
 * could be forged with today's means, or that no known authority vouches for the signer. These are separate facts,
 * and each is only stated if it is known itself (compare the indications of ETSI EN 319 102-1, 5.1.3).
 */
import type { Problem, ProblemCode } from './problems.ts'
import PROBLEMS from './verdict-problems.json' with { type: 'json' }

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

const CODES: Readonly<Record<string, readonly string[]>> = PROBLEMS

/** Problems that are not listed mean that something differs from what was signed. */
const verdictOfProblem = (code: ProblemCode): SignatureVerdict =>
  VERDICTS.find((verdict) => CODES[verdict]?.includes(code)) ?? 'changed'

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
