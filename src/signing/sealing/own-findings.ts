/** What our own validation must say of a finished file before it replaces another. */
import type { Pki } from '../../pki/open.ts'
import type { ExternalSeals } from '../../seals/service.ts'
import type { TrustedDer, ValidationResult } from '../documents/tasks.ts'

/** The level that every finished file must reach, as our validation names it. */
export const LEVEL = 'B-LTA'

/** The roots of an authority, those of external seals, and those of time-stamps alone, for a thread. */
export async function trustedOf(pki: Pki, externalSeals: ExternalSeals): Promise<TrustedDer> {
  const { roots, stampRoots } = await pki.trusted()
  const all = [...roots, ...(await externalSeals.anchors())]
  return { roots: all.map(({ der }) => der), stampRoots: stampRoots.map(({ der }) => der) }
}

/** Whether a signature field is one of a request: its name begins with the end of the id. */
const isOf = (id: string, field: string): boolean => field.startsWith(`${id.slice(-8)}-`)

/**
 * Why a file is not what it must be; empty when it is.
 * @param count signatures and time-stamps that bear the request's name, as many as must be there; undefined: any number
 */
export function ownFindings(
  validation: ValidationResult,
  { id, count }: { id: string; count?: number },
): string[] {
  const own = validation.signatures.filter(({ field }) => isOf(id, field))
  const isComplete = count === undefined ? own.length > 0 : own.length === count
  return [
    ...(isComplete ? [] : [`${own.length} of ${count ?? 'the'} signatures are there`]),
    ...own.filter(({ level }) => level !== LEVEL).map(({ field, level }) => `${field} is ${level}`),
    ...own.flatMap(({ problems }) => problems),
    ...validation.problems,
  ]
}
